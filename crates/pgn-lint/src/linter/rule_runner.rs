//! The checks of a game that was read: tags, comments, and the notes of the reader (§8, §9, D-16,
//! D-33).

use super::active::Active;
use super::finding_buffer::FindingBuffer;
use super::finding_buffer::RuleFinding;
use super::lint_visitor::{LintReader, RegionNotes};
use super::{numbers, players_of};
use crate::context::{RegionEncoding, RuleContext};
use crate::registry;
use crate::rule::Check;
use pgnkit::read::Referee;
use pgnkit::syntax::{Kind, Region, sniff};

/// A region that was read, and what is thought of it.
pub(super) struct RuleRunner<'a> {
    pub(super) region: &'a Region<'a>,
    pub(super) encoding: RegionEncoding,
    pub(super) active: &'a Active,
    pub(super) referee: &'a mut LintReader,
    pub(super) buffer: &'a mut FindingBuffer,
    pub(super) seen: &'a mut RegionNotes,
}

impl RuleRunner<'_> {
    /// At the end of a game: all findings about the game alone.
    pub(super) fn run_on_game(&mut self) {
        let n_before = self.buffer.len();
        self.run_on_tags();
        self.run_on_rest();
        self.report_noted();
        if self.active.events {
            let event =
                context(self.region, self.encoding, self.referee).tag_named(pgnkit::tag::EVENT);
            self.seen.event = event.map(|tag| (tag.value.to_string(), tag.place.value));
        }
        if self.buffer.len() > n_before || self.active.export {
            self.seen.players = players_of(&context(self.region, self.encoding, self.referee));
        }
    }

    /// The checks of the region's text as a whole; binary data has no findings about its
    /// characters.
    pub(super) fn run_on_region(&mut self, is_ascii: bool) {
        if self.referee.notes.is_not_pgn && sniff(self.region.text) == Kind::Binary {
            return;
        }
        let foreign = if is_ascii { &[] } else { self.active.foreign.as_slice() };
        let has_game = self.region.is_game();
        let context = context(self.region, self.encoding, self.referee);
        for &(rule, check) in self.active.text.iter().chain(foreign) {
            check(&context, &mut self.buffer.report(rule, has_game));
        }
    }

    /// Puts into words what the reader noted.
    pub(super) fn report_noted(&mut self) {
        let has_game = self.region.is_game();
        self.buffer.push_others(&mut self.referee.notes.quota, has_game);
        if self.referee.notes.noted.is_empty() {
            return;
        }
        let mut noted = std::mem::take(&mut self.referee.notes.noted);
        numbers::compare(&mut noted, self.region, &self.referee.listener.game);
        for one in &noted {
            let Some(rule) = registry::by_code(one.diagnostic.code) else { continue };
            let (Check::Fault(message) | Check::FaultAndForeign(message, _)) = rule.check else {
                continue;
            };
            if self.active.is_on(rule) {
                let message =
                    message(&context(self.region, self.encoding, self.referee), one).times(one.n);
                self.buffer.push(RuleFinding { rule, message, has_game });
            }
        }
        self.referee.notes.noted = noted;
        self.referee.notes.noted.clear();
    }

    fn run_on_tags(&mut self) {
        let context = context(self.region, self.encoding, self.referee);
        for to_check in &context.game.tags_to_check {
            let rules = self.active.tags.of_kind(to_check.kind_idx);
            let is_plain =
                to_check.is_plain && !(rules.value.is_per_player() && context.game.has_teams);
            let odd = if is_plain { &[] } else { rules.odd.as_slice() };
            let Some(place) = context.game.tags.get(to_check.tag_idx as usize) else { continue };
            if rules.always.is_empty() && odd.is_empty() {
                continue;
            }
            let tag = context.tag_of(*place, rules.kind);
            for &(rule, check) in rules.always.iter().chain(odd) {
                check(&context, &tag, &mut self.buffer.report(rule, true));
            }
        }
    }

    fn run_on_rest(&mut self) {
        let context = context(self.region, self.encoding, self.referee);
        for &(rule, check) in &self.active.game {
            check(&context, &mut self.buffer.report(rule, context.game.is_game));
        }
        for &(rule, check) in &self.active.comments {
            for &span in &context.game.odd_comments {
                let comment = context.comment(span);
                let mut report = self.buffer.report(rule, context.game.is_game);
                check(&context, &comment, &mut report);
            }
        }
    }
}

fn context<'a>(
    region: &Region<'a>,
    encoding: RegionEncoding,
    reader: &'a LintReader,
) -> RuleContext<'a> {
    let Referee { listener, notes, .. } = reader;
    let (game, open_comments) = (&listener.game, &notes.open_comments);
    RuleContext { text: region.text, encoding, game, open_comments }
}
