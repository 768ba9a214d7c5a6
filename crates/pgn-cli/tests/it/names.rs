//! `pgn names`: a list of changes is written, read by a person, and applied to the letter.
//!
//! Standard: §8.1.1. Decisions: D-21.

use crate::scratch::Dir;

fn game(white: &str, black: &str, event: &str) -> String {
    format!("[Event  \"{event}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n1.e4   *\n\n")
}

fn games() -> String {
    [
        game("Yusupov, Artur", "Tal, M", "Cup 1990"),
        game("Jussupow,Artur", "Yusupov, Artur:Tal, Mikhail", "CUP 1990"),
        game("Tal, Mikhail", "Yusupov, Artur", "Cup 1990"),
        game("?", "Artur Yusupov", "Cup 1991"),
    ]
    .concat()
}

const LIST: &str = "\
# A list of changes for `pgn names apply`. A line that begins with # does nothing.
#kind\tfrom\tto\tgames\twhy
#player\tTal, M\tTal, Mikhail\t1\tless complete: perhaps the same person
player\tArtur Yusupov\tYusupov, Artur\t1\tthe same name in another spelling
player\tJussupow,Artur\tYusupov, Artur\t1\tthe same name in another spelling
event\tCUP 1990\tCup 1990\t1\tthe same name in another spelling
";

#[test]
fn a_list_is_written_and_applied() {
    let dir = Dir::with("a.pgn", games());
    let ran = dir.run("names report a.pgn -j2", 0);
    ran.stdout_is(LIST).stderr_is("pgn: 9 spellings: 3 sure changes, 1 uncertain\n");
    let line = "names report a.pgn --where";
    let ran = dir.pgn().args(line).arg("Event = \"Cup 1990\"").status(0);
    ran.stderr_is("pgn: 4 spellings: 0 sure changes, 1 uncertain\n");
    dir.run("names report --certain-only a.pgn -o list.tsv -q", 0).is("", "");
    let list = String::from_utf8(dir.read("list.tsv")).unwrap();
    // A person adds a line, and one that finds nothing.
    dir.file("list.tsv", format!("{list}player\tTal, Mikhail\tTal, Mihail\nsite\tx\ty\n"));
    let expected = "\
        pgn: a.pgn: 3 of 4 games changed\n\
        pgn: player Artur Yusupov is now Yusupov, Artur: 1 time\n\
        pgn: player Jussupow,Artur is now Yusupov, Artur: 1 time\n\
        pgn: event CUP 1990 is now Cup 1990: 1 time\n\
        pgn: player Tal, Mikhail is now Tal, Mihail: 2 times\n\
        pgn: 1 of 5 changes matched nothing\n";
    dir.run("names apply --changes list.tsv a.pgn -o b.pgn", 0).stderr_is(expected);
    let corrected = games()
        .replace("Jussupow,Artur", "Yusupov, Artur")
        .replace("Artur Yusupov", "Yusupov, Artur")
        .replace("[Event  \"CUP", "[Event \"Cup")
        .replace("Tal, Mikhail", "Tal, Mihail");
    assert_eq!(String::from_utf8(dir.read("b.pgn")).unwrap(), corrected);
    assert_eq!(dir.read("a.pgn"), games().as_bytes());
}

/// Lists are in the encoding that their words show, as games are (D-70).
#[test]
fn a_list_may_be_in_a_legacy_encoding() {
    use pgnkit::charset::{Encoding, encode};
    let game = |white: &str| format!("[White \"{white}\"]\n\n1. e4 *\n");
    let (short, long) = ("Карпов", "Карпов, Анатолий");
    let list = format!("player\t{short}\t{long}\n");
    for encoding in [Encoding::Windows1251, Encoding::Koi8R, Encoding::Utf8] {
        let dir = Dir::with("a.pgn", game(short));
        dir.file("list.tsv", encode(&list, encoding).unwrap());
        dir.run("names apply -q --changes list.tsv a.pgn", 0).is(game(long), "");
        dir.file("elos.tsv", encode(&format!("{short}\t2700\n"), encoding).unwrap());
        let ran = dir.run("tag -q --elos elos.tsv a.pgn", 0);
        assert!(ran.stdout.contains("[WhiteElo \"2700\"]"), "{}", ran.stdout);
        dir.file("who.txt", encode(&format!("{short}\n"), encoding).unwrap());
        let filter = dir.pgn().args("filter --count a.pgn --where").arg("White in @who.txt");
        filter.status(0).is("1\n", "");
    }
}

