//! From pairs of games that may be one to the role of each game.

use std::io;

use super::Rule;
use super::evidence::{EVIDENCE_BYTES, Evidence, Relation};
use super::key::DedupeKey;
use super::quality::{QUALITY_BYTES, QUALITY_KEY_BYTES};
use super::read::{Prints, Take};
use super::sweep::{PairSink, Sweep};
use crate::sort::{Budget, Disk, NoTail, Sorted, Sorter};

/// The role of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is not a duplicate, and has none.
    Single,
    /// It stays, and others are its duplicates.
    Kept,
    /// It is a duplicate.
    Copy {
        /// The number of the game that stays.
        kept: u64,
        /// Why they are one game.
        evidence: Evidence,
        /// Why the other one stays.
        rule: Rule,
    },
}

/// How many games have which role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games that were taken, those seen before not counted.
    pub game_count: u64,
    /// Games that stay and have duplicates, or games of `--against` that do.
    pub group_count: u64,
    /// Copies with the same moves.
    pub same_count: u64,
    /// Duplicates that are cut short, or that were dropped for one that is.
    pub cut_short_count: u64,
    /// Copies that differ by a tail that was probably not played.
    pub tail_count: u64,
    /// Copies by a position or a start.
    pub asked_count: u64,
    /// Duplicates of the same round, board and players with other moves.
    pub conflict_count: u64,
}

impl Counts {
    /// Copies of all sorts.
    #[must_use]
    pub fn copy_count(&self) -> u64 {
        let by_moves = self.same_count + self.cut_short_count + self.tail_count;
        by_moves + self.asked_count + self.conflict_count
    }

    fn add(&mut self, relation: Relation) {
        match relation {
            Relation::Twin | Relation::Same => self.same_count += 1,
            Relation::CutShort => self.cut_short_count += 1,
            Relation::Tail => self.tail_count += 1,
            Relation::Asked => self.asked_count += 1,
            Relation::Conflict => self.conflict_count += 1,
        }
    }
}

/// Takes the prints of all games and finds the duplicates.
pub struct Finder<D: Disk + Clone> {
    take: Take,
    disk: D,
    budget: Budget,
    prints: Sorter<D, NoTail>,
    /// Games that were taken, those seen before too.
    ordinal_count: u64,
    seen_count: u64,
}

impl<D: Disk + Clone> Finder<D> {
    /// A finder that writes prints to `disk` if they take more than the budget.
    pub fn new(take: Take, disk: D, budget: Budget) -> Finder<D> {
        let prints = Sorter::new(disk.clone(), NoTail, budget.halved());
        Finder { take, disk, budget, prints, ordinal_count: 0, seen_count: 0 }
    }

    /// Takes the prints of games of `--against`. They come before all others.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn take_seen(&mut self, prints: Prints) -> io::Result<()> {
        self.seen_count += prints.game_count;
        self.push(prints, true)
    }

    /// Takes the prints of some games, in their order.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn take(&mut self, prints: Prints) -> io::Result<()> {
        self.push(prints, false)
    }

    fn push(&mut self, mut prints: Prints, is_seen: bool) -> io::Result<()> {
        for (key, load) in prints.number(self.ordinal_count, is_seen) {
            self.prints.push(key, load)?;
        }
        self.ordinal_count += prints.game_count;
        Ok(())
    }

    /// The role of each game. The numbers of the games that were not seen before count from 0.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn finish(self) -> io::Result<Roles> {
        let mut roles = self.resolve(1)?;
        roles.pop().ok_or_else(misread)
    }

    /// The same, for two passes over the games.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn finish_twice(self) -> io::Result<[Roles; 2]> {
        self.resolve(2)?.try_into().map_err(|_| misread())
    }

    fn resolve(self, pass_count: usize) -> io::Result<Vec<Roles>> {
        let share = self.budget.halved().halved().halved();
        let sorter = || Sorter::new(self.disk.clone(), NoTail, share);
        let mut pairs = Pairs { take: self.take, pairs: sorter(), twins: sorter() };
        let mut prints = self.prints.finish()?;
        let mut sweep = Sweep::new(self.take.by, self.take.prefer);
        while let Some((key, load)) = prints.next_item()? {
            let Some(print) = DedupeKey::parse(load) else { return Err(misread()) };
            let key = &key[..key.len().saturating_sub(QUALITY_KEY_BYTES)];
            sweep.take(key, print, &mut pairs)?;
        }
        drop((prints, sweep));
        let copies = join_best(pairs.pairs.finish()?, self.ordinal_count, sorter())?;
        let mut assigned = Assigned {
            roles: (0..pass_count).map(|_| sorter()).collect(),
            kept: Bits::new(self.ordinal_count),
            dropped: Bits::new(self.ordinal_count),
            seen_count: self.seen_count,
            counts: Counts {
                game_count: self.ordinal_count - self.seen_count,
                ..Counts::default()
            },
        };
        assign(copies.finish()?, pairs.twins.finish()?, &mut assigned)?;
        let Assigned { roles, counts, seen_count, .. } = assigned;
        let finished = roles
            .into_iter()
            .map(|roles| Ok(Roles { sorted: roles.finish()?, waiting: None, seen_count, counts }));
        finished.collect()
    }
}

