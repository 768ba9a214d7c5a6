//! The requests of a page, by the first field of its message.

use pgn_formats::speech::PIECE_NAMES;
use pgn_view::{Browse, COMMANDS, Change, Command, Face, Fold, Games, KEYS, SessionError};
use pgnkit::chess::fen::{self, Mode};
use pgnkit::chess::notation::letters::LANGUAGES;
use pgnkit::chess::{Color, Variant};
use pgnkit::diagram::shared_pieces;
use pgnkit::{Nag, chess::Role};

use crate::board::{put_position, variant_of};
use crate::json::Json;
use crate::message::fields;
use crate::moves::{put_nag, put_sheet};
pub use crate::page_session::PageSession;
use crate::state::put_state;

/// The answer to a message: an object of JSON, or for `text` and `games` the bytes of PGN. It has
/// `error`, a sentence, if the message could not be obeyed; then nothing has changed.
pub fn answer(page: &mut PageSession, message: &[u8]) -> Vec<u8> {
    let cut_off = || SessionError::new("a message that is cut off");
    let outcome = fields(message).ok_or_else(cut_off).and_then(|fields| obey(page, &fields));
    outcome.unwrap_or_else(|error| object(|json| put_trouble(&error, json)))
}

fn put_trouble(error: &SessionError, json: &mut Json) {
    json.key("error").string(&error.message);
    json.key("hint").optional(error.hint.as_ref());
    json.key("span");
    match &error.span {
        None => json.null(),
        Some(span) => json.array(|json| {
            json.plain(span.start);
            json.plain(span.end);
        }),
    }
}

fn obey(page: &mut PageSession, fields: &[&[u8]]) -> Result<Vec<u8>, SessionError> {
    if let [b"open", name, text] = *fields {
        let note = page.open(&String::from_utf8_lossy(name), text.to_vec())?;
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
        ["pieces"] => object(|json| json.key("svg").string(&shared_pieces())),
        ["languages"] => object(put_languages),
        ["variants"] => object(|json| {
            json.key("variants").array(|json| {
                Variant::ALL.iter().for_each(|variant| json.string(variant.name()));
            });
        }),
        ["nags"] => object(|json| {
            let all = Nag::all().filter(|nag| !nag.is_null());
            json.key("nags").array(|json| all.for_each(|nag| put_nag(nag, json)));
        }),
        ["commands"] => object(put_commands),
        ["keys"] => object(put_keys),
        ["position", fen, variant] => return Some(position(page, fen, variant)),
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
    object(|json| put_state(page, note, json))
}

fn object(fill: impl FnOnce(&mut Json)) -> Vec<u8> {
    let mut json = Json::default();
    json.object(fill);
    json.into_bytes()
}

fn number(text: &str) -> Result<usize, SessionError> {
    text.parse().map_err(|_| SessionError::new(format!("expected a number, found `{text}`")))
}

/// The languages of piece letters, each with the names of the pieces.
fn put_languages(json: &mut Json) {
    json.key("languages").array(|json| {
        for (language, names) in LANGUAGES.iter().zip(PIECE_NAMES) {
            json.object(|json| {
                json.key("code").string(language.code);
                json.key("name").string(language.own_name);
                json.key("letters").array(|json| {
                    language.letters.iter().for_each(|letter| json.string(letter));
                });
                json.key("names").array(|json| {
                    Role::ALL.into_iter().for_each(|role| json.string(names.name(role)));
                });
            });
        }
    });
}

/// The commands of pages: which page has them, their names, and for a help how they are typed and
/// what they do.
fn put_commands(json: &mut Json) {
    json.key("commands").array(|json| {
        for row in COMMANDS {
            if !row.is_on(Face::Page) && !row.is_on(Face::Served) {
                continue;
            }
            json.object(|json| {
                json.key("page").plain(row.is_on(Face::Page));
                json.key("served").plain(row.is_on(Face::Served));
                json.key("name").string(row.name);
                json.key("short").string(row.short);
                json.key("form").string(&row.form());
                json.key("about").string(row.about);
                json.key("edits").plain(row.is_edit);
            });
        }
    });
}

/// The table of keys: of each row the pane, the keys of each page, and what it does. Rows without
/// keys on pages are there, too: these keys do nothing else on a page.
fn put_keys(json: &mut Json) {
    json.key("keys").array(|json| {
        for row in KEYS {
            json.object(|json| {
                json.key("pane").string(row.pane.name());
                json.key("title").string(row.pane.title());
                json.key("action").string(row.action.name());
                json.key("command").string(row.action.command());
                json.key("about").string(row.about);
                let faces = [Face::Terminal, Face::Page, Face::Served];
                for (name, face) in ["terminal", "page", "served"].into_iter().zip(faces) {
                    json.key(name).array(|json| row.keys(face).for_each(|key| json.string(key)));
                }
            });
        }
    });
}

/// A position and its moves; or in `faults` why no game can be in it.
fn position(page: &PageSession, fen: &str, variant: &str) -> Result<Vec<u8>, SessionError> {
    let variant = variant_of(variant)?;
    let fen = if fen.is_empty() { variant.start_fen() } else { fen };
    Ok(match fen::parse_as(fen.as_bytes(), Mode::Lax, variant) {
        Ok((position, _)) => object(|json| put_position(&position, &page.letters, json)),
        Err(error) => object(|json| json.key("faults").shown(error)),
    })
}

/// The rows of the list from one to before another, each with its cells.
fn rows(page: &PageSession, from: &str, to: &str) -> Result<Vec<u8>, SessionError> {
    let session = &page.session;
    let to = number(to)?.min(session.n_rows());
    let from = number(from)?.min(to);
    let modified = session.modified();
    let mut lines = Vec::with_capacity(to - from);
    for row in from..to {
        let game = session.list().game(session.games(), row).unwrap_or_default();
        lines.push((game, session.row(row)?));
    }
    Ok(object(|json| {
        json.key("rows").array(|json| {
            for (game, cells) in &lines {
                json.object(|json| {
                    json.key("game").plain(game);
                    json.key("modified").plain(modified.contains(game));
                    json.key("cells").array(|json| cells.iter().for_each(|cell| json.string(cell)));
                });
            }
        });
    }))
}

/// A game to be printed: that of a row, or that on the board without one.
fn sheet(page: &PageSession, row: &str) -> Result<Vec<u8>, SessionError> {
    let put = |game| object(|json| put_sheet(game, &page.letters, json));
    if row.is_empty() {
        return Ok(put(page.editor()?.game()));
    }
    let game = page.session.list().game(page.session.games(), number(row)?);
    let game = game.ok_or_else(|| SessionError::new("there is no such row"))?;
    if page.session.open_game() == Some(game) {
        return Ok(put(page.editor()?.game()));
    }
    Ok(put(&page.session.games().read(game)?.game))
}
