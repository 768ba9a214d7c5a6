//! Places in a game: the plies of its lines, and their contents (§8.2).

use std::ops::ControlFlow;

use pgnkit::chess::Color;
use pgnkit::comment::{CommentContext, Value, values};
use pgnkit::game::Annotation;
use pgnkit::syntax::CommentKind;
use pgnkit::{Game, NodeId};

/// The places of a game that a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The first and the last ply, both included; 0 is the start of the game.
    pub first_ply: u32,
    /// The last ply.
    pub last_ply: u32,
    /// Whether variations are searched too.
    pub variations: bool,
}

impl Default for Place {
    /// The main line, all of it.
    fn default() -> Place {
        Place { first_ply: 0, last_ply: u32::MAX, variations: false }
    }
}

impl Place {
    /// All lines of a game.
    pub(super) const EVERYWHERE: Place =
        Place { first_ply: 0, last_ply: u32::MAX, variations: true };

    /// Whether a ply is one of these places.
    ///
    /// ```
    /// use pgn_query::facts::Place;
    ///
    /// let place = Place { first_ply: 0, last_ply: 10, variations: false };
    /// assert!(place.has_ply(10) && !place.has_ply(11));
    /// ```
    #[must_use]
    pub fn has_ply(&self, ply: u32) -> bool {
        (self.first_ply..=self.last_ply).contains(&ply)
    }
}

/// Walks over the places of a game, with the number of plies before each; variations after the move
/// that they replace, with a stack of what waits.
pub(crate) fn each_node<'g>(
    game: &'g Game,
    place: Place,
    mut see: impl FnMut(&'g Game, NodeId, u32) -> ControlFlow<()>,
) {
    let tree = game.tree();
    let mut waiting = Vec::new();
    let (mut at, mut ply) = (Some(NodeId::ROOT), 0_u32);
    loop {
        let Some(node) = at else {
            let Some((head, before)) = waiting.pop() else { return };
            (at, ply) = (Some(head), before);
            continue;
        };
        if ply > place.last_ply && !place.variations {
            return;
        }
        if place.has_ply(ply) && see(game, node, ply).is_break() {
            return;
        }
        if place.variations {
            let heads = tree.variations(node).map(|head| (head, ply.saturating_sub(1)));
            waiting.extend(heads);
        }
        at = tree.next(node);
        ply = ply.saturating_add(1);
    }
}

/// The same for the values in comments, with the side that moved before each.
pub(super) fn each_value(
    game: &Game,
    place: Place,
    mut see: impl FnMut(Value<'_>, Color, u32) -> ControlFlow<()>,
) {
    let (first, time_control) = (first_to_move(game), game.tag("TimeControl"));
    each_node(game, place, |game, node, ply| {
        let mover = if ply % 2 == 1 { first } else { !first };
        for annotation in game.tree().annotations(node) {
            if let Annotation::Comment { kind: CommentKind::Brace | CommentKind::Line, text } =
                annotation
            {
                for value in values(text, CommentContext { mover, time_control }) {
                    see(value, mover, ply)?;
                }
            }
        }
        ControlFlow::Continue(())
    });
}

/// The side that moves first.
fn first_to_move(game: &Game) -> Color {
    let fen = game.tag("FEN").and_then(|fen| fen.split_ascii_whitespace().nth(1));
    if fen == Some("b") { Color::Black } else { Color::White }
}
