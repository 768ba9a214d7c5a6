//! `pgn show`: one game or position as a board.
//!
//! Standard: §16.1, §16.2. Decisions: D-47, D-59, D-62, D-63.
//! Start at [`Show`].

mod find;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use pgnkit::charset;
use pgnkit::chess::fen::{self, CastlingStyle, EpPolicy};
use pgnkit::chess::notation::letters::Letters;
use pgnkit::chess::notation::san::SanOptions;
use pgnkit::chess::{Color, Position, Setup};
use pgnkit::diagram::{Coordinates, Diagram, PNG_PIXELS_MAX, PieceShapes, Signs, Theme};
use pgnkit::game::{Game, MoveText};
use pgnkit::read::unplayable_reason;
use pgnkit::score_sheet::Sheet;

use super::Example;
use super::convert::refuse_terminal;
use crate::args::{MovesLanguage, Read, SIDES, SourceArgs, Values, Write, encodings, values};
use crate::exit::Exit;
use crate::illegal_moves::IllegalMovesArg;
use crate::moves;
use crate::output::Output;
use crate::terminal::Console;
use find::FoundGame;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::source::{Compression, Inputs};

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn show games.pgn", "The final position of the first game"),
    ("pgn show --game 3 --ply 20 games.pgn", "An earlier position"),
    ("pgn show --moves e4,c5,Nf3", "Moves from the usual start position"),
    ("pgn show --game 3 games.pgn -o board.png", "A picture"),
    ("pgn show --moves e4,c5 --to key", "The key of a position"),
];

/// Show one game or position as a board
///
/// Shows the final position of a game, or the position after a number of plies. A file of positions
/// (.epd, .fen) has one per line; `--game` selects one. Without a file, `--fen` and `--moves` give
/// the position. Impossible positions can be shown, too.
///
/// The moves of `--moves` are played from there. They may be in any notation that the other verbs
/// read, separated by commas or spaces.
///
/// `--to key` writes the position's Polyglot key, which books and `filter --where 'key ...'` use.
/// An impossible position has none.
///
/// A picture, SVG or PNG, colors the squares of the last move, a king in check, and the squares and
/// arrows that a comment marks (`[%csl Gd4]`, `[%cal Ge2e4]`).
///
/// The exit status is 2 if there is no such game, position or move.
#[derive(Args, Debug)]
pub(super) struct Show {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE", conflicts_with = "fen")]
    file: Option<PathBuf>,

    #[command(flatten)]
    illegal_moves: IllegalMovesArg,

    /// The number of the game: counted in the file
    #[arg(long, value_name = "N", default_value = "1", hide_default_value = true)]
    game: u64,

    /// Plies after the start of the main line [default: all]
    #[arg(long, value_name = "P")]
    ply: Option<usize>,

    /// A position: a FEN or an EPD record
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Moves to play from there
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    /// Which side is at the bottom [default: white]
    #[arg(long, value_name = "COLOR", value_parser = values(SIDES), hide_possible_values = true)]
    side: Option<Color>,

    /// Turn the board around
    #[arg(long)]
    flip: bool,

    /// Output format [default: unicode]
    ///
    /// Without this option, the extension of the output decides: .svg, .png or .fen.
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<BoardFormat>,

    /// Whether to show file letters and rank numbers
    #[arg(long, value_name = "WHEN", value_parser = values(EDGES), hide_short_help = true)]
    #[arg(default_value = "shown")]
    coordinates: Coordinates,

    /// Width and height of a picture, in pixels
    ///
    /// From 16 to 10000; a PNG has at most 4096.
    #[arg(long, value_name = "N", default_value = "360", hide_short_help = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(16..=10_000))]
    pixels: u32,

    /// Colors of a picture: light, dark or print
    #[arg(long, value_name = "THEME", value_parser = values(THEMES), hide_short_help = true)]
    #[arg(default_value = "light", hide_possible_values = true)]
    theme: Theme,

    /// The encoding of the text
    #[arg(long, value_parser = encodings(), default_value = "auto")]
    encoding: charset::Choice,

    #[command(flatten)]
    sources: SourceArgs,

    #[command(flatten)]
    letters: MovesLanguage,

    #[command(flatten)]
    write: Write,
}

