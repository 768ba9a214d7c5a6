//! Properties of a session, and what a reader sees.

use std::collections::BTreeSet;

use pgn_query::Context;
use pgnkit::syntax::Regions;
use proptest::prelude::*;

use crate::*;

const GAME: &str = "[White \"Tal, Mihail\"]\n[Black \"Botvinnik, Mikhail\"]\n[Result \"1-0\"]\n\n\
    1. e4 {[%clk 0:10:00] best by test} c6 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) \
    2. d4 $1 d5 3. Nc3 {[%csl Gd5][%cal Rc3d5]} 1-0\n";

fn session(text: &str) -> Session<GamesInMemory> {
    let mut session =
        Session::new(GamesInMemory::new("a.pgn", text.as_bytes().to_vec()), Context::default());
    session.perform(Browse::Open).expect("a game");
    session
}

fn lines(text: &str) -> LineMode<GamesInMemory> {
    let games = GamesInMemory::new("a.pgn", text.as_bytes().to_vec());
    let mut lines = LineMode::new(Session::new(games, Context::default()));
    lines.say("open");
    lines
}

/// Moves, comments and parentheses, as one line; the current move in brackets.
fn shown(session: &Session<GamesInMemory>) -> String {
    let editor = session.editor().expect("an open game");
    let word = |token: &Token<'_>| match &token.kind {
        TokenKind::Move { number, text, nags } => {
            let number = number.map(|number| format!("{number} ")).unwrap_or_default();
            let nags: String = nags.iter().map(|nag| format!(" ${}", nag.0)).collect();
            let text = format!("{number}{text}{nags}");
            if token.node == editor.node() { format!("[{text}]") } else { text }
        }
        TokenKind::Comment { text, .. } => format!("{{{text}}}"),
        TokenKind::Escape(text) => format!("%{text}"),
        TokenKind::Nag(nag) => format!("${}", nag.0),
        TokenKind::Open(_) => "(".to_owned(),
        TokenKind::Folded { first, n_moves, .. } => format!("({first} +{n_moves})"),
        TokenKind::Close(_) => ")".to_owned(),
        TokenKind::Marker(marker) => (*marker).to_owned(),
    };
    editor.tokens().iter().map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_movetext_has_numbers_where_a_line_is_interrupted() {
    let mut session = session(GAME);
    session.perform(Go::Next).unwrap();
    assert_eq!(
        shown(&session),
        "[1. e4] {[%clk 0:10:00] best by test} 1... c6 ( 1... c5 2. Nf3 ( 2. c3 d5 ) 2... d6 ) \
         ( 1... e6 ) 2. d4 $1 d5 3. Nc3 {[%csl Gd5][%cal Rc3d5]} 1-0"
    );
}

#[test]
fn up_and_down_go_among_the_moves_of_one_position() {
    let mut lines = lines(GAME);
    lines.say("n");
    assert_eq!(lines.say("n"), "1. Black: pawn to c6.");
    assert_eq!(lines.say("down"), "1. Black: pawn to c5.\n2 moves from here.");
    assert_eq!(lines.say("down"), "1. Black: pawn to e6.\nThe line ends here.");
    assert_eq!(lines.say("down"), "No other move is below.");
    assert_eq!(lines.say("up"), "1. Black: pawn to c5.\n2 moves from here.");
    // From the first move of a variation one goes back to the move before the fork.
    assert_eq!(lines.say("b"), "1. White: pawn to e4.\nComment: best by test\n3 moves from here.");
    assert_eq!(lines.say("v"), "1. Black: pawn to c5.\n2 moves from here.");
    assert_eq!(lines.say("v 2"), "2. White: pawn to c3.");
    assert_eq!(lines.say("leave"), "2. White: knight to f3.");
    assert_eq!(lines.say("leave"), "1. Black: pawn to c6.");
    assert_eq!(lines.say("leave"), "This is the main line.");
    assert_eq!(lines.say("j 3"), "3. White: knight to c3.\nThe line ends here.");
    assert_eq!(lines.say("j 1..."), "1. Black: pawn to c6.");
}

