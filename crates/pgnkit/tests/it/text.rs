//! How a text is opened before games are read from it: compressed data, encodings.

#[test]
fn compressed_data_say_so_and_give_no_game() {
    use std::io::Read as _;
    for head in [&b"\x28\xB5\x2F\xFD"[..], b"\x1F\x8B\x08", b"PK\x03\x04", b"\xFD7zXZ\0"] {
        let data = head.iter().chain(b"  1. e4 e5 *").copied().collect::<Vec<u8>>();
        let mut games = pgnkit::read::Games::new(&data[..]);
        let error = games.next().expect("a word").expect_err("no game");
        assert!(error.to_string().starts_with("compressed data ("), "{error}");
        assert!(games.next().is_none());
        // However small the pieces are that come.
        let pieces = data[..1].chain(&data[1..3]).chain(&data[3..]);
        assert!(pgnkit::read::Games::new(pieces).next().expect("a word").is_err());
    }
}

/// A stream is looked at as a file is, whatever the pieces are in which it comes (D-70).
#[test]
fn the_beginning_of_a_stream_shows_its_encoding() {
    use pgnkit::charset::{Choice, Encoding, encode};
    use pgnkit::read::{Games, LOOK_AHEAD_BYTES, ReadOptions};
    let game = |white: &str, note: &str| {
        format!("[White \"{white}\"]\n[Result \"*\"]\n\n1. e4 {{{note}}} *\n\n")
    };
    let ascii = game("Ash", "plain");
    let russian = game("Карпов, Анатолий", "хороший ход, теперь белые стоят лучше");
    let polish = game("Świercz, Dariusz", "białe mają przewagę");
    let greek = game("Παπαϊωάννου, Ιωάννης", "καλή κίνηση για τον λευκό");
    let german = game("Müller, Jörg", "schön, später „gut“");
    // As long as the look ahead is, but for a game.
    let many = ascii.repeat(LOOK_AHEAD_BYTES / ascii.len() - 8);
    for (text, encoding, white) in [
        (&russian, Encoding::Windows1251, "Карпов, Анатолий"),
        (&russian, Encoding::Koi8R, "Карпов, Анатолий"),
        (&format!("{ascii}{russian}"), Encoding::Ibm866, "Карпов, Анатолий"),
        (&format!("{many}{russian}"), Encoding::Windows1251, "Карпов, Анатолий"),
        (&polish, Encoding::Windows1250, "Świercz, Dariusz"),
        (&greek, Encoding::Windows1253, "Παπαϊωάννου, Ιωάννης"),
        (&german, Encoding::Windows1252, "Müller, Jörg"),
        (&russian, Encoding::Utf8, "Карпов, Анатолий"),
        (&german, Encoding::Utf8, "Müller, Jörg"),
    ] {
        let bytes = encode(text, encoding).expect("it has these letters");
        let whole: Vec<_> = Games::new(&bytes[..]).map(|game| game.unwrap()).collect();
        assert_eq!(whole.last().unwrap().tag("White"), Some(white), "{encoding:?}");
        if text.len() < 2_000 {
            let pieces = InPieces(&bytes, 7);
            let in_pieces: Vec<_> = Games::new(pieces).map(|game| game.unwrap()).collect();
            assert_eq!(whole, in_pieces, "{encoding:?}");
        }
        // A named encoding is not looked for.
        let options = ReadOptions::default().with_encoding(Choice::Fixed(encoding));
        let named = Games::with(&bytes[..], options, ()).last().unwrap().unwrap();
        assert_eq!(named.tag("White"), Some(white));
    }
}

/// A text that comes in pieces of this many bytes.
struct InPieces<'a>(&'a [u8], usize);

impl std::io::Read for InPieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let len = self.1.min(buffer.len());
        self.0.read(&mut buffer[..len])
    }
}
