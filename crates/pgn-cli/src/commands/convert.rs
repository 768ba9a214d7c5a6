//! `pgn convert`: games in other formats.
//!
//! Owns: the verb, its options, the choice of the format. Knows nothing of: the formats' insides.
//! Standard: §3.2, §8.2.3, §10, §16.1, §17, §20.
//! Decisions: D-34, D-39, D-45, D-53, D-59, D-61 to D-63.
//! Start at [`Convert`].

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use pgnkit::chess::fen::EpPolicy;
use pgnkit::chess::notation::letters::Letters;
use pgnkit::convert;
use pgnkit::convert::blind::Blind;
use pgnkit::convert::speech::{PieceNames, Speech};
use pgnkit::epd::Chain;
use pgnkit::nag::NagTable;
use pgnkit::pgc::{self, Encode, Extent};
use pgnkit::sheet::{self, Characters, Sheet};
use pgnkit::write::Profile;

use super::Example;
use super::epd::chain::{Linked, Linking};
use super::excerpt::Excerpt;
use crate::args::{LangIn, PgnForm, Pieces, Read, Where, Write};
use crate::collect::{Collector, Take};
use crate::exit::Exit;
use crate::indexed::UseIndex;
use crate::output::Output;
use crate::rewrite::{Form, LineForm, Report, Rewrite, Rewritten, SheetForm};
use crate::terminal::Console;
use pgn_db::error::{Error, ErrorKind, printable};
use pgn_db::reading::{Header, Reading};
use pgn_db::scan::{self, Chunk};
use pgn_db::source::{Compression, Inputs};

pub(super) const EXAMPLES: &[Example] = &[
    Example { line: "pgn convert games.pgn -o games.jsonl.zst", does: "One JSON object per game" },
    Example {
        line: "pgn convert --to san --pieces German games.pgn",
        does: "Moves with German letters",
    },
];

/// Convert games to another format
///
/// The format is that of `--to`, or follows from the ending of the output: .pgn, .jsonl, .uci,
/// .lan, .san, .fan, .fen, .epd, .opg, .txt, .html, .svg, .bgn or .pgc, optionally followed by .gz
/// and the like.
///
/// uci, lan, san and fan write one line per game: the moves of the main line, separated by single
/// spaces. A null move is `0000` in uci and `--` in the others. fen writes one line per position of
/// the main line, the start included. Variations, comments and tags are left out. The main line
/// ends at an unreadable move.
///
/// A game whose moves cannot be checked, because its rules or its start position are unknown, gives
/// an empty line in uci, lan and fen, and its moves unchanged in san and fan; a warning says so.
///
/// `--pieces LANGUAGE` writes the moves of san and lan with the letters of another language, and
/// fan has figurines. These texts are for people: PGN uses the letters of the standard.
///
/// jsonl writes one JSON object per line and game: tags, start, outcome, and the moves as a tree
/// with everything between them. docs/schema/jsonl.md describes it.
///
/// epd writes a record per position of the main line: fmvn and hmvc, sm for the move played, rc if
/// the position was repeated, the opening tags as eco, nic, v0 to v2, comments as c0 to c9,
/// `[%eval]` as ce and acd. In the other direction, consecutive records form one game if the sm of
/// each leads to the next; any other record starts a game from its position. Operations that do not
/// fit into a game are kept in a comment, `[%epd …]`, which becomes operations again.
///
/// opg writes one line per game, for lists of openings: the moves in SAN, the players, the result
/// and the opening, separated by tabs. Illegal moves are written as they were found. The opening is
/// the tag ECO, or else Opening, or else the code of the position that the moves reach.
/// `pgn tree --format opg` writes the games of a position.
///
/// bgn is Blind Game Notation, for people who use a screen reader: a line per pair of moves,
/// comments between bars with a line per sentence, a label on every line of a variation, all in
/// ASCII and in words. docs/formats/bgn.md describes it.
///
/// speech is text to be read aloud, one sentence per line: who played, every move
/// (`knight takes e5, check`), comments, and where variations begin and end and how deep they are.
/// The sentences are English; `--pieces` names the pieces in another language.
///
/// pgc is the standard's binary form, one byte per move, for collections that must be small. It
/// holds what archival PGN holds, except comments; tags may have at most 255 Latin-1 characters. If
/// a game has more, everything that does not fit is listed and the output file does not change; on
/// standard output such a game is left out. `--profile lossless` also keeps escape lines.
/// docs/formats/pgc.md describes it.
///
/// text, html and svg are for people. text is the game with its comments, wrapped, with a diagram
/// at a set-up position, at the glyphs $201, $220 and $221, and where a comment says `[#]`; html
/// has all games on one self-contained page, with these diagrams or the final position as pictures;
/// svg is a picture of the final position of one game, and `pgn show` draws other positions.
/// Commands in comments and escape lines are left out, and `--pieces` chooses the letters.
///
/// `--plies`, `--from-comment` and `--split-variations` write parts of games as games of their own;
/// `--omit`, `--line-length` and `--comment-lines` change the PGN text for programs that need it.
///
/// Faults in the games are counted on standard error as by `pgn fmt`. The status is 0 when
/// everything was written, 2 when something could not be read or written.
#[derive(Args, Debug)]
pub(super) struct Convert {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    letters: LangIn,

