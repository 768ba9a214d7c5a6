//! The pages of an archive to be written: missing ones, and news that changed (§11.5, D-43).

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::journal::StagedFiles;
use super::listing::stem_of;
use super::page::{News, Of, STANDARD, read_me};
use super::place::{EVENTS, MGR, PLAYERS};
use pgnkit::syntax::Regions;

/// Adds the pages to the stage, given the files that will change.
pub(super) fn stage(
    stage: &mut StagedFiles,
    base: &Path,
    changes: &BTreeMap<String, Option<u64>>,
) -> io::Result<()> {
    let mut pages = Pages { stage, base, changes };
    let mut root = News::default();
    for folder in [EVENTS, PLAYERS] {
        let game_count = pages.folder(folder)?;
        root.counts.insert(folder.to_owned(), game_count);
    }
    let mut years = News::default();
    for year in pages.years()? {
        let game_count = pages.folder(&format!("{MGR}/{year}"))?;
        years.counts.insert(year, game_count);
    }
    root.counts.insert(MGR.to_owned(), years.counts.values().sum());
    pages.write(MGR, &years, Of::Years)?;
    pages.write("", &root, Of::Collections)?;
    if !base.join("Standard").exists() {
        stage.add_text(STANDARD, "Standard".to_owned())?;
    }
    Ok(())
}

struct Pages<'a> {
    stage: &'a mut StagedFiles,
    base: &'a Path,
    changes: &'a BTreeMap<String, Option<u64>>,
}

impl Pages<'_> {
    /// Counts the games of a folder's files and writes its pages; returns the number of games.
    fn folder(&mut self, folder: &str) -> io::Result<u64> {
        let path = self.base.join(folder);
        let known = read_text(&path.join("News"))?.and_then(|page| News::parse(&page));
        let known = known.unwrap_or_default();
        let mut news = News::default();
        for name in files_below(&path)? {
            if self.changes.contains_key(&format!("{folder}/{name}")) {
                continue;
            }
            let game_count = match known.counts.get(&name) {
                Some(game_count) => *game_count,
                None => count_games(&path.join(&name))?,
            };
            news.counts.insert(name, game_count);
        }
        for (place, game_count) in self.changes {
            let name = place.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
            if let (Some(name), Some(game_count)) = (name, game_count) {
                news.counts.insert(name.to_owned(), *game_count);
            }
        }
        self.write(folder, &news, Of::Files)?;
        Ok(news.counts.values().sum())
    }

    fn years(&self) -> io::Result<Vec<String>> {
        let is_year =
            |name: &str| name.len() == 4 && name.bytes().all(|byte| byte.is_ascii_digit());
        let there = names_in(&self.base.join(MGR))?.into_iter();
        let coming = self.changes.keys().filter_map(|place| {
            let year = place.strip_prefix(MGR)?.strip_prefix('/')?.split('/').next()?;
            Some(year.to_owned())
        });
        let mut years: Vec<String> = there.chain(coming).filter(|name| is_year(name)).collect();
        years.sort();
        years.dedup();
        Ok(years)
    }

    /// Writes the pages of a folder that are missing or whose news are old.
    fn write(&mut self, folder: &str, news: &News, of: Of) -> io::Result<()> {
        let at = |page: &str| match folder {
            "" => page.to_owned(),
            folder => format!("{folder}/{page}"),
        };
        if !self.base.join(at("ReadMe")).exists() {
            self.stage.add_text(&read_me(folder), at("ReadMe"))?;
        }
        let is_written = match read_text(&self.base.join(at("News")))? {
            None => true,
            Some(old) => News::parse(&old).is_some_and(|_| old != news.page(of)),
        };
        if is_written {
            self.stage.add_text(&news.page(of), at("News"))?;
        }
        Ok(())
    }
}

fn read_text(path: &Path) -> io::Result<Option<String>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The names in a folder, sorted, without hidden ones; empty if it does not exist.
fn names_in(folder: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut names = Vec::new();
    for entry in entries {
        if let Ok(name) = entry?.file_name().into_string()
            && !name.starts_with('.')
        {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// The game files of a folder and of those in it, by their paths below it.
pub(super) fn files_below(folder: &Path) -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    let mut waiting = vec![String::new()];
    while let Some(below) = waiting.pop() {
        for name in names_in(&folder.join(&below))? {
            let path = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
            // Links are not followed, because they lead elsewhere.
            let kind = fs::symlink_metadata(folder.join(&path))?;
            if kind.is_dir() {
                waiting.push(path);
            } else if kind.is_file() && stem_of(&name).is_some() {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn count_games(path: &Path) -> io::Result<u64> {
    let mut regions = Regions::new(fs::File::open(path)?);
    let mut game_count = 0;
    while let Some(region) = regions.next_region()? {
        game_count += u64::from(region.is_game());
    }
    Ok(game_count)
}
