//! Files, folders and streams as sources.

use std::fs;
use std::io::{Read as _, Write as _};

use pgn_db::error::ErrorKind;
use pgn_db::source::{Compression, Damage, Inputs, Note, Origin, SharedCount};

use crate::scratch::{Dir, pack, read_all};

fn ok(name: &str, text: &str) -> Result<(String, String), String> {
    Ok((name.to_owned(), text.to_owned()))
}

#[test]
fn a_folder_gives_its_game_files_in_the_order_of_their_names() {
    let dir = Dir::new();
    dir.file("g/b.pgn", "b");
    dir.file("g/B.PGN", "B");
    dir.file("g/a/z.pgn", "z");
    dir.file("g/c.pgn.gz", pack(Compression::Gzip, "c"));
    dir.file("g/d.pgn.Zst", pack(Compression::Zstd, "d"));
    dir.file("g/notes.txt", "no games");
    dir.file("g/old.pgn~", "no games");
    dir.file("g/.hidden.pgn", "hidden");
    dir.file("g/.git/x.pgn", "hidden");
    let expected =
        [("B.PGN", "B"), ("a/z.pgn", "z"), ("b.pgn", "b"), ("c.pgn.gz", "c"), ("d.pgn.Zst", "d")];
    let expected: Vec<_> =
        expected.iter().map(|(name, text)| ok(&format!("g/{name}"), text)).collect();
    assert_eq!(dir.sources(&["g"]), expected);
    assert_eq!(Inputs::gather(&[dir.at("g")]).skipped_count(), 2);
}