    #[command(flatten)]
    write: Write,

    /// The output format
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = "Output")]
    to: Option<Format>,

    /// The input format [default: epd if all names end in .epd or .fen, otherwise pgn]
    #[arg(long, value_name = "FORMAT", value_enum)]
    from: Option<Origin>,

    /// For fen: when to write the en passant square
    #[arg(long, value_name = "WHEN", value_enum, hide_short_help = true)]
    #[arg(help_heading = "Output")]
    ep: Option<Ep>,

    /// For bgn, speech: commands in comments
    ///
    /// Programs put commands such as `[%clk 0:05:00]` into comments.
    #[arg(long, value_name = "HOW", value_enum, hide_short_help = true)]
    #[arg(help_heading = "Output")]
    commands: Option<Commands>,
    /// Language of the pieces in output for people, or `figurines`
    ///
    /// The letters for san and lan, or the names of the pieces for speech, in a language that
    /// `pgn explain letters` lists, by its English name or its code.
    #[arg(long, value_name = "LANGUAGE", value_parser = Pieces::parse)]
    #[arg(help_heading = "Output")]
    pieces: Option<Pieces>,

    /// For pgc: the comments
    ///
    /// The binary form has no place for them.
    #[arg(long, value_name = "HOW", value_enum, hide_short_help = true)]
    #[arg(help_heading = "Output")]
    comments: Option<Comments>,

    /// For text: ASCII only, with a question mark for every other character
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    ascii: bool,

    /// For text and html: read symbols and words for glyphs from FILE
    ///
    /// Each line has a number, a tab, words, and optionally a tab and a symbol. The table of the
    /// standard is preliminary, so you can use your own; glyphs that it does not list are shown as
    /// usual.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    #[arg(help_heading = "Output")]
    nag_table: Option<PathBuf>,

    #[command(flatten)]
    wanted: Where,

    #[command(flatten)]
    index: UseIndex,

    #[command(flatten)]
    form: PgnForm,

    #[command(flatten)]
    excerpt: Excerpt,
}

/// A format that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// PGN, in the form of `--profile` and similar options
    Pgn,
    /// One JSON object per game
    Jsonl,
    /// Moves in UCI notation, one line per game
    Uci,
    /// Moves in long algebraic notation, one line per game
    Lan,
    /// Moves in standard algebraic notation, one line per game
    San,
    /// The same with figurines for the pieces
    Fan,
    /// The positions of the main line, one per line
    Fen,
    /// An EPD record for each position of the main line
    Epd,
    /// Moves, players, result and opening, one line per game
    Opg,
    /// Games laid out for reading, with diagrams
    Text,
    /// The same as a web page
    Html,
    /// A picture of the final position of one game
    Svg,
    /// Blind Game Notation, for screen readers
    Bgn,
    /// Sentences to be read aloud
    Speech,
    /// The binary form of the standard
    Pgc,
}

