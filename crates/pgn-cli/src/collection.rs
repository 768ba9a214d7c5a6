//! The input of verbs that move games, or records of positions, without changing them.

use std::path::Path;

use crate::args::{
    InputFormat, InputKind, ONLY_FOR_GAMES, ONLY_FOR_POSITIONS, Read, is_position_file,
};
use crate::extensions;
use crate::rewrite::is_fen_name;
use crate::terminal::Console;
use crate::where_args::vocabulary_of;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::scan::{self, Cut};
use pgn_db::source::{InputPath, Inputs, STDIN_NAME, Wanted};
use pgn_query::facts::Vocabulary;
use pgnkit::chess::Variant;

/// The files of verbs that move games, or records of positions, without changing them.
#[derive(Debug)]
pub struct Collection {
    inputs: Inputs,
    /// Whether they are games or records of positions, one per line.
    pub cut: Cut,
    variant: Option<Variant>,
    /// Whether all are FENs, by their names or by the format that was named.
    are_fens: bool,
}

impl Collection {
    /// The files, to be read.
    pub fn take_inputs(&mut self) -> Inputs {
        std::mem::replace(&mut self.inputs, Inputs::none())
    }

    /// Whether these are records of positions.
    #[must_use]
    pub fn has_records(&self) -> bool {
        self.cut == Cut::Lines
    }

    /// The options for scanning them.
    #[must_use]
    pub fn scan_options(&self, options: scan::Options) -> scan::Options {
        options.with_cut(self.cut).with_variant(self.variant)
    }

    /// The names that expressions and keys may use.
    #[must_use]
    pub fn vocabulary(&self) -> Vocabulary {
        vocabulary_of(self.cut)
    }

    /// The end of the names of files with a part of them.
    #[must_use]
    pub fn suffix(&self) -> &'static str {
        match self.cut {
            Cut::Games => ".pgn",
            Cut::Lines if self.are_fens => ".fen",
            Cut::Lines => ".epd",
        }
    }

    /// The name of one of the parts, and of several.
    #[must_use]
    pub fn nouns(&self) -> [&'static str; 2] {
        nouns_of(self.cut)
    }

    /// More files of the same kind; `None` if none are named.
    #[must_use]
    pub fn gather_more(&self, files: &[InputPath]) -> Option<Inputs> {
        let wanted = if self.has_records() { Wanted::Positions } else { Wanted::Games };
        (!files.is_empty()).then(|| Inputs::gather_as(files, wanted))
    }

    /// Rejects the name of an output that promises another format.
    ///
    /// # Errors
    /// With the extensions of what is written.
    pub fn check_name(&self, output: Option<&Path>) -> Result<(), Error> {
        output.map_or(Ok(()), |path| extensions::check(path, Some(extensions::of_moved(self.cut))))
    }

    /// Rejects an option that records do not have.
    ///
    /// # Errors
    /// If it is given, and these are records.
    pub fn refuse_for_records(&self, option: &str, is_given: bool) -> Result<(), Error> {
        match self.has_records() && is_given {
            true => Err(Error::new(ErrorKind::Usage, option, ONLY_FOR_GAMES)),
            false => Ok(()),
        }
    }
}

/// The name of one of the parts of a collection, and of several.
pub(crate) fn nouns_of(cut: Cut) -> [&'static str; 2] {
    match cut {
        Cut::Games => ["game", "games"],
        Cut::Lines => ["record", "records"],
    }
}

impl InputKind {
    /// The files of `read`, for a verb whose output has either games or records of positions.
    ///
    /// Without `--from`, names decide: if all are of positions, records are read. A folder or an
    /// archive with games and positions is read for its games.
    ///
    /// # Errors
    /// When games and positions are named, or an option is for what is not read.
    pub fn collection(&self, read: &Read, console: &Console) -> Result<Collection, Error> {
        let (games, records) = self.inputs(read)?;
        let name = self.stdin_filename.as_deref().unwrap_or(STDIN_NAME);
        let gather = |wanted| Inputs::gather_named(&read.files, wanted, name);
        let are_fens = self.from == Some(InputFormat::Fen)
            || !read.files.is_empty()
                && read.files.iter().all(|path| is_fen_name(&path.to_string_lossy()));
        let collection =
            Collection { inputs: Inputs::none(), cut: Cut::Games, variant: self.variant, are_fens };
        let of_games = |inputs| Collection { inputs, ..collection };
        let of_records = |inputs| Collection { inputs, cut: Cut::Lines, ..collection };
        if let Some(from) = self.from {
            let inputs = gather(from.wanted());
            return Ok(if from.has_positions() { of_records(inputs) } else { of_games(inputs) });
        }
        if records.is_empty() {
            return Ok(of_games(gather(Wanted::Games)));
        }
        if games.is_empty() || !holds_games(&games) {
            return Ok(of_records(gather(Wanted::Positions)));
        }
        let names_positions = read.files.iter().any(|path| is_position_file(path));
        if names_positions || is_position_file(Path::new(name)) && read.has_stdin() {
            let why = "games and records of positions cannot be in one output";
            let error = Error::new(ErrorKind::Usage, "the input", why);
            return Err(error.with_hint("`--from pgn` or `--from epd` reads one of the two kinds"));
        }
        if self.variant.is_some() {
            return Err(Error::new(ErrorKind::Usage, "--variant", ONLY_FOR_POSITIONS));
        }
        // Archives are in both.
        if !records.identities().is_subset(&games.identities()) {
            console.say("files of positions are left out; `--from epd` reads only those");
        }
        Ok(of_games(gather(Wanted::Games)))
    }
}

/// Whether there is a game file among these, or in the archives among them.
fn holds_games(games: &Inputs) -> bool {
    games.has_plain_files() || games.again().sources().any(|source| source.is_ok())
}
