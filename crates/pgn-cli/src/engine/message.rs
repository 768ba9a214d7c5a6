//! The lines that an engine says in UCI.
//!
//! ```text
//! id name N   uciok   readyok   option name N type T …
//! info depth 12 score cp 35 nodes 1234 time 56 pv e2e4 e7e5
//! bestmove e2e4 [ponder e7e5]
//! ```

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// It has said what it can do.
    UciOk,
    /// It has done all that was asked.
    ReadyOk,
    /// What it calls itself.
    Name(String),
    /// It has an option of this name.
    Option(String),
    /// What it thinks.
    Info(Info),
    /// Its move; `None` where it has none.
    BestMove(Option<String>),
    /// Something else, which is passed over.
    Other,
}

/// What an engine thinks at one moment; what a line does not say is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Plies that were searched.
    pub depth: Option<u32>,
    /// The line is this one of several; 1 is the best.
    pub multipv: Option<u32>,
    /// How good, for the side to move.
    pub score: Option<Score>,
    /// The score is only known to be above or below this.
    pub is_bound: bool,
    /// Positions that were looked at.
    pub nodes: Option<u64>,
    /// Time since the search began, in milliseconds.
    pub time_ms: Option<u64>,
    /// The moves that it expects, in coordinates.
    pub pv: Vec<String>,
}

/// How good a position is for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative when the side to move is mated.
    Mate(i32),
}

impl Heard {
    /// What a line means. A word that is not known is passed over, as the protocol asks.
    pub(super) fn parse(line: &str) -> Heard {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("uciok") => Heard::UciOk,
            Some("readyok") => Heard::ReadyOk,
            Some("info") => Heard::Info(info(words)),
            Some("id") if words.next() == Some("name") => {
                Heard::Name(words.collect::<Vec<_>>().join(" "))
            }
            Some("bestmove") => {
                let mv = words.next().filter(|mv| !matches!(*mv, "(none)" | "NULL" | "0000"));
                Heard::BestMove(mv.map(str::to_owned))
            }
            Some("option") => {
                let name = words.skip_while(|word| *word != "name").skip(1);
                let name: Vec<&str> = name.take_while(|word| *word != "type").collect();
                Heard::Option(name.join(" "))
            }
            Some(_) | None => Heard::Other,
        }
    }
}

fn info<'a>(mut words: impl Iterator<Item = &'a str>) -> Info {
    let mut info = Info::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = number(words.next()),
            "multipv" => info.multipv = number(words.next()),
            "nodes" => info.nodes = number(words.next()),
            "time" => info.time_ms = number(words.next()),
            "lowerbound" | "upperbound" => info.is_bound = true,
            "cp" => info.score = number(words.next()).map(Score::Centipawns),
            "mate" => info.score = number(words.next()).map(Score::Mate),
            "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
            // The rest of the line is free text.
            "string" => return info,
            _ => {}
        }
    }
    info
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}
