//! The lines of an engine in UCI.
//!
//! ```text
//! id name N   uciok   readyok   option name N type T …
//! info depth 12 score cp 35 nodes 1234 time 56 pv e2e4 e7e5
//! bestmove e2e4 [ponder e7e5]
//! ```

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UciLine {
    /// It has listed its options.
    UciOk,
    /// It has done everything it was sent before.
    ReadyOk,
    /// Its name.
    Name(String),
    /// It has an option of this name.
    Option(String),
    /// A report during a search.
    Info(SearchInfo),
    /// Its move; `None` if it has none.
    BestMove(Option<String>),
    /// Something else, which is ignored.
    Other,
}

/// The reports of an engine during a search; values that the line does not contain are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchInfo {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// The rank of this line among several; 1 is the best.
    pub multipv: Option<u32>,
    /// The score for the side to move.
    pub score: Option<EngineScore>,
    /// The score is a lower or an upper bound.
    pub is_bound: bool,
    /// Number of positions searched.
    pub nodes: Option<u64>,
    /// Time since the search began, in milliseconds.
    pub time_ms: Option<u64>,
    /// The moves that the engine expects, in UCI notation.
    pub pv: Vec<String>,
}

/// The score of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this number of moves; negative if the side to move is mated.
    Mate(i32),
}

impl UciLine {
    /// Parses a line. Unknown words are skipped, as the protocol requires.
    pub(crate) fn parse(line: &str) -> UciLine {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("uciok") => UciLine::UciOk,
            Some("readyok") => UciLine::ReadyOk,
            Some("info") => UciLine::Info(info(words)),
            Some("id") if words.next() == Some("name") => {
                UciLine::Name(words.collect::<Vec<_>>().join(" "))
            }
            Some("bestmove") => {
                let mv = words.next().filter(|mv| !matches!(*mv, "(none)" | "NULL" | "0000"));
                UciLine::BestMove(mv.map(str::to_owned))
            }
            Some("option") => {
                let name = words.skip_while(|word| *word != "name").skip(1);
                let name: Vec<&str> = name.take_while(|word| *word != "type").collect();
                UciLine::Option(name.join(" "))
            }
            Some(_) | None => UciLine::Other,
        }
    }
}

fn info<'a>(mut words: impl Iterator<Item = &'a str>) -> SearchInfo {
    let mut info = SearchInfo::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = number(words.next()),
            "multipv" => info.multipv = number(words.next()),
            "nodes" => info.nodes = number(words.next()),
            "time" => info.time_ms = number(words.next()),
            "lowerbound" | "upperbound" => info.is_bound = true,
            "cp" => info.score = number(words.next()).map(EngineScore::Centipawns),
            "mate" => info.score = number(words.next()).map(EngineScore::Mate),
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
