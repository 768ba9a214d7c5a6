//! The options that several verbs share.
//!
//! Standard: §3.2, §17. Decisions: D-01, D-39, D-41, D-62.

use std::env;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::builder::{
    PathBufValueParser, PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser,
};
use clap::{Args, ValueEnum, ValueHint};

use pgn_formats::databases::Languages;
use pgn_formats::databases::cbv::Key;
use pgnkit::chess::notation::letters::{Language, Letters};
use pgnkit::chess::{Color, Variant};
use pgnkit::read::LanguageChoice;
use pgnkit::suggest::nearest_word;
use pgnkit::{charset, write};

pub(crate) use crate::values::{Values, values};
pub(crate) use crate::where_args::ONLY_FOR_GAMES;
pub use crate::where_args::{Rejects, Where};

use crate::output::Output;
use crate::size::Size;
use crate::terminal::{Console, Loudness, When};
use pgn_db::config::nearest_config;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::scan;
use pgn_db::source::{
    self, DatabaseOptions, InputPath, Inputs, STDIN_NAME, Wanted, is_archive_name,
    is_game_file_name,
};

/// How the command talks. Every verb has these.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Messages")]
pub struct MessageArgs {
    /// Print only errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Print more details
    #[arg(short, long, global = true)]
    pub verbose: bool,

    /// Show progress
    ///
    /// It shows bytes, games, rate and remaining time on standard error. `auto`, the default, shows
    /// it only on a terminal; elsewhere, `--verbose` prints a line every 10 seconds. The
    /// environment variable PGN_PROGRESS_SECONDS sets another interval for these lines.
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    #[arg(hide_default_value = true)]
    pub progress: When,

    /// Use colors
    ///
    /// `auto` uses colors only on a terminal, and follows the environment variables NO_COLOR and
    /// CLICOLOR_FORCE.
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    pub color: When,
}

impl MessageArgs {
    /// The amount of output on standard error.
    #[must_use]
    pub fn loudness(&self) -> Loudness {
        match (self.quiet, self.verbose) {
            (true, _) => Loudness::Quiet,
            (false, true) => Loudness::Verbose,
            (false, false) => Loudness::Normal,
        }
    }

    /// Standard error, as configured by these options.
    #[must_use]
    pub fn console(&self) -> Console {
        Console::new(self.loudness(), self.color, self.progress)
    }
}

/// A side of the board.
pub(crate) const SIDES: &Values<Color> =
    &[("white", "White's", Color::White), ("black", "Black's", Color::Black)];

/// Where the result goes.
#[derive(Args, Clone, Debug, Default)]
pub struct Write {
    /// Write to FILE instead of standard output
    ///
    /// An existing FILE is replaced only when everything has been read and written. If something
    /// could not be read, the file stays and the result goes to FILE.partial; if nothing can be
    /// written, the file stays, too. If the name ends in .gz, .zst, .bz2 or .xz, the output is
    /// compressed.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl Write {
    /// Opens the output, and begins to show how far the reading of `inputs` is.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn open(&self, inputs: &Inputs, console: &mut Console) -> Result<Output, Error> {
        let output = Output::open(self.output.as_deref(), inputs)?;
        console.start_progress(inputs, &output);
        Ok(output)
    }
}

/// The encoding of games that are copied unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum OutputEncoding {
    /// UTF-8 for all games, whatever the encoding of their files
    #[default]
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    /// The same bytes as in the input
    Same,
}

/// The encoding of an output whose games are copied.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct OutputEncodingArg {
    /// Encoding of the output, `utf-8` or `same`
    ///
    /// An edit in place keeps the encoding of the file if the new text fits.
    #[arg(long, value_name = "ENCODING", value_enum, default_value = "utf-8")]
    #[arg(hide_short_help = true, hide_possible_values = true)]
    pub output_encoding: OutputEncoding,
}

impl OutputEncodingArg {
    /// How to scan for this output.
    #[must_use]
    pub fn scan_options(self, options: scan::Options) -> scan::Options {
        options.with_makes_utf8(self.output_encoding == OutputEncoding::Utf8)
    }
}

/// The input, and how to read it.
#[derive(Args, Clone, Debug, Default)]
pub struct Read {
    /// Files or folders to read; without any, or for `-`, standard input
    ///
    /// A folder means every game file below it. pgn recognizes compression (.gz, .zst, .bz2, .xz,
    /// .zip), the binary form (.pgc) and the databases of ChessBase (.cbh, .cbv) and Scid (.si4) by
    /// their content. It finds the other files of a database beside the one that you name.
    #[arg(value_name = "FILE", value_parser = input_path(), value_hint = ValueHint::AnyPath)]
    pub files: Vec<InputPath>,

