//! How each fact is worked out (§8.1.1, §9, D-11, D-16 to D-20, D-22, D-25).

use std::borrow::Cow;
use std::ops::ControlFlow;

use pgnkit::Outcome;
use pgnkit::charset;
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::chess::{Color, Position, Variant};
use pgnkit::comment::{Clock, Eval, Millis, Score, Value as CommandValue};
use pgnkit::game::EventRules;
use pgnkit::read::Referee;
use pgnkit::syntax::{Diagnostic, RawMarker, Region, Visitor};
use pgnkit::tag::time_control::Period;
use pgnkit::tag::{self, Eco, Site, TimeControl, players};

use super::ends;
use super::places::{Place, each_node, each_value};
use super::table::Fact;
use super::value::{Speed, Value};
use super::view::{GameView, Openings};

/// The value in pawns for a mate: more than any evaluation, less for later mates.
const MATE_PAWNS: f64 = 10_000.0;

/// Receives values, each with its ply if it has a place; breaks when enough are known.
type Tell<'t> = &'t mut dyn FnMut(Value<'_>, Option<u32>) -> ControlFlow<()>;

/// The values of a fact in a game.
#[derive(Clone, Debug)]
pub enum Values<'a> {
    /// At most one.
    One(Option<Value<'a>>),
    /// The names on a side, all of them together: `Tal, M:Bronstein, D`.
    Names(&'a str),
    /// Values at places of the game.
    Placed(Fact, Color),
    /// Code, name and sentence of each finding.
    Faults,
}

impl Fact {
    /// The value of a fact; of several, the first one. `side` is the player's.
    #[must_use]
    pub fn value<'a>(self, game: &GameView<'a>, side: Color) -> Option<Value<'a>> {
        match self.values(game, side) {
            Values::One(value) => value,
            Values::Names(names) => Some(Value::borrowed(names)),
            several @ (Values::Placed(..) | Values::Faults) => several.first(game),
        }
    }

    /// All values of a fact.
    #[must_use]
    pub fn values<'a>(self, game: &GameView<'a>, side: Color) -> Values<'a> {
        Values::One(match self {
            Fact::Player => return Values::names(game, side),
            Fact::Opponent => return Values::names(game, !side),
            Fact::Clock | Fact::MoveTime | Fact::Eval | Fact::Comment | Fact::Nag => {
                return Values::Placed(self, side);
            }
            Fact::Fault => return Values::Faults,
            Fact::White => game.tags.tag(tag::WHITE).map(Value::borrowed),
            Fact::Black => game.tags.tag(tag::BLACK).map(Value::borrowed),
            Fact::Event => game.tags.tag(tag::EVENT).map(Value::borrowed),
            Fact::Site => game.tags.tag(tag::SITE).map(Value::borrowed),
            Fact::Round => game.tags.tag(tag::ROUND).map(Value::borrowed),
            Fact::Date => known(Some(game.date()).filter(|date| !date.is_unknown()), Value::Date),
            Fact::Color => Some(Value::Color(side)),
            Fact::Elo => number(game.elo(side)),
            Fact::OpponentElo => number(game.elo(!side)),
            Fact::Edge => number(elo_difference(game, side)),
            Fact::EloDiff => number(elo_difference(game, Color::White)),
            Fact::MinElo => number(elos(game).map(|(white, black)| white.min(black))),
            Fact::AvgElo => number(elos(game).map(|(white, black)| (white + black) / 2.0)),
            Fact::MaxElo => number(Color::ALL.iter().filter_map(|side| game.elo(*side)).max()),
            Fact::Rated => Some(Value::Flag(elos(game).is_some())),
            Fact::Upset => Some(Value::Flag(Color::ALL.iter().any(|side| is_upset(game, *side)))),
            Fact::Score => number(score(game, side)),
            Fact::Won => Some(Value::Flag(score(game, side) == Some(1.0))),
            Fact::Lost => Some(Value::Flag(score(game, side) == Some(0.0))),
            Fact::Drew => Some(Value::Flag(score(game, side) == Some(0.5))),
            Fact::Result => game.outcome.map(Value::Outcome),
            Fact::Decisive => Some(Value::Flag(game.outcome.is_some_and(Outcome::is_decisive))),
            Fact::ResultConflict => Some(Value::Flag(result_conflict(game))),
            Fact::Termination => game.tags.tag("Termination").map(|value| lower_case(value.trim())),
            Fact::Ends => ends::end(game).map(|end| Value::borrowed(end.name())),
            Fact::Country => Site::of(game.tag(tag::SITE)).country_code().map(Value::borrowed),
            Fact::RoundNumber => known(round_number(game), |round| Value::Number(round as f64)),
            Fact::Year => known(game.date().year(), |year| Value::Number(year.into())),
            Fact::YearMonth => year_month(game),
            Fact::Month => known(game.date().month(), |month| Value::Number(month.into())),
            Fact::Day => known(game.date().day(), |day| Value::Number(day.into())),
            Fact::Eco => eco(game),
            Fact::Opening => opening_names(game).0,
            Fact::Variation => opening_names(game).1,
            Fact::FirstMove => first_move(game),
            Fact::FirstMoves => first_moves(game),
            Fact::Variant => Some(variant(game)),
            Fact::ControlKind => {
                first_period(game).and_then(Period::kind_name).map(Value::borrowed)
            }
            Fact::BaseTime => number(
                first_period(game).and_then(Period::base_millis).map(|it| seconds(Millis(it))),
            ),
            Fact::Increment => {
                number(first_period(game).and_then(increment).map(|it| seconds(Millis(it))))
            }
            Fact::Speed => time_control(game).and_then(|it| Speed::of(&it)).map(Value::Speed),
            Fact::Duration => number(duration(game)),
            Fact::PlyCount => number(game.n_plies()),
            Fact::MoveCount => number(game.n_plies().map(|n_plies| n_plies.div_ceil(2))),
            Fact::TotalPlies => number(total_plies(game)),
            Fact::Language => game.language().map(Value::borrowed),
            Fact::Fen => game.position().map(|position| fen_of(&position)),
            Fact::StartFen => game.start_position().map(|start| fen_of(&start)),
            Fact::Key => {
                game.position().map(|position| text(format!("{:016x}", position.polyglot_key())))
            }
            Fact::Game => number(game.source.map(|(_, number)| number as f64)),
            Fact::File => game.source.map(|(file, _)| Value::borrowed(file)),
            Fact::Line => number(game.region.map(|region| region.begin().line as f64)),
        })
    }
}

