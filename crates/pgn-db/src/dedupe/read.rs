//! Reading games for their prints: the main line is played, and no tree is built (§8.1.1, §8.2, §9,
//! D-14, D-18, D-22, D-33).

use std::hash::{BuildHasher as _, DefaultHasher, Hasher as _, RandomState};
use std::ops::Range;
use std::sync::OnceLock;

use super::By;
use super::key::DedupeKey;
use super::quality::{Prefer, QUALITY_KEY_BYTES};
use crate::reading::{GameReader, Next, Place, ReadGames, RegionKind};
use crate::record::{DRAFT_ENCODING, RecordText, UnreadLines};
use crate::scan::Cut;
use crate::standings::is_round_name;
use pgn_query::name::Alike;
use pgnkit::Outcome;
use pgnkit::charset::Choice;
use pgnkit::chess::fen::{self, CastlingStyle, EpPolicy, Style};
use pgnkit::chess::{Position, Role, Square};
use pgnkit::game::Start;
use pgnkit::read::{GameListener, Played, UnplayedTail, tag_value};
use pgnkit::syntax::{
    CommentKind, GameEnd, GameStart, RawComment, RawSymbol, RawTag, Region, Skip, Span,
};
use pgnkit::tag::{Date, well_known};
use twox_hash::{XxHash3_64, XxHash3_128};

/// Reads the games' data for their prints.
#[derive(Clone, Copy, Debug, Default)]
pub struct Take {
    /// When games are the same game: it decides what the keys are.
    pub by: By,
    /// Which duplicate is the better one: it sorts first among equals.
    pub prefer: Prefer,
}

/// The prints of the games of a chunk.
#[derive(Debug, Default)]
pub struct Prints {
    bytes: Vec<u8>,
    entries: Vec<TagEntry>,
    pub(super) game_count: u64,
    /// Games whose main line could not be played to its end.
    pub unplayable_count: u64,
    /// Games whose moves are not checked, because their rules or their start are unknown.
    pub unchecked_count: u64,
    /// Games that lack what must be the same, so that they have no duplicates.
    pub unkeyed_count: u64,
    /// Lines that should be records but cannot be read; they are among the games.
    pub unread: UnreadLines,
}

#[derive(Debug)]
struct TagEntry {
    game_idx: u64,
    key: Range<usize>,
    load: Range<usize>,
}

impl Prints {
    /// Numbers the prints, the first game being number `first`, and passes on the keys and loads.
    pub(super) fn number(
        &mut self,
        first: u64,
        is_seen: bool,
    ) -> impl Iterator<Item = (&[u8], &[u8])> {
        for entry in &self.entries {
            let load = &mut self.bytes[entry.load.clone()];
            DedupeKey::set_ordinal(load, first + entry.game_idx, is_seen);
            if is_seen {
                let quality = entry.key.end - QUALITY_KEY_BYTES;
                Prefer::set_seen(&mut self.bytes[quality..entry.key.end]);
            }
        }
        let bytes = &self.bytes;
        self.entries.iter().map(|it| (&bytes[it.key.clone()], &bytes[it.load.clone()]))
    }
}

impl ReadGames for Take {
    type Reader = GameReader<Taker>;
    type Output = Prints;

    fn reader(&self, encoding: Choice) -> GameReader<Taker> {
        let encoding = if self.by.is_of_records() { DRAFT_ENCODING } else { encoding };
        let taker = Taker { take: *self, encoding, ..Taker::default() };
        GameReader::new(taker, encoding)
    }

    fn begin(&self, _: &mut GameReader<Taker>, _: usize) -> Prints {
        Prints::default()
    }

    fn read(
        &self,
        games: &mut GameReader<Taker>,
        at: Place<'_>,
        prints: &mut Prints,
    ) -> RegionKind {
        if at.source.cut == Cut::Lines {
            return read_record(games, at, prints);
        }
        let is_not_pgn = games.read(at.region).is_not_pgn;
        games.listener().take(is_not_pgn, prints)
    }

    fn reads_while_cut(&self, _: &GameReader<Taker>) -> bool {
        true
    }

    fn read_next<'t>(
        &self,
        games: &mut GameReader<Taker>,
        next: Next<'_, 't>,
        prints: &mut Prints,
    ) -> Option<(Region<'t>, RegionKind)> {
        let (region, mut sniffed) = games.read_next(next.regions)?;
        // Whether it is PGN is only known for a whole region.
        if !region.is_game() || sniffed.is_not_pgn {
            games.listener().is_ready = false;
            sniffed = games.read(&region);
        }
        Some((region, games.listener().take(sniffed.is_not_pgn, prints)))
    }
}

