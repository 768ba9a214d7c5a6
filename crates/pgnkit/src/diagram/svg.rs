//! Diagrams as SVG.
//!
//! Decisions: D-11, D-59.

use std::fmt::Write as _;

use super::Diagram;
use super::drawing::{Canvas, Color8, Paint, draw_piece};
use pgn_chess::{Color, Piece, Role};

/// Where the shapes of the pieces are defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PieceShapes {
    /// In the picture itself, which is then self-contained.
    #[default]
    Own,
    /// Elsewhere on the page, from [`shared_pieces`].
    Shared,
}

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

/// One piece as an `<svg>` element, `pixels` wide and high; with a line end.
#[doc(hidden)]
#[must_use]
pub fn piece_svg(piece: Piece, pixels: u32) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixels}\" height=\"{pixels}\" \
         viewBox=\"0 0 100 100\" role=\"img\" aria-label=\"{} {}\">\n",
        if piece.color == Color::White { "white" } else { "black" },
        piece.role.name()
    );
    draw_piece(piece, (0, 0), &mut SvgCanvas { svg: &mut svg });
    svg.push_str("</svg>\n");
    svg
}

impl Diagram {
    /// The diagram as one `<svg>` element, `pixels` wide; with a line end.
    ///
    /// It is as high as wide, and higher with the lines about a variant.
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
        let (side, height) = (self.picture_side(), self.picture_height());
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
        self.draw(&mut SvgCanvas { svg: &mut svg });
        svg.push_str("</svg>\n");
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
}

/// Writes the parts of a diagram as elements.
struct SvgCanvas<'a> {
    svg: &'a mut String,
}

impl Canvas for SvgCanvas<'_> {
    // Writing to a String cannot fail.
    fn path(&mut self, data: &str, (x, y): (u32, u32), paint: Paint) {
        let _ = write!(self.svg, "<path d=\"{data}\"");
        if (x, y) != (0, 0) {
            let _ = write!(self.svg, " transform=\"translate({x} {y})\"");
        }
        let hex = |Color8 { r, g, b }| format!("#{r:02x}{g:02x}{b:02x}");
        let fill = paint.fill.map_or("none".to_owned(), hex);
        let _ = write!(self.svg, " fill=\"{fill}\"");
        if let Some((color, tenths)) = paint.stroke {
            let _ = write!(
                self.svg,
                " stroke=\"{}\" stroke-width=\"{}.{}\" stroke-linejoin=\"round\" \
                 stroke-linecap=\"round\"",
                hex(color),
                tenths / 10,
                tenths % 10
            );
        }
        if paint.opacity < 100 {
            let kind = if paint.fill.is_some() { "fill" } else { "stroke" };
            let opacity = format!("{:02}", paint.opacity);
            let _ = write!(self.svg, " {kind}-opacity=\".{}\"", opacity.trim_end_matches('0'));
        }
        self.svg.push_str("/>\n");
    }

    fn piece(&mut self, piece: Piece, (x, y): (u32, u32)) {
        let letter = piece.to_char();
        let _ = writeln!(self.svg, "<use href=\"#man-{letter}\" x=\"{x}\" y=\"{y}\"/>");
    }

    // Readers choose a font that is narrow enough.
    fn text(&mut self, text: &str, (x, y): (u32, u32), Color8 { r, g, b }: Color8, _: u32) {
        let _ = writeln!(
            self.svg,
            "<text x=\"{x}\" y=\"{y}\" font-family=\"Helvetica, Arial, sans-serif\" \
             font-size=\"24\" text-anchor=\"middle\" fill=\"#{r:02x}{g:02x}{b:02x}\">{}</text>",
            Escaped(text)
        );
    }
}

/// The drawing of a piece under its letter of FEN.
fn define(piece: Piece, svg: &mut String) {
    let _ = writeln!(svg, "<g id=\"man-{}\">", piece.to_char());
    draw_piece(piece, (0, 0), &mut SvgCanvas { svg });
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
