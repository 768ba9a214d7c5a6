//! The contract for export, over any bytes: the body of the fuzz target `export`, and what the
//! random tests call.

use pgnkit::charset::Choice;
use pgnkit::game::Annotation;
use pgnkit::read::{Builder, Games, ReadOptions, Referee, read_region_with_layout};
use pgnkit::syntax::{Conformance, Diagnostic, Kind, Regions, sniff};
use pgnkit::write::{Export, Profile, WriteError, write_verbatim};
use pgnkit::{Game, fault};

/// The fuzz target.
pub(crate) fn export(data: &[u8]) {
    check_properties(data);
}

/// The games of a text and everything that was noted.
fn read(bytes: &[u8], encoding: Choice) -> (Vec<Game>, Vec<Diagnostic>) {
    let options = ReadOptions::default().with_encoding(encoding);
    let mut games = Games::with(bytes, options, Vec::new());
    let read = games.by_ref().map_while(Result::ok).collect();
    let notes = std::mem::take(games.notes());
    (read, notes)
}

/// The text of the games that the profile can hold.
fn write(games: &[Game], profile: Profile) -> Vec<u8> {
    let mut text = Vec::new();
    for game in games {
        match Export::new(profile).append(game, &mut text, &mut Vec::new()) {
            Ok(()) | Err(WriteError::Refused(_)) => {}
            Err(WriteError::Io(error)) => panic!("{error}"),
        }
    }
    text
}

/// The contract, for the games of any text.
/// Read with layout and written again: the same bytes.
fn check_verbatim(bytes: &[u8]) {
    let mut written = Vec::new();
    let mut regions = Regions::new(bytes);
    while let Some(region) = regions.next_region().expect("memory does not fail") {
        match read_region_with_layout(&region, ReadOptions::default(), ()) {
            Some((game, layout)) => {
                let n_replaced = write_verbatim(&game, &layout, &mut written);
                assert_eq!(n_replaced, 0);
            }
            None => written.extend_from_slice(region.text),
        }
    }
    assert_eq!(written.escape_ascii().to_string(), bytes.escape_ascii().to_string());
}

pub(crate) fn check_properties(bytes: &[u8]) {
    if sniff(bytes) == Kind::Text {
        check_verbatim(bytes);
    }
    let (games, _) = read(bytes, Choice::Auto);
    for profile in Profile::ALL {
        let once = write(&games, profile);
        let (again, notes) = read(&once, Choice::Fixed(profile.encoding()));
        for again in [&again, &read(&once, Choice::Auto).0] {
            assert_eq!(
                write(again, profile).escape_ascii().to_string(),
                once.escape_ascii().to_string(),
                "{profile:?} is not a fixpoint for {:?}",
                String::from_utf8_lossy(bytes)
            );
        }
        if profile == Profile::Lossless {
            let said: Vec<Game> = games.iter().map(with_special_result).collect();
            check_same(&again, &said, &once);
        }
        if profile == Profile::Archival {
            check_archival(&once, &notes);
        }
        for line in once.split(|&byte| byte == b'\n') {
            let tail = matches!(line.last(), Some(b' ' | b'\t' | b'\r'));
            let loose = profile == Profile::Lossless;
            assert!(loose || (!tail && !line.starts_with(b" ")), "{}", line.escape_ascii());
        }
    }
    for game in &games {
        let mut referee = Referee::new(Builder::default(), ());
        assert!(game.visit(&mut referee).is_continue());
        let walked = referee.listener.take().expect("a game");
        assert_eq!(walked.tree(), &without_places(game), "{:?}", String::from_utf8_lossy(bytes));
    }
}

/// The games are the same, but that a comment in braces which holds a right brace (D-93) is written
/// after a semicolon.
fn check_same(again: &[Game], said: &[Game], text: &[u8]) {
    let holds_brace = |game: &Game| format!("{:?}", game.tree()).contains('}') && again != said;
    if !said.iter().any(holds_brace) {
        assert_eq!(again, said, "{:?}", String::from_utf8_lossy(text));
        return;
    }
    let shown = |games: &[Game]| games.iter().map(without_kinds).collect::<Vec<_>>();
    assert_eq!(shown(again), shown(said), "{:?}", String::from_utf8_lossy(text));
}

/// All of a game but the kinds of its comments.
fn without_kinds(game: &Game) -> Vec<String> {
    let mut lines = vec![format!("{:?} {}", game.tags(), game.outcome())];
    let tree = game.tree();
    for node in tree.nodes() {
        lines.push(format!("{node:?} {:?}", tree.mv(node)));
        lines.extend(tree.annotations(node).map(|annotation| match annotation {
            Annotation::Comment { text, .. } => format!("comment {text}"),
            other => format!("{other:?}"),
        }));
    }
    lines
}

/// A result that the marker cannot express is in the tag, also where there was no tag (D-74).
fn with_special_result(game: &Game) -> Game {
    let mut game = game.clone();
    let outcome = game.outcome();
    if !outcome.is_standard() {
        let written = game.tag("Result").unwrap_or_default();
        let value = outcome.tag_value(written).to_owned();
        game.tags_mut_unchecked().set("Result", &value);
    }
    game
}

/// Walking does not give the place of a comment among the tags.
fn without_places(game: &Game) -> pgnkit::game::Tree {
    let mut copy = game.clone();
    *copy.tags_mut_unchecked() = pgnkit::game::Tags::default();
    for tag in game.tags() {
        if matches!(tag.name, "FEN" | "SetUp" | "Variant") {
            copy.tags_mut_unchecked().push(tag.name, tag.value);
        }
    }
    copy.tree_mut().forget_places();
    copy.tree().clone()
}

/// Strict import takes archival text; lines are as §3.2.3 promises.
fn check_archival(text: &[u8], notes: &[Diagnostic]) {
    // A Result that is not understood stays unchanged (D-74).
    for note in notes.iter().filter(|note| note.code != fault::BAD_RESULT.code) {
        let fault = fault::by_code(note.code).expect("a known code");
        assert_eq!(
            fault.conformance,
            Conformance::Remark,
            "{} in {}",
            fault.name,
            text.escape_ascii()
        );
    }
    for line in text.split(|&byte| byte == b'\n') {
        assert!(line.len() <= 254 || line.starts_with(b"["), "{}", line.escape_ascii());
        assert!(!line.starts_with(b"%"));
    }
}
