//! What a game says: the values of words and tags, and the answers to questions.
//!
//! Owns: how each word is computed. Knows nothing of: when it is asked, how answers are joined.
//! Standard: §8.1.1, §9. Decisions: D-11, D-22.
//! Start at [`Scene::answer`].

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::context::Judge;
use super::expr::{Field, Leaf, Place, Question};
use super::literal::pawns_of;
use super::record::Record;
use super::truth::Truth;
use super::value::{Relation, Test, Value, number};
use super::word::{Fact, Has, Kind};
use pgnkit::charset::Choice;
use pgnkit::chess::{Color, Variant};
use pgnkit::comment::{Command, Millis, Value as CommandValue, commands};
use pgnkit::game::Element;
use pgnkit::opening::Table;
use pgnkit::read::Referee;
use pgnkit::syntax::{CommentKind, Diagnostic, Marker, RawMarker, Region, Visitor};
use pgnkit::tag::{self, Date, Outcome, Rating, TimeControl, fields};
use pgnkit::{Game, NodeId};

/// The answer to a question, and the first ply where it was found, when it is about plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) truth: Truth,
    pub(super) ply: Option<u32>,
}

impl Answer {
    pub(super) fn of(truth: Truth) -> Answer {
        Answer { truth, ply: None }
    }
}

/// A game while it is asked.
pub(super) struct Scene<'a> {
    pub(super) record: &'a Record,
    /// The name of its file, and its number there, from 1.
    pub(super) file: &'a str,
    pub(super) number: u64,
    pub(super) region: Option<&'a Region<'a>>,
    pub(super) encoding: Choice,
    pub(super) game: Option<&'a Game>,
    pub(super) judge: Option<&'a dyn Judge>,
}

