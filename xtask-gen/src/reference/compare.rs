//! Our reading of a file against the reference's, game by game.
//!
//! Decisions: D-22, D-38.

use std::fmt;

use super::align::align;
use super::answer::Answer;
use super::ours::{MainLine, OurGame, main_line, start_fen};

/// In what two readings of a game differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    /// Where the game starts.
    Start,
    /// The moves of the main line.
    Moves,
    /// The spelling of a move of the main line.
    San,
    /// The outcome.
    Outcome,
    /// The reference has no game where we have one.
    OnlyOurs,
    /// The reference has a game where we have none.
    OnlyTheirs,
    /// The moves before the first one that the reference could not read.
    BeforeError,
    /// The reference does not read back what we write.
    WriteBack,
}

impl Kind {
    pub(crate) const ALL: [Kind; 8] = [
        Kind::Start,
        Kind::Moves,
        Kind::San,
        Kind::Outcome,
        Kind::OnlyOurs,
        Kind::OnlyTheirs,
        Kind::BeforeError,
        Kind::WriteBack,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Kind::Start => "start",
            Kind::Moves => "moves",
            Kind::San => "san",
            Kind::Outcome => "outcome",
            Kind::OnlyOurs => "only-ours",
            Kind::OnlyTheirs => "only-theirs",
            Kind::BeforeError => "before-error",
            Kind::WriteBack => "write-back",
        }
    }
}

/// One difference.
#[derive(Debug)]
pub(crate) struct Difference {
    pub(crate) kind: Kind,
    /// Number of the game in its file, ours or, where we have none, the reference's; from 1.
    pub(crate) game: u64,
    /// The two readings, for a reader.
    pub(crate) detail: String,
    /// The rules of the game's variant are not known here.
    pub(crate) of_unknown_rules: bool,
}

/// The counts of a comparison.
#[derive(Default, Debug, Clone, Copy)]
pub(crate) struct Count {
    pub(crate) ours: u64,
    pub(crate) theirs: u64,
    /// Games of the reference's that begin inside a game of ours: pieces that it cut off.
    pub(crate) pieces: u64,
    /// Games that the reference read with errors; they are not compared.
    pub(crate) faulty: u64,
    /// Of those, games with the same reading on both sides as far as both go.
    pub(crate) faulty_same: u64,
    pub(crate) compared: u64,
    /// Of those, games whose moves the reference has only in part, since it cut the game in pieces.
    pub(crate) partly: u64,
    pub(crate) plies: u64,
    pub(crate) same: u64,
}

impl Count {
    pub(crate) fn add(&mut self, other: Count) {
        self.ours += other.ours;
        self.theirs += other.theirs;
        self.pieces += other.pieces;
        self.faulty += other.faulty;
        self.faulty_same += other.faulty_same;
        self.compared += other.compared;
        self.partly += other.partly;
        self.plies += other.plies;
        self.same += other.same;
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games of ours, {} of the reference's; ", self.ours, self.theirs)?;
        write!(f, "compared {} ({} in part), {} plies, ", self.compared, self.partly, self.plies)?;
        write!(f, "the same {}; ", self.same)?;
        write!(f, "{} read with errors by the reference, ", self.faulty)?;
        write!(f, "the same as far as both go {}; ", self.faulty_same)?;
        write!(f, "{} pieces cut off by the reference", self.pieces)
    }
}

