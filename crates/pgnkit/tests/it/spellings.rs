//! The lexer keeps text together that SAN reads as one move: a sign that only one of them knows
//! would cut a move in two.

use pgnkit::chess::Position;
use pgnkit::chess::notation::san::{self, Departures, SanOptions};
use pgnkit::fault;
use pgnkit::read::{Note, ReadOptions, read_region};
use pgnkit::syntax::Regions;

/// Where `?` is, each byte and each character beyond ASCII is tried.
const TEMPLATES: [&str; 5] = ["Nf3?", "?f3", "N?f3", "g1?f3", "Ng1?f3"];

#[test]
fn what_san_reads_as_one_move_is_one_word() {
    let bytes = (0x21..=0xFF_u8).map(|byte| vec![byte]);
    let characters = ('\u{80}'..='\u{FFFF}').map(|c| c.to_string().into_bytes());
    let mut n_read = 0;
    for sign in bytes.chain(characters) {
        for template in TEMPLATES {
            let (before, after) = template.split_once('?').unwrap();
            let word = [before.as_bytes(), &sign, after.as_bytes()].concat();
            let reading = san::resolve(&Position::start(), &word, &SanOptions::default());
            let Ok(reading) = reading else { continue };
            // White space ends a word in any text, and a sign of code page 1252 is inside.
            let is_lone = sign.len() == 1 && sign[0] >= 0x80;
            let is_outside = is_lone && (before.is_empty() || after.is_empty());
            if reading.departures.contains(Departures::SPACE) || is_outside {
                continue;
            }
            n_read += 1;
            let text = [b"1. ", &word[..], b" e5 *\n"].concat();
            let mut regions = Regions::new(&text[..]);
            let region = regions.next_region().unwrap().unwrap();
            let mut is_cut = false;
            let game = read_region(&region, ReadOptions::default(), |note: Note<'_>| {
                let code = note.diagnostic.code;
                is_cut |= code == fault::UNREADABLE_MOVE.code || code == fault::ILLEGAL_MOVE.code;
            });
            let word = String::from_utf8_lossy(&word);
            assert!(!is_cut && game.unwrap().n_plies() == 2, "{word}");
        }
    }
    assert!(n_read > 40, "{n_read}");
}