#[test]
fn nothing_but_the_list_is_applied() {
    let dir = Dir::with("a.pgn", games());
    dir.file("swap.tsv", "player\tTal, Mikhail\tTal, M\nplayer\tTal, M\tTal, Mikhail\n");
    let ran = dir.run("names apply -q --changes swap.tsv a.pgn", 0);
    // A changed name is not changed again.
    let expected = games().replace("Tal, Mikhail", "#").replace("Tal, M", "Tal, Mikhail");
    assert_eq!(ran.stdout, expected.replace('#', "Tal, M"));
    let apply = dir.pgn().args("names apply -q --changes swap.tsv -w a.pgn --where");
    apply.arg("Event = \"nothing\"").status(0);
    assert_eq!(dir.read("a.pgn"), games().as_bytes());
    dir.file("bad.tsv", "\nplayer\tA\n");
    dir.run("names apply --changes bad.tsv a.pgn", 2)
        .stderr_has("bad.tsv:2: expected a kind, a spelling");
}

#[test]
fn lists_of_others_come_first() {
    let dir = Dir::with("a.pgn", games());
    dir.file("x.ssp", "@PLAYER\nTal, Mikhail Nekhemevich #gm LAT\n=Tal, Mikhail\n=Tal, M\n");
    dir.file("fide.txt", "ID      Name             Fed\n1       Jussupow, Artur  GER\n");
    let lists = "names report -q --lists-only --spelling x.ssp --fide fide.txt a.pgn";
    let ran = dir.run(lists, 0);
    let lines: Vec<&str> = ran.stdout.lines().skip(2).collect();
    assert_eq!(
        lines,
        [
            "player\tJussupow,Artur\tJussupow, Artur\t1\tFIDE list",
            "player\tTal, M\tTal, Mikhail Nekhemevich\t1\tspelling file",
            "player\tTal, Mikhail\tTal, Mikhail Nekhemevich\t2\tspelling file",
        ]
    );
    dir.file("aliases.tsv", "player\tArtur Yusupov\tJussupow, Artur\n");
    let ran = dir.run("names report -q --aliases aliases.tsv a.pgn", 0);
    let line = "player\tArtur Yusupov\tJussupow, Artur\t1\taliases\n";
    ran.stdout_has(line);
    assert!(!ran.stdout.contains("player\tArtur Yusupov\tYusupov, Artur"), "{}", ran.stdout);
    dir.file("none.txt", "nothing\n");
    dir.run("names report --fide none.txt a.pgn", 2).stderr_has("the columns Name and Fed");
}

/// Numbers, names, federations and years.
const LISTED: [(&str, &str, &str, &str); 4] = [
    ("13900048", "Tal, Mikhail", "LAT", "1936"),
    ("2000016", "Jussupow, Artur", "GER", "1960"),
    ("90001", "Long, John", "ENG", "1990"),
    ("90002", "Long, John", "USA", "1970"),
];

/// They in the columns of the list that FIDE publishes as text.
fn fide_table() -> String {
    let mut list = [
        "ID Number      Name                                                         ",
        "Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK ",
        "B-day Flag\r\n",
    ]
    .concat();
    for (id, name, federation, born) in LISTED {
        let row = format!("{id:<15}{name:<61}{federation:<4}{:72}{born:<6}{:4}\r\n", "M", "");
        list.push_str(&row);
    }
    list
}

fn fide_xml() -> String {
    let mut list = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<playerslist>\n");
    for (id, name, country, born) in LISTED {
        list.push_str(&format!(
            "<player>\n<fideid>{id}</fideid>\n<name>{name}</name>\n<country>{country}</country>\n\
             <sex>M</sex>\n<birthday>{born}</birthday>\n<flag></flag>\n</player>\n"
        ));
    }
    list + "</playerslist>\n"
}