/// What is known of a format beside its name.
struct About {
    format: Format,
    /// How names of files end, the first one as we would call one; none for those that are named by
    /// `--to` alone.
    endings: &'static [&'static str],
    /// What becomes of a game whose moves cannot be checked; nothing where it is written as usual.
    unchecked: &'static str,
}

const fn about(format: Format, endings: &'static [&'static str], unchecked: &'static str) -> About {
    About { format, endings, unchecked }
}

/// All formats, in the order in which people are told of them.
const FORMATS: [About; 15] = [
    about(Format::Pgn, &["pgn"], ""),
    about(Format::Jsonl, &["jsonl", "ndjson"], ""),
    about(Format::Uci, &["uci"], EMPTY_LINE),
    about(Format::Lan, &["lan"], EMPTY_LINE),
    about(Format::San, &["san"], AS_THEY_STAND),
    about(Format::Fan, &["fan"], AS_THEY_STAND),
    about(Format::Fen, &["fen"], EMPTY_LINE),
    about(Format::Epd, &["epd"], "nothing is written"),
    about(Format::Opg, &["opg"], AS_THEY_STAND),
    about(Format::Text, &["txt"], ""),
    about(Format::Html, &["html", "htm"], ""),
    about(Format::Svg, &["svg"], "no picture is drawn"),
    about(Format::Bgn, &["bgn"], ""),
    about(Format::Speech, &[], ""),
    about(Format::Pgc, &["pgc"], ""),
];

const EMPTY_LINE: &str = "an empty line is written";
const AS_THEY_STAND: &str = "they are written as they stand";

impl Format {
    /// Its row of the table.
    fn about(self) -> &'static About {
        // A test sees that all formats are there.
        FORMATS.iter().find(|about| about.format == self).unwrap_or(&FORMATS[0])
    }

    /// What `--to` calls it.
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The names of all formats, as in `pgn, jsonl or pgc`.
    fn names() -> String {
        let names = FORMATS.iter().map(|about| about.format.name()).collect::<Vec<_>>();
        match names.split_last() {
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        }
    }
}

/// A format that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Origin {
    /// Games
    Pgn,
    /// EPD records or FENs, one per line
    Epd,
}

/// When the en passant square of a FEN is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Ep {
    /// After every double step of a pawn (the default)
    #[default]
    Standard,
    /// Only if an enemy pawn stands ready to capture
    Xfen,
    /// Only if the capture is legal
    Legal,
}

/// What becomes of the commands that programs put into comments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Commands {
    /// Write each as a sentence (the default)
    #[default]
    Words,
    /// Leave them out
    Drop,
}

/// What becomes of comments where there is no place for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Comments {
    /// Reject a game with a comment (the default)
    #[default]
    Refuse,
    /// Leave them out
    Drop,
    /// Write them as escape records, which only this program reads as comments
    Escape,
}

