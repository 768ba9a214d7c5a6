//! Tags as the fields of a record and of what it refers to: the inverse of [`tags`].

use super::record::{CHESS960, CbhRecord, RECORD_BYTES, UNFINISHED};
use super::remark::Remark;
use super::remark_encoder::{RemarkEncoder, candidates};
use super::tags::{self, Entries};
use crate::databases::bytes::push_field;
use crate::databases::nation;
use crate::databases::scid::date_code;
use pgnkit::write::{Loss, loss};
use pgnkit::{Game, Outcome};

/// The sizes of the fields: players, tournament, annotator, source, teams.
pub(super) const PLAYER_BYTES: usize = 50;
pub(super) const TOURNAMENT_BYTES: usize = 82;
pub(super) const ANNOTATOR_BYTES: usize = 45;
pub(super) const SOURCE_BYTES: usize = 51;
pub(super) const TEAM_BYTES: usize = 55;

/// Fills the record and the fields of its entities from the tags, and adds the annotations that
/// contain tags.
pub(super) fn encode(
    game: &Game,
    record: &mut [u8; RECORD_BYTES],
    entries: &mut Entries,
    remarks: &mut RemarkEncoder,
) {
    let text = |name: &str| game.tag(name).filter(|value| !says_nothing(value)).unwrap_or("");
    let number = |name: &str| text(name).parse::<u16>().unwrap_or(0);
    let byte = |name: &str| text(name).parse::<u8>().unwrap_or(0);
    let nation = |name: &str| nation::number(text(name)).unwrap_or(0);
    record[24..27].copy_from_slice(&date(text("Date")).to_be_bytes()[1..]);
    record[27] = result(game);
    if record[27] == UNFINISHED {
        record[28] = text("LineVerdict").strip_prefix('$').map_or(0, |n| n.parse().unwrap_or(0));
    }
    let (round, subround) = text("Round").split_once('.').unwrap_or((text("Round"), ""));
    (record[29], record[30]) = (round.parse().unwrap_or(0), subround.parse().unwrap_or(0));
    record[31..33].copy_from_slice(&number("WhiteElo").to_be_bytes());
    record[33..35].copy_from_slice(&number("BlackElo").to_be_bytes());
    record[35..37].copy_from_slice(&opening(text("ECO")).to_be_bytes());
    record[37..39].copy_from_slice(&tags::medals_of(text("Medals")).to_be_bytes());

    for (fields, name) in entries.players.iter_mut().zip(["White", "Black"]) {
        start(fields, PLAYER_BYTES);
        let (last, first) = split_name(text(name));
        put_text(&mut fields[..30], last);
        put_text(&mut fields[30..], first);
    }
    let fields = &mut entries.tournament;
    start(fields, TOURNAMENT_BYTES);
    put_text(&mut fields[..40], text("Event"));
    put_text(&mut fields[40..70], text("Site"));
    fields[70..74].copy_from_slice(&date(text("EventDate")).to_le_bytes());
    fields[74] = tags::event_type(text("EventType"));
    fields[76] = nation("EventCountry");
    (fields[78], fields[80]) = (byte("EventCategory"), byte("EventRounds"));
    start(&mut entries.annotator, ANNOTATOR_BYTES);
    put_text(&mut entries.annotator, text("Annotator"));
    let fields = &mut entries.source;
    start(fields, SOURCE_BYTES);
    put_text(&mut fields[..25], text("SourceTitle"));
    put_text(&mut fields[25..41], text("Source"));
    fields[41..45].copy_from_slice(&date(text("SourceDate")).to_le_bytes());
    fields[45..49].copy_from_slice(&date(text("SourceVersionDate")).to_le_bytes());
    (fields[49], fields[50]) = (byte("SourceVersion"), byte("SourceQuality"));
    let names = [("WhiteTeam", "WhiteTeamCountry"), ("BlackTeam", "BlackTeamCountry")];
    for (fields, (name, country)) in entries.teams.iter_mut().zip(names) {
        fields.clear();
        if !text(name).is_empty() || nation(country) > 0 {
            start(fields, TEAM_BYTES);
            put_text(&mut fields[..45], text(name));
            fields[54] = nation(country);
        }
    }
    for (name, kind, data) in [
        ("WhiteClock", 0x16, clock(text("WhiteClock"))),
        ("BlackClock", 0x17, clock(text("BlackClock"))),
        ("TimeControl", 0x24, time_control(text("TimeControl"))),
    ] {
        let mut again = String::new();
        if let Some(data) = data
            && Remark::of(kind.into(), &data, &mut again) == Remark::Tag(name)
            && again == text(name)
        {
            remarks.push(-1, kind, &data);
        }
    }
}

