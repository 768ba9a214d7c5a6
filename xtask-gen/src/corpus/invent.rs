//! Invented games: random legal moves, and random words about them.
//!
//! Standard: §8.1.1, §8.2. Decisions: D-10, D-28, D-29, D-30.

use pgn_chess::fen::{self, EpPolicy};
use pgn_chess::notation::san;
use pgn_chess::{Color, Move, Position};

use super::random::Random;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// Tags, moves and the outcome.
    Plain,
    /// With glyphs, comments, commands and nested variations.
    Annotated,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    Usual,
    SetUp,
    Chess960,
}

/// The pieces of movetext that no layout breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// `12.` or `12...`
    Number(String),
    San(String),
    Nag(u8),
    /// The words of a brace comment; a command is one word.
    Comment(Vec<String>),
    Open,
    Close,
    Marker(&'static str),
}

pub(crate) struct Invention {
    /// Names and values, in export order, values without anything to escape.
    pub(crate) tags: Vec<(&'static str, String)>,
    pub(crate) units: Vec<Unit>,
    /// Of the main line.
    pub(crate) n_plies: usize,
}

const NAMES: [&str; 12] = [
    "Acker", "Brook", "Cairn", "Dale", "Esker", "Fell", "Glen", "Heath", "Islet", "Knoll", "Ledge",
    "Moor",
];
const WORDS: [&str; 20] = [
    "and",
    "White",
    "holds",
    "the",
    "square",
    "50%",
    "a",
    "pawn;",
    "better",
    "was",
    "(perhaps)",
    "this",
    "plan,",
    "Black's",
    "rook",
    "\"free\"",
    "$5",
    "d4!",
    "again",
    "{not",
];
const DEPTH_MAX: usize = 4;

/// One line that is being written: the main line, or a variation of the line below it.
struct Line {
    position: Position,
    /// Before the last move; a variation starts there.
    before: Position,
    n_left: usize,
    n_played: usize,
    /// A number must be before the next move even if it is Black's.
    numbered: bool,
}

impl Line {
    fn new(position: Position, n_left: usize) -> Self {
        Self { position, before: position, n_left, n_played: 0, numbered: true }
    }
}

/// Game `number` of its file.
pub(crate) fn invent(
    random: &mut Random,
    content: Content,
    start: Start,
    number: u64,
) -> Invention {
    let position = start_position(random, start);
    let mut units = Vec::new();
    if content == Content::Annotated && random.in_percent(30) {
        units.push(comment(random));
    }
    let n_moves = random.within(1, 90);
    let last = movetext(random, content, Line::new(position, n_moves), &mut units);
    let marker = marker(random, &last.position);
    units.push(Unit::Marker(marker));
    let tags = tags(random, number, marker, start, &position);
    Invention { tags, units, n_plies: last.n_played }
}

/// Plays the main line and every variation; returns the main line as it ended.
///
/// The stack of open lines is here, so that depth is a number and not the call stack.
fn movetext(random: &mut Random, content: Content, main: Line, units: &mut Vec<Unit>) -> Line {
    let mut open: Vec<Line> = Vec::new();
    let mut line = main;
    loop {
        let mv = choose_move(random, &line.position).filter(|_| line.n_left > 0);
        let Some(mv) = mv else {
            let Some(below) = open.pop() else { return line };
            // A variation has a move at least, because the move that it replaces was one.
            units.push(Unit::Close);
            line = below;
            line.numbered = true;
            continue;
        };
        play(&mut line, mv, units);
        if content == Content::Plain {
            continue;
        }
        annotate(random, &mut line, units);
        if open.len() < DEPTH_MAX && random.in_percent(8) {
            units.push(Unit::Open);
            if random.in_percent(15) {
                units.push(comment(random));
            }
            let variation = Line::new(line.before, random.within(1, 9));
            open.push(std::mem::replace(&mut line, variation));
        }
    }
}

fn play(line: &mut Line, mv: Move, units: &mut Vec<Unit>) {
    let fullmove = line.position.fullmove();
    match line.position.turn() {
        Color::White => units.push(Unit::Number(format!("{fullmove}."))),
        Color::Black if line.numbered => units.push(Unit::Number(format!("{fullmove}..."))),
        Color::Black => {}
    }
    line.before = line.position;
    units.push(Unit::San(san::play_to_text(&mut line.position, mv).to_string()));
    line.n_left -= 1;
    line.n_played += 1;
    line.numbered = false;
}

fn annotate(random: &mut Random, line: &mut Line, units: &mut Vec<Unit>) {
    if random.in_percent(12) {
        let nag = random.within(1, 139);
        units.push(Unit::Nag(nag as u8));
        if random.in_percent(20) {
            units.push(Unit::Nag(if nag == 1 { 2 } else { 1 }));
        }
        line.numbered = true;
    }
    if random.in_percent(15) {
        units.push(comment(random));
        line.numbered = true;
    }
}

/// Any legal move; the order in which they are found does not matter.
fn choose_move(random: &mut Random, position: &Position) -> Option<Move> {
    let mut moves = position.legal_moves().as_slice().to_vec();
    moves.sort_by_key(|mv| mv.raw());
    if moves.is_empty() { None } else { Some(random.choose(&moves)) }
}

fn comment(random: &mut Random) -> Unit {
    let mut words = Vec::new();
    if random.in_percent(40) {
        let seconds = random.below(7200);
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        words.push(format!("[%clk {hours}:{minutes:02}:{:02}]", seconds % 60));
    }
    if random.in_percent(25) {
        words.push(format!("[%eval {}.{:02}]", random.below(9), random.below(100)));
    }
    let n_words = random.within(usize::from(words.is_empty()), 25);
    words.extend((0..n_words).map(|_| random.choose(&WORDS).to_string()));
    Unit::Comment(words)
}

fn start_position(random: &mut Random, start: Start) -> Position {
    let mut position = match start {
        Start::Chess960 => Position::chess960(random.below(960) as u16).unwrap_or_default(),
        Start::Usual | Start::SetUp => Position::start(),
    };
    if start == Start::SetUp {
        for _ in 0..random.within(3, 60) {
            let Some(mv) = choose_move(random, &position) else { break };
            let after = position.after(mv);
            if !after.has_legal_move() {
                break;
            }
            position = after;
        }
    }
    position
}

/// The result by the board, or a random one.
fn marker(random: &mut Random, last: &Position) -> &'static str {
    if last.is_checkmate() {
        return if last.turn() == Color::White { "0-1" } else { "1-0" };
    }
    if last.is_stalemate() || last.is_insufficient_material() {
        return "1/2-1/2";
    }
    random.choose(&["1-0", "0-1", "1/2-1/2", "*"])
}

