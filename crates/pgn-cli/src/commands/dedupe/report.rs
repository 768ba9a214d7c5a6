//! The report of groups: a line of JSON for each, or lines to be read.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::group::{Gathered, GroupMember, ReportLine, SeenFiles};
use crate::collection::{Collection, nouns_of};
use crate::memory::temporary_file_error;
use crate::output::Output;
use crate::terminal::Console;
use pgn_db::dedupe::Kept;
use pgn_db::error::Error;
use pgn_db::scan::Cut;
use pgn_db::sort::Folder;
use pgn_db::source::{Compression, Inputs};

/// Where the report goes.
#[derive(Args, Clone, Debug, Default)]
pub(in crate::commands) struct ReportOptions {
    /// List in FILE which games are duplicates, and why
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Format of the report: text or jsonl [default: jsonl if the name ends in .jsonl, otherwise
    /// text]
    #[arg(long, value_enum, value_name = "FORMAT", requires = "report", hide_short_help = true)]
    #[arg(hide_possible_values = true)]
    format: Option<ReportForm>,
}

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::commands) enum ReportForm {
    /// For people
    Text,
    /// One JSON object per group, each on one line
    Jsonl,
}

/// A report that is being written.
pub(in crate::commands) struct ReportFile {
    form: ReportForm,
    /// Whether it is about games or records.
    cut: Cut,
    output: Output,
}

impl ReportOptions {
    /// The file, if requested.
    pub(in crate::commands) fn open(&self, inputs: &Inputs) -> Result<Option<ReportFile>, Error> {
        let Some(path) = &self.report else { return Ok(None) };
        let name = path.to_string_lossy().to_ascii_lowercase();
        let stem = Compression::of_name(&name).and_then(|it| name.strip_suffix(it.extension()));
        let stem = stem.map_or(name.as_str(), |stem| stem.trim_end_matches('.'));
        let form = self.format.unwrap_or(match stem.ends_with(".jsonl") {
            true => ReportForm::Jsonl,
            false => ReportForm::Text,
        });
        Ok(Some(ReportFile { form, cut: Cut::Games, output: Output::open(Some(path), inputs)? }))
    }
}

/// The part of a group that was read.
#[derive(Default)]
struct ReportGroup {
    /// The kept game, and its report.
    kept: Option<(Kept, Value)>,
    /// A duplicate for which more may be reported.
    copy: Option<Value>,
    copy_count: u64,
}

impl ReportFile {
    /// The same, about games or records.
    pub(super) fn about(self, collection: &Collection) -> ReportFile {
        ReportFile { cut: collection.cut, ..self }
    }

    /// Writes all groups.
    pub(in crate::commands) fn write(
        mut self,
        mut gathered: Gathered,
        seen: &SeenFiles,
        folder: &Folder,
        console: &Console,
    ) -> Result<(), Error> {
        let (form, cut, group) = (self.form, self.cut, ReportGroup::default());
        let mut written = WrittenGames { form, cut, seen, group, group_count: 0 };
        loop {
            let entry = gathered.next_entry().map_err(|it| temporary_file_error(folder, it))?;
            let is_over = entry.is_none();
            let text = written.take(entry);
            self.output.put(text)?;
            if is_over {
                return self.output.commit(console);
            }
        }
    }
}

struct WrittenGames<'a> {
    form: ReportForm,
    cut: Cut,
    seen: &'a SeenFiles,
    group: ReportGroup,
    group_count: u64,
}

