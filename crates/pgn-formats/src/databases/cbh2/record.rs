//! The 192 bytes of a game, a text or an analysis.

use crate::databases::bytes::Bytes;
use crate::databases::chessbase::record::{UNFINISHED, eco_of};

pub(super) const RECORD_BYTES: usize = 192;
const ANALYSIS: u8 = 2;
const NONE: i64 = -1;

#[derive(Clone, Copy, Debug)]
pub(super) struct Cbh2Record {
    pub(super) is_text: bool,
    pub(super) is_analysis: bool,
    pub(super) is_deleted: bool,
    pub(super) moves: u64,
    pub(super) annotations: Option<u64>,
    /// White, Black.
    pub(super) players: [i64; 2],
    pub(super) tournament: i64,
    pub(super) annotator: i64,
    pub(super) source: i64,
    pub(super) teams: [i64; 2],
    pub(super) title: i64,
    pub(super) result: u8,
    pub(super) verdict: u8,
    pub(super) round: u16,
    pub(super) subround: u16,
    pub(super) board: u16,
    pub(super) elos: [u16; 2],
    opening: u16,
    pub(super) medals: u16,
    pub(super) date: u32,
}

impl Cbh2Record {
    /// The fields of a record; `None` if it is not one of the three.
    pub(super) fn parse(record: &[u8]) -> Option<Cbh2Record> {
        let flags = *record.first()?;
        if record.len() < RECORD_BYTES || flags & 1 == 0 {
            return None;
        }
        let at = |offset: usize| Bytes::new(&record[offset..]);
        let long = |offset| {
            let bytes = at(offset).take(8)?;
            bytes.try_into().ok().map(i64::from_le_bytes)
        };
        let id = |offset| long(offset).unwrap_or(NONE);
        let short = |offset| at(offset).u16_le().unwrap_or(0);
        let offset = |place| long(place).unwrap_or(0) as u64;
        let (is_text, is_analysis) = (flags & 2 != 0, record[2] == ANALYSIS);
        let mut made = Cbh2Record {
            is_text,
            is_analysis: is_analysis && !is_text,
            is_deleted: flags & 0x80 != 0,
            moves: offset(8),
            annotations: (!is_text).then(|| offset(16)),
            players: [NONE; 2],
            tournament: NONE,
            annotator: NONE,
            source: NONE,
            teams: [NONE; 2],
            title: NONE,
            result: UNFINISHED,
            verdict: 0,
            round: 0,
            subround: 0,
            board: 0,
            elos: [0; 2],
            opening: 0,
            medals: 0,
            date: 0,
        };
        if is_text {
            (made.tournament, made.source) = (id(16), id(24));
            (made.annotator, made.title) = (id(32), id(40));
        } else if is_analysis {
            (made.title, made.source, made.annotator) = (id(24), id(32), id(40));
        } else {
            made.players = [id(24), id(32)];
            (made.tournament, made.annotator, made.source) = (id(40), id(48), id(56));
            (made.teams, made.title) = ([id(64), id(72)], id(80));
            (made.result, made.verdict) = (record[88], record[89]);
            (made.round, made.subround, made.board) = (short(90), short(92), short(94));
            (made.elos, made.opening) = ([short(96), short(112)], short(128));
            made.medals = short(130);
            made.date = at(188).u32_le().unwrap_or(0);
        }
        Some(made)
    }

    /// The number of the opening's code, 0 for A00 to 499 for E99.
    pub(super) fn eco(&self) -> Option<u16> {
        eco_of(self.opening)
    }
}