impl Convert {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let format = match self.to {
            Some(format) => format,
            None => format_of_name(self.write.output.as_deref())?,
        };
        let form = self.form_of(format)?;
        let (cut, dress) = self.excerpt.parts(&form)?;
        let query = self.wanted.query(console)?;
        if self.reads_records() {
            if query.is_some() {
                let why = "makes sense only for games, not for records of positions";
                return Err(Error::new(ErrorKind::Usage, "--where", why));
            }
            return self.link(form, console);
        }
        let inputs = self.read.inputs();
        let output = Output::open(self.write.output.as_deref(), &inputs)?;
        if format == Format::Pgc {
            check_binary_output(&output, console)?;
        }
        console.start_progress(&inputs, &output);
        let loudness = console.loudness();
        let rewrite = Rewrite { form, cut, dress, loudness };
        let report = Report::new(console, format.about().unchecked);
        let mut converted = Converted { output, format, n_games: 0, n_refused: 0 };
        if format == Format::Html {
            converted.put(sheet::head(&title_of(&self.read.files)).as_bytes())?;
        }
        let input = (inputs, self.letters.scan_options(&self.read));
        let mut collector = Collector::new(converted, report);
        self.index.scan(input, query, rewrite, &mut collector, console)?;
        let Collector { taken: mut converted, report } = collector;
        if format == Format::Pgc && converted.n_refused > 0 {
            return Err(converted.refuse(self.comments));
        }
        if format == Format::Html {
            converted.put(sheet::FOOT.as_bytes())?;
        }
        converted.output.commit()?;
        Ok(report.exit)
    }

    /// How games for eyes look.
    fn sheet(&self, letters: Letters) -> Result<Sheet, Error> {
        let mut sheet = Sheet { letters, ..Sheet::default() };
        if self.ascii {
            sheet.characters = Characters::Ascii;
        }
        if let Some(path) = &self.nag_table {
            let name = path.to_string_lossy();
            let text = fs::read_to_string(path).map_err(|error| Error::from_io(&*name, error))?;
            sheet.nags = NagTable::parse(&text)
                .map_err(|error| Error::new(ErrorKind::Usage, &*name, error.to_string()))?;
        }
        Ok(sheet)
    }

    /// The names of the pieces, for speech.
    fn piece_names(&self) -> Result<PieceNames, Error> {
        match self.pieces {
            None => Ok(PieceNames::default()),
            Some(Pieces::Of(language)) => Ok(PieceNames::find(language.name).unwrap_or_default()),
            Some(Pieces::Figurines) => {
                let why = "figurines have no names to be said";
                Err(Error::new(ErrorKind::Usage, "--pieces", why))
            }
        }
    }

    /// Whether the input is records.
    fn reads_records(&self) -> bool {
        match self.from {
            Some(origin) => origin == Origin::Epd,
            None => self.read.are_positions(),
        }
    }

    /// Makes games of records.
    fn link(&self, form: Form, console: &mut Console) -> Result<Exit, Error> {
        let Form::Pgn(export) = form else {
            let why = "records can be made into games only with `--to pgn`";
            let hint = "`pgn convert suite.epd --to pgn | pgn convert --to FORMAT`";
            return Err(Error::new(ErrorKind::Unsupported, "convert", why).with_hint(hint));
        };
        let inputs = self.read.position_inputs();
        let output = Output::open(self.write.output.as_deref(), &inputs)?;
        console.start_progress(&inputs, &output);
        let report = Report::new(console, "");
        let linked = Linked { output, export, chain: Chain::default() };
        let mut collector = Collector::new(linked, report);
        let options = scan::Options { cut: scan::Cut::Lines, ..self.read.scan_options() };
        scan::run(inputs, options, Reading::all(Linking), &mut collector)?;
        collector.taken.output.commit()?;
        Ok(collector.report.exit)
    }

    /// The format with its options; those of other formats are refused.
    fn form_of(&self, format: Format) -> Result<Form, Error> {
        let refuse = |option: &str, only: &str| {
            let why = format!("makes sense only with `--to {only}`");
            Err(Error::new(ErrorKind::Usage, option, why))
        };
        match self.form.given() {
            Some("--profile") if matches!(format, Format::Pgc | Format::Epd) => {}
            Some(option) if format != Format::Pgn => return refuse(option, "pgn"),
            Some(_) | None => {}
        }
        if self.comments.is_some() && format != Format::Pgc {
            return refuse("--comments", "pgc");
        }
        if self.ep.is_some() && format != Format::Fen {
            return refuse("--ep", "fen");
        }
        if self.commands.is_some() && !matches!(format, Format::Bgn | Format::Speech) {
            return refuse("--commands", "bgn` or `--to speech");
        }
        let is_read = matches!(format, Format::Text | Format::Html);
        let has_pieces = matches!(format, Format::San | Format::Lan | Format::Speech) || is_read;
        if self.pieces.is_some() && !has_pieces {
            return refuse("--pieces", "san`, `lan`, `speech`, `text` or `html");
        }
        if self.ascii && format != Format::Text {
            return refuse("--ascii", "text");
        }
        if self.nag_table.is_some() && !is_read {
            return refuse("--nag-table", "text` or `--to html");
        }
        let letters = self.pieces.map_or(Letters::ENGLISH, Pieces::letters);
        let ep = match self.ep.unwrap_or_default() {
            Ep::Standard => EpPolicy::Standard,
            Ep::Xfen => EpPolicy::XFen,
            Ep::Legal => EpPolicy::Legal,
        };
        let commands = match self.commands.unwrap_or_default() {
            Commands::Words => convert::Commands::Words,
            Commands::Drop => convert::Commands::Drop,
        };
        Ok(match format {
            Format::Pgn => Form::Pgn(self.form.export()?),
            Format::Jsonl => Form::Jsonl,
            Format::Uci => Form::Line(LineForm::Uci),
            Format::Lan => Form::Line(LineForm::Lan(letters)),
            Format::San => Form::Line(LineForm::San(letters)),
            Format::Fan => Form::Line(LineForm::San(Letters::FIGURINES)),
            Format::Fen => Form::Line(LineForm::Fen(ep)),
            Format::Epd => Form::Positions(self.form.profile.unwrap_or_default().into()),
            Format::Opg => Form::Opg,
            Format::Bgn => Form::Blind(Blind { commands }),
            Format::Speech => Form::Speech(Speech { pieces: self.piece_names()?, commands }),
            Format::Pgc => Form::Binary(self.encode()?),
            Format::Text => Form::Sheet(SheetForm::Text, self.sheet(letters)?),
            Format::Html => Form::Sheet(SheetForm::Html, self.sheet(letters)?),
            Format::Svg => Form::Sheet(SheetForm::Svg, self.sheet(letters)?),
        })
    }

    /// How PGC is written.
    fn encode(&self) -> Result<Encode, Error> {
        let comments = match self.comments.unwrap_or_default() {
            Comments::Refuse => pgc::Comments::Refuse,
            Comments::Drop => pgc::Comments::Drop,
            Comments::Escape => pgc::Comments::Escape,
        };
        let extent = match self.form.profile {
            None | Some(Profile::Archival) => Extent::Archival,
            Some(Profile::Lossless) => Extent::Lossless,
            Some(_) => {
                let why = "PGC has the profiles archival and lossless";
                return Err(Error::new(ErrorKind::Usage, "--profile", why));
            }
        };
        if let Some(option) = self.form.given_beside_profile() {
            let why = "makes sense only with `--to pgn`";
            return Err(Error::new(ErrorKind::Usage, option, why));
        }
        Ok(Encode { comments, extent })
    }
}

