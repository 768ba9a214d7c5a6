//! Games as people read them: text, web pages, pictures.
//!
//! Standard: §17. Decisions: D-59, D-62.

use super::{Place, Rewritten, WriteGame};
use crate::terminal::Loudness;
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
    /// A picture of its end.
    Svg,
}

/// How wide and high a picture is.
const PIXELS: u32 = 360;

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
            SheetForm::Svg => match score_sheet::end(game) {
                Some(diagram) => {
                    let title = self.sheet.caption(game);
                    self.text = diagram.svg(PIXELS, PieceShapes::Own, &title);
                }
                None => into.findings.unchecked_count += 1,
            },
        }
        into.text.extend_from_slice(self.text.as_bytes());
    }
}
