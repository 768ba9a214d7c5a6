//! `pgn names`: a list of changes is written, read by a person, and applied to the letter.
//!
//! Owns: the verbs from outside. Knows nothing of: how names are compared.
//! Standard: §8.1.1. Decisions: D-21.
//! Start at [`a_list_is_written_and_applied`].

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
#player\tTal, M\tTal, Mikhail\t1\tit says less: perhaps the same person
player\tArtur Yusupov\tYusupov, Artur\t1\tthe same name in another spelling
player\tJussupow,Artur\tYusupov, Artur\t1\tthe same name in another spelling
event\tCUP 1990\tCup 1990\t1\tthe same name in another spelling
";

#[test]
fn a_list_is_written_and_applied() {
    let dir = Dir::new();
    dir.file("a.pgn", games());
    let ran = dir.pgn().args("names report a.pgn -j2").output().status(0);
    assert_eq!(ran.stdout, LIST);
    assert_eq!(ran.stderr, "pgn: 9 spellings: 3 sure changes, 1 doubtful\n");
    let line = "names report a.pgn --where";
    let ran = dir.pgn().args(line).arg("Event = \"Cup 1990\"").output().status(0);
    assert_eq!(ran.stderr, "pgn: 4 spellings: 0 sure changes, 1 doubtful\n");
    let ran = dir.pgn().args("names report --sure a.pgn -o list.tsv -q").output().status(0);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", ""));
    let list = String::from_utf8(dir.read("list.tsv")).unwrap();
    // A person adds a line, and one that finds nothing.
    dir.file("list.tsv", format!("{list}player\tTal, Mikhail\tTal, Mihail\nsite\tx\ty\n"));
    let ran = dir.pgn().args("names apply --changes list.tsv a.pgn -o b.pgn").output().status(0);
    let expected = "\
        pgn: a.pgn: 3 of 4 games changed\n\
        pgn: player Artur Yusupov is now Yusupov, Artur: 1 times\n\
        pgn: player Jussupow,Artur is now Yusupov, Artur: 1 times\n\
        pgn: event CUP 1990 is now Cup 1990: 1 times\n\
        pgn: player Tal, Mikhail is now Tal, Mihail: 2 times\n\
        pgn: 1 of 5 changes found nothing\n";
    assert_eq!(ran.stderr, expected);
    let mended = games()
        .replace("Jussupow,Artur", "Yusupov, Artur")
        .replace("Artur Yusupov", "Yusupov, Artur")
        .replace("[Event  \"CUP", "[Event \"Cup")
        .replace("Tal, Mikhail", "Tal, Mihail");
    assert_eq!(String::from_utf8(dir.read("b.pgn")).unwrap(), mended);
    assert_eq!(dir.read("a.pgn"), games().as_bytes());
}

#[test]
fn nothing_but_the_list_is_applied() {
    let dir = Dir::new();
    dir.file("a.pgn", games());
    dir.file("swap.tsv", "player\tTal, Mikhail\tTal, M\nplayer\tTal, M\tTal, Mikhail\n");
    let ran = dir.pgn().args("names apply -q --changes swap.tsv a.pgn").output().status(0);
    // What was changed is not changed again.
    let expected = games().replace("Tal, Mikhail", "#").replace("Tal, M", "Tal, Mikhail");
    assert_eq!(ran.stdout, expected.replace('#', "Tal, M"));
    let apply = dir.pgn().args("names apply -q --changes swap.tsv -w a.pgn --where");
    apply.arg("Event = \"nothing\"").output().status(0);
    assert_eq!(dir.read("a.pgn"), games().as_bytes());
    dir.file("bad.tsv", "\nplayer\tA\n");
    let ran = dir.pgn().args("names apply --changes bad.tsv a.pgn").output().status(2);
    assert!(ran.stderr.contains("bad.tsv:2: expected a kind, a spelling"), "{}", ran.stderr);
}

#[test]
fn lists_of_others_come_first() {
    let dir = Dir::new();
    dir.file("a.pgn", games());
    dir.file("x.ssp", "@PLAYER\nTal, Mikhail Nekhemevich #gm LAT\n=Tal, Mikhail\n=Tal, M\n");
    dir.file("fide.txt", "ID      Name             Fed\n1       Jussupow, Artur  GER\n");
    let lists = "names report -q --lists-only --spelling x.ssp --fide fide.txt a.pgn";
    let ran = dir.pgn().args(lists).output().status(0);
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
    let ran = dir.pgn().args("names report -q --aliases aliases.tsv a.pgn").output().status(0);
    let line = "player\tArtur Yusupov\tJussupow, Artur\t1\taliases\n";
    assert!(ran.stdout.contains(line), "{}", ran.stdout);
    assert!(!ran.stdout.contains("player\tArtur Yusupov\tYusupov, Artur"), "{}", ran.stdout);
    dir.file("none.txt", "nothing\n");
    let ran = dir.pgn().args("names report --fide none.txt a.pgn").output().status(2);
    assert!(ran.stderr.contains("the columns Name and Fed"), "{}", ran.stderr);
}