#[test]
fn folded_variations_are_one_token_and_going_in_unfolds() {
    let mut session = session(GAME);
    session.perform(Fold::All).unwrap();
    assert!(shown(&session).contains("1... c6 (c5 +5) (e6 +1) 2. d4"), "{}", shown(&session));
    session.perform(Go::Seek("none".into())).unwrap_err();
    session.perform(Go::Jump(1, pgnkit::Color::Black)).unwrap();
    session.perform(Go::Down).unwrap();
    assert!(shown(&session).contains("( [1... c5] 2. Nf3 (c3 +2) 2... d6 ) (e6 +1)"));
    session.perform(Fold::Here).unwrap();
    // 1... c5 has no variations of its own, so the one that it is in is folded, and left.
    assert!(shown(&session).contains("[1... c6] (c5 +5) (e6 +1)"), "{}", shown(&session));
}

#[test]
fn answers_are_sentences() {
    let mut lines = lines(GAME);
    lines.say("end");
    assert_eq!(lines.say("s e4"), "e4: white pawn.");
    assert_eq!(lines.say("s e5"), "e5: empty.");
    assert_eq!(
        lines.say("s c"),
        "File c: c1 white bishop, c2 white pawn, c3 white knight, c6 black pawn, c8 black bishop."
    );
    assert_eq!(
        lines.say("a d5"),
        "White: knight on c3, pawn on e4.\nBlack: pawn on c6, queen on d8."
    );
    assert_eq!(lines.say("p N"), "White knight: g1, c3.");
    assert_eq!(lines.say("c"), "White: 0:10:00.");
    assert_eq!(
        lines.say("x e4"),
        "e4: white pawn.\nUp: black pawn on e7.\nUp right: black pawn on h7.\nDown right: white pawn on g2.\nDown: white king on e1.\nDown left: white pawn on c2.\nLeft: white pawn on d4.\nUp left: black pawn on d5."
    );
    assert!(lines.say("o").starts_with("B15, Caro-Kann Defense"), "{}", lines.say("o"));
    assert_eq!(lines.say("fen"), "rnbqkbnr/pp2pppp/2p5/3p4/3PP3/2N5/PPP2PPP/R1BQKBNR b KQkq - 1 3");
}

#[test]
fn an_ambiguous_move_is_asked_about_and_a_wrong_one_explained() {
    let mut lines = lines("1. d4 d5 2. Nf3 Nf6 3. e3 e6 *\n");
    lines.say("end");
    assert_eq!(lines.say("Nd2"), "2 moves fit: knight b d 2 or knight f d 2?");
    assert_eq!(lines.session().editor().unwrap().game().n_plies(), 6, "nothing was played");
    assert!(lines.say("Qh5").contains("Qh5"), "an illegal move is named");
    assert!(lines.say("evaluatoin").contains("evaluation"));
    assert!(lines.say("Nbd2").starts_with("4. White: knight from the b file to d2."));
    lines.say("undo");
    lines.say("knight to d2");
    assert!(lines.say("f").starts_with("4. White: knight from the f file to d2."));
    lines.say("undo");
    lines.say("knight d2");
    assert!(
        lines.say("bishop d3").starts_with("4. White: bishop to d3."),
        "asked and not answered"
    );
}

#[test]
fn saving_changes_the_edited_game_alone() {
    let other = "[White  \"X\"]\n1.e4   e5 *\n\n";
    let text = format!("{other}{GAME}\n{other}");
    let mut lines = lines(&text);
    lines.say("game 2");
    lines.say("n");
    lines.say("comment Bobby's choice");
    assert_eq!(lines.say("quit"), "1 game is edited and not saved (save or discard).");
    assert_eq!(lines.say("save"), "Saved 1 game.");
    let saved = String::from_utf8_lossy(lines.session().games().text()).into_owned();
    let expected = text.replacen("best by test}", "best by test} {Bobby's choice}", 1);
    assert_eq!(saved, expected);
    lines.say("quit");
    assert!(lines.is_over());
}

