//! Games in, text out: shared by `fmt` and `convert`.
//!
//! Standard: §3.2. Decisions: D-39.
//! Start at [`Rewrite`], which [reads games](ReadGames) and returns a [`Rewritten`].

mod cards;
mod cut;
mod edit;
mod export;
mod finding;
mod format;
pub(crate) mod interactive;
mod jsonl;
mod line;
mod opg;
mod record;
mod records;
mod report;
mod sheet;
mod text_options;

#[cfg(test)]
mod tests;

pub(crate) use cards::numbered;
pub use cut::{ExcerptOptions, Plies};
pub use edit::Edits;
pub(crate) use edit::{Change, Edit, Needs, Plan};
pub use finding::{Findings, Line, Tally};
pub use format::{FORMATS, Format, FormatOptions, TableForm, Whole};
pub use line::LineForm;
pub(crate) use opg::push_opg_line;
pub(crate) use records::is_fen_name;
pub use records::{RecordLayout, Recording, ScoresFor};
pub use report::Report;
pub(crate) use sheet::TournamentGame;
pub use text_options::TextOptions;

use cut::ExcerptWriter;
use edit::Editor;
use line::LineWriter;
use record::{OutsideText, Recorder};
use records::RecordWriter;
use text_options::TextOptionsWriter;

use std::fmt;
use std::sync::Arc;

use crate::terminal::Loudness;
use pgn_db::reading::{self, Next, ReadGames, RegionKind};
use pgn_db::scan::{Buffer, BufferPool, SourceInfo};
use pgnkit::Game;
use pgnkit::charset::{Choice, Encoding};
use pgnkit::chess::notation::letters::Letters;
use pgnkit::read::{Builder, GameListener, LanguageChoice, Referee};
use pgnkit::syntax::split::InPlace;
use pgnkit::syntax::{GameEnd, Region};
use pgnkit::write::{Export, Profile};

/// The form in which the games are written.
#[derive(Clone, Debug)]
pub enum Form {
    /// PGN, in one of its profiles.
    Pgn(Export),
    /// A line a game, or a line a position.
    Line(LineForm),
    /// The output of a writer for a whole game.
    Game(NewWriter),
    /// EPD records, read from a text that is split into lines.
    Records(Recording),
    /// As they are, but for what is edited.
    Edit(Edits),
}

/// Reads the games of a chunk and writes them in another form.
#[derive(Clone, Debug)]
pub struct Rewrite {
    /// The written text.
    pub form: Form,
    /// The parts of games; a [`Form::Line`] has whole ones.
    pub cut: ExcerptOptions,
    /// How the text differs from export form; for [`Form::Pgn`] alone.
    pub text_options: TextOptions,
    /// Whether every finding is reported with its place.
    pub loudness: Loudness,
}

/// The result for a chunk.
#[derive(Debug, Default)]
pub struct Rewritten {
    /// The text, the games in order.
    pub text: Buffer,
    /// For each selected region, the end of its text; a region without a game, or with a rejected
    /// one, ends where it begins.
    pub ends: Vec<usize>,
    /// The findings and losses.
    pub findings: Findings,
    /// The games of a page of a tournament.
    pub(crate) tournament_games: Vec<TournamentGame>,
}

/// The state of a thread between games.
pub struct Worker {
    engine: Engine,
    /// Buffers of texts, for reuse.
    pool: BufferPool,
}

/// Makes the writer of a thread.
#[derive(Clone)]
pub struct NewWriter(Arc<dyn Fn() -> Box<dyn WriteGame> + Send + Sync>);

impl fmt::Debug for NewWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NewWriter")
    }
}

/// Writes games one after the other.
trait WriteGame: Send {
    /// Writes a game, unless it is rejected; returns the findings and losses.
    fn write(&mut self, game: &Game, place: Place<'_>, loudness: Loudness, into: &mut Rewritten);
}

/// Reads a game and writes it.
enum Engine {
    /// A game is put together, and then written.
    Game(Box<Referee<Builder, Recorder>>, Box<dyn WriteGame>),
    /// Its moves are written while they are played.
    Line(Box<Referee<LineWriter, Recorder>>),
    Records(RecordWriter),
    /// A game is changed in its text.
    Edit(Box<Editor>),
}

impl Rewrite {
    /// Whole games, their texts as the form has them.
    #[must_use]
    pub fn whole(form: Form, loudness: Loudness) -> Rewrite {
        Rewrite {
            form,
            cut: ExcerptOptions::default(),
            text_options: TextOptions::default(),
            loudness,
        }
    }

