//! `pgn view`: games on the screen, to be played through, searched and edited.
//!
//! ```text
//! files ─ library ─┬─ session ─┬─ app: keys in, effects out ─ draw ─ terminal
//!                  │           └─ plain: lines in, sentences out
//!                  └─ web: messages in, answers out ─ a session in each page
//! ```
//!
//! Standard: §13.2. Decisions: D-01, D-62, D-63.
//! Start at [`View`]; [`app`] has the state of the screen, [`draw`] its picture.

mod games;
mod live_game;
mod plain;
mod recovery;
mod rows;
mod thought;
mod tree;

#[cfg(any(feature = "terminal", feature = "web"))]
mod analyst;
#[cfg(feature = "terminal")]
mod app;
#[cfg(feature = "terminal")]
mod draw;
#[cfg(feature = "terminal")]
mod export;
#[cfg(feature = "terminal")]
mod input;
#[cfg(feature = "terminal")]
mod keys;
#[cfg(feature = "terminal")]
mod look;
#[cfg(feature = "terminal")]
pub(super) mod picture;
#[cfg(feature = "terminal")]
mod term;
#[cfg(feature = "web")]
mod web;

#[cfg(all(test, feature = "terminal"))]
mod tests;

use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::library::{Library, Options};
use pgn_db::output::remove_unfinished;
use pgn_db::source::Inputs;
use pgn_query::facts::Field;
use pgn_view::{Browse, Session};
use pgnkit::chess::notation::letters::Language;

use super::Example;
use crate::args::{MovesLanguage, Read, Where, language};
use crate::exit::Exit;
use crate::illegal_moves::IllegalMovesArg;
use crate::signal;
use crate::terminal::Console;
use games::FileGames;
use pgn_engine::EngineCommand;

/// How often a screen can show something new.
#[cfg(feature = "terminal")]
const FRAME: std::time::Duration = std::time::Duration::from_millis(16);

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn view games.pgn", "Play through the games of a file"),
    ("pgn view --where 'White ~ \"tal\"' games/", "Only some of them"),
    (
        "pgn view --engine stockfish --engine2 gnuchess games.pgn",
        "With two engines: `e` starts the first one, `N` plays them against each other",
    ),
    ("pgn view --plain games.pgn", "Line by line, for screen readers"),
    ("pgn view --web games.pgn", "In a browser"),
];

/// View and edit games on the screen: list, board, moves, search
///
/// Opens any file that the other verbs read, of any size: the list appears at once and grows while
/// pgn reads. Arrow keys go through the moves and variations, `/` searches with the language of
/// `--where`, typed or clicked moves become variations, and saving changes only the edited games.
/// `?` shows all keys. pgn sends nothing over the network, and starts an engine only on request.
///
/// If pgn ends before edits are saved, they are kept in a recovery file; the next start reports
/// this, and `R` restores them.
///
/// Without a terminal, or with `--plain`, pgn uses a line-by-line interface with plain sentences;
/// `help` lists the commands.
///
/// With `--web`, a browser shows the games. They come from a server that only this machine can
/// reach, and only with the link that pgn prints; Ctrl-C stops it. Lists, searches, edits and the
/// engine work as on the screen.
#[derive(Args, Debug)]
pub(super) struct View {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    illegal_moves: IllegalMovesArg,

    #[command(flatten)]
    letters: MovesLanguage,

    /// The number of the game: open this one of the list
    #[arg(long, value_name = "N")]
    game: Option<usize>,

    /// The columns of the list: words and tags, separated by commas
    #[arg(long, value_name = "FIELDS", value_delimiter = ',', value_parser = field)]
    #[arg(hide_short_help = true)]
    columns: Vec<Field>,

    /// Use a line-by-line interface instead of the full screen
    #[arg(long)]
    plain: bool,

    /// Show the games in a browser
    #[arg(long, conflicts_with_all = ["plain", "columns", "signs", "piece_language", "engine2"])]
    #[arg(conflicts_with_all = ["encoding", "moves_language"])]
    web: bool,

    /// The port of the server [default: any free port]
    #[arg(long, value_name = "N", requires = "web", hide_short_help = true)]
    port: Option<u16>,

    /// Print the link, but do not open a browser
    #[arg(long, requires = "web", hide_short_help = true)]
    no_open: bool,