#[test]
fn a_deleted_game_is_restored_by_undo_and_gone_after_saving() {
    let text: String = (1..=4).map(|n| format!("[White \"P{n}\"]\n\n1. e4 *\n\n")).collect();
    let mut lines = lines(&text);
    lines.say("game 3");
    lines.say("comment kept");
    lines.say("game 2");
    assert_eq!(lines.say("delete-game"), "The game is deleted when you save; undo restores it.");
    assert_eq!(lines.say("comment x"), "The game is deleted (undo restores it).");
    lines.say("undo");
    assert_eq!(lines.session().modified(), [2]);
    lines.say("redo");
    assert_eq!(lines.session().games().text(), text.as_bytes(), "nothing is written before");
    assert_eq!(lines.say("find White != \"P1\""), "3 games: White != \"P1\".");
    assert_eq!(lines.say("save"), "Saved 1 game, deleted 1 game.");
    let expected = text.replace("[White \"P2\"]\n\n1. e4 *\n\n", "");
    let expected =
        expected.replacen("\n\n1. e4 *\n\n[White \"P4", "\n\n{kept} 1. e4 *\n\n[White \"P4", 1);
    assert_eq!(String::from_utf8_lossy(lines.session().games().text()), expected);
    // The lists are made again, and the edits of other games can be undone.
    while lines.session_mut().poll() {}
    assert_eq!(lines.session().list_words(), "2 games: White != \"P1\"");
    assert!(lines.say("game 2").starts_with("Game 2: P3 against"));
    assert!(lines.session().editor().unwrap().can_undo());
    for _ in 0..3 {
        lines.say("game 1");
        lines.say("delete-game");
        lines.say("save");
    }
    assert_eq!((lines.session().games().len(), lines.session().open_game()), (0, None));
}

