//! Which games are one event (§8.1.1, §9.2, D-18).
//!
//! Games are of one event when Event and Section are the same, no more than 100 days lie between
//! one game and the next, and EventDate and Site [do not part them](EventBy).

use std::collections::VecDeque;
use std::io;

use super::entry::Entry;
use super::job::Entered;
use super::part::{EventBy, part};
use crate::sort::{Budget, Disk, NoTail, Sorted, Sorter};

/// The number of days without a game that separates one year's event from the next.
const GAP_DAYS: u32 = 100;

/// Takes entries in any order.
pub struct Events<D: Disk> {
    sorter: Sorter<D, NoTail>,
    by: EventBy,
    entries_bytes_max: usize,
}

/// The games collected so far.
#[derive(Debug, PartialEq, Eq)]
pub enum Group {
    /// The games of an event.
    Event(Vec<Entry>),
    /// An event that does not fit into memory: its name, and how many games it has.
    TooLarge(String, u64),
}

impl<D: Disk> Events<D> {
    /// Nothing entered yet. `memory_bytes` is for the sorter and for one event.
    #[must_use]
    pub fn new(disk: D, by: EventBy, memory_bytes: usize) -> Events<D> {
        let budget = Budget { run_bytes: memory_bytes / 4, merge_bytes: memory_bytes / 4 };
        let sorter = Sorter::new(disk, NoTail, budget);
        Events { sorter, by, entries_bytes_max: memory_bytes / 2 }
    }

    /// Takes the entries of a chunk.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn take(&mut self, entered: &Entered) -> io::Result<()> {
        entered.items().try_for_each(|(key, load)| self.sorter.push(key, load))
    }

    /// The events, by name, section, date and site.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn finish(self) -> io::Result<Groups> {
        let sorted = self.sorter.finish()?;
        Ok(Groups {
            sorted,
            by: self.by,
            waiting: None,
            parted: VecDeque::new(),
            entries_bytes_max: self.entries_bytes_max,
        })
    }
}

/// Gives one event after the other.
pub struct Groups {
    sorted: Sorted<NoTail>,
    by: EventBy,
    /// The first game of the next event.
    waiting: Option<Entry>,
    /// Events that come next.
    parted: VecDeque<Vec<Entry>>,
    entries_bytes_max: usize,
}

impl Groups {
    /// The next event.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn next_group(&mut self) -> io::Result<Option<Group>> {
        if let Some(event) = self.parted.pop_front() {
            return Ok(Some(Group::Event(event)));
        }
        let first = match self.waiting.take() {
            Some(entry) => Some(entry),
            None => self.next_entry()?,
        };
        let Some(first) = first else { return Ok(None) };
        let name = first.event[0].clone();
        let mut byte_count = first.byte_count();
        let mut game_count = 1;
        let mut last = first.clone();
        let mut entries = vec![first];
        while let Some(entry) = self.next_entry()? {
            if !goes_on(&last, &entry) {
                self.waiting = Some(entry);
                break;
            }
            game_count += 1;
            byte_count += entry.byte_count();
            last.clone_from(&entry);
            if byte_count > self.entries_bytes_max {
                entries.clear();
            } else {
                entries.push(entry);
            }
        }
        if byte_count > self.entries_bytes_max {
            return Ok(Some(Group::TooLarge(name, game_count)));
        }
        self.parted = part(entries, self.by).into();
        Ok(self.parted.pop_front().map(Group::Event))
    }

    fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        Ok(self.sorted.next_item()?.map(|(_, load)| Entry::decode(load)))
    }
}

/// Whether the next game may be of the same event.
fn goes_on(last: &Entry, next: &Entry) -> bool {
    let [[event, _, section], [next_event, _, next_section]] = [&last.event, &next.event];
    // An event with an EventDate may have a pause.
    let is_said = last.event_date > 0 && last.event_date == next.event_date;
    event == next_event
        && section == next_section
        && (is_said || is_one_event(last.date, next.date))
}

/// Whether two days, numbers of eight digits with zeros for what is not known, are near enough for
/// two games to be of one event, if nothing else parts them.
pub(crate) fn is_one_event(last: u32, next: u32) -> bool {
    last == 0 || next == 0 || days(next).saturating_sub(days(last)) <= GAP_DAYS
}

/// About how many days since the year 0; where month or day are not known, the middle.
fn days(date: u32) -> u32 {
    let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100);
    let month = if month == 0 { 6 } else { month };
    let day = if day == 0 { 15 } else { day };
    year * 365 + month * 30 + day
}
