//! The header of a record, the places of its parts, and their ciphers.

use std::ops::Range;

use pgnkit::chess::{Color, File, Piece, Role, Setup, Side, Square};

use crate::databases::setup;

pub(super) const HEAD_BYTES: usize = 14;
/// Two squares a byte, then the number of the first move.
pub(super) const BOARD_BYTES: usize = 33;

const HEAD_MASK: u8 = 101;
const NAMES_MASK: u8 = 3;
const MOVES_MASK: u8 = 49;

/// Adds or removes a mask: from the last byte back, each with the mask rotated that many times
/// that of the one after it.
pub(super) fn mask(bytes: &mut [u8], mut mask: u8, factor: u8) {
    for byte in bytes.iter_mut().rev() {
        *byte ^= mask;
        mask = mask.wrapping_mul(factor);
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RecordHead([u8; HEAD_BYTES]);

/// Where the parts of a record lie in it, no further than it goes.
#[derive(Debug)]
pub(super) struct Area {
    pub(super) moves: Range<usize>,
    pub(super) text: Range<usize>,
    pub(super) board: Range<usize>,
}

impl RecordHead {
    /// The header of a record; `None` if there are too few bytes.
    pub(super) fn parse(record: &[u8]) -> Option<RecordHead> {
        let mut bytes = *record.first_chunk()?;
        mask(&mut bytes, HEAD_MASK, 3);
        bytes[11] ^= RecordHead::names_mask(&bytes);
        Some(RecordHead(bytes))
    }

    /// The bytes of a header, including its checksum.
    #[cfg(test)]
    pub(super) fn bytes(mut plain: [u8; HEAD_BYTES]) -> [u8; HEAD_BYTES] {
        plain[13] = RecordHead(plain).check_sums()[0];
        plain[11] ^= RecordHead::names_mask(&plain);
        mask(&mut plain, HEAD_MASK, 3);
        plain
    }

    fn names_mask(bytes: &[u8; HEAD_BYTES]) -> u8 {
        14 + (bytes[4] & 63) + (bytes[5] & 63)
    }

    /// Both ways in which it is computed.
    fn check_sums(&self) -> [u8; 2] {
        let at = |n: usize| self.0[n];
        let sum = at(0).wrapping_mul(0x25).wrapping_add(at(5)).wrapping_add(at(9));
        // 0x1EC1, of which the low byte counts.
        let product = at(3).wrapping_mul(0xC1).wrapping_mul(at(8).wrapping_add(1));
        [sum, product.wrapping_mul(at(0))]
    }

    pub(super) fn is_sound(&self) -> bool {
        self.check_sums().contains(&self.0[13])
    }

    fn n_players(&self) -> usize {
        usize::from(self.0[4] & 63)
    }

    fn n_names(&self) -> usize {
        self.n_players() + usize::from(self.0[5] & 63)
    }

    fn n_moves(&self) -> usize {
        usize::from(u16::from_be_bytes([self.0[2], self.0[3]]))
    }

    fn n_text(&self) -> usize {
        usize::from(u16::from_be_bytes([self.0[6], self.0[7]]).saturating_sub(1))
    }

    pub(super) fn n_bytes(&self) -> usize {
        let board = if self.is_set_up() { BOARD_BYTES } else { 0 };
        HEAD_BYTES + self.n_names() + self.n_moves() + self.n_text() + board
    }

    pub(super) fn area(&self, record: &[u8]) -> Area {
        let within = |offset: usize| offset.min(record.len());
        let moves = HEAD_BYTES + self.n_names();
        let text = moves + self.n_moves();
        let board = text + self.n_text();
        Area {
            moves: within(moves)..within(text),
            text: within(text)..within(board),
            board: board..board + BOARD_BYTES,
        }
    }

    /// The players, and where the game comes from, as plain bytes.
    pub(super) fn names(&self, record: &[u8]) -> [Vec<u8>; 2] {
        let n = self.n_names();
        // A truncated name would decrypt to another one, because its cipher begins at the end.
        let mut names = record.get(HEAD_BYTES..HEAD_BYTES + n).unwrap_or_default().to_vec();
        mask(&mut names, NAMES_MASK.wrapping_mul(n as u8), 3);
        let source = names.split_off(self.n_players().min(names.len()));
        [names, source]
    }

    /// The decrypted moves: empty if the record is truncated, because the cipher begins at the end.
    pub(super) fn moves(&self, record: &[u8]) -> Vec<u8> {
        let n = self.n_moves();
        let start = HEAD_BYTES + self.n_names();
        let area = record.get(start..start + n).unwrap_or_default();
        let mut moves = area[..area.len().saturating_sub(1)].to_vec();
        if let [_, ciphered @ ..] = &mut moves[..] {
            mask(ciphered, MOVES_MASK.wrapping_mul(n as u8), 7);
        }
        moves
    }

    /// The year, if it is known.
    pub(super) fn year(&self) -> Option<i32> {
        let year = self.0[0] as i8;
        (year != i8::MAX).then(|| 1900 + i32::from(year))
    }

    pub(super) fn result(&self) -> &'static str {
        ["0-1", "1/2-1/2", "1-0"].get(usize::from(self.0[1])).copied().unwrap_or("*")
    }

    pub(super) fn elos(&self) -> [Option<u32>; 2] {
        [8, 9].map(|n| (self.0[n] > 0).then(|| 1600 + 5 * u32::from(self.0[n])))
    }

    /// The number of the opening's code, 0 for A00 to 499 for E99.
    pub(super) fn eco(&self) -> Option<u16> {
        let low = if self.is_set_up() { 0 } else { self.0[10] >> 1 & 31 };
        let code =
            u16::from(low) | u16::from(self.0[4] & 0xC0) >> 1 | u16::from(self.0[5] & 0xC0) << 1;
        (1..=500).contains(&code).then(|| code - 1)
    }

    pub(super) fn is_set_up(&self) -> bool {
        self.0[10] & 1 != 0
    }

    pub(super) fn ep_file(&self) -> Option<File> {
        File::new((self.0[11] & 15).checked_sub(1)?)
    }

    /// The position that was set up; `None` if a square contains something other than a piece.
    /// Rights and an en passant square that contradict the board are left out.
    pub(super) fn setup(&self, board: &[u8]) -> Option<Setup> {
        const ROLES: [Role; 6] =
            [Role::King, Role::Queen, Role::Knight, Role::Bishop, Role::Rook, Role::Pawn];
        let (board, number) = board.split_at_checked(BOARD_BYTES - 1)?;
        let number = *number.first()?;
        let mut setup = Setup { fullmove: u32::from(number) + 1, ..Setup::EMPTY };
        for square in Square::all() {
            let pair = board.get(usize::from(square.index() / 2))?;
            let code = if square.index() % 2 == 0 { pair >> 4 } else { pair & 15 };
            if code == 0 {
                continue;
            }
            let color = if code & 8 == 0 { Color::White } else { Color::Black };
            let role = *ROLES.get(usize::from((code & 7).checked_sub(1)?))?;
            setup.board.put(square, Piece { color, role });
        }
        let flags = self.0[10];
        if flags & 2 != 0 {
            setup.turn = Color::Black;
        }
        let rights = [
            (4, Color::White, Side::Queen),
            (8, Color::White, Side::King),
            (16, Color::Black, Side::Queen),
            (32, Color::Black, Side::King),
        ];
        for (_, color, side) in rights.into_iter().filter(|(bit, ..)| flags & bit != 0) {
            setup::grant(&mut setup, color, side, setup::corner(side));
        }
        setup::set_ep(&mut setup, self.ep_file());
        Some(setup)
    }
}
