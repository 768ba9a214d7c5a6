//! The formats that games are written in, a row each.
//!
//! A new format is a file in this folder, which implements [`WriteGame`], and a row: `--to`, the
//! extensions, the options and the help are derived from here.
//!
//! Standard: §3.2, §8.2.3, §16.1, §17, §20. Decisions: D-39, D-45, D-53, D-59, D-61 to D-63.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::cards::CardWriter;
use super::interactive;
use super::jsonl::JsonWriter;
use super::opg::OpgWriter;
use super::sheet::{SheetForm, SheetWriter};
use super::{Form, LineForm, NewWriter, RecordLayout, WriteGame, export};
use crate::args::{PgnForm, Pieces, SIDES, Values, values};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::output::BaseKind;
use pgn_db::source::ending_of;
use pgn_db::standings::TieBreak;
use pgn_formats::Commands;
use pgn_formats::bgn::Blind;
use pgn_formats::databases::{chessbase, scid};
use pgn_formats::epd::{self, Record};
use pgn_formats::pgc::{Comments, Encode, Encoder, Extent};
use pgn_formats::speech::{PieceNames, Speech};
use pgnkit::chess::Color;
use pgnkit::chess::fen::EpPolicy;
use pgnkit::chess::notation::letters::Letters;
use pgnkit::nag::NagTable;
use pgnkit::score_sheet::{Characters, Sheet};
use pgnkit::write::{self, Loss, Profile};

/// A format.
#[derive(Debug)]
pub struct Format {
    /// Its name in `--to`.
    pub name: &'static str,
    /// Its description for the help.
    does: &'static str,
    /// The extensions of its files, the preferred one first; none if only `--to` selects it.
    pub endings: &'static [&'static str],
    /// The options of [`FormatOptions`] that it takes.
    options: &'static [&'static str],
    /// How a game whose moves cannot be checked is written; nothing if as usual.
    pub unchecked: &'static str,
    /// The kind of its files.
    pub whole: Whole,
    form: fn(&FormatOptions) -> Result<Form, Error>,
}

/// The kinds of files of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    /// Text, game after game.
    Text,
    /// A web page.
    Page,
    /// A picture, of one game alone.
    Picture,
    /// Bytes that are not text; a file without all games is not written.
    Binary,
    /// A database of Scid or ChessBase, in several files.
    Base(BaseKind),
    /// A table.
    Table(TableForm),
}

/// A form of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableForm {
    /// Parquet.
    Parquet,
    /// Arrow's stream format.
    Arrow,
    /// Text with commas.
    Csv,
    /// Text with tabs.
    Tsv,
    /// An object of JSON a line, one that has columns.
    JsonLines,
}

const EMPTY_LINE: &str = "an empty line is written";
const AS_THEY_STAND: &str = "they are written unchanged";

/// The values of a row that most formats have.
const fn row(
    name: &'static str,
    endings: &'static [&'static str],
    does: &'static str,
    form: fn(&FormatOptions) -> Result<Form, Error>,
) -> Format {
    Format { name, does, endings, options: &[], unchecked: "", whole: Whole::Text, form }
}

