//! `pgn convert`: games in other formats.
//!
//! Standard: §3.2, §8.2.3, §10, §16.1, §17, §20. Decisions: D-34, D-39, D-45, D-53, D-59, D-61 to
//! D-63.
//! Start at [`Convert`].

mod table;
mod tournament;

use std::path::{Path, PathBuf};

use clap::Args;
use pgn_formats::epd::Chain;
use pgnkit::score_sheet;

use super::Example;
use super::epd::chain::Linked;
use super::epd::load::Parse;
use super::excerpt::Excerpt;
use crate::args::{InputFormat, MovesLanguage, ONLY_FOR_GAMES, Read, Where, Write};
use crate::collect::{SourceReporter, SourceSink, read_lines};
use crate::exit::Exit;
use crate::illegal_moves::IllegalMovesArg;
use crate::indexed::UseIndex;
use crate::output::{Output, is_folder};
use crate::rewrite::{
    Form, Format, FormatOptions, RecordLayout, Recording, Report, Rewrite, Rewritten, TableForm,
    Whole, interactive,
};
use crate::terminal::Console;
use pgn_db::error::{Error, ErrorKind, printable};
use pgn_db::reading::ChunkResult;
use pgn_db::scan::Chunk;
use pgn_db::source::{InputPath, Inputs, Wanted};
use table::TableArgs;
use tournament::Tournament;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn convert games.pgn -o games.jsonl.zst", "One JSON object per game"),
    ("pgn convert games.pgn -o games.csv --columns white,black,result", "A table of three columns"),
];

