//! Probes beside python-chess: the same games, the same plies.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use pgn_query::probe::{Lines, Options, Order, Probe, Search, Sides, Subject, When};
use pgn_testing::{python_chess, shared_corpus};
use pgnkit::chess::Color;
use pgnkit::read::Games;

use pgn_testing::Dir;

/// A question here, and in Python.
struct Row {
    subject: Subject,
    text: &'static str,
    options: Options,
    python: &'static str,
}

fn row(subject: Subject, text: &'static str, python: &'static str) -> Row {
    Row { subject, text, options: Options::default(), python }
}

impl Row {
    fn with(mut self, change: impl FnOnce(&mut Options)) -> Row {
        change(&mut self.options);
        self
    }

    /// Also with the colors exchanged.
    fn either(self) -> Row {
        self.with(|options| options.sides = Sides { either_color: true, either_wing: false })
    }
}

fn positions() -> Vec<Row> {
    use Subject::{Pattern, Position};
    const RUY: &str = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R";
    const OPEN: &str = "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq -";
    vec![
        row(
            Position,
            RUY,
            "b.board_fen() == 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R'",
        ),
        row(
            Position,
            OPEN,
            "b.fen(en_passant='legal').rsplit(' ', 2)[0] == \
             'rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq -'",
        ),
        row(Position, "463b96181691fc9c", "chess.polyglot.zobrist_hash(b) == 0x463b96181691fc9c"),
        row(Position, "823c9b50fd114196", "chess.polyglot.zobrist_hash(b) == 0x823c9b50fd114196"),
        row(
            Pattern,
            "?????rk?/?????pbp/*p?/*/*/*/*/*",
            "rank(8)[5:7] == 'rk' and rank(7)[5:] == 'pbp' and rank(6)[6] == 'p'",
        ),
        row(
            Pattern,
            "?????rk?/?????pbp/*p?/*/*/*/*/*",
            "rank(8)[5:7] == 'rk' and rank(7)[5:] == 'pbp' and rank(6)[6] == 'p' or \
             rank(1)[5:7] == 'RK' and rank(2)[5:] == 'PBP' and rank(3)[6] == 'P'",
        )
        .either(),
        row(Pattern, "*/*/*/*/*/*/*k*/*", "'k' in rank(2)"),
        row(
            Pattern,
            "*/*/*/*[nb]A*/*/*/*/*",
            "any(rank(5)[f] in 'nb' and rank(5)[f + 1].isupper() for f in range(7))",
        ),
        row(
            Pattern,
            "*/*/8/*/*/8/*/*",
            "rank(6) == '________' and rank(3) == '________' and b.turn == W",
        )
        .with(|options| options.turn = Some(Color::White)),
    ]
}

fn materials() -> Vec<Row> {
    use Subject::Material;
    const ROOK_PAWNS: &str = "has('p' * n(W, P) + 'r', 'p' * n(B, P) + 'r') and n(W, P) > n(B, P)";
    vec![
        row(Material, "R1P* r1p*", "has('p' * n(W, P) + 'r', 'p' * n(B, P) + 'r')"),
        row(Material, "R1P* r1p*", "has('p' * n(W, P) + 'r', 'p' * n(B, P) + 'r')")
            .with(|options| options.lasts_plies = 6),
        row(Material, "r1p1> r1p*", ROOK_PAWNS),
        row(
            Material,
            "Q=R*B*N*P* q=r*b*n*p*, lead >= 3",
            "n(W, Q) == n(B, Q) and points(W) - points(B) >= 3",
        ),
        row(
            Material,
            "Q*R*B2N0P* q*r*b0n2p*",
            "n(W, BI) == 2 and n(W, N) == 0 and n(B, BI) == 0 and n(B, N) == 2 or \
             n(B, BI) == 2 and n(B, N) == 0 and n(W, BI) == 0 and n(W, N) == 2",
        )
        .either(),
        row(
            Material,
            "Q0R*L2P* q0r*l1p*",
            "n(W, Q) + n(B, Q) == 0 and \
             n(W, N) + n(W, BI) == 2 and n(B, N) + n(B, BI) == 1",
        ),
        row(Material, "men = 12", "men(W) + men(B) == 12"),
        row(Material, "white men < 6", "men(W) < 6"),
        row(
            Material,
            "opposite bishops",
            "n(W, BI) == 1 and n(B, BI) == 1 and \
             len({sum(divmod(s, 8)) % 2 for s in b.pieces(BI, W) | b.pieces(BI, B)}) == 2",
        )
        .with(|options| options.when = When::AtEnd),
    ]
}

