//! The referee: plays the moves of a text while it is read, and reports every finding.
//!
//! ```text
//! symbol   in a dead line  → its text, until the line ends
//!          reads as a move → played
//!          a sign or word after a move → NAG, or nothing new
//!          meant as a move, but none     → the line is dead from here (D-33)
//!          else            → kept as a comment; the line goes on, unless the number of the next
//!                            move says that one was lost
//! ```
//!
//! Standard: §8.2, §9.7, §10, §17. Decisions: D-13, D-22, D-23, D-30 to D-37, D-60, D-62.
//! Start at [`Referee`], a [`Visitor`]; it reports to a [`GameListener`] and a [`NoteSink`].

mod bytes;
mod game_listener;
mod held;
mod settle;
mod steps;
mod tags;

use super::illegal_moves::IllegalMoves;
use super::note::{Detail, Note, NoteSink};
use super::unplayable_reason::unplayable_fault;
use super::{looks_like_move, suffix};
use crate::charset::{Choice, entity};
use crate::fault;
use crate::tag::Outcome;
use bytes::ByteWatch;
use held::Held;
use pgn_chess::notation::letters::Letters;
use pgn_chess::notation::san::{self, Departures, Reading, ResolveError, SanOptions, Spelling};
use pgn_chess::{Color, Move, Position, Role, Undo};
use pgn_syntax::{Diagnostic, Fault, RawNumber, RawSymbol, Span};
use tags::KnownTags;

pub use game_listener::{GameListener, Played, UnplayedTail};

/// A line that waits while a variation of it is read.
#[derive(Debug, Clone, Copy)]
struct WaitingLine {
    /// The position before the line's last move, and that move.
    before: Position,
    mv: Move,
}

/// An illegal move of a king to the center in the main line: the end of the game on an electronic
/// board, if nothing but such moves follows.
#[derive(Debug)]
struct EndOfBoard {
    position: Position,
    text: Vec<u8>,
    reason: ResolveError,
    first: Span,
    last: Span,
    only_kings: bool,
}

/// Where the referee is with the line it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// Moves are played.
    Live,
    /// Text that cannot be played is being read; it ends with the line at this depth.
    Unplayed(u32),
    /// The last word may be the result of the game: the next token decides.
    Held,
}

/// Receives parser events, plays the moves, and reports to a [`GameListener`] and a [`NoteSink`].
///
/// Cost per move: resolving and playing it. Memory: one position per level of nesting.
#[derive(Debug)]
pub struct Referee<F, S> {
    /// The listener.
    pub listener: F,
    /// The note sink.
    pub notes: S,
    lax: SanOptions,
    /// It was noted that this game is written in other letters.
    said_letters: bool,
    encoding: Choice,
    illegal_moves: IllegalMoves,
    verify_marks: bool,
    /// Not even canonical SAN is played at once: another language is read, or marks are verified.
    looks_closely: bool,
    /// Canonical SAN is played immediately: the line is live, the game is checked, and nothing
    /// needs a closer look.
    plays_at_once: bool,
    tags: KnownTags,
    is_checked: bool,
    position: Position,
    /// The last move of this line, if it has one.
    last: Option<Move>,
    /// How to take it back.
    undo: Undo,
    /// The depth at which the last symbol is a text that is not a move.
    lost_word: Option<u32>,
    line: Line,
    depth: u32,
    waiting: Vec<WaitingLine>,
    end_of_board: Option<Box<EndOfBoard>>,
    /// The last element was a move, or a sign after one.
    after_move: bool,
    /// A number was read, and no move after it.
    number: Option<(u32, Span)>,
    /// Nothing is between that number and the next symbol.
    number_is_near: bool,
    marker: Option<Outcome>,
    marker_span: Span,
    bytes: ByteWatch,
    held: Held,
}

/// A split symbol, as long as its text was not decoded: the move, and the place of the rest.
fn split_symbol(symbol: RawSymbol<'_>, len: usize) -> (RawSymbol<'_>, Span) {
    let (Span { start, end }, text) = (symbol.span, &symbol.text[..len]);
    let at = match text.is_ascii() || symbol.span.len() as usize == symbol.text.len() {
        true => end.min(start.saturating_add(len as u32)),
        false => end,
    };
    (RawSymbol::new(text, Span::new(start, at)), Span::new(at, end))
}

