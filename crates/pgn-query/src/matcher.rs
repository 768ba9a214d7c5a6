//! Tests games with a query, one after the other (D-01).

use std::fmt;
use std::sync::Arc;

use super::Query;
use super::answer::{Answer, QueryContext};
use super::boards::Boards;
use super::eval::{Answers, Terms};
use super::expr::Question;
use super::facts::GameView;
use super::level::Level;
use super::record::{Skimmed, TagRecord};
use super::truth::Truth;
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::chess::Color;
use pgnkit::read::RegionReader;
use pgnkit::syntax::{GameEnd, Region};

/// The result of a query for a game.
///
/// ```
/// use pgn_query::{Context, Query};
/// use pgnkit::charset::Choice;
///
/// # let text = &b"[White \"Tal, Mihail\"]\n[WhiteElo \"2600\"]\n[Date \"1960.03.15\"]\n\n\
/// # 1. e4 e5 2. Nf3 1-0\n"[..];
/// # let game = pgnkit::read::Games::new(text).next().unwrap()?;
/// let query = Query::parse("moves '1. e4 e5 2. Nf3'", &Context::default())?;
/// let verdict = query.matcher(Choice::Auto).find_ply().test_game(&game, "", 1);
/// assert_eq!((verdict.holds(), verdict.ply), (true, Some(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// The answer.
    pub truth: Truth,
    /// The first ply where it is true, 0 being the start of the game, if the query is about plies
    /// and [`Matcher::find_ply`] was called.
    pub ply: Option<u32>,
}

impl From<Truth> for Verdict {
    fn from(truth: Truth) -> Verdict {
        Verdict { truth, ply: None }
    }
}

impl Verdict {
    /// Whether the game is selected.
    ///
    /// ```
    /// use pgn_query::{Truth, Verdict};
    ///
    /// assert!(Verdict::from(Truth::True).holds());
    /// assert!(!Verdict::from(Truth::Open).holds());
    /// ```
    #[must_use]
    pub fn holds(&self) -> bool {
        self.truth.holds()
    }

    /// Whether the query needs positions, but the game cannot be played to its end.
    ///
    /// ```
    /// use pgn_query::{Truth, Verdict};
    ///
    /// assert!(Verdict::from(Truth::Unplayable).is_unplayable());
    /// ```
    #[must_use]
    pub fn is_unplayable(&self) -> bool {
        self.truth == Truth::Unplayable
    }
}

/// Tests games, one after the other in the same memory. One for each thread.
///
/// ```
/// use pgn_query::{Context, Query};
/// use pgnkit::charset::Choice;
///
/// # let text = &b"[White \"Tal, Mihail\"]\n[WhiteElo \"2600\"]\n[Date \"1960.03.15\"]\n\n\
/// # 1. e4 e5 2. Nf3 1-0\n"[..];
/// # let game = pgnkit::read::Games::new(text).next().unwrap()?;
/// let query = Query::parse("won and White ~ 'tal'", &Context::default())?;
/// let mut matcher = query.matcher(Choice::Auto);
/// assert!(matcher.test_game(&game, "tal.pgn", 1).holds());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Matcher {
    query: Arc<Query>,
    encoding: Choice,
    wants_ply: bool,
    record: TagRecord,
    answers: Answers,
    games: RegionReader,
    boards: Boards,
}

impl fmt::Debug for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matcher").field("query", &self.query).finish_non_exhaustive()
    }
}

impl Matcher {
    pub(super) fn new(query: Arc<Query>, encoding: Choice) -> Matcher {
        Matcher {
            encoding,
            wants_ply: false,
            record: TagRecord::new(&query.expr.tags),
            answers: Answers::default(),
            games: RegionReader::new(encoding),
            boards: Boards::new(&query, encoding),
            query,
        }
    }

