//! What an expression may name: queries of `pgnkit.toml` and lists in files.
//!
//! Owns: finding and reading them. Knows nothing of: expressions.
//! Standard: none.
//! Start at [`Context::load`].

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{Error, ErrorKind};
use pgnkit::charset::Choice;
use pgnkit::syntax::Region;

/// The file that names queries.
pub const CONFIG_NAME: &str = "pgnkit.toml";

/// How large a list or a file of queries may be, in bytes.
const FILE_BYTES_MAX: u64 = 256 << 20;

/// What an expression may name.
#[derive(Clone, Default)]
pub struct Context {
    /// Queries by their names.
    pub queries: BTreeMap<String, Named>,
    /// Where lists are looked for that have no folder; `None` is the current one.
    pub folder: Option<PathBuf>,
    /// Who finds faults; without one, those that the reader finds count.
    pub judge: Option<Arc<dyn Judge>>,
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Context { queries, folder, judge } = self;
        let mut debug = f.debug_struct("Context");
        debug.field("queries", queries).field("folder", folder);
        debug.field("judge", &judge.is_some()).finish()
    }
}

/// A query with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The expression.
    pub text: String,
    /// The file that it stands in.
    pub origin: String,
}

/// Finds what is wrong with a game, for questions about faults.
pub trait Judge: Send + Sync {
    /// Tells `take` code, name and sentence of each finding.
    fn judge(&self, region: &Region<'_>, encoding: Choice, take: &mut dyn FnMut(&str, &str, &str));
}

/// The nearest `pgnkit.toml`, in `folder` or in a folder around it.
#[must_use]
pub fn nearest_config(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(CONFIG_NAME)).find(|path| path.is_file())
}

impl Context {
    /// The queries of the nearest `pgnkit.toml`, in `folder` or in a folder around it.
    ///
    /// # Errors
    /// When there is one and it cannot be read or is no such file.
    pub fn load(folder: &Path) -> Result<Context, Error> {
        let mut context = Context::default();
        if let Some(path) = nearest_config(folder) {
            context.add_config(&path)?;
        }
        Ok(context)
    }

    /// Adds the queries of a file: those of its table `[queries]`.
    ///
    /// # Errors
    /// When it cannot be read or is no such file.
    pub fn add_config(&mut self, path: &Path) -> Result<(), Error> {
        let name = path.display().to_string();
        let text = read(path)?;
        let refuse = |why: String| {
            let hint = "it has a table `[queries]` with lines such as `strong = \"elo >= 2600\"`";
            Error::new(ErrorKind::Usage, &name, why).with_hint(hint)
        };
        let config: toml::Table =
            text.parse().map_err(|error: toml::de::Error| refuse(error.message().to_owned()))?;
        let queries = match config.get("queries") {
            None => return Ok(()),
            Some(toml::Value::Table(queries)) => queries,
            Some(_) => return Err(refuse("`queries` is no table".to_owned())),
        };
        for (query, value) in queries {
            let toml::Value::String(text) = value else {
                return Err(refuse(format!("the query `{query}` is no text")));
            };
            let named = Named { text: text.clone(), origin: name.clone() };
            self.queries.insert(query.clone(), named);
        }
        Ok(())
    }

    /// The lines of a list, without those that are empty or begin with `#`.
    pub(super) fn list(&self, name: &str) -> Result<Vec<String>, Error> {
        let path = match &self.folder {
            Some(folder) => folder.join(name),
            None => PathBuf::from(name),
        };
        let text = read(&path)?;
        let lines = text.lines().map(str::trim);
        Ok(lines
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(str::to_owned)
            .collect())
    }
}

/// A text of some size; Latin-1 unless it is UTF-8.
fn read(path: &Path) -> Result<String, Error> {
    let trouble = |error: io::Error| Error::from_io(path.display().to_string(), error);
    let metadata = fs::metadata(path).map_err(trouble)?;
    if metadata.len() > FILE_BYTES_MAX {
        let why = format!("has more than {} MiB", FILE_BYTES_MAX >> 20);
        return Err(Error::new(ErrorKind::Unsupported, path.display().to_string(), why));
    }
    let bytes = fs::read(path).map_err(trouble)?;
    let bytes = bytes.strip_prefix(&pgnkit::charset::UTF8_BOM).unwrap_or(&bytes);
    Ok(pgnkit::charset::decode(bytes, Choice::Auto.encoding_of(bytes)).text.into_owned())
}
