//! `pgn mail` as two players meet it.
//!
//! Standard: §21. Decisions: D-55.

use crate::scratch::Dir;

const TAGS: &str = "[Event \"Mail\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                    [White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\
                    [BlackNA \"b@example.org\"]\n[WhiteNA \"a@example.org\"]\n\n";

const FIRST: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - fmvn 1; hmvc 0; sm e4; \
                     tcgs 1; tcri \"b@example.org\" \"B\"; tcsi \"a@example.org\" \"A\";\n";

fn game(movetext: &str) -> String {
    format!("{TAGS}{movetext}\n\n")
}

#[test]
fn a_game_goes_to_and_fro() {
    let dir = Dir::with("a.pgn", game("*"));
    dir.file("b.pgn", game("*"));
    let send = |file: &str, what: &str| {
        let args = format!("mail write {file}.pgn -w {what}");
        dir.run(&args, 0).stdout
    };
    let receive = |file: &str, mail: &str| {
        let args = format!("mail read {file}.pgn");
        dir.feed(&args, mail, 0).stderr
    };
    let first = send("a", "--move e4");
    assert_eq!(first, FIRST);
    assert_eq!(dir.read("a.pgn"), game("1. e4 *").as_bytes());
    let mail = format!("From: a@example.org\nSubject: chess\n\nHello!\n\n{first}\n--\nA\n");
    assert_eq!(receive("b", &mail), "pgn: b.pgn: game 1: 1. e4 was added to the game\n");
    assert_eq!(receive("b", &mail), "pgn: b.pgn: game 1: 1. e4 was already in the game\n");
    assert_eq!(dir.read("b.pgn"), dir.read("a.pgn"));
    let second = send("b", "--move e7-e5 --offer-draw");
    let said = receive("a", &second);
    assert!(said.ends_with("pgn: a.pgn: game 1: a draw is offered\n"), "{said}");
    assert_eq!(dir.read("a.pgn"), game("1. e4 e5 {Draw offered.} *").as_bytes());
    let third = send("a", "--reject-draw --move Nf3");
    receive("b", &third);
    let fourth = send("b", "--resign");
    receive("a", &fourth);
    let over = "1. e4 e5 {Draw offered.} {Draw declined.} 2. Nf3 1-0";
    let over = game(over).replace("Result \"*\"", "Result \"1-0\"");
    assert_eq!(String::from_utf8(dir.read("a.pgn")).unwrap(), over);
    assert_eq!(dir.read("b.pgn"), dir.read("a.pgn"));
}

#[test]
fn a_claim_has_its_reason_or_a_remark() {
    let dir = Dir::new();
    let fen = |fields: &str| format!("[SetUp \"1\"]\n[FEN \"{fields}\"]\n");
    let three = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *";
    let rooks = "4k2r/8/8/8/8/8/4P3/R3K3 b - - 99 80";
    for (tags, moves, mv, why) in [
        (String::new(), three, "Ng8", "correctly: the position came up three times"),
        (fen(rooks), "80... *", "Kf7", "correctly: fifty moves without a capture"),
        (
            fen("4k3/4P3/8/8/8/8/8/4K3 b - - 0 80"),
            "80... *",
            "Kxe7",
            "correctly: neither side can win with these pieces",
        ),
        (String::new(), "1. e4 *", "e5", "but the game gives no reason for it"),
    ] {
        let text = game(moves).replace("\n\n1", &format!("\n{tags}\n1")).replace("80... ", "");
        let text = text.replace("\n\n*", &format!("\n{tags}\n*"));
        dir.file("a.pgn", &text);
        dir.file("b.pgn", &text);
        let args = format!("mail write a.pgn -w --claim-draw --move {mv}");
        let message = dir.run(&args, 0).stdout;
        let ran = dir.feed("mail read b.pgn", &message, 0);
        ran.stderr_has(format!("game 1: a draw is claimed, {why}"));
        assert!(String::from_utf8(dir.read("b.pgn")).unwrap().contains("[Result \"*\"]"), "{mv}");
    }
}

#[test]
fn the_last_move_is_sent_when_none_is_named() {
    let dir = Dir::with("a.pgn", game("1. e4 *"));
    let before = dir.read("a.pgn");
    dir.run("mail write a.pgn", 0).is(FIRST, "");
    dir.run("mail send a.pgn -o move.epd", 0);
    assert_eq!(dir.read("move.epd"), FIRST.as_bytes());
    assert_eq!(dir.read("a.pgn"), before);
}