impl<'a> Values<'a> {
    fn names(game: &GameView<'a>, side: Color) -> Values<'a> {
        game.names(side).map_or(Values::One(None), Values::Names)
    }

    /// Reports each value: of names, the whole and each one; of places, the requested ones.
    pub fn each(self, game: &GameView<'_>, place: Place, tell: Tell<'_>) {
        match self {
            Values::One(value) => {
                if let Some(value) = value {
                    let _ = tell(value, None);
                }
            }
            Values::Names(names) => {
                if tell(Value::borrowed(names), None).is_continue() && names.contains(':') {
                    for player in players(names) {
                        if tell(Value::borrowed(player.name), None).is_break() {
                            return;
                        }
                    }
                }
            }
            Values::Placed(fact, side) => placed(fact, side, game, place, tell),
            Values::Faults => faults(game, tell),
        }
    }

    /// The first value.
    fn first<'v>(self, game: &GameView<'_>) -> Option<Value<'v>> {
        let mut first = None;
        self.each(game, Place::default(), &mut |value, _| {
            first = Some(value.into_owned());
            ControlFlow::Break(())
        });
        first
    }
}

/// A number that a game may not have.
fn number<'a>(number: Option<impl Into<f64>>) -> Option<Value<'a>> {
    number.map(|number| Value::Number(number.into()))
}

/// Facts that every game has, although some do not contain them.
fn known<'a, T>(value: Option<T>, of: impl FnOnce(T) -> Value<'a>) -> Option<Value<'a>> {
    Some(value.map_or(Value::Unknown, of))
}

fn text<'a>(text: String) -> Value<'a> {
    Value::Text(Cow::Owned(text))
}

fn lower_case(text: &str) -> Value<'_> {
    match text.bytes().any(|byte| byte.is_ascii_uppercase() || byte >= 128) {
        true => Value::Text(Cow::Owned(charset::lower_case(text))),
        false => Value::borrowed(text),
    }
}

fn elos(game: &GameView<'_>) -> Option<(f64, f64)> {
    Some((game.elo(Color::White)?.into(), game.elo(Color::Black)?.into()))
}

fn elo_difference(game: &GameView<'_>, side: Color) -> Option<f64> {
    Some(f64::from(game.elo(side)?) - f64::from(game.elo(!side)?))
}

fn is_upset(game: &GameView<'_>, side: Color) -> bool {
    score(game, side) == Some(1.0) && elo_difference(game, side).is_some_and(|edge| edge < 0.0)
}

/// The points of a side.
fn score(game: &GameView<'_>, side: Color) -> Option<f64> {
    game.outcome?.points(side)
}

/// Letter and two digits of a code, as it begins.
fn eco_of_tag<'a>(game: &GameView<'a>) -> Option<&'a str> {
    let code = game.known_tag("ECO")?;
    Eco::parse(code).ok().flatten()?;
    code.get(..3)
}