/// Convert games to another format
///
/// `--to` sets the format. Without it, the extension of the output decides, such as .jsonl, .san or
/// .txt, optionally followed by .gz or another compression extension.
///
/// uci, lan, san and fan write one line per game: the moves of the main line, separated by single
/// spaces. A null move is `0000` in uci and `--` in the others. fen writes one line per position of
/// the main line, including the start position. Variations, comments and tags are left out. The
/// main line ends at an unreadable move.
///
/// If the moves of a game cannot be checked, because its rules or its start position are unknown,
/// uci, lan and fen write an empty line, and san and fan write the moves unchanged; pgn warns about
/// this.
///
/// `--piece-language LANGUAGE` writes the moves of san and lan with the letters of another
/// language; fan uses figurines. These texts are for people: PGN uses the letters of the standard.
///
/// jsonl writes one line per game, a JSON object with the tags, start position, outcome, and the
/// moves as a tree with everything between them. docs/schema/jsonl.md describes it.
///
/// epd writes one record per position of the main line: fmvn and hmvc, sm for the move played, rc
/// if the position was repeated, the opening tags as eco, nic, v0 to v2, comments as c0 to c9,
/// `[%eval]` as ce and acd. In the other direction, consecutive records form one game if the sm of
/// each leads to the next; any other record starts a game from its position. Operations that do not
/// fit into a game are kept in a comment, `[%epd …]`, which becomes operations again. A `resign` or
/// `draw_accept` in the last record is the result; a `draw_claim` is not. pgn counts on standard
/// error the tags, results, NAGs, variations, escape lines and commands that records cannot
/// represent; `--keep-all` keeps them in the private opcode Pgn, a part in each record, and records
/// with it become the same games again. If such a record was changed, the change counts; if one is
/// missing, the parts become a comment.
///
/// `--to epd` and `--to fen` also convert FENs and records to each other.
///
/// opg writes one line per game, for lists of openings: the moves in SAN, the players, the result
/// and the opening, separated by tabs. Illegal moves stay unchanged. The opening is the tag ECO, or
/// else Opening, or else the code of the position that the moves reach. `pgn tree --format opg`
/// writes the games of a position.
///
/// cards are for programs that train memory, such as Anki: a line of CSV for each position of a
/// game and its variations, with the FEN, the moves played there, separated by ` / `, and the moves
/// that lead to it. `--side white` writes only White's positions. A position that occurs in several
/// games gets a card for each; `pgn merge --tree --no-origins` makes one game of them.
///
/// bgn is Blind Game Notation, for people who use a screen reader: one line per pair of moves,
/// comments between bars with one line per sentence, a label on every line of a variation, all in
/// ASCII and in words. docs/formats/bgn.md describes it.
///
/// speech is text to be read aloud, one sentence per line: who played, every move
/// (`knight takes e5, check`), comments, and where variations begin and end and how deep they are.
/// The sentences are English; `--piece-language` names the pieces in another language.
///
/// pgc is the standard's binary form, one byte per move, for collections that must be small. It
/// stores what archival PGN stores, except comments; tags may have at most 255 Latin-1 characters.
/// If a game does not fit, pgn lists what does not, and the output file does not change; on
/// standard output, such a game is left out. `--profile lossless` also keeps escape lines.
/// docs/formats/pgc.md describes it.
///
/// si4 is a Scid database: the .si4 file that `-o` names, and the files .sn4 and .sg4 beside it;
/// none of the three may exist. It stores the moves, variations, comments and NAGs of ordinary
/// chess. Games of variants and games whose moves cannot be checked are left out and listed, and
/// the exit status is 2. docs/formats/scid.md describes it.
///
/// cbh is a ChessBase database: the .cbh file that `-o` names and eight companions, none of which
/// may exist. It stores games of ordinary chess and Chess960 with variations, comments and NAGs,
/// and the tags that ChessBase knows; pgn counts on standard error other tags and what does not fit
/// into a field. Games that do not fit are left out and listed, and the exit status is 2. pgn
/// writes the format from published facts and reads it back; no such file has been opened in
/// ChessBase yet. docs/formats/chessbase.md describes it.
///
/// parquet, arrow, csv and tsv are tables: a row for each game, or with `--table` for each position
/// or finding, with typed columns such as dates, ratings, moves, clocks and evaluations. `--columns
/// LIST` chooses the columns, also for jsonl. docs/formats/tables.md lists them. Tables of games in
/// Parquet, and folders of them, can be converted back to games, if they have the column movetext,
/// or rest with moves and the other lists.
///
/// text, html, svg and png are for people. text is the game with comments as paragraphs and
/// variations indented, with a diagram at a set-up position, at the NAGs $201, $220 and $221, at
/// `[#]` in a comment, and after every N moves with `--diagrams N`. html has all games on one
/// self-contained page, with these diagrams or the final position as pictures; it is printed in two
/// columns. svg and png are a picture of the final position of one game; `pgn show` draws other
/// positions, in other sizes and colors. Commands in comments and escape lines are left out, and
/// `--piece-language` chooses the letters.
///
/// `--to html --tournament` makes the page of a tournament: standings, with the crosstable of a
/// round robin, pairings with links, and all games, without scripts. With `-o FOLDER/`, each game
/// has a page of its own.
///
/// `--to html --interactive` makes a page for playing through the games, also with keys or a screen
/// reader: one file with the games, a board, a list with search, variations, and all tools to
/// annotate them. docs/guide/view-in-a-browser.md describes it.
///
/// `--plies`, `--from-comment` and `--split-variations` write parts of games as separate games;
/// `--omit`, `--line-length` and `--comment-lines` change the PGN text for programs that need it.
///
/// pgn counts findings in the games on standard error, as `pgn fmt` does. The exit status is 0 if
/// everything was written, and 2 if something could not be read or written.
#[derive(Args, Debug)]
pub(super) struct Convert {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    illegal_moves: IllegalMovesArg,

    #[command(flatten)]
    letters: MovesLanguage,

    #[command(flatten)]
    write: Write,

    /// The output format
    #[arg(long, value_name = "FORMAT", value_parser = Format::parser(), help_heading = "Output")]
    to: Option<&'static Format>,

    /// The input format: pgn, epd, fen or bgn [default: by extension]
    ///
    /// Without this option, records of positions are read if all names end in .epd or .fen, and
    /// otherwise games.
    #[arg(long, value_name = "FORMAT", value_enum, hide_possible_values = true)]
    from: Option<InputFormat>,

    #[command(flatten)]
    wanted: Where,

    #[command(flatten)]
    index: UseIndex,

    #[command(flatten)]
    form: FormatOptions,

    #[command(flatten)]
    excerpt: Excerpt,

    #[command(flatten)]
    table: TableArgs,
}