    /// The encoding of the text
    ///
    /// `auto` decides for each tag value and comment: UTF-8 if the text is valid UTF-8; otherwise
    /// ISO 8859-1 or, if the words in the file are Cyrillic, Greek or Central European, the
    /// encoding that fits them. In text that is otherwise UTF-8, only a stray byte is decoded that
    /// way.
    ///
    /// Names: utf-8, iso-8859-1 to -16, windows-1250 to -1258, windows-874, koi8-r, koi8-u, ibm866,
    /// cp437, cp850, cp852, macintosh, x-mac-cyrillic, and common aliases such as latin1 and
    /// cp1251.
    #[arg(long, value_parser = encodings(), default_value = "auto")]
    pub encoding: charset::Choice,

    /// Number of threads, at most four per core [default: one per core]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// How the files are opened.
    #[command(flatten)]
    pub sources: SourceArgs,
}

/// A format of files of games or positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// Games
    Pgn,
    /// EPD records, one per line; FENs in files whose names end in .fen
    Epd,
    /// FENs, one per line
    Fen,
    /// Blind Game Notation
    Bgn,
}

impl InputFormat {
    /// Whether it has positions and no games.
    #[must_use]
    pub fn has_positions(self) -> bool {
        matches!(self, InputFormat::Epd | InputFormat::Fen)
    }

    /// The kinds of files to look for in folders and archives.
    #[must_use]
    pub fn wanted(self) -> Wanted {
        match self {
            InputFormat::Pgn => Wanted::Games,
            InputFormat::Epd | InputFormat::Fen => Wanted::Positions,
            InputFormat::Bgn => Wanted::Blind,
        }
    }
}

/// The kind of input, for verbs that accept games and positions.
#[derive(Args, Clone, Debug, Default)]
pub struct InputKind {
    /// The input format: pgn, epd, fen or bgn [default: by extension]
    ///
    /// Without this option, files whose names end in .epd or .fen are records of positions, and all
    /// others and standard input are games.
    #[arg(long, value_name = "FORMAT", value_enum, hide_possible_values = true)]
    pub from: Option<InputFormat>,

    /// The variant, such as Atomic, of records of positions [default: by their FEN fields]
    #[arg(long, value_name = "NAME", value_parser = variant, hide_short_help = true)]
    pub variant: Option<Variant>,

    /// Read standard input as if it came from this file
    ///
    /// Messages contain NAME, its extension decides the format, and pgn looks for pgnkit.toml in
    /// its folder and the parents of that. The file is not opened and need not exist.
    #[arg(long, id = STDIN_FILENAME, value_name = "NAME", hide_short_help = true)]
    pub stdin_filename: Option<String>,
}

/// The name of the argument with the name of standard input.
pub(crate) const STDIN_FILENAME: &str = "stdin_filename";

impl InputKind {
    /// The files of `read`: those with games, and those with positions.
    ///
    /// # Errors
    /// When an option is for what is not read.
    pub fn inputs(&self, read: &Read) -> Result<(Inputs, Inputs), Error> {
        let refuse = |option: &str, why: &str| Err(Error::new(ErrorKind::Usage, option, why));
        if self.stdin_filename.is_some() && !read.has_stdin() {
            return refuse(
                "--stdin-filename",
                "makes sense only if standard input is read, as `-`",
            );
        }
        let name = self.stdin_filename.as_deref().unwrap_or(STDIN_NAME);
        let (games, records) = match self.from {
            None => Inputs::gather_both(&read.files, name),
            Some(from) => {
                let inputs = Inputs::gather_named(&read.files, from.wanted(), name);
                match from.has_positions() {
                    true => (Inputs::none(), inputs),
                    false => (inputs, Inputs::none()),
                }
            }
        };
        if self.variant.is_some() && records.is_empty() {
            return refuse("--variant", ONLY_FOR_POSITIONS);
        }
        Ok((games, records))
    }
}

/// Why an option is rejected if only games are read.
pub(crate) const ONLY_FOR_POSITIONS: &str =
    "makes sense only for records of positions, not for games";

/// The variant of a name.
pub(crate) fn variant(name: &str) -> Result<Variant, String> {
    Variant::from_name(name).ok_or_else(|| {
        let names = Variant::ALL.map(Variant::name);
        format!("expected one of {}", names.join(", "))
    })
}