fn eco<'a>(game: &GameView<'a>) -> Option<Value<'a>> {
    let by_tag = || eco_of_tag(game).map(Value::borrowed);
    let by_moves = || game.played_opening().map(|opening| text(opening.code.to_string()));
    match game.openings {
        Openings::Tags => by_tag(),
        Openings::Moves => by_moves(),
        Openings::Either => by_tag().or_else(by_moves),
    }
}

/// The name of the opening and that of its variation. Both are from one source: two programs call
/// things by other names.
fn opening_names<'a>(game: &GameView<'a>) -> (Option<Value<'a>>, Option<Value<'a>>) {
    let (opening, variation) = match game.leaves_to_moves(Fact::Opening) {
        false => (game.known_tag("Opening"), game.known_tag("Variation")),
        true => match game.played_opening() {
            Some(opening) => (Some(opening.name.opening()), opening.name.variation()),
            None => (None, None),
        },
    };
    (opening.map(Value::borrowed), variation.map(Value::borrowed))
}

impl GameView<'_> {
    /// Whether the tags leave a fact of the cost [`Opening`](super::Cost::Opening) to the moves.
    #[must_use]
    pub fn leaves_to_moves(&self, fact: Fact) -> bool {
        match self.openings {
            Openings::Tags => false,
            Openings::Moves => true,
            Openings::Either if fact == Fact::Eco => eco_of_tag(self).is_none(),
            Openings::Either => {
                ["Opening", "Variation"].iter().all(|name| self.known_tag(name).is_none())
            }
        }
    }
}

fn first_move<'a>(game: &GameView<'a>) -> Option<Value<'a>> {
    if game.tags.tag("FEN").is_some() {
        return None;
    }
    if let Some(moves) = game.moves {
        return Some(moves.first).filter(|first| !first.is_empty()).map(Value::borrowed);
    }
    let held = game.game?;
    let first = held.main_line().next()?;
    Some(text(held.tree().san(first)?.to_string()))
}

/// The plies of `first-moves`.
const FIRST_PLIES: usize = 6;

fn first_moves<'a>(game: &GameView<'a>) -> Option<Value<'a>> {
    if game.tags.tag("FEN").is_some() {
        return None;
    }
    let held = game.game?;
    let mut line = String::new();
    for (ply, node) in held.main_line().take(FIRST_PLIES).enumerate() {
        let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
        let gap = if ply == 0 { "" } else { " " };
        line.push_str(&format!("{gap}{number}{}", held.tree().san(node)?));
    }
    Some(line).filter(|line| !line.is_empty()).map(text)
}

fn year_month<'a>(game: &GameView<'_>) -> Option<Value<'a>> {
    let (year, month) = (game.date().year(), game.date().month());
    known(year.zip(month), |(year, month)| text(format!("{year:04}-{month:02}")))
}

fn variant<'a>(game: &GameView<'a>) -> Value<'a> {
    match game.known_tag("Variant") {
        None => match EventRules::of(game.tag(tag::EVENT)) {
            Some(rules) => lower_case(rules.name()),
            None => Value::borrowed("standard"),
        },
        Some(value) => match Variant::from_name(value) {
            Some(variant) => lower_case(variant.name()),
            None => lower_case(value),
        },
    }
}

fn time_control(game: &GameView<'_>) -> Option<TimeControl> {
    TimeControl::read(game.tags.tag("TimeControl")?)
}

fn first_period(game: &GameView<'_>) -> Option<Period> {
    time_control(game)?.periods().first().copied()
}

/// Milliseconds that each move adds; none if the clock only waits.
fn increment(period: Period) -> Option<u64> {
    period.base_millis().map(|_| match period {
        Period::Modern { is_delay: true, .. } => 0,
        _ => period.bonus_millis(),
    })
}

/// The time spent on moves, from comments; else the time from start to end.
fn duration(game: &GameView<'_>) -> Option<f64> {
    let mut spent = None;
    each_value(game.game?, Place::default(), |value, _, _| {
        if let CommandValue::Time(Clock::Emt, time) = value {
            spent = Some(spent.unwrap_or(0.0) + seconds(time));
        }
        ControlFlow::Continue(())
    });
    if spent.is_some() {
        return spent;
    }
    let second = |name: &str| {
        let time = tag::Time::parse(game.tags.tag(name)?.trim()).ok()?;
        let fields = [time.hour()?, time.minute()?, time.second()?];
        Some(fields.iter().fold(0.0, |sum, field| sum * 60.0 + f64::from(*field)))
    };
    let seconds = second("EndTime")? - second("StartTime")?;
    // A game that ends earlier than it began ended on the next day.
    Some(if seconds < 0.0 { seconds + 86_400.0 } else { seconds })
}

