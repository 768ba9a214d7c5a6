//! A game from the point of view of one side (§8.1.1, §9.1, D-16, D-17, D-19, D-25).

use pgnkit::chess::Color;
use pgnkit::tag::Date;

use super::tally::Tally;
use pgn_query::facts::GameView;

/// A game from the point of view of one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct SideView<'a> {
    pub(super) game: &'a GameView<'a>,
    pub(super) color: Color,
}

impl SideView<'_> {
    /// The counts of this one game.
    pub(super) fn tally(&self) -> Tally {
        let mut tally = Tally { game_count: 1, ..Tally::default() };
        tally.white_count = u64::from(self.color == Color::White);
        let outcome = self.game.outcome.unwrap_or_default();
        let half_points = outcome.half_points().map(|halves| halves[self.color as usize]);
        tally.win_count = u64::from(half_points == Some(2));
        tally.loss_count = u64::from(half_points == Some(0));
        tally.draw_count = u64::from(half_points == Some(1));
        tally.special_count = u64::from(!outcome.is_standard());
        if let Some(rating) = self.game.elo(self.color) {
            tally.rated.add(rating);
        }
        if let Some(rating) = self.game.elo(!self.color) {
            tally.opponents.add(rating);
            // A forfeit is no evidence of strength.
            if outcome.is_known() && !outcome.is_unplayed() {
                tally.performed.add(rating);
                tally.performed_half_points = tally.half_points();
            }
        }
        if let Some(moves) = self.game.moves {
            tally.plies.add(moves.n_plies);
            tally.plies_range.add(moves.n_plies);
        }
        if let Some(digits) = known_digits(self.game.date()) {
            tally.dates.add(digits);
        }
        tally
    }
}

/// `YYYYMMDD` with zeros from where the date is unknown; none when the year is.
pub(super) fn known_digits(date: Date) -> Option<u32> {
    let year = u32::from(date.year()?) * 10_000;
    let Some(month) = date.month() else { return Some(year) };
    Some(year + u32::from(month) * 100 + date.day().map_or(0, u32::from))
}
