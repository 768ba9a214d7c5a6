//! Games from records: consecutive records that are linked by `sm` are one game (§9.3, §9.4, §9.7,
//! §16.2.5, D-22, D-23, D-45, D-50).
//!
//! A record continues the game before it if the last record of that supplies a move, the move leads
//! to the position of this record, and the counters agree if given. Every other record begins a
//! game, from its position. So a record without `sm` ends one, and each position of a list becomes
//! a game without moves.

use std::borrow::Cow;

use super::from_game::COMMAND;
use super::opcode::{Opcode, RANKS};
use super::record::{Operation, Record, Value};
use super::registers::Registers;
use super::score::Evaluation;
use super::whole_game::GameParts;
use super::write::{Form, append};
use super::{Line, ReadOptions, parse};
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::chess::{Color, Position, Variant};
use pgnkit::comment::Eval;
use pgnkit::game::{Game, NodeId};
use pgnkit::merge_games::merge_games;
use pgnkit::syntax::CommentKind;
use pgnkit::tag::Outcome;

/// Converts consecutive records to games.
///
/// ```
/// use pgn_formats::epd::{self, Chain};
/// let text = &b"[ECO \"C20\"]\n\n1. e4 {best} e5 *\n"[..];
/// let game = pgnkit::read::Games::new(text).next().expect("a game").expect("no trouble");
/// let (mut chain, mut games) = (Chain::default(), Vec::new());
/// epd::records(&game, |record| games.extend(chain.push(record).finished));
/// games.extend(chain.finish());
/// assert_eq!(games.len(), 1);
/// assert_eq!((games[0].tag("ECO"), games[0].n_plies()), (Some("C20"), 2));
/// ```
#[derive(Debug, Default)]
pub struct Chain {
    open: Option<OpenGame>,
}

#[derive(Debug)]
struct OpenGame {
    game: Game,
    node: NodeId,
    /// The position at the node, and the one after the supplied move.
    position: Position,
    next: Option<Position>,
    registers: Registers,
    /// The operations that have no equivalent in a game; whether the record is the last one, so
    /// that its `resign` is the result, is not known yet.
    rest: Record,
    /// The game as [`whole_records`](super::whole_records) puts it into its records.
    parts: GameParts,
}

/// The result of adding a record.
#[derive(Debug)]
#[non_exhaustive]
pub struct Pushed {
    /// The previous game, if it is complete.
    pub finished: Option<Game>,
    /// False if the position is impossible; the record is then ignored.
    pub is_taken: bool,
}

impl Chain {
    /// Adds the next record.
    ///
    /// ```
    /// use pgn_formats::epd::{Chain, Record};
    ///
    /// let mut chain = Chain::default();
    /// let pushed = chain.push(&Record::new(&pgnkit::Position::default()));
    /// assert!(pushed.finished.is_none());
    /// assert!(chain.finish().is_some());
    /// ```
    pub fn push(&mut self, record: &Record) -> Pushed {
        let mut finished = None;
        if let Some(open) = self.open.take() {
            if let Some(record) = open.continuation(record) {
                self.open = Some(open.step().say(&record));
                return Pushed { finished, is_taken: true };
            }
            finished = Some(open.finish());
        }
        self.open = record.position().map(|position| OpenGame::new(position).say(record));
        Pushed { finished, is_taken: self.open.is_some() }
    }

    /// The last game.
    ///
    /// ```
    /// use pgn_formats::epd::Chain;
    ///
    /// assert!(Chain::default().finish().is_none());
    /// ```
    pub fn finish(&mut self) -> Option<Game> {
        self.open.take().map(OpenGame::finish)
    }
}

impl OpenGame {
    fn new(position: &Position) -> OpenGame {
        let mut game = Game::new();
        let variant = position.variant();
        if variant != Variant::Standard {
            game.tags_mut_unchecked().set("Variant", variant.name());
        }
        let start = Position::start();
        let is_start = position.same_position(&start)
            && (position.halfmove_clock(), position.fullmove()) == (0, 1);
        if !is_start {
            game.tags_mut_unchecked().set("SetUp", "1");
            game.tags_mut_unchecked()
                .set("FEN", fen::to_text(position, EpPolicy::Standard).as_str());
        }
        OpenGame {
            game,
            node: NodeId::ROOT,
            position: *position,
            next: None,
            registers: Registers::default(),
            rest: Record::new(position),
            parts: GameParts::default(),
        }
    }

