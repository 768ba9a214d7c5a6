//! A board in the plainest way: sixty-four letters, and every move tried out.
//!
//! Owns: legal moves and their SAN for the second reader of PGC. Knows nothing of: the library.
//! Standard: §8.2.3, §16.1. Decisions: D-60.
//! Start at [`Board::nth`].

/// A position. Squares count from a1 along the ranks; men are the letters of FEN.
#[derive(Debug, Clone)]
pub(crate) struct Board {
    men: [u8; 64],
    is_white: bool,
    /// The squares of the rooks that may castle.
    rooks: Vec<usize>,
    en_passant: Option<usize>,
}

/// From, to and what a pawn becomes; castling goes to the rook's square.
type Step = (usize, usize, Option<u8>);

const EMPTY: u8 = b' ';
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const JUMPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn shifted(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    let is_on = (0..8).contains(&file) && (0..8).contains(&rank);
    is_on.then_some((rank * 8 + file) as usize)
}

fn name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + square as u8 % 8), square / 8 + 1)
}

impl Board {
    pub(crate) const USUAL: &'static str =
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    pub(crate) fn of_fen(fen: &str) -> Board {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut men = [EMPTY; 64];
        for (n, row) in fields[0].split('/').enumerate() {
            let mut square = (7 - n) * 8;
            for letter in row.bytes() {
                match letter {
                    b'1'..=b'8' => square += usize::from(letter - b'0'),
                    letter => {
                        men[square] = letter;
                        square += 1;
                    }
                }
            }
        }
        let mut board =
            Board { men, is_white: fields[1] == "w", rooks: Vec::new(), en_passant: None };
        let right = |letter| board.rook_of(letter);
        let rooks = fields[2].bytes().filter_map(right).collect();
        board.rooks = rooks;
        if let [file, rank] = *fields[3].as_bytes() {
            board.en_passant = Some(usize::from(rank - b'1') * 8 + usize::from(file - b'a'));
        }
        board
    }

    /// The rook that a letter of the castling field means: the outermost one, or that of a file.
    fn rook_of(&self, letter: u8) -> Option<usize> {
        let is_white = letter.is_ascii_uppercase();
        let rank = if is_white { 0 } else { 56 };
        let (rook, king) = if is_white { (b'R', b'K') } else { (b'r', b'k') };
        let king = (rank..rank + 8).find(|&square| self.men[square] == king);
        let is_rook = |&square: &usize| self.men[square] == rook;
        match letter.to_ascii_lowercase() {
            b'k' => (king?..rank + 8).rev().find(is_rook),
            b'q' => (rank..king?).find(is_rook),
            file @ b'a'..=b'h' => Some(rank + usize::from(file - b'a')),
            _ => None,
        }
    }

    fn is_own(&self, square: usize) -> bool {
        let man = self.men[square];
        man != EMPTY && man.is_ascii_uppercase() == self.is_white
    }

    fn is_enemy(&self, square: usize) -> bool {
        self.men[square] != EMPTY && !self.is_own(square)
    }

    /// Whether a man of this colour attacks the square.
    fn is_attacked(&self, square: usize, by_white: bool) -> bool {
        let is_man = |at: usize, letters: &[u8]| {
            let man = self.men[at];
            man.is_ascii_uppercase() == by_white && letters.contains(&man.to_ascii_lowercase())
        };
        let meets = |way: (i32, i32), letters: &[u8]| {
            let mut at = shifted(square, way);
            while let Some(here) = at {
                if self.men[here] != EMPTY {
                    return is_man(here, letters);
                }
                at = shifted(here, way);
            }
            false
        };
        let below = if by_white { -1 } else { 1 };
        STRAIGHT.iter().any(|&way| meets(way, b"rq"))
            || DIAGONAL.iter().any(|&way| meets(way, b"bq"))
            || JUMPS.iter().any(|&by| shifted(square, by).is_some_and(|at| is_man(at, b"n")))
            || [(-1, below), (1, below)]
                .iter()
                .any(|&by| shifted(square, by).is_some_and(|at| is_man(at, b"p")))
            || STRAIGHT
                .iter()
                .chain(&DIAGONAL)
                .any(|&by| shifted(square, by).is_some_and(|at| is_man(at, b"k")))
    }

    fn is_check(&self, of_white: bool) -> bool {
        let king = if of_white { b'K' } else { b'k' };
        let square = self.men.iter().position(|&man| man == king);
        square.is_some_and(|square| self.is_attacked(square, !of_white))
    }

    /// All legal moves.
    fn moves(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for from in (0..64).filter(|&square| self.is_own(square)) {
            match self.men[from].to_ascii_lowercase() {
                b'p' => self.pawn_moves(from, &mut steps),
                b'n' => self.goes(from, &JUMPS, false, &mut steps),
                b'b' => self.goes(from, &DIAGONAL, true, &mut steps),
                b'r' => self.goes(from, &STRAIGHT, true, &mut steps),
                man => {
                    let ways = [STRAIGHT, DIAGONAL].concat();
                    self.goes(from, &ways, man == b'q', &mut steps);
                }
            }
        }
        let white = self.is_white;
        steps.retain(|&step| !self.after(step).is_check(white));
        self.castles(&mut steps);
        steps
    }

    fn goes(&self, from: usize, ways: &[(i32, i32)], slides: bool, steps: &mut Vec<Step>) {
        for &way in ways {
            let mut at = shifted(from, way);
            while let Some(to) = at.filter(|&to| !self.is_own(to)) {
                steps.push((from, to, None));
                at = shifted(to, way).filter(|_| slides && self.men[to] == EMPTY);
            }
        }
    }

