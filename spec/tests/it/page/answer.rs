//! What the blocks of a page should say: each answer is worked out anew from the block before it.
//!
//! Standard: §3.2. Decisions: D-39, D-40.
//!
//! | block | answers |
//! |---|---|
//! | `pgn`, `pgn lax` | the faults that reading finds, as marks |
//! | `pgn strict` | of those, the ones for which strict import refuses the game |
//! | `expect` | the same as `LINE:COLUMN CODE name` |
//! | `pgn archival` and the other profiles | the exact export |
//! | `movetext`, `tags` | a section of the export |
//! | `lint` and names of rules | what these rules find |
//! | `losses` | what the export, or the records, before it could not hold |
//! | `error` | why a profile refuses the games |
//! | `records` | the games as records of EPD |
//! | `heard` | the games in Blind Game Notation |
//! | `message`, `mail` | the mail about a game; what a mail does to it |
//! | `tree`, `tokens`, `games` | the model; the tokens; the number of games |
//! | `fen` after `pgn` | the final position of each game |
//! | `fen`, `san`, `move`, `value`, `tag`, `nag`, `hash` | tables: the last cell of each line |

use pgn_formats::epd::game_losses;
use pgnkit::Game;
use pgnkit::charset::{Choice, decode};
use pgnkit::chess::fen;
use pgnkit::write::{Export, KeepSetup, Loss, Newline, Profile, Unrepresentable, WriteError};

use super::input::{Input, language_of};
use super::read::read;
use super::{Block, Page, Piece};
use super::{dump, escape, heard, letter, lint, order, record, records, table};
use crate::layout;

/// What was found out about a block.
pub(crate) struct Wrong {
    pub(crate) line: usize,
    pub(crate) why: String,
}

/// Works out all answers of a page and writes them into it; gives those that were different, and
/// what no answer can correct.
pub(crate) fn answer(page: &mut Page) -> (Vec<Wrong>, Vec<Wrong>) {
    let (mut stale, mut broken) = (Vec::new(), Vec::new());
    let mut run = Run::default();
    let pieces = std::mem::take(&mut page.pieces);
    let mut pieces = pieces.into_iter().peekable();
    while let Some(piece) = pieces.next() {
        let block = match piece {
            Piece::Line(number, line) => {
                if line.starts_with('#') {
                    run = Run::default();
                }
                page.pieces.push(Piece::Line(number, line));
                continue;
            }
            Piece::Block(block) => block,
        };
        let next = pieces.peek().and_then(|piece| match piece {
            Piece::Block(next) => Some(next.kind().to_string()),
            Piece::Line(..) => None,
        });
        match run.block(&block, next.as_deref().unwrap_or_default()) {
            Ok(answers) => {
                for (n, answer) in answers.into_iter().enumerate() {
                    if n > 0 || answer.body != block.body {
                        stale.push(Wrong { line: block.line, why: difference(&block, &answer) });
                    }
                    page.pieces.push(Piece::Block(answer));
                }
            }
            Err(why) => {
                broken.push(Wrong { line: block.line, why });
                page.pieces.push(Piece::Block(block));
            }
        }
    }
    (stale, broken)
}

fn difference(block: &Block, answer: &Block) -> String {
    let show =
        |lines: &[String]| lines.iter().map(|line| format!("    {line}\n")).collect::<String>();
    if block.info != answer.info {
        return format!("a block `{}` is missing:\n{}", answer.info, show(&answer.body));
    }
    let (before, after) = (show(&block.body), show(&answer.body));
    format!("`{}` says\n{before}  but it is\n{after}", block.info)
}

/// The blocks of a statement so far.
#[derive(Default)]
struct Run {
    input: Option<Input>,
    losses: Vec<Loss>,
}

type Answers = Result<Vec<Block>, String>;

