//! `pgn names apply`: changes spellings according to a list.
//!
//! Standard: §8.1.1. Decisions: D-14, D-21.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;

use super::super::Example;
use super::super::fmt::FmtTarget;
use super::text_of;
use crate::args::{Read, Where};
use crate::exit::Exit;
use crate::rewrite::{Change, Edit, Needs, Place, Plan};
use crate::terminal::{Console, counted};
use pgn_db::error::{Error, ErrorKind, printable};
use pgn_query::name::{Changes, Kind};
use pgnkit::Game;
use pgnkit::charset::Choice;

pub(in crate::commands) const EXAMPLES: &[Example] = &[
    ("pgn names apply --changes changes.tsv -d games.pgn", "Show what a list would change"),
    ("pgn names apply --changes changes.tsv -w games/", "Apply it"),
];

/// Change spellings according to a list
///
/// Each line of the list has a kind (player, event, site or round), a spelling, and the correct
/// spelling, separated by tabs; lines that begin with `#` have no effect. A player's name is
/// changed in White and Black, separately for each name if several players play together. Names
/// must be spelled exactly as in the list. If another line changes the correct spelling of a
/// player, event or site, the name gets the spelling from that line.
///
/// A line of the kind fideid has a player's name and a FIDE number: WhiteFideId or BlackFideId is
/// set if the player has this name before or after all changes, and has no number yet.
///
/// Everything else stays the same, byte for byte. At the end, a summary shows how often each line
/// was used.
#[derive(Args, Debug)]
pub(in crate::commands) struct Apply {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    target: FmtTarget,

    #[command(flatten)]
    wanted: Where,

    /// The list of changes
    #[arg(long, value_name = "FILE")]
    changes: PathBuf,
}

impl Apply {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let changes = Changes::parse(&text_of(&self.changes)?).map_err(|error| {
            let name = format!("{}:{}", self.changes.display(), error.line);
            Error::new(ErrorKind::Usage, name, error.why)
        })?;
        let counts = changes.list().iter().map(|_| AtomicU64::new(0)).collect();
        let respell = Arc::new(Respell { changes, counts });
        let plan = Arc::new(Arc::clone(&respell));
        let exit = self.target.edit((&self.read, &self.wanted), plan, console)?;
        respell.report(console);
        Ok(exit)
    }
}

/// A list of changes, and how often each was made.
#[derive(Debug)]
struct Respell {
    changes: Changes,
    counts: Vec<AtomicU64>,
}

impl Respell {
    fn report(&self, console: &Console) {
        let mut unused_count = 0;
        for (change, count) in self.changes.list().iter().zip(&self.counts) {
            let (kind, from, to) = (change.kind.name(), &change.from, &change.to);
            match count.load(Ordering::Relaxed) {
                0 => unused_count += 1,
                n => {
                    let times = counted(n, "time", "times");
                    let line = match change.kind {
                        Kind::FideId => format!("player {from} has FIDE number {to}: {times}"),
                        _ => format!("{kind} {from} is now {to}: {times}"),
                    };
                    console.say(&printable(&line));
                }
            }
        }
        if unused_count > 0 {
            console
                .say(&format!("{unused_count} of {} changes matched nothing", self.counts.len()));
        }
    }

    /// The new spelling of a value, if the list has one.
    fn respelled(&self, kind: Kind, value: &str) -> Option<String> {
        let one = |name: &str| {
            let place = self.changes.place_of(kind, name)?;
            self.counts[place].fetch_add(1, Ordering::Relaxed);
            Some(self.changes.list()[place].to.clone())
        };
        match kind {
            Kind::Player if value.contains(':') => {
                let mut is_changed = false;
                let names: Vec<String> = value
                    .split(':')
                    .map(|name| match one(name) {
                        Some(new) => {
                            is_changed = true;
                            new
                        }
                        None => name.to_owned(),
                    })
                    .collect();
                is_changed.then(|| names.join(":"))
            }
            Kind::Player | Kind::Event | Kind::Site | Kind::Round | Kind::FideId => one(value),
        }
    }
}

impl Plan for Arc<Respell> {
    fn needs(&self) -> Needs {
        Needs::Tags
    }

    fn edit(&self, _: Choice) -> Box<dyn Edit> {
        Box::new(Speller(Arc::clone(self)))
    }
}

struct Speller(Arc<Respell>);

impl Speller {
    /// Sets the FIDE numbers of players whose names were `before`; returns whether one had none.
    fn number(&self, game: &mut Game, before: [Option<String>; 2]) -> bool {
        let mut is_changed = false;
        let tags = Kind::Player.tags().iter().zip(Kind::FideId.tags());
        for ((name, number), before) in tags.zip(before) {
            let is_known = |value: &str| !matches!(value.trim(), "" | "?" | "-" | "0");
            if game.tag(number).is_some_and(is_known) {
                continue;
            }
            let names = [before.as_deref(), game.tag(name)];
            let found = names.into_iter().flatten().filter(|name| !name.contains(':'));
            let new = found.filter_map(|name| self.0.respelled(Kind::FideId, name)).next();
            is_changed |= new.is_some_and(|new| game.set_tag(number, &new).is_ok());
        }
        is_changed
    }
}

impl Edit for Speller {
    fn edit(&mut self, game: &mut Game, _: Place<'_>) -> Change {
        let mut change = Change::Nothing;
        let before = ["White", "Black"].map(|name| game.tag(name).map(str::to_owned));
        let mut tags = game.tags().clone();
        for kind in Kind::SPELLED {
            for name in kind.tags() {
                let new = game.tag(name).and_then(|value| self.0.respelled(kind, value));
                if let Some(new) = new {
                    tags.set(name, &new);
                    change = Change::Tags;
                }
            }
        }
        // An Event may have named the variant; changes of other names do not affect the moves.
        if let Err(error) = game.set_tags(tags) {
            return Change::Failed(error.to_string());
        }
        if self.number(game, before) {
            change = Change::Tags;
        }
        change
    }
}