/// How a board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BoardFormat {
    /// Chess symbols
    Unicode,
    /// Letters and dots
    Ascii,
    /// A picture
    Svg,
    /// A picture of pixels
    Png,
    /// The position as a FEN
    Fen,
    /// The Polyglot key of the position, sixteen hexadecimal digits
    Key,
}

/// The colors of pictures.
const THEMES: &Values<Theme> = &[
    ("light", "For light pages (the default)", Theme::Light),
    ("dark", "For dark pages", Theme::Dark),
    ("print", "White paper and gray squares", Theme::Print),
];

/// Whether the edges are shown.
const EDGES: &Values<Coordinates> = &[
    ("shown", "Letters below, digits on the left (the default)", Coordinates::Shown),
    ("hidden", "Only the board", Coordinates::Hidden),
];

/// The position to draw.
struct Stand {
    setup: Setup,
    /// The same, if a game can reach it.
    position: Option<Position>,
    diagram: Diagram,
    /// Lines above it.
    caption: Vec<String>,
}

impl Show {
    pub(super) fn run(self, console: &Console) -> Result<Exit, Error> {
        let format = self.to.unwrap_or_else(|| format_of_name(self.write.output.as_deref()));
        let mut stand = self.stand(console)?;
        self.play(&mut stand)?;
        let side = self.side.unwrap_or(Color::White);
        stand.diagram.side = if self.flip { !side } else { side };
        stand.diagram.coordinates = self.coordinates;
        stand.diagram.theme = self.theme;
        let bytes = self.drawn(&stand, format)?;
        let inputs = Inputs::gather(self.file.as_slice());
        let mut output = Output::open(self.write.output.as_deref(), &inputs)?;
        if format == BoardFormat::Png {
            refuse_terminal(&output, "PNG", "png")?;
        }
        output.put(bytes)?;
        output.commit(console)?;
        Ok(Exit::Clean)
    }

    fn drawn(&self, stand: &Stand, format: BoardFormat) -> Result<Vec<u8>, Error> {
        let signs = match format {
            BoardFormat::Unicode => Signs::Unicode,
            BoardFormat::Ascii => Signs::Ascii,
            BoardFormat::Svg => {
                let title = stand.caption.join(", ");
                return Ok(stand.diagram.svg(self.pixels, PieceShapes::Own, &title).into_bytes());
            }
            BoardFormat::Png => {
                return stand.diagram.png(self.pixels).map_err(|_| {
                    let why = format!("a PNG has at most {PNG_PIXELS_MAX} pixels on a side");
                    Error::new(ErrorKind::Usage, "--pixels", why)
                });
            }
            BoardFormat::Key => {
                let Some(position) = &stand.position else {
                    let why = "no game can reach this position, so it has no key";
                    return Err(Error::new(ErrorKind::Usage, "--to key", why));
                };
                return Ok(format!("{:016x}\n", position.polyglot_key()).into_bytes());
            }
            BoardFormat::Fen => {
                let fen = match &stand.position {
                    Some(position) => fen::to_text(position, EpPolicy::Standard),
                    None => fen::setup_to_text(&stand.setup, CastlingStyle::XFen),
                };
                return Ok(format!("{fen}\n").into_bytes());
            }
        };
        let mut text = String::new();
        for line in &stand.caption {
            text.push_str(line);
            text.push('\n');
        }
        if !stand.caption.is_empty() {
            text.push('\n');
        }
        text.push_str(&stand.diagram.text(signs));
        text.push('\n');
        let text = match signs {
            Signs::Unicode => text,
            // A question mark replaces non-ASCII characters (D-63).
            Signs::Ascii => {
                let ascii = |c: char| match c {
                    '–' => '-',
                    c if c.is_ascii() => c,
                    _ => '?',
                };
                text.chars().map(ascii).collect()
            }
        };
        Ok(text.into_bytes())
    }

