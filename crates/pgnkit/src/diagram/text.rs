//! Diagrams of characters.
//!
//! Standard: §16.1.3. Decisions: D-59, D-63.

use super::{Coordinates, Diagram, VariantState};
use pgn_chess::notation::letters::Letters;
use pgn_chess::{Color, Piece, Role};

/// The symbols for the pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Signs {
    /// The chess figures of Unicode, outlined for White and filled for Black.
    #[default]
    Unicode,
    /// Letters as in FEN: capitals for White.
    Ascii,
}

impl Signs {
    fn of(self, piece: Option<Piece>) -> char {
        let filled = |role| match role {
            Role::Pawn => '\u{265F}',
            Role::Knight => '\u{265E}',
            Role::Bishop => '\u{265D}',
            Role::Rook => '\u{265C}',
            Role::Queen => '\u{265B}',
            Role::King => '\u{265A}',
        };
        match (self, piece) {
            (Signs::Ascii, None) => '.',
            (Signs::Unicode, None) => '·',
            (Signs::Ascii, Some(piece)) => piece.to_char(),
            (Signs::Unicode, Some(Piece { color: Color::Black, role })) => filled(role),
            (Signs::Unicode, Some(Piece { color: Color::White, role })) => {
                Letters::FIGURINES.letter(role).chars().next().unwrap_or_default()
            }
        }
    }
}

impl Diagram {
    /// The pieces, the side to move and the state of a variant in words, for screen readers:
    /// `White: king e1, pawn e4. Black: king e8. Black to move.`
    ///
    /// ```
    /// use pgnkit::{Position, diagram::Diagram};
    /// assert!(Diagram::of(&Position::start()).words().contains("e1"));
    /// ```
    #[must_use]
    pub fn words(&self) -> String {
        let mut words = String::new();
        for color in Color::ALL {
            let of_role = |role: Role| {
                let is_it = move |piece: Piece| piece == Piece { color, role };
                let men = self.board.pieces().filter(move |&(_, piece)| is_it(piece));
                men.map(move |(square, _)| format!("{role} {square}"))
            };
            let men: Vec<String> = Role::ALL.into_iter().rev().flat_map(of_role).collect();
            let men = if men.is_empty() { "none".to_owned() } else { men.join(", ") };
            words.push_str(&format!("{color}: {men}. "));
        }
        if let Some(turn) = self.turn {
            words.push_str(&format!("{turn} to move. "));
        }
        if let Some(variant) = &self.variant {
            words.push_str(&variant.to_string());
        }
        words.truncate(words.trim_end().len());
        words
    }

    /// The diagram in lines, without a line end after the last: eight ranks, the letters of the
    /// files if coordinates are shown, the side to move if it is known, and for a variant its name,
    /// pockets and checks.
    ///
    /// Marked squares, arrows and the last move are not drawn.
    #[must_use]
    pub fn text(&self, signs: Signs) -> String {
        let has_edge = self.coordinates == Coordinates::Shown;
        let mut text = String::with_capacity(320);
        for (rank, squares) in self.rows() {
            if !text.is_empty() {
                text.push('\n');
            }
            if has_edge {
                text.push(char::from(rank.digit()));
            }
            for (n, square) in squares.enumerate() {
                if has_edge || n > 0 {
                    text.push(' ');
                }
                text.push(signs.of(self.board.piece_at(square)));
            }
        }
        if has_edge {
            text.push_str("\n ");
            for letter in self.file_letters() {
                text.push(' ');
                text.push(letter);
            }
        }
        if let Some(turn) = self.turn {
            text.push_str(&format!("\n{turn} to move"));
        }
        for line in self.variant.iter().flat_map(VariantState::lines) {
            text.push('\n');
            text.push_str(&line);
        }
        text
    }
}
