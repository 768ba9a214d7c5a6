//! Zip archives as sources.

use std::io::{Cursor, Write as _};

use pgn_db::error::ErrorKind;
use pgn_db::source::{Compression, Inputs, Origin};
use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::scratch::{Dir, pack};

type Found = Vec<Result<(String, String), String>>;

fn options(method: CompressionMethod) -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(method)
}

/// An archive of these members, every second one stored.
fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (i, (name, text)) in members.iter().enumerate() {
        let method =
            if i % 2 == 0 { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        writer.start_file(*name, options(method)).unwrap();
        writer.write_all(text).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// The same as a program writes it that cannot go back: lengths are after the data.
fn streamed_archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new_stream(Vec::new());
    for (i, (name, text)) in members.iter().enumerate() {
        let method =
            if i % 2 == 0 { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        writer.start_file(*name, options(method)).unwrap();
        writer.write_all(text).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

const MEMBERS: [(&str, &[u8]); 6] = [
    ("one.pgn", b"the first game"),
    ("readme.txt", b"no"),
    ("d/two.PGN", b"second"),
    ("x.pgn", b"third"),
    ("__MACOSX/._one.pgn", b"\0\x05\x16\x07"),
    (".git/old.pgn", b"hidden"),
];

fn expected(archive: &str) -> Found {
    let all = [("one.pgn", "the first game"), ("d/two.PGN", "second"), ("x.pgn", "third")];
    all.iter().map(|(name, text)| Ok((format!("{archive}/{name}"), (*text).to_owned()))).collect()
}

#[test]
fn each_member_that_is_a_game_file_is_a_source() {
    let dir = Dir::new();
    dir.file("a.zip", archive(&MEMBERS));
    dir.file("b.pgn", streamed_archive(&MEMBERS));
    dir.file("c.pgn", "plain");
    assert_eq!(dir.sources(&["a.zip"]), expected("a.zip"));
    let mut all = expected("a.zip");
    all.extend(expected("b.pgn"));
    all.push(Ok(("c.pgn".to_owned(), "plain".to_owned())));
    assert_eq!(dir.sources(&["a.zip", "b.pgn", "c.pgn"]), all);
}

#[test]
fn members_with_one_name_are_all_read() {
    let dir = Dir::new();
    // The writer refuses a name that was there before.
    let mut whole = archive(&[("1.pgn", b"one"), ("2.pgn", b"two"), ("3.pgn", b"three")]);
    for at in 0..whole.len() - 4 {
        if whole[at + 1..].starts_with(b".pgn") {
            whole[at] = b'1';
        }
    }
    dir.file("a.zip", whole);
    let ok = |text: &str| Ok(("a.zip/1.pgn".to_owned(), text.to_owned()));
    assert_eq!(dir.sources(&["a.zip"]), [ok("one"), ok("two"), ok("three")]);
}

#[test]
fn a_member_knows_its_archive() {
    let dir = Dir::new();
    let path = dir.file("a.zip", archive(&MEMBERS));
    let inputs = Inputs::gather(std::slice::from_ref(&path));
    let count = inputs.read_bytes();
    let source = inputs.sources().next().unwrap().unwrap();
    assert_eq!(source.origin, Origin::Member(Box::new(Origin::File(path.clone()))));
    assert_eq!(source.path(), Some(path.as_path()));
    assert_eq!(source.place().unwrap_err().kind(), ErrorKind::Unsupported);
    assert!(count.get() > 0);
}

#[test]
fn compressed_members_and_nested_archives_are_unpacked() {
    let dir = Dir::new();
    let inner = archive(&[("in.pgn", b"inner")]);
    let gz = pack(Compression::Gzip, "packed");
    dir.file("a.zip", archive(&[("m.pgn.gz", &gz), ("n.zip", &inner)]));
    dir.file("b.zip.xz", pack(Compression::Xz, &inner));
    let ok = |name: &str, text: &str| Ok((name.to_owned(), text.to_owned()));
    assert_eq!(
        dir.sources(&["a.zip", "b.zip.xz"]),
        [
            ok("a.zip/m.pgn.gz", "packed"),
            ok("a.zip/n.zip/in.pgn", "inner"),
            ok("b.zip.xz/in.pgn", "inner")
        ]
    );
}

#[test]
fn an_archive_in_an_archive_in_an_archive_is_too_much() {
    let dir = Dir::new();
    let inner = archive(&[("in.pgn", b"inner")]);
    let middle = archive(&[("m.zip", &inner)]);
    dir.file("a.zip", archive(&[("n.zip", &middle)]));
    let error = "a.zip/n.zip/m.zip: compressed more than 2 times (unpack it first)";
    assert_eq!(dir.sources(&["a.zip"]), [Err(error.to_owned())]);
}

#[test]
fn an_archive_without_games_says_so() {
    let dir = Dir::new();
    dir.file("a.zip", archive(&[("readme.txt", b"no")]));
    dir.file("b.zip", archive(&[]));
    let error = |name: &str| Err(format!("{name}: no game files in this archive"));
    assert_eq!(dir.sources(&["a.zip", "b.zip"]), [error("a.zip"), error("b.zip")]);
}

#[test]
fn an_archive_cut_anywhere_gives_what_it_holds_and_then_an_error() {
    for whole in [archive(&MEMBERS), streamed_archive(&MEMBERS)] {
        for cut in 0..whole.len() {
            let dir = Dir::new();
            dir.file("a.zip", &whole[..cut]);
            let found = dir.sources(&["a.zip"]);
            assert!(found.iter().any(Result::is_err), "{cut}: {found:?}");
            for (good, expected) in found.iter().filter(|one| one.is_ok()).zip(expected("a.zip")) {
                assert_eq!(good, &expected, "{cut}");
            }
        }
        // Only the directory is missing: every game is there.
        let dir = Dir::new();
        dir.file("a.zip", &whole[..whole.len() - 30]);
        let found = dir.sources(&["a.zip"]);
        let (last, games) = found.split_last().unwrap();
        assert_eq!(games, expected("a.zip"));
        let error = last.as_ref().unwrap_err();
        assert!(error.starts_with("a.zip: the zip data are truncated at byte"), "{error}");
    }
}

#[test]
fn a_changed_byte_never_gives_another_text_without_an_error() {
    let whole = archive(&MEMBERS[..2]);
    for i in 0..whole.len() {
        let mut changed = whole.clone();
        changed[i] ^= 0x55;
        let dir = Dir::new();
        dir.file("a.zip", &changed);
        let found = dir.sources(&["a.zip"]);
        // A changed name may be any name; the text may not be any text.
        let good = found.iter().flatten().all(|(_, text)| text == "the first game" || text == "no");
        assert!(good, "byte {i}: {found:?}");
    }
}

#[test]
fn a_wrong_check_sum_is_told_after_the_text() {
    let dir = Dir::new();
    let mut whole = archive(&[("a.txt", b"-"), ("b.pgn", b"stored text")]);
    let at = whole.windows(11).position(|part| part == b"stored text").unwrap();
    whole[at] = b'S';
    dir.file("a.zip", &whole);
    let found = dir.sources(&["a.zip"]);
    let expected = format!(
        "a.zip/b.pgn: \"Stored text\", then: the zip data do not match their checksum at byte {}, \
         after 11 bytes of text",
        at + 11
    );
    assert_eq!(found, [Err(expected)]);
}

#[test]
fn members_that_cannot_be_read_are_named_and_the_others_read() {
    let dir = Dir::new();
    let mut whole = archive(&[("a.pgn", b"a"), ("b.pgn", b"b"), ("c.pgn", b"c")]);
    // In the directory: the flags at offset 8 and the method at offset 10 of an entry.
    let entries: Vec<usize> =
        (0..whole.len() - 4).filter(|&i| whole[i..].starts_with(b"PK\x01\x02")).collect();
    whole[entries[0] + 8] |= 1;
    whole[entries[1] + 10] = 14;
    dir.file("a.zip", &whole);
    let found = dir.sources(&["a.zip"]);
    let error = |at: usize| found[at].as_ref().unwrap_err().as_str();
    assert_eq!(error(0), "a.zip/a.pgn: is encrypted (unpack it first)");
    assert_eq!(error(1), "a.zip/b.pgn: packed with LZMA, which is not supported (unpack it first)");
    assert_eq!(found[2], Ok(("a.zip/c.pgn".to_owned(), "c".to_owned())));
}

#[test]
fn every_one_of_very_many_archives_in_an_archive_is_read() {
    let inner = archive(&[("i.pgn", b"*")]);
    let names: Vec<String> = (0..20_000).map(|n| format!("{n}.zip")).collect();
    let members: Vec<(&str, &[u8])> = names.iter().map(|name| (&name[..], &inner[..])).collect();
    let dir = Dir::new();
    let path = dir.file("a.zip", archive(&members));
    assert_eq!(Inputs::gather(&[path]).sources().flatten().count(), 20_000);
}

#[test]
fn something_else_before_the_archive_does_no_harm() {
    let dir = Dir::new();
    let mut whole = b"MZ\x00\x01 a program that unpacks itself".to_vec();
    whole.extend(archive(&MEMBERS));
    dir.file("a.zip", whole);
    assert_eq!(dir.sources(&["a.zip"]), expected("a.zip"));
}

/// A database in an archive is read with its companions there; one that stands alone is refused.
#[test]
fn databases_in_an_archive_are_read_where_they_are() {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/databases");
    let of = |stem: &'static str, endings: &[&str]| -> Vec<(String, Vec<u8>)> {
        let file = |ending: &&str| {
            let bytes = std::fs::read(corpus.join(format!("{stem}.{ending}"))).unwrap();
            (format!("games/{}.{ending}", stem.to_uppercase()), bytes)
        };
        endings.iter().map(file).collect()
    };
    let dir = Dir::new();
    let mut members = of("legal", &["cbg", "cba", "cbh", "cbp", "cbt", "cbc", "cbs"]);
    members.extend(of("classic", &["si4", "sn4", "sg4"]));
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in &members {
        writer.start_file(&name[..], SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
        dir.file(name.strip_prefix("games/").unwrap(), bytes);
    }
    dir.file("all.zip", writer.finish().unwrap().into_inner());
    let text = |name: &str| dir.sources(&[name]).remove(0).unwrap().1;
    let expected = [
        Ok(("all.zip/games/LEGAL.cbh".to_owned(), text("LEGAL.cbh"))),
        Ok(("all.zip/games/CLASSIC.si4".to_owned(), text("CLASSIC.si4"))),
    ];
    assert_eq!(dir.sources(&["all.zip"]), expected);
    let little = Inputs::gather(&[dir.at("all.zip")]).sources().with_memory(300);
    for source in little {
        let told = source.unwrap_err().to_string();
        assert!(told.contains("unpacking it takes more than 0 MiB"), "{told}");
    }
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("lone.si4", SimpleFileOptions::default()).unwrap();
    writer.write_all(&members[7].1).unwrap();
    dir.file("lone.zip", writer.finish().unwrap().into_inner());
    let told = dir.sources(&["lone.zip"]).remove(0).unwrap_err();
    assert!(told.contains("a Scid database is several files in one folder"), "{told}");
}