impl Run {
    /// The block with its answer, and blocks that are missing after it.
    fn block(&mut self, block: &Block, next: &str) -> Answers {
        let with = |body: Vec<String>| Block { body, ..block.clone() };
        let one = |body: Vec<String>| Ok(vec![with(body)]);
        match block.kind() {
            "pgn" if profile_of(block).is_none() => self.input_block(block, next),
            "pgc" | "ics" | "bgn" => self.input_block(block, next),
            "heard" => one(heard::write(&self.input()?.text.games)?),
            "message" => one(letter::write(block, &self.input()?.text.games)?),
            "mail" => one(letter::read(block, &self.input()?.text.games)?),
            "hex" => one(records::write(block, &self.input()?.text.games)?),
            "ordinal" => one(records::ordinals(block)?),
            "expect" => one(self.input()?.expect()),
            "pgn" | "movetext" | "tags" => self.output_block(block, next),
            "lint" => one(lint::findings(block, self.input()?)?),
            "losses" => one(self.loss_lines()),
            "error" => one(self.refusal(block)?),
            "tree" => {
                let games = self.input()?.text.games.iter().map(dump::lines);
                one(games.collect::<Vec<_>>().join(&String::new()))
            }
            "tokens" => {
                let tokens = self.input()?.text.tokens();
                one(tokens
                    .into_iter()
                    .map(|(kind, text)| format!("{kind:?} {}", text.escape_ascii()))
                    .map(|line| line.replace("\\\"", "\"").replace("\\'", "'"))
                    .collect())
            }
            "fen" if !block.has("strict") && !block.has("lax") => {
                let ep = table::ep_policy(block);
                one(self.input()?.text.games.iter().map(|game| last_fen(game, ep)).collect())
            }
            "fen" => one(table::fens(block)?),
            "epd" => one(record::records(block)?),
            "registers" => one(record::registers(block)?),
            "evaluation" => one(record::evaluations(block)?),
            "counters" => one(record::counters(block)?),
            "san" => one(table::canonical(block)?),
            "move" => one(table::moves(block)?),
            "value" => one(table::values(block)?),
            "tag" => one(table::tags(block)?),
            "nag" => one(table::nags(block)?),
            "hash" => one(table::hashes(block)?),
            "order" => one(order::order(block)?),
            "records" => {
                let mut losses = Vec::new();
                let games = &self.input()?.text.games;
                games.iter().for_each(|game| game_losses(game, &mut losses));
                let lines = record::of_games(games);
                self.losses = losses;
                one(lines)
            }
            "games" => one(vec![self.input()?.text.games.len().to_string()]),
            "sorted" => one(order::sorted(&self.input()?.text.games)),
            "file-name" => one(order::file_names(block)?),
            "country" => one(table::countries(block)?),
            "letters" => one(table::letters(block)?),
            kind => Err(format!("no block is called `{kind}`")),
        }
    }

    fn input(&self) -> Result<&Input, String> {
        self.input.as_ref().ok_or_else(|| "no `pgn` block stands before it".to_string())
    }

    fn input_block(&mut self, block: &Block, next: &str) -> Answers {
        const FLAGS: [&str; 7] = ["lax", "strict", "escaped", "utf8", "latin1", "cp1252", "times"];
        let is_known = |flag: &&str| FLAGS.contains(flag) || language_of(flag).is_some();
        if let Some(flag) = block.flags().find(|flag| !is_known(flag)) {
            return Err(format!("`pgn` has no flag `{flag}`"));
        }
        let input = Input::of(block);
        let mut answers = Vec::new();
        if next == "expect" || input.needs_expect() {
            answers.push(Block { body: input.bare(), ..block.clone() });
            if next != "expect" {
                let info = "expect".to_string();
                answers.push(Block { line: block.line, info, body: input.expect() });
            }
        } else {
            answers.push(Block { body: input.marked(), ..block.clone() });
        }
        let checked = properties(&input.text.games);
        self.input = Some(input);
        self.losses.clear();
        checked.map(|()| answers)
    }

    fn output_block(&mut self, block: &Block, next: &str) -> Answers {
        let export = export_of(block)?;
        let mut bytes = Vec::new();
        let mut losses = Vec::new();
        for game in &self.input()?.text.games {
            let mut text = Vec::new();
            export.append(game, &mut text, &mut losses).map_err(|error| error.to_string())?;
            match block.kind() {
                "pgn" => bytes.append(&mut text),
                kind => {
                    if !bytes.is_empty() {
                        bytes.push(b'\n');
                    }
                    bytes.extend_from_slice(section(&text, kind)?);
                }
            }
        }
        let body = if block.has("escaped") {
            escape::lines_of(&bytes)
        } else {
            let text = decode(&bytes, export.profile.encoding()).text;
            text.lines().map(ToString::to_string).collect()
        };
        self.losses = losses;
        let mut answers = vec![Block { body, ..block.clone() }];
        if !self.losses.is_empty() && next != "losses" {
            let info = "losses".to_string();
            answers.push(Block { line: block.line, info, body: self.loss_lines() });
        }
        Ok(answers)
    }