/// Reads the record of a line as a game without moves.
fn read_record(games: &mut GameReader<Taker>, at: Place<'_>, prints: &mut Prints) -> RegionKind {
    let mut records = std::mem::take(&mut games.listener().records);
    let rules = (at.source.text_encoding(), at.source.variant);
    let unread_count = |prints: &Prints| prints.unread.counts.iter().map(|(_, n)| n).sum::<u64>();
    let before_count = unread_count(prints);
    let game = records.game_of(at.region, rules, &mut prints.unread);
    let is_record = game.is_some();
    let is_read = is_record && unread_count(prints) == before_count;
    if let Some(game) = game.filter(|_| is_read) {
        games.read(&game);
        let taker = games.listener();
        taker.draft = hash_of(&[game.text]);
        if std::mem::take(&mut taker.is_ready) {
            taker.push(prints);
        }
    }
    prints.game_count += u64::from(is_record);
    games.listener().records = records;
    RegionKind::of(false, is_record)
}

/// Follows a game.
#[derive(Debug, Default)]
pub struct Taker {
    take: Take,
    encoding: Choice,
    print: DedupeKey,
    /// The start: a byte for its kind, and a hash unless it is the usual start position.
    start: Vec<u8>,
    moves: Vec<u8>,
    /// The length of these without the tail that was probably not played.
    core_bytes: usize,
    depth: u32,
    /// Hash of the roster, tag by tag.
    roster: u64,
    has_fen: bool,
    has_date: bool,
    has_site_link: bool,
    /// The tag Board.
    board: String,
    /// The name of the broadcast or the study.
    broadcast: String,
    unplayed: DefaultHasher,
    /// Text of the main line that could not be played is being read.
    in_unplayed: bool,
    unplayed_is_tail: bool,
    has_unplayed: bool,
    position: Option<Position>,
    last: Option<Position>,
    /// The kind of the comment that is being read, as far as it is known.
    has_words: bool,
    is_ready: bool,
    /// Makes the games of records; the fields of the FEN and the whole game as hashes.
    records: RecordText,
    fields: u64,
    draft: u64,
}

/// The least length of a game that may have a tail.
const CORE_PLIES_MIN: u32 = 20;

/// Marks of the first byte of a key.
const USUAL: u8 = 0;
const SET_UP: u8 = 1;
const UNCHECKED: u8 = 2;

impl Taker {
    /// Pushes the game that was read, if there is one.
    fn take(&mut self, is_not_pgn: bool, prints: &mut Prints) -> RegionKind {
        let is_game = std::mem::take(&mut self.is_ready) && !is_not_pgn;
        if is_game {
            self.push(prints);
            prints.game_count += 1;
        }
        RegionKind::of(is_not_pgn, is_game)
    }

    /// Pushes the print with its key, and a second one without the tail if there is one.
    fn push(&mut self, prints: &mut Prints) {
        let print = &mut self.print;
        print.unplayed = match (self.has_unplayed, self.unplayed_is_tail) {
            (true, false) => self.unplayed.finish() | 1,
            (true, true) | (false, _) => 0,
        };
        print.has_scraps = self.has_unplayed && self.unplayed_is_tail;
        prints.unplayable_count += u64::from(self.has_unplayed);
        prints.unchecked_count += u64::from(print.is_unchecked);
        print.moves_bytes = self.moves.len() as u32;
        if self.take.by == By::Round {
            print.moves.clone_from(&self.moves);
            if !self.board.is_empty() && !print.round.contains('.') {
                print.round = format!("{}.{}", print.round.trim(), self.board);
            }
            if says_something(&self.broadcast) && !is_round_name(&self.broadcast) {
                print.event.clone_from(&self.broadcast);
            }
        }
        let has_core = print.core_ply_count < print.ply_count
            && print.core_ply_count >= CORE_PLIES_MIN
            && print.unplayed == 0;
        self.push_entry(prints);
        if self.take.by == By::MovesAndPlayers && has_core {
            self.moves.truncate(self.core_bytes);
            self.print.moves_bytes = self.core_bytes as u32;
            self.print.is_core = true;
            self.push_entry(prints);
        }
    }

    fn push_entry(&self, prints: &mut Prints) {
        let from = prints.bytes.len();
        if !self.push_key(&mut prints.bytes) {
            prints.unkeyed_count += 1;
            return;
        }
        let quality = self.take.prefer.key(&self.print);
        prints.bytes.extend_from_slice(&quality[..QUALITY_KEY_BYTES]);
        let key = from..prints.bytes.len();
        self.print.push(&mut prints.bytes);
        let load = key.end..prints.bytes.len();
        prints.entries.push(TagEntry { game_idx: prints.game_count, key, load });
    }