#[test]
fn new_games_are_in_the_list_until_they_are_saved_and_after() {
    let mut lines = lines("[White \"Old\"]\n\n1. e4 *\n");
    assert_eq!(lines.say("new"), "New game: players not known.");
    lines.say("d4");
    let said = lines.say("paste [White \"A\"]\n\n1. c4 *\n\n[White \"B\"]\n\n1. Ke5 *");
    assert_eq!(
        said,
        "2 new games, not saved yet; 1 of them cannot be read completely or have problems."
    );
    assert_eq!((lines.session().n_rows(), lines.session().list().selected()), (4, 2));
    assert!(lines.say("game 4").contains("B against"));
    lines.say("delete-game");
    assert_eq!(
        lines.say("paste so what"),
        "Line 1 is not a game: so what (expected PGN or a FEN)."
    );
    lines.say("set-up 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    lines.say("e4");
    assert_eq!(lines.say("save"), "Saved 3 games.");
    let text = String::from_utf8_lossy(lines.session().games().text()).into_owned();
    assert!(text.starts_with("[White \"Old\"]\n\n1. e4 *\n\n[Event"), "{text}");
    assert!(text.contains("[White \"A\"]\n\n1. c4 *\n\n[Event"), "{text}");
    assert!(text.contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]"), "{text}");
    assert!(!text.contains("Ke5"), "{text}");
    assert_eq!(lines.session().n_rows(), 4);
    // A game without moves gets the start position; undo restores the one that it had.
    lines.say("new");
    lines.say("set-up Antichess 8/8/8/8/8/8/8/4K2R w - - 0 1");
    let editor = lines.session().editor().unwrap();
    assert_eq!(editor.game().tag("Variant"), Some("Antichess"));
    lines.say("undo");
    let editor = lines.session().editor().unwrap();
    assert_eq!((editor.game().tag("FEN"), lines.session().n_rows()), (None, 5));
    assert!(lines.say("set-up 8/8/8/8/8/8/8/8 w - - 0 1").contains("king"));
}

#[test]
fn searches_find_games_and_say_where_an_expression_is_wrong() {
    let mut lines = lines(&GAME.repeat(3).replacen("Tal", "Karpov", 1));
    assert_eq!(lines.say("/white ~ \"tal\""), "2 games: white ~ \"tal\".");
    assert_eq!(lines.say("open"), "Game 2: Mihail Tal against Mikhail Botvinnik, White wins.");
    assert_eq!(lines.say("ng"), "Game 3: Mihail Tal against Mikhail Botvinnik, White wins.");
    assert_eq!(lines.say("ng"), "This is the last game of the list.");
    assert_eq!(lines.say("sort -game"), "2 games: white ~ \"tal\".");
    lines.say("open");
    assert_eq!(lines.session().open_game(), Some(2));
    let wrong = Command::parse("/whte ~ 1").unwrap();
    let error = lines.session_mut().perform(wrong).unwrap_err();
    assert_eq!(error.span, Some(0..4));
    assert_eq!(lines.say("find plycount > 9"), "0 games: white ~ \"tal\" | plycount > 9.");
    assert_eq!(lines.say("previous-list"), "2 games: white ~ \"tal\".");
    assert_eq!(lines.say("pl"), "2 games: white ~ \"tal\".");
    assert_eq!(lines.say("pl"), "3 games.");
    assert_eq!(lines.say("pl"), "These are all games.");
    lines.say("/white ~ \"tal\"");
    lines.say("sort -game");
    assert_eq!(lines.say("all"), "3 games.");
    lines.say("open");
    lines.say("j 3");
    assert_eq!(lines.say("similar").split(':').next(), Some("3 games"));
}

#[test]
fn a_list_goes_on_when_it_is_told_again_and_its_first_game_is_opened() {
    let games: String = (1..=25).map(|n| format!("[White \"P{n}\"]\n\n*\n\n")).collect();
    let mut lines = lines(&games);
    let mut told = |line: &str| {
        let said = lines.say(line);
        let numbers = said.lines().skip(1).filter_map(|row| row.split(',').next());
        numbers.map(str::to_owned).collect::<Vec<_>>()
    };
    let rows = |from: usize, to: usize| (from..=to).map(|n| n.to_string()).collect::<Vec<_>>();
    assert_eq!(told("list"), rows(1, 10));
    assert_eq!(told("list"), rows(11, 20));
    assert_eq!(told("list"), rows(21, 25));
    assert_eq!(told("list"), rows(21, 25));
    assert_eq!(told("list 7"), rows(7, 16));
    assert!(lines.say("open").starts_with("Game 7: P7 against"));
    assert!(lines.say("ng").starts_with("Game 8: P8 against"));
}

#[test]
fn tags_are_checked_as_they_are_typed() {
    let mut session = session(GAME);
    let tag =
        |name: &str, value: &str| Command::Edit(Change::Tag(name.to_owned(), value.to_owned()));
    assert!(session.perform(tag("Date", "yesterday")).is_err());
    assert!(session.perform(tag("White Elo", "2700")).is_err());
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let error = session.perform(tag("FEN", fen)).unwrap_err();
    assert!(error.message.contains("start of a game"), "{error}");
    session.perform(tag("Result", "0-1")).unwrap();
    assert!(shown(&session).ends_with("0-1"));
    session.perform(Change::Undo).unwrap();
    assert!(shown(&session).ends_with("1-0"));
    assert!(session.modified().is_empty(), "undone is unmodified");
}

/// A tag is set as it is read, and a new Event keeps the rules that the old one named.
#[test]
fn tags_are_set_as_they_are_read() {
    for (text, name, value, expected) in [
        ("[white \"Ash\"]\n\n1. e3 *", "White", "Birch", &[("white", "Birch")][..]),
        ("[white \"Ash\"]\n[Round \"1\"]\n\n1. e3 *", "White", "", &[("Round", "1")]),
        (
            "[Event \"FICS rated suicide game\"]\n\n1. e3 *",
            "Event",
            "Cup",
            &[("Event", "Cup"), ("Variant", "Suicide")],
        ),
        ("[Event \"FICS rated suicide game\"]\n\n1. e3 *", "Event", "", &[("Variant", "Suicide")]),
    ] {
        let mut session = session(text);
        let change = Change::Tag(name.to_owned(), value.to_owned());
        session.perform(Command::Edit(change)).unwrap();
        let editor = session.editor().expect("an open game");
        let tags: Vec<_> = editor.game().tags().iter().map(|tag| (tag.name, tag.value)).collect();
        assert_eq!(tags, expected, "{text} {name}={value}");
    }
}

#[test]
fn castling_is_played_to_either_square_and_plain_king_moves_stay_themselves() {
    let square = |name: &str| pgnkit::Square::from_ascii(name.as_bytes()).unwrap();
    let position = |fen: &str| {
        let mode = pgnkit::chess::fen::Mode::Strict;
        pgnkit::chess::fen::parse(fen.as_bytes(), mode).unwrap().0
    };
    let usual = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for to in ["g1", "h1"] {
        let moves = moves_between(&usual, square("e1"), square(to));
        assert!(moves.len() == 1 && moves[0].is_castle(), "{to}");
    }
    let to_f1 = moves_between(&usual, square("e1"), square("f1"));
    assert!(to_f1.len() == 1 && !to_f1[0].is_castle());
    let promotion = position("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(moves_between(&promotion, square("a7"), square("a8")).len(), 4);
}

#[test]
fn a_line_of_the_engine_ends_before_its_first_illegal_move() {
    let mut session = session("1. e4 *\n");
    session.perform(Go::Next).unwrap();
    session.begin_analysis("An engine");
    let moves = ["e7e5", "g1f3", "e1e8"].map(str::to_owned).to_vec();
    let score = Some(pgnkit::comment::Score::Centipawns(30));
    session.hear(&Report { rank: 1, depth: 9, score, moves });
    let analysis = session.analysis().unwrap();
    assert_eq!(analysis.lines[0].moves, ["e5", "Nf3"]);
    assert_eq!(analysis.lines[0].score, Some(pgnkit::comment::Score::Centipawns(-30)));
    session.perform(Go::Back).unwrap();
    assert!(session.analysis().is_none(), "it speaks of another position");
}

#[test]
fn every_command_of_the_table_is_parsed_from_its_name() {
    let arguments = [
        ("NUMBER", "1"),
        ("[NUMBER]", ""),
        ("NUMBER[...]", "1..."),
        ("TEXT", "x"),
        ("SQUARE", "e4"),
        ("SQUARE|FILE|RANK", "e"),
        ("[LETTER|a|A]", "N"),
        ("MOVE", "e4"),
        ("NAG", "!"),
        ("NAME", "White"),
        ("NAME VALUE", "White Tal"),
        ("[white|black|engines] [TIME] [here]", ""),
        ("[SECONDS]", "2"),
        ("[COMMAND]", "stockfish"),
        ("FILE", "a.pgn"),
        ("[VARIANT] [FEN]", ""),
        ("[VARIANT] FEN", "8/8"),
        ("[ROW]", ""),
        ("[TOPIC]", ""),
        ("EXPRESSION", "elo > 1"),
        ("[NUMBER|PGN]", "2"),
        ("[memory|index|off]", "memory"),
        ("[-]FIELD", "date"),
        ("", ""),
    ];
    for face in [Face::Terminal, Face::Line, Face::Page, Face::Served] {
        let mut names = BTreeSet::new();
        for row in COMMANDS.iter().filter(|row| row.is_on(face)) {
            let argument = arguments.iter().find(|(name, _)| *name == row.argument).unwrap().1;
            for name in [row.name, row.short].into_iter().filter(|name| !name.is_empty()) {
                assert!(names.insert(name), "{name} means two things");
                let command = Command::parse_on(face, &format!("{name} {argument}")).unwrap();
                assert!(
                    row.name == "play" || !matches!(command, Command::Edit(Change::Play(_))),
                    "{name}"
                );
                assert_eq!(row.is_edit, matches!(command, Command::Edit(_)), "{name}");
            }
        }
    }
    assert!(Command::parse_on(Face::Page, "quit").is_err());
}

#[test]
fn tags_and_comments_are_deleted_by_commands_of_their_own() {
    let mut lines = lines(GAME);
    lines.say("n");
    let before = lines.session().editor().unwrap().game().clone();
    assert_eq!(lines.say("tag White"), "tag: expected tag NAME VALUE (`untag` deletes a tag).");
    assert!(lines.say("comment").contains("`uncomment` deletes a comment"));
    assert_eq!(lines.say("untag Annotator"), "There is no tag Annotator.");
    assert_eq!(lines.session().editor().unwrap().game(), &before);
    lines.say("untag White");
    lines.say("uncomment");
    let after = lines.session().editor().unwrap().game();
    assert_eq!((after.tag("White"), after.tag("Black")), (None, before.tag("Black")));
    assert!(!after.to_string().contains("best by test"));
}

#[test]
fn line_mode_explains_its_commands_and_no_other() {
    let help = lines(GAME).say("help all");
    for row in COMMANDS {
        let line = format!("{}: {}", row.form(), row.about);
        assert_eq!(help.lines().any(|it| it == line), row.is_on(Face::Line), "{line}");
    }
}

#[test]
fn questions_are_asked_in_words() {
    let mut lines = lines("[White \"Tal\"]\n\n{Riga.} 1. e4 e5 {so} 2. Qh5 Nc6 3. Qxf7+ *\n");
    assert_eq!(lines.say("open"), "Game 1: Tal against somebody.\nIntroduction: Riga.");
    assert_eq!(lines.say("is it check?"), "There is no check.");
    lines.say("end");
    assert_eq!(lines.say("Is it check"), "Black is in check.");
    assert_eq!(lines.say("last move"), "3. White: queen takes f7, check.");
    assert_eq!(lines.say("previous"), "2. Black: knight to c6.");
    assert_eq!(lines.say("how many games"), "1 game.");
    assert!(lines.say("material").starts_with("White: king, queen, 2 rooks"));
    assert_eq!(
        lines.say("frobnicate"),
        "frobnicate: not a command, a move or a name in the list (type help)."
    );
    assert_eq!(
        lines.say("tal"),
        "1 game: players, event, site or opening contain \"tal\".\n1, Tal."
    );
    assert_eq!(lines.say("help read"), "read, r: read the comments of the move");
    assert!(lines.say("help").lines().count() == 2);
    assert!(lines.say("help ask").lines().all(|line| line.contains(": ")));
    assert!(lines.say("help nothing").contains("type help"));
}

#[test]
fn comments_before_a_move_are_told_before_it() {
    let mut lines = lines("1. e4 e5 ({Or the Sicilian.} 1... c5 {Sharp.}) *\n");
    lines.say("n");
    assert_eq!(
        lines.say("v"),
        "Comment before the move: Or the Sicilian.\n1. Black: pawn to c5.\n\
         Comment: Sharp.\nThe line ends here."
    );
}

/// Words of English that no sentence of another language has.
const ENGLISH_WORDS: &[&str] = &[
    "the", "this", "not", "with", "from", "and", "move", "moves", "game", "games", "white",
    "black", "pawn", "knight", "bishop", "rook", "queen", "king", "takes", "wins", "check",
    "there", "here", "nothing", "after", "before", "next", "empty", "found", "expected", "type",
];

const SPOKEN_COMMANDS: &[&str] = &[
    "list",
    "open",
    "tags",
    "next",
    "where",
    "moves",
    "next",
    "down",
    "read",
    "clocks",
    "evaluation",
    "leave",
    "opening",
    "end",
    "check",
    "material",
    "pieces",
    "rays e4",
    "s e9",
    "attackers f7",
    "s e4",
    "s e5",
    "s e",
    "board",
    "last",
    "n",
    "j 99",
    "xyz",
    "Qa9",
    "frob",
    "count",
    "find a",
    "find white ~ \"a\"",
    "all",
    "sort x",
    "ng",
    "pg",
    "game 9",
    "undo",
    "nag !",
    "tag Date x",
    "tag White",
    "untag Foo",
    "promote",
    "quit",
    "save",
    "help",
    "help all",
    "help x",
    "list all",
];

/// A session in each language answers without a word of English.
#[test]
fn a_session_speaks_the_language_alone() {
    let text = "[White \"Tal\"]\n[Black \"Xu\"]\n[Date \"1960.03.15\"]\n[Result \"1-0\"]\n\n\
                {i} 1. e4 {c} e5 (1... c5 $2 {[%clk 0:00:09][%eval 0.3]}) 2. Qh5 Nc6 \
                3. Qxf7+ $87 1-0\n";
    for name in ["de", "es", "fr", "it", "nl", "pl", "pt", "ru"] {
        let language = pgnkit::chess::notation::letters::Language::find(name).unwrap();
        let games = GamesInMemory::new("a.pgn", text.as_bytes().to_vec());
        let mut session = Session::new(games, Context::default());
        session.set_language(language);
        let mut lines = LineMode::new(session);
        for command in SPOKEN_COMMANDS {
            let said = lines.say(command);
            // Commands, queries and what was typed are quoted.
            let is_quoted = |word: &str| {
                SPOKEN_COMMANDS.iter().any(|line| line.contains(word))
                    || crate::COMMANDS.iter().any(|row| row.name == word)
            };
            let foreign: Vec<&str> = said
                .split(|c: char| !c.is_alphabetic())
                .filter(|word| ENGLISH_WORDS.contains(&word.to_lowercase().as_str()))
                .filter(|word| !is_quoted(word))
                .collect();
            assert!(foreign.is_empty(), "{name} {command}: {foreign:?} in {said}");
        }
    }
}

/// Local words do what the words of the commands do.
#[test]
fn local_words_are_commands() {
    let german = pgnkit::chess::notation::letters::Language::find("de").unwrap();
    let games = GamesInMemory::new("a.pgn", GAME.as_bytes().to_vec());
    let mut session = Session::new(games, Context::default());
    session.set_language(german);
    let mut lines = LineMode::new(session);
    assert_eq!(lines.say("Öffnen"), "Partie 1: Mihail Tal gegen Mikhail Botvinnik, Weiß gewinnt.");
    assert_eq!(
        lines.say("weiter"),
        "1. Weiß: Bauer nach e4.\nKommentar: best by test\nVon hier 3 Züge."
    );
    assert_eq!(lines.say("Was steht auf e4?"), "e4: weißer Bauer.");
    assert_eq!(lines.say("Kommentar Gut so!"), "Erledigt.");
    assert_eq!(lines.say("lies"), "best by test\nGut so!");
    assert_eq!(lines.say("Schach?"), "Niemand steht im Schach.");
    assert_eq!(lines.say("Läufer nach c4"), "Bc4: hier kein möglicher Zug.");
    assert_eq!(lines.say("speichern"), "1 Partie gespeichert.");
}

/// The source of a list: an order or an expression.
fn any_step() -> impl Strategy<Value = Step> {
    let step = |text: &str| match text.strip_prefix('/') {
        Some(query) => Step::find(query, &Context::default()).unwrap(),
        None => Step::Sort(Order::parse(text).unwrap()),
    };
    const STEPS: &[&str] =
        &["white", "-black", "-game", "event", "/white > \"P3\"", "/black ~ \"1\"", "/game > 9"];
    proptest::sample::select(STEPS).prop_map(step)
}

/// The games of a list when all is done.
fn complete(lists: &mut Lists, games: &GamesInMemory) -> Vec<usize> {
    while !lists.last().progress().is_done {
        lists.poll(games);
        assert_eq!(lists.status().is_none(), lists.last().progress().is_done);
    }
    (0..lists.last().len(games)).filter_map(|row| lists.last().game(games, row)).collect()
}

proptest! {
    /// A list that is made out of one that still grows is the same in the end.
    #[test]
    fn lists_wait_for_the_lists_before_them(
        steps in proptest::collection::vec((any_step(), 0_usize..4), 1..5),
    ) {
        let text: String = (0..50)
            .map(|n| format!("[White \"P{}\"]\n[Black \"Q{}\"]\n\n*\n\n", n % 7, n % 13))
            .collect();
        let games = GamesInMemory::new("many.pgn", text.into_bytes());
        let (mut quick, mut patient) = (Lists::default(), Lists::default());
        for (step, n_polls) in &steps {
            quick.push(&games, step.clone());
            for _ in 0..*n_polls {
                quick.poll(&games);
            }
            patient.push(&games, step.clone());
            complete(&mut patient, &games);
        }
        let expected = complete(&mut patient, &games);
        prop_assert_eq!(complete(&mut quick, &games), expected);
    }
}

#[test]
fn the_status_tells_what_a_list_waits_for() {
    let games = GamesInMemory::new("many.pgn", b"[White \"A\"]\n\n*\n\n".repeat(60));
    let mut session = Session::new(games, Context::default());
    let said = session.perform(Browse::Sort("white".to_owned())).unwrap().text;
    assert_eq!(said, "0 games so far (sorting, 16 games read)");
    let said = session.perform(Browse::Find("game > 1".to_owned())).unwrap().text;
    assert_eq!(
        said,
        "0 games so far: game > 1 (following the list before: sorting, 32 games read)"
    );
    let said = session.perform(Browse::Sort("black".to_owned())).unwrap().text;
    assert!(said.ends_with("(waiting for the list before: sorting, 48 games read)"), "{said}");
    while session.lists().status().is_some() {
        session.poll();
    }
    assert_eq!(session.list_words(), "59 games: game > 1");
}

/// Commands as a reader without a plan gives them.
fn any_command() -> impl Strategy<Value = String> {
    const WORDS: &[&str] = &[
        "n",
        "b",
        "start",
        "end",
        "down",
        "up",
        "v",
        "v 2",
        "v 3",
        "leave",
        "j 2",
        "j 1...",
        "seek best",
        "flip",
        "fold",
        "fold-all",
        "unfold-all",
        "e4",
        "e5",
        "c5",
        "Nf3",
        "d4",
        "a3",
        "comment so",
        "uncomment",
        "nag !",
        "nag $14",
        "tag Event x",
        "tag Result 0-1",
        "promote",
        "demote",
        "main",
        "delete",
        "delete-variation",
        "delete-rest",
        "undo",
        "redo",
        "game 1",
        "game 2",
        "ng",
        "pg",
        "w",
        "r",
        "m",
        "t",
        "p",
        "board",
        "help",
        "list",
        "save",
        "new",
        "new Atomic",
        "new 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "set-up 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "paste 1. e4 * 1. d4 d5",
        "delete-game",
        "discard",
        "merge",
        "merge 2",
        "merge 1. d4 {so} f5 $2 * 1. e4 e6 1-0",
        "tree",
        "tree memory",
        "tree off",
    ];
    proptest::sample::select(WORDS).prop_map(str::to_owned)
}

proptest! {
    #[test]
    fn whatever_is_done_the_place_is_a_move_the_game_is_legal_and_undo_leads_back(
        commands in proptest::collection::vec(any_command(), 0..60),
    ) {
        let text = GAME.repeat(2);
        let mut lines = lines(&text);
        let mut before = Some(lines.session().editor().unwrap().game().clone());
        for command in &commands {
            let n_games = lines.session().games().len();
            let said = lines.say(command);
            let session = lines.session();
            // Games may have other numbers, and what can be undone is forgotten by `discard`.
            let first = session.editor_of(0);
            if session.games().len() < n_games || first.is_none() {
                before = None;
            }
            if let Some(first) = first.filter(|first| !first.can_undo()) {
                before = Some(first.game().clone());
            }
            prop_assert!(session.modified().iter().all(|game| session.editor_of(*game).is_some()));
            let last = session.n_rows().checked_sub(1);
            prop_assert!(last.is_none_or(|row| session.row(row).is_ok()), "{command}");
            prop_assert!(session.n_rows() == 0 || session.list().selected() < session.n_rows());
            let Some(editor) = session.editor() else { continue };
            let tree = editor.game().tree();
            let node = editor.node();
            prop_assert!(node == pgnkit::NodeId::ROOT || tree.nodes().any(|at| at == node), "{command}: {said}");
            let again: pgnkit::Game = editor.game().to_string().parse().unwrap();
            prop_assert_eq!(again.to_string(), editor.game().to_string());
        }
        lines.say("game 1");
        let Some(before) = before else { return Ok(()) };
        while lines.session().editor().unwrap().can_undo() {
            lines.say("undo");
        }
        prop_assert_eq!(lines.session().editor().unwrap().game(), &before);
        prop_assert!(commands.iter().any(|c| c == "save") || lines.session().editor().unwrap().text().0 == first_text(&text));
    }

    #[test]
    fn games_that_were_not_edited_keep_their_bytes(
        commands in proptest::collection::vec(any_command(), 0..40),
    ) {
        let others = "[White  \"X\"]\n1.e4   e5 *\n\n[Black \"Y\"]\n\n1. d4 {so} 1-0\n\n";
        let text = format!("{GAME}\n{others}{GAME}");
        let mut lines = lines(&text);
        let is_saved = |command: &&String| !matches!(command.as_str(), "save" | "discard");
        for command in commands.iter().filter(is_saved) {
            lines.say(command);
            prop_assert_eq!(lines.session().games().text(), text.as_bytes(), "before saving");
        }
        let session = lines.session();
        let unsaved = session.unsaved();
        let mut expected = Vec::new();
        let mut regions = Regions::new(text.as_bytes());
        let mut game = 0;
        while let Some(region) = regions.next_region().unwrap() {
            let edit = unsaved.iter().find(|edit| edit.game == game);
            expected.extend_from_slice(edit.map_or(region.text, |edit| &edit.text));
            game += 1;
        }
        let n_new = unsaved.iter().filter(|edit| session.is_new(edit.game)).count();
        let n_kept = game - unsaved.iter().filter(|edit| edit.text.is_empty()).count();
        lines.say("save");
        let saved = lines.session().games();
        prop_assert!(saved.text().starts_with(&expected));
        prop_assert_eq!(saved.len(), n_kept + n_new);
        prop_assert!(lines.session().modified().is_empty());
    }
}

fn first_text(text: &str) -> Vec<u8> {
    let mut regions = Regions::new(text.as_bytes());
    regions.next_region().unwrap().unwrap().text.to_vec()
}