impl Convert {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let format = match self.to {
            Some(format) => format,
            None if self.table.makes_folder() => Format::parquet(),
            None if self.page_folder().is_some() => Format::html(),
            None => Format::of_name(self.write.output.as_deref())?,
        };
        if let Some(form) = self.table_form(format)? {
            return table::write(&self, format, form, console);
        }
        let form = format.form(&self.form)?;
        let (cut, text_options) = self.excerpt.parts(&form)?;
        let query = self.wanted.query(console)?;
        if self.read.are_positions(self.from) {
            if query.is_some() {
                return Err(Error::new(ErrorKind::Usage, "--where", ONLY_FOR_GAMES));
            }
            return match format.name {
                "epd" => self.write_records(RecordLayout::Epd, format, console),
                "fen" => self.write_records(RecordLayout::Fen, format, console),
                _ => self.link(form, console),
            };
        }
        let inputs = self.inputs()?;
        let folder = self.page_folder().map(|folder| (folder, inputs.identities()));
        let target = self.write.output.as_deref().filter(|_| folder.is_none());
        let unopened = inputs.unopened();
        let output = match format.whole {
            Whole::Base(kind) => Output::base(kind, target, &inputs)?,
            _ => Output::open(target, &inputs)?,
        };
        match format.name {
            "pgc" => refuse_terminal(&output, "PGC", "pgc")?,
            "png" => refuse_terminal(&output, "PNG", "png")?,
            _ => {}
        }
        check_name(&output, format, console);
        console.start_progress(&inputs, &output);
        let loudness = console.loudness();
        let rewrite = Rewrite { form, cut, text_options, loudness };
        let report = Report::new(console, format.unchecked);
        let mut converted = Converted::new(output, format.whole);
        if self.form.tournament {
            converted.tournament = Some(Tournament::default());
        } else if format.whole == Whole::Page {
            converted.output.put(self.page_head())?;
        }
        let input = (inputs, self.letters.scan_options(&self.read));
        let mut collector = SourceReporter { taken: converted, report };
        self.index.scan(input, query, rewrite, &mut collector, console)?;
        let SourceReporter { taken: mut converted, report } = collector;
        if format.whole == Whole::Binary && converted.refused_count > 0 {
            return Err(converted.refuse(self.form.refuses_comments()));
        }
        if let Some(tournament) = converted.tournament.take() {
            let (title, tie_breaks) = (self.form.title.as_deref(), &self.form.tie_breaks);
            match folder {
                Some(_) if unopened.is_all() => {}
                Some(to) => tournament.pages(title, tie_breaks, to)?.publish(console)?,
                None => converted.output.put(tournament.page(title, tie_breaks)?)?,
            }
        } else if format.whole == Whole::Page {
            let foot = if self.form.interactive { interactive::FOOT } else { score_sheet::FOOT };
            converted.output.put(foot)?;
        }
        converted.output.commit(console)?;
        Ok(report.exit)
    }

    /// The form of the table that is written, if it is one.
    fn table_form(&self, format: &Format) -> Result<Option<TableForm>, Error> {
        let form = match format.whole {
            Whole::Table(form) => form,
            _ if self.table.makes_table() && format.name == "jsonl" => TableForm::JsonLines,
            _ => {
                self.table.refuse_all()?;
                return Ok(None);
            }
        };
        Ok(Some(form))
    }

    /// The input: files of games, or tables of games in Parquet.
    fn inputs(&self) -> Result<Inputs, Error> {
        if self.from == Some(InputFormat::Bgn) {
            return Ok(Inputs::gather_as(&self.read.files, Wanted::Blind));
        }
        table::inputs(&self.read.files).unwrap_or_else(|| Ok(self.read.inputs()))
    }

    /// The folder for the pages of a tournament, if `-o` is one.
    fn page_folder(&self) -> Option<&Path> {
        self.write.output.as_deref().filter(|path| self.form.tournament && is_folder(path))
    }

    /// A web page up to its first game.
    fn page_head(&self) -> String {
        let file_title = title_of(&self.read.files);
        let title = self.form.title.as_ref().unwrap_or(&file_title);
        if !self.form.interactive {
            return score_sheet::head(title);
        }
        let name = match self.read.files.as_slice() {
            [_] if file_title != "Games" => Path::new(&file_title).with_extension("pgn"),
            _ => PathBuf::from("games.pgn"),
        };
        interactive::head(title, &name.to_string_lossy(), self.form.pieces())
    }

    /// Writes records as records or as FENs, a line each.
    fn write_records(
        &self,
        layout: RecordLayout,
        format: &Format,
        console: &mut Console,
    ) -> Result<Exit, Error> {
        let form = self.form.record_form(layout)?;
        let recording = Recording { form, layout, ..Recording::default() };
        let inputs = self.read.position_inputs();
        let output = self.write.open(&inputs, console)?;
        check_name(&output, format, console);
        let rewrite = Rewrite::whole(Form::Records(recording), console.loudness());
        let converted = Converted::new(output, Whole::Text);
        let (converted, exit) = read_lines(inputs, &self.read, rewrite, converted, console)?;
        converted.output.commit(console)?;
        Ok(exit)
    }

    /// Makes games of records.
    fn link(&self, form: Form, console: &mut Console) -> Result<Exit, Error> {
        let Form::Pgn(export) = form else {
            let why = "records can only be converted with `--to pgn`, `epd` or `fen`";
            let hint = "`pgn convert suite.epd --to pgn | pgn convert --to FORMAT`";
            return Err(Error::new(ErrorKind::Unsupported, "convert", why).with_hint(hint));
        };
        let inputs = self.read.position_inputs();
        let output = self.write.open(&inputs, console)?;
        let linked = Linked { output, export, chain: Chain::default() };
        let (linked, exit) =
            read_lines(inputs, &self.read, Parse { variant: None }, linked, console)?;
        linked.output.commit(console)?;
        Ok(exit)
    }
}

