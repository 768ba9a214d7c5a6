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
        text.starts_with("Ü – B  1-0\n\n1. e4!\n\ngood\n\n1... e5 2. Nf3 ⩲ 1-0\n\n\nC – ?  *\n"),
        "{text}"
    );
    assert_eq!(text.matches("a b c d e f g h").count(), 1);
    let ascii = dir.run("convert --to text --ascii --piece-language fr a.pgn", 0);
    assert!(ascii.stdout.is_ascii(), "{}", ascii.stdout);
    assert!(ascii.stdout.starts_with("? - B  1-0\n\n1. e4!\n\ngood\n\n1... e5 2. Cf3 += 1-0\n"));
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
    empty.stdout_ends("<main>\n<h1>Games</h1>\n</main>\n</body>\n</html>\n");
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
fn a_picture_may_be_a_png() {
    let dir = Dir::with("a.pgn", GAMES);
    dir.file("b.pgn", "1. e4 e5 *");
    dir.run("convert b.pgn -o b.png", 0);
    dir.run("show b.pgn -o c.png", 0);
    assert!(dir.read("b.png").starts_with(b"\x89PNG\r\n"));
    assert_eq!(dir.read("b.png"), dir.read("c.png"));
    dir.run("convert a.pgn -o a.png", 2).stderr_has("`pgn show --game N`");
    assert!(!dir.names().contains(&"a.png".to_owned()));
}

