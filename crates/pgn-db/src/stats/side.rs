//! A game from the point of view of one side (§8.1.1, §9.1, D-16, D-17, D-19, D-25).

use pgnkit::Outcome;
use pgnkit::chess::Color;
use pgnkit::tag::Date;

use super::tally::Tally;
use pgn_query::facts::GameView;

/// A game with its counts from the point of view of each side.
#[derive(Clone, Debug)]
pub struct SidedGame<'a> {
    pub(super) game: &'a GameView<'a>,
    tallies: [Tally; 2],
}

/// A game from the point of view of one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct SideView<'a> {
    pub(super) game: &'a GameView<'a>,
    pub(super) color: Color,
    /// The counts of this one game.
    pub(super) tally: &'a Tally,
}

impl<'a> SidedGame<'a> {
    /// Counts a game.
    #[must_use]
    pub fn new(game: &'a GameView<'a>) -> SidedGame<'a> {
        let ratings = Color::ALL.map(|color| game.elo(color));
        let digits = known_digits(game.date());
        let tallies = Color::ALL.map(|color| {
            let mut tally = tally_of_result(game.outcome.unwrap_or_default(), color, ratings);
            if let Some(moves) = game.moves {
                tally.plies.add(moves.n_plies);
                tally.plies_range.add(moves.n_plies);
            }
            if let Some(digits) = digits {
                tally.dates.add(digits);
            }
            tally
        });
        SidedGame { game, tallies }
    }

    /// The game from the point of view of one side.
    pub(super) fn view(&self, color: Color) -> SideView<'_> {
        SideView { game: self.game, color, tally: &self.tallies[color as usize] }
    }
}

/// The counts of one game by its result and the ratings of White and Black.
fn tally_of_result(outcome: Outcome, color: Color, ratings: [Option<u32>; 2]) -> Tally {
    let mut tally = Tally { game_count: 1, ..Tally::default() };
    tally.white_count = u64::from(color == Color::White);
    let half_points = outcome.half_points().map(|halves| halves[color as usize]);
    tally.win_count = u64::from(half_points == Some(2));
    tally.loss_count = u64::from(half_points == Some(0));
    tally.draw_count = u64::from(half_points == Some(1));
    tally.special_count = u64::from(!outcome.is_standard());
    if let Some(rating) = ratings[color as usize] {
        tally.rated.add(rating);
    }
    if let Some(rating) = ratings[!color as usize] {
        tally.opponents.add(rating);
        // Ratings are compared only for games that were played.
        if outcome.is_known() && !outcome.is_unplayed() {
            tally.performed.add(rating);
            tally.performed_half_points = tally.half_points();
        }
    }
    tally
}

/// `YYYYMMDD` with zeros from where the date is unknown; none when the year is.
pub(super) fn known_digits(date: Date) -> Option<u32> {
    let year = u32::from(date.year()?) * 10_000;
    let Some(month) = date.month() else { return Some(year) };
    Some(year + u32::from(month) * 100 + date.day().map_or(0, u32::from))
}
