//! Games for eyes: `pgn convert` to text, html and svg.
//!
//! Standard: §10, §17. Decisions: D-59, D-62, D-63.

use crate::scratch::Dir;

const GAMES: &str = "[White \"Ü\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4! {good} e5 2. Nf3 $14 1-0\n\n\
                     [White \"C\"]\n\n1. d4 $220 d5 *\n";

#[test]
fn games_are_written_to_be_read() {
    let dir = Dir::with("a.pgn", GAMES);
    let text = dir.run("convert --to text a.pgn", 0).stdout;
    assert!(
        text.starts_with("Ü – B  1-0\n\n1. e4! good 1... e5 2. Nf3 ⩲ 1-0\n\n\nC – ?  *\n"),
        "{text}"
    );
    assert_eq!(text.matches("a b c d e f g h").count(), 1);
    let ascii = dir.run("convert --to text --ascii --piece-language fr a.pgn", 0);
    assert!(ascii.stdout.is_ascii(), "{}", ascii.stdout);
    assert!(ascii.stdout.starts_with("? - B  1-0\n\n1. e4! good 1... e5 2. Cf3 += 1-0\n"));
    dir.run("convert a.pgn -o a.txt", 0);
    assert_eq!(dir.read("a.txt"), text.as_bytes());
    for jobs in ["-j1", "-j2"] {
        dir.pgn().args("convert --to text a.pgn").args(jobs).status(0).stdout_is(&text);
    }
}

#[test]
fn a_page_has_all_games_and_needs_nothing_else() {
    let dir = Dir::with("a.pgn", GAMES);
    dir.run("convert a.pgn --piece-language figurines -o a.html", 0);
    let page = String::from_utf8(dir.read("a.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>\n") && page.ends_with("</html>\n"), "{page}");
    assert_eq!(page.matches("<article>").count(), 2);
    assert_eq!(page.matches("<figure>").count(), 2);
    assert!(page.contains("♘f3") && !page.contains("<script") && !page.contains("<link"), "{page}");
    let empty = dir.feed("convert --to html", "", 0);
    empty.stdout_ends("<main>\n</main>\n</body>\n</html>\n");
}

#[test]
fn a_picture_is_of_one_game() {
    let dir = Dir::with("a.pgn", GAMES);
    dir.file("b.pgn", "1. e4 e5 *");
    dir.run("convert b.pgn -o b.svg", 0);
    let picture = String::from_utf8(dir.read("b.svg")).unwrap();
    assert!(picture.starts_with("<svg ") && picture.matches("<use ").count() == 32, "{picture}");
    dir.run("convert a.pgn -o a.svg", 2).stderr_has("`pgn show --game N`");
    assert!(!dir.names().contains(&"a.svg".to_owned()));
    let ran = dir.pgn().args("convert --to svg").stdin("[Variant \"Shatranj\"] 1. e4 *").output();
    ran.status(0).stdout_is("").stderr_has("no picture is drawn");
}

#[test]
fn glyphs_may_have_signs_and_words_of_ones_own() {
    // §10-08
    let dir = Dir::with("a.pgn", GAMES);
    dir.file("mine.tsv", "14\tWhite stands better\n1\tgood\t(!)\n");
    dir.run("convert --to text --nag-table mine.tsv a.pgn", 0)
        .stdout_has("1. e4(!) good 1... e5 2. Nf3 White stands better 1-0");
    dir.file("bad.tsv", "14\tx\nx\n");
    dir.run("convert --to html --nag-table bad.tsv a.pgn", 2).stderr_has("bad.tsv: line 2");
    for line in
        ["--to pgn --nag-table mine.tsv", "--to html --ascii", "--to svg --piece-language de"]
    {
        dir.pgn().args("convert a.pgn").args(line).status(2).stderr_has("makes sense only with");
    }
}