    /// How to show pieces [default: symbols, if the terminal has them]
    #[arg(long, value_name = "SIGNS", value_enum, hide_short_help = true)]
    signs: Option<PieceSigns>,

    /// Language of the pieces and of line-by-line sentences
    ///
    /// Give a language that `pgn explain letters` lists, by its English name or its code. You can
    /// then also type moves in its letters. The sentences are in English, German, Spanish, French,
    /// Italian, Dutch, Polish, Portuguese or Russian, and in English for every other language.
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    #[arg(alias = "pieces")]
    piece_language: Option<&'static Language>,

    /// The engine: a UCI or XBoard program, with its arguments; `e` starts it
    #[arg(long, value_name = "COMMAND", value_parser = EngineCommand::parse)]
    engine: Option<EngineCommand>,

    /// An engine option, such as Hash=256; can be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = crate::engine::option)]
    #[arg(requires = "engine", hide_short_help = true)]
    option: Vec<(String, String)>,

    /// A second engine, for games between two engines; `N` starts one
    #[arg(long, value_name = "COMMAND", value_parser = EngineCommand::parse, requires = "engine")]
    #[arg(alias = "rival")]
    engine2: Option<EngineCommand>,

    #[command(flatten)]
    wanted: Where,
}

/// An engine that was named, with its options.
#[derive(Clone, Debug)]
struct EngineChoice {
    command: EngineCommand,
    options: Vec<(String, String)>,
}

impl EngineChoice {
    /// Its name until it sends its own.
    fn short_name(&self) -> &str {
        self.command.program.rsplit('/').next().unwrap_or_default()
    }
}

/// The engines that were named.
#[derive(Clone, Debug, Default)]
struct Engines {
    engine: Option<EngineChoice>,
    engine2: Option<EngineChoice>,
}

/// The symbols for pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PieceSigns {
    /// Chess symbols
    Symbols,
    /// Letters
    Letters,
    /// Letters, and only ASCII for everything else
    Ascii,
}

fn field(name: &str) -> Result<Field, String> {
    Field::parse(name.trim()).map_err(|unknown| match unknown.nearest {
        Some(nearest) => format!("{unknown}, did you mean `{nearest}`?"),
        None => unknown.to_string(),
    })
}

