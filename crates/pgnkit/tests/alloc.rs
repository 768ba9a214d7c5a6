//! The streaming readers ask the allocator for nothing once they are warm: whatever a game holds,
//! the next one like it costs no memory.

use std::convert::Infallible;
use std::ops::ControlFlow;

use allocation_counter::measure;
use pgnkit::read::{GameListener, Played, Referee};
use pgnkit::syntax::{GameEnd, RawComment, RawSymbol, RawTag, Reader, Skip, Visitor};

const GO: ControlFlow<Infallible> = ControlFlow::Continue(());

/// The games of the corpus of the project: tags, set-up positions, variations, comments, glyphs.
fn all_games() -> Vec<u8> {
    let text = pgn_testing::own_corpus(&["classic", "lesson", "generated"]);
    assert!(text.len() > 10_000);
    text
}

/// Reads the corpus three times in one stream: once to warm up, twice counted.
fn check(mut read_game: impl FnMut(&mut Reader<&[u8]>) -> bool) {
    let once = all_games();
    let thrice = once.repeat(3);
    let mut reader = Reader::new(&thrice[..]);
    while reader.offset() < once.len() as u64 {
        assert!(read_game(&mut reader));
    }
    let n_before = reader.n_games();
    let counted = measure(|| while read_game(&mut reader) {});
    assert!(reader.n_games() >= 2 * n_before - 1, "only the first copy was read");
    let n_games = reader.n_games() - n_before;
    assert_eq!(counted.count_total, 0, "allocations over {n_games} games: {counted:?}");
}

/// The counts of what was read, so that reading is not optimized away.
#[derive(Default)]
struct Counter {
    n_steps: usize,
    movetext: Skip,
}

impl Visitor for Counter {
    type Break = Infallible;

    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<Infallible> {
        self.n_steps += tag.value.len();
        GO
    }
    fn begin_movetext(&mut self) -> ControlFlow<Infallible, Skip> {
        ControlFlow::Continue(self.movetext)
    }
    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<Infallible> {
        self.n_steps += symbol.text.len();
        GO
    }
    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<Infallible> {
        self.n_steps += comment.text.len();
        GO
    }
}

fn count(movetext: Skip) {
    let mut counter = Counter { n_steps: 0, movetext };
    check(|reader| reader.visit_game(&mut counter).expect("no stream fails here").is_some());
    assert!(counter.n_steps > 0);
}

#[test]
fn skimming_tags_allocates_nothing() {
    count(Skip::Over);
}

#[test]
fn reading_tokens_allocates_nothing() {
    count(Skip::Enter);
}

#[derive(Default)]
struct Plies(usize);

impl GameListener for Plies {
    fn played(&mut self, _: Played<'_>) {
        self.0 += 1;
    }
}

#[test]
fn playing_games_allocates_nothing() {
    let mut referee = Referee::new(Plies::default(), ());
    check(|reader| reader.visit_game(&mut referee).expect("no stream fails here").is_some());
    assert!(referee.listener.0 > 0);
}

#[derive(Default)]
struct Keys(u64);

impl GameListener for Keys {
    fn played(&mut self, played: Played<'_>) {
        self.0 = self.0.wrapping_add(played.after.polyglot_key());
    }
}

#[test]
fn keys_of_positions_allocate_nothing() {
    let mut referee = Referee::new(Keys::default(), ());
    check(|reader| reader.visit_game(&mut referee).expect("no stream fails here").is_some());
    assert_ne!(referee.listener.0, 0);
}

/// The counter itself: a test that cannot fail proves nothing.
#[test]
fn an_allocation_is_counted() {
    assert_eq!(measure(|| drop(std::hint::black_box(vec![0_u8; 10]))).count_total, 1);
}

/// Every game of the corpus ends; a reader that stops early would allocate nothing, too.
#[test]
fn the_corpus_is_read_to_its_end() {
    struct Ends(u64);
    impl Visitor for Ends {
        type Break = Infallible;
        fn end_game(&mut self, how: GameEnd, _: u32) -> ControlFlow<Infallible> {
            self.0 += u64::from(how != GameEnd::NoGame);
            GO
        }
    }
    let (text, mut ends) = (all_games(), Ends(0));
    let mut reader = Reader::new(&text[..]);
    reader.visit(&mut ends).expect("no stream fails here");
    assert_eq!(reader.offset(), text.len() as u64);
    assert!(ends.0 > 20, "{} games", ends.0);
}
