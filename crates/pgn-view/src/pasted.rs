//! Text that was pasted: games, positions, and links to positions.

use pgnkit::Game;
use pgnkit::chess::fen::{self, Mode};
use pgnkit::chess::{Position, Variant};
use pgnkit::game::Tags;
use pgnkit::read::{Note, ReadOptions, read_region};
use pgnkit::syntax::{GameEnd, Region, Regions};

use crate::games::SessionError;

/// The tags of a new game before its result.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The content of a pasted text.
#[derive(Debug, Default)]
pub(crate) struct Pasted {
    /// The text of each game, which ends with a termination marker.
    pub(crate) games: Vec<Vec<u8>>,
    /// The line and the beginning of each part that is not a game.
    pub(crate) unread: Vec<(u64, String)>,
}

impl Pasted {
    /// Recognizes games, a FEN per line, or a link to a position on Lichess.
    ///
    /// # Errors
    /// If a link leads to a game, which is not fetched.
    pub(crate) fn read(text: &str) -> Result<Pasted, SessionError> {
        let mut pasted = Pasted::default();
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
        let starts: Option<Vec<Position>> = lines().map(position).collect();
        if let Some(starts) = starts.filter(|starts| !starts.is_empty()) {
            let games =
                starts.iter().map(|start| game_from(start).map(|it| it.to_string().into_bytes()));
            pasted.games = games.collect::<Result<Vec<_>, _>>()?;
            return Ok(pasted);
        }
        if let Some(link) = lines().find(|line| line.starts_with("http"))
            && lines().count() == 1
        {
            let error = SessionError::new(format!("{link}: not a link to a position"));
            return Err(error.with_hint("paste the PGN of the game; pgn fetches nothing"));
        }
        let mut regions = Regions::new(text.as_bytes());
        while let Ok(Some(region)) = regions.next_region() {
            match game_text(&region) {
                Some(game) => pasted.games.push(game),
                None if region.text.trim_ascii().is_empty() => {}
                None => {
                    let beginning = String::from_utf8_lossy(region.text.trim_ascii());
                    let beginning = beginning.lines().next().unwrap_or_default();
                    let beginning = beginning.chars().take(40).collect();
                    pasted.unread.push((region.begin().line, beginning));
                }
            }
        }
        Ok(pasted)
    }
}