impl<F: GameListener, S: NoteSink> Referee<F, S> {
    /// A referee that reports to `listener` and `notes`.
    pub fn new(listener: F, notes: S) -> Referee<F, S> {
        Referee {
            listener,
            notes,
            lax: SanOptions::default().with_doubtful(true),
            said_letters: false,
            encoding: Choice::Auto,
            illegal_moves: IllegalMoves::default(),
            verify_marks: false,
            looks_closely: false,
            plays_at_once: false,
            tags: KnownTags::default(),
            is_checked: true,
            position: Position::start(),
            last: None,
            undo: Undo::default(),
            lost_word: None,
            line: Line::Live,
            depth: 0,
            waiting: Vec::new(),
            end_of_board: None,
            after_move: false,
            number: None,
            number_is_near: false,
            marker: None,
            marker_span: Span::default(),
            bytes: ByteWatch::default(),
            held: Held::default(),
        }
    }

    /// Sets the accepted spellings of moves; ambiguous ones are always read, with a finding.
    #[must_use]
    pub fn lax(mut self, lax: SanOptions) -> Self {
        self.lax = lax.with_doubtful(true);
        self.look();
        self
    }

    /// Reads the moves of the next game in these letters; `None` is English.
    pub fn set_letters(&mut self, letters: Option<Letters>) {
        self.lax.letters = letters;
        self.look();
    }

    fn look(&mut self) {
        self.looks_closely = self.verify_marks || self.lax.letters.is_some();
    }

    /// Reads tag values in this encoding.
    #[must_use]
    pub fn encoding(mut self, encoding: Choice) -> Self {
        self.set_encoding(encoding);
        self
    }

    /// Reads tag values in this encoding from the next game on.
    pub(super) fn set_encoding(&mut self, encoding: Choice) {
        self.encoding = encoding;
    }

    /// What to do with illegal moves.
    #[must_use]
    pub fn illegal_moves(mut self, illegal_moves: IllegalMoves) -> Self {
        self.illegal_moves = illegal_moves;
        self
    }

    /// Also reports missing and wrong check and mate marks. Cost: a test for check after every
    /// move.
    #[must_use]
    pub fn verify_marks(mut self) -> Self {
        self.verify_marks = true;
        self.look();
        self
    }