    fn engine(&self, encoding: Choice) -> Engine {
        let mut writer: Box<dyn WriteGame> = match self.form.clone() {
            Form::Line(form) => {
                return Engine::Line(Box::new(referee(LineWriter::new(form), encoding)));
            }
            Form::Records(recording) => {
                return Engine::Records(RecordWriter::new(recording, encoding));
            }
            Form::Edit(edits) => return Engine::Edit(Box::new(Editor::new(&edits, encoding))),
            Form::Pgn(export) => Box::new(export::in_profile(export)),
            Form::Game(writer) => (writer.0)(),
        };
        if !self.text_options.is_nothing() {
            writer =
                Box::new(TextOptionsWriter { text_options: self.text_options.clone(), writer });
        }
        if !self.cut.is_nothing() {
            writer = Box::new(ExcerptWriter { cut: self.cut.clone(), writer });
        }
        Engine::Game(Box::new(referee(Builder::new(encoding), encoding)), writer)
    }

    /// How to treat text between games.
    fn outside_text(&self) -> OutsideText {
        match &self.form {
            Form::Pgn(export) if export.profile == Profile::Lossless && self.cut.is_nothing() => {
                OutsideText::Kept
            }
            Form::Pgn(_) => OutsideText::Lost,
            Form::Line(_) | Form::Game(_) | Form::Records(_) | Form::Edit(_) => {
                OutsideText::Ignored
            }
        }
    }

    /// Whether the output for a game does not depend on its place.
    fn is_same_everywhere(&self) -> bool {
        matches!(self.form, Form::Pgn(_) | Form::Line(_))
            && (self.cut.is_nothing() && self.text_options.is_nothing())
            && self.loudness != Loudness::Verbose
    }

    /// Writes the game that was read.
    fn write_read(&self, engine: &mut Engine, game: Place<'_>, into: &mut Rewritten) -> RegionKind {
        if game.source.encoding == Choice::Fixed(Encoding::Utf8)
            && std::str::from_utf8(game.region.text).is_err()
        {
            into.findings.undecodable_count += 1;
        }
        let is_not_pgn = match engine {
            Engine::Game(referee, writer) => {
                let outside_text = self.outside_text();
                if outside_text == OutsideText::Kept {
                    referee.notes.write_outside_text(game, &mut into.text);
                }
                let (loudness, findings) = (self.loudness, &mut into.findings);
                let seen = referee.notes.hand_over(game, loudness, outside_text, findings);
                if let Some(read) = referee.listener.lend() {
                    writer.write(read, game, self.loudness, into);
                }
                seen
            }
            Engine::Line(referee) => {
                into.findings.unchecked_count += referee.listener.take_unchecked();
                let (loudness, findings) = (self.loudness, &mut into.findings);
                referee.notes.hand_over(game, loudness, OutsideText::Ignored, findings)
            }
            Engine::Records(writer) => {
                writer.write(game, self.loudness, into);
                false
            }
            Engine::Edit(editor) => editor.write(game, self.loudness, into),
        };
        into.ends.push(into.text.len());
        let is_game = game.region.is_game();
        RegionKind::of(is_not_pgn, is_game)
    }
}

impl Engine {
    /// Reads a game, unless its text alone counts.
    fn read(&mut self, region: &Region<'_>, into: &mut Rewritten) {
        match self {
            Engine::Game(referee, _) => visit(region, referee),
            Engine::Line(referee) => {
                std::mem::swap(&mut referee.listener.text, &mut *into.text);
                visit(region, referee);
                std::mem::swap(&mut referee.listener.text, &mut *into.text);
            }
            Engine::Records(_) | Engine::Edit(_) => {}
        }
    }