fn tags(
    random: &mut Random,
    number: u64,
    marker: &str,
    start: Start,
    position: &Position,
) -> Vec<(&'static str, String)> {
    let player = |random: &mut Random| {
        let initial = char::from(b'A' + random.below(26) as u8);
        format!("{}, {initial}.", random.choose(&NAMES))
    };
    let year = random.within(1990, 2026);
    let date = match random.below(10) {
        0 => format!("{year}.??.??"),
        1 => format!("{year}.{:02}.??", random.within(1, 12)),
        _ => format!("{year}.{:02}.{:02}", random.within(1, 12), random.within(1, 28)),
    };
    let mut tags = vec![
        ("Event", "Random games".to_string()),
        ("Site", "?".to_string()),
        ("Date", date),
        ("Round", number.to_string()),
        ("White", player(random)),
        ("Black", player(random)),
        ("Result", marker.to_string()),
    ];
    let elo = |random: &mut Random| random.within(1000, 2800).to_string();
    if random.in_percent(50) {
        tags.push(("BlackElo", elo(random)));
    }
    if start != Start::Usual {
        tags.push(("FEN", fen::to_text(position, EpPolicy::Standard).to_string()));
        tags.push(("SetUp", "1".to_string()));
    }
    if start == Start::Chess960 {
        tags.push(("Variant", "Chess960".to_string()));
    }
    if random.in_percent(50) {
        tags.push(("WhiteElo", elo(random)));
    }
    tags
}