    /// Also finds the first ply from now on. Costs nothing for games that do not match.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    /// use pgnkit::charset::Choice;
    ///
    /// # let text = &b"[White \"Tal, Mihail\"]\n[WhiteElo \"2600\"]\n[Date \"1960.03.15\"]\n\n\
    /// # 1. e4 e5 2. Nf3 1-0\n"[..];
    /// # let game = pgnkit::read::Games::new(text).next().unwrap()?;
    /// let query = Query::parse("moves '1. e4 e5'", &Context::default())?;
    /// let mut matcher = query.matcher(Choice::Auto).find_ply();
    /// assert_eq!(matcher.test_game(&game, "", 1).ply, Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn find_ply(mut self) -> Matcher {
        self.wants_ply = true;
        self
    }

    /// The query.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    /// use pgnkit::charset::Choice;
    ///
    /// let query = Query::parse("rated", &Context::default())?;
    /// assert_eq!(query.matcher(Choice::Auto).query().text(), "rated");
    /// # Ok::<(), pgn_query::QueryError>(())
    /// ```
    #[must_use]
    pub fn query(&self) -> &Arc<Query> {
        &self.query
    }

    /// Reads games from now on in this encoding.
    pub fn set_encoding(&mut self, encoding: Choice) {
        if self.encoding != encoding {
            self.encoding = encoding;
            self.games = RegionReader::new(encoding);
            self.boards = Boards::new(&self.query, encoding);
        }
    }

    /// The result for the game in a region of the source called `file`; `None` if there is no game,
    /// or the text is not PGN. Reads no more of it than necessary.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    /// use pgnkit::charset::Choice;
    /// use pgnkit::syntax::Regions;
    ///
    /// let query = Query::parse("White ~ 'tal'", &Context::default())?;
    /// let mut matcher = query.matcher(Choice::Auto);
    /// let text = b"[White \"Tal\"]\n\n1. e4 *\n\n[White \"Keres\"]\n\n1. d4 *\n";
    /// let mut regions = Regions::new(&text[..]);
    /// let mut found = Vec::new();
    /// while let Some(region) = regions.next_region()? {
    ///     found.extend(matcher.test(&region, "two.pgn").map(|verdict| verdict.holds()));
    /// }
    /// assert_eq!(found, [true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn test(&mut self, region: &Region<'_>, file: &str) -> Option<Verdict> {
        region.end.filter(|end| *end != GameEnd::NoGame)?;
        let is_first = region.start.0 == 0;
        if !is_first && !self.query.may_match(region.text) {
            return Some(Truth::False.into());
        }
        let query = Arc::clone(&self.query);
        let Some(root) = query.root else {
            return Some(Truth::True.into());
        };
        self.answers.restart(query.expr.leaves.len());
        self.boards.restart();
        self.record.collect_others(query.seen_tags.waits());
        let skimmed = self.record.skim(region, self.encoding);
        if skimmed == Skimmed::NotPgn {
            return None;
        }
        query.seen_tags.note(&mut self.record);
        let mut game = GameView {
            source: Some((file, region.n_games_before + 1)),
            region: Some(region),
            encoding: self.encoding,
            checker: query.checker.as_deref(),
            ..GameView::of_tags(&())
        };
        let (answers, boards) = (&mut self.answers, &mut self.boards);
        if skimmed == Skimmed::Done {
            let context = QueryContext::new(&self.record, game);
            let mut ask = |leaf, side| {
                let leaf = query.expr.leaf(leaf);
                (!context.waits_for_game(leaf)).then(|| context.answer(leaf, side))
            };
            let terms = Terms::lazy(&query.expr, Level::Tags);
            let answer = answers.of(root, Color::White, terms, &mut ask);
            let is_enough = |answer: &Answer| !(self.wants_ply && answer.truth.holds());
            if let Some(answer) = answer.filter(is_enough) {
                return Some(answer.truth.into());
            }
            if query.is_watched {
                boards.read(region);
                return Some(conclude(&query, answers, boards, &context, self.wants_ply));
            }
        }
        self.games.read(region);
        let held = self.games.game()?;
        if skimmed == Skimmed::NeedsGame {
            self.record.take(held);
        }
        (game.game, game.outcome) = (Some(held), Some(held.outcome()));
        let context = QueryContext::new(&self.record, game);
        Some(conclude(&query, answers, boards, &context, self.wants_ply))
    }

    /// The result for a game. `file` and `number` are the values of the words `file` and `game`.
    ///
    /// ```
    /// use pgn_query::{Context, Query};
    /// use pgnkit::charset::Choice;
    ///
    /// # let text = &b"[White \"Tal, Mihail\"]\n[WhiteElo \"2600\"]\n[Date \"1960.03.15\"]\n\n\
    /// # 1. e4 e5 2. Nf3 1-0\n"[..];
    /// # let game = pgnkit::read::Games::new(text).next().unwrap()?;
    /// let query = Query::parse("game = 7 and file = 'tal.pgn'", &Context::default())?;
    /// assert!(query.matcher(Choice::Auto).test_game(&game, "tal.pgn", 7).holds());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn test_game(&mut self, game: &Game, file: &str, number: u64) -> Verdict {
        self.answers.restart(self.query.expr.leaves.len());
        self.boards.restart();
        self.record.collect_others(self.query.seen_tags.waits());
        self.record.take(game);
        self.query.seen_tags.note(&mut self.record);
        let (source, encoding) = (Some((file, number)), self.encoding);
        let game = GameView { source, encoding, ..GameView::of(game) };
        let context = QueryContext::new(&self.record, game);
        let (answers, boards) = (&mut self.answers, &mut self.boards);
        conclude(&self.query, answers, boards, &context, self.wants_ply)
    }
}

/// The result for a game for which all necessary data is known.
fn conclude(
    query: &Query,
    answers: &mut Answers,
    boards: &mut Boards,
    context: &QueryContext<'_>,
    wants_ply: bool,
) -> Verdict {
    let Some(root) = query.root else { return Truth::True.into() };
    let mut ask = |leaf, side| {
        let leaf = query.expr.leaf(leaf);
        Some(match leaf.question {
            Question::Board { probe, lines } => boards.answer(context.game.game, probe, lines),
            _ => context.answer(leaf, side),
        })
    };
    let terms = Terms::lazy(&query.expr, query.plan.dearest());
    let answer = answers.of(root, Color::White, terms, &mut ask);
    let mut answer = answer.unwrap_or(Answer::of(Truth::Open));
    if wants_ply && answer.truth.holds() {
        let terms = Terms::all(&query.expr, &query.plan);
        answer = answers.of(root, Color::White, terms, &mut ask).unwrap_or(answer);
    }
    Verdict { truth: answer.truth, ply: answer.ply }
}