fn pieces() -> Vec<Row> {
    use Subject::Pieces;
    vec![
        row(Pieces, "Nd5", "at('d5') == 'N'"),
        row(Pieces, "Pe4,d5; bg7", "at('e4') == 'P' and at('d5') == 'P' and at('g7') == 'b'"),
        row(Pieces, "K in a..c", "any(s[0] in 'abc' for s in squares(W, K))"),
        row(Pieces, "A in 7..8 >= 3", "sum(c.isupper() for c in rank(7) + rank(8)) >= 3"),
        row(Pieces, "Qxq", "any(b.attacks(s) & b.pieces(Q, B) for s in b.pieces(Q, W))"),
        row(
            Pieces,
            "[NB] attacks f7 >= 2",
            "sum(b.piece_type_at(s) in (N, BI) for s in b.attackers(W, chess.F7)) >= 2",
        ),
        row(Pieces, "n pinned", "pinned(B, N)"),
        row(Pieces, "Q hanging; black to move", "hanging(W, Q) and b.turn == B"),
        row(Pieces, "not P in d; not p in d", "'d' not in pawn_files(W) + pawn_files(B)"),
        row(Pieces, "N in center", "set(squares(W, N)) & {'d4', 'e4', 'd5', 'e5'}")
            .with(|options| options.lasts_plies = 8),
    ]
}

fn pawns() -> Vec<Row> {
    use Subject::Pawns;
    vec![
        row(Pawns, "white isolated >= 3", "len(isolated(W)) >= 3"),
        row(Pawns, "iqp", "any(sum(s[0] == 'd' for s in isolated(c)) == 1 for c in (W, B))"),
        row(Pawns, "black doubled >= 2", "doubled(B) >= 2"),
        row(Pawns, "white passed on 6..7", "any(s[1] in '67' for s in passed(W))"),
        row(Pawns, "black passed >= 2", "len(passed(B)) >= 2"),
        row(Pawns, "white backward >= 2", "len(backward(W)) >= 2"),
        row(Pawns, "black backward", "backward(B)"),
        row(Pawns, "white islands >= 4", "islands(W) >= 4"),
        row(Pawns, "white connected = 6", "len(connected(W)) == 6"),
        row(Pawns, "black files abefgh", "sorted(set(pawn_files(B))) == list('abefgh')"),
        row(
            Pawns,
            "white carlsbad",
            "at('d4') == 'P' == at('e3') and at('d5') == 'p' == at('c6') and \
             'c' not in pawn_files(W) and pawn_files(W).count('d') == 1 and \
             'e' not in pawn_files(B) and pawn_files(B).count('d') == 1",
        ),
        row(
            Pawns,
            "black hanging",
            "at('c5') == 'p' == at('d5') and 'b' not in pawn_files(B) and \
             'e' not in pawn_files(B) and pawn_files(B).count('c') == 1 and \
             pawn_files(B).count('d') == 1 and not set('cd') & set(pawn_files(W))",
        ),
    ]
}

fn moves() -> Vec<Row> {
    use Subject::Moves;
    vec![
        row(Moves, "1. e4 c5 2. Nf3", "sans == ['e4', 'c5', 'Nf3']"),
        row(Moves, "1. d4 * 2. c4", "sans[0::2] == ['d4', 'c4'] and len(sans) == 3"),
        row(
            Moves,
            "1. e4 !c5|e5",
            "len(sans) == 2 and sans[0] == 'e4' and sans[1] not in ('c5', 'e5')",
        ),
        row(Moves, "... O-O-O", "sans[-1:] == ['O-O-O']"),
        row(Moves, "... 1. Bxh7", "sans[-1:] == ['Bxh7'] and ply % 2 == 1"),
        row(
            Moves,
            "1. e4 ... Nf3 ... O-O ... O-O",
            "sans[:1] == ['e4'] and sans[-1] == 'O-O' and 'Nf3' in sans and \
             sans[sans.index('Nf3'):].count('O-O') >= 2",
        ),
        row(Moves, "... e2e4 *", "len(moves) > 1 and moves[-2].uci() == 'e2e4'"),
        row(
            Moves,
            "1. c4 e6 2. Nf3 Nf6",
            "sorted(sans[0::2]) == ['Nf3', 'c4'] and sorted(sans[1::2]) == ['Nf6', 'e6'] and \
             ply == 4",
        )
        .with(|options| options.order = Order::Free),
        row(
            Moves,
            "1. Nf3 Nf6 2. c4 e6 3. d4 d5",
            "b.fen(en_passant='legal').rsplit(' ', 2)[0] == \
             'rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/5N2/PP2PPPP/RNBQKB1R w KQkq -'",
        )
        .with(|options| options.order = Order::AnyWay),
        row(
            Moves,
            "... * Kg2|Kg7|Kh2|Kh7",
            "sans[-1:] and sans[-1] in ('Kg2', 'Kg7', 'Kh2', 'Kh7')",
        )
        .with(|options| options.when = When::AtEnd),
    ]
}

