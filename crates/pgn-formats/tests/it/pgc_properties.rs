//! The properties of PGC, over any bytes: the body of the fuzz target `pgc`, and what the random
//! tests call.

use pgn_formats::pgc::{Comments, Decoder, Encode, Encoder, Extent, Misread, PgcError};
use pgnkit::Game;
use pgnkit::read::Games;
use pgnkit::write::{self, Export, Profile};
use std::io::Read;

/// The fuzz target: the data are records, and a text whose games are written.
pub(crate) fn pgc(data: &[u8]) {
    records_are_read(data);
    games_are_held(data);
}

/// The result of reading: the games, the faults of each, and how it ended.
#[derive(Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) games: Vec<Game>,
    pub(crate) misreads: Vec<Misread>,
    /// Code and offset of what ended it too early.
    pub(crate) end: Option<(String, u64)>,
}

pub(crate) fn see(read: impl Read) -> Seen {
    let mut seen = Seen { games: Vec::new(), misreads: Vec::new(), end: None };
    let mut decoder = Decoder::new(read);
    let mut game = Game::new();
    loop {
        let answer = decoder.read_into(&mut game);
        seen.misreads.extend_from_slice(decoder.misreads());
        match answer {
            Ok(true) => seen.games.push(game.clone()),
            Ok(false) => break,
            Err(PgcError::Data(misread)) => {
                seen.end = Some((misread.fault.code.to_string(), misread.offset));
                assert!(matches!(decoder.read_into(&mut game), Ok(false)), "that was the end");
                break;
            }
            Err(error) => panic!("{error}"),
        }
    }
    seen
}

/// Any bytes are read; chunks change nothing; a game that was read is written and read back
/// unchanged.
pub(crate) fn records_are_read(data: &[u8]) {
    let seen = see(data);
    assert_eq!(see(pgn_testing::Pieces(data, 1)), seen);
    for misread in &seen.misreads {
        assert!(misread.offset <= data.len() as u64);
    }
    for game in &seen.games {
        written_and_read(game, Encode::new(Comments::Escape, Extent::Lossless));
    }
}

/// Every way to write the games of a text gives records that are read as those games.
pub(crate) fn games_are_held(text: &[u8]) {
    // Compressed data are an error.
    for game in Games::new(text).map_while(Result::ok) {
        for (comments, extent) in [
            (Comments::Refuse, Extent::Archival),
            (Comments::Drop, Extent::Archival),
            (Comments::Escape, Extent::Lossless),
        ] {
            written_and_read(&game, Encode::new(comments, extent));
        }
    }
}

/// The records of a game; `None` if it does not fit.
pub(crate) fn encode(game: &Game, encode: Encode) -> Option<Vec<u8>> {
    let (mut bytes, mut losses) = (b"before".to_vec(), Vec::new());
    match Encoder::new(encode).append(game, &mut bytes, &mut losses) {
        Ok(()) => Some(bytes.split_off(6)),
        Err(write::WriteError::Refused(misfits)) => {
            assert!(!misfits.is_empty() && bytes == b"before" && losses.is_empty());
            None
        }
        Err(write::WriteError::Io(error)) => panic!("{error}"),
    }
}

fn written_and_read(game: &Game, way: Encode) {
    let Some(bytes) = encode(game, way) else { return };
    let seen = see(&bytes[..]);
    assert_eq!((seen.games.len(), &seen.misreads[..], &seen.end), (1, &[][..], &None));
    let read = &seen.games[0];
    assert_eq!(encode(read, way).as_deref(), Some(&bytes[..]), "{way:?} is a fixpoint");
    let archival = |game: &Game| {
        let mut bare = game.clone();
        if way.comments == Comments::Drop {
            bare.strip(pgnkit::game::Strip::default().with_comments(true));
        }
        let mut text = Vec::new();
        let written = Export::new(Profile::Archival).append(&bare, &mut text, &mut Vec::new());
        written.expect("what PGC holds, archival export holds");
        String::from_utf8_lossy(&text).into_owned()
    };
    assert_eq!(archival(read), archival(game), "{way:?}");
    if read.tree() == game.tree() {
        return;
    }
    // The differences are annotations that were left out or written as archival export writes them.
    let moves = |game: &Game| {
        let mut bare = game.clone();
        let all =
            pgnkit::game::Strip::default().with_comments(true).with_nags(true).with_escapes(true);
        bare.strip(all);
        bare.tree().clone()
    };
    if !archival(game).contains("Variation: ") {
        let same = moves(read) == moves(game) || holds_empty_variations(game);
        assert!(same, "{way:?}: {}", archival(game));
    }
}

/// Whether some variation has no move; such a one is its comments.
fn holds_empty_variations(game: &Game) -> bool {
    let tree = game.tree();
    let mut lines = vec![pgnkit::NodeId::ROOT];
    while let Some(head) = lines.pop() {
        for node in std::iter::once(head).chain(tree.line(head)) {
            for variation in tree.variations(node) {
                if tree.next(variation).is_none() {
                    return true;
                }
                lines.push(variation);
            }
        }
    }
    false
}
