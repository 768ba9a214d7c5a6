//! Blocks that are tables: cells between ` | `, the answer in the last.
//!
//! Standard: §8.2.3, §9, §10, §15, §16.1, §17, §19. Decisions: D-32, D-45 to D-47, D-60.

use pgnkit::Nag;
use pgnkit::chess::fen::{self, EpPolicy, Mode};
use pgnkit::chess::notation::letters::Language;
use pgnkit::chess::notation::{san, uci};
use pgnkit::chess::{Position, Variant};
use pgnkit::tag;

use super::Block;
use super::escape;
use super::value;

const BAR: &str = " | ";

type Lines = Result<Vec<String>, String>;

/// The en passant rule that the flags of a block name.
pub(crate) fn ep_policy(block: &Block) -> EpPolicy {
    match block.flags().find(|flag| ["xfen", "legal"].contains(flag)) {
        Some("xfen") => EpPolicy::XFen,
        Some(_) => EpPolicy::Legal,
        None => EpPolicy::Standard,
    }
}

/// `FEN | …`: the position of the first cell; `"` repeats the last one, `start` is the usual array.
pub(crate) fn position<'a>(
    block: &Block,
    line: &'a str,
    before: &mut Option<Position>,
) -> Result<(Position, &'a str), String> {
    let (text, rest) = line.split_once(BAR).ok_or_else(|| format!("`{line}`: no cells"))?;
    let position = match text {
        "\"" => before.ok_or("nothing stands above")?,
        "start" => Position::start(),
        _ => {
            let read = match variant(block) {
                Some(variant) => fen::parse_as(text.as_bytes(), Mode::Strict, variant),
                None => fen::parse(text.as_bytes(), Mode::Strict),
            };
            read.map_err(|error| format!("{text}: {error}"))?.0
        }
    };
    *before = Some(position);
    Ok((position, rest))
}

/// The cells before the answer, and the answer's place.
pub(crate) fn split(line: &str, n_cells: usize) -> Result<(&str, &str), String> {
    let mut at = 0;
    for _ in 0..n_cells {
        match line[at..].find(BAR) {
            Some(bar) => at += bar + BAR.len(),
            None if at < line.len() => return Ok((line, &line[at..])),
            None => return Err(format!("`{line}` has too few cells")),
        }
    }
    Ok((line[..at].strip_suffix(BAR).unwrap_or(line), ""))
}

/// `FEN | coordinates | SAN`: the canonical move, which must read back as the same move.
pub(crate) fn canonical(block: &Block) -> Lines {
    let mut before = None;
    let mut lines = Vec::new();
    for line in &block.body {
        let (cells, _) = split(line, 2)?;
        let (position, coordinates) = position(block, cells, &mut before)?;
        let answer = match uci::parse(&position, coordinates.as_bytes()) {
            Ok(mv) => {
                let text = san::to_text(&position, mv);
                let reading = san::resolve(&position, text.as_bytes(), &san::SanOptions::default());
                let reads_back = reading.is_ok_and(|reading| {
                    let marks = reading.check_marks(&position.after(mv));
                    reading.mv == mv && reading.departures.is_empty() && marks.is_empty()
                });
                if !reads_back {
                    return Err(format!("{text} is not read back as {coordinates}"));
                }
                text.to_string()
            }
            Err(error) => error.to_string(),
        };
        lines.push(format!("{cells}{BAR}{answer}"));
    }
    Ok(lines)
}

/// `FEN | text | SAN, and how the text departs from it`.
pub(crate) fn moves(block: &Block) -> Lines {
    let mut before = None;
    let letters = block.flags().find_map(Language::find).map(|language| language.letters);
    let lax = san::SanOptions::default().with_queen(block.has("queen")).with_letters(letters);
    let mut lines = Vec::new();
    for line in &block.body {
        let (cells, _) = split(line, 2)?;
        let (position, text) = position(block, cells, &mut before)?;
        let answer = match san::resolve(&position, text.as_bytes(), &lax) {
            Ok(reading) => {
                let canonical = san::to_text(&position, reading.mv).to_string();
                let mut departures = reading.departures;
                departures.insert(reading.check_marks(&position.after(reading.mv)));
                if departures.is_empty() { canonical } else { format!("{canonical}, {departures}") }
            }
            Err(error) => format!("none: {error}"),
        };
        lines.push(format!("{cells}{BAR}{answer}"));
    }
    Ok(lines)
}

/// `FEN | key`: the key of the position, as 16 digits of base 16.
pub(crate) fn hashes(block: &Block) -> Lines {
    let mut lines = Vec::new();
    for line in &block.body {
        let cells = line.find(BAR).map_or(line.as_str(), |bar| &line[..bar]);
        let with_bar = format!("{cells}{BAR}");
        let (position, _) = position(block, &with_bar, &mut None)?;
        lines.push(format!("{cells}{BAR}{:016x}", position.polyglot_key()));
    }
    Ok(lines)
}