/// Formats with a standard extension.
const NAMED_FORMATS: [&str; 3] = ["fen", "epd", "pgc"];

/// Reports a file whose name does not have the standard extension of its format.
fn check_name(output: &Output, format: &Format, console: &Console) {
    let name = output.name();
    let named = Format::of_name(Some(Path::new(name)));
    let has_suffix = named.is_ok_and(|named| named.name == format.name);
    if output.is_file() && !has_suffix && NAMED_FORMATS.contains(&format.name) {
        let upper = format.name.to_uppercase();
        console.say(&format!("{name}: {upper} files are named .{}", format.name));
    }
}

/// Refuses to write binary data of this kind to a terminal.
pub(super) fn refuse_terminal(output: &Output, what: &str, ending: &str) -> Result<(), Error> {
    if !output.is_terminal() {
        return Ok(());
    }
    let why = format!("is a terminal, and {what} is binary data");
    let hint = format!("add `-o FILE.{ending}`, or use a pipe");
    Err(Error::new(ErrorKind::Usage, output.name(), why).with_hint(hint))
}

/// Prints the games as they come.
struct Converted {
    output: Output,
    whole: Whole,
    game_count: u64,
    refused_count: u64,
    /// The page of a tournament, which is written at the end.
    tournament: Option<Tournament>,
}

impl Converted {
    fn new(output: Output, whole: Whole) -> Converted {
        Converted { output, whole, game_count: 0, refused_count: 0, tournament: None }
    }

    /// Abandons a file that would lack games: the old one does not change.
    fn refuse(self, refuses_comments: bool) -> Error {
        let games = match self.refused_count {
            1 => "1 game does".to_owned(),
            n => format!("{n} games do"),
        };
        let kept = if self.output.is_file() { "not written" } else { "not complete" };
        let error = Error::new(
            ErrorKind::Unsupported,
            self.output.name(),
            format!("{kept}: {games} not fit"),
        );
        error.with_hint(match refuses_comments {
            true => {
                "`--comments drop` leaves comments out, `--comments escape` keeps them; \
                 `pgn fmt --profile archival` corrects tags"
            }
            false => "`pgn fmt --profile archival` corrects tags",
        })
    }
}

impl SourceSink<Rewritten> for Converted {
    fn take(
        &mut self,
        chunk: Chunk,
        ChunkResult { header, output: rewritten }: ChunkResult<Rewritten>,
        report: &mut Report<'_>,
    ) -> Result<(), Error> {
        self.refused_count += rewritten.findings.refused_count;
        self.game_count += chunk.game_count() - header.unwanted_count;
        if self.whole == Whole::Picture && self.game_count > 1 {
            let why = "a picture shows one game, but there are several games";
            let hint = "`pgn show --game N` draws one, `--to html` makes a page with all";
            return Err(Error::new(ErrorKind::Unsupported, self.output.name(), why).with_hint(hint));
        }
        report.add(&rewritten.findings);
        if let Some(tournament) = &mut self.tournament {
            return tournament.take(rewritten);
        }
        self.output.put(&*rewritten.text)
    }
}

/// The title of a page of these files.
fn title_of(files: &[InputPath]) -> String {
    let name_of =
        |file: &InputPath| file.file_name().map(|name| printable(&name.to_string_lossy()));
    match files {
        [] => "Games".to_owned(),
        [file] if file.as_os_str() == "-" => "Games".to_owned(),
        [file] => name_of(file).unwrap_or_else(|| "Games".to_owned()),
        files => files.iter().filter_map(name_of).take(3).collect::<Vec<_>>().join(", "),
    }
}
