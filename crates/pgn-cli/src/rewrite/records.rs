//! Records of EPD rewritten, a line each.
//!
//! Owns: what becomes of lines that are no records. Knows nothing of: the form of a record.
//! Standard: §16.2. Decisions: D-48, D-49 to D-51.
//! Start at [`RecordWriter`].

use super::finding::{Line as Said, fault_of};
use super::{Place, Rewritten};
use crate::terminal::Loudness;
use pgnkit::charset::Choice;
use pgnkit::chess::Color;
use pgnkit::chess::Variant;
use pgnkit::epd::{self, Form, Line, Note, Opcode, ReadOptions, Record};
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

/// How records are read and written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// What is written.
    pub form: Form,
    /// Whose side the scores take.
    pub scores_for: ScoresFor,
    /// The rules, where the person named them.
    pub variant: Option<Variant>,
}

/// Writes lines in a form; keeps its memory from line to line.
pub(super) struct RecordWriter {
    form: Form,
    scores_for: ScoresFor,
    options: ReadOptions,
    notes: Vec<Note>,
    losses: Vec<Loss>,
}

impl RecordWriter {
    pub(super) fn new(recording: Recording, encoding: Choice) -> RecordWriter {
        let Recording { form, scores_for, variant } = recording;
        let options = ReadOptions { encoding, variant };
        RecordWriter { form, scores_for, options, notes: Vec::new(), losses: Vec::new() }
    }

    /// Writes the line of a region, with a line feed after it.
    ///
    /// The modern form keeps remarks, empty lines and lines that cannot be read as they stand. The
    /// archival form leaves the first two out, and refuses the last.
    pub(super) fn write(&mut self, place: Place<'_>, loudness: Loudness, into: &mut Rewritten) {
        self.notes.clear();
        self.losses.clear();
        let text = place.region.text;
        let len = text.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r'));
        let text = &text[..len.map_or(0, |at| at + 1)];
        let read = epd::parse(text, &self.options, &mut self.notes);
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
                epd::append(&record, self.form, &mut into.text, &mut self.losses);
                into.text.push(b'\n');
            }
            Line::Unread if self.form == Form::Archival => {
                into.findings.n_refused += 1;
                let why = "not written: its position cannot be read".to_string();
                into.findings.lines.push(Said::Refused(line_of(place), why));
            }
            Line::Remark if self.form == Form::Archival => {
                into.findings.lost.add(epd::fault::DROPPED_LINE.code, 1);
                self.report(place, loudness, epd::fault::DROPPED_LINE.code, 0, into);
            }
            Line::Blank if self.form == Form::Archival => {}
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

    /// Tells a fault with its place, when that is wanted.
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