/// The configuration file of a run: the nearest one to the current folder, or to the file named by
/// `--stdin-filename`.
pub(crate) fn config_for(stdin_filename: Option<&str>) -> Option<PathBuf> {
    let mut folder = env::current_dir().ok()?;
    if let Some(name) = stdin_filename {
        folder = folder.join(Path::new(name).parent()?);
    }
    nearest_config(&folder)
}

/// Records of a database that are not read unasked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum IncludedRecords {
    /// Games and texts that are marked as deleted
    Deleted,
    /// Guiding texts
    Texts,
}

/// How much memory unpacking may take.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Unpack {
    /// Memory limit for decompression, such as 2G [default: 128M or less]
    ///
    /// Ordinary files need at most 65M, and files made with `zstd --long=31` need 2G; pgn rejects a
    /// file that needs more than the limit. The default is less than 128M only if the memory of the
    /// whole run is limited to less.
    #[arg(long, value_name = "SIZE", hide_short_help = true)]
    unpack_memory: Option<Size>,
}

impl Unpack {
    /// The limit in bytes, if the person named one.
    #[must_use]
    pub fn named_bytes(self) -> Option<u64> {
        self.unpack_memory.map(|size| size.0)
    }

    /// The limit in bytes.
    #[must_use]
    pub fn bytes_max(self) -> u64 {
        self.named_bytes().unwrap_or(source::UNPACK_BYTES_MAX)
    }
}

/// How files of games are opened.
#[derive(Args, Clone, Debug, Default)]
pub struct SourceArgs {
    #[command(flatten)]
    unpack: Unpack,

    /// Which records of a ChessBase or Scid database to read besides its games
    ///
    /// pgn reads a guiding text as a game without moves whose comments are the pages. At the end it
    /// reports how many records it left out.
    #[arg(long, value_name = "RECORDS", value_enum, value_delimiter = ',', hide_short_help = true)]
    include: Vec<IncludedRecords>,

    /// Keep comments in these languages of a ChessBase database, such as `English,de` [default:
    /// all]
    ///
    /// Comments without a language are kept. If a game has comments in several languages, each
    /// comment begins with its language, such as `[%lang de]`.
    #[arg(long, value_name = "LANGUAGES", value_parser = comment_languages)]
    #[arg(hide_short_help = true, alias = "language")]
    comment_language: Option<Languages>,

    /// Read the password of a .cbz archive from the first line of FILE, or ask for it if FILE is
    /// `-`
    #[arg(long, value_name = "FILE", value_parser = password, hide_short_help = true)]
    password_file: Option<Key>,
}

/// Languages of comments: of §17 by any of their names, others by the three letters of a nation.
fn comment_languages(names: &str) -> Result<Languages, String> {
    let mut languages = Languages::NONE;
    for name in names.split(',') {
        let code = Language::find(name).map_or(name, |language| language.code);
        if !languages.add(code) {
            language(name)?;
            return Err(format!("no comments are marked as {name}"));
        }
    }
    Ok(languages)
}

/// The key of the password in a file, or of the one that a person types.
fn password(path: &str) -> Result<Key, String> {
    let text = match path {
        "-" => rpassword::prompt_password("Password: ").map(String::into_bytes),
        path => fs::read(path),
    };
    let text = text.map_err(|error| error.to_string())?;
    let line = text.split(|&byte| matches!(byte, b'\r' | b'\n')).next().unwrap_or_default();
    Ok(match std::str::from_utf8(line) {
        Ok(line) => Key::new(&charset::encode_latin1(line).0),
        Err(_) => Key::new(line),
    })
}

impl SourceArgs {
    fn databases(&self) -> DatabaseOptions {
        DatabaseOptions::default()
            .with_deleted(self.include.contains(&IncludedRecords::Deleted))
            .with_texts(self.include.contains(&IncludedRecords::Texts))
            .with_languages(self.comment_language.unwrap_or_default())
            .with_key(self.password_file)
    }
}

impl Read {
    /// The files that are named.
    #[must_use]
    pub fn inputs(&self) -> Inputs {
        Inputs::gather(&self.files)
    }

    /// Whether more than one file may be read.
    #[must_use]
    pub fn may_be_several(&self) -> bool {
        self.files.len() > 1 || self.files.iter().any(|path| path.is_dir())
    }

    /// Whether standard input is read.
    pub(crate) fn has_stdin(&self) -> bool {
        self.files.is_empty() || self.files.iter().any(|path| path.as_os_str() == "-")
    }

