//! The requests of a page, by the first field of its message.

use pgn_formats::speech::{PIECE_NAMES, PieceNames};
use pgn_view::{
    Browse, COMMANDS, Change, Command, Face, Fold, GameEditor, Games, KEYS, KeyRow, SessionError,
};
use pgnkit::chess::fen::{self, Mode};
use pgnkit::chess::notation::letters::{LANGUAGES, Language};
use pgnkit::chess::{Color, Role, Variant};
use pgnkit::diagram::shared_pieces;
use pgnkit::{Game, Nag};

use crate::board::{position_picture, variant_of};
use crate::json::Json;
use crate::message::fields;
use crate::moves::{page_nag, sheet_picture};
pub use crate::page_session::PageSession;
use crate::page_types::{
    CommandsAnswer, KeysAnswer, LanguagesAnswer, MeaningAnswer, NagsAnswer, PageCommandRow,
    PageError, PageKeyRow, PageLanguage, PageRow, PiecesAnswer, RowsAnswer, SetupAnswer,
    SetupFaults, VariantsAnswer,
};
use crate::page_value::PageValue;
use crate::state::page_state;

/// The answer to a message: an object of JSON, or for `text` and `games` the bytes of PGN. It has
/// `error`, a sentence, if the message could not be executed; then nothing has changed.
pub fn answer(page: &mut PageSession, message: &[u8]) -> Vec<u8> {
    let cut_off = || SessionError::new("a message that is cut off");
    let outcome = fields(message).ok_or_else(cut_off).and_then(|fields| obey(page, &fields));
    outcome.unwrap_or_else(|error| {
        let span = error.span.map(|span| [span.start, span.end]);
        encode(&PageError { error: error.message, hint: error.hint, span })
    })
}

fn obey(page: &mut PageSession, fields: &[&[u8]]) -> Result<Vec<u8>, SessionError> {
    if let [b"open", name, text] = *fields {
        let note = page.open(&String::from_utf8_lossy(name), text.to_vec())?;
        return Ok(state(page, &note));
    }
    if let [b"merge", text, origin] = *fields {
        let note = page.session.merge_text(text, &String::from_utf8_lossy(origin))?.text;
        return Ok(state(page, &note));
    }
    let mut words = Vec::with_capacity(fields.len());
    for field in fields {
        words.push(
            str::from_utf8(field).map_err(|_| SessionError::new("a field that is not UTF-8"))?,
        );
    }
    match facts(page, &words) {
        Some(answer) => answer,
        None => Ok(change(page, &words)?),
    }
}

/// Verbs that change nothing.
fn facts(page: &PageSession, words: &[&str]) -> Option<Result<Vec<u8>, SessionError>> {
    Some(Ok(match *words {
        ["pieces"] => encode(&PiecesAnswer { svg: shared_pieces() }),
        ["languages"] => encode(&LanguagesAnswer { languages: languages() }),
        ["variants"] => {
            encode(&VariantsAnswer { variants: Variant::ALL.map(Variant::name).to_vec() })
        }
        ["nags"] => {
            let all = Nag::all().filter(|nag| !nag.is_null());
            encode(&NagsAnswer { nags: all.map(page_nag).collect() })
        }
        ["commands"] => encode(&CommandsAnswer { commands: command_rows() }),
        ["keys"] => encode(&KeysAnswer { keys: key_rows() }),
        ["position", fen, variant] => return Some(position(page, fen, variant)),
        ["meaning", text] => encode(&MeaningAnswer { meaning: page.session.meaning(text) }),
        ["rows", from, to] => return Some(rows(page, from, to)),
        ["sheet", row] => return Some(sheet(page, row)),
        ["text"] => page.session.editor().map(|editor| editor.text().0).unwrap_or_default(),
        ["games"] => page.session.games().text().to_vec(),
        _ => return None,
    }))
}

/// Verbs that are answered with the state.
fn change(page: &mut PageSession, words: &[&str]) -> Result<Vec<u8>, SessionError> {
    let note = match *words {
        ["state"] => String::new(),
        ["say", line] => {
            let command = Command::parse_on(Face::Page, line)?;
            page.perform(command)?
        }
        ["game", row] => page.open_row(number(row)?)?,
        ["go", node] => page.go_to(number(node)?)?,
        ["ply", ply] => page.go_to_ply(number(ply)?)?,
        ["play", uci] => page.play(uci)?,
        ["select", row] => page.perform(Browse::Select(number(row)?))?,
        ["fold", head] => {
            let node = page.editor()?.game().tree().node_at(number(head)?);
            let node = node.ok_or_else(|| SessionError::new("there is no such variation"))?;
            page.perform(Fold::Variation(node))?
        }
        ["comment", place, text] => page.comment(number(place)?, text)?,
        ["nag", nag] => {
            let nag =
                Nag::from_digits(nag).ok_or_else(|| SessionError::new("no number of a glyph"))?;
            page.perform(Change::Nag(nag))?
        }
        ["tag", name, value] => page.perform(Change::Tag(name.to_owned(), value.to_owned()))?,
        ["shape", color, from, to] => page.shape(color, from, to)?,
        ["begin", fen, variant] => page.begin(fen, variant)?,
        ["paste", text] => page.perform(Command::Paste(text.to_owned()))?,
        ["poll"] => {
            page.session.poll();
            String::new()
        }
        ["letters", name] => {
            page.set_letters(name)?;
            String::new()
        }
        ["side", side] => {
            page.set_side(if side == "black" { Color::Black } else { Color::White })?;
            String::new()
        }
        ["save"] => {
            page.save()?;
            String::new()
        }
        [verb, ..] => {
            let n = words.len() - 1;
            return Err(SessionError::new(format!("no verb `{verb}` with {n} fields")));
        }
        [] => return Err(SessionError::new("an empty message")),
    };
    Ok(state(page, &note))
}