/// All formats, in the order in which they are listed.
pub static FORMATS: &[Format] = &[
    Format {
        options: &["--profile", "--unrepresentable", "--keep-setup", "--newline"],
        ..row("pgn", &["pgn"], "PGN, as set by `--profile` and similar options", |options| {
            Ok(Form::Pgn(options.pgn.export()?))
        })
    },
    row("jsonl", &["jsonl", "ndjson"], "One JSON object per game", |_| {
        Ok(games(JsonWriter::default))
    }),
    Format {
        unchecked: EMPTY_LINE,
        ..row("uci", &["uci"], "Moves in UCI notation, one line per game", |_| {
            Ok(Form::Line(LineForm::Uci))
        })
    },
    Format {
        options: &["--piece-language"],
        unchecked: EMPTY_LINE,
        ..row("lan", &["lan"], "Moves in long algebraic notation, one line per game", |options| {
            Ok(Form::Line(LineForm::Lan(options.letters())))
        })
    },
    Format {
        options: &["--piece-language"],
        unchecked: AS_THEY_STAND,
        ..row(
            "san",
            &["san"],
            "Moves in standard algebraic notation, one line per game",
            |options| Ok(Form::Line(LineForm::San(options.letters()))),
        )
    },
    Format {
        unchecked: AS_THEY_STAND,
        ..row("fan", &["fan"], "The same with figurines for the pieces", |_| {
            Ok(Form::Line(LineForm::San(Letters::FIGURINES)))
        })
    },
    Format {
        options: &["--ep"],
        unchecked: EMPTY_LINE,
        ..row("fen", &["fen"], "The positions of the main line, one per line", |options| {
            Ok(Form::Line(LineForm::Fen(options.ep.unwrap_or_default())))
        })
    },
    Format {
        options: &["--profile", "--keep-all"],
        unchecked: "nothing is written",
        ..row("epd", &["epd"], "An EPD record for each position of the main line", |options| {
            let form = options.epd_form()?;
            let keep_all = options.keep_all;
            Ok(games(move || {
                export::by(move |game, _, into, losses| {
                    let mut write_losses = Vec::new();
                    let write = |record: &Record| {
                        epd::append(record, form, &mut into.text, &mut write_losses);
                        into.text.push(b'\n');
                    };
                    let is_checked = if keep_all {
                        epd::whole_records(game, losses, write)
                    } else {
                        let is_checked = epd::records(game, write);
                        losses.append(&mut write_losses);
                        epd::game_losses(game, losses);
                        is_checked
                    };
                    into.findings.unchecked_count += u64::from(!is_checked);
                    Ok(())
                })
            }))
        })
    },
    Format {
        unchecked: AS_THEY_STAND,
        ..row("opg", &["opg"], "Moves, players, result and opening, one line per game", |_| {
            Ok(games(|| OpgWriter))
        })
    },
    Format {
        options: &["--side"],
        unchecked: "there are cards up to a move that cannot be played",
        ..row("cards", &[], "Training cards in CSV: position, expected move, line", |options| {
            let side = options.side;
            Ok(games(move || CardWriter(side)))
        })
    },
    Format {
        options: &["--piece-language", "--ascii", "--nag-table", "--diagrams"],
        ..row("text", &["txt"], "Games laid out for reading, with diagrams", |options| {
            options.sheet(SheetForm::Text)
        })
    },
    Format {
        options: &[
            "--piece-language",
            "--nag-table",
            "--diagrams",
            "--title",
            "--tournament",
            "--tie-breaks",
            "--interactive",
        ],
        whole: Whole::Page,
        ..row("html", &["html", "htm"], "The same as a web page", |options| {
            match (options.interactive, options.tournament) {
                (true, _) => options.viewer(),
                (false, true) => options.sheet(SheetForm::Tournament),
                (false, false) => options.sheet(SheetForm::Html),
            }
        })
    },
    Format {
        unchecked: "no picture is drawn",
        whole: Whole::Picture,
        ..row("svg", &["svg"], "A picture of the final position of one game", |options| {
            options.sheet(SheetForm::Svg)
        })
    },
    Format {
        unchecked: "no picture is drawn",
        whole: Whole::Picture,
        ..row("png", &["png"], "The same as PNG", |options| options.sheet(SheetForm::Png))
    },
    Format {
        options: &["--commands"],
        ..row("bgn", &["bgn"], "Blind Game Notation, for screen readers", |options| {
            let blind = Blind::new(options.commands.unwrap_or_default());
            Ok(games(move || {
                export::by(move |game, _, into, losses| {
                    blind.append(game, &mut into.text, losses);
                    Ok(())
                })
            }))
        })
    },
    Format {
        options: &["--commands", "--piece-language"],
        ..row("speech", &[], "Sentences to be read aloud", |options| {
            let speech = Speech::new(options.piece_names()?, options.commands.unwrap_or_default());
            Ok(games(move || {
                export::by(move |game, place, into, losses| {
                    speech.append(game, Some(place.number()), &mut into.text, losses);
                    Ok(())
                })
            }))
        })
    },
    Format {
        options: &["--profile", "--comments"],
        whole: Whole::Binary,
        ..row("pgc", &["pgc"], "The binary form of the standard", |options| {
            let encode = options.encode()?;
            Ok(games(move || {
                let mut encoder = Encoder::new(encode);
                export::by(move |game, _, into, losses| {
                    encoder.append(game, &mut into.text, losses).map_err(|error| match error {
                        write::WriteError::Refused(misfits) => misfits_in_words(&misfits),
                        write::WriteError::Io(error) => error.to_string(),
                    })
                })
            }))
        })
    },
    Format {
        whole: Whole::Base(BaseKind::Scid),
        ..row("si4", &["si4"], "A Scid database: .si4, .sn4 and .sg4", |_| {
            Ok(games(|| {
                let mut packer = scid::Packer::default();
                export::by(move |game, _, into, losses| {
                    let packed = packer.append(game, &mut into.text, losses);
                    packed.map_err(|misfit| format!("does not fit: {misfit}"))
                })
            }))
        })
    },
    Format {
        whole: Whole::Base(BaseKind::ChessBase),
        ..row("cbh", &["cbh"], "A ChessBase database: .cbh with eight companions", |_| {
            Ok(games(|| {
                let mut packer = chessbase::Packer::default();
                export::by(move |game, _, into, losses| {
                    let packed = packer.append(game, &mut into.text, losses);
                    packed.map_err(|misfit| format!("does not fit: {misfit}"))
                })
            }))
        })
    },
    table("parquet", &["parquet"], TableForm::Parquet, "A table in Parquet"),
    table("arrow", &["arrow", "arrows"], TableForm::Arrow, "A table as an Arrow stream"),
    table("csv", &["csv"], TableForm::Csv, "A table as comma-separated values"),
    table("tsv", &["tsv"], TableForm::Tsv, "The same with tabs"),
];