    /// Whether all that is read is records of positions: by the format that was named, or else by
    /// the names.
    #[must_use]
    pub fn are_positions(&self, from: Option<InputFormat>) -> bool {
        are_positions(&self.files, from, None)
    }

    /// Whether a file with records of EPD or FENs is named.
    #[must_use]
    pub fn name_positions(&self) -> bool {
        self.files.iter().any(|path| is_position_file(path))
    }

    /// The files that are named; of folders, those with positions.
    #[must_use]
    pub fn position_inputs(&self) -> Inputs {
        Inputs::gather_as(&self.files, Wanted::Positions)
    }

    /// How to scan them.
    #[must_use]
    pub fn scan_options(&self) -> scan::Options {
        scan::Options::default()
            .with_encoding(self.encoding)
            .with_thread_count(self.thread_count())
            .with_unpack_bytes_max(self.sources.unpack.bytes_max())
            .with_databases(self.sources.databases())
    }

    /// How to scan them within this amount of memory. Each game is stored twice while it is
    /// processed: as it was read, and as it will be written.
    #[must_use]
    pub fn scan_options_within(&self, memory: Size) -> scan::Options {
        let shared_bytes = memory.shared_bytes();
        let under_way_bytes = (shared_bytes / 10).min(scan::UNDER_WAY_BYTES);
        let unpack_bytes = (shared_bytes as u64 / 2).min(source::UNPACK_BYTES_MAX);
        let unpack_bytes_max = self.sources.unpack.named_bytes().unwrap_or(unpack_bytes);
        self.scan_options()
            .with_under_way_bytes(under_way_bytes)
            .with_unpack_bytes_max(unpack_bytes_max)
    }

    /// The number of threads to use.
    #[must_use]
    pub fn thread_count(&self) -> NonZeroUsize {
        scan::usable_threads(self.jobs)
    }

    /// The number of engines to run at once.
    #[must_use]
    pub fn engine_count(&self) -> NonZeroUsize {
        self.jobs.map_or(NonZeroUsize::MIN, |jobs| scan::usable_threads(Some(jobs)))
    }
}

/// Whether all of these files are records of positions: by the format that was named, or else by
/// their names.
pub(crate) fn are_positions(
    files: &[InputPath],
    from: Option<InputFormat>,
    stdin_filename: Option<&str>,
) -> bool {
    let stdin = Path::new(stdin_filename.unwrap_or(STDIN_NAME));
    match from {
        Some(from) => from.has_positions(),
        None if files.is_empty() => is_position_file(stdin),
        None => files
            .iter()
            .all(|path| is_position_file(if path.as_os_str() == "-" { stdin } else { path })),
    }
}

/// Whether the name is that of a file with records of EPD or FENs.
pub(crate) fn is_position_file(path: &Path) -> bool {
    !is_archive_name(path) && is_game_file_name(&path.to_string_lossy(), Wanted::Positions)
}

/// The piece letters of the input, for verbs that write or check moves. Verbs that copy the text of
/// games do not have it.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct MovesLanguage {
    /// The language of the piece letters, or `auto`
    ///
    /// Give a language by its English name, its own name or its code. With `auto`, pgn reads each
    /// game in the language whose letters make all its moves legal; if several languages make
    /// different games of it, pgn reports this and uses none of them. Without this option, the
    /// letters are those of the standard. `pgn explain letters` lists the languages.
    #[arg(long, value_name = "LANGUAGE", value_parser = language_choice, alias = "lang-in")]
    pub moves_language: Option<LanguageChoice>,
}

impl MovesLanguage {
    /// The same scan options, with these letters.
    #[must_use]
    pub fn scan_options(&self, read: &Read) -> scan::Options {
        read.scan_options().with_language(self.moves_language.unwrap_or_default())
    }
}

/// A language that the person names, or `auto`.
fn language_choice(name: &str) -> Result<LanguageChoice, String> {
    if name.eq_ignore_ascii_case("auto") {
        return Ok(LanguageChoice::Auto);
    }
    language(name).map(LanguageChoice::Fixed)
}

/// A language that the person names.
///
/// # Errors
/// With the valid values.
pub fn language(name: &str) -> Result<&'static Language, String> {
    Language::find(name).ok_or_else(|| {
        let names = Language::all().flat_map(Language::names);
        match nearest_word(name, names) {
            Some(near) => format!("expected a language, did you mean `{near}`?"),
            None => {
                let names: Vec<&str> = Language::all().map(|language| language.name).collect();
                format!("expected one of {}", names.join(", "))
            }
        }
    })
}