impl WrittenGames<'_> {
    /// The text for an entry; `None` ends the last group.
    fn take(&mut self, entry: Option<(Kept, ReportLine)>) -> String {
        let mut text = String::new();
        let Some((kept, entry)) = entry else {
            self.end_group(&mut text);
            return text;
        };
        if self.group.kept.as_ref().is_none_or(|(at, _)| *at != kept) {
            self.end_group(&mut text);
            self.begin_group(kept, &entry, &mut text);
        }
        match self.form {
            ReportForm::Text => self.entry_as_text(&entry, &mut text),
            ReportForm::Jsonl => self.entry_as_json(entry, &mut text),
        }
        text
    }

    fn begin_group(&mut self, kept: Kept, entry: &ReportLine, text: &mut String) {
        self.group_count += 1;
        let member = match (kept, entry) {
            (_, ReportLine::Kept(member)) => member.clone(),
            (Kept::Seen(game), _) => {
                let (file, game) = self.seen.place(game);
                GroupMember { file: file.to_owned(), game, ..GroupMember::default() }
            }
            (Kept::Here(_), _) => GroupMember::default(),
        };
        let value = json!(member);
        self.group = ReportGroup { kept: Some((kept, value)), ..ReportGroup::default() };
        if self.form == ReportForm::Text {
            text.push_str(&format!(
                "group {}\n  kept  {}\n",
                self.group_count,
                in_words(&member, self.cut)
            ));
        }
    }

    fn end_group(&mut self, text: &mut String) {
        self.end_copy(text);
        if self.group.kept.take().is_some() {
            text.push_str(match self.form {
                ReportForm::Text => "\n",
                ReportForm::Jsonl => "]}\n",
            });
        }
    }

    /// Writes the pending duplicate; so a group of any size is written while it is read.
    fn end_copy(&mut self, text: &mut String) {
        let (Some(copy), Some((_, kept))) = (self.group.copy.take(), &self.group.kept) else {
            return;
        };
        if self.group.copy_count == 0 {
            text.push_str(&format!(
                "{{\"group\":{},\"kept\":{kept},\"copies\":[",
                self.group_count
            ));
        } else {
            text.push(',');
        }
        self.group.copy_count += 1;
        text.push_str(&copy.to_string());
    }

    fn entry_as_text(&self, entry: &ReportLine, text: &mut String) {
        match entry {
            ReportLine::Kept(_) | ReportLine::Before(_) => {}
            ReportLine::Copy(member, why) => {
                text.push_str(&format!("  copy  {}\n", in_words(member, self.cut)));
                if self.cut == Cut::Lines {
                    text.push_str(&format!("        {}\n", why.relation));
                    text.push_str(&format!("        the other one stays: {}\n", why.rule));
                    return;
                }
                text.push_str(&format!(
                    "        {} ({} plies); players {}, date {}, event {}, round {}, result {}\n",
                    why.relation,
                    why.plies,
                    why.players,
                    why.date,
                    why.event,
                    why.round,
                    why.result
                ));
                text.push_str(&format!("        the other one stays: {}\n", why.rule));
            }
            ReportLine::Gained(gained) => {
                let counts = [
                    (gained.moves, "moves"),
                    (gained.variations, "variations"),
                    (gained.comments, "comments"),
                    (gained.nags, "glyphs"),
                ];
                let mut parts: Vec<String> = gained.tags.clone();
                parts
                    .extend(counts.iter().filter(|it| it.0 > 0).map(|(n, it)| format!("{n} {it}")));
                if !parts.is_empty() {
                    text.push_str(&format!("        gave {}\n", parts.join(", ")));
                }
                for (name, kept, other) in &gained.conflicts {
                    text.push_str(&format!("        {name}: `{kept}` stays, not `{other}`\n"));
                }
            }
        }
    }

    fn entry_as_json(&mut self, entry: ReportLine, text: &mut String) {
        match entry {
            ReportLine::Kept(_) => {}
            ReportLine::Before(before) => {
                if let Some((_, kept)) = &mut self.group.kept {
                    kept["before"] = Value::String(before);
                }
            }
            ReportLine::Copy(member, why) => {
                self.end_copy(text);
                let mut value = json!(member);
                value["why"] = json!(why);
                self.group.copy = Some(value);
            }
            ReportLine::Gained(gained) => {
                if let Some(copy) = &mut self.group.copy {
                    copy["gave"] = json!(gained);
                }
            }
        }
    }
}

/// A game in one line; of a record, or a game that was seen before, only its place.
fn in_words(member: &GroupMember, cut: Cut) -> String {
    let [noun, _] = nouns_of(cut);
    let place = match member.line {
        0 => format!("{}: {noun} {}", member.file, member.game),
        line => format!("{}:{line}: {noun} {}", member.file, member.game),
    };
    if cut == Cut::Lines || member.line == 0 {
        return place;
    }
    let GroupMember { white, black, event, date, round, result, plies, .. } = member;
    format!("{place}: {white} - {black}, {event} ({round}) {date}, {result}, {plies} plies")
}