#[test]
fn fide_numbers_are_reported_and_applied() {
    let dir = Dir::new();
    let game = |white: &str, black: &str, date: &str, more: &str| {
        format!(
            "[Event \"E\"]\n[Date \"{date}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n{more}\n1.e4   *\n\n"
        )
    };
    let games = [
        game("Tal,Mikhail", "Long, John", "1970.??.??", ""),
        game("Jussupow, Artur", "Tal, Mikhail", "1981.01.02", "[WhiteFideId \"2000016\"]\n"),
        game("JUSSUPOW, ARTUR", "Nobody, Here", "1950.??.??", "[BlackFideId \"?\"]\n"),
    ];
    dir.file("a.pgn", games.concat());
    dir.file("list.txt", fide_table());
    dir.file("list.xml", fide_xml());
    let expected = "\
        player\tJUSSUPOW, ARTUR\tJussupow, Artur\t1\tFIDE list\n\
        player\tTal,Mikhail\tTal, Mikhail\t1\tFIDE list\n\
        #fideid\tJUSSUPOW, ARTUR\t2000016\t1\tFIDE list: Jussupow, Artur, GER, born 1960; \
        but a game is of 1950\n\
        fideid\tTal, Mikhail\t13900048\t1\tFIDE list: Tal, Mikhail, LAT, born 1936\n\
        fideid\tTal,Mikhail\t13900048\t1\tFIDE list: Tal, Mikhail, LAT, born 1936\n";
    for list in ["list.txt", "list.xml"] {
        let line = format!("names report -q --lists-only --add-ids a.pgn -o c.tsv --fide {list}");
        dir.run(&line, 0);
        let changes = String::from_utf8(dir.read("c.tsv")).unwrap();
        assert_eq!(
            changes.lines().skip(2).map(|it| format!("{it}\n")).collect::<String>(),
            expected
        );
    }
    let ran = dir.run("names apply --changes c.tsv a.pgn", 0);
    let corrected = [
        games[0]
            .replace("Tal,Mikhail", "Tal, Mikhail")
            .replace("\n\n1.", "\n[WhiteFideId \"13900048\"]\n\n1."),
        games[1].replace("[WhiteFideId", "[BlackFideId \"13900048\"]\n[WhiteFideId"),
        games[2].replace("JUSSUPOW, ARTUR", "Jussupow, Artur"),
    ];
    ran.stdout_is(corrected.concat());
    ran.stderr_has("player Tal, Mikhail has FIDE number 13900048: 1 time");
    dir.file("bad.tsv", "fideid\tTal, Mikhail\tten\n");
    dir.run("names apply --changes bad.tsv a.pgn", 2)
        .stderr_has("bad.tsv:1: expected a number, found `ten`");
    dir.run("names report --add-ids a.pgn", 2);
    dir.file("list.zip", "PK\u{3}\u{4}...");
    dir.run("names report --fide list.zip a.pgn", 2).stderr_has("unpack it first");
    let broken = fide_xml().replace("</name>", "</nome>");
    dir.file("broken.xml", broken);
    dir.run("names report --fide broken.xml a.pgn", 2).stderr_has("broken.xml: no XML from byte ");
}

#[test]
fn the_rules_of_spelling_files_are_followed() {
    let dir = Dir::new();
    let game = |event: &str, site: &str, round: &str| {
        format!("[Event \"{event}\"]\n[Site \"{site}\"]\n[Round \"{round}\"]\n\n1. e4 *\n\n")
    };
    let games =
        [game("II champ 3rd", "Roma (Italy)", "Round 3"), game("Linares 2nd", "Roma ITA", "3")];
    dir.file("a.pgn", games.concat());
    dir.file(
        "x.ssp",
        "@EVENT\n%Prefix \"II \" \"2. \"\n%Infix \" 3rd\" \" III\"\nLinares II\n=Linares 2nd\n\
         @SITE\n%Suffix \"(Italy)\" \"ITA\"\n@ROUND\n%Prefix \"Round \" \"\"\n%Wrong line\n",
    );
    let report = "names report --lists-only --spelling x.ssp a.pgn -o c.tsv";
    dir.run(report, 0).stderr_has("x.ssp:10: not a line of a spelling file");
    let expected = [game("2. champ III", "Roma ITA", "3"), game("Linares II", "Roma ITA", "3")];
    dir.run("names apply -q --changes c.tsv a.pgn", 0).stdout_is(expected.concat());
    dir.run("names apply -q --changes c.tsv -w a.pgn", 0);
    dir.run(report, 0).stderr_has("0 sure changes");
    dir.file("y.ssp", "@EVENT\nLinares II\n%Prefix \"II \" \"2. \"\n");
    let report = "names report -v --lists-only --spelling y.ssp a.pgn -o c.tsv";
    dir.run(report, 0).stderr_has("y.ssp: 1 spelling, 1 rule\n");
}