fn events() -> Vec<Row> {
    use Subject::Event;
    const PROMOTES: &str = "moves and moves[-1].promotion not in (None, Q)";
    let at_end = |options: &mut Options| options.when = When::AtEnd;
    vec![
        row(Event, "checkmate", "b.is_checkmate()").with(at_end),
        row(Event, "stalemate", "b.is_stalemate()"),
        row(Event, "check", "b.is_check()"),
        row(Event, "check", "b.is_check()").with(at_end),
        row(Event, "double-check", "len(b.checkers()) > 1"),
        row(Event, "repetition", "repeats(3)"),
        row(Event, "repetition", "repeats(3)").with(at_end),
        row(Event, "repetition5", "repeats(5)"),
        row(Event, "fifty", "b.halfmove_clock >= 100"),
        row(Event, "insufficient", "b.is_insufficient_material()"),
        row(Event, "underpromotion", PROMOTES),
        row(Event, "long-castling", "sans[-1:] == ['O-O-O']"),
    ]
}

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let others = ["Candidates2018", "Paris1878"].into_iter().filter_map(|name| {
        shared_corpus(&format!("a_otb/chris-moreton__rivalchess-pgn/{name}.pgn"))
    });
    let own = ["export-plain", "export-annotated"];
    let own = own.map(|name| root.join(format!("corpus/generated/{name}.pgn")));
    own.into_iter().chain(others).collect()
}

/// File, game and question, each from 0.
type Place = (usize, usize, usize);

/// The answer of the reference implementation: the plies, and the games that it cannot play.
fn judged(
    python: &Path,
    rows: &[Row],
    files: &[PathBuf],
) -> (BTreeMap<Place, u32>, BTreeSet<(usize, usize)>) {
    let dir = Dir::new();
    let line = |row: &Row| {
        let when = if row.options.when == When::Ever { "ever" } else { "end" };
        format!("{when}\t{}\t{}\n", row.options.lasts_plies, row.python)
    };
    let table = dir.file("table.tsv", rows.iter().map(line).collect::<String>());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/probe.py");
    let ran = Command::new(python).arg(script).arg(table).args(files).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let (mut plies, mut bad) = (BTreeMap::new(), BTreeSet::new());
    for line in String::from_utf8_lossy(&ran.stdout).lines() {
        let words: Vec<usize> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        match words[..] {
            [file, game, row, ply] => drop(plies.insert((file, game, row), ply as u32)),
            [file, game] => drop(bad.insert((file, game))),
            _ => panic!("{line}"),
        }
    }
    (plies, bad)
}

#[test]
fn python_chess_answers_the_same() {
    let Some(python) = python_chess() else { return };
    let rows: Vec<Row> = [positions(), materials(), pieces(), pawns(), moves(), events()]
        .into_iter()
        .flatten()
        .collect();
    let probe = |row: &Row| Probe::parse(row.subject, row.text, &row.options);
    let probes: Vec<Probe> = rows.iter().map(probe).collect::<Result<_, _>>().unwrap();
    let files = files();
    let (theirs, bad) = judged(&python, &rows, &files);
    let mut search = Search::new(Arc::from(probes));
    let mut ours = BTreeMap::new();
    for (file, path) in files.iter().enumerate() {
        let text = std::fs::read(path).unwrap();
        for (game, read) in Games::new(&text[..]).enumerate() {
            assert!(search.run(&read.unwrap(), Lines::Main));
            for row in 0..rows.len() {
                if let Some(found) = search.found(row) {
                    ours.insert((file, game, row), found.ply);
                }
            }
        }
    }
    ours.retain(|(file, game, _), _| !bad.contains(&(*file, *game)));
    let places: BTreeSet<Place> = ours.keys().chain(theirs.keys()).copied().collect();
    let differs = |place: &&Place| ours.get(place) != theirs.get(place);
    let differing: Vec<String> = places
        .iter()
        .filter(differs)
        .map(|place| {
            let (ours, theirs) = (ours.get(place), theirs.get(place));
            format!("{place:?} {}: {ours:?} but {theirs:?}", rows[place.2].text)
        })
        .collect();
    assert!(
        differing.is_empty(),
        "{} differ:\n{}",
        differing.len(),
        differing[..differing.len().min(20)].join("\n")
    );
    let answered: BTreeSet<usize> = places.iter().map(|place| place.2).collect();
    println!("{} answers to {} of {} questions", places.len(), answered.len(), rows.len());
    assert!(files.len() < 4 || answered.len() + 10 > rows.len(), "{answered:?}");
}