fn state(page: &mut PageSession, note: &str) -> Vec<u8> {
    encode(&page_state(page, note))
}

fn encode(value: &impl PageValue) -> Vec<u8> {
    let mut json = Json::default();
    value.put(&mut json);
    json.into_bytes()
}

fn number(text: &str) -> Result<usize, SessionError> {
    text.parse().map_err(|_| SessionError::new(format!("expected a number, found `{text}`")))
}

/// The languages of piece letters.
fn languages() -> Vec<PageLanguage> {
    let language = |(language, names): (&'static Language, PieceNames)| PageLanguage {
        code: language.code,
        name: language.own_name,
        letters: language.letters.iter().collect(),
        names: Role::ALL.into_iter().map(|role| names.name(role)).collect(),
    };
    LANGUAGES.iter().zip(PIECE_NAMES).map(language).collect()
}

/// The commands of pages.
fn command_rows() -> Vec<PageCommandRow> {
    let rows = COMMANDS.iter().filter(|row| row.is_on(Face::Page) || row.is_on(Face::Served));
    rows.map(|row| PageCommandRow {
        page: row.is_on(Face::Page),
        served: row.is_on(Face::Served),
        name: row.name,
        short: row.short,
        form: row.form(),
        about: row.about,
        edits: row.is_edit,
    })
    .collect()
}

/// The table of keys. It includes rows without keys on pages: those keys have no other action on a
/// page.
fn key_rows() -> Vec<PageKeyRow> {
    let row = |row: &'static KeyRow| PageKeyRow {
        pane: row.pane.name(),
        title: row.pane.title(),
        action: row.action.name(),
        command: row.action.command(),
        about: row.about,
        terminal: row.keys(Face::Terminal).collect(),
        page: row.keys(Face::Page).collect(),
        served: row.keys(Face::Served).collect(),
    };
    KEYS.iter().map(row).collect()
}

/// A position and its moves, or why no game can be in it.
fn position(page: &PageSession, fen: &str, variant: &str) -> Result<Vec<u8>, SessionError> {
    let variant = variant_of(variant)?;
    let fen = if fen.is_empty() { variant.start_fen() } else { fen };
    Ok(encode(&match fen::parse_as(fen.as_bytes(), Mode::Lax, variant) {
        Ok((position, _)) => SetupAnswer::Position(position_picture(&position, &page.letters)),
        Err(error) => SetupAnswer::Faults(SetupFaults { faults: error.to_string() }),
    }))
}

/// The rows of the list from one to before another.
fn rows(page: &PageSession, from: &str, to: &str) -> Result<Vec<u8>, SessionError> {
    let session = &page.session;
    let to = number(to)?.min(session.n_rows());
    let from = number(from)?.min(to);
    let modified = session.modified();
    let row = |row: usize| {
        let game = session.game_at(row).unwrap_or_default();
        let cells = session.row(row)?.into_iter().collect();
        let deleted = session.editor_of(game).is_some_and(GameEditor::is_deleted);
        let modified = modified.contains(&game);
        Ok(PageRow { game: session.number_of(game), modified, deleted, cells })
    };
    let rows = (from..to).map(row).collect::<Result<Vec<_>, SessionError>>()?;
    Ok(encode(&RowsAnswer { rows }))
}

/// A game to be printed: that of a row, or that on the board without one.
fn sheet(page: &PageSession, row: &str) -> Result<Vec<u8>, SessionError> {
    let encoded = |game: &Game| encode(&sheet_picture(game, &page.letters));
    if row.is_empty() {
        return Ok(encoded(page.editor()?.game()));
    }
    let game = page.session.game_at(number(row)?);
    let game = game.ok_or_else(|| SessionError::new("there is no such row"))?;
    if let Some(editor) = page.session.editor_of(game) {
        return Ok(encoded(editor.game()));
    }
    Ok(encoded(&page.session.games().read(game)?.game))
}
