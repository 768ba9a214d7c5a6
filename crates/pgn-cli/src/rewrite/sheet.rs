//! Games as people read them: text, web pages, pictures.
//!
//! Standard: §17. Decisions: D-59, D-62.

use super::{Place, Rewritten, WriteGame};
use crate::terminal::Loudness;
use pgn_db::standings::Entry;
use pgn_query::facts::GameView;
use pgnkit::Game;
use pgnkit::diagram::PieceShapes;
use pgnkit::score_sheet::{self, Sheet};

/// The parts of each game to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SheetForm {
    /// The game as text.
    Text,
    /// The game as a part of a web page.
    Html,
    /// The same, and the game of its event.
    Tournament,
    /// A picture of its end.
    Svg,
    /// The same as PNG.
    Png,
}

/// How wide and high a picture is.
const PIXELS: u32 = 360;

/// A game of a page of a tournament.
#[derive(Debug)]
pub(crate) struct TournamentGame {
    /// Where its part of the text begins.
    pub(crate) begin: usize,
    /// Its players and result; `None` if a player is unknown.
    pub(crate) entry: Option<Entry>,
    /// Its players, for people.
    pub(crate) caption: String,
    pub(crate) outcome: &'static str,
}

/// Writes games for eyes.
pub(super) struct SheetWriter {
    form: SheetForm,
    sheet: Sheet,
    text: String,
}

impl SheetWriter {
    pub(super) fn new(form: SheetForm, sheet: Sheet) -> SheetWriter {
        SheetWriter { form, sheet, text: String::new() }
    }
}

impl WriteGame for SheetWriter {
    /// Writes the game; a game without a position has no picture.
    fn write(&mut self, game: &Game, _: Place<'_>, _: Loudness, into: &mut Rewritten) {
        self.text.clear();
        match self.form {
            SheetForm::Text => self.sheet.text(game, &mut self.text),
            SheetForm::Html => self.sheet.html(game, &mut self.text),
            SheetForm::Tournament => {
                into.tournament_games.push(TournamentGame {
                    begin: into.text.len(),
                    entry: Entry::of(&GameView::of(game)),
                    caption: self.sheet.caption(game),
                    outcome: game.outcome().name(),
                });
                self.sheet.html(game, &mut self.text);
            }
            SheetForm::Svg | SheetForm::Png => match (score_sheet::end(game), self.form) {
                (None, _) => into.findings.unchecked_count += 1,
                (Some(diagram), SheetForm::Png) => {
                    // The size is within the limit.
                    into.text.extend_from_slice(&diagram.png(PIXELS).unwrap_or_default());
                }
                (Some(diagram), _) => {
                    let title = self.sheet.caption(game);
                    self.text = diagram.svg(PIXELS, PieceShapes::Own, &title);
                }
            },
        }
        into.text.extend_from_slice(self.text.as_bytes());
    }
}