/// How pieces are called in what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pieces {
    /// By figurines.
    Figurines,
    /// By the letters, or the names, of a language.
    Of(&'static Language),
}

impl Pieces {
    /// Those of an option.
    ///
    /// # Errors
    /// If it is not a language; the message suggests the nearest one.
    pub fn parse(name: &str) -> Result<Pieces, String> {
        match name.to_ascii_lowercase().as_str() {
            "figurine" | "figurines" => Ok(Pieces::Figurines),
            _ => language(name).map(Pieces::Of),
        }
    }

    /// The letters of moves.
    #[must_use]
    pub fn letters(self) -> Letters {
        match self {
            Pieces::Figurines => Letters::FIGURINES,
            Pieces::Of(language) => language.letters,
        }
    }
}

/// The parser of files and folders of games.
pub(crate) fn input_path() -> impl TypedValueParser<Value = InputPath> {
    PathBufValueParser::new().map(InputPath::from)
}

/// The parser of `--encoding`.
pub(crate) fn encodings() -> impl TypedValueParser<Value = charset::Choice> {
    StringValueParser::new().try_map(|word| word.parse::<charset::Choice>())
}

/// How PGN is written.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Output")]
pub struct PgnForm {
    /// The profile
    ///
    /// The output conforms to it.
    #[arg(long, value_parser = profile())]
    pub profile: Option<write::Profile>,

    /// What to do with text that the profile cannot represent
    #[arg(long, value_parser = values(UNREPRESENTABLE), value_name = "HOW", hide_short_help = true)]
    pub unrepresentable: Option<write::Unrepresentable>,

    /// Let `--profile reduced` keep set-up positions
    ///
    /// The reduced form of the standard does not have the tags SetUp and FEN, so games from other
    /// start positions are rejected. This option writes both tags.
    #[arg(long, hide_short_help = true)]
    pub keep_setup: bool,

    /// Line endings
    #[arg(long, value_enum, value_name = "ENDS", hide_short_help = true)]
    pub newline: Option<Newline>,
}

impl PgnForm {
    /// The same for the writer of games.
    ///
    /// # Errors
    /// When the profile ends its lines with LF, whatever the person would like.
    pub fn export(&self) -> Result<write::Export, Error> {
        let profile = self.profile.unwrap_or_default();
        let newline = match self.newline.unwrap_or_default() {
            Newline::Crlf if profile.is_strict() => {
                let why = format!("the profile {} ends its lines with LF", profile.name());
                return Err(Error::new(ErrorKind::Usage, "--newline crlf", why));
            }
            Newline::Crlf => write::Newline::CrLf,
            Newline::Native if cfg!(windows) && !profile.is_strict() => write::Newline::CrLf,
            Newline::Lf | Newline::Native => write::Newline::Lf,
        };
        let unrepresentable = self.unrepresentable.unwrap_or_default();
        let keep_setup = match self.keep_setup {
            true => write::KeepSetup::Keep,
            false => write::KeepSetup::Refuse,
        };
        Ok(write::Export::default()
            .with_profile(profile)
            .with_unrepresentable(unrepresentable)
            .with_newline(newline)
            .with_keep_setup(keep_setup))
    }

    /// The first given option of these except the profile, for verbs where they may make no sense.
    #[must_use]
    pub fn given_beside_profile(&self) -> Option<&'static str> {
        let given = [
            ("--unrepresentable", self.unrepresentable.is_some()),
            ("--keep-setup", self.keep_setup),
            ("--newline", self.newline.is_some()),
        ];
        given.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }
}

/// The profiles of export, as values of an option.
pub fn profile() -> impl TypedValueParser<Value = write::Profile> {
    let value = |profile: write::Profile| PossibleValue::new(profile.name()).help(profile.about());
    PossibleValuesParser::new(write::Profile::ALL.map(value))
        .map(|name| write::Profile::from_name(&name).unwrap_or_default())
}

/// How to handle content that a profile cannot represent.
const UNREPRESENTABLE: &Values<write::Unrepresentable> = &[
    (
        "degrade",
        "Write the nearest equivalent, and report it (the default)",
        write::Unrepresentable::Degrade,
    ),
    ("error", "Leave the game out; the exit status is 2", write::Unrepresentable::Refuse),
];

/// The line ends of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Newline {
    /// LF (the default)
    #[default]
    Lf,
    /// CR LF
    Crlf,
    /// Those of this system
    Native,
}
/// The help of an option that takes words about games.
pub(crate) fn words_help(first: &str, words: &str) -> String {
    format!("{first}\n\nThe words are {words}. `pgn help query` explains each of them.")
}