#[test]
fn names_and_numbers_can_be_said() {
    let dir = Dir::with("a.pgn", "[White \"x\"]\n\n1. d4 *\n\n1. e4 *\n");
    dir.run("mail write a.pgn", 2).stderr_has("--game N");
    dir.run("mail write a.pgn --game 2", 2).stderr_has("WhiteNA").stderr_has("--sender");
    let who = "--sender a@example.org A --recipient b@example.org B";
    let args = format!("mail write a.pgn --game 2 --selector 1 {who}");
    assert_eq!(dir.run(&args, 0).stdout, FIRST);
    dir.run("mail write a.pgn --game 3", 2).stderr_has("has only 2 games, not 3");
}

#[test]
fn what_does_not_fit_changes_nothing() {
    let dir = Dir::new();
    let refuse = |stored: &str, mail: &str, why: &str| {
        dir.file("a.pgn", stored);
        dir.feed("mail read a.pgn", mail, 2).stderr_has(why);
        assert_eq!(dir.read("a.pgn"), stored.as_bytes());
    };
    refuse(&game("*"), "Hello\n", "expected an EPD record, found none");
    refuse(&game("*"), &FIRST.replace("tcgs 1", "tcgs 2"), "no game has the number 2");
    refuse(&game("*"), &FIRST.replace("\"A\"", "\"C\""), "White is expected to be `A`");
    refuse(&game("*"), &FIRST.replace("b@", "c@"), "`b@example.org`, found `c@example.org`");
    refuse(&game("1. d4 *"), FIRST, "expected the position");
    refuse(&game("1. d4 1/2-1/2"), FIRST, "it is over: 1/2-1/2");
    refuse(&game("*"), &FIRST.replace("sm e4", "sm e5"), "not a playable move (F206)");
    refuse(&game("*"), &FIRST.replace("sm e4; ", "draw_offer; "), "without one");
    refuse("no game", FIRST, "");
}

#[test]
fn other_games_and_other_spellings_stay() {
    let dir = Dir::new();
    let one = "[White \"x\"]\n1.d4   d5 {odd}  *\n\n";
    let ours = "[White \"A\"][Black \"B\"]\n[GameSelector \"1\"]\n\n*  ; to be played\n\n\n";
    let three = "1. c4 {unclosed";
    dir.file("a.pgn", format!("{one}{ours}{three}"));
    let ran = dir.feed("mail read a.pgn --game 1 --check", FIRST, 2);
    ran.stderr_has("game 1: does not fit");
    let ran = dir.feed("mail read a.pgn --check", FIRST, 0);
    ran.stderr_ends("1. e4 fits the game\n");
    dir.feed("mail read a.pgn", FIRST, 0);
    let changed = ours.replace("*  ;", "1. e4 *  ;");
    assert_eq!(
        String::from_utf8(dir.read("a.pgn")).unwrap(),
        format!("{one}{changed}{three}"),
        "only the move is new"
    );
}

#[test]
fn an_answer_joins_the_move_it_answers() {
    let dir = Dir::with("a.pgn", "[White \"A\"]\r\n[Black \"B\"]\r\n\r\n1. e4\r\n*\r\n");
    let args = "mail write a.pgn --move e5 --sender b@x B --recipient a@x A -w";
    dir.run(args, 0);
    let expected = "[White \"A\"]\r\n[Black \"B\"]\r\n\r\n1. e4 e5\r\n*\r\n";
    assert_eq!(String::from_utf8(dir.read("a.pgn")).unwrap(), expected);
}

#[test]
fn a_mail_is_unpacked() {
    let dir = Dir::new();
    let wrapped =
        FIRST.trim_end().replace("tcgs 1; ", "tcgs 1;=\r\n ").replace("KQkq - ", "KQkq=20- ");
    let mail = format!(
        "From: a@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; \
         boundary=\"b\"\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\
         Content-Transfer-Encoding: quoted-printable\r\n\r\nMein Zug:\r\n{wrapped}\r\n--b--\r\n"
    );
    dir.file("a.pgn", game("*"));
    dir.file("mail.eml", mail);
    dir.run("mail read a.pgn mail.eml", 0);
    assert_eq!(dir.read("a.pgn"), game("1. e4 *").as_bytes());
    dir.run("mail read a.pgn absent.eml", 2).stderr_has("absent.eml");
}

#[test]
fn only_files_can_be_written_in_place() {
    let dir = Dir::new();
    let ran = dir.feed("mail write - --move e4 -w", game("*"), 2);
    ran.stderr_has("in place").stdout_is("");
    dir.feed("mail write - --move e4", game("*"), 0).stdout_is(FIRST);
}
