//! The lines of an engine in UCI.
//!
//! ```text
//! id name N   id author N   uciok   readyok   option name N type T default V min V max V var V …
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
    /// Who wrote it.
    Author(String),
    /// It has this option.
    Option(EngineOption),
    /// A report during a search.
    Info(SearchInfo),
    /// Its move and the expected reply; `None` if it has none.
    BestMove(Option<String>, Option<String>),
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
    /// The score is a lower bound.
    pub is_lower_bound: bool,
    /// The chances of the side to move to win, draw and lose, in thousandths.
    pub wdl: Option<[u32; 3]>,
    /// Depth in plies of the deepest line.
    pub seldepth: Option<u32>,
    /// Positions searched per second.
    pub nps: Option<u64>,
    /// Positions found in tablebases.
    pub tbhits: Option<u64>,
    /// How full the hash table is, in thousandths.
    pub hashfull: Option<u32>,
    /// The move that is searched, in UCI notation.
    pub currmove: Option<String>,
    /// The number of that move, from 1.
    pub currmovenumber: Option<u32>,
    /// A text for people.
    pub string: Option<String>,
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

/// An option that an engine has, as it describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// `check`, `spin`, `combo`, `button`, `string`, or another word of the protocol.
    pub kind: String,
    /// The value that it has at first.
    pub default: Option<String>,
    /// The least value of a number.
    pub min: Option<i64>,
    /// The greatest value of a number.
    pub max: Option<i64>,
    /// The values to choose from.
    pub choices: Vec<String>,
}

impl UciLine {
    /// Parses a line. Unknown words are skipped, as the protocol requires.
    pub(crate) fn parse(line: &str) -> UciLine {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("uciok") => UciLine::UciOk,
            Some("readyok") => UciLine::ReadyOk,
            Some("info") => UciLine::Info(info(words)),
            Some("id") => match (words.next(), words.collect::<Vec<_>>().join(" ")) {
                (Some("name"), name) => UciLine::Name(name),
                (Some("author"), author) => UciLine::Author(author),
                _ => UciLine::Other,
            },
            Some("bestmove") => {
                let is_move = |mv: &&str| !matches!(*mv, "(none)" | "NULL" | "0000");
                let best = words.next().filter(is_move).map(str::to_owned);
                let reply = words.next().filter(|word| *word == "ponder").and(words.next());
                UciLine::BestMove(best, reply.filter(is_move).map(str::to_owned))
            }
            Some("option") => UciLine::Option(option(words)),
            Some(_) | None => UciLine::Other,
        }
    }
}

/// An option; its name and its values may have several words.
fn option<'a>(words: impl Iterator<Item = &'a str>) -> EngineOption {
    let mut option = EngineOption::default();
    let (mut key, mut text) = ("", String::new());
    let mut put = |key: &str, text: String| match key {
        "name" => option.name = text,
        "type" => option.kind = text,
        "default" => option.default = Some(text),
        "min" => option.min = text.parse().ok(),
        "max" => option.max = text.parse().ok(),
        "var" => option.choices.push(text),
        _ => {}
    };
    for word in words {
        // A name may contain any word but `type`, which ends it.
        let is_key = match key {
            "" => word == "name",
            "name" => word == "type",
            _ => matches!(word, "default" | "min" | "max" | "var"),
        };
        if is_key {
            put(key, std::mem::take(&mut text));
            key = word;
            continue;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
    put(key, text);
    option
}

fn info<'a>(mut words: impl Iterator<Item = &'a str>) -> SearchInfo {
    let mut info = SearchInfo::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = number(words.next()),
            "multipv" => info.multipv = number(words.next()),
            "nodes" => info.nodes = number(words.next()),
            "time" => info.time_ms = number(words.next()),
            "lowerbound" => (info.is_bound, info.is_lower_bound) = (true, true),
            "upperbound" => info.is_bound = true,
            "wdl" => info.wdl = wdl(&mut words),
            "seldepth" => info.seldepth = number(words.next()),
            "nps" => info.nps = number(words.next()),
            "tbhits" => info.tbhits = number(words.next()),
            "hashfull" => info.hashfull = number(words.next()),
            "currmove" => info.currmove = words.next().map(str::to_owned),
            "currmovenumber" => info.currmovenumber = number(words.next()),
            "cp" => info.score = number(words.next()).map(EngineScore::Centipawns),
            "mate" => info.score = number(words.next()).map(EngineScore::Mate),
            "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
            // The rest of the line is free text.
            "string" => info.string = Some(words.by_ref().collect::<Vec<_>>().join(" ")),
            _ => {}
        }
    }
    info
}

fn wdl<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<[u32; 3]> {
    Some([number(words.next())?, number(words.next())?, number(words.next())?])
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}