    /// The position after the last played move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    fn note(&mut self, fault: &Fault, span: Span, detail: Detail<'_>) {
        self.notes.note(Note { diagnostic: Diagnostic::new(fault, span), detail });
    }

    /// A symbol: canonical SAN in a live line, as nearly always, or something else.
    #[inline(always)]
    fn take_symbol(&mut self, symbol: RawSymbol<'_>) {
        let number = self.position.fullmove();
        let (head, len) = (symbol.head, symbol.text.len());
        if self.plays_at_once
            && let Some((mv, said)) =
                san::play_word_undoable(&mut self.position, head, len, &mut self.undo)
        {
            self.check_number(number);
            self.made(symbol, mv, Some(said));
        } else {
            self.take_symbol_slowly(symbol);
        }
    }

    #[cold]
    #[inline(never)]
    fn take_symbol_slowly(&mut self, symbol: RawSymbol<'_>) {
        if symbol.text.contains(&b'&')
            && let Line::Live = self.line
            && let Ok(text) = core::str::from_utf8(symbol.text)
        {
            let text = entity::decoded(text);
            return self.take_word(RawSymbol::new(text.as_bytes(), symbol.span));
        }
        self.take_word(symbol);
    }

    fn take_word(&mut self, symbol: RawSymbol<'_>) {
        match self.line {
            Line::Unplayed(_) => {
                self.after_kings(Some(symbol));
                self.listener.unplayed(symbol.text, symbol.span);
            }
            Line::Held => self.symbol_after_held(symbol),
            Line::Live => {
                if !self.hold(symbol) {
                    self.take_live_symbol(symbol);
                }
            }
        }
    }

    /// A symbol in a live line, which is not the result.
    fn take_live_symbol(&mut self, symbol: RawSymbol<'_>) {
        match self.is_checked {
            true => self.play(symbol),
            false => self.keep(symbol),
        }
    }

    /// Describes a move that was made, and the extras of its text if it is canonical.
    #[inline(always)]
    fn made(&mut self, symbol: RawSymbol<'_>, mv: Move, said: Option<Spelling>) {
        self.last = Some(mv);
        self.after_move = true;
        let (after, undo) = (&self.position, &self.undo);
        self.listener.played(Played { mv, after, symbol, said, undo });
    }

    /// A symbol in a live line of a game that is checked.
    fn play(&mut self, symbol: RawSymbol<'_>) {
        let is_word = symbol.text[0].is_ascii_alphanumeric();
        if !is_word && self.sign(symbol) {
            return;
        }
        match self.resolve(symbol.text) {
            Ok(reading) if reading.departures.contains(Departures::EXTRA_EQUALS) => {
                if !self.play_with_symbol(symbol) {
                    self.take_move(symbol, &reading);
                }
            }
            Ok(reading) => self.take_move(symbol, &reading),
            Err(_) if self.after_move && san::is_tail(symbol.text) => {
                let detail = Detail::None;
                self.note(&fault::NONSTANDARD_MOVE, symbol.span, detail);
            }
            Err(ResolveError::NotAMove) if self.letter_symbol(symbol) => {}
            Err(_) if self.play_with_symbol(symbol) => {}
            Err(ResolveError::NotAMove) if suffix::is_symbol(symbol.text) => {
                self.keep_as_comment(&fault::UNKNOWN_SYMBOL, symbol);
            }
            Err(ResolveError::NotAMove) if !looks_like_move::looks_like_move(symbol.text) => {
                self.unreadable(symbol);
            }
            Err(_) if looks_like_move::is_word(symbol.text) => self.unreadable(symbol),
            Err(_) if self.repeats_last_move(symbol.text) => self.repeated(symbol),
            Err(reason) if self.keep_illegal(symbol, &reason) => {}
            Err(reason) => self.unplayable(symbol, &reason),
        }
    }

    /// Plays an illegal move that stood, if such moves are kept and this is one. Returns whether it
    /// did.
    fn keep_illegal(&mut self, symbol: RawSymbol<'_>, reason: &ResolveError) -> bool {
        if self.illegal_moves == IllegalMoves::Stop || !matches!(reason, ResolveError::Illegal(_)) {
            return false;
        }
        let found = san::resolve_illegal(&self.position, symbol.text, &self.lax);
        let Some((reading, spelling)) = found else { return false };
        if self.lost_a_move() {
            self.misnumbered(symbol);
            return true;
        }
        self.check_number(self.position.fullmove());
        let position = self.position;
        let detail = Detail::Unresolved { position: &position, text: symbol.text, reason };
        self.note(&fault::ILLEGAL_MOVE, symbol.span, detail);
        self.undo = self.position.play_undoable(reading.mv);
        self.made(symbol, reading.mv, Some(spelling));
        self.listener.kept_illegal(symbol.span);
        true
    }

    /// A move that was resolved.
    fn take_move(&mut self, symbol: RawSymbol<'_>, reading: &Reading) {
        if self.lost_a_move() {
            self.misnumbered(symbol);
        } else {
            self.played(symbol, reading);
        }
    }

    /// Plays a move with an annotation symbol that touches it, `Ke7+-` (D-78); the longest symbol
    /// counts. Returns whether the text was one.
    fn play_with_symbol(&mut self, symbol: RawSymbol<'_>) -> bool {
        let Some((len, nag, reading)) = (2..symbol.text.len()).find_map(|len| {
            let (mv, sign) = symbol.text.split_at(len);
            let nag = suffix::glyph(sign).filter(|_| sign[0] == b'N' || suffix::is_symbol(sign))?;
            let reading = self.resolve(mv).ok()?;
            // `+=` after a check is its mark and an equals sign.
            let is_marked = || sign[0] != b'+' || suffix::glyph(&sign[1..]).is_none();
            let is_sign = is_marked() || !self.gives_check(reading.mv);
            is_sign.then_some((len, nag, reading))
        }) else {
            return false;
        };
        let (mv, sign) = split_symbol(symbol, len);
        if self.lost_a_move() {
            self.misnumbered(symbol);
            return true;
        }
        self.played(mv, &reading);
        self.note(&fault::ODD_SUFFIX, sign, Detail::None);
        self.listener.nag(u32::from(nag.0), sign);
        true
    }

    /// Whether a text repeats the last move, with its number or after Black's move. After White's
    /// move without its number, it may be a wrong move of Black's.
    fn repeats_last_move(&self, text: &[u8]) -> bool {
        let Some(mv) = self.last.filter(|mv| !mv.is_null()) else { return false };
        let mut before = self.position;
        before.take_back(mv, self.undo);
        let is_numbered = match self.number {
            Some((number, _)) => number == before.fullmove(),
            None => before.turn() == Color::Black,
        };
        is_numbered && san::resolve(&before, text, &self.lax).is_ok_and(|reading| reading.mv == mv)
    }

    fn repeated(&mut self, symbol: RawSymbol<'_>) {
        let number = self.number.take().filter(|_| self.number_is_near);
        let span = number.map_or(symbol.span, |(_, number)| number.cover(symbol.span));
        self.keep_as_comment(&fault::REPEATED_MOVE, RawSymbol { span, ..symbol });
    }

    fn gives_check(&self, mv: Move) -> bool {
        self.position.after(mv).is_check()
    }

    /// The move for a text. A doubtful reading is rejected if the number next to it is not that of
    /// the move (D-32).
    fn resolve(&self, text: &[u8]) -> Result<Reading, ResolveError> {
        let reading = san::resolve(&self.position, text, &self.lax)?;
        if reading.is_doubtful() && (self.is_misnumbered() || self.has_wrong_glued_number(text)) {
            let sure = self.lax.with_queen(false).with_doubtful(false);
            return san::resolve(&self.position, text, &sure);
        }
        Ok(reading)
    }

    /// The number before the next move is not its number.
    fn is_misnumbered(&self) -> bool {
        self.number.is_some_and(|(found, _)| found != self.position.fullmove())
    }

    fn has_wrong_glued_number(&self, text: &[u8]) -> bool {
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        digits > 0 && text[..digits] != *self.position.fullmove().to_string().as_bytes()
    }

    /// The number after a word that was taken for a remark shows that it was a move. The wrong side
    /// would play the moves after it.
    fn lost_a_move(&mut self) -> bool {
        match self.lost_word {
            Some(depth) if depth >= self.depth => {
                self.lost_word = None;
                self.enter(Line::Live);
                depth == self.depth && self.is_misnumbered()
            }
            Some(_) | None => false,
        }
    }

    /// A symbol of a game that is not checked: its text is the move. Words beyond ASCII, or
    /// that begin like no move of any notation, are kept as comments.
    fn keep(&mut self, symbol: RawSymbol<'_>) {
        let begins_move = symbol.text[0].is_ascii_alphanumeric() || symbol.text[0] == b'@';
        if !begins_move && self.sign(symbol) || self.letter_symbol(symbol) {
            return;
        }
        let annotated = (2..symbol.text.len()).filter(|_| begins_move).find_map(|len| {
            let sign = &symbol.text[len..];
            Some((len, suffix::glyph(sign).filter(|_| suffix::is_symbol(sign))?))
        });
        if let Some((len, nag)) = annotated {
            let (mv, sign) = split_symbol(symbol, len);
            self.keep(mv);
            self.note(&fault::ODD_SUFFIX, sign, Detail::None);
            self.listener.nag(u32::from(nag.0), sign);
            return;
        }
        if !symbol.text.is_ascii() || !(begins_move || symbol.text == b"--") {
            let is_symbol = suffix::is_symbol(symbol.text);
            let fault = if is_symbol { &fault::UNKNOWN_SYMBOL } else { &fault::UNREADABLE_MOVE };
            return self.keep_as_comment(fault, symbol);
        }
        self.number = None;
        // The turn passes, whatever the move was.
        self.last = Some(Move::NULL);
        self.undo = self.position.play_undoable(Move::NULL);
        self.after_move = true;
        self.listener.unchecked(symbol);
    }

    /// A sign such as `+-`, or a separate check mark. Returns whether it was one.
    fn sign(&mut self, symbol: RawSymbol<'_>) -> bool {
        if self.after_move && san::is_tail(symbol.text) {
            self.note(&fault::NONSTANDARD_MOVE, symbol.span, Detail::None);
            return true;
        }
        self.annotate(symbol)
    }

    /// A symbol of letters, such as `N` and `RR`, after a move.
    fn letter_symbol(&mut self, symbol: RawSymbol<'_>) -> bool {
        symbol.text.len() <= 2
            && self.last.is_some()
            && self.number.is_none()
            && self.annotate(symbol)
    }

    /// An annotation symbol that is separate from its move (D-13, D-79). Returns whether it is in
    /// the table.
    fn annotate(&mut self, symbol: RawSymbol<'_>) -> bool {
        let Some(nag) = suffix::glyph(symbol.text) else { return false };
        self.note(&fault::ODD_SUFFIX, symbol.span, Detail::None);
        self.number_is_near = false;
        self.listener.nag(u32::from(nag.0), symbol.span);
        true
    }

    /// Plays the move of a reading, and notes its spelling.
    fn played(&mut self, symbol: RawSymbol<'_>, reading: &Reading) {
        // The notes are reported before the move, in the order of the text.
        self.check_number(self.position.fullmove());
        let mut departures = reading.departures;
        if self.verify_marks {
            departures.insert(reading.check_marks(&self.position.after(reading.mv)));
        }
        if departures.contains(Departures::LANGUAGE) {
            departures = departures.without(Departures::LANGUAGE);
            self.note_letters(symbol.span);
        }
        if !departures.is_empty() {
            self.note_spelling(symbol.span, reading.mv, departures);
        }
        self.undo = self.position.play_undoable(reading.mv);
        let is_canonical = reading.departures.is_empty();
        let said = || Spelling::of_canonical(symbol.head, symbol.text.len());
        self.made(symbol, reading.mv, is_canonical.then(said));
    }

    /// Says once a game that it is written in other letters.
    fn note_letters(&mut self, span: Span) {
        if let (false, Some(letters)) = (self.said_letters, self.lax.letters) {
            self.said_letters = true;
            self.note(&fault::FOREIGN_LETTERS, span, Detail::Letters(&letters));
        }
    }

    #[cold]
    fn note_spelling(&mut self, span: Span, mv: Move, departures: Departures) {
        const MARKS: Departures =
            Departures::MISSING_CHECK.union(Departures::MISSING_MATE).union(Departures::WRONG_MARK);
        let before = self.position;
        let detail = |departures| Detail::Spelling { position: &before, mv, departures };
        if mv.is_null() {
            self.note(&fault::NULL_MOVE, span, detail(departures));
            return;
        }
        let marks = Departures::from_bits(departures.bits() & MARKS.bits());
        if !marks.is_empty() {
            self.note(&fault::WRONG_CHECK_MARK, span, detail(marks));
        }
        let others = departures.without(MARKS);
        if others.is_doubtful() {
            self.note(&fault::DOUBTFUL_MOVE, span, detail(others));
        } else if !others.is_empty() {
            self.note(&fault::NONSTANDARD_MOVE, span, detail(others));
        }
    }

    /// Compares the number that was read with the one that is due (D-31).
    #[inline]
    fn check_number(&mut self, expected: u32) {
        if let Some((found, span)) = self.number.take()
            && found != expected
        {
            self.note_number(found, span, expected);
        }
    }

    #[cold]
    fn note_number(&mut self, found: u32, span: Span, expected: u32) {
        self.note(&fault::WRONG_MOVE_NUMBER, span, Detail::Number { expected, found });
    }

    fn unreadable(&mut self, symbol: RawSymbol<'_>) {
        self.keep_as_comment(&fault::UNREADABLE_MOVE, symbol);
    }

    /// Text that is not a move becomes a comment, and the line continues.
    fn keep_as_comment(&mut self, fault: &Fault, symbol: RawSymbol<'_>) {
        let position = self.position;
        let reason = ResolveError::NotAMove;
        let detail = Detail::Unresolved { position: &position, text: symbol.text, reason: &reason };
        self.note(fault, symbol.span, detail);
        self.after_move = false;
        self.number_is_near = false;
        self.lost_word = Some(self.depth);
        self.plays_at_once = false;
        self.listener.unreadable(symbol.text, symbol.span);
    }

    /// The line is dead from this symbol on; its number belongs to the text that is left.
    fn unplayable(&mut self, symbol: RawSymbol<'_>, reason: &ResolveError) {
        let is_illegal = matches!(reason, ResolveError::Illegal(_));
        if is_illegal && self.depth == 0 && self.puts_king_in_center(symbol.text) {
            self.end_of_board = Some(Box::new(EndOfBoard {
                position: self.position,
                text: symbol.text.to_vec(),
                reason: *reason,
                first: symbol.span,
                last: symbol.span,
                only_kings: true,
            }));
            return self.unplayed_from(symbol);
        }
        let fault = unplayable_fault(reason);
        let position = self.position;
        let detail = Detail::Unresolved { position: &position, text: symbol.text, reason };
        self.note(fault, symbol.span, detail);
        self.unplayed_from(symbol);
    }

    /// The line ends at this symbol, whose number shows that a move before it was lost.
    fn misnumbered(&mut self, symbol: RawSymbol<'_>) {
        if let Some((found, span)) = self.number {
            self.note_number(found, span, self.position.fullmove());
        }
        self.unplayed_from(symbol);
    }

    /// Whether a move puts a king on one of the four squares in the center.
    fn puts_king_in_center(&self, text: &[u8]) -> bool {
        let letters = self.lax.letters.unwrap_or(Letters::ENGLISH);
        let king = letters.letter(Role::King).as_bytes();
        let figurines: [&[u8]; 2] = ["♔".as_bytes(), "♚".as_bytes()];
        let is_king = text.starts_with(king) || figurines.iter().any(|it| text.starts_with(it));
        let text = text.trim_ascii_end();
        let marks = text.iter().rev().take_while(|byte| matches!(byte, b'+' | b'#')).count();
        let is_center = matches!(text[..text.len() - marks], [.., b'd' | b'e', b'4' | b'5']);
        is_king && is_center
    }

    /// Something in the text after an illegal move of a king to the center.
    fn after_kings(&mut self, symbol: Option<RawSymbol<'_>>) {
        if self.end_of_board.is_none() {
            return;
        }
        let is_king = symbol.is_some_and(|symbol| self.puts_king_in_center(symbol.text));
        if let Some(end) = &mut self.end_of_board {
            end.only_kings &= is_king;
            end.last = symbol.map_or(end.last, |symbol| symbol.span);
        }
    }

    /// Notes an illegal move of a king to the center, once the text after it is known. A single
    /// king counts as kings in the center only if the game has a result.
    fn note_end_of_board(&mut self) {
        let Some(end) = self.end_of_board.take() else { return };
        let has_result = self.marker.is_some_and(|marker| marker != Outcome::Unknown);
        if end.only_kings && (has_result || end.first != end.last) {
            let span = end.first.cover(end.last);
            return self.note(&fault::KINGS_IN_CENTER, span, Detail::None);
        }
        let EndOfBoard { position, text, reason, .. } = &*end;
        let detail = Detail::Unresolved { position, text, reason };
        self.note(&fault::ILLEGAL_MOVE, end.first, detail);
    }

    fn unplayed_from(&mut self, symbol: RawSymbol<'_>) {
        let number = self.number.take();
        let near = number.filter(|_| self.number_is_near);
        self.begin_unplayed(UnplayedTail::Unplayable, near.map_or(symbol.span, |number| number.1));
        if let Some((value, span)) = number {
            self.unplayed_number(value, span);
        }
        self.listener.unplayed(symbol.text, symbol.span);
    }

    /// A number in such text is rewritten, because its spelling is no longer available.
    fn unplayed_number(&mut self, value: u32, span: Span) {
        // A wrong number is written unchanged, because the side of the move is unknown.
        let is_own = value == self.position.fullmove();
        let n_written = (span.len() as usize).saturating_sub(value.to_string().len());
        let n_periods = match (is_own, self.position.turn()) {
            (true, Color::White) => 1,
            (true, Color::Black) => 3,
            (false, _) => n_written.clamp(1, 3),
        };
        let text = format!("{value}{}", &"..."[..n_periods]);
        self.listener.unplayed(text.as_bytes(), span);
    }

    #[cold]
    fn number_in_unplayed(&mut self, number: RawNumber) {
        let periods = &"..."[..(number.n_periods as usize).min(3)];
        let text = format!("{}{periods}", number.value);
        self.listener.unplayed(text.as_bytes(), number.span);
    }

    /// The state for the following symbols.
    fn enter(&mut self, line: Line) {
        self.line = line;
        self.plays_at_once = line == Line::Live
            && self.is_checked
            && !self.looks_closely
            && self.lost_word.is_none();
    }

    fn begin_unplayed(&mut self, tail: UnplayedTail, span: Span) {
        self.enter(Line::Unplayed(self.depth));
        self.after_move = false;
        self.listener.begin_unplayed(tail, span);
    }

    /// Ends the unplayed text if it ends with the line at the present depth.
    fn end_unplayed(&mut self, span: Span) {
        if self.line == Line::Unplayed(self.depth) {
            self.note_end_of_board();
            self.enter(Line::Live);
            self.listener.end_unplayed(span);
        }
    }
}
