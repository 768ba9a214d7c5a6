//! The games of files, as a session requests them.

use std::fs;
use std::io::Write as _;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::rows::HeadingCache;
use super::tree;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::library::{self, Library, NewText};
use pgn_db::output::Replacement;
use pgn_view::{
    Edit, Games, Heading, Opened, Place, Progress, Request, Search, Session, SessionError,
    TreeChoice, TreeSource,
};

/// The games of a library.
#[derive(Clone, Debug)]
pub(super) struct FileGames {
    library: Arc<Library>,
    rows: Arc<HeadingCache>,
}

impl FileGames {
    pub(super) fn new(library: Library) -> FileGames {
        FileGames { library: Arc::new(library), rows: Arc::default() }
    }

    pub(super) fn library(&self) -> &Library {
        &self.library
    }

    /// The contents of rows of the list, as far as they are known.
    #[cfg(feature = "terminal")]
    pub(super) fn rows(&self) -> &HeadingCache {
        &self.rows
    }
}

fn place(library: &Library, game: usize) -> Result<Place, SessionError> {
    let library::Place { file, number, line } =
        library.place(game).map_err(|error| to_session_error(&error))?;
    Ok(Place { file, number, line })
}

fn heading(library: &Library, game: usize) -> Result<Heading, SessionError> {
    let tags = library.tags(game).map_err(|error| to_session_error(&error))?;
    Ok(Heading { tags, place: place(library, game)? })
}

/// An error in the words of a session.
pub(super) fn to_session_error(error: &Error) -> SessionError {
    let text = error.to_string();
    match error.hint() {
        Some(hint) => {
            let without = text.strip_suffix(&format!(" ({hint})")).unwrap_or(&text);
            SessionError::new(without).with_hint(hint)
        }
        None => SessionError::new(text),
    }
}

impl Games for FileGames {
    fn len(&self) -> usize {
        self.library.game_count()
    }

    fn is_complete(&self) -> bool {
        self.library.is_complete()
    }

    fn heading(&self, game: usize) -> Result<Heading, SessionError> {
        heading(&self.library, game)
    }

    fn heading_soon(&self, game: usize) -> Option<Result<Heading, SessionError>> {
        self.rows.get(game, || {
            let library = Arc::clone(&self.library);
            Box::new(move |game| heading(&library, game))
        })
    }

    fn read(&self, game: usize) -> Result<Opened, SessionError> {
        let read = self.library.read(game).map_err(|error| to_session_error(&error))?;
        let library::ReadGame { game: read, layout, faults, letters } = read;
        Ok(Opened { game: read, layout, place: place(&self.library, game)?, faults, letters })
    }

    fn search(&self, request: Request) -> Box<dyn Search> {
        let Request { among, query, order } = request;
        let order = order
            .map(|order| library::Order { field: order.field, is_descending: order.is_descending });
        let search = self.library.search(library::Request { among, query, order });
        Box::new(FileSearch(search))
    }

    fn save(&mut self, edits: &[Edit]) -> Result<(), SessionError> {
        let (texts, deleted) = new_texts(edits);
        let saved = self.library.save_and_delete(&texts, &deleted);
        self.rows.forget();
        saved.map_err(|error| to_session_error(&error))
    }

    fn append(&mut self, texts: &[&[u8]]) -> Result<Range<usize>, SessionError> {
        self.library.append_all(texts).map_err(|error| to_session_error(&error))
    }

    fn tree(
        &self,
        choice: TreeChoice,
        game: Option<usize>,
    ) -> Result<Box<dyn TreeSource>, SessionError> {
        tree::open(&self.library, choice, game)
    }
}

/// Writes a new file.
///
/// # Errors
/// When it cannot be written, or there is such a file.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let name = path.to_string_lossy();
    let on_error = |error| Error::from_io(&*name, error);
    let mut file = Replacement::create(path, None, |file| file).map_err(on_error)?;
    file.write_all(bytes).map_err(on_error)?;
    let is_free = || fs::symlink_metadata(path).is_err();
    match file.commit_if(is_free).map_err(on_error)? {
        true => Ok(()),
        false => Err(Error::new(ErrorKind::SameFile, &*name, "already exists")),
    }
}

/// Saves under a new name: the file of the game that is open or selected, with all its edits; a new
/// game alone.
///
/// # Errors
/// When it cannot be written, or there is such a file.
pub(super) fn save_as(session: &Session<FileGames>, path: &Path) -> Result<(), SessionError> {
    let open = session.open_game().or_else(|| session.game_at(session.list().selected()));
    let game = open.ok_or_else(|| SessionError::new("there is no game"))?;
    let (new, edits): (Vec<Edit>, Vec<Edit>) =
        session.unsaved().into_iter().partition(|edit| session.is_new(edit.game));
    let saved = match new.iter().find(|edit| edit.game == game) {
        Some(new) => write_new(path, &new.text),
        None => {
            let (texts, deleted) = new_texts(&edits);
            session.games().library().save_as(game, &texts, &deleted, path)
        }
    };
    saved.map_err(|error| to_session_error(&error))
}

/// Edits as a library takes them: new texts, and the games that are deleted.
fn new_texts(edits: &[Edit]) -> (Vec<NewText>, Vec<usize>) {
    let (deleted, edited): (Vec<_>, Vec<_>) = edits.iter().partition(|it| it.text.is_empty());
    let texts = edited.into_iter().map(|it| NewText { game: it.game, text: it.text.clone() });
    (texts.collect(), deleted.into_iter().map(|it| it.game).collect())
}

/// A search in separate threads.
struct FileSearch(library::Search);

impl Search for FileSearch {
    fn poll(&mut self, found: &mut Vec<u32>) -> Result<Progress, SessionError> {
        let library::Progress { seen_count, is_done } =
            self.0.poll(found).map_err(|error| to_session_error(&error))?;
        Ok(Progress { n_seen: seen_count, is_done })
    }
}