#[test]
fn a_sheet_has_a_title_and_diagrams_on_the_way() {
    let dir = Dir::with("a.pgn", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *");
    let page = dir.run("convert --to html --title A<B --diagrams 2 a.pgn", 0).stdout;
    assert!(page.contains("<title>A&lt;B</title>") && page.contains("<h1>A&lt;B</h1>"), "{page}");
    assert_eq!(page.matches("<figure>").count(), 2);
    let text = dir.run("convert --to text --diagrams 2 a.pgn", 0).stdout;
    assert_eq!(text.matches("a b c d e f g h").count(), 2);
    for line in ["--to pgn --diagrams 2", "--to text --title x", "--to text --tournament"] {
        dir.pgn().args("convert a.pgn").args(line).status(2).stderr_has("makes sense only with");
    }
    dir.run("convert --to html --diagrams 0 a.pgn", 2).stderr_has("--diagrams");
}

#[test]
fn a_tournament_has_standings_rounds_and_games_on_one_page() {
    let game = |event: &str, round: u8, white: &str, black: &str, result: &str| {
        format!(
            "[Event \"{event}\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n\
             [Black \"{black}\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n"
        )
    };
    let quad = [
        game("Quad", 2, "B", "<A>", "1/2-1/2"),
        game("Quad", 1, "<A>", "B", "1-0"),
        game("Quad", 3, "<A>", "C", "1-0"),
        game("Quad", 1, "C", "?", "*"),
    ];
    let dir = Dir::with("a.pgn", quad.concat());
    let page = dir.run("convert --to html --tournament -j1 a.pgn", 0).stdout;
    assert!(page.starts_with("<!DOCTYPE html>\n") && page.ends_with("</main>\n</body>\n</html>\n"));
    assert!(page.contains("<h1>Quad</h1>") && !page.contains("<script"), "{page}");
    assert!(page.contains("<th scope=\"row\" class=\"t\">&lt;A&gt;</th>"), "{page}");
    let rounds =
        &page[page.find("<div id=\"rounds\"").unwrap()..page.find("id=\"game-1\"").unwrap()];
    let links: Vec<&str> = rounds.lines().filter(|line| line.starts_with("<li>")).collect();
    assert_eq!(
        links,
        [
            "<li><a href=\"#game-2\">&lt;A&gt; – B</a> <span>1-0</span></li>",
            "<li><a href=\"#game-1\">B – &lt;A&gt;</a> <span>1/2-1/2</span></li>",
            "<li><a href=\"#game-3\">&lt;A&gt; – C</a> <span>1-0</span></li>",
            "<li><a href=\"#game-4\">C – ?</a> <span>*</span></li>",
        ]
    );
    for (n, players) in [(1, "B – &lt;A&gt;"), (4, "C – ?")] {
        let part = format!("<section id=\"game-{n}\">\n<article>\n<h2>{players} <span");
        assert!(page.contains(&part), "{page}");
    }
    for jobs in ["-j2", "-j4"] {
        let same = dir.pgn().args("convert --to html --tournament a.pgn").args(jobs).status(0);
        assert_eq!(same.stdout, page);
    }
    let two = [quad.concat(), game("Other", 1, "D", "E", "1-0")].concat();
    dir.file("b.pgn", &two);
    let ran = dir.run("convert --tournament b.pgn -o b.html", 2);
    ran.stderr_has("expected one event, found 2: Other, Quad").stderr_has("--where");
    assert!(!dir.names().contains(&"b.html".to_owned()));
    let one = dir.pgn().args("convert --to html --tournament b.pgn --where").arg("event = Quad");
    assert_eq!(one.status(0).stdout, page);
    dir.feed("convert --to html --tournament", "", 0).stdout_has("No games with players");
    dir.run("convert --to html --tournament --interactive a.pgn", 2).stderr_has("cannot be used");
}

#[test]
fn a_tournament_in_a_folder_has_a_page_for_each_game() {
    let game = |round: u8, white: &str, black: &str, result: &str| {
        format!(
            "[Event \"Quad\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n\
             [Black \"{black}\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n"
        )
    };
    let games = [game(1, "<A>", "B", "1-0"), game(2, "C", "<A>", "0-1"), game(3, "B", "C", "*")];
    let dir = Dir::with("a.pgn", games.concat());
    dir.run("convert --tournament a.pgn -o pages/", 0).stderr_has("4 pages in pages/");
    let mut names: Vec<String> = std::fs::read_dir(dir.at("pages"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["game-1.html", "game-2.html", "game-3.html", "index.html"]);
    let read = |name: &str| std::fs::read_to_string(dir.at("pages").join(name)).unwrap();
    let index = read("index.html");
    assert!(index.contains("<h1>Quad</h1>") && !index.contains("<article>"), "{index}");
    assert!(index.contains("<li><a href=\"game-2.html\">C – &lt;A&gt;</a>"), "{index}");
    let second = read("game-2.html");
    assert!(second.starts_with("<!DOCTYPE html>\n"), "{second}");
    assert!(second.ends_with("</main>\n</body>\n</html>\n"), "{second}");
    assert!(second.contains("<h1>Quad, game 2</h1>\n<article>\n<h2>C – &lt;A&gt; "), "{second}");
    for link in ["index.html", "game-1.html", "game-3.html"] {
        assert!(second.contains(&format!("<a href=\"{link}\">")), "{second}");
    }
    assert!(!read("game-1.html").contains("Previous") && !read("game-3.html").contains("Next"));
    // A folder that exists needs no slash; pages are replaced, and other formats need a file.
    dir.run("convert --to html --tournament --title Mine a.pgn -o pages", 0);
    assert!(read("game-1.html").contains("<h1>Mine, game 1</h1>"));
    dir.run("convert --to html a.pgn -o pages", 2).stderr_has("is a folder");
    // If the games are of several events, or none can be read, nothing is created.
    dir.file("b.pgn", games.concat() + &games[0].replace("Quad", "Other"));
    dir.run("convert --tournament b.pgn -o other/", 2).stderr_has("expected one event");
    dir.run("convert --tournament none.pgn -o other/", 2).stderr_has("none.pgn");
    dir.run("convert --tournament a.pgn -o a.pgn/", 2);
    assert_eq!(dir.names(), ["a.pgn", "b.pgn", "pages"]);
    // If an input cannot be read, the old pages stay.
    let ran = dir.run("convert --tournament a.pgn none.pgn -o pages", 2);
    ran.stderr_has("not replaced");
    assert!(read("game-1.html").contains("<h1>Mine, game 1</h1>"));
}

#[test]
fn glyphs_may_have_signs_and_words_of_ones_own() {
    // §10-08
    let dir = Dir::with("a.pgn", GAMES);
    dir.file("mine.tsv", "14\tWhite stands better\n1\tgood\t(!)\n");
    dir.run("convert --to text --nag-table mine.tsv a.pgn", 0)
        .stdout_has("1. e4(!)\n\ngood\n\n1... e5 2. Nf3 White stands better 1-0");
    dir.file("bad.tsv", "14\tx\nx\n");
    dir.run("convert --to html --nag-table bad.tsv a.pgn", 2).stderr_has("bad.tsv: line 2");
    for line in
        ["--to pgn --nag-table mine.tsv", "--to html --ascii", "--to svg --piece-language de"]
    {
        dir.pgn().args("convert a.pgn").args(line).status(2).stderr_has("makes sense only with");
    }
}
