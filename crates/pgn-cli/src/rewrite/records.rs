//! Records of EPD rewritten, a line each.
//!
//! Standard: §16.2. Decisions: D-48, D-49 to D-51.

use super::finding::{Line as Said, fault_of};
use super::{Place, Rewritten};
use crate::terminal::Loudness;
use pgn_db::source::ending_of;
use pgn_formats::epd::{self, Form, Line, Note, Opcode, ReadOptions, Record};
use pgnkit::charset::Choice;
use pgnkit::chess::Color;
use pgnkit::chess::Variant;
use pgnkit::syntax::{Code, Location};
use pgnkit::write::Loss;

/// Whose side the scores of the records that are read take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoresFor {
    /// That of the side to move, as the standard has it.
    #[default]
    Mover,
    /// White's, as some programs have it: those with Black to move are turned round.
    White,
}

/// The output form of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordLayout {
    /// A FEN with its operations, where the name of the file ends in `.fen`; else a record.
    #[default]
    ByName,
    /// A FEN with its operations.
    FenWithOperations,
    /// A record.
    Epd,
    /// Only a FEN.
    Fen,
}

/// How records are read and written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// The output.
    pub form: Form,
    /// The output form of a line.
    pub layout: RecordLayout,
    /// Whose side the scores take.
    pub scores_for: ScoresFor,
    /// The rules, where the person named them.
    pub variant: Option<Variant>,
}

/// Writes lines in a form; keeps its memory from line to line.
pub(super) struct RecordWriter {
    form: Form,
    layout: RecordLayout,
    scores_for: ScoresFor,
    options: ReadOptions,
    /// The file of the last query, and whether it contains FENs.
    source: (String, bool),
    notes: Vec<Note>,
    losses: Vec<Loss>,
}

impl RecordWriter {
    pub(super) fn new(recording: Recording, encoding: Choice) -> RecordWriter {
        let Recording { form, layout, scores_for, variant } = recording;
        RecordWriter {
            form,
            layout,
            scores_for,
            options: ReadOptions::default().with_encoding(encoding).with_variant(variant),
            source: (String::new(), false),
            notes: Vec::new(),
            losses: Vec::new(),
        }
    }

    /// Whether the lines of a file are written as FENs.
    fn writes_fen(&mut self, source: &str) -> bool {
        match self.layout {
            RecordLayout::Epd => return false,
            RecordLayout::Fen | RecordLayout::FenWithOperations => return true,
            RecordLayout::ByName => {}
        }
        if self.source.0 != source {
            self.source = (source.to_owned(), is_fen_name(source));
        }
        self.source.1
    }

    /// Writes the line of a region, with a line feed after it.
    ///
    /// The modern form keeps remarks, empty lines and unreadable lines unchanged. The archival form
    /// leaves the first two out, and rejects the last.
    pub(super) fn write(&mut self, place: Place<'_>, loudness: Loudness, into: &mut Rewritten) {
        self.notes.clear();
        self.losses.clear();
        let text = place.region.text;
        let len = text.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r'));
        let text = &text[..len.map_or(0, |at| at + 1)];
        let read = epd::parse(text, &self.options, &mut self.notes);
        let writes_fen = self.writes_fen(&place.source.name);
        if writes_fen {
            let is_fault = |note: &Note| note.diagnostic.code != epd::fault::FEN_COUNTERS.code;
            self.notes.retain(is_fault);
        }
        let keeps_lines = self.form == Form::Modern && self.layout != RecordLayout::Fen;
        for note in &self.notes {
            let (code, start) = (note.diagnostic.code, note.diagnostic.span.start);
            into.findings.found.add(code, 1);
            self.report(place, loudness, code, u64::from(start), into);
        }
        match read {
            Line::Record(mut record) => {
                if self.scores_for == ScoresFor::White {
                    turn_round(&mut record);
                }
                if self.layout == RecordLayout::Fen {
                    let dropped_count = drop_operations(&mut record);
                    into.findings.lost.add(epd::fault::DROPPED_OPERATION.code, dropped_count);
                }
                let append = if writes_fen { epd::append_fen } else { epd::append };
                append(&record, self.form, &mut into.text, &mut self.losses);
                into.text.push(b'\n');
            }
            Line::Unread if !keeps_lines => {
                into.findings.refused_count += 1;
                let why = "not written: its position cannot be read".to_string();
                into.findings.lines.push(Said::Refused(line_of(place), why));
            }
            Line::Remark if !keeps_lines => {
                into.findings.lost.add(epd::fault::DROPPED_LINE.code, 1);
                self.report(place, loudness, epd::fault::DROPPED_LINE.code, 0, into);
            }
            Line::Blank if !keeps_lines => {}
            Line::Unread | Line::Remark | Line::Blank => {
                into.text.extend_from_slice(self.options.encoding.decode(text).as_bytes());
                into.text.push(b'\n');
            }
        }
        for loss in &self.losses {
            into.findings.lose(loss);
            if loudness == Loudness::Verbose {
                let fault = loss.fault;
                let line = format!("{}: {} {}: {loss}", line_of(place), fault.code, fault.name);
                into.findings.lines.push(Said::Told(line));
            }
        }
    }

    /// Reports a fault with its place, if requested.
    fn report(
        &self,
        place: Place<'_>,
        loudness: Loudness,
        code: Code,
        at: u64,
        into: &mut Rewritten,
    ) {
        if loudness != Loudness::Verbose {
            return;
        }
        let Location { line, .. } = place.region.location;
        let (name, summary) = fault_of(code).map_or(("", ""), |fault| (fault.name, fault.summary));
        let source = &place.source.name;
        let line_of_report = format!("{source}:{line}:{}: {code} {name}: {summary}", at + 1);
        into.findings.lines.push(Said::Told(line_of_report));
    }
}

/// Whether a name is that of a file of FENs, by its ending, compression aside.
pub(crate) fn is_fen_name(name: &str) -> bool {
    ending_of(name).as_deref() == Some("fen")
}

/// Takes out what a FEN has no place for; gives the number.
fn drop_operations(record: &mut Record) -> u64 {
    let is_kept =
        |name: &str| [Opcode::Hmvc, Opcode::Fmvn].iter().any(|opcode| opcode.mnemonic() == name);
    let names = record.operations().iter().map(|operation| operation.mnemonic().to_owned());
    let names: Vec<String> = names.filter(|name| !is_kept(name)).collect();
    names.iter().for_each(|name| {
        record.remove(name);
    });
    names.len() as u64
}

/// A score for White becomes one for the side to move. That of an illegal position is of no side.
fn turn_round(record: &mut Record) {
    const ILLEGAL: i64 = -32767;
    if let Some(ce) = record.integer(Opcode::Ce).filter(|&ce| ce != ILLEGAL)
        && record.setup().turn == Color::Black
    {
        record.set_integer(Opcode::Ce, -ce);
    }
}

fn line_of(place: Place<'_>) -> String {
    format!("{}:{}", place.source.name, place.region.location)
}