    /// Cuts the next region off `regions` and reads it, unless its text alone counts.
    fn read_next<'t>(
        &mut self,
        regions: &mut InPlace<'t>,
        into: &mut Rewritten,
    ) -> Option<Region<'t>> {
        match self {
            Engine::Game(referee, _) => regions.next_with(&mut **referee),
            Engine::Line(referee) => {
                std::mem::swap(&mut referee.listener.text, &mut *into.text);
                let region = regions.next_with(&mut **referee);
                std::mem::swap(&mut referee.listener.text, &mut *into.text);
                region
            }
            Engine::Records(_) | Engine::Edit(_) => None,
        }
    }

    /// Sets the letters for games that are read while the text is split.
    fn set_letters(&mut self, letters: Option<Letters>) {
        match self {
            Engine::Game(referee, _) => referee.set_letters(letters),
            Engine::Line(referee) => referee.set_letters(letters),
            Engine::Records(_) | Engine::Edit(_) => {}
        }
    }

    /// Sets the letters in which the next game is read.
    fn choose_letters(&mut self, game: Place<'_>) {
        match self {
            Engine::Game(referee, _) => choose_letters(referee, game),
            Engine::Line(referee) => choose_letters(referee, game),
            // Records are of ASCII and English letters (§16.2); an editor chooses for itself.
            Engine::Records(_) | Engine::Edit(_) => {}
        }
    }
}

fn choose_letters<F: GameListener>(referee: &mut Referee<F, Recorder>, game: Place<'_>) {
    let letters = game.source.language.letters(game.region, &mut referee.notes);
    referee.set_letters(letters);
}

fn referee<F: GameListener>(listener: F, encoding: Choice) -> Referee<F, Recorder> {
    Referee::new(listener, Recorder::default()).encoding(encoding)
}

fn visit<F: GameListener>(region: &Region<'_>, referee: &mut Referee<F, Recorder>) {
    let _ = region.visit(referee);
}

impl ReadGames for Rewrite {
    type Reader = Worker;
    type Output = Rewritten;

    fn reader(&self, encoding: Choice) -> Worker {
        Worker { engine: self.engine(encoding), pool: BufferPool::default() }
    }

    fn begin(&self, worker: &mut Worker, byte_count: usize) -> Rewritten {
        Rewritten::with_room(&worker.pool, byte_count)
    }

    fn read(
        &self,
        worker: &mut Worker,
        at: reading::Place<'_>,
        into: &mut Rewritten,
    ) -> RegionKind {
        let game = Place::whole(at.source, at.region);
        worker.engine.choose_letters(game);
        worker.engine.read(at.region, into);
        self.write_read(&mut worker.engine, game, into)
    }

    fn reads_while_cut(&self, _: &Worker) -> bool {
        self.is_same_everywhere()
    }

    fn read_next<'t>(
        &self,
        worker: &mut Worker,
        next: Next<'_, 't>,
        into: &mut Rewritten,
    ) -> Option<(Region<'t>, RegionKind)> {
        let engine = &mut worker.engine;
        engine.set_letters(next.source.language.fixed());
        let region = engine.read_next(next.regions, into)?;
        let seen = self.write_read(engine, Place::whole(next.source, &region), into);
        Some((region, seen))
    }

    fn is_without_places(&self, rewritten: &Rewritten) -> bool {
        rewritten.findings.lines.is_empty()
    }
}

impl Rewritten {
    /// Empty, with capacity for the output of this many bytes.
    fn with_room(pool: &BufferPool, byte_count: usize) -> Rewritten {
        let mut text = pool.buffer();
        text.reserve(byte_count + byte_count / 8);
        Rewritten { text, ..Rewritten::default() }
    }
}

/// A game and its place.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) source: &'a SourceInfo,
    pub(crate) region: &'a Region<'a>,
    /// Where the user's query matches, if it is about a place in the game.
    pub(crate) ply: Option<u32>,
    /// Whether it is a part that was cut from the game.
    is_cut: bool,
}

impl<'a> Place<'a> {
    /// The game of a region.
    fn whole(source: &'a SourceInfo, region: &'a Region<'a>) -> Place<'a> {
        Place { source, region, ply: None, is_cut: false }
    }

    /// Its text, if that is UTF-8 and means the same wherever it is.
    fn verbatim(&self) -> Option<&'a str> {
        let is_plain = !self.is_cut
            && self.region.end == Some(GameEnd::Marker)
            && matches!(self.source.language, LanguageChoice::English)
            && self.source.encoding.encoding_of(self.region.text) == Encoding::Utf8;
        std::str::from_utf8(self.region.text).ok().filter(|_| is_plain)
    }

    /// The number of the game in its file, from 1.
    pub(crate) fn number(&self) -> u64 {
        self.region.n_games_before + 1
    }

    /// Where the game begins, for people.
    fn begin(&self) -> String {
        format!("{}:{}: game {}", self.source.name, self.region.begin(), self.number())
    }
}