/// Where values are told; breaks when enough are known.
type Tell<'t> = &'t mut dyn FnMut(Value<'_>, Option<u32>) -> ControlFlow<()>;

impl Scene<'_> {
    /// The answer; `side` is the player's.
    pub(super) fn answer(&self, leaf: &Leaf, side: Color) -> Answer {
        match &leaf.question {
            Question::Compare { field, test, place } => self.compare(*field, test, *place, side),
            Question::Relate { left, relation, right } => {
                Answer::of(self.relate(*left, *relation, *right, side))
            }
            Question::Flag(fact) => Answer::of(self.flag(*fact, side)),
            Question::HasTag(slot) => Answer::of(Truth::of(self.record.get(*slot).is_some())),
            Question::Has { what, number, code, place } => {
                self.has(*what, *number, code.as_deref(), *place)
            }
            // Positions are asked elsewhere.
            Question::Board { .. } => Answer::of(Truth::Open),
            Question::Known(truth) => Answer::of(*truth),
        }
    }

    fn compare(&self, field: Field, test: &Test, place: Place, side: Color) -> Answer {
        let mut answer = Answer::of(Truth::False);
        self.values(field, place, side, &mut |value, ply| {
            let truth = test.check(value);
            answer.truth = answer.truth.or(truth);
            if truth.holds() {
                answer.ply = ply;
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        answer
    }

    /// Compares the first values of both, as numbers if both are.
    fn relate(&self, left: Field, relation: Relation, right: Field, side: Color) -> Truth {
        let first = |field| {
            let mut found = None;
            self.values(field, Place::default(), side, &mut |value, _| {
                found = Some(match value {
                    Value::Text(text) => (Some(text.to_owned()), number(text)),
                    Value::Number(number) => (None, Some(number)),
                    Value::Open => (None, None),
                });
                ControlFlow::Break(())
            });
            found
        };
        match (first(left), first(right)) {
            (None, _) | (_, None) => Truth::False,
            (Some((_, Some(left))), Some((_, Some(right)))) => {
                Truth::of(left.partial_cmp(&right).is_some_and(|order| relation.holds(order)))
            }
            (Some((Some(left), _)), Some((Some(right), _))) => {
                Truth::of(relation.holds(left.cmp(&right)))
            }
            _ => Truth::Open,
        }
    }

    /// Tells all values of a field.
    fn values(&self, field: Field, place: Place, side: Color, tell: Tell<'_>) {
        let word = match field {
            Field::Tag(slot) => {
                if let Some(value) = self.record.get(slot) {
                    let _ = tell(Value::Text(value), None);
                } else if self.record.is_date(slot) {
                    let _ = tell(Value::Open, None);
                }
                return;
            }
            Field::Word(word) => word,
        };
        match word.kind {
            Kind::Number => self.number(word.fact, place, side, tell),
            Kind::Seconds | Kind::Pawns => self.measure(word.fact, place, side, tell),
            Kind::Text
            | Kind::Eco
            | Kind::Outcome
            | Kind::Color
            | Kind::Variant
            | Kind::Termination => self.text(word.fact, place, side, tell),
            Kind::Flag => {}
        }
    }

    /// Tells the values of a word whose values are numbers.
    fn number(&self, fact: Fact, place: Place, side: Color, tell: Tell<'_>) {
        let number = match fact {
            Fact::PlayerElo => self.elo(side),
            Fact::OpponentElo => self.elo(!side),
            Fact::Edge => self.elo_difference(side),
            Fact::EloDiff => self.elo_difference(Color::White),
            Fact::EloMin => self.elos().map(|(a, b)| a.min(b)),
            Fact::EloMean => self.elos().map(|(a, b)| (a + b) / 2.0),
            Fact::EloMax => {
                let [white, black] = [Color::White, Color::Black].map(|side| self.elo(side));
                [white, black].into_iter().flatten().reduce(f64::max)
            }
            Fact::Score => self.score(side),
            Fact::Game => Some(self.number as f64),
            Fact::PlyCount => self.n_plies(),
            Fact::MoveCount => self.n_plies().map(|n| (n / 2.0).ceil()),
            Fact::TotalPlies => self.total_plies(),
            Fact::Nag => return self.nags(place, tell),
            _ => return self.date_part(fact, tell),
        };
        tell_number(number, tell);
    }

    /// Tells the values of a word whose values are seconds or pawns.
    fn measure(&self, fact: Fact, place: Place, side: Color, tell: Tell<'_>) {
        match fact {
            Fact::BaseSeconds | Fact::Increment => tell_number(self.time_control(fact), tell),
            Fact::Duration => tell_number(self.duration(), tell),
            _ => self.commands(fact, place, side, tell),
        }
    }

    /// Tells the values of a word whose values are texts.
    fn text(&self, fact: Fact, place: Place, side: Color, tell: Tell<'_>) {
        let made;
        let text = match fact {
            Fact::Player => return self.names(side, tell),
            Fact::Opponent => return self.names(!side, tell),
            Fact::Comment => return self.comments(place, tell),
            Fact::Fault => return self.faults(tell),
            Fact::Variant => return self.variant(tell),
            Fact::Color => Some(if side == Color::White { "white" } else { "black" }),
            Fact::Eco => {
                made = self.eco();
                made.as_deref()
            }
            Fact::Outcome => self.game.map(|game| game.outcome().marker()),
            Fact::Termination => {
                made = self.record.by_name("Termination").map(|it| it.trim().to_lowercase());
                made.as_deref()
            }
            _ => Some(self.file),
        };
        if let Some(text) = text {
            let _ = tell(Value::Text(text), None);
        }
    }

    fn flag(&self, fact: Fact, side: Color) -> Truth {
        Truth::of(match fact {
            Fact::Won => self.score(side) == Some(1.0),
            Fact::Lost => self.score(side) == Some(0.0),
            Fact::Drew => self.score(side) == Some(0.5),
            Fact::Rated => self.elos().is_some(),
            Fact::Decisive => self.game.is_some_and(|game| game.outcome().is_decisive()),
            Fact::Upset => {
                let upset = |side| {
                    let is_lower = self.elo_difference(side).is_some_and(|edge| edge < 0.0);
                    is_lower && self.score(side) == Some(1.0)
                };
                upset(Color::White) || upset(Color::Black)
            }
            Fact::ResultConflict => self.result_conflict(),
            _ => false,
        })
    }

    /// The names of a side: all of it, and each of several players.
    fn names(&self, side: Color, tell: Tell<'_>) {
        let name = if side == Color::White { "White" } else { "Black" };
        let Some(value) = self.record.by_name(name) else { return };
        if tell(Value::Text(value), None).is_continue() && value.contains(':') {
            for player in tag::players(value) {
                if tell(Value::Text(player.name), None).is_break() {
                    return;
                }
            }
        }
    }

    fn elo(&self, side: Color) -> Option<f64> {
        let name = if side == Color::White { "WhiteElo" } else { "BlackElo" };
        let value = self.record.by_name(name)?;
        let points = |field: &str| Rating::parse_lax(field).and_then(Rating::points);
        let mut points = fields(value).filter_map(|(_, field)| points(field));
        points.find(|points| *points > 0).map(f64::from)
    }

    fn elos(&self) -> Option<(f64, f64)> {
        Some((self.elo(Color::White)?, self.elo(Color::Black)?))
    }

    fn elo_difference(&self, side: Color) -> Option<f64> {
        Some(self.elo(side)? - self.elo(!side)?)
    }

    /// The points of a side.
    fn score(&self, side: Color) -> Option<f64> {
        let white = match self.game?.outcome() {
            Outcome::WhiteWins => 1.0,
            Outcome::BlackWins => 0.0,
            Outcome::Draw => 0.5,
            Outcome::Unknown => return None,
        };
        Some(if side == Color::White { white } else { 1.0 - white })
    }

    /// The code of the ECO tag; where it has none, that of the position reached.
    fn eco(&self) -> Option<String> {
        let reached = || Some(Table::standard().classify(self.game?)?.code.to_string());
        self.eco_tag().map(str::to_owned).or_else(reached)
    }

    fn eco_tag(&self) -> Option<&str> {
        let code = self.record.by_name("ECO")?.trim();
        Some(code).filter(|code| !matches!(*code, "" | "?" | "-"))
    }

    /// Whether a question must wait until the game is read, although it could have been answered
    /// from its tags.
    pub(super) fn waits_for_game(&self, leaf: &Leaf) -> bool {
        asks_for_eco(&leaf.question) && self.game.is_none() && self.eco_tag().is_none()
    }

    fn date_part(&self, fact: Fact, tell: Tell<'_>) {
        let date = self.record.by_name("Date").and_then(|value| Date::parse_lax(value.trim()));
        let date = date.unwrap_or(Date::UNKNOWN);
        let part = match fact {
            Fact::Year => date.year().map(f64::from),
            Fact::Month => date.month().map(f64::from),
            _ => date.day().map(f64::from),
        };
        let _ = tell(part.map_or(Value::Open, Value::Number), None);
    }

    fn variant(&self, tell: Tell<'_>) {
        let value = self.record.by_name("Variant").map(str::trim).unwrap_or_default();
        let named = match value {
            "" | "?" | "-" => Some(Variant::Standard),
            value => Variant::from_name(value),
        };
        let name = match named {
            Some(variant) => variant.name().to_lowercase(),
            None => value.to_lowercase(),
        };
        let _ = tell(Value::Text(&name), None);
    }

    fn time_control(&self, fact: Fact) -> Option<f64> {
        let control = TimeControl::parse(self.record.by_name("TimeControl")?.trim()).ok()?;
        let first = *control.periods().first()?;
        match (fact, first) {
            (Fact::BaseSeconds, _) => first.seconds_per_side().map(f64::from),
            (_, tag::Period::Increment { increment_seconds, .. }) => {
                Some(f64::from(increment_seconds))
            }
            _ => first.seconds_per_side().map(|_| 0.0),
        }
    }

    fn n_plies(&self) -> Option<f64> {
        self.game.map(|game| game.n_plies() as f64)
    }

    fn total_plies(&self) -> Option<f64> {
        let mut n_plies = 0;
        let whole = Place { variations: true, ..Place::default() };
        each_node(self.game?, whole, |game, node, _| {
            n_plies += u32::from(!game.tree().is_head(node));
            ControlFlow::Continue(())
        });
        Some(f64::from(n_plies))
    }

    /// What the moves took, as comments say; else the time from beginning to end.
    fn duration(&self) -> Option<f64> {
        let mut millis = None;
        let whole = Place::default();
        each_command(self.game?, whole, |command, _| {
            if let Ok(CommandValue::Emt(time)) = command.value() {
                millis = Some(millis.unwrap_or(0.0) + time.0 as f64);
            }
            ControlFlow::Continue(())
        });
        if let Some(millis) = millis {
            return Some(millis / 1_000.0);
        }
        let second = |name: &str| {
            let time = tag::Time::parse(self.record.by_name(name)?.trim()).ok()?;
            let fields = [time.hour()?, time.minute()?, time.second()?];
            Some(fields.iter().fold(0.0, |sum, field| sum * 60.0 + f64::from(*field)))
        };
        let seconds = second("EndTime")? - second("StartTime")?;
        // A game that ends earlier than it began ended on the next day.
        Some(if seconds < 0.0 { seconds + 86_400.0 } else { seconds })
    }

    fn result_conflict(&self) -> bool {
        let (Some(game), Some(value)) = (self.game, self.record.by_name("Result")) else {
            return false;
        };
        let says = Outcome::parse_lax(value);
        let marker = self.region.and_then(|region| marker_of(region)).unwrap_or(game.outcome());
        says != Some(marker)
    }

    fn commands(&self, fact: Fact, place: Place, side: Color, tell: Tell<'_>) {
        let Some(game) = self.game else { return };
        let first = first_to_move(game);
        each_command(game, place, |command, ply| {
            let mover = if ply % 2 == 1 { first } else { !first };
            let seconds = |time: Millis| time.0 as f64 / 1_000.0;
            let value = match (fact, command.value()) {
                (Fact::Clock, Ok(CommandValue::Clk(time))) if mover == side => seconds(time),
                (Fact::MoveTime, Ok(CommandValue::Emt(time))) if mover == side => seconds(time),
                (Fact::Eval, Ok(CommandValue::Eval(eval))) => pawns_of(eval.score),
                _ => return ControlFlow::Continue(()),
            };
            tell(Value::Number(value), Some(ply))
        });
    }

    fn comments(&self, place: Place, tell: Tell<'_>) {
        let Some(game) = self.game else { return };
        each_node(game, place, |game, node, ply| {
            for text in game.tree().comments(node) {
                tell(Value::Text(text), Some(ply))?;
            }
            ControlFlow::Continue(())
        });
    }

    fn nags(&self, place: Place, tell: Tell<'_>) {
        let Some(game) = self.game else { return };
        each_node(game, place, |game, node, ply| {
            for nag in game.tree().nags(node) {
                tell(Value::Number(f64::from(nag.0)), Some(ply))?;
            }
            ControlFlow::Continue(())
        });
    }

    /// Tells code, name and sentence of each finding; nothing is known of a game without a text.
    fn faults(&self, tell: Tell<'_>) {
        let Some(region) = self.region else {
            let _ = tell(Value::Open, None);
            return;
        };
        let mut is_enough = false;
        let mut take = |code: &str, name: &str, sentence: &str| {
            for text in [code, name, sentence] {
                is_enough = is_enough || tell(Value::Text(text), None).is_break();
            }
        };
        match self.judge {
            Some(judge) => judge.judge(region, self.encoding, &mut take),
            None => judge_by_reading(region, self.encoding, &mut take),
        }
    }

    fn has(&self, what: Has, number: Option<u32>, code: Option<&str>, place: Place) -> Answer {
        let mut answer = Answer::of(Truth::False);
        let mut found = |ply: Option<u32>| {
            answer = Answer { truth: Truth::True, ply };
            ControlFlow::Break(())
        };
        match what {
            Has::Setup => {
                let fen = self.record.by_name("FEN").is_some_and(|fen| !fen.trim().is_empty());
                return Answer::of(Truth::of(fen));
            }
            Has::Comment => self.comments(place, &mut |_, ply| found(ply)),
            Has::Nag => self.nags(place, &mut |value, ply| match (value, number) {
                (Value::Number(nag), Some(wanted)) if nag != f64::from(wanted) => {
                    ControlFlow::Continue(())
                }
                _ => found(ply),
            }),
            Has::Clock | Has::MoveTime => {
                let fact = if what == Has::Clock { Fact::Clock } else { Fact::MoveTime };
                let mut first = None;
                for side in [Color::White, Color::Black] {
                    self.commands(fact, place, side, &mut |_, ply| {
                        first = [first, ply].into_iter().flatten().min();
                        ControlFlow::Break(())
                    });
                }
                if first.is_some() {
                    let _ = found(first);
                }
            }
            Has::Eval => self.commands(Fact::Eval, place, Color::White, &mut |_, ply| found(ply)),
            Has::Variation => {
                if let Some(game) = self.game {
                    each_node(game, place, |game, node, ply| {
                        let element = |element| matches!(element, Element::Variation(_));
                        match game.tree().elements(node).any(element) {
                            true => found(Some(ply)),
                            false => ControlFlow::Continue(()),
                        }
                    });
                }
            }
            Has::Moves => return Answer::of(Truth::of(self.n_plies().is_some_and(|n| n > 0.0))),
            Has::Fault => self.faults(&mut |value, _| match (value, code) {
                (Value::Open, _) => ControlFlow::Continue(()),
                (Value::Text(text), Some(wanted)) if !text.eq_ignore_ascii_case(wanted) => {
                    ControlFlow::Continue(())
                }
                _ => found(None),
            }),
        }
        answer
    }
}

/// Whether the opening is asked for, which the game tells when its tags do not.
pub(super) fn asks_for_eco(question: &Question) -> bool {
    let is_eco = |field: &Field| matches!(field, Field::Word(word) if word.fact == Fact::Eco);
    match question {
        Question::Compare { field, .. } => is_eco(field),
        Question::Relate { left, right, .. } => is_eco(left) || is_eco(right),
        Question::Flag(_)
        | Question::HasTag(_)
        | Question::Has { .. }
        | Question::Board { .. }
        | Question::Known(_) => false,
    }
}

fn tell_number(number: Option<f64>, tell: Tell<'_>) {
    if let Some(number) = number {
        let _ = tell(Value::Number(number), None);
    }
}

/// Who makes the first move.
fn first_to_move(game: &Game) -> Color {
    let fen = game.tag("FEN").and_then(|fen| fen.split_ascii_whitespace().nth(1));
    if fen == Some("b") { Color::Black } else { Color::White }
}

/// Walks over the places of a game, with the number of plies before each; variations after the move
/// that they replace, with a stack of what waits.
pub(super) fn each_node(
    game: &Game,
    place: Place,
    mut see: impl FnMut(&Game, NodeId, u32) -> ControlFlow<()>,
) {
    let tree = game.tree();
    let mut waiting = Vec::new();
    let (mut at, mut ply) = (Some(NodeId::ROOT), 0_u32);
    loop {
        let Some(node) = at else {
            let Some((head, before)) = waiting.pop() else { return };
            (at, ply) = (Some(head), before);
            continue;
        };
        if ply > place.last_ply && !place.variations {
            return;
        }
        if place.has_ply(ply) && see(game, node, ply).is_break() {
            return;
        }
        if place.variations {
            let heads = tree.variations(node).map(|head| (head, ply.saturating_sub(1)));
            waiting.extend(heads);
        }
        at = tree.next(node);
        ply = ply.saturating_add(1);
    }
}

fn each_command(
    game: &Game,
    place: Place,
    mut see: impl FnMut(Command<'_>, u32) -> ControlFlow<()>,
) {
    each_node(game, place, |game, node, ply| {
        for element in game.tree().elements(node) {
            if let Element::Comment { kind: CommentKind::Brace | CommentKind::Line, text } = element
            {
                for command in commands(text) {
                    see(command, ply)?;
                }
            }
        }
        ControlFlow::Continue(())
    });
}

/// The marker that ends the text of a region.
fn marker_of(region: &Region<'_>) -> Option<Outcome> {
    struct Last(Option<Outcome>);
    impl Visitor for Last {
        type Break = Infallible;
        fn marker(&mut self, marker: RawMarker) -> ControlFlow<Infallible> {
            if !marker.in_variation {
                self.0 = Some(match marker.marker {
                    Marker::WhiteWins => Outcome::WhiteWins,
                    Marker::BlackWins => Outcome::BlackWins,
                    Marker::Draw => Outcome::Draw,
                    Marker::Unknown => Outcome::Unknown,
                });
            }
            ControlFlow::Continue(())
        }
    }
    let mut last = Last(None);
    let _ = region.visit(&mut last);
    last.0
}

/// The findings of the reader.
fn judge_by_reading(region: &Region<'_>, encoding: Choice, take: &mut dyn FnMut(&str, &str, &str)) {
    let notes: Vec<Diagnostic> = Vec::new();
    let mut referee = Referee::new((), notes).encoding(encoding);
    let _ = region.visit(&mut referee);
    for diagnostic in &referee.notes {
        if let Some(fault) = pgnkit::fault::by_code(diagnostic.code) {
            take(&diagnostic.code.to_string(), fault.name, fault.summary);
        }
    }
}
