//! Diagrams as SVG.
//!
//! Decisions: D-11, D-59.

use std::fmt::Write as _;

use super::piece_shapes::{Shape, shape};
use super::{Coordinates, Diagram};
use crate::comment::{Arrow, MarkColor, MarkedSquare};
use pgn_chess::{Color, Piece, Role, Square};

/// Where the shapes of the pieces are defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PieceShapes {
    /// In the picture itself, which is then self-contained.
    #[default]
    Own,
    /// Elsewhere on the page, from [`shared_pieces`].
    Shared,
}

/// The side of a square, and the width of the edge with the coordinates.
const SQUARE: u32 = 100;
const EDGE: u32 = 44;

/// The height of a line of text below the board.
const LINE: u32 = 40;

const FONT: &str = "Helvetica, Arial, sans-serif";

const LIGHT: &str = "#f1ead9";
const DARK: &str = "#b39b7d";
const MOVED: &str = "#d6b43c";
const INK: &str = "#26221d";

/// The shapes of all pieces, for pages with many diagrams: insert them once, before the first
/// diagram.
#[doc(hidden)]
#[must_use]
pub fn shared_pieces() -> String {
    let mut svg =
        String::from("<svg width=\"0\" height=\"0\" style=\"position:absolute\"><defs>\n");
    for color in Color::ALL {
        for role in Role::ALL {
            define(Piece { color, role }, &mut svg);
        }
    }
    svg.push_str("</defs></svg>\n");
    svg
}

