//! Records are moved line by line: every byte of every line is in one place of the output, whatever
//! the lines contain and however many threads read them (§16.2).

use std::num::NonZeroUsize;

use proptest::prelude::*;

use super::line_of;
use crate::extract::{Emit, Extract, Keys, open_stored};
use crate::reading::{ChunkResult, Reading};
use crate::scan::{self, Chunk, Cut, Job, Options};
use crate::select::{ItemKind, Selected, Selection, Wanted};
use crate::source::Inputs;
use pgn_query::facts::Vocabulary;
use pgn_query::{Context, Query};
use pgnkit::Game;

const PAWN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

/// Lines of collections, with their ends.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        (0..40_i32, "[a-c ]{0,3}").prop_map(|(ce, id)| format!("{PAWN} ce {ce}; id \"{id}\";")),
        Just(format!("{PAWN} bm Kf2 #23; acd -0;  ")),
        Just("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned()),
        Just("8/8/8/8/8/8/8/8 w - - FEN \"x\"; setup 0;".to_owned()),
        Just("# a remark".to_owned()),
        Just("  ".to_owned()),
        Just("[Event \"?\"]".to_owned()),
        "[ -~\u{e9}]{0,30}",
    ];
    let line = (line.prop_map(String::into_bytes), prop::collection::vec(any::<u8>(), 0..4));
    let line = (line, prop::sample::select(vec!["\n", "\r\n", "\r"]), any::<bool>());
    let line = line.prop_map(|((line, bytes), end, is_odd)| {
        let bytes = if is_odd { bytes } else { Vec::new() };
        [line, bytes, end.as_bytes().to_vec()].concat()
    });
    (prop::collection::vec(line, 0..40), any::<bool>()).prop_map(|(lines, ends)| {
        let mut text = lines.concat();
        if !ends {
            text.truncate(line_of(&text).len());
        }
        // Neither a mark nor the sign of another format.
        text.splice(..0, *b"# records\n");
        text
    })
}

fn options(thread_count: usize) -> Options {
    let thread_count = NonZeroUsize::new(thread_count).expect("a thread");
    Options::default().with_cut(Cut::Lines).with_thread_count(thread_count)
}

fn scan<J: Job>(text: &[u8], thread_count: usize, job: J, mut take: impl FnMut(J::Output)) {
    let text: Box<dyn std::io::Read + Send> = Box::new(std::io::Cursor::new(text.to_vec()));
    let inputs = Inputs::none().with_stream("records.epd", None, text);
    let mut collect = |_: Chunk, made| {
        take(made);
        Ok(())
    };
    scan::run(inputs, options(thread_count), job, &mut collect).expect("read");
}

fn selection(expression: &str, outside: bool) -> Selection {
    let mut context = Context::default();
    context.vocabulary = Vocabulary::Records;
    Selection {
        query: Query::parse(expression, &context).expect("an expression"),
        inverted: false,
        wanted: Wanted::Text,
        mark: None,
        rejects: true,
        counts_all: false,
        outside,
    }
}

/// The items of a selection, with what they are.
fn items(text: &[u8], thread_count: usize, selection: Selection) -> Vec<(ItemKind, Vec<u8>)> {
    let mut items = Vec::new();
    scan(text, thread_count, selection, |made: ChunkResult<Selected>| {
        let bytes = &made.output.bytes;
        let parts = made.output.items.iter();
        items.extend(parts.map(|item| (item.kind, bytes[item.range.clone()].to_vec())));
    });
    items
}

/// The text with an end after its last line.
fn closed(text: &[u8]) -> Vec<u8> {
    let mut closed = text.to_vec();
    if !text.is_empty() && line_of(text).len() == text.len() {
        closed.push(b'\n');
    }
    closed
}

#[derive(Clone)]
struct OneKey;

impl Keys for OneKey {
    fn push(&self, game: &Game, keys: &mut Emit<'_>) {
        assert_eq!(game.n_plies(), 0);
        keys.key(|_| {});
    }
}

proptest! {
    #[test]
    fn all_lines_are_in_the_selection_in_order(text in text()) {
        for thread_count in [1, 3] {
            let items = items(&text, thread_count, selection("true", true));
            let joined: Vec<u8> = items.into_iter().flat_map(|(_, text)| text).collect();
            prop_assert_eq!(joined, closed(&text));
        }
    }

    #[test]
    fn a_query_only_divides_the_lines(text in text()) {
        for expression in ["ce > 20", "id ~ \"a\" or bm = \"Kf2\"", "material 'KPk'", "line < 9"] {
            let items = items(&text, 2, selection(expression, true));
            let joined: Vec<u8> = items.iter().flat_map(|(_, text)| text.clone()).collect();
            prop_assert_eq!(joined, closed(&text));
            let without = self::items(&text, 1, selection(expression, false));
            let games = items.into_iter().filter(|(kind, _)| *kind != ItemKind::Outside);
            prop_assert_eq!(games.collect::<Vec<_>>(), without);
        }
    }

    #[test]
    fn games_and_tails_are_all_lines(text in text()) {
        let mut joined = Vec::new();
        scan(&text, 2, Reading::all(Extract(OneKey)), |made| {
            let load = &made.output;
            let games = load.games().map(|game| (game.region_idx, game.stored));
            let mut parts: Vec<_> = games.chain(load.tails()).collect();
            parts.sort_by_key(|(region_idx, _)| *region_idx);
            joined.extend(parts.iter().flat_map(|(_, stored)| open_stored(stored).text.to_vec()));
        });
        prop_assert_eq!(joined, closed(&text));
    }
}

#[test]
fn expressions_see_operations_and_positions() {
    let line =
        format!("{PAWN} acd 9; bm e1f2; c0 \"a; b\"; ce -30; eco \"C20\"; resign; zz 1 \"x\";");
    let black = line.replace(" w ", " b ").replace("e1f2", "e8e7");
    let cases = [
        ("acd = 9", true),
        ("acd > 10", false),
        ("ce < 0", true),
        ("bm = 'Kf2'", true),
        ("bm ~ 'e1f2'", false),
        ("c0 = 'a; b'", true),
        ("eco = C20", true),
        ("zz = '1 x'", true),
        ("has tag 'resign'", true),
        ("has tag 'dm'", false),
        ("material 'KPk'", true),
        ("position '4k3/8/8/8/8/8/4P3/4K3 w - -'", true),
        ("pieces 'black to move'", false),
        ("plycount = 0 and game = 1 and line = 1", true),
    ];
    for (expression, expected) in cases {
        let found = items(line.as_bytes(), 1, selection(expression, false));
        let kind = if expected { ItemKind::Match } else { ItemKind::Reject };
        assert_eq!(found[0].0, kind, "{expression}");
    }
    let found = items(black.as_bytes(), 1, selection("pieces 'black to move'", false));
    assert_eq!(found[0].0, ItemKind::Match);
}
