//! The kinds of annotations.
//!
//! Standard: §5, §8.2.4. Decisions: D-11.

use crate::values::Values;
use pgnkit::comment::commands;

/// A kind of annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnnotationKind {
    Text,
    Clocks,
    Evals,
    Marks,
    Commands,
    Comments,
    Nags,
    Variations,
    Escapes,
}

/// The values of `--strip` and `--keep`.
pub(super) const KINDS: &Values<AnnotationKind> = &[
    (
        "text",
        "The text of comments; comments that are then empty are removed",
        AnnotationKind::Text,
    ),
    (
        "clocks",
        "[%clk ...], [%emt ...], [%egt ...] and [%mct ...] in comments",
        AnnotationKind::Clocks,
    ),
    ("evals", "[%eval ...] in comments", AnnotationKind::Evals),
    (
        "marks",
        "Colored squares and arrows in comments, [%csl ...] and [%cal ...]",
        AnnotationKind::Marks,
    ),
    ("commands", "All commands in comments, including those above", AnnotationKind::Commands),
    ("comments", "Whole comments: text and commands", AnnotationKind::Comments),
    ("nags", "Annotation symbols (NAGs), such as $1, ! and ?", AnnotationKind::Nags),
    ("variations", "Variations, with all their contents", AnnotationKind::Variations),
    ("escapes", "Lines that begin with %", AnnotationKind::Escapes),
];

/// Some kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Kinds {
    pub(super) text: bool,
    pub(super) clocks: bool,
    pub(super) evals: bool,
    pub(super) marks: bool,
    /// Commands of no other kind.
    pub(super) others: bool,
    pub(super) nags: bool,
    pub(super) variations: bool,
    pub(super) escapes: bool,
}

impl Kinds {
    pub(super) fn of(kinds: &[AnnotationKind]) -> Kinds {
        let has = |kind| kinds.contains(&kind);
        let comments = has(AnnotationKind::Comments);
        let commands = comments || has(AnnotationKind::Commands);
        Kinds {
            text: comments || has(AnnotationKind::Text),
            clocks: commands || has(AnnotationKind::Clocks),
            evals: commands || has(AnnotationKind::Evals),
            marks: commands || has(AnnotationKind::Marks),
            others: commands,
            nags: has(AnnotationKind::Nags),
            variations: has(AnnotationKind::Variations),
            escapes: has(AnnotationKind::Escapes),
        }
    }

    pub(super) fn all_but(kept: &[AnnotationKind]) -> Kinds {
        let kept = Kinds::of(kept);
        Kinds {
            text: !kept.text,
            clocks: !kept.clocks,
            evals: !kept.evals,
            marks: !kept.marks,
            others: !kept.others,
            nags: !kept.nags,
            variations: !kept.variations,
            escapes: !kept.escapes,
        }
    }

    /// Whether comments change.
    pub(super) fn touches_comments(self) -> bool {
        self.text || self.clocks || self.evals || self.marks || self.others
    }

    fn has_command(self, name: &str) -> bool {
        match name {
            "clk" | "emt" | "egt" | "mct" => self.clocks,
            "eval" => self.evals,
            "csl" | "cal" => self.marks,
            _ => self.others,
        }
    }

    /// The rest of a comment without these kinds; `None` if they are all of it.
    pub(super) fn left_of(self, text: &str) -> Option<String> {
        let mut left = String::new();
        let mut push = |piece: &str| {
            let piece = piece.trim();
            if !piece.is_empty() {
                if !left.is_empty() {
                    left.push(' ');
                }
                left.push_str(piece);
            }
        };
        let (mut from, mut is_changed) = (0, false);
        let mut run = 0;
        for command in commands(text) {
            let words = &text[from..command.range.start];
            let drops_words = self.text && !words.trim().is_empty();
            let drops_command = self.has_command(command.name);
            if drops_words || drops_command {
                let end = if drops_words { from } else { command.range.start };
                push(&text[run..end]);
                run = if drops_command { command.range.end } else { command.range.start };
                is_changed = true;
            }
            from = command.range.end;
        }
        if self.text && !text[from..].trim().is_empty() {
            push(&text[run..from]);
            is_changed = true;
        } else {
            push(&text[run..]);
        }
        is_changed.then_some(left)
    }
}