    fn pawn_moves(&self, from: usize, steps: &mut Vec<Step>) {
        let (up, home) = if self.is_white { (1, 1) } else { (-1, 6) };
        let mut targets = Vec::new();
        let one = shifted(from, (0, up)).filter(|&to| self.men[to] == EMPTY);
        targets.extend(one);
        if from / 8 == home && one.is_some() {
            targets.extend(shifted(from, (0, 2 * up)).filter(|&to| self.men[to] == EMPTY));
        }
        let takes = |&to: &usize| self.is_enemy(to) || self.en_passant == Some(to);
        for by in [(-1, up), (1, up)] {
            targets.extend(shifted(from, by).filter(takes));
        }
        for to in targets {
            match to / 8 {
                0 | 7 => steps.extend(b"NBRQ".map(|man| (from, to, Some(man)))),
                _ => steps.push((from, to, None)),
            }
        }
    }

    /// Where king and rook come to.
    fn castled(rook: usize, king: usize) -> (usize, usize) {
        let rank = king / 8 * 8;
        if rook > king { (rank + 6, rank + 5) } else { (rank + 2, rank + 3) }
    }

    fn castles(&self, steps: &mut Vec<Step>) {
        let (letter, rank) = if self.is_white { (b'K', 0) } else { (b'k', 7) };
        let Some(king) = self.men.iter().position(|&man| man == letter) else { return };
        for &rook in self.rooks.iter().filter(|&&rook| rook / 8 == rank && king / 8 == rank) {
            let (king_to, rook_to) = Board::castled(rook, king);
            let way = |from: usize, to: usize| from.min(to)..=from.max(to);
            let is_free =
                |square: usize| square == king || square == rook || self.men[square] == EMPTY;
            let mut without = self.clone();
            without.men[king] = EMPTY;
            let is_safe = |square: usize| !without.is_attacked(square, !self.is_white);
            let after = self.after((king, rook, None));
            if way(king, king_to).chain(way(rook, rook_to)).all(is_free)
                && !self.is_check(self.is_white)
                && way(king, king_to).filter(|&square| square != king_to).all(is_safe)
                && !after.is_check(self.is_white)
            {
                steps.push((king, rook, None));
            }
        }
    }

    fn is_castle(&self, (from, to, _): Step) -> bool {
        self.men[from].eq_ignore_ascii_case(&b'k') && self.is_own(to)
    }

    /// The position after a move.
    fn after(&self, step: Step) -> Board {
        let (from, to, becomes) = step;
        let (mut next, man) = (self.clone(), self.men[from]);
        next.is_white = !self.is_white;
        next.en_passant = None;
        next.men[from] = EMPTY;
        if self.is_castle(step) {
            let (king_to, rook_to) = Board::castled(to, from);
            next.men[to] = EMPTY;
            next.men[king_to] = man;
            next.men[rook_to] = self.men[to];
        } else {
            next.men[to] = match becomes {
                Some(letter) if self.is_white => letter,
                Some(letter) => letter.to_ascii_lowercase(),
                None => man,
            };
        }
        if man.eq_ignore_ascii_case(&b'p') {
            if self.en_passant == Some(to) && from % 8 != to % 8 {
                next.men[from / 8 * 8 + to % 8] = EMPTY;
            }
            if from.abs_diff(to) == 16 {
                next.en_passant = Some(from.midpoint(to));
            }
        }
        let is_king = man.eq_ignore_ascii_case(&b'k');
        next.rooks.retain(|&rook| {
            rook != from
                && rook != to
                && !(is_king && rook / 8 == if self.is_white { 0 } else { 7 })
        });
        next
    }

    /// The SAN of a move, without a mark.
    fn san(&self, step: Step, all: &[Step]) -> String {
        let (from, to, becomes) = step;
        if self.is_castle(step) {
            return if to > from { "O-O" } else { "O-O-O" }.to_string();
        }
        let man = self.men[from].to_ascii_uppercase();
        let takes = self.men[to] != EMPTY || (man == b'P' && from % 8 != to % 8);
        let sign = if takes { "x" } else { "" };
        if man == b'P' {
            let file = if takes { &name(from)[..1] } else { "" };
            let becomes = becomes.map(|man| format!("={}", char::from(man))).unwrap_or_default();
            return format!("{file}{sign}{}{becomes}", name(to));
        }
        let is_rival = |&&(other, target, _): &&Step| {
            other != from && target == to && self.men[other] == self.men[from]
        };
        let rivals: Vec<usize> = all
            .iter()
            .filter(|other| is_rival(other) && !self.is_castle(**other))
            .map(|other| other.0)
            .collect();
        let origin = name(from);
        let origin = if rivals.is_empty() {
            ""
        } else if rivals.iter().all(|other| other % 8 != from % 8) {
            &origin[..1]
        } else if rivals.iter().all(|other| other / 8 != from / 8) {
            &origin[1..]
        } else {
            &origin
        };
        format!("{}{origin}{sign}{}", char::from(man), name(to))
    }

    /// The move with so many before it when the SAN of all are sorted, and the position after it.
    pub(crate) fn nth(&self, ordinal: usize) -> (String, Board) {
        let steps = self.moves();
        let mut texts: Vec<(String, Step)> =
            steps.iter().map(|&step| (self.san(step, &steps), step)).collect();
        texts.sort();
        let (mut san, step) = texts.swap_remove(ordinal);
        let after = self.after(step);
        if after.is_check(after.is_white) {
            san.push(if after.moves().is_empty() { '#' } else { '+' });
        }
        (san, after)
    }
}