impl View {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let is_plain = !self.web && (self.plain || !io::stdout().is_terminal());
        let inputs = self.read.inputs();
        if inputs.name_stdin() && (is_plain || io::stdin().is_terminal()) {
            let error = Error::new(ErrorKind::Usage, "standard input", "is not where games are");
            return Err(error.with_hint("name a file: `pgn view games.pgn`"));
        }
        if inputs.are_missing() {
            // A missing file is reported as by every verb.
            return inputs.sources().find_map(Result::err).map_or(Ok(Exit::Clean), Err);
        }
        if self.web {
            return self.serve(inputs, console);
        }
        let session = self.session(inputs, console)?;
        if !self.has_games(session.games().library(), console) {
            return Ok(Exit::Failed);
        }
        let engines = self.engines();
        if is_plain {
            // An index may be written.
            signal::watch();
            let done = plain::run(session, &self.read.files, engines);
            drop(remove_unfinished());
            return done.map(|()| Exit::Clean);
        }
        self.show(session, engines, console)
    }

    fn engines(&self) -> Engines {
        let choice = |command: &EngineCommand, options: &[(String, String)]| EngineChoice {
            command: command.clone(),
            options: options.to_vec(),
        };
        Engines {
            engine: self.engine.as_ref().map(|command| choice(command, &self.option)),
            engine2: self.engine2.as_ref().map(|command| choice(command, &[])),
        }
    }

    fn library(&self, inputs: Inputs) -> Library {
        let under_way_bytes = Options::default().scan.under_way_bytes;
        let scan = self.letters.scan_options(&self.read).with_under_way_bytes(under_way_bytes);
        Library::open(inputs, Options { scan, ..Options::default() })
    }

    /// Whether there is a game; if not, reports why: a file that could not be read, is not PGN, or
    /// is empty.
    fn has_games(&self, library: &Library, console: &Console) -> bool {
        let has_games = library.wait_for(1) > 0;
        let errors = library.errors();
        if !has_games && errors.is_empty() {
            console.error(&Error::new(ErrorKind::NoGames, self.title(), "no games"));
        } else if !has_games {
            errors.iter().for_each(|error| console.error(error));
        }
        has_games
    }

    /// The names of the inputs.
    fn title(&self) -> String {
        match self.read.files.as_slice() {
            [] => "standard input".to_owned(),
            [one] => one.display().to_string(),
            [first, others @ ..] => format!("{} and {} more", first.display(), others.len()),
        }
    }

    /// The session, with the requested list and game.
    fn session(&self, inputs: Inputs, console: &Console) -> Result<Session<FileGames>, Error> {
        // An invalid expression is shown with its place.
        let query = self.wanted.query(console)?;
        let library = self.library(inputs);
        let context = self.wanted.later_context()?;
        let mut session = Session::new(FileGames::new(library), context);
        if !self.columns.is_empty() {
            session.set_columns(self.columns.clone());
        }
        if let Some(language) = self.piece_language {
            session.set_language(language);
        }
        let to_usage_error = |error: pgn_view::SessionError| {
            let usage_error = Error::new(ErrorKind::Usage, "view", error.message);
            match error.hint {
                Some(hint) => usage_error.with_hint(hint),
                None => usage_error,
            }
        };
        if let Some(query) = query {
            session.perform(Browse::Find(query.text().to_owned())).map_err(to_usage_error)?;
        }
        if let Some(game) = self.game {
            session.games().library().wait_for(game);
            session.perform(Browse::Game(game)).map_err(to_usage_error)?;
        }
        Ok(session)
    }

    #[cfg(feature = "web")]
    fn serve(self, inputs: Inputs, console: &Console) -> Result<Exit, Error> {
        let query = self.wanted.query(console)?;
        let context = self.wanted.later_context()?;
        let first = web::InitialView {
            title: self.title(),
            query: query.map(|query| query.text().to_owned()).unwrap_or_default(),
            game: self.game.map(|game| game.saturating_sub(1)),
        };
        let library = self.library(inputs);
        if !self.has_games(&library, console) {
            return Ok(Exit::Failed);
        }
        library.wait_for(self.game.unwrap_or(1));
        let games = web::GameService::new(library, context, first, recovery::Recovery::new());
        let engine = self.engines().engine;
        let setting = web::ServeOptions { port: self.port, opens: !self.no_open, engine };
        web::serve(games, setting)?;
        Ok(Exit::Clean)
    }

    #[cfg(not(feature = "web"))]
    fn serve(self, _: Inputs, _: &Console) -> Result<Exit, Error> {
        let why = "this build of pgn has no server";
        let error = Error::new(ErrorKind::Unsupported, "view --web", why);
        Err(error.with_hint("`cargo install pgn-cli --features web` builds it"))
    }

    #[cfg(feature = "terminal")]
    fn show(
        self,
        session: Session<FileGames>,
        engines: Engines,
        console: &mut Console,
    ) -> Result<Exit, Error> {
        let signs = self.signs.map(|signs| match signs {
            PieceSigns::Symbols => look::PieceSigns::Symbols,
            PieceSigns::Letters => look::PieceSigns::Letters,
            PieceSigns::Ascii => look::PieceSigns::Ascii,
        });
        let variable = |name: &str| std::env::var_os(name);
        let look = look::Theme::choose(signs, console.color_on_stdout(), variable);
        let recovery = recovery::Recovery::new();
        let mut app = app::App::new(session, look, recovery);
        app.engines = engines;
        app.shows_files = !matches!(self.read.files.as_slice(), [file] if !file.is_dir());
        app.begin();
        term::run(&mut app)?;
        app.end();
        // An index that is not complete is given up.
        drop(app);
        drop(remove_unfinished());
        Ok(Exit::Clean)
    }

    #[cfg(not(feature = "terminal"))]
    fn show(self, _: Session<FileGames>, _: Engines, _: &mut Console) -> Result<Exit, Error> {
        let why = "this build of pgn has no screen";
        let error = Error::new(ErrorKind::Unsupported, "view", why);
        Err(error.with_hint(
            "`--plain` is a line-by-line interface; `cargo install pgn-cli` builds the screen",
        ))
    }
}
