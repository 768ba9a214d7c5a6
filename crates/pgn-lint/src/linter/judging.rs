//! The judgement of a game that was read: tags, comments, and what the reader noted of it.
//!
//! Owns: which checks are asked, in which order. Knows nothing of: what they look for, places,
//! suppression.
//! Standard: §8, §9. Decisions: D-16, D-33.
//! Start at [`Judging::judge_game`].

use super::active::Active;
use super::docket::Docket;
use super::hearing::{Hearer, Seen};
use super::{numbers, players_of};
use crate::registry;
use crate::rule::Check;
use crate::scene::{Judged, Scene};
use pgnkit::charset::Encoding;
use pgnkit::read::Referee;
use pgnkit::syntax::{GameEnd, Kind, Region, sniff};

/// A region that was read, and what is thought of it.
pub(super) struct Judging<'a> {
    pub(super) region: &'a Region<'a>,
    pub(super) encoding: Encoding,
    pub(super) active: &'a Active,
    pub(super) referee: &'a mut Hearer,
    pub(super) judged: &'a mut Docket,
    pub(super) seen: &'a mut Seen,
}

impl Judging<'_> {
    /// A game is over: all that can be said about it alone.
    pub(super) fn judge_game(&mut self) {
        let n_before = self.judged.len();
        self.judge_tags();
        self.judge_rest();
        self.tell_noted();
        if self.active.events {
            let event = self.scene().tag_named(pgnkit::tag::EVENT);
            self.seen.event = event.map(|tag| (tag.value.to_string(), tag.place.value));
        }
        if self.judged.len() > n_before || self.active.export {
            self.seen.players = players_of(&self.scene());
        }
    }

    /// The checks of the region's text as a whole; there is nothing to say about the characters of
    /// binary data.
    pub(super) fn judge_region(&mut self, is_ascii: bool) {
        if self.referee.notes.is_not_pgn && sniff(self.region.text) == Kind::Binary {
            return;
        }
        let foreign = if is_ascii { &[] } else { self.active.foreign.as_slice() };
        let has_game = self.region.end.is_some();
        let Referee { follow, notes, .. } = &*self.referee;
        let (game, open_comments) = (&follow.game, &notes.open_comments);
        let scene = Scene { text: self.region.text, encoding: self.encoding, game, open_comments };
        for &(rule, check) in self.active.text.iter().chain(foreign) {
            check(&scene, &mut self.active.report(rule, self.judged, has_game));
        }
    }

    /// Puts into words what the reader noted.
    pub(super) fn tell_noted(&mut self) {
        let has_game = self.region.end.is_some_and(|end| end != GameEnd::NoGame);
        self.judged.push_others(&mut self.referee.notes.quota, has_game);
        if self.referee.notes.noted.is_empty() {
            return;
        }
        let mut noted = std::mem::take(&mut self.referee.notes.noted);
        numbers::compare(&mut noted, self.region, &self.referee.follow.game);
        for one in &noted {
            let Some(rule) = registry::by_code(one.diagnostic.code) else { continue };
            let (Check::Fault(tell) | Check::FaultAndForeign(tell, _)) = rule.check else {
                continue;
            };
            if self.active.is_on(rule) {
                let told = tell(&self.scene(), one).times(one.n);
                self.judged.push(Judged { rule, told, has_game });
            }
        }
        self.referee.notes.noted = noted;
        self.referee.notes.noted.clear();
    }

    fn judge_tags(&mut self) {
        let Referee { follow, notes, .. } = &*self.referee;
        let (game, open_comments) = (&follow.game, &notes.open_comments);
        let scene = Scene { text: self.region.text, encoding: self.encoding, game, open_comments };
        for heeded in &game.heeded_tags {
            let rules = self.active.tags.of_kind(heeded.kind_idx);
            let is_plain = heeded.is_plain && !(rules.value.is_per_player() && game.has_teams);
            let odd = if is_plain { &[] } else { rules.odd.as_slice() };
            let Some(place) = game.tags.get(heeded.tag_idx as usize) else { continue };
            if rules.always.is_empty() && odd.is_empty() {
                continue;
            }
            let tag = scene.tag_of(*place, rules.kind);
            for &(rule, check) in rules.always.iter().chain(odd) {
                check(&scene, &tag, &mut self.active.report(rule, self.judged, true));
            }
        }
    }

    fn judge_rest(&mut self) {
        let Referee { follow, notes, .. } = &*self.referee;
        let (game, open_comments) = (&follow.game, &notes.open_comments);
        let scene = Scene { text: self.region.text, encoding: self.encoding, game, open_comments };
        for &(rule, check) in &self.active.game {
            check(&scene, &mut self.active.report(rule, self.judged, game.is_game));
        }
        for &(rule, check) in &self.active.comments {
            for &span in &game.odd_comments {
                let comment = scene.comment(span);
                let mut report = self.active.report(rule, self.judged, game.is_game);
                check(&scene, &comment, &mut report);
            }
        }
    }

    fn scene(&self) -> Scene<'_> {
        let Referee { follow, notes, .. } = &*self.referee;
        Scene {
            text: self.region.text,
            encoding: self.encoding,
            game: &follow.game,
            open_comments: &notes.open_comments,
        }
    }
}