const fn table(
    name: &'static str,
    endings: &'static [&'static str],
    form: TableForm,
    does: &'static str,
) -> Format {
    Format {
        whole: Whole::Table(form),
        ..row(name, endings, does, |_| {
            let why = "a table is not written game by game";
            Err(Error::new(ErrorKind::Usage, "convert", why))
        })
    }
}

fn misfits_in_words(misfits: &[Loss]) -> String {
    let said = |misfit: &Loss| format!("{misfit} ({})", misfit.fault.code);
    format!("does not fit: {}", misfits.iter().map(said).collect::<Vec<_>>().join(", "))
}

/// A format whose writer receives whole games, one writer for each thread.
fn games<W: WriteGame + 'static>(writer: impl Fn() -> W + Send + Sync + 'static) -> Form {
    Form::Game(NewWriter(Arc::new(move || Box::new(writer()))))
}

impl Format {
    /// How its name is read on the command line.
    pub fn parser() -> impl TypedValueParser<Value = &'static Format> {
        let value = |format: &Format| PossibleValue::new(format.name).help(format.does);
        PossibleValuesParser::new(FORMATS.iter().map(value)).try_map(|name| {
            FORMATS.iter().find(|format| format.name == name).ok_or("an unknown format")
        })
    }

    /// The format that the name of the output ends in, compression aside.
    ///
    /// # Errors
    /// If there is no name, or it has no known extension.
    pub fn of_name(output: Option<&Path>) -> Result<&'static Format, Error> {
        let names = || listed(FORMATS.iter(), |name| name.to_owned());
        let Some(path) = output else {
            let why = format!("expected `--to FORMAT`, one of {}", names());
            return Err(Error::new(ErrorKind::Usage, "convert", why));
        };
        let name = path.to_string_lossy();
        let ending = ending_of(&name).unwrap_or_default();
        let named = FORMATS.iter().find(|format| format.endings.contains(&ending.as_str()));
        named.ok_or_else(|| {
            let hint = format!("add `--to FORMAT`, one of {}", names());
            Error::new(ErrorKind::Usage, name, "its name does not show the format").with_hint(hint)
        })
    }

    /// The format of folders with tables.
    #[must_use]
    pub fn parquet() -> &'static Format {
        Format::of_whole(Whole::Table(TableForm::Parquet))
    }

    /// The format of folders with pages.
    #[must_use]
    pub fn html() -> &'static Format {
        Format::of_whole(Whole::Page)
    }

    fn of_whole(whole: Whole) -> &'static Format {
        FORMATS.iter().find(|format| format.whole == whole).unwrap_or(&FORMATS[0])
    }

    /// The form with these options.
    ///
    /// # Errors
    /// When an option is for other formats, or makes no sense.
    pub fn form(&self, options: &FormatOptions) -> Result<Form, Error> {
        self.check(options)?;
        (self.form)(options)
    }

    /// Whether these options are for it.
    ///
    /// # Errors
    /// When one is for other formats.
    pub fn check(&self, options: &FormatOptions) -> Result<(), Error> {
        if let Some(option) = options.given().find(|option| !self.options.contains(option)) {
            let takers = FORMATS.iter().filter(|format| format.options.contains(&option));
            let mut first = true;
            let name = |name: &str| match std::mem::take(&mut first) {
                true => format!("`--to {name}`"),
                false => format!("`{name}`"),
            };
            let why = format!("makes sense only with {}", listed(takers, name));
            return Err(Error::new(ErrorKind::Usage, option, why));
        }
        Ok(())
    }
}