/// Compares the games of one text; `first` is the number of its first game in the file.
pub(crate) fn compare(
    first: u64,
    ours: &[OurGame],
    theirs: &[&Answer],
    differences: &mut Vec<Difference>,
) -> Count {
    let mut count =
        Count { ours: ours.len() as u64, theirs: theirs.len() as u64, ..Count::default() };
    let our_lines: Vec<u64> = ours.iter().map(|game| game.line).collect();
    let their_lines: Vec<u64> =
        theirs.iter().map(|answer| answer.lines.map_or(0, |lines| lines.1)).collect();
    let pairings = align(&our_lines, &their_lines);
    let mut is_paired = vec![false; theirs.len()];
    for (idx, (our, pairing)) in ours.iter().zip(&pairings).enumerate() {
        let game = first + idx as u64;
        pairing.theirs.iter().for_each(|&their| is_paired[their] = true);
        if pairing.theirs.is_empty() {
            let detail = format!("line {}: {:?}", our.line, our.faults);
            differences.push(Difference {
                kind: Kind::OnlyOurs,
                game,
                detail,
                of_unknown_rules: has_unknown_rules(our),
            });
            continue;
        }
        count.pieces += pairing.theirs.len() as u64 - 1;
        let line = main_line(&our.game);
        let pieces: Vec<&Answer> = pairing.theirs.iter().map(|&their| theirs[their]).collect();
        let (best, their) = best_piece(&line, &pieces);
        if !their.is_clean() {
            count.faulty += 1;
            let is_same = n_same(&line, their) == their.uci.len().min(line.uci.len());
            count.faulty_same += u64::from(is_same);
            if !is_same {
                let detail = differ_in_moves(&line, their, true).unwrap_or_default();
                differences.push(Difference {
                    kind: Kind::BeforeError,
                    game,
                    detail: format!("line {} reference {}: {detail}", our.line, their.index),
                    of_unknown_rules: has_unknown_rules(our),
                });
            }
            continue;
        }
        let is_cut = best + 1 < pieces.len();
        let found = differ(our, &line, their, is_cut);
        count.compared += 1;
        count.partly += u64::from(their.uci.len() < line.uci.len() && found.is_empty());
        count.plies += their.uci.len() as u64;
        count.same += u64::from(found.is_empty());
        differences.extend(found.into_iter().map(|(kind, detail)| {
            let place =
                format!("{} reference {}: {detail} {:?}", our.line, their.index, our.faults);
            let detail = format!("line {place}");
            Difference { kind, game, detail, of_unknown_rules: has_unknown_rules(our) }
        }));
    }
    for (their, _) in theirs.iter().zip(is_paired).filter(|(_, is_paired)| !is_paired) {
        let detail = format!("reference {}: {:?} {:?}", their.index, their.uci, their.error_texts);
        differences.push(Difference {
            kind: Kind::OnlyTheirs,
            game: their.index,
            detail,
            of_unknown_rules: false,
        });
    }
    count
}

fn has_unknown_rules(our: &OurGame) -> bool {
    our.faults.contains(&pgnkit::fault::UNKNOWN_VARIANT.name)
}

/// Of the pieces into which the reference cut a game, the one that has the most of our main line.
fn best_piece<'a>(line: &MainLine, pieces: &[&'a Answer]) -> (usize, &'a Answer) {
    let mut best = (0, pieces[0]);
    for (idx, &piece) in pieces.iter().enumerate() {
        if (n_same(line, piece), piece.is_clean()) > (n_same(line, best.1), best.1.is_clean()) {
            best = (idx, piece);
        }
    }
    best
}

fn n_same(line: &MainLine, their: &Answer) -> usize {
    line.uci.iter().zip(&their.uci).take_while(|(our, their)| our == their).count()
}

/// In what the two readings of a game differ; if the reference cut it in pieces and more of them
/// follow, the moves of this one must be how ours begin.
fn differ(our: &OurGame, line: &MainLine, their: &Answer, is_cut: bool) -> Vec<(Kind, String)> {
    let mut found = Vec::new();
    let start = start_fen(&our.game);
    if start.as_deref() != Some(their.start_fen.as_str()) {
        let detail = format!("{start:?}, reference {} {:?}", their.variant, their.start_fen);
        found.push((Kind::Start, detail));
    }
    if let Some(detail) = differ_in_moves(line, their, is_cut) {
        found.push((Kind::Moves, detail));
    } else if let Some(ply) = (0..their.san.len()).find(|&ply| line.san[ply] != their.san[ply]) {
        let detail = format!("ply {ply}: {}, reference {}", line.san[ply], their.san[ply]);
        found.push((Kind::San, detail));
    }
    let outcome = our.game.outcome().to_string();
    if !is_cut && outcome != their.result {
        found.push((Kind::Outcome, format!("{outcome}, reference {:?}", their.result)));
    }
    found
}

fn differ_in_moves(line: &MainLine, their: &Answer, is_cut: bool) -> Option<String> {
    let n_same = n_same(line, their);
    let is_whole = n_same == their.uci.len() && (is_cut || n_same == line.uci.len());
    if is_whole {
        return None;
    }
    let (ours, theirs) = (line.uci.len(), their.uci.len());
    let (our, their) = (line.san.get(n_same), their.san.get(n_same));
    Some(format!("{ours} plies, reference {theirs}; ply {n_same}: {our:?}, reference {their:?}"))
}
