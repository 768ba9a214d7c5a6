//! The file `pgnkit.toml`, and the lists that expressions name.

use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::compression::{Wanted, is_game_file_name};
use crate::error::{Error, ErrorKind};
use crate::open_games::open_games;
use pgn_formats::epd::{self, ReadOptions};
use pgn_query::{Context, Named};
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::chess::fen::{self, CastlingStyle};

/// The file that names queries.
pub const CONFIG_NAME: &str = "pgnkit.toml";

/// How large a list or a file of queries may be, in bytes.
const FILE_BYTES_MAX: u64 = 256 << 20;

/// The nearest `pgnkit.toml`, in `folder` or in a folder around it.
#[must_use]
pub fn nearest_config(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(CONFIG_NAME)).find(|path| path.is_file())
}

/// The result of `parse` for `file`; without one, for the nearest `pgnkit.toml` in `folder` or a
/// folder above it; `None` if there is none.
///
/// # Errors
/// When the file cannot be read, or `parse` rejects its text: then the message is on one line.
pub fn parse_config<T, E: Display>(
    file: Option<&Path>,
    folder: Option<&Path>,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Result<Option<T>, Error> {
    let Some(path) = file.map(Path::to_owned).or_else(|| nearest_config(folder?)) else {
        return Ok(None);
    };
    let name = path.to_string_lossy();
    let text = fs::read_to_string(&path).map_err(|error| Error::from_io(&*name, error))?;
    parse(&text).map(Some).map_err(|error| {
        // TOML's parser shows the location on several lines; the first and the last one suffice.
        let message = error.to_string();
        let (first, last) = (message.lines().next(), message.lines().next_back());
        let parts = [first, last.filter(|_| message.lines().count() > 1)];
        let line = parts.into_iter().flatten().map(str::trim).collect::<Vec<_>>().join(": ");
        Error::new(ErrorKind::Usage, name, line)
    })
}

/// A context without queries, whose lists and games are files.
#[must_use]
pub fn empty_context() -> Context {
    let read_list = |name: &str| {
        let text = read(Path::new(name)).map_err(|error| error.to_string())?;
        let is_of_positions = is_game_file_name(name, Wanted::Positions);
        Ok(if is_of_positions { positions_of(&text) } else { text })
    };
    let read_games = |name: &str, take: &mut dyn FnMut(&Game)| {
        if !is_game_file_name(name, Wanted::Games) {
            return Ok(false);
        }
        for game in open_games(name) {
            take(&game.map_err(|error| error.to_string())?);
        }
        Ok(true)
    };
    let mut context = Context::default();
    context.read_list = Some(Arc::new(read_list));
    context.read_games = Some(Arc::new(read_games));
    context
}

/// The queries of the nearest `pgnkit.toml`, in `folder` or in a folder around it.
///
/// # Errors
/// If there is one and it cannot be read or is not valid.
pub fn nearest_context(folder: &Path) -> Result<Context, Error> {
    match nearest_config(folder) {
        Some(path) => read_context(&path),
        None => Ok(empty_context()),
    }
}

/// The queries of a file: those of its table `[queries]`.
///
/// # Errors
/// If it cannot be read or is not valid.
pub fn read_context(path: &Path) -> Result<Context, Error> {
    let mut context = empty_context();
    let name = path.display().to_string();
    let text = read(path)?;
    let refuse = |why: String| {
        let hint = "it has a table `[queries]` with lines such as `strong = \"elo >= 2600\"`";
        Error::new(ErrorKind::Usage, &name, why).with_hint(hint)
    };
    let config: toml::Table =
        text.parse().map_err(|error: toml::de::Error| refuse(error.message().to_owned()))?;
    let queries = match config.get("queries") {
        None => return Ok(context),
        Some(toml::Value::Table(queries)) => queries,
        Some(_) => return Err(refuse("`queries` is not a table".to_owned())),
    };
    for (query, value) in queries {
        let toml::Value::String(text) = value else {
            return Err(refuse(format!("the query `{query}` is not a text")));
        };
        let named = Named::new(text, &name);
        context.queries.insert(query.clone(), named);
    }
    Ok(context)
}

/// The positions of records, one per line: the four fields without the operations. A line that is
/// not a record stays as it is.
fn positions_of(text: &str) -> String {
    let options = ReadOptions::default();
    let mut list = String::with_capacity(text.len());
    for line in text.lines() {
        match epd::parse(line.as_bytes(), &options, &mut Vec::new()) {
            epd::Line::Record(record) => {
                let fen = fen::setup_to_text(&record.setup(), CastlingStyle::XFen);
                let fields: Vec<&str> = fen.split(' ').take(4).collect();
                list.push_str(&fields.join(" "));
            }
            epd::Line::Remark | epd::Line::Blank => {}
            epd::Line::Unread => list.push_str(line),
        }
        list.push('\n');
    }
    list
}

/// A text of some size, in UTF-8 or the encoding that its words show.
fn read(path: &Path) -> Result<String, Error> {
    let to_error = |error: io::Error| Error::from_io(path.display().to_string(), error);
    let metadata = fs::metadata(path).map_err(to_error)?;
    if metadata.len() > FILE_BYTES_MAX {
        let why = format!("has more than {} MiB", FILE_BYTES_MAX >> 20);
        return Err(Error::new(ErrorKind::Unsupported, path.display().to_string(), why));
    }
    let bytes = fs::read(path).map_err(to_error)?;
    let bytes = bytes.strip_prefix(&pgnkit::charset::UTF8_BOM).unwrap_or(&bytes);
    Ok(Choice::Auto.for_text(bytes).decode(bytes).into_owned())
}