/// `pgn, jsonl or pgc`
fn listed<'f>(
    formats: impl Iterator<Item = &'f Format>,
    name: impl FnMut(&'f str) -> String,
) -> String {
    let names: Vec<String> = formats.map(|format| format.name).map(name).collect();
    match names.split_last() {
        Some((only, [])) => only.clone(),
        Some((end, others)) => format!("{} or {end}", others.join(", ")),
        None => String::new(),
    }
}

/// The options of single formats.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub struct FormatOptions {
    /// For fen: when to write the en passant square
    #[arg(long, value_name = "WHEN", value_parser = values(EP), hide_short_help = true)]
    ep: Option<EpPolicy>,

    /// For bgn, speech: commands in comments
    ///
    /// Programs write commands such as `[%clk 0:05:00]` into comments.
    #[arg(long, value_name = "HOW", value_parser = values(COMMANDS), hide_short_help = true)]
    commands: Option<Commands>,

    /// Language of the pieces in output for people, or `figurines`
    ///
    /// It sets the letters for san and lan, and the names of the pieces for speech. Give a language
    /// that `pgn explain letters` lists, by its English name or its code.
    #[arg(long, value_name = "LANGUAGE", value_parser = Pieces::parse, alias = "pieces")]
    piece_language: Option<Pieces>,

    /// For pgc: the comments
    ///
    /// The binary form cannot store comments.
    #[arg(long, value_name = "HOW", value_parser = values(COMMENTS), hide_short_help = true)]
    comments: Option<Comments>,

    /// For cards: only the positions in which this side is to move
    #[arg(long, value_name = "COLOR", value_parser = values(SIDES), hide_short_help = true)]
    side: Option<Color>,

    /// For text: ASCII only, with a question mark for every other character
    #[arg(long, hide_short_help = true)]
    ascii: bool,

    /// For epd: also keep everything that records have no opcode for
    ///
    /// Result, tags, NAGs, variations, commands, escape lines and unplayable moves go into the
    /// private opcode Pgn, part of it in each record. `--to pgn` makes the same games of these
    /// records again.
    #[arg(long, hide_short_help = true)]
    keep_all: bool,

    /// For html: a page that plays through the games
    ///
    /// The page has a board, the moves, a list with search, and keys for all of it. You can edit
    /// moves, comments and tags, and save the games as PGN. It is one file and needs no server or
    /// network.
    #[arg(long)]
    pub(crate) interactive: bool,

    /// For html: the page of a tournament
    ///
    /// Above the games, the page has the standings, with the crosstable of a round robin, and the
    /// pairings of each round with links to the games. If `-o` is a folder (`-o event/`), each game
    /// has a page of its own, and index.html has the rest; pages that exist are replaced. The games
    /// must be of one event; `--where` selects it.
    #[arg(long, hide_short_help = true, conflicts_with = "interactive")]
    pub(crate) tournament: bool,

    /// Criteria for equal points, such as `sb,wins`
    ///
    /// For the page of a tournament; `pgn help stats` describes the criteria and the default.
    #[arg(long, value_name = "WORD,...", value_delimiter = ',', requires = "tournament")]
    #[arg(hide_short_help = true)]
    pub(crate) tie_breaks: Vec<TieBreak>,

    /// For html: the title of the page [default: the event or the name of the file]
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    pub(crate) title: Option<String>,

    /// For text and html: a diagram after every N moves
    #[arg(long, value_name = "N", hide_short_help = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000))]
    diagrams: Option<u32>,

    /// For text and html: read symbols and words for NAGs from FILE
    ///
    /// Each line has a number, a tab, words, and optionally a tab and a symbol. The table of the
    /// standard is preliminary, so you can use your own; NAGs that it does not list are shown as
    /// usual.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    nag_table: Option<PathBuf>,

    #[command(flatten)]
    pgn: PgnForm,
}