/// `text | FEN`: `=` when it is written as it was read; what was fixed, or why it is refused.
pub(crate) fn fens(block: &Block) -> Lines {
    let mode = if block.has("strict") { Mode::Strict } else { Mode::Lax };
    let style = fen::Style::default()
        .with_ep(ep_policy(block))
        .with_castling(castling(block))
        .with_dialect(dialect(block));
    let mut lines = Vec::new();
    for line in &block.body {
        let cells = line.find(BAR).map_or(line.as_str(), |bar| &line[..bar]);
        let mut text = cells.as_bytes().to_vec();
        if block.has("escaped") {
            text = escape::bytes_of(&[format!("{cells}\\")]);
        }
        let answer = if block.has("diagram") {
            fen::parse_setup(&text, mode).map(|(setup, notes)| {
                let faults = setup.faults();
                let text = fen::setup_to_text(&setup, style.castling).to_string();
                (text, notes, if faults.is_empty() { String::new() } else { format!("; {faults}") })
            })
        } else if let Some(variant) = variant(block) {
            fen::parse_as(&text, mode, variant).map(|(position, notes)| {
                (fen::to_text_with(&position, style).to_string(), notes, String::new())
            })
        } else {
            fen::parse(&text, mode).map(|(position, notes)| {
                (fen::to_text_with(&position, style).to_string(), notes, String::new())
            })
        };
        let answer = match answer {
            Ok((written, notes, faults)) => {
                let same = if written.as_bytes() == text { "=".to_string() } else { written };
                let notes = if notes.is_empty() { String::new() } else { format!("; {notes}") };
                format!("{same}{notes}{faults}")
            }
            Err(error) => format!("none: {error}"),
        };
        lines.push(format!("{cells}{BAR}{answer}"));
    }
    Ok(lines)
}

/// The variant that a flag names, if it is not ordinary chess.
fn variant(block: &Block) -> Option<Variant> {
    block.flags().find_map(Variant::from_name).filter(|variant| *variant != Variant::Standard)
}

fn dialect(block: &Block) -> fen::Dialect {
    if block.has("slash") { fen::Dialect::Slash } else { fen::Dialect::Brackets }
}

fn castling(block: &Block) -> fen::CastlingStyle {
    if block.has("shredder") { fen::CastlingStyle::Shredder } else { fen::CastlingStyle::XFen }
}

/// `value | what it means`, for the tag that the block names.
pub(crate) fn values(block: &Block) -> Lines {
    let name = block.flags().next().ok_or("`value` needs the name of a tag")?;
    let mut lines = Vec::new();
    for line in &block.body {
        let cells = line.find(BAR).map_or(line.as_str(), |bar| &line[..bar]);
        lines.push(format!("{cells}{BAR}{}", value::meaning(name, cells.trim_matches('"'))));
    }
    Ok(lines)
}

/// `tag | sound value | other value | section, type, and what becomes of either value`.
pub(crate) fn tags(block: &Block) -> Lines {
    let mut lines = Vec::new();
    for line in &block.body {
        let (cells, _) = split(line, 3)?;
        let [name, sound, other] = cells.split(BAR).collect::<Vec<_>>()[..] else {
            return Err(format!("`{line}`: expected three cells"));
        };
        let kind = tag::kind(name);
        let section = kind.map_or("none", |kind| kind.section);
        let value = kind.map_or(tag::ValueType::Text, |kind| kind.value);
        let spelling = match tag::Value::parse(name, sound) {
            Ok(value) if value.to_string() == sound => "written back",
            Ok(_) => "written otherwise",
            Err(_) => "refused",
        };
        let fate = if tag::Value::parse(name, other).is_ok() { "taken" } else { "refused" };
        lines.push([cells, section, &format!("{value:?}"), spelling, fate].join(BAR));
    }
    Ok(lines)
}

/// `number | scope, glyph, meaning`.
pub(crate) fn nags(block: &Block) -> Lines {
    let mut lines = Vec::new();
    for line in &block.body {
        let cells = line.find(BAR).map_or(line.as_str(), |bar| &line[..bar]);
        let nag = Nag::from_digits(cells).ok_or_else(|| format!("`{cells}` is no NAG"))?;
        let glyph = nag.glyph().unwrap_or("none");
        let meaning = nag.meaning().unwrap_or("no meaning");
        lines.push(format!("{cells}{BAR}{:?}{BAR}{glyph}{BAR}{meaning}", nag.scope()));
    }
    Ok(lines)
}

/// `code | its name in the list of 1994, its name today`.
pub(crate) fn countries(block: &Block) -> Lines {
    let mut lines = Vec::new();
    for line in &block.body {
        let code = line.find(BAR).map_or(line.as_str(), |bar| &line[..bar]);
        let listed = tag::country(code).map_or("not listed", |country| country.name);
        let today = match tag::country_today(code) {
            None => "not today".to_string(),
            Some(today) => match today.listed_code {
                Some(listed) if listed != code => format!("{} today, {listed} then", today.name),
                Some(_) | None => format!("{} today", today.name),
            },
        };
        lines.push(format!("{code}{BAR}{listed}; {today}"));
    }
    Ok(lines)
}

/// `language | pawn, knight, bishop, rook, queen, king`.
pub(crate) fn letters(block: &Block) -> Lines {
    let mut lines = Vec::new();
    for line in &block.body {
        let name = line.find(BAR).map_or(line.as_str(), |bar| &line[..bar]);
        let language = Language::find(name).ok_or_else(|| format!("no language `{name}`"))?;
        let letters: Vec<&str> = language.letters.iter().collect();
        lines.push(format!("{name}{BAR}{}", letters.join(" ")));
    }
    Ok(lines)
}