/// Keeps what the sweep finds.
struct Pairs<D: Disk> {
    take: Take,
    /// Key: the worse duplicate, by its quality, and how well the pair fits; load: a [`Copy`].
    pairs: Sorter<D, NoTail>,
    /// Key: the first of the twins, then the other one; load: a [`Copy`].
    twins: Sorter<D, NoTail>,
}

impl<D: Disk> PairSink for Pairs<D> {
    fn pair(
        &mut self,
        better: &DedupeKey,
        worse: &DedupeKey,
        evidence: Evidence,
    ) -> io::Result<()> {
        let rule = self.take.prefer.compare(better, worse).1;
        let mut key = self.take.prefer.key(worse).to_vec();
        // The most moves, and the surest relation.
        key.extend_from_slice(&(!evidence.ply_count).to_be_bytes());
        key.extend_from_slice(&[evidence.relation as u8, evidence.date as u8]);
        self.pairs.push(&key, &Copy { kept: better.ordinal, evidence, rule }.to_bytes())
    }

    fn twin(&mut self, head: &DedupeKey, member: &DedupeKey, evidence: Evidence) -> io::Result<()> {
        if member.is_seen {
            return Ok(());
        }
        let rule = self.take.prefer.compare(head, member).1;
        let key = [head.ordinal.to_be_bytes(), member.ordinal.to_be_bytes()].concat();
        self.twins.push(&key, &Copy { kept: head.ordinal, evidence, rule }.to_bytes())
    }
}

#[derive(Clone, Copy)]
struct Copy {
    kept: u64,
    evidence: Evidence,
    rule: Rule,
}

impl Copy {
    fn to_bytes(self) -> [u8; 8 + EVIDENCE_BYTES + 1] {
        let mut bytes = [0; 8 + EVIDENCE_BYTES + 1];
        bytes[..8].copy_from_slice(&self.kept.to_le_bytes());
        bytes[8..8 + EVIDENCE_BYTES].copy_from_slice(&self.evidence.to_bytes());
        bytes[8 + EVIDENCE_BYTES] = self.rule as u8;
        bytes
    }

    fn parse(bytes: &[u8]) -> io::Result<Copy> {
        let parse = || {
            let (kept, rest) = bytes.split_first_chunk()?;
            let (evidence, rest) = rest.split_first_chunk()?;
            Some(Copy {
                kept: u64::from_le_bytes(*kept),
                evidence: Evidence::from_bytes(*evidence)?,
                rule: *Rule::ALL.get(usize::from(*rest.first()?))?,
            })
        };
        parse().ok_or_else(misread)
    }
}

fn number(key: &[u8]) -> io::Result<u64> {
    key.first_chunk().map(|bytes| u64::from_be_bytes(*bytes)).ok_or_else(misread)
}

fn misread() -> io::Error {
    io::Error::other("a sorted item is not what was pushed; this is a bug in the program")
}

/// Assigns each worse duplicate to the best fitting better one that stays.
fn join_best<D: Disk>(
    mut pairs: Sorted<NoTail>,
    ordinal_count: u64,
    mut copies: Sorter<D, NoTail>,
) -> io::Result<Sorter<D, NoTail>> {
    let mut is_copy = Bits::new(ordinal_count);
    while let Some((key, load)) = pairs.next_item()? {
        let worse = number(key.get(QUALITY_KEY_BYTES..QUALITY_BYTES).unwrap_or_default())?;
        let copy = Copy::parse(load)?;
        // The better ones came before and are resolved.
        if !is_copy.has(worse) && !is_copy.has(copy.kept) {
            is_copy.set(worse);
            copies.push(&worse.to_be_bytes(), load)?;
        }
    }
    Ok(copies)
}

