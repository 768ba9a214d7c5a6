//! The 46 bytes of a game or a text.

use crate::databases::bytes::{u16_be_at, u24_be_at, u32_be_at};

pub(super) const RECORD_BYTES: usize = 46;

/// The first number of a Chess960 position in the field for the opening.
pub(super) const CHESS960: u16 = 64576;

/// The result of a game that has none.
pub(crate) const UNFINISHED: u8 = 3;

#[derive(Clone, Copy, Debug)]
pub(super) struct CbhRecord {
    pub(super) is_text: bool,
    pub(super) is_deleted: bool,
    pub(super) moves: u32,
    pub(super) annotations: u32,
    /// White, Black.
    pub(super) players: [u32; 2],
    pub(super) tournament: u32,
    pub(super) annotator: u32,
    pub(super) source: u32,
    pub(super) date: u32,
    pub(super) result: u8,
    /// A NAG: the end of a line that is not a game.
    pub(super) verdict: u8,
    pub(super) round: u8,
    pub(super) subround: u8,
    pub(super) elos: [u16; 2],
    opening: u16,
    pub(super) medals: u16,
}

impl CbhRecord {
    /// The fields of a record; `None` if it is neither a game nor a text.
    pub(super) fn parse(record: &[u8]) -> Option<CbhRecord> {
        let flags = *record.first()?;
        if record.len() < RECORD_BYTES || flags & 1 == 0 {
            return None;
        }
        let is_text = flags & 2 != 0;
        let mut made = CbhRecord {
            is_text,
            is_deleted: flags & 0x80 != 0,
            moves: u32_be_at(record, 1),
            annotations: u32_be_at(record, 5),
            players: [u24_be_at(record, 9), u24_be_at(record, 12)],
            tournament: u24_be_at(record, 15),
            annotator: u24_be_at(record, 18),
            source: u24_be_at(record, 21),
            date: u24_be_at(record, 24),
            result: record[27],
            verdict: record[28],
            round: record[29],
            subround: record[30],
            elos: [u16_be_at(record, 31), u16_be_at(record, 33)],
            opening: u16_be_at(record, 35),
            medals: u16_be_at(record, 37),
        };
        if is_text {
            // The rest of the record means something else, which is not known.
            (made.annotations, made.players, made.date, made.medals) = (0, [0; 2], 0, 0);
            (made.result, made.verdict, made.elos, made.opening) = (UNFINISHED, 0, [0; 2], 0);
            made.tournament = u24_be_at(record, 7);
            made.source = u24_be_at(record, 10);
            made.annotator = u24_be_at(record, 13);
            (made.round, made.subround) = (record[16], record[17]);
        }
        Some(made)
    }

    /// The number of the opening's code, 0 for A00 to 499 for E99.
    pub(super) fn eco(&self) -> Option<u16> {
        eco_of(self.opening)
    }

    pub(super) fn chess960(&self) -> Option<u16> {
        self.opening.checked_sub(CHESS960)
    }
}

/// The number of the code in the field for the opening, 0 for A00 to 499 for E99.
pub(crate) fn eco_of(opening: u16) -> Option<u16> {
    let code = (opening < CHESS960).then_some(opening / 128)?.checked_sub(1)?;
    (code < 500).then_some(code)
}