/// Bytes are not for a terminal, and a file of them should say so by its name.
fn check_binary_output(output: &Output, console: &Console) -> Result<(), Error> {
    if output.is_terminal() {
        let why = "is a terminal, and PGC is binary data";
        return Err(Error::new(ErrorKind::Usage, output.name(), why)
            .with_hint("add `-o FILE.pgc`, or send it on through a pipe"));
    }
    let name = output.name();
    if output.is_file() && format_of_name(Some(Path::new(name))).ok() != Some(Format::Pgc) {
        console.say(&format!("{name}: files of PGC are named .pgc"));
    }
    Ok(())
}

/// The format that the name of the output ends in, compression aside.
fn format_of_name(output: Option<&Path>) -> Result<Format, Error> {
    let formats = Format::names();
    let Some(path) = output else {
        let why = format!("expected `--to FORMAT`, one of {formats}");
        return Err(Error::new(ErrorKind::Usage, "convert", why));
    };
    let name = path.to_string_lossy();
    let stem = match Compression::of_name(&name) {
        Some(compression) => &name[..name.len() - compression.extension().len() - 1],
        None => &name,
    };
    let ending = stem.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let ending = ending.unwrap_or_default();
    let named = FORMATS.iter().find(|about| about.endings.contains(&ending.as_str()));
    named.map(|about| about.format).ok_or_else(|| {
        let hint = format!("add `--to FORMAT`, one of {formats}");
        Error::new(ErrorKind::Usage, name, "its name does not say the format").with_hint(hint)
    })
}

