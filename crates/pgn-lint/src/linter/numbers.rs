//! The evidence of the other move numbers of a line about a wrong one (§8.2.2, D-31).
//!
//! A number alone does not show whether it is wrong or a move is missing. If the numbers before and
//! after it agree with the moves, it is the number.

use crate::context::{Agreement, Cause, GameSeen, Noted};
use pgnkit::syntax::{GameEnd, GameStart, RawNumber, Region, Skip, Span, Visitor};
use std::ops::ControlFlow;

/// If some wrong numbers of a game are only counted, nothing is known about the others.
const N_WRONG_MAX: usize = 1000;

/// Sets the evidence for all wrong numbers of a game.
pub(super) fn compare(noted: &mut [Noted], region: &Region<'_>, game: &GameSeen) {
    let is_number = |noted: &Noted| matches!(noted.cause, Cause::Number { .. });
    if !noted.iter().any(is_number) {
        return;
    }
    let mut wrong: Vec<u32> = Vec::new();
    for one in noted.iter().filter(|one| is_number(one)) {
        wrong.push(one.diagnostic.span.start);
    }
    wrong.sort_unstable();
    let is_whole = !game.lost_text && wrong.len() < N_WRONG_MAX;
    let sure = if is_whole { surely_wrong(&wrong, region) } else { Vec::new() };
    for one in noted {
        let start = one.diagnostic.span.start;
        if let Cause::Number { agreement, .. } = &mut one.cause {
            *agreement = match sure.binary_search(&start) {
                _ if game.lost_text => Agreement::Broken,
                Ok(_) => Agreement::Full,
                Err(_) => Agreement::Unknown,
            };
        }
    }
}

/// The places of numbers that are the only wrong ones of their lines, with correct ones after them.
fn surely_wrong(wrong: &[u32], region: &Region<'_>) -> Vec<u32> {
    let lines = vec![LineNumbers::default()];
    let mut numbers =
        NumberChecker { wrong, region_start: region.start.0, base: 0, lines, sure: vec![] };
    let _ = region.visit_dyn(&mut numbers);
    numbers.sure.sort_unstable();
    numbers.sure
}

#[derive(Default)]
struct LineNumbers {
    n_wrong: u32,
    last_wrong: u32,
    agrees_after: bool,
}

struct NumberChecker<'a> {
    wrong: &'a [u32],
    region_start: u64,
    base: u32,
    lines: Vec<LineNumbers>,
    sure: Vec<u32>,
}

impl NumberChecker<'_> {
    fn end_line(&mut self) {
        if let Some(line) = self.lines.pop()
            && line.n_wrong == 1
            && line.agrees_after
        {
            self.sure.push(line.last_wrong);
        }
    }
}

impl Visitor for NumberChecker<'_> {
    type Break = ();

    fn begin_game(&mut self, start: GameStart) -> ControlFlow<(), Skip> {
        self.base = u32::try_from(start.0.saturating_sub(self.region_start)).unwrap_or(u32::MAX);
        ControlFlow::Continue(Skip::Enter)
    }

    fn number(&mut self, number: RawNumber) -> ControlFlow<()> {
        let start = number.span.start.saturating_add(self.base);
        if let Some(line) = self.lines.last_mut() {
            if self.wrong.binary_search(&start).is_ok() {
                *line = LineNumbers {
                    n_wrong: line.n_wrong + 1,
                    last_wrong: start,
                    agrees_after: false,
                };
            } else {
                line.agrees_after = line.n_wrong > 0;
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: Span) -> ControlFlow<(), Skip> {
        self.lines.push(LineNumbers::default());
        ControlFlow::Continue(Skip::Enter)
    }

    fn end_variation(&mut self, _: Span) -> ControlFlow<()> {
        self.end_line();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: GameEnd, _: u32) -> ControlFlow<()> {
        while !self.lines.is_empty() {
            self.end_line();
        }
        ControlFlow::Continue(())
    }
}