    /// The record by the rules of this game, if it continues it. The fields of a record do not
    /// always show the rules.
    fn continuation<'r>(&self, record: &'r Record) -> Option<Cow<'r, Record>> {
        let next = self.next.as_ref()?;
        let variant = next.variant();
        let record = match record.position() {
            Some(position) if position.variant() == variant => Cow::Borrowed(record),
            Some(_) | None => Cow::Owned(reread(record, variant)?),
        };
        let agrees = |opcode, number: u32| {
            record.integer(opcode).is_none_or(|said| said == i64::from(number))
        };
        let goes_on = record.position().is_some_and(|position| next.same_position(position))
            && agrees(Opcode::Hmvc, next.halfmove_clock())
            && agrees(Opcode::Fmvn, next.fullmove());
        goes_on.then_some(record)
    }

    fn step(mut self) -> OpenGame {
        self.keep_rest();
        if let (Some(next), Some(node)) = (self.next.take(), self.game.tree().next(self.node)) {
            (self.position, self.node) = (next, node);
        }
        self
    }

    /// Adds the operations of a record to the position.
    fn say(mut self, record: &Record) -> OpenGame {
        let rest = self.parts.take(record);
        let record = rest.as_ref().unwrap_or(record);
        self.registers.apply(record);
        self.tag();
        self.comment(record);
        if let Some(mv) = record.mv(Opcode::Sm)
            && self.game.add_move(self.node, mv).is_ok()
        {
            self.next = Some(self.position.after(mv));
        }
        self
    }

    fn tag(&mut self) {
        let named = ["Opening", "Variation", "SubVariation"].into_iter().enumerate();
        let names = named.map(|(rank, name)| (name, self.registers.variation(rank)));
        let codes =
            [("ECO", self.registers.eco.as_deref()), ("NIC", self.registers.nic.as_deref())];
        for (name, value) in codes.into_iter().chain(names) {
            if let Some(value) = value {
                self.game.tags_mut_unchecked().set(name, value);
            }
        }
    }

    /// Comments by rank, then the evaluation; everything else is the rest.
    fn comment(&mut self, record: &Record) {
        let (game, node) = (&mut self.game, self.node);
        let tree = game.tree_mut();
        for text in (0..RANKS).filter_map(|rank| record.text(Opcode::comment(rank)?)) {
            tree.add_comment(node, CommentKind::Brace, text);
        }
        let ce = record.integer(Opcode::Ce).and_then(Evaluation::new);
        let score = ce.and_then(|ce| ce.score(self.position.turn()));
        let mut rest = Record::new(&self.position);
        for operation in record.operations() {
            let is_elsewhere = operation.opcode().is_some_and(|opcode| {
                is_in_game(opcode, operation) || score.is_some() && opcode == Opcode::Ce
            });
            if !is_elsewhere {
                rest.insert(operation.clone());
            }
        }
        if let Some(score) = score {
            let depth = record.integer(Opcode::Acd).and_then(|depth| u32::try_from(depth).ok());
            if depth.is_some() {
                rest.remove(Opcode::Acd.mnemonic());
            }
            let eval = Eval { score, depth };
            tree.add_comment(node, CommentKind::Brace, &format!("[%eval {eval}]"));
        }
        self.rest = rest;
    }

    /// The rest becomes a comment, as operations.
    fn keep_rest(&mut self) {
        if !self.rest.operations().is_empty() {
            let text = as_command(&self.rest);
            self.game.tree_mut().add_comment(self.node, CommentKind::Brace, &text);
        }
    }

    fn finish(mut self) -> Game {
        let outcome = take_outcome(&mut self.rest, self.position.turn());
        self.keep_rest();
        let last = self.next.unwrap_or(self.position);
        let outcome = outcome.or_else(|| outcome_on_board(&last));
        self.game.set_outcome(outcome.unwrap_or(Outcome::Unknown));
        self.join_parts()
    }

    /// The game of the parts, if the records are unchanged; else the game of the records, with the
    /// additional content of the parts. If some parts are missing, the others become a comment.
    fn join_parts(mut self) -> Game {
        match self.parts.game() {
            Some((whole, true)) => return whole,
            Some((whole, false)) if merge_games(&mut self.game, &whole).is_ok() => {}
            Some(_) | None => {
                self.node = NodeId::ROOT;
                self.rest = Record::new(&self.position);
                self.parts.put_into(&mut self.rest);
                self.keep_rest();
            }
        }
        self.game
    }
}

/// The record by the rules of this variant.
fn reread(record: &Record, variant: Variant) -> Option<Record> {
    let mut line = Vec::new();
    append(record, Form::Modern, &mut line, &mut Vec::new());
    let options = ReadOptions::default().with_variant(Some(variant));
    match parse(&line, &options, &mut Vec::new()) {
        Line::Record(record) => Some(record),
        Line::Blank | Line::Remark | Line::Unread => None,
    }
}

/// How a game ends in this position, by the board alone: mate, stalemate or too few pieces.
pub(super) fn outcome_on_board(last: &Position) -> Option<Outcome> {
    if last.is_checkmate() {
        return Some(Outcome::won_by(Some(last.turn().other())));
    }
    (last.is_stalemate() || last.is_insufficient_material()).then_some(Outcome::Draw)
}

/// Operations with an equivalent in a game.
fn is_in_game(opcode: Opcode, operation: &Operation) -> bool {
    let is_register = matches!(operation.value(), Value::Text(_) | Value::Nothing);
    match opcode {
        Opcode::Sm | Opcode::Fmvn | Opcode::Hmvc | Opcode::Rc => operation.is_sound(),
        Opcode::Eco | Opcode::Nic | Opcode::V0 | Opcode::V1 | Opcode::V2 => is_register,
        opcode => (Opcode::C0..=Opcode::C9).contains(&opcode) && is_register,
    }
}

/// The result in the last record, which is removed from it. A claim is not a result: the opponent
/// or an arbiter decides on it (§16.2.5.9).
fn take_outcome(record: &mut Record, turn: Color) -> Option<Outcome> {
    let outcomes = [
        (Opcode::Resign, Outcome::won_by(Some(turn.other()))),
        (Opcode::DrawAccept, Outcome::Draw),
    ];
    let is_said = |opcode| record.operation(opcode).is_some_and(Operation::is_sound);
    let (opcode, outcome) = outcomes.into_iter().find(|(opcode, _)| is_said(*opcode))?;
    record.remove(opcode.mnemonic());
    Some(outcome)
}

/// `[%epd bm Nf3; id "x";]`; brackets and braces would end it and become parentheses.
fn as_command(record: &Record) -> String {
    let mut line = Vec::new();
    append(record, Form::Modern, &mut line, &mut Vec::new());
    let line = String::from_utf8_lossy(&line);
    let operations = line.splitn(5, ' ').nth(4).unwrap_or_default();
    let round = |character: char| match character {
        '[' | '{' => '(',
        ']' | '}' => ')',
        other => other,
    };
    let operations: String = operations.chars().map(round).collect();
    format!("[%{COMMAND} {operations}]")
}