#[test]
fn open_games_unpacks_and_goes_on_after_trouble() {
    let dir = Dir::new();
    dir.file("g/a.pgn", "1. e4 * 1. d4 d5 *");
    dir.file("g/b.pgn.zst", pack(Compression::Zstd, "1. c4 c5 2. g3 *"));
    dir.file("g/c.pgn.gz", "\u{1f}no gzip");
    dir.file("g/d.pgn", pack(Compression::Gzip, "1. f4 *"));
    let ply_count = |game: pgnkit::Game| game.n_plies();
    let found: Vec<_> =
        pgn_db::open_games(dir.at("g")).map(|game| game.map(ply_count).ok()).collect();
    assert_eq!(found, [Some(1), Some(2), Some(3), None, Some(1)]);
    let missing: Vec<_> = pgn_db::open_games(dir.at("none.pgn")).collect();
    assert_eq!(missing.len(), 1);
    assert_eq!(missing[0].as_ref().unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn a_file_that_is_named_is_read_whatever_it_is_called() {
    let dir = Dir::new();
    dir.file("notes.txt", "x");
    dir.file(".hidden", "y");
    assert_eq!(dir.sources(&["notes.txt", ".hidden"]), [ok("notes.txt", "x"), ok(".hidden", "y")]);
}

#[test]
fn trouble_with_one_leaves_the_others() {
    let dir = Dir::new();
    dir.file("a.pgn", "a");
    dir.file("none/notes.txt", "");
    fs::create_dir(dir.at("empty")).unwrap();
    dir.file("z.pgn", "z");
    assert_eq!(
        dir.sources(&["a.pgn", "missing.pgn", "none", "empty", "a.pgn/x.pgn", "z.pgn"]),
        [
            ok("a.pgn", "a"),
            Err("missing.pgn: no such file or folder".to_owned()),
            Err("none: no game files in this folder (names end in .pgn, .pgc, .bgn, .cbh, .si4, .si5, \
                 .cbf, .2cbh, .cbv, .cbz, .pgn.gz, .pgn.zst, .pgn.bz2, .pgn.xz or .zip; others here: 1)"
                .to_owned()),
            Err("empty: no game files in this folder (it holds no files at all)".to_owned()),
            Err("a.pgn/x.pgn: a part of this path is not a folder".to_owned()),
            ok("z.pgn", "z"),
        ]
    );
}

#[test]
fn standard_input_can_be_named_once() {
    let inputs = Inputs::gather(&["-", "-"]);
    let kinds: Vec<_> = inputs.sources().map(|one| one.map(|it| it.origin)).collect();
    assert_eq!(kinds[0].as_ref().unwrap(), &Origin::Stdin);
    assert_eq!(kinds[1].as_ref().unwrap_err().kind(), ErrorKind::Usage);
}

#[cfg(unix)]
#[test]
fn loops_and_tangles_of_links_end() {
    use std::os::unix::fs::symlink;
    let dir = Dir::new();
    dir.file("g/a.pgn", "a");
    symlink(".", dir.at("g/here")).unwrap();
    symlink("..", dir.at("g/up")).unwrap();
    // Each level can be entered in two ways: 2^40 paths lead to the last.
    let mut level = "g/t".to_owned();
    fs::create_dir(dir.at(&level)).unwrap();
    for _ in 0..40 {
        fs::create_dir(dir.at(&format!("{level}/x"))).unwrap();
        symlink("x", dir.at(&format!("{level}/y"))).unwrap();
        level.push_str("/x");
    }
    dir.file(&format!("{level}/z.pgn"), "z");
    let found = dir.sources(&["g"]);
    assert_eq!(found, [ok("g/a.pgn", "a"), ok(&format!("{level}/z.pgn"), "z")]);
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_dangling_ones_reported() {
    use std::os::unix::fs::symlink;
    let dir = Dir::new();
    dir.file("elsewhere/a.pgn", "a");
    dir.file("elsewhere/sub/b.pgn", "b");
    fs::create_dir(dir.at("g")).unwrap();
    symlink("../elsewhere/a.pgn", dir.at("g/a.pgn")).unwrap();
    symlink("../elsewhere/sub", dir.at("g/sub")).unwrap();
    symlink("nowhere", dir.at("g/gone.pgn")).unwrap();
    symlink("nowhere", dir.at("g/gone.txt")).unwrap();
    assert_eq!(
        dir.sources(&["g"]),
        [
            ok("g/a.pgn", "a"),
            Err("g/gone.pgn: no such file or folder".to_owned()),
            ok("g/sub/b.pgn", "b"),
        ]
    );
}

#[cfg(unix)]
#[test]
fn what_may_not_be_read_is_said_and_the_rest_is_read() {
    use std::os::unix::fs::PermissionsExt;
    let dir = Dir::new();
    dir.file("g/a.pgn", "a");
    dir.file("g/locked/b.pgn", "b");
    dir.file("g/secret.pgn", "c");
    let lock = |name: &str, mode| {
        fs::set_permissions(dir.at(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    lock("g/locked", 0o000);
    lock("g/secret.pgn", 0o000);
    let superuser = fs::read(dir.at("g/secret.pgn")).is_ok();
    let found = dir.sources(&["g"]);
    lock("g/locked", 0o755);
    if superuser {
        return pgn_testing::skip_as_superuser();
    }
    assert_eq!(
        found,
        [
            ok("g/a.pgn", "a"),
            Err("g/locked: no permission".to_owned()),
            Err("g/secret.pgn: no permission".to_owned()),
        ]
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_in_a_folder_is_passed_over_and_a_named_one_is_read() {
    let dir = Dir::new();
    dir.file("g/a.pgn", "a");
    let made = std::process::Command::new("mkfifo").arg(dir.at("g/p.pgn")).status();
    if !made.is_ok_and(|status| status.success()) {
        return pgn_testing::skip("mkfifo");
    }
    assert_eq!(dir.sources(&["g"]), [ok("g/a.pgn", "a")]);
    let pipe = dir.at("g/p.pgn");
    let feed = std::thread::spawn(move || {
        fs::OpenOptions::new().write(true).open(pipe).unwrap().write_all(b"through the pipe")
    });
    assert_eq!(dir.sources(&["g/p.pgn"]), [ok("g/p.pgn", "through the pipe")]);
    feed.join().unwrap().unwrap();
}

#[test]
fn a_file_that_grows_is_read_as_far_as_it_went() {
    let dir = Dir::new();
    let path = dir.file("log.pgn", "a".repeat(100_000));
    let mut source = Inputs::gather(std::slice::from_ref(&path)).sources().next().unwrap().unwrap();
    let mut text = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let n = source.read.read(&mut buffer).unwrap();
        if n == 0 {
            break;
        }
        text.extend_from_slice(&buffer[..n]);
        fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(&[b'b'; 5000]).unwrap();
    }
    assert_eq!(text, [b'a'; 100_000]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_claims_to_be_empty_is_read_all_the_same() {
    let mut source = Inputs::gather(&["/proc/self/status"]).sources().next().unwrap().unwrap();
    let mut text = String::new();
    source.read.read_to_string(&mut text).unwrap();
    assert!(text.contains("Name:"), "{text}");
}

#[test]
fn the_layers_are_noted_from_the_outside_in() {
    let dir = Dir::new();
    let utf16: Vec<u8> = "[Event \"é\"]".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let packed = pack(Compression::Gzip, pack(Compression::Xz, &utf16));
    let path = dir.file("a.pgn.xz.gz", &packed);
    let inputs = Inputs::gather(&[path]);
    let count: SharedCount = inputs.read_bytes();
    assert_eq!(inputs.total_bytes(), Some(packed.len() as u64));
    let source = inputs.sources().next().unwrap().unwrap();
    let error = source.place().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    let (notes, own) = (source.notes.clone(), source.read_bytes.clone());
    assert_eq!(read_all(source.read).0, "[Event \"é\"]");
    let endian = pgn_db::source::Endian::Little;
    assert_eq!(
        notes.list(),
        [
            Note::Compressed(Compression::Gzip),
            Note::Compressed(Compression::Xz),
            Note::Utf16 { endian, marked: false }
        ]
    );
    assert!(notes.transcoded());
    assert_eq!((count.get(), own.get()), (packed.len() as u64, packed.len() as u64));
}

#[test]
fn three_layers_are_too_many() {
    let dir = Dir::new();
    let once = pack(Compression::Gzip, "x");
    dir.file("a.pgn.gz", pack(Compression::Gzip, pack(Compression::Gzip, once)));
    let error = "a.pgn.gz: compressed more than 2 times (unpack it first)".to_owned();
    assert_eq!(dir.sources(&["a.pgn.gz"]), [Err(error)]);
}

#[test]
fn a_plain_file_with_a_compressed_name_is_read_and_noted() {
    let dir = Dir::new();
    let path = dir.file("a.pgn.gz", "[Event \"?\"]");
    let source = Inputs::gather(&[path]).sources().next().unwrap().unwrap();
    assert_eq!(source.place().unwrap().1, None);
    assert_eq!(source.notes.list(), [Note::NotCompressed(Compression::Gzip)]);
}

#[test]
fn a_file_knows_how_it_is_written_anew() {
    let dir = Dir::new();
    let path = dir.file("a.pgn", pack(Compression::Bzip2, "x"));
    let source = Inputs::gather(std::slice::from_ref(&path)).sources().next().unwrap().unwrap();
    assert_eq!(source.place().unwrap(), (path.as_path(), Some(Compression::Bzip2)));
}

#[test]
fn a_mark_of_utf8_is_left_to_the_reader_of_games() {
    let dir = Dir::new();
    dir.file("a.pgn", "\u{FEFF}[Event \"é\"]");
    assert_eq!(dir.sources(&["a.pgn"]), [ok("a.pgn", "\u{FEFF}[Event \"é\"]")]);
}

#[test]
fn a_cut_file_gives_its_text_and_then_the_place() {
    let dir = Dir::new();
    let packed = pack(Compression::Gzip, "[Event \"?\"]\n\n1. e4 *\n");
    let cut = packed.len() - 5;
    let path = dir.file("a.pgn.gz", &packed[..cut]);
    let source = Inputs::gather(&[path]).sources().next().unwrap().unwrap();
    let (text, end) = read_all(source.read);
    let error = end.unwrap_err();
    let damage = Damage::of(&error).unwrap();
    assert_eq!(text, "[Event \"?\"]\n\n1. e4 *\n");
    assert_eq!((damage.compressed_offset, damage.text_offset), (cut as u64, text.len() as u64));
    for empty in ["b.pgn.gz", "b.pgn.zst", "b.pgn.bz2", "b.pgn.xz"] {
        dir.file(empty, "");
        let found = dir.sources(&[empty]);
        let error = found[0].as_ref().unwrap_err();
        assert!(error.contains("data are truncated at byte 0, after 0 bytes of text"), "{error}");
    }
}

#[test]
fn files_of_other_packers_are_refused_with_advice() {
    let dir = Dir::new();
    dir.file("a.pgn", b"7z\xBC\xAF\x27\x1C\0\0");
    let error = "a.pgn: packed with 7-Zip, which is not supported (unpack it first)".to_owned();
    assert_eq!(dir.sources(&["a.pgn"]), [Err(error)]);
}
