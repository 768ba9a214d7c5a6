//! The pages ReadMe and News of the archive's folders (§11.5, D-43).
//!
//! A ReadMe is written once and belongs to the owner of the archive. News list the number of games
//! in each file of the folder; they are rewritten when that changes, as long as their first line
//! permits it.

use std::collections::BTreeMap;

/// The first line of News that may be rewritten.
const KEPT: &str = "These news are kept by `pgn archive`; to keep your own, remove this line.";

/// The ReadMe of a folder, by its path below the archive's root; `""` is the root.
pub(super) fn read_me(folder: &str) -> String {
    let text = match folder {
        "" => {
            "This is an archive of chess games in Portable Game Notation.\n\n\
             Events    a file for each event\n\
             Players   a file for each player, with all games of that player\n\
             MGR       the Master Games Repository: all games by date\n\
             Standard  where the standard is to be found\n\
             Tools     programs that read such files\n\n\
             Every game stands in each of the three collections. All files are in the collating\n\
             sequence of the standard: the oldest game comes first.\n"
        }
        "Events" => {
            "Each file has the games of one event, under the event's name.\n\
             A file that grew too large has parts, whose names end in -001, -002 and so on.\n"
        }
        "Players" => {
            "Each file has the games of one player, or of players who share a last name.\n\
             A file that grew too large has parts, whose names end in -001, -002 and so on.\n"
        }
        "MGR" => {
            "The Master Games Repository: a folder for each year, with all games of that year.\n\
             The year 0000 has the games whose year is not known.\n"
        }
        year => {
            let year = year.rsplit('/').next().unwrap_or_default();
            return format!(
                "The games of the year {year}.\n\
                 In file names, zeros stand for a month or day that is not known.\n"
            );
        }
    };
    text.to_owned()
}

pub(super) const STANDARD: &str = "\
Portable Game Notation Specification and Implementation Guide, 12 March 1994,\n\
coordinated by Steven J. Edwards. The text is found under that title.\n";

/// The subject of the counts of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Files,
    /// The years of the Master Games Repository.
    Years,
    /// The three collections, each of which has every game.
    Collections,
}

/// How many games each file of a folder has.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct News {
    pub(super) counts: BTreeMap<String, u64>,
}

impl News {
    /// The counts on a page; `None` if the page is not generated.
    pub(super) fn parse(page: &str) -> Option<News> {
        let mut lines = page.lines();
        if lines.next() != Some(KEPT) {
            return None;
        }
        let counts = lines.filter_map(|line| {
            let (count, name) = line.trim_start().split_once("  ")?;
            Some((name.to_owned(), count.parse().ok()?))
        });
        Some(News { counts: counts.collect() })
    }

    pub(super) fn page(&self, of: Of) -> String {
        let games = plural(self.counts.values().sum(), "game");
        let line_count = self.counts.len() as u64;
        let sum = match of {
            Of::Files => format!("{games} in {}.", plural(line_count, "file")),
            Of::Years => format!("{games} of {}.", plural(line_count, "year")),
            Of::Collections => "Games in each collection:".to_owned(),
        };
        let mut page = format!("{KEPT}\n\n{sum}\n");
        if line_count > 0 {
            page.push('\n');
        }
        for (name, count) in &self.counts {
            page.push_str(&format!("{count:>9}  {name}\n"));
        }
        page
    }
}

fn plural(n: u64, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}