    /// Appends the key; `false` if the game cannot be a duplicate.
    fn push_key(&self, key: &mut Vec<u8>) -> bool {
        let print = &self.print;
        let push_moves = |key: &mut Vec<u8>, also: u64| {
            key.extend_from_slice(&self.start);
            key.extend_from_slice(&self.moves);
            key.extend_from_slice(&[0, 0]);
            key.extend_from_slice(&print.unplayed.to_be_bytes());
            // Without a move all tags must be the same.
            let also = if self.moves.is_empty() { print.tags } else { also };
            key.extend_from_slice(&also.to_be_bytes());
        };
        match self.take.by {
            By::MovesAndPlayers => {
                key.extend_from_slice(&self.start);
                key.extend_from_slice(&self.moves);
                key.extend_from_slice(&[0, 0]);
                key.extend_from_slice(&print.date);
                key.extend_from_slice(&print.tags.to_be_bytes());
                key.extend_from_slice(&print.unplayed.to_be_bytes());
                key.push(u8::from(print.is_core) | u8::from(print.has_scraps) << 1);
            }
            By::Moves | By::Exact => {
                let from = key.len();
                push_moves(key, if self.take.by == By::Exact { self.roster } else { 0 });
                let hash = XxHash3_128::oneshot_with_seed(seed(), &key[from..]);
                key.truncate(from);
                key.extend_from_slice(&hash.to_be_bytes());
            }
            By::PositionAt(_) => {
                let Some(position) = &self.position else { return false };
                key.extend_from_slice(&place_of(position));
            }
            By::Record | By::RecordWithOperations => {
                match &self.position {
                    Some(position) => key.extend_from_slice(&place_of(position)),
                    // Fields of a position that no game can have.
                    None => key.extend_from_slice(&self.fields.to_be_bytes()),
                }
                if self.take.by == By::RecordWithOperations {
                    key.extend_from_slice(&self.draft.to_be_bytes());
                }
            }
            By::SetUp => {
                if self.start[0] == USUAL || !self.has_fen {
                    return false;
                }
                key.extend_from_slice(&self.start);
            }
            By::Round => return push_round(print, key),
        }
        true
    }

    fn tag_text(&mut self, tag: &RawTag<'_>) {
        let mut buffer = Vec::new();
        let text = tag_value(tag, self.encoding, &mut buffer);
        self.take_tag(tag.name, &text);
    }

    fn take_tag(&mut self, name: &[u8], value: &str) {
        // A name in another letter case is that of the tag it means (D-15).
        let name = well_known::name_of_other_case(name).map_or(name, str::as_bytes);
        let hash = hash_of(&[name, value.as_bytes()]);
        let print = &mut self.print;
        let value = value.trim();
        // Unknown values count as missing.
        if says_something(value) {
            print.tags = print.tags.wrapping_add(hash);
            print.tag_count += 1;
        }
        // If moves alone decide, no text is needed.
        let wants_texts = matches!(self.take.by, By::MovesAndPlayers | By::Round);
        let keep = |text: &mut String| {
            text.clear();
            if wants_texts {
                text.push_str(value);
            }
        };
        let mut in_roster = true;
        match name {
            b"White" => keep(&mut print.white),
            b"Black" => keep(&mut print.black),
            b"Event" => keep(&mut print.event),
            b"Round" => keep(&mut print.round),
            b"Date" => {
                self.has_date = says_something(value);
                print.date = digits_of(value);
            }
            b"Site" => {
                if !self.has_site_link
                    && let Some(link) = link_of(value)
                {
                    print.link = link;
                }
            }
            b"Result" => {}
            _ => in_roster = false,
        }
        if in_roster {
            self.roster = self.roster.wrapping_add(hash);
            return;
        }
        match name {
            b"UTCDate" if !self.has_date => print.date = digits_of(value),
            b"UTCTime" if says_something(value) => print.time = format!("UTC {value}"),
            b"Time" | b"StartTime" if says_something(value) && print.time.is_empty() => {
                print.time = value.to_owned();
            }
            b"Link" | b"GameUrl" | b"GameURL" => {
                if let Some(link) = link_of(value) {
                    (print.link, self.has_site_link) = (link, true);
                }
            }
            b"FICSGamesDBGameNo" | b"GameId" | b"GameID" if says_something(value) => {
                let name = String::from_utf8_lossy(name);
                (print.link, self.has_site_link) = (format!("{name} {value}"), true);
            }
            b"Board" if says_something(value) => value.clone_into(&mut self.board),
            // Each round of a broadcast may have an Event of its own.
            b"BroadcastName" | b"StudyName" if self.take.by == By::Round => {
                value.clone_into(&mut self.broadcast);
            }
            b"FEN" => {
                self.has_fen = true;
                let fields: Vec<&[u8]> = value.split(' ').take(4).map(str::as_bytes).collect();
                self.fields = hash_of(&fields);
            }
            _ => {}
        }
    }
}