/// The text of a game with a termination marker; `None` if a region has neither tags nor moves.
fn game_text(region: &Region<'_>) -> Option<Vec<u8>> {
    let game = read_region(region, ReadOptions::default(), |_: Note<'_>| {})?;
    if game.tags().is_empty() && game.n_plies() == 0 {
        return None;
    }
    let text = region.text.trim_ascii();
    if region.end == Some(GameEnd::Marker) {
        return Some([text, b"\n"].concat());
    }
    // On a line of its own, so that it is in no comment to the end of the line.
    let marked = [text, b"\n", game.outcome().name().as_bytes(), b"\n"].concat();
    let mut regions = Regions::new(marked.as_slice());
    let first = regions.next_region().ok().flatten();
    let is_whole = first.is_some_and(|region| {
        region.end == Some(GameEnd::Marker) && region.text.len() == marked.len()
    });
    if is_whole { Some(marked) } else { Some(game.to_string().into_bytes()) }
}

/// The position of a FEN, or of a link to one on Lichess.
fn position(line: &str) -> Option<Position> {
    match line.split_once("lichess.org/") {
        Some((before, path)) if !before.contains(char::is_whitespace) => {
            let (variant, fen) = linked_position(path)?;
            start(&format!("{variant} {fen}")).ok()
        }
        _ => start(line).ok().filter(|_| line.contains('/')),
    }
}

/// The variant and the FEN in the path of a link to the analysis board or the board editor.
fn linked_position(path: &str) -> Option<(String, String)> {
    let path = percent_decoded(path);
    let path = path.split('#').next().unwrap_or_default();
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let mut parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    if !matches!(parts.first(), Some(&("analysis" | "editor"))) {
        return None;
    }
    parts.remove(0);
    let is_rank = |part: &str| part.contains(|c: char| c.is_ascii_digit()) || part.contains('_');
    let named = parts.first().copied().filter(|_| parts.len() != 8);
    let named = named.filter(|name| Variant::from_name(name).is_some() || !is_rank(name));
    if named.is_some() {
        parts.remove(0);
    }
    let variant = match named {
        Some("standard" | "fromPosition") | None => "",
        Some(name) => Variant::from_name(name)?.name(),
    };
    let of_query = query.split('&').find_map(|pair| pair.strip_prefix("fen="));
    let fen = match of_query {
        Some(fen) => fen.replace(['_', '+'], " "),
        None => parts.join("/").replace('_', " "),
    };
    Some((variant.to_owned(), fen))
}

/// A text in which `%20` is a blank.
fn percent_decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::with_capacity(text.len()), text.as_bytes());
    while let Some((&byte, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|digits| str::from_utf8(digits).ok());
        let coded = digits.filter(|_| byte == b'%');
        match coded.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(decoded) => {
                bytes.push(decoded);
                rest = &after[2..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The position of a text `[VARIANT] [FEN]`; the start position of the variant without a FEN.
///
/// # Errors
/// If the variant is unknown, or the position is impossible, with every reason.
pub(crate) fn start(text: &str) -> Result<Position, SessionError> {
    let text = text.trim();
    let is_board = |word: &str| word.contains('/');
    let at = text.split_whitespace().find(|word| is_board(word));
    let at = at.and_then(|word| text.find(word)).unwrap_or(text.len());
    let (name, fen) = (text[..at].trim_end_matches([' ', ':']), &text[at..]);
    let variant = match name {
        "" => None,
        name => Some(
            Variant::from_name(name)
                .ok_or_else(|| SessionError::new(format!("{name}: neither a variant nor a FEN")))?,
        ),
    };
    let parsed = match (variant, fen) {
        (variant, "") => {
            let variant = variant.unwrap_or_default();
            fen::parse_as(variant.start_fen().as_bytes(), Mode::Lax, variant)
        }
        (Some(variant), fen) => fen::parse_as(fen.as_bytes(), Mode::Lax, variant),
        (None, fen) => fen::parse(fen.as_bytes(), Mode::Lax),
    };
    parsed.map(|(position, _)| position).map_err(|error| SessionError::new(error.to_string()))
}

/// The tags of a start position: `Variant`, `SetUp` and `FEN`, as far as they are needed.
pub(crate) fn start_tags(start: &Position) -> Vec<(&'static str, String)> {
    let mut tags = Vec::new();
    if start.variant() != Variant::Standard {
        tags.push(("Variant", start.variant().name().to_owned()));
    }
    if *start != Position::start() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", start.fen().as_str().to_owned()));
    }
    tags
}

/// A game without moves.
///
/// # Errors
/// If the position cannot be the start of a game.
pub(crate) fn game_from(start: &Position) -> Result<Game, SessionError> {
    let mut tags = Tags::default();
    for (name, value) in ROSTER {
        tags.set(name, value);
    }
    tags.set("Result", "*");
    for (name, value) in start_tags(start) {
        tags.set(name, &value);
    }
    let mut game = Game::new();
    game.set_tags(tags).map_err(|error| SessionError::new(error.to_string()))?;
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "r3k3/8/8/8/8/8/8/4K2R w K - 0 1";

    fn fens(text: &str) -> Vec<String> {
        let read = Pasted::read(text).unwrap();
        let fen = |text: &Vec<u8>| {
            let game: Game = str::from_utf8(text).unwrap().parse().unwrap();
            game.start_position().unwrap().fen().as_str().to_owned()
        };
        read.games.iter().map(fen).collect()
    }

    #[test]
    fn a_fen_is_a_game_alone_and_in_links() {
        let link = FEN.replace(' ', "_");
        for text in [
            FEN.to_owned(),
            format!("  {FEN}\n\n"),
            format!("https://lichess.org/analysis/{link}"),
            format!("https://lichess.org/analysis/standard/{link}?color=white"),
            format!("lichess.org/editor/{link}"),
            format!("https://lichess.org/editor?fen={}&color=white", FEN.replace(' ', "%20")),
            format!("https://lichess.org/analysis/fromPosition/{link}#3"),
        ] {
            assert_eq!(fens(&text), [FEN], "{text}");
        }
        assert_eq!(fens(&format!("{FEN}\n{FEN}\n")), [FEN, FEN]);
        let read = Pasted::read(&format!("https://lichess.org/analysis/atomic/{link}")).unwrap();
        assert!(String::from_utf8_lossy(&read.games[0]).contains("[Variant \"Atomic\"]"));
        assert!(Pasted::read("https://lichess.org/abcdefgh").is_err());
    }

    #[test]
    fn games_are_taken_byte_for_byte_and_the_rest_is_reported() {
        let text = "[White  \"A\"]\n\n1.e4   e5 *\n\n1. d4 d5\n\n[White \"C\"]\n\n1. c4 ; why\n";
        let read = Pasted::read(text).unwrap();
        let games: Vec<_> = read.games.iter().map(|it| String::from_utf8_lossy(it)).collect();
        let expected = [
            "[White  \"A\"]\n\n1.e4   e5 *\n",
            "1. d4 d5\n*\n",
            "[White \"C\"]\n\n1. c4 ; why\n*\n",
        ];
        assert_eq!(games, expected);
        assert!(read.unread.is_empty());
        let read = Pasted::read("Dear Ann,\n\nhello.\n").unwrap();
        assert_eq!((read.games.len(), read.unread[0].0), (0, 1));
        let read = Pasted::read("1. e4 {never closed").unwrap();
        let text = String::from_utf8(read.games[0].clone()).unwrap();
        assert!(text.contains("never closed") && text.trim_end().ends_with('*'), "{text}");
    }

    #[test]
    fn a_start_is_a_variant_a_fen_or_both() {
        assert_eq!(start("").unwrap(), Position::start());
        assert_eq!(start("Atomic").unwrap().variant(), Variant::Atomic);
        let antichess = start("Antichess 8/8/8/8/8/8/8/4K2R w - - 0 1");
        assert_eq!(antichess.unwrap().variant(), Variant::Antichess);
        assert!(start("Checkers").is_err());
        assert!(start("8/8/8/8/8/8/8/8 w - - 0 1").is_err());
    }
}