/// Writes the games of `inputs` as PGN.
///
/// # Errors
/// When the output cannot be written; of inputs that cannot be read it is told.
pub(super) fn write_pgn(
    inputs: Inputs,
    options: scan::Options,
    output: Option<&Path>,
    form: &PgnForm,
    console: &mut Console,
) -> Result<Exit, Error> {
    let form = Form::Pgn(form.export()?);
    let output = Output::open(output, &inputs)?;
    console.start_progress(&inputs, &output);
    let rewrite = Rewrite::whole(form, console.loudness());
    let converted = Converted { output, format: Format::Pgn, n_games: 0, n_refused: 0 };
    let mut collector = Collector::new(converted, Report::new(console, ""));
    scan::run(inputs, options, Reading::all(rewrite), &mut collector)?;
    collector.taken.output.commit()?;
    Ok(collector.report.exit)
}

/// Prints the games as they come.
struct Converted {
    output: Output,
    format: Format,
    n_games: u64,
    n_refused: u64,
}

impl Converted {
    fn put(&mut self, text: &[u8]) -> Result<(), Error> {
        self.output.write_all(text).map_err(|error| self.output.trouble(error))
    }

    /// Gives up a file that would lack games: it stays as it was.
    fn refuse(self, comments: Option<Comments>) -> Error {
        let games = match self.n_refused {
            1 => "1 game does".to_owned(),
            n => format!("{n} games do"),
        };
        let kept = if self.output.is_file() { "not written" } else { "not complete" };
        let error = Error::new(
            ErrorKind::Unsupported,
            self.output.name(),
            format!("{kept}: {games} not fit"),
        );
        error.with_hint(match comments {
            None | Some(Comments::Refuse) => {
                "`--comments drop` leaves comments out, `--comments escape` carries them; \
                 `pgn fmt --profile archival` mends tags"
            }
            Some(Comments::Drop | Comments::Escape) => "`pgn fmt --profile archival` mends tags",
        })
    }
}

impl Take<Rewritten> for Converted {
    fn take(
        &mut self,
        chunk: Chunk,
        (header, rewritten): (Header, Rewritten),
        report: &mut Report<'_>,
    ) -> Result<(), Error> {
        self.n_refused += rewritten.findings.n_refused;
        self.n_games += chunk.n_games() - header.n_unwanted;
        if self.format == Format::Svg && self.n_games > 1 {
            let why = "an SVG holds one picture, and there are several games";
            let hint = "`pgn show --game N` draws one, `--to html` makes a page of all";
            return Err(Error::new(ErrorKind::Unsupported, "--to svg", why).with_hint(hint));
        }
        report.add(&rewritten.findings);
        self.put(&rewritten.text)
    }
}

/// What a page of these files is called.
fn title_of(files: &[PathBuf]) -> String {
    let name_of = |file: &PathBuf| file.file_name().map(|name| printable(&name.to_string_lossy()));
    match files {
        [] => "Games".to_owned(),
        [file] if file.as_os_str() == "-" => "Games".to_owned(),
        [file] => name_of(file).unwrap_or_else(|| "Games".to_owned()),
        files => files.iter().filter_map(name_of).take(3).collect::<Vec<_>>().join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_format_once() {
        for format in Format::value_variants() {
            let rows = FORMATS.iter().filter(|about| about.format == *format);
            assert_eq!(rows.count(), 1, "{format:?}");
            for ending in format.about().endings {
                let path = PathBuf::from(format!("games.{ending}.gz"));
                assert_eq!(format_of_name(Some(&path)).ok(), Some(*format));
            }
        }
        assert_eq!(FORMATS.len(), Format::value_variants().len());
        let told = format_of_name(None).map_err(|error| error.to_string());
        assert!(told.is_err_and(|why| why.contains("epd, opg, text") && why.ends_with("or pgc")));
    }
}
