//! Games for eyes: `pgn convert` to text, html and svg.
//!
//! Owns: what goes into a file, and what is refused. Knows nothing of: the layout.
//! Standard: §10, §17. Decisions: D-59, D-62, D-63.
//! Start at the first test.

use crate::scratch::Dir;

const GAMES: &str = "[White \"Ü\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4! {good} e5 2. Nf3 $14 1-0\n\n\
                     [White \"C\"]\n\n1. d4 $220 d5 *\n";

#[test]
fn games_are_written_to_be_read() {
    let dir = Dir::new();
    dir.file("a.pgn", GAMES);
    let text = dir.pgn().args("convert --to text a.pgn").output().status(0).stdout;
    assert!(
        text.starts_with("Ü – B  1-0\n\n1. e4! good 1... e5 2. Nf3 ⩲ 1-0\n\n\nC – ?  *\n"),
        "{text}"
    );
    assert_eq!(text.matches("a b c d e f g h").count(), 1);
    let ascii = dir.pgn().args("convert --to text --ascii --pieces fr a.pgn").output().status(0);
    assert!(ascii.stdout.is_ascii(), "{}", ascii.stdout);
    assert!(ascii.stdout.starts_with("? - B  1-0\n\n1. e4! good 1... e5 2. Cf3 += 1-0\n"));
    dir.pgn().args("convert a.pgn -o a.txt").output().status(0);
    assert_eq!(dir.read("a.txt"), text.as_bytes());
    for jobs in ["-j1", "-j2"] {
        let again = dir.pgn().args("convert --to text a.pgn").args(jobs).output().status(0);
        assert_eq!(again.stdout, text);
    }
}

#[test]
fn a_page_has_all_games_and_needs_nothing_else() {
    let dir = Dir::new();
    dir.file("a.pgn", GAMES);
    dir.pgn().args("convert a.pgn --pieces figurines -o a.html").output().status(0);
    let page = String::from_utf8(dir.read("a.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>\n") && page.ends_with("</html>\n"), "{page}");
    assert_eq!(page.matches("<article>").count(), 2);
    assert_eq!(page.matches("<figure>").count(), 2);
    assert!(page.contains("♘f3") && !page.contains("<script") && !page.contains("<link"), "{page}");
    let empty = dir.pgn().args("convert --to html").stdin("").output().status(0);
    assert!(empty.stdout.ends_with("<main>\n</main>\n</body>\n</html>\n"), "{}", empty.stdout);
}

#[test]
fn a_picture_is_of_one_game() {
    let dir = Dir::new();
    dir.file("a.pgn", GAMES);
    dir.file("b.pgn", "1. e4 e5 *");
    dir.pgn().args("convert b.pgn -o b.svg").output().status(0);
    let picture = String::from_utf8(dir.read("b.svg")).unwrap();
    assert!(picture.starts_with("<svg ") && picture.matches("<use ").count() == 32, "{picture}");
    let ran = dir.pgn().args("convert a.pgn -o a.svg").output().status(2);
    assert!(ran.stderr.contains("`pgn show --game N`"), "{}", ran.stderr);
    assert!(!dir.names().contains(&"a.svg".to_owned()));
    let ran = dir.pgn().args("convert --to svg").stdin("[Variant \"Shatranj\"] 1. e4 *").output();
    let ran = ran.status(0);
    assert!(ran.stdout.is_empty() && ran.stderr.contains("no picture is drawn"), "{}", ran.stderr);
}

#[test]
fn glyphs_may_have_signs_and_words_of_ones_own() {
    // §10-08
    let dir = Dir::new();
    dir.file("a.pgn", GAMES);
    dir.file("mine.tsv", "14\tWhite stands better\n1\tgood\t(!)\n");
    let ran = dir.pgn().args("convert --to text --nag-table mine.tsv a.pgn").output().status(0);
    assert!(
        ran.stdout.contains("1. e4(!) good 1... e5 2. Nf3 White stands better 1-0"),
        "{}",
        ran.stdout
    );
    dir.file("bad.tsv", "14\tx\nx\n");
    let ran = dir.pgn().args("convert --to html --nag-table bad.tsv a.pgn").output().status(2);
    assert!(ran.stderr.contains("bad.tsv: line 2"), "{}", ran.stderr);
    for line in ["--to pgn --nag-table mine.tsv", "--to html --ascii", "--to svg --pieces de"] {
        let ran = dir.pgn().args("convert a.pgn").args(line).output().status(2);
        assert!(ran.stderr.contains("makes sense only with"), "{line}: {}", ran.stderr);
    }
}