/// Roles in order, once for each pass.
struct Assigned<D: Disk> {
    roles: Vec<Sorter<D, NoTail>>,
    kept: Bits,
    /// Copies that have their role. A game with a tail is compared twice, with it and without.
    dropped: Bits,
    seen_count: u64,
    counts: Counts,
}

impl<D: Disk> Assigned<D> {
    fn assign(&mut self, game: u64, copy: Copy) -> io::Result<()> {
        if self.dropped.has(game) {
            return Ok(());
        }
        self.dropped.set(game);
        self.counts.add(copy.evidence.relation);
        self.push(game, &copy.to_bytes())?;
        if self.kept.has(copy.kept) {
            return Ok(());
        }
        self.kept.set(copy.kept);
        self.counts.group_count += 1;
        if copy.kept < self.seen_count { Ok(()) } else { self.push(copy.kept, &[]) }
    }

    fn push(&mut self, game: u64, load: &[u8]) -> io::Result<()> {
        self.roles.iter_mut().try_for_each(|roles| roles.push(&game.to_be_bytes(), load))
    }
}

/// Twins go where the first of them goes.
fn assign<D: Disk>(
    mut copies: Sorted<NoTail>,
    mut twins: Sorted<NoTail>,
    roles: &mut Assigned<D>,
) -> io::Result<()> {
    let mut next = |roles: &mut Assigned<D>| -> io::Result<Option<(u64, Copy)>> {
        let Some((key, load)) = copies.next_item()? else { return Ok(None) };
        let (game, copy) = (number(key)?, Copy::parse(load)?);
        roles.assign(game, copy)?;
        Ok(Some((game, copy)))
    };
    let mut at = next(roles)?;
    while let Some((key, load)) = twins.next_item()? {
        let (head, member) = (number(key)?, number(&key[8..])?);
        let twin = Copy::parse(load)?;
        while at.is_some_and(|(game, _)| game < head) {
            at = next(roles)?;
        }
        let copy = match at {
            // Everything about the first is also true of its twin.
            Some((game, copy)) if game == head => copy,
            Some(_) | None => twin,
        };
        roles.assign(member, copy)?;
    }
    while at.is_some() {
        at = next(roles)?;
    }
    Ok(())
}

struct Bits(Vec<u64>);

impl Bits {
    fn new(n: u64) -> Bits {
        Bits(vec![0; usize::try_from(n / 64 + 1).unwrap_or(usize::MAX)])
    }

    fn place(n: u64) -> (usize, u64) {
        ((n / 64) as usize, 1 << (n % 64))
    }

    fn has(&self, n: u64) -> bool {
        let (word, bit) = Bits::place(n);
        self.0.get(word).is_some_and(|word| word & bit != 0)
    }

    fn set(&mut self, n: u64) {
        let (word, bit) = Bits::place(n);
        if let Some(word) = self.0.get_mut(word) {
            *word |= bit;
        }
    }
}

/// The roles of games, in their order.
pub struct Roles {
    sorted: Sorted<NoTail>,
    waiting: Option<(u64, Role)>,
    seen_count: u64,
    counts: Counts,
}

impl Roles {
    /// How many games have which role.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The role of a game, given its number; ask for each number once and in order. The number of
    /// a game that was kept and seen before is `None`.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn of(&mut self, game: u64) -> io::Result<Role> {
        let ordinal = game + self.seen_count;
        loop {
            match self.waiting {
                Some((at, _)) if at > ordinal => return Ok(Role::Single),
                Some((at, role)) if at == ordinal => return Ok(role),
                Some(_) | None => {}
            }
            let Some((key, load)) = self.sorted.next_item()? else { return Ok(Role::Single) };
            let role = match load {
                [] => Role::Kept,
                load => {
                    let Copy { kept, evidence, rule } = Copy::parse(load)?;
                    Role::Copy { kept, evidence, rule }
                }
            };
            self.waiting = Some((number(key)?, role));
        }
    }

    /// The number of a game that stays, as in [`Role::Copy`]: its index among the games of
    /// `--against`, or among the others.
    #[must_use]
    pub fn place(&self, kept: u64) -> Kept {
        match kept.checked_sub(self.seen_count) {
            Some(game) => Kept::Here(game),
            None => Kept::Seen(kept),
        }
    }
}

/// Where a game is that stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Among the games of `--against`.
    Seen(u64),
    /// Among the others.
    Here(u64),
}
