//! Exports of the open game: pictures, texts, pages, links.

use std::fs;
use std::path::Path;

use pgn_db::error::{Error, ErrorKind};
use pgn_view::{BoardView, GameEditor};
use pgnkit::chess::Position;
use pgnkit::diagram::{PieceShapes, Signs};
use pgnkit::score_sheet::{FOOT, Sheet, head};

use super::games::write_new;

/// The kind of export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExportForm {
    DiagramSvg,
    DiagramText,
    GameText,
    GameHtml,
    GamePgn,
}

impl ExportForm {
    pub(super) const ALL: [ExportForm; 5] = [
        ExportForm::DiagramSvg,
        ExportForm::DiagramText,
        ExportForm::GameText,
        ExportForm::GameHtml,
        ExportForm::GamePgn,
    ];

    pub(super) fn key(self) -> char {
        match self {
            ExportForm::DiagramSvg => 's',
            ExportForm::DiagramText => 'd',
            ExportForm::GameText => 't',
            ExportForm::GameHtml => 'h',
            ExportForm::GamePgn => 'p',
        }
    }

    pub(super) fn label(self) -> &'static str {
        match self {
            ExportForm::DiagramSvg => "diagram as a picture (SVG)",
            ExportForm::DiagramText => "diagram as text",
            ExportForm::GameText => "game as text",
            ExportForm::GameHtml => "game as a web page (HTML)",
            ExportForm::GamePgn => "game as PGN",
        }
    }

    fn ending(self) -> &'static str {
        match self {
            ExportForm::DiagramSvg => "svg",
            ExportForm::DiagramText | ExportForm::GameText => "txt",
            ExportForm::GameHtml => "html",
            ExportForm::GamePgn => "pgn",
        }
    }

    fn bytes(self, editor: &GameEditor, board: Option<&BoardView>) -> Option<Vec<u8>> {
        let game = editor.game();
        let diagram = board.and_then(|board| board.diagram.as_ref());
        let sheet = Sheet::default();
        let mut text = String::new();
        match self {
            ExportForm::DiagramSvg => {
                text = diagram?.svg(360, PieceShapes::Own, &sheet.caption(game))
            }
            ExportForm::DiagramText => text = diagram?.text(Signs::Unicode) + "\n",
            ExportForm::GameText => sheet.text(game, &mut text),
            ExportForm::GameHtml => {
                text = head(&sheet.caption(game));
                sheet.html(game, &mut text);
                text.push_str(FOOT);
            }
            ExportForm::GamePgn => {
                let mut bytes = editor.text().0.trim_ascii().to_vec();
                bytes.push(b'\n');
                return Some(bytes);
            }
        }
        Some(text.into_bytes())
    }
}

/// Writes a new file in the current folder, named after the game; returns its name.
///
/// # Errors
/// If it cannot be written, or there is nothing to write.
pub(super) fn write(
    form: ExportForm,
    editor: &GameEditor,
    board: Option<&BoardView>,
) -> Result<String, Error> {
    let unchecked = || Error::new(ErrorKind::Unsupported, "diagram", "the moves are not checked");
    let bytes = form.bytes(editor, board).ok_or_else(unchecked)?;
    let name = free_name(&stem(editor), form.ending());
    write_new(Path::new(&name), &bytes).map(|()| name)
}

/// The file name for the game: the names of the players and the number of the game.
fn stem(editor: &GameEditor) -> String {
    let tags = editor.game().tags();
    let surname = |name: &str| {
        let name = tags.get(name).unwrap_or_default();
        let name = name.split([',', ' ']).find(|part| !part.is_empty()).unwrap_or_default();
        name.chars().filter(|c| c.is_alphanumeric()).take(40).collect::<String>()
    };
    let parts = [surname("White"), surname("Black"), editor.place().number.to_string()];
    let known: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    known.join("-")
}

/// A name that no file has.
fn free_name(stem: &str, ending: &str) -> String {
    let numbered = |n: u32| match n {
        1 => format!("{stem}.{ending}"),
        n => format!("{stem}-{n}.{ending}"),
    };
    let is_free = |name: &String| fs::symlink_metadata(name).is_err();
    (1..1000).map(numbered).find(is_free).unwrap_or_else(|| numbered(1000))
}

/// A link that shows the position.
pub(super) fn link(position: &Position) -> String {
    format!("https://lichess.org/analysis/{}", position.fen().as_str().replace(' ', "_"))
}
