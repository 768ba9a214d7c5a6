//! Every move played and checked for legality, by several readers.

use std::io::{self, Read};

use pgnkit::read::{GameListener, Played, Referee};
use pgnkit::syntax::split::InPlace;
use pgnkit::syntax::{GameEnd, GameStart, Reader, Span};

use crate::answer::Answer;

#[derive(Default)]
pub(super) struct Plies(pub(super) Answer);

impl GameListener for Plies {
    fn begin_game(&mut self, _: GameStart) {
        self.0.n_games += 1;
    }
    fn played(&mut self, _: Played<'_>) {
        self.0.n_plies += 1;
    }
    fn begin_variation(&mut self, _: Span) {
        self.0.n_variations += 1;
    }
}

/// All lines of all games; the keys of the positions in which main lines end.
pub(crate) fn play(source: impl Read) -> io::Result<Answer> {
    let mut reader = Reader::new(source);
    let mut referee = Referee::new(Plies::default(), ());
    while reader.visit_game(&mut referee)?.is_some() {
        let key = referee.position().polyglot_key();
        let answer = &mut referee.listener.0;
        answer.key_sum = answer.key_sum.wrapping_add(key);
    }
    Ok(referee.listener.0)
}

/// The same for a text in memory, without a copy of it.
pub(super) fn play_text(text: &[u8], referee: &mut Referee<Plies, ()>) {
    let mut regions = InPlace::new(text, GameStart(0));
    while let Some(region) = regions.next_with(referee) {
        if region.end.is_some_and(|end| end != GameEnd::NoGame) {
            let key = referee.position().polyglot_key();
            let answer = &mut referee.listener.0;
            answer.key_sum = answer.key_sum.wrapping_add(key);
        }
    }
}

#[derive(Default)]
struct Keys(Answer);

impl GameListener for Keys {
    fn begin_game(&mut self, _: GameStart) {
        self.0.n_games += 1;
    }
    fn played(&mut self, played: Played<'_>) {
        self.0.n_plies += 1;
        self.0.key_sum = self.0.key_sum.wrapping_add(played.after.polyglot_key());
    }
    fn begin_variation(&mut self, _: Span) {
        self.0.n_variations += 1;
    }
}

/// The same with the key of every position.
pub(crate) fn keys(source: impl Read) -> io::Result<Answer> {
    let mut referee = Referee::new(Keys::default(), ());
    Reader::new(source).visit(&mut referee)?;
    Ok(referee.listener.0)
}