/// When the en passant square of a FEN is written.
const EP: &Values<EpPolicy> = &[
    ("standard", "After every double step of a pawn (the default)", EpPolicy::Standard),
    ("xfen", "Only if an enemy pawn is beside the pawn", EpPolicy::XFen),
    ("legal", "Only if the capture is legal", EpPolicy::Legal),
];

/// How to write commands in comments.
const COMMANDS: &Values<Commands> = &[
    ("words", "Write each as a sentence (the default)", Commands::Words),
    ("drop", "Leave them out", Commands::Drop),
];

/// How to treat comments that the format cannot represent.
const COMMENTS: &Values<Comments> = &[
    ("refuse", "Reject a game with a comment (the default)", Comments::Refuse),
    ("drop", "Leave them out", Comments::Drop),
    ("escape", "Write them as escape records, which only pgn reads as comments", Comments::Escape),
];

impl FormatOptions {
    /// The options that were given.
    fn given(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            ("--profile", self.pgn.profile.is_some()),
            ("--unrepresentable", self.pgn.unrepresentable.is_some()),
            ("--keep-setup", self.pgn.keep_setup),
            ("--newline", self.pgn.newline.is_some()),
            ("--comments", self.comments.is_some()),
            ("--ep", self.ep.is_some()),
            ("--keep-all", self.keep_all),
            ("--commands", self.commands.is_some()),
            ("--piece-language", self.piece_language.is_some()),
            ("--side", self.side.is_some()),
            ("--ascii", self.ascii),
            ("--interactive", self.interactive),
            ("--tournament", self.tournament),
            ("--tie-breaks", !self.tie_breaks.is_empty()),
            ("--title", self.title.is_some()),
            ("--diagrams", self.diagrams.is_some()),
            ("--nag-table", self.nag_table.is_some()),
        ];
        given.into_iter().filter_map(|(option, is_given)| is_given.then_some(option))
    }

    /// Whether to reject games with comments if the format cannot represent them.
    #[must_use]
    pub fn refuses_comments(&self) -> bool {
        self.comments.unwrap_or_default() == Comments::Refuse
    }

    /// The form of the records of games.
    fn epd_form(&self) -> Result<epd::Form, Error> {
        let form = self.pgn.profile.unwrap_or_default().into();
        if self.keep_all && form == epd::Form::Archival {
            let why = "the profile archival has no private opcodes, which would hold the rest";
            return Err(Error::new(ErrorKind::Usage, "--keep-all", why));
        }
        Ok(form)
    }

    /// The form of records that are read as such.
    ///
    /// # Errors
    /// When an option has no meaning for them.
    pub fn record_form(&self, layout: RecordLayout) -> Result<epd::Form, Error> {
        if layout == RecordLayout::Fen && self.ep.is_some() {
            let why = "makes sense only for games: a record keeps its en passant square";
            return Err(Error::new(ErrorKind::Usage, "--ep", why));
        }
        if self.keep_all {
            let why = "makes sense only for games: records keep all their operations";
            return Err(Error::new(ErrorKind::Usage, "--keep-all", why));
        }
        Ok(self.pgn.profile.unwrap_or_default().into())
    }

    fn letters(&self) -> Letters {
        self.piece_language.map_or(Letters::ENGLISH, Pieces::letters)
    }

    /// How games for eyes look.
    fn sheet(&self, form: SheetForm) -> Result<Form, Error> {
        let mut sheet = Sheet::default().with_letters(self.letters());
        sheet.diagram_moves = self.diagrams.unwrap_or_default();
        if self.ascii {
            sheet.characters = Characters::Ascii;
        }
        if let Some(path) = &self.nag_table {
            let name = path.to_string_lossy();
            let text = fs::read_to_string(path).map_err(|error| Error::from_io(&*name, error))?;
            sheet.nags = NagTable::parse(&text)
                .map_err(|error| Error::new(ErrorKind::Usage, &*name, error.to_string()))?;
        }
        Ok(games(move || SheetWriter::new(form, sheet.clone())))
    }

    /// The page that plays through the games.
    fn viewer(&self) -> Result<Form, Error> {
        if self.diagrams.is_some() {
            let why = "makes no sense with `--interactive`, which shows every position";
            return Err(Error::new(ErrorKind::Usage, "--diagrams", why));
        }
        if self.nag_table.is_some() {
            let why = "makes no sense with `--interactive`, which has symbols of its own";
            return Err(Error::new(ErrorKind::Usage, "--nag-table", why));
        }
        Ok(games(interactive::writer))
    }

    /// The language of the pieces, if one was chosen.
    #[must_use]
    pub fn pieces(&self) -> Option<Pieces> {
        self.piece_language
    }

    /// The names of the pieces, for speech.
    fn piece_names(&self) -> Result<PieceNames, Error> {
        match self.piece_language {
            None => Ok(PieceNames::default()),
            Some(Pieces::Of(language)) => Ok(PieceNames::find(language.name).unwrap_or_default()),
            Some(Pieces::Figurines) => {
                let why = "figurines have no names for speech";
                Err(Error::new(ErrorKind::Usage, "--piece-language", why))
            }
        }
    }

    /// How PGC is written.
    fn encode(&self) -> Result<Encode, Error> {
        let comments = self.comments.unwrap_or_default();
        let extent = match self.pgn.profile {
            None | Some(Profile::Archival) => Extent::Archival,
            Some(Profile::Lossless) => Extent::Lossless,
            Some(_) => {
                let why = "PGC has the profiles archival and lossless";
                return Err(Error::new(ErrorKind::Usage, "--profile", why));
            }
        };
        Ok(Encode::new(comments, extent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_says_its_format() {
        for format in FORMATS {
            for ending in format.endings {
                let path = PathBuf::from(format!("games.{ending}.gz"));
                let found = Format::of_name(Some(&path)).map(|found| found.name);
                assert_eq!(found.ok(), Some(format.name));
            }
            let options = FormatOptions::default();
            let is_table = matches!(format.whole, Whole::Table(_));
            assert_eq!(format.form(&options).is_err(), is_table, "{}", format.name);
        }
        let message = Format::of_name(None).map_err(|error| error.to_string());
        assert!(
            message.is_err_and(
                |why| why.contains("epd, opg, cards, text") && why.ends_with("csv or tsv")
            )
        );
    }
}