/// Counts the tags that will not be read back unchanged. `remarks` has the annotations that contain
/// tags.
pub(super) fn count_losses(
    game: &Game,
    record: &[u8; RECORD_BYTES],
    entries: &Entries,
    remarks: &RemarkEncoder,
    is_chess960: bool,
    losses: &mut Vec<Loss>,
) {
    let mut again = Game::new();
    if let Some(record) = CbhRecord::parse(record) {
        let _faults = tags::push_all(&record, entries, &mut again);
    }
    let mut annotations = super::annotation::Entries::default();
    annotations
        .read(&[&[0; super::annotation::HEAD_BYTES], &remarks.bytes[..]].concat(), |_, _| {});
    for (entry, data) in annotations.iter().filter(|(entry, _)| entry.mv < 0) {
        let mut value = String::new();
        if let Remark::Tag(name) = Remark::of(entry.kind, data, &mut value) {
            again.tags_mut_unchecked().set(name, &value);
        }
    }
    for (n, tag) in game.tags().iter().enumerate() {
        // Of several tags of a name, the last one counts.
        let is_last = game.tags().iter().skip(n + 1).all(|later| later.name != tag.name);
        let read = again.tag(tag.name);
        let is_kept = match tag.name {
            "FEN" | "SetUp" => true,
            "Variant" => is_chess960,
            // The reader counts the plies.
            "PlyCount" => tag.value.parse() == Ok(game.n_plies()),
            "Result" => {
                let outcome = Outcome::read(tag.value).map(|read| read.outcome);
                outcome == read.and_then(Outcome::read).map(|read| read.outcome)
            }
            _ => says_nothing(tag.value) || read == Some(tag.value),
        };
        let fault = match read.filter(|read| !says_nothing(read)) {
            _ if !is_last => &loss::DROPPED_TAG,
            _ if is_kept => continue,
            Some(_) => &loss::CUT_STRING,
            None => &loss::DROPPED_TAG,
        };
        loss::count(losses, fault, 1);
    }
}

/// Values that mean unknown.
fn says_nothing(value: &str) -> bool {
    matches!(value, "" | "?" | "????.??.??")
}

fn start(fields: &mut Vec<u8>, n: usize) {
    fields.clear();
    fields.resize(n, 0);
}

/// The part of a text that fits, in the encoding in which it survives the round trip.
fn put_text(field: &mut [u8], text: &str) {
    let mut end = text.len().min(4 * field.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    loop {
        let text = text[..end].trim_end();
        for bytes in candidates(text) {
            let mut again = String::new();
            if bytes.len() <= field.len() {
                field.fill(0);
                field[..bytes.len()].copy_from_slice(&bytes);
                push_field(field, &mut again);
                if again == text {
                    return;
                }
            }
        }
        field.fill(0);
        match text.char_indices().next_back() {
            Some((before, _)) => end = before,
            None => return,
        }
    }
}

/// The last and the first name: split at the first comma if both fit, otherwise at the first one.
fn split_name(name: &str) -> (&str, &str) {
    let parts = |at: usize| (&name[..at], &name[at + 2..]);
    let mut places = name.match_indices(", ").map(|(at, _)| parts(at));
    let fits = |(last, first): &(&str, &str)| {
        let length = |text: &str| candidates(text).map(|bytes| bytes.len()).min().unwrap_or(0);
        !last.is_empty() && !first.is_empty() && length(last) <= 30 && length(first) <= 20
    };
    let first = places.clone().next();
    places.find(fits).or(first).unwrap_or((name, ""))
}

fn date(text: &str) -> u32 {
    date_code(text, 9999)
}

fn result(game: &Game) -> u8 {
    let forfeit = game.tag("Termination") == Some("rules infraction");
    let stored = game.tag("ResultAsStored").filter(|_| forfeit);
    let code = stored.and_then(|stored| tags::FORFEITS.iter().position(|it| *it == stored));
    let outcome = match game.outcome().marker() {
        "0-1" => 0,
        "1/2-1/2" => 1,
        "1-0" => 2,
        _ => UNFINISHED,
    };
    match code {
        _ if game.tag("Result") == Some("0-0") => 7,
        Some(code) if code as u8 == outcome => 4 + outcome,
        Some(_) | None => outcome,
    }
}

/// The field for the opening, of `A00` to `E99`.
fn opening(code: &str) -> u16 {
    let &[letter @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = code.as_bytes() else {
        return 0;
    };
    let [letter, tens, ones] = [letter - b'A', tens - b'0', ones - b'0'].map(u16::from);
    (letter * 100 + tens * 10 + ones + 1) * 128
}

/// The field for the opening of a start position of Chess960.
pub(super) fn chess960_opening(number: u16) -> u16 {
    CHESS960 + number
}

/// `1:30:00` in hundredths of a second.
fn clock(text: &str) -> Option<Vec<u8>> {
    let mut seconds = 0_u32;
    for part in text.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    Some(seconds.checked_mul(100)?.to_be_bytes().to_vec())
}

/// `40/5400+30:1800+30`: up to three periods.
fn time_control(text: &str) -> Option<Vec<u8>> {
    const REST: u16 = 1000;
    const PERIOD_BYTES: usize = 11;
    let mut data = Vec::new();
    for period in text.split(':') {
        let (moves, time) = match period.split_once('/') {
            Some((moves, time)) => (moves.parse().ok()?, time),
            None => (REST, period),
        };
        let (time, increment) = time.split_once('+').unwrap_or((time, "0"));
        for seconds in [time, increment] {
            let seconds: u32 = seconds.parse().ok()?;
            data.extend(seconds.checked_mul(100)?.to_be_bytes());
        }
        data.extend(moves.to_be_bytes());
        data.push(0);
    }
    data.resize(3 * PERIOD_BYTES.max(data.len() / 3), 0);
    (data.len() == 3 * PERIOD_BYTES).then_some(data)
}