    /// The position of the command line, or that of the file.
    fn stand(&self, console: &Console) -> Result<Stand, Error> {
        if let Some(text) = &self.fen {
            return find::record(text.as_bytes())
                .map(|setup| of_setup(setup, Vec::new()))
                .ok_or_else(|| Error::new(ErrorKind::Usage, "--fen", "no position can be read"));
        }
        if self.file.is_none() && self.moves.is_some() {
            return Ok(of_setup(Setup::from(&Position::start()), Vec::new()));
        }
        let file = self.file.clone().unwrap_or_else(|| PathBuf::from("-"));
        let (encoding, sources) = (self.encoding, self.sources.clone());
        let jobs = Some(NonZeroUsize::MIN);
        let read = Read { encoding, sources, jobs, ..Read::default() };
        match find::find(&file, self.game, self.letters.scan_options(&read), console)? {
            FoundGame::Setup(setup) => Ok(of_setup(setup, Vec::new())),
            FoundGame::Game(game, letters) => self.of_game(&game, letters, &file),
        }
    }

    /// The position of a game after this many plies, with its marks.
    fn of_game(&self, game: &Game, letters: Option<Letters>, file: &Path) -> Result<Stand, Error> {
        let to_error = |why: String| {
            Error::new(ErrorKind::Usage, format!("{}: game {}", file.display(), self.game), why)
        };
        let Some(mut position) = game.start_position() else {
            return Err(to_error("its rules or its start position are unknown".to_owned()));
        };
        let ply_count = game.n_plies();
        let ply = self.ply.unwrap_or(ply_count);
        if ply > ply_count {
            return Err(to_error(format!("has {ply_count} plies, not {ply}")));
        }
        let tree = game.tree();
        let (mut last, mut at) = (None, pgnkit::NodeId::ROOT);
        let mut after = "at the start".to_owned();
        for node in game.main_line().take(ply) {
            let Some(MoveText::Move(mv)) = tree.mv(node) else { break };
            let (number, dots) = (
                position.fullmove(),
                match position.turn() {
                    Color::White => ".",
                    Color::Black => "...",
                },
            );
            let san = tree.san(node).map(|san| san.as_str().to_owned()).unwrap_or_default();
            after = format!("after {number}{dots} {san}");
            position.play_unchecked(mv);
            (last, at) = (Some(mv).filter(|mv| !mv.is_null()), node);
        }
        let mut caption = vec![Sheet::default().caption(game), after];
        let lax = SanOptions::default().with_letters(letters);
        caption.extend(unplayable_reason(game, at, &position, &lax));
        let mut stand = of_setup(Setup::from(&position), caption);
        stand.position = Some(position);
        stand.diagram.last = last;
        tree.comments(at).for_each(|comment| stand.diagram.mark(comment));
        Ok(stand)
    }

    /// Plays the moves of the command line.
    fn play(&self, stand: &mut Stand) -> Result<(), Error> {
        let Some(moves) = &self.moves else { return Ok(()) };
        let to_error = |why: String| Error::new(ErrorKind::Usage, "--moves", why);
        let letters = self.letters.moves_language.and_then(|language| language.fixed());
        let lax = SanOptions::default().with_letters(letters);
        let Some(mut position) = stand.position else {
            return Err(to_error("cannot be played from an impossible position".to_owned()));
        };
        let last = moves::play(&mut position, moves, &lax)?.last().copied();
        let last = last.filter(|mv| !mv.is_null());
        let caption = std::mem::take(&mut stand.caption);
        let is_moved = last.is_some();
        let marks = std::mem::replace(stand, of_setup(Setup::from(&position), caption));
        stand.position = Some(position);
        stand.diagram.last = last;
        if !is_moved {
            stand.diagram = marks.diagram;
        }
        Ok(())
    }
}

fn of_setup(setup: Setup, caption: Vec<String>) -> Stand {
    let position = setup.position().ok();
    Stand { diagram: Diagram::of_setup(&setup), position, setup, caption }
}

fn format_of_name(output: Option<&Path>) -> BoardFormat {
    let name = output.map(|path| path.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let stem = match Compression::of_name(&name) {
        Some(compression) => &name[..name.len() - compression.extension().len() - 1],
        None => &name,
    };
    match stem.rsplit_once('.') {
        Some((_, "svg")) => BoardFormat::Svg,
        Some((_, "png")) => BoardFormat::Png,
        Some((_, "fen")) => BoardFormat::Fen,
        Some(_) | None => BoardFormat::Unicode,
    }
}
