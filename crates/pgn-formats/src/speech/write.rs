//! The moves of a game with their annotations, sentence by sentence (§8.2, D-29, D-30, D-61).

use super::moves::move_words;
use super::{Sentences, Speech};
use crate::label::Labels;
use crate::sentence::sentences;
use crate::words::{capitalized, nag_sentence, pronounceable, spoken_text};
use pgnkit::game::{Annotation, Game, NodeId, Stop};
use pgnkit::internal::{Numbers, Spelled, Walk, count_loss};
use pgnkit::nag::{Nag, Scope};
use pgnkit::score_sheet;
use pgnkit::syntax::CommentKind;
use pgnkit::tag::Outcome;
use pgnkit::write::Loss;
use pgnkit::write::loss;

/// Variations that nest deeper are called by their depth alone: a label grows with it.
const LABELLED_LEVELS_MAX: usize = 32;

/// Says all moves and the result.
pub(super) fn say(speech: &Speech, game: &Game, lines: &mut Sentences<'_>, losses: &mut Vec<Loss>) {
    let (numbers, first_ply) = Numbers::of(&game.start());
    let labels = Labels::default();
    let mut teller = Teller { speech, game, numbers, lines, losses, labels };
    teller.tell(game.walk(first_ply));
    let state = score_sheet::end(game).and_then(|diagram| diagram.variant);
    if let Some(state) = state.filter(|it| it.variant.has_pockets() || it.variant.counts_checks()) {
        lines.say(&format!("The end: {}", speech.variant_words(&state)));
    }
    lines.say(&match game.outcome() {
        Outcome::Unknown => "The game has no result.".to_owned(),
        Outcome::Draw => "The game is a draw.".to_owned(),
        outcome => format!("{}.", speech.outcome_words(outcome)),
    });
}

struct Teller<'a, 'o> {
    speech: &'a Speech,
    game: &'a Game,
    numbers: Numbers,
    lines: &'a mut Sentences<'o>,
    losses: &'a mut Vec<Loss>,
    labels: Labels,
}

impl Teller<'_, '_> {
    fn tell(&mut self, mut walk: Walk<'_>) {
        self.speak_annotations(NodeId::ROOT);
        while let Some(stop) = walk.next_stop() {
            match stop {
                Stop::Move(node) => {
                    self.labels.begin_move();
                    self.speak_move(node, &walk);
                    if walk.has_annotations() {
                        self.speak_annotations(node);
                    }
                }
                Stop::Annotation(_) => {}
                Stop::Open(head) => {
                    if self.game.tree().next(head).is_some() {
                        self.open(&walk);
                        walk.enter(head);
                        self.speak_annotations(head);
                    }
                }
                Stop::Close(_) => self.close(),
            }
        }
    }

    fn open(&mut self, walk: &Walk<'_>) {
        self.labels.open(LABELLED_LEVELS_MAX);
        let (number, is_white) = self.numbers.at(walk.ply() - 1);
        let (name, side) = (self.name(), if is_white { "White" } else { "Black" });
        let depth = self.labels.depth();
        self.lines.say(&format!(
            "{} begins, depth {depth}, instead of move {number} of {side}.",
            capitalized(&name)
        ));
    }

    fn close(&mut self) {
        let ended = capitalized(&self.name());
        self.labels.close();
        let around = self.name();
        self.lines.say(&format!("{ended} ends, back to {around}."));
    }

    /// The name of the line: `variation A1`, `the main line`.
    fn name(&self) -> String {
        match self.labels.depth() {
            0 => "the main line".to_owned(),
            depth if depth > LABELLED_LEVELS_MAX => format!("a variation at depth {depth}"),
            _ => format!("variation {}", self.labels.label),
        }
    }

    fn speak_move(&mut self, node: NodeId, walk: &Walk<'_>) {
        if walk.spelled().is_none() {
            return;
        }
        let (number, is_white) = self.numbers.at(walk.ply() - 1);
        let words = words_of_move(self.speech, self.game, node);
        let side = if is_white { "White" } else { "Black" };
        self.lines.say(&format!("{number}. {side}: {words}."));
    }

    /// The annotations of a node: NAGs, then comments, those of variations without a move among
    /// them.
    fn speak_annotations(&mut self, node: NodeId) {
        let tree = self.game.tree();
        let is_move = !tree.is_head(node);
        for nag in tree.nags(node) {
            self.speak_nag(nag, is_move);
        }
        for annotation in tree.annotations(node) {
            match annotation {
                Annotation::Comment { kind: CommentKind::Escape, .. } => {
                    count_loss(self.losses, &loss::DROPPED_ESCAPE, 1);
                }
                Annotation::Comment { text, .. } => self.speak_comment(text),
                Annotation::Variation(head) if tree.next(head).is_none() => {
                    tree.comments(head).for_each(|text| self.speak_comment(text));
                }
                Annotation::Variation(_) | Annotation::Nag(_) => {}
            }
        }
    }

    fn speak_nag(&mut self, nag: Nag, is_move: bool) {
        if nag.is_null() {
            count_loss(self.losses, &loss::DROPPED_NAG, 1);
        } else if nag.scope() != Scope::Move || !is_move {
            self.lines.say(&nag_sentence(nag));
        }
    }

    /// A line a sentence, the first announced.
    fn speak_comment(&mut self, text: &str) {
        let (text, said) = spoken_text(text, self.speech.commands);
        let mut lead = match self.labels.depth() == 0 {
            true => "Comment: ".to_owned(),
            false => format!("Comment in {}: ", self.name()),
        };
        for sentence in sentences(&text) {
            self.lines.say_whole(&format!("{lead}{sentence}"));
            lead.clear();
        }
        said.iter().for_each(|sentence| self.lines.say(sentence));
    }
}

/// A move with its NAGs; empty for the head of a line.
pub(super) fn words_of_move(speech: &Speech, game: &Game, node: NodeId) -> String {
    let mut words = match game.tree().spelled(node) {
        Some(Spelled::Move(mv, spelling)) => {
            move_words(spelling.text(mv).as_str(), Some(mv), speech)
        }
        Some(Spelled::Unchecked(text)) => move_words(&pronounceable(text), None, speech),
        None => return String::new(),
    };
    let mut last = None;
    for nag in game.tree().nags(node).filter(|nag| nag.scope() == Scope::Move) {
        // A repeated NAG adds nothing.
        if last.replace(nag) != Some(nag) {
            words.push_str(", ");
            words.push_str(&speech.nag_words(nag));
        }
    }
    words
}