impl Diagram {
    /// The diagram as one `<svg>` element, `pixels` wide and high; with a line end. For a variant,
    /// it is higher: its name, pockets and checks are below the board.
    ///
    /// Screen readers read `title`, and then the pieces on the board.
    ///
    /// ```
    /// use pgnkit::{Position, diagram::{Diagram, PieceShapes}};
    /// let svg = Diagram::of(&Position::start()).svg(400, PieceShapes::Own, "start");
    /// assert!(svg.starts_with("<svg"));
    /// ```
    #[must_use]
    pub fn svg(&self, pixels: u32, shapes: PieceShapes, title: &str) -> String {
        let edge = match self.coordinates {
            Coordinates::Shown => EDGE,
            Coordinates::Hidden => 0,
        };
        let side = 8 * SQUARE + 2 * edge;
        let lines = self.variant.map(|variant| variant.lines()).unwrap_or_default();
        let height = side + LINE * lines.len() as u32;
        let pixels_high = u64::from(pixels) * u64::from(height) / u64::from(side);
        let mut svg = String::with_capacity(12_000);
        // Writing to a String cannot fail.
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixels}\" height=\"{pixels_high}\" \
             viewBox=\"0 0 {side} {height}\" role=\"img\" aria-label=\"{}\">",
            Escaped(&match title {
                "" => self.words(),
                title => format!("{title}. {}", self.words()),
            })
        );
        if !title.is_empty() {
            let _ = writeln!(svg, "<title>{}</title>", Escaped(title));
        }
        if shapes == PieceShapes::Own {
            self.define_pieces(&mut svg);
        }
        let _ = writeln!(svg, "<rect width=\"{side}\" height=\"{height}\" fill=\"#fbf8f1\"/>");
        for (y, line) in (side..).step_by(LINE as usize).zip(&lines) {
            let y = y + LINE / 2;
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{y}\" font-family=\"{FONT}\" font-size=\"24\" \
                 text-anchor=\"middle\" fill=\"{INK}\">{}</text>",
                side / 2,
                Escaped(line)
            );
        }
        self.draw_edges(edge, side, &mut svg);
        let _ = writeln!(svg, "<g transform=\"translate({edge} {edge})\">");
        self.draw_squares(&mut svg);
        self.draw_pieces(&mut svg);
        self.squares.iter().for_each(|mark| self.draw_mark(mark, &mut svg));
        self.arrows.iter().for_each(|arrow| self.draw_arrow(arrow, &mut svg));
        svg.push_str("</g>\n</svg>\n");
        svg
    }

    fn define_pieces(&self, svg: &mut String) {
        svg.push_str("<defs>\n");
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { color, role };
                if self.board.pieces().any(|(_, other)| other == piece) {
                    define(piece, svg);
                }
            }
        }
        svg.push_str("</defs>\n");
    }

    /// Letters below, digits on the left, and a disc of the color that is to move, on its side.
    fn draw_edges(&self, edge: u32, side: u32, svg: &mut String) {
        if edge == 0 {
            return;
        }
        let style = format!("font-family=\"{FONT}\" font-size=\"28\" text-anchor=\"middle\"");
        let _ = writeln!(svg, "<g {style} fill=\"{INK}\">");
        for (n, letter) in (0u32..).zip(self.file_letters()) {
            let x = edge + SQUARE * n + SQUARE / 2;
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\">{letter}</text>", side - 13);
        }
        for (n, (rank, _)) in (0u32..).zip(self.rows()) {
            let y = edge + SQUARE * n + SQUARE / 2 + 10;
            let digit = char::from(rank.digit());
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{y}\">{digit}</text>", edge / 2);
        }
        svg.push_str("</g>\n");
        if let Some(turn) = self.turn {
            let x = side - edge / 2;
            let y = if turn == self.side { side - edge - SQUARE / 2 } else { edge + SQUARE / 2 };
            let fill = if turn == Color::White { "#ffffff" } else { INK };
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"{fill}\" stroke=\"{INK}\" \
                 stroke-width=\"3\"/>"
            );
        }
    }

    fn draw_squares(&self, svg: &mut String) {
        let all = 8 * SQUARE;
        let _ = writeln!(svg, "<rect width=\"{all}\" height=\"{all}\" fill=\"{LIGHT}\"/>");
        let mut path = String::new();
        for row in 0..8 {
            for column in (0..8).filter(|column| (row + column) % 2 == 1) {
                let _ = write!(path, "M{} {}h100v100h-100z", column * SQUARE, row * SQUARE);
            }
        }
        let _ = writeln!(svg, "<path d=\"{path}\" fill=\"{DARK}\"/>");
        for square in self.last.iter().flat_map(|mv| [mv.from(), mv.to()]) {
            let (x, y) = self.corner(square.file().index(), square.rank().index());
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\" fill=\"{MOVED}\" \
                 fill-opacity=\".5\"/>"
            );
        }
        let _ = writeln!(
            svg,
            "<rect width=\"{all}\" height=\"{all}\" fill=\"none\" stroke=\"{INK}\" \
             stroke-width=\"4\"/>"
        );
    }

    fn draw_pieces(&self, svg: &mut String) {
        for (square, piece) in self.board.pieces() {
            let (x, y) = self.corner(square.file().index(), square.rank().index());
            let letter = piece.to_char();
            let _ = writeln!(svg, "<use href=\"#man-{letter}\" x=\"{x}\" y=\"{y}\"/>");
        }
    }

    fn draw_mark(&self, mark: &MarkedSquare, svg: &mut String) {
        let (x, y) = self.centre(mark.square);
        let color = color(mark.color);
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"44\" fill=\"none\" stroke=\"{color}\" \
             stroke-width=\"8\" stroke-opacity=\".85\"/>"
        );
    }

    /// A shaft and a head, from near the center of one square to near that of the other.
    fn draw_arrow(&self, arrow: &Arrow, svg: &mut String) {
        let ((x1, y1), (x2, y2)) = (self.centre(arrow.source), self.centre(arrow.target));
        let (dx, dy) = (f64::from(x2) - f64::from(x1), f64::from(y2) - f64::from(y1));
        let length = dx.hypot(dy);
        if length < 1.0 {
            return;
        }
        let (ux, uy) = (dx / length, dy / length);
        let at = |along: f64, aside: f64| {
            let x = f64::from(x1) + ux * along - uy * aside;
            let y = f64::from(y1) + uy * along + ux * aside;
            format!("{} {}", tenths(x), tenths(y))
        };
        let (start, neck, tip) = (24.0, length - 46.0, length - 10.0);
        let points = [
            at(start, -8.0),
            at(neck, -8.0),
            at(neck, -24.0),
            at(tip, 0.0),
            at(neck, 24.0),
            at(neck, 8.0),
            at(start, 8.0),
        ];
        let color = color(arrow.color);
        let _ = writeln!(
            svg,
            "<path d=\"M{}z\" fill=\"{color}\" fill-opacity=\".75\"/>",
            points.join("L")
        );
    }

    /// The upper left corner of a square, by file and rank from 0.
    fn corner(&self, file: u8, rank: u8) -> (u32, u32) {
        let (column, row) = self.place(file, rank);
        (u32::from(column) * SQUARE, u32::from(row) * SQUARE)
    }

    fn centre(&self, square: Square) -> (u32, u32) {
        let (x, y) = self.corner(square.file().index(), square.rank().index());
        (x + SQUARE / 2, y + SQUARE / 2)
    }
}

/// A place in the picture with one digit after the period.
fn tenths(place: f64) -> String {
    let tenths = (place * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10)
}

fn color(color: MarkColor) -> &'static str {
    match color {
        MarkColor::Green => "#2f8f46",
        MarkColor::Red => "#c2372e",
        MarkColor::Yellow => "#dfa615",
        MarkColor::Blue => "#2f6fb5",
    }
}

/// The drawing of a piece under its letter of FEN.
fn define(piece: Piece, svg: &mut String) {
    let (fill, line) = match piece.color {
        Color::White => ("#fffdf6", INK),
        Color::Black => (INK, "#f1ead9"),
    };
    let Shape { body, lines } = shape(piece.role);
    let _ = writeln!(
        svg,
        "<g id=\"man-{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\" stroke-width=\"3.5\">\
         <path d=\"{body}\" fill=\"{fill}\" stroke=\"{INK}\"/>",
        piece.to_char()
    );
    if !lines.is_empty() {
        let _ = writeln!(svg, "<path d=\"{lines}\" fill=\"none\" stroke=\"{line}\"/>");
    }
    svg.push_str("</g>\n");
}

/// Text of XML and HTML.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => f.write_char(c)?,
                // XML has no place for these.
                c if c.is_control() => f.write_char('\u{FFFD}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