impl GameListener for Taker {
    fn begin_game(&mut self, _: GameStart) {
        let (moves, start) = (std::mem::take(&mut self.moves), std::mem::take(&mut self.start));
        let mut print = std::mem::take(&mut self.print);
        print.restart();
        let (take, encoding) = (self.take, self.encoding);
        let records = std::mem::take(&mut self.records);
        *self = Taker { take, encoding, print, moves, start, records, ..Taker::default() };
        self.moves.clear();
        self.start.clear();
        self.start.push(USUAL);
        self.print.date = *b"????????";
    }

    fn tag(&mut self, tag: &RawTag<'_>) {
        self.tag_text(tag);
    }

    fn begin_movetext(&mut self, start: &Start) -> Skip {
        self.start.clear();
        match &start.position {
            Some(position) if !self.has_fen && *position == Position::start() => {
                self.start.push(USUAL);
            }
            Some(position) if *position == Position::start() => self.start.push(USUAL),
            Some(position) => {
                self.start.push(SET_UP);
                self.start.extend_from_slice(&place_of(position));
                // Counters and rules are not part of the position.
                let also = format!("{:?}{}", position.variant(), position.fullmove());
                self.start.extend_from_slice(&hash_of(&[also.as_bytes()]).to_be_bytes());
            }
            None => {
                self.start.push(UNCHECKED);
                self.print.is_unchecked = true;
            }
        }
        match (self.take.by, &start.position) {
            (By::PositionAt(0), Some(position)) => self.last = Some(*position),
            (by, Some(position)) if by.is_of_records() => self.position = Some(*position),
            _ => {}
        }
        Skip::Enter
    }

    #[inline]
    fn played(&mut self, played: Played<'_>) {
        if self.depth > 0 {
            return;
        }
        self.moves.extend_from_slice(&played.mv.raw().wrapping_add(1).to_be_bytes());
        let print = &mut self.print;
        print.ply_count += 1;
        if !is_tail_move(&played) {
            print.core_ply_count = print.ply_count;
            self.core_bytes = self.moves.len();
        }
        match self.take.by {
            By::PositionAt(0) => self.last = Some(*played.after),
            By::PositionAt(ply) if ply == print.ply_count => self.position = Some(*played.after),
            _ => {}
        }
    }

    fn unchecked(&mut self, symbol: RawSymbol<'_>) {
        if self.depth > 0 {
            return;
        }
        // The highest bit distinguishes it from the end of the moves.
        let hash = hash_of(&[symbol.text]) | 1 << 63;
        self.moves.extend_from_slice(&hash.to_be_bytes());
        self.print.ply_count += 1;
        self.print.core_ply_count = self.print.ply_count;
        self.core_bytes = self.moves.len();
    }

    fn nag(&mut self, _: u32, _: Span) {
        self.print.annotation_count += 1;
    }

    fn comment(&mut self, comment: RawComment<'_>) {
        if comment.kind == CommentKind::Escape {
            return;
        }
        if comment.part.begins() {
            self.has_words = false;
        }
        let text = comment.text.trim_ascii();
        let is_command = text.starts_with(b"[%") && text.ends_with(b"]");
        self.has_words |= !text.is_empty() && !is_command;
        if comment.part.ends() {
            match self.has_words {
                true => self.print.annotation_count += 1,
                false => self.print.command_count += u32::from(is_command),
            }
        }
    }

    fn begin_variation(&mut self, _: Span) {
        self.depth += 1;
        self.print.annotation_count += 1;
    }

    fn end_variation(&mut self, _: Span) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn begin_unplayed(&mut self, tail: UnplayedTail, _: Span) {
        self.in_unplayed = self.depth == 0 && tail == UnplayedTail::Unplayable;
        if self.in_unplayed {
            (self.has_unplayed, self.unplayed_is_tail) = (true, true);
        }
    }

    fn unplayed(&mut self, text: &[u8], _: Span) {
        if self.in_unplayed {
            self.unplayed.write(text);
            self.unplayed_is_tail &= is_tail_word(text);
        }
    }

    fn end_unplayed(&mut self, _: Span) {
        self.in_unplayed = false;
    }