    fn loss_lines(&self) -> Vec<String> {
        if self.losses.is_empty() {
            return vec!["none".to_string()];
        }
        self.losses.iter().map(loss_line).collect()
    }

    /// Why each game is refused.
    fn refusal(&self, block: &Block) -> Result<Vec<String>, String> {
        let export = export_of(block)?;
        let mut lines = Vec::new();
        for game in &self.input()?.text.games {
            match export.append(game, &mut Vec::new(), &mut Vec::new()) {
                Ok(()) => lines.push("written".to_string()),
                Err(WriteError::Refused(losses)) => lines.extend(losses.iter().map(loss_line)),
                Err(WriteError::Io(error)) => return Err(error.to_string()),
            }
        }
        Ok(lines)
    }
}

fn loss_line(loss: &Loss) -> String {
    format!("{} {} {}", loss.fault.code, loss.fault.name, loss.n)
}

fn profile_of(block: &Block) -> Option<Profile> {
    block.flags().find_map(Profile::from_name)
}

fn export_of(block: &Block) -> Result<Export, String> {
    let mut export = Export::new(Profile::Archival);
    for flag in block.flags() {
        match flag {
            "crlf" => export.newline = Newline::CrLf,
            "keep-setup" => export.keep_setup = KeepSetup::Keep,
            "refuse" => export.unrepresentable = Unrepresentable::Refuse,
            "escaped" => {}
            name => match Profile::from_name(name) {
                Some(profile) => export.profile = profile,
                None => return Err(format!("`{}` has no flag `{name}`", block.kind())),
            },
        }
    }
    Ok(export)
}

/// The tag section or the movetext of one exported game, without the empty line after it.
fn section<'a>(text: &'a [u8], kind: &str) -> Result<&'a [u8], String> {
    let split = text.windows(2).position(|pair| pair == b"\n\n");
    let (tags, movetext) = match split {
        Some(at) if at + 2 < text.len() => text.split_at(at + 2),
        _ => (&b""[..], text),
    };
    let ended = |part: &'a [u8]| match part.strip_suffix(b"\n") {
        Some(section) => Ok(section),
        None if part.is_empty() => Ok(part),
        None => Err("the section has no empty line after it".to_string()),
    };
    ended(if kind == "tags" { tags } else { movetext })
}

fn last_fen(game: &Game, ep: fen::EpPolicy) -> String {
    let mut cursor = game.cursor();
    while cursor.forward() {}
    match cursor.position() {
        Some(position) => fen::to_text(position, ep).to_string(),
        None => "not known".to_string(),
    }
}

/// What must hold of every game on every page: each profile is a fixpoint, and strict import takes
/// archival text (decisions.md, the contract for export).
pub(crate) fn properties(games: &[Game]) -> Result<(), String> {
    for game in games {
        for profile in Profile::ALL {
            let export = Export::new(profile).with_keep_setup(KeepSetup::Keep);
            let mut once = Vec::new();
            if export.append(game, &mut once, &mut Vec::new()).is_err() {
                continue;
            }
            let again = read(once.clone(), Choice::Fixed(profile.encoding()));
            let mut twice = Vec::new();
            for game in &again.games {
                let written = export.append(game, &mut twice, &mut Vec::new());
                written.map_err(|error| format!("{}: {error}", profile.name()))?;
            }
            if profile == Profile::Archival {
                layout::check(&once, 1)?;
            }
            if once != twice {
                let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                let (once, twice) = (show(&once), show(&twice));
                let name = profile.name();
                return Err(format!("{name} is no fixpoint:\n{once}\nagain:\n{twice}"));
            }
            let is_strict = matches!(profile, Profile::Archival | Profile::Reduced);
            let departure = again.notes.iter().find(|found| found.is_departure());
            if let (true, Some(found)) = (is_strict, departure) {
                let (name, fault) = (profile.name(), found.fault().name);
                return Err(format!("strict import refuses its {name} form: {fault}"));
            }
        }
    }
    Ok(())
}
