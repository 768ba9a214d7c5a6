use super::*;
use crate::testing;

const TAGS: &str = "[White \"A\"]\n[Black \"Bé\"]\n[Result \"*\"]\n[WhiteNA \"a@example.org\"]\n\
                    [BlackNA \"b@example.org\"]\n\n";

fn game(movetext: &str) -> Game {
    testing::game(&format!("{TAGS}{movetext}"))
}

fn line(message: &Message) -> String {
    let mut text = Vec::new();
    message.append(&mut text, &mut Vec::new());
    String::from_utf8(text).unwrap()
}

#[track_caller]
fn composed(movetext: &str, draft: Draft<'_>) -> Result<String, RefusedError> {
    compose(&game(movetext), 7, &draft, [None, None]).map(|message| line(&message))
}

const FIRST: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - fmvn 1; hmvc 0; sm e4; \
                     tcgs 7; tcri \"b@example.org\" \"Be\"; tcsi \"a@example.org\" \"A\";";

#[test]
fn a_move_is_one_record() {
    assert_eq!(composed("1. e4 *", Draft::default()).unwrap(), FIRST);
    assert_eq!(composed("*", Draft { mv: Some("e2e4"), ..Draft::default() }).unwrap(), FIRST);
}

#[test]
fn offers_claims_and_answers_are_operations() {
    let offer = Draft { mv: Some("e5"), draw: Some(Draw::Offer), ..Draft::default() };
    let said = composed("1. e4 *", offer).unwrap();
    assert!(said.contains(" e3 draw_offer; fmvn 1;"), "{said}");
    let offered = "1. e4 {Draw offered.} *";
    let answer = |answer| Draft { answer: Some(answer), ..Draft::default() };
    let said = composed(offered, answer(Answer::Accept)).unwrap();
    assert!(said.contains("draw_accept;") && !said.contains("sm "), "{said}");
    assert!(said.contains("tcri \"a@example.org\" \"A\"; tcsi \"b@example.org\" \"Be\";"));
    let decline = Draft { mv: Some("e5"), note: Some("Thanks; no."), ..answer(Answer::Decline) };
    let said = composed(offered, decline).unwrap();
    assert!(said.contains("c0 \"Thanks; no.\"; draw_reject; fmvn 1; hmvc 0; sm e5;"), "{said}");
    assert!(composed("1. e4 *", answer(Answer::Resign)).unwrap().contains(" resign;"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let answer = |answer| Draft { answer: Some(answer), ..Draft::default() };
    let mv = |mv| Draft { mv: Some(mv), ..Draft::default() };
    assert_eq!(composed("*", Draft::default()), Err(RefusedError::NoMove));
    assert_eq!(
        composed("1. e4 1-0", mv("e5")),
        Err(RefusedError::Finished(tag::Outcome::WhiteWins))
    );
    assert!(matches!(composed("1. e4 *", mv("e4")), Err(RefusedError::BadMove(_))));
    assert_eq!(composed("1. e4 *", mv("--")), Err(RefusedError::NullMove));
    assert_eq!(composed("1. e4 *", answer(Answer::Accept)), Err(RefusedError::NoOffer));
    let declined = "1. e4 {Draw offered.} {Draw declined.} *";
    assert_eq!(composed(declined, answer(Answer::Accept)), Err(RefusedError::NoOffer));
    let both = Draft { mv: Some("e5"), ..answer(Answer::Resign) };
    assert_eq!(composed("1. e4 *", both), Err(RefusedError::Contradiction));
    let draw = Draft { draw: Some(Draw::Offer), ..answer(Answer::Resign) };
    assert_eq!(composed("1. e4 *", draw), Err(RefusedError::Contradiction));
    let nameless = testing::game("[White \"A\"]\n\n1. e4 *");
    let refused = compose(&nameless, 1, &Draft::default(), [None, None]);
    assert_eq!(refused, Err(RefusedError::NoAddress(Color::White)));
}

/// The game after a message, as text, and the findings.
#[track_caller]
fn applied(movetext: &str, message: &str) -> (String, Result<Applied, MismatchError>) {
    let mut game = game(movetext);
    let message = find(message.as_bytes(), None).unwrap();
    let done = apply(&mut game, &message);
    let mut text = Vec::new();
    pgnkit::write::Export::default().append(&game, &mut text, &mut Vec::new()).unwrap();
    let text = String::from_utf8(text).unwrap();
    (text.rsplit("\n\n").nth(1).unwrap().to_owned(), done)
}

#[test]
fn a_message_is_put_in_where_it_fits() {
    assert_eq!(applied("*", FIRST), ("1. e4 *".to_owned(), Ok(Applied::Done)));
    assert_eq!(applied("1. e4 *", FIRST), ("1. e4 *".to_owned(), Ok(Applied::Already)));
    let (_, done) = applied("1. d4 *", FIRST);
    assert!(matches!(done, Err(MismatchError::Position(..))));
    let (_, done) = applied("1-0", FIRST);
    assert_eq!(done, Err(MismatchError::Finished(tag::Outcome::WhiteWins)));
    let (_, done) = applied("*", &FIRST.replace("\"A\"", "\"C\""));
    assert!(matches!(done, Err(MismatchError::Party(Color::White, ..))));
    let (_, done) = applied("*", &FIRST.replace("b@", "c@"));
    assert!(matches!(done, Err(MismatchError::Party(Color::Black, ..))));
    let (_, done) = applied("*", &FIRST.replace("fmvn 1", "fmvn 2"));
    assert!(matches!(done, Err(MismatchError::Position(..))));
}

const SECOND: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3";
const PARTIES: &str = "tcgs 7; tcri \"a@example.org\" \"A\"; tcsi \"b@example.org\" \"Bé\";";

#[test]
fn games_end_when_they_are_resigned_drawn_or_over() {
    let say = |movetext: &str, operations: &str| {
        let counters = "fmvn 1; hmvc 0;";
        let (text, done) = applied(movetext, &format!("{SECOND} {operations}{counters} {PARTIES}"));
        done.map(|_| text)
    };
    assert_eq!(say("1. e4 *", "resign; ").unwrap(), "1. e4 1-0");
    assert_eq!(
        say("1. e4 {Draw offered.} *", "draw_accept; ").unwrap(),
        "1. e4 {Draw offered.} 1/2-1/2"
    );
    assert_eq!(say("1. e4 *", "draw_accept; "), Err(MismatchError::NoOffer));
    assert_eq!(
        say("1. e4 {Draw offered.} *", "draw_reject; ").unwrap(),
        "1. e4 {Draw offered.} {Draw declined.} *"
    );
    let mate =
        "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 fmvn 2; hmvc 0; sm Qh4#;";
    let (text, done) = applied("1. f3 e5 2. g4 *", &format!("{mate} {PARTIES}"));
    assert_eq!((text.as_str(), done), ("1. f3 e5 2. g4 Qh4# 0-1", Ok(Applied::Done)));
}

#[test]
fn a_draw_needs_a_move() {
    let text = format!("{SECOND} draw_offer; fmvn 1; hmvc 0; {PARTIES}");
    assert_eq!(
        find(text.as_bytes(), None),
        Err(NotFoundError::NoMessage(1, NoMessageError::DrawWithoutMove))
    );
    let with = format!("{SECOND} draw_offer; fmvn 1; hmvc 0; sm e5; {PARTIES}");
    let (text, done) = applied("1. e4 *", &with);
    assert_eq!((text.as_str(), done), ("1. e4 e5 {Draw offered.} *", Ok(Applied::Done)));
}

#[test]
fn the_record_is_found_in_a_mail() {
    let (head, tail) = FIRST.split_at(FIRST.find("sm e4").unwrap());
    let (middle, end) = tail.split_at(tail.find("\"A\"").unwrap());
    let quoted = FIRST.replace("sm e4", "sm d4");
    let mail = format!(
        "Subject: our game\r\n\r\nHello,\r\n> {quoted}\r\n{head}\r\n{middle}\r\n {end}\r\nBye; B\r\n"
    );
    let message = find(mail.as_bytes(), None).unwrap();
    assert_eq!(line(&message), FIRST);
    for (text, expected) in [
        ("Hello, nothing here", NotFoundError::NoRecord),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - sm e4;",
            NotFoundError::NoMessage(1, NoMessageError::Lacks(Opcode::Tcgs)),
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - sm e5;",
            NotFoundError::Unsound(1, &epd::fault::UNPLAYABLE_OPERAND),
        ),
    ] {
        assert_eq!(find(text.as_bytes(), None), Err(expected), "{text}");
    }
    let selectorless = FIRST.replace("tcgs 7", "tcgs 0");
    assert!(find(selectorless.as_bytes(), None).is_err());
}

#[test]
fn a_message_survives_its_record() {
    let message = find(FIRST.as_bytes(), None).unwrap();
    assert_eq!(Message::from_record(&message.to_record()), Ok(message.clone()));
    assert_eq!(selector_of(&game("*"), 3), 3);
    let mut tagged = game("*");
    tagged.tags_mut_unchecked().set(SELECTOR_TAG, "12");
    assert_eq!(selector_of(&tagged, 3), 12);
}

#[test]
fn a_message_that_comes_twice_is_put_in_once() {
    let text = format!("{SECOND} c0 \"Hi\"; draw_offer; fmvn 1; hmvc 0; sm e5; {PARTIES}");
    let message = find(text.as_bytes(), None).unwrap();
    let mut game = game("1. e4 *");
    assert_eq!(apply(&mut game, &message), Ok(Applied::Done));
    let once = game.clone();
    assert_eq!(apply(&mut game, &message), Ok(Applied::Already));
    assert_eq!(game, once);
    let comments: Vec<_> = game.main_line().flat_map(|node| game.tree().comments(node)).collect();
    assert_eq!(comments, ["Draw offered.", "Hi"]);
}

#[test]
fn claims_are_judged_by_the_board() {
    let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *";
    assert!(claim(&game(repeated)).is_some_and(|why| why.contains("three times")));
    assert_eq!(claim(&game("1. Nf3 Nf6 2. Ng1 Ng8 *")), None);
    // The position that the claim is about may be the one before the move that goes with it.
    let existing = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *";
    assert!(claim(&game(existing)).is_some_and(|why| why.contains("three times")));
    assert_eq!(claim(&game(&existing.replace(" *", " e5 *"))), None);
    let at = |fields: &str, moves: &str| {
        claim(&game(&format!("[SetUp \"1\"]\n[FEN \"{fields}\"]\n\n{moves} *")))
    };
    let rooks = "4k2r/8/8/8/8/8/4P3/R3K3 w - -";
    assert_eq!(at(&format!("{rooks} 98 80"), "80. Ra2"), None);
    for moves in ["80. Ra2", "80. e4"] {
        assert!(at(&format!("{rooks} 100 80"), moves).is_some_and(|why| why.contains("fifty")));
    }
    for (fields, moves) in
        [("4k3/8/8/8/8/8/4p3/4K3", "80. Kxe2"), ("4k3/8/8/8/8/8/8/4K3", "80. Ke2")]
    {
        let why = at(&format!("{fields} w - - 0 80"), moves);
        assert!(why.is_some_and(|why| why.contains("neither side can win")), "{fields}");
    }
    assert_eq!(at("4k3/8/8/8/8/8/4p3/4K3 w - - 0 80", "80. Kd2"), None);
}

#[test]
fn games_of_variants_go_by_mail_too() {
    let tags = "[White \"A\"]\n[Black \"B\"]\n[Variant \"Crazyhouse\"]\n\n";
    let pgn = format!("{tags}1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Bxd2 *");
    let mut game = testing::game(&pgn);
    let party = |name: &str| Some(Party { address: "x".to_owned(), name: name.to_owned() });
    let draft = Draft { mv: Some("P@e3"), ..Draft::default() };
    let message = compose(&game, 1, &draft, [party("B"), party("A")]).unwrap();
    let text = line(&message);
    assert!(text.contains("sm @e3;") || text.contains("sm P@e3;"), "{text}");
    let found = find(text.as_bytes(), Some(pgnkit::chess::Variant::Crazyhouse)).unwrap();
    assert_eq!((apply(&mut game, &found), game.n_plies()), (Ok(Applied::Done), 8));
}

const PIECES: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
    "8/8/8/8/8/8/8/8 w - -",
    " ",
    "\n",
    "\r\n",
    " fmvn 1;",
    " hmvc 0;",
    " sm e4;",
    " sm e5;",
    " sm",
    " tcgs 7;",
    " tcgs 99999999999999999999;",
    " tcri \"b@example.org\" \"Be\";",
    " tcsi \"a@example.org\" \"A\";",
    " tcsi \"a",
    " draw_offer;",
    " draw_claim;",
    " draw_accept;",
    " draw_reject;",
    " resign;",
    " c0 \"}\";",
    "> ",
    "Hello; world",
    "é",
];

proptest::proptest! {
    /// What is found survives its record, and what is put in twice is put in once.
    #[test]
    fn any_mail_is_read(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..30),
        bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..20),
    ) {
        let text = [pieces.concat().into_bytes(), bytes].concat();
        for text in [&text[..], &[FIRST.as_bytes(), b"\n", &text].concat()] {
            let Ok(message) = find(text, None) else { continue };
            let mut written = Vec::new();
            message.append(&mut written, &mut Vec::new());
            let again = find(&written, None).expect("what is written is read");
            assert_eq!((again.act, again.selector), (message.act, message.selector));
            for movetext in ["*", "1. e4 *", "1. e4 {Draw offered.} *", "1. e4 1-0"] {
                let mut game = game(movetext);
                let before = game.clone();
                match apply(&mut game, &message) {
                    Ok(Applied::Done) => {
                        let once = game.clone();
                        let twice = apply(&mut game, &message);
                        assert!(twice != Ok(Applied::Done) && game == once, "{twice:?}");
                    }
                    Ok(Applied::Already) | Err(_) => assert_eq!(game, before),
                }
            }
        }
    }
}