    fn end_game(&mut self, outcome: Outcome, how: GameEnd, _: u32) {
        if how == GameEnd::NoGame {
            return;
        }
        self.print.outcome = outcome;
        if self.take.by == By::PositionAt(0) {
            self.position = self.last;
        }
        self.is_ready = true;
    }
}

/// Appends the number of the round and the players, in whatever way they are spelled; `false` if
/// one of them is not known. Board, date and event are compared later, because one of two games may
/// lack them.
fn push_round(print: &DedupeKey, key: &mut Vec<u8>) -> bool {
    let Some(round) = first_number(&print.round) else { return false };
    let players = [&print.white, &print.black];
    if players.iter().any(|name| !says_something(name)) {
        return false;
    }
    let players = players.map(|name| Alike::Initials.key(name));
    let [white, black] = players.each_ref().map(|name| name.as_bytes());
    let hash = XxHash3_128::oneshot_with_seed(seed(), &[white, b"\0", black].concat());
    key.extend_from_slice(&round.to_be_bytes());
    key.extend_from_slice(&hash.to_be_bytes());
    true
}

/// The first number of a round: of `3.2` or `Round 3`, 3.
fn first_number(round: &str) -> Option<u64> {
    let from = round.find(|c: char| c.is_ascii_digit())?;
    let digits = &round[from..];
    digits[..digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len())].parse().ok()
}

/// Whether a move looks like one that a board noted after the game: a king put on a square of the
/// center to show the result, or a null move.
#[inline]
fn is_tail_move(played: &Played<'_>) -> bool {
    const CENTER: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];
    let to = played.mv.to();
    played.mv.is_null()
        || CENTER.contains(&to)
            && played.after.piece_at(to).is_some_and(|piece| piece.role == Role::King)
}

/// The same of a word that cannot be played.
fn is_tail_word(text: &[u8]) -> bool {
    let word = text.trim_ascii();
    let is_number = word.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
    let bare: Vec<u8> = word.iter().copied().filter(|byte| !b"x+#".contains(byte)).collect();
    is_number
        || matches!(bare.as_slice(), b"Ke4" | b"Ke5" | b"Kd4" | b"Kd5" | b"--" | b"Z0")
        || matches!(bare.as_slice(), b"e4" | b"e5" | b"d4" | b"d5")
}

/// A position without its counters, as bytes.
fn place_of(position: &Position) -> [u8; 16] {
    let style = Style::default().with_ep(EpPolicy::Legal).with_castling(CastlingStyle::Shredder);
    let fen = fen::fields_to_text(position, style);
    let fen = fen.as_str().as_bytes();
    let mut place = [0; 16];
    place[..8].copy_from_slice(&hash_of(&[fen]).to_be_bytes());
    place[8..].copy_from_slice(&hash_of(&[b"place", fen]).to_be_bytes());
    place
}

/// Keys that are only compared for equality are hashes of 128 bits, which are sorted faster and
/// take less space than moves. The seed is random, so no input can be made to collide.
fn seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    *SEED.get_or_init(|| RandomState::new().hash_one(0))
}

/// Each part is hashed with the result of those before it.
fn hash_of(parts: &[&[u8]]) -> u64 {
    parts.iter().fold(0, |seed, part| XxHash3_64::oneshot_with_seed(seed, part))
}

/// Whether a value is more than a sign for what is not known.
fn says_something(value: &str) -> bool {
    !value.bytes().all(|byte| matches!(byte, b'?' | b'.' | b'-' | b' ' | b'*'))
}

fn digits_of(value: &str) -> [u8; 8] {
    let mut digits = *b"????????";
    let Some(date) = Date::parse_lax(value) else { return digits };
    if let Some(year) = date.year() {
        digits[..4].copy_from_slice(format!("{year:04}").as_bytes());
    }
    for (part, at) in [(date.month(), 4), (date.day(), 6)] {
        if let Some(part) = part {
            digits[at..at + 2].copy_from_slice(format!("{part:02}").as_bytes());
        }
    }
    digits
}

/// The host of a link, a blank, and the part that identifies the game; `None` if it is not a link.
fn link_of(value: &str) -> Option<String> {
    let (_, rest) = value.split_once("://")?;
    let (host, path) = rest.split_once('/')?;
    let path = path.split(['#', '?']).next().unwrap_or_default();
    let path = path.trim_end_matches('/').trim_end_matches("/black").trim_end_matches("/white");
    // The page of a server or of an event does not identify a game.
    let is_own = path.bytes().any(|byte| byte.is_ascii_digit()) || path.len() >= 8;
    is_own.then(|| format!("{} {path}", host.to_ascii_lowercase()))
}