/// Of round 3.2, which is the second board, 3.
fn round_number(game: &GameView<'_>) -> Option<u64> {
    match tag::Round::parse(game.tags.tag("Round")?.trim()).ok()? {
        tag::Round::Parts(parts) => parts.numbers().next(),
        tag::Round::Unknown | tag::Round::NotApplicable => None,
    }
}

fn total_plies(game: &GameView<'_>) -> Option<u32> {
    let mut n_plies = 0;
    each_node(game.game?, Place::EVERYWHERE, |game, node, _| {
        n_plies += u32::from(!game.tree().is_head(node));
        ControlFlow::Continue(())
    });
    Some(n_plies)
}

fn fen_of<'a>(position: &Position) -> Value<'a> {
    text(fen::to_text(position, EpPolicy::default()).as_str().to_owned())
}

fn result_conflict(game: &GameView<'_>) -> bool {
    let (Some(outcome), Some(value)) = (game.outcome, game.tags.tag("Result")) else {
        return false;
    };
    let marker = game.region.and_then(marker_of).unwrap_or(outcome);
    // A tag such as `?` contains no result that a marker could contradict.
    let said = Outcome::parse_lax(value).filter(|said| said.is_known() || value.trim() == "*");
    said.is_some_and(|said| said.conflicts_with_marker(marker))
}

/// The marker that ends the text of a region.
fn marker_of(region: &Region<'_>) -> Option<Outcome> {
    struct Last(Option<Outcome>);
    impl Visitor for Last {
        type Break = ();
        fn marker(&mut self, marker: RawMarker) -> ControlFlow<()> {
            if !marker.in_variation {
                self.0 = Some(Outcome::from(marker.marker));
            }
            ControlFlow::Continue(())
        }
    }
    let mut last = Last(None);
    let _ = region.visit_dyn(&mut last);
    last.0
}

fn placed(fact: Fact, side: Color, game: &GameView<'_>, place: Place, tell: Tell<'_>) {
    let Some(game) = game.game else { return };
    match fact {
        Fact::Comment => each_node(game, place, |game, node, ply| {
            game.tree()
                .comments(node)
                .try_for_each(|comment| tell(Value::borrowed(comment), Some(ply)))
        }),
        Fact::Nag => each_node(game, place, |game, node, ply| {
            let mut nags = game.tree().nags(node);
            nags.try_for_each(|nag| tell(Value::Number(nag.0.into()), Some(ply)))
        }),
        _ => each_value(game, place, |value, mover, ply| {
            let value = match (fact, value) {
                (Fact::Clock, CommandValue::Time(Clock::Clk, time)) if mover == side => {
                    seconds(time)
                }
                (Fact::MoveTime, CommandValue::Time(Clock::Emt, time)) if mover == side => {
                    seconds(time)
                }
                (Fact::Eval, CommandValue::Eval(eval)) => pawns_of(eval),
                _ => return ControlFlow::Continue(()),
            };
            tell(Value::Number(value), Some(ply))
        }),
    }
}

fn seconds(time: Millis) -> f64 {
    time.0 as f64 / 1_000.0
}

/// An evaluation in pawns; a mate counts ten thousand, less the moves to it.
pub(crate) fn pawns_of(eval: Eval) -> f64 {
    match eval.score {
        Score::Centipawns(centipawns) => f64::from(centipawns) / 100.0,
        Score::Mate(moves) if moves < 0 => -MATE_PAWNS - f64::from(moves),
        Score::Mate(moves) => MATE_PAWNS - f64::from(moves),
    }
}

/// Reports code, name and message of each finding; none for a game without a text.
fn faults(game: &GameView<'_>, tell: Tell<'_>) {
    let Some(region) = game.region else {
        let _ = tell(Value::Unknown, None);
        return;
    };
    let mut is_enough = false;
    let mut take = |code: &str, name: &str, sentence: &str| {
        for text in [code, name, sentence] {
            is_enough = is_enough || tell(Value::borrowed(text), None).is_break();
        }
    };
    if let Some(checker) = game.checker {
        return checker.check(region, game.encoding, &mut take);
    }
    let notes: Vec<Diagnostic> = Vec::new();
    let mut referee = Referee::new((), notes).encoding(game.encoding);
    let _ = region.visit_dyn(&mut referee);
    for diagnostic in &referee.notes {
        if let Some(fault) = pgnkit::fault::by_code(diagnostic.code) {
            take(&diagnostic.code.to_string(), fault.name, fault.summary);
        }
    }
}
