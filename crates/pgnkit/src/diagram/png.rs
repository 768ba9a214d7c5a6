//! Diagrams as PNG.
//!
//! A diagram has a dozen kinds of paths, which tiny-skia draws directly; a renderer of SVG would
//! read them from text again and be several times as large.
//!
//! Only additions, multiplications, divisions and square roots, which are exact everywhere, decide
//! about pixels: the same diagram has the same bytes on every machine.

use super::Diagram;
use super::drawing::{Canvas, Color8, Paint, draw_piece};
use super::piece_shapes::{sign_width, text_strokes};
use pgn_chess::Piece;
use std::fmt;
use tiny_skia::{FillRule, LineCap, LineJoin, PathBuilder, Pixmap, Stroke, Transform};

/// The greatest width of a PNG, in pixels; drawing it takes 64 MiB, and a fifth more with the lines
/// about a variant.
pub const PNG_PIXELS_MAX: u32 = 4_096;

/// A size that a PNG cannot have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PngSizeError {
    /// The requested width, in pixels.
    pub pixels: u32,
}

impl fmt::Display for PngSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a PNG of 1 to {PNG_PIXELS_MAX} pixels, found {}", self.pixels)
    }
}

impl std::error::Error for PngSizeError {}

impl Diagram {
    /// The diagram as a PNG file, `pixels` wide; it looks like the SVG.
    ///
    /// It is as high as wide, and higher with the lines about a variant.
    ///
    /// # Errors
    /// If the size is 0 or more than [`PNG_PIXELS_MAX`].
    ///
    /// ```
    /// use pgnkit::{Position, diagram::Diagram};
    /// let png = Diagram::of(&Position::start()).png(400)?;
    /// assert!(png.starts_with(b"\x89PNG"));
    /// # Ok::<(), pgnkit::diagram::PngSizeError>(())
    /// ```
    pub fn png(&self, pixels: u32) -> Result<Vec<u8>, PngSizeError> {
        let error = PngSizeError { pixels };
        if pixels > PNG_PIXELS_MAX {
            return Err(error);
        }
        let (side, height) = (self.picture_side(), self.picture_height());
        let pixmap = Pixmap::new(pixels, (pixels * height).div_ceil(side)).ok_or(error)?;
        let scale = pixels as f32 / side as f32;
        let mut canvas = PngCanvas { pixmap, scale };
        self.draw(&mut canvas);
        // Encoding to memory cannot fail.
        canvas.pixmap.encode_png().map_err(|_| error)
    }
}

/// The size of text, of which the lines of characters have 1.
const TEXT_SCALE: f32 = 0.85;

/// Draws the parts of a diagram as pixels.
struct PngCanvas {
    pixmap: Pixmap,
    scale: f32,
}

impl PngCanvas {
    /// Draws a path whose origin is here, in pixels.
    fn draw(&mut self, data: &str, transform: Transform, paint: Paint) {
        let Some(path) = Outline::of(data) else { return };
        let brush = |Color8 { r, g, b }| {
            let mut brush = tiny_skia::Paint { anti_alias: true, ..tiny_skia::Paint::default() };
            brush.set_color_rgba8(r, g, b, (u32::from(paint.opacity) * 255 / 100) as u8);
            brush
        };
        if let Some(color) = paint.fill {
            let rule = FillRule::Winding;
            self.pixmap.fill_path(&path, &brush(color), rule, transform, None);
        }
        if let Some((color, tenths)) = paint.stroke {
            let width = f32::from(tenths) / 10.0;
            let (line_cap, line_join) = (LineCap::Round, LineJoin::Round);
            let stroke = Stroke { width, line_cap, line_join, ..Stroke::default() };
            self.pixmap.stroke_path(&path, &brush(color), &stroke, transform, None);
        }
    }
}

impl Canvas for PngCanvas {
    fn path(&mut self, data: &str, (x, y): (u32, u32), paint: Paint) {
        let scale = Transform::from_scale(self.scale, self.scale);
        self.draw(data, scale.pre_translate(x as f32, y as f32), paint);
    }

    fn text(&mut self, text: &str, (x, y): (u32, u32), color: Color8, width_max: u32) {
        let width: u32 = text.chars().map(sign_width).sum();
        let shrink = (width_max as f32 / width.max(1) as f32).min(TEXT_SCALE);
        let line = Transform::from_scale(self.scale, self.scale)
            .pre_translate(x as f32, y as f32)
            .pre_scale(shrink, shrink);
        let mut left = -(width as f32) / 2.0;
        for sign in text.chars() {
            let half = sign_width(sign) as f32 / 2.0;
            let at = line.pre_translate(left + half, 0.0);
            self.draw(text_strokes(sign), at, Paint::line(color, 24));
            left += 2.0 * half;
        }
    }

    fn piece(&mut self, piece: Piece, at: (u32, u32)) {
        draw_piece(piece, at, self);
    }
}

/// A point, or the way from one to another.
#[derive(Clone, Copy, PartialEq)]
struct Point {
    x: f64,
    y: f64,
}

impl Point {
    fn plus(self, other: Point, times: f64) -> Point {
        Point { x: self.x + other.x * times, y: self.y + other.y * times }
    }

    fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// A quarter turn clockwise, as the ordinates grow downwards.
    fn turned(self, times: f64) -> Point {
        Point { x: -self.y * times, y: self.x * times }
    }
}

/// Builds a path from its text.
struct Outline {
    builder: PathBuilder,
    at: Point,
    begin: Point,
    /// The control point of the last quadratic curve.
    control: Point,
}

impl Outline {
    /// The path of a text with the commands of SVG that the shapes use: `M L l h v c q t a z`, arcs
    /// of circles only; `None` for other texts.
    fn of(data: &str) -> Option<tiny_skia::Path> {
        let origin = Point { x: 0.0, y: 0.0 };
        let mut outline =
            Outline { builder: PathBuilder::new(), at: origin, begin: origin, control: origin };
        let mut rest = data;
        while let Some(command) = rest.chars().next() {
            let arguments = rest.get(1..)?;
            let end = arguments.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(arguments.len());
            outline.commands(command, &numbers(&arguments[..end])?)?;
            rest = &arguments[end..];
        }
        outline.builder.finish()
    }

    /// A command with its arguments, which may be those of several.
    fn commands(&mut self, command: char, numbers: &[f64]) -> Option<()> {
        let count = match command {
            'h' | 'v' => 1,
            'M' | 'L' | 'l' | 't' => 2,
            'q' => 4,
            'c' => 6,
            'a' => 7,
            _ => return self.command(command, numbers),
        };
        numbers.chunks(count).try_for_each(|numbers| self.command(command, numbers))
    }

    fn command(&mut self, command: char, numbers: &[f64]) -> Option<()> {
        let point = |n: usize| Point { x: numbers[n], y: numbers[n + 1] };
        let here = self.at;
        let from_here = |n: usize| here.plus(point(n), 1.0);
        match (command, numbers.len()) {
            ('M', 2) => {
                (self.at, self.begin) = (point(0), point(0));
                self.builder.move_to(self.at.x as f32, self.at.y as f32);
            }
            ('L', 2) => self.line_to(point(0)),
            ('l', 2) => self.line_to(from_here(0)),
            ('h', 1) => self.line_to(here.plus(Point { x: numbers[0], y: 0.0 }, 1.0)),
            ('v', 1) => self.line_to(here.plus(Point { x: 0.0, y: numbers[0] }, 1.0)),
            ('c', 6) => self.cubic_to(from_here(0), from_here(2), from_here(4)),
            ('q', 4) => self.quadratic_to(from_here(0), from_here(2)),
            ('t', 2) => {
                let reflected = here.plus(here, 1.0).plus(self.control, -1.0);
                self.quadratic_to(reflected, from_here(0));
            }
            ('a', 7) if numbers[0] == numbers[1] => {
                self.arc_to(numbers[0], numbers[3] != 0.0, numbers[4] != 0.0, from_here(5));
            }
            ('z', 0) => {
                self.builder.close();
                self.at = self.begin;
            }
            _ => return None,
        }
        Some(())
    }

    fn line_to(&mut self, to: Point) {
        self.builder.line_to(to.x as f32, to.y as f32);
        self.at = to;
    }

    fn quadratic_to(&mut self, control: Point, to: Point) {
        self.builder.quad_to(control.x as f32, control.y as f32, to.x as f32, to.y as f32);
        (self.control, self.at) = (control, to);
    }

    fn cubic_to(&mut self, a: Point, b: Point, to: Point) {
        let [ax, ay, bx, by] = [a.x, a.y, b.x, b.y].map(|ordinate| ordinate as f32);
        self.builder.cubic_to(ax, ay, bx, by, to.x as f32, to.y as f32);
        self.at = to;
    }

    /// An arc of a circle, as cubic curves of a quarter of it or less. Their handles have the
    /// length 4/3 tan(angle / 4), which half-angle formulas give without trigonometric functions.
    fn arc_to(&mut self, radius: f64, is_large: bool, is_clockwise: bool, to: Point) {
        let half = Point { x: (self.at.x - to.x) / 2.0, y: (self.at.y - to.y) / 2.0 };
        let distance = half.dot(half);
        if distance == 0.0 {
            return;
        }
        let radius = radius.max(distance.sqrt());
        let side = if is_large == is_clockwise { -1.0 } else { 1.0 };
        let offset = ((radius * radius - distance).max(0.0) / distance).sqrt() * side;
        let center = to.plus(half, 1.0).plus(half.turned(-1.0), offset);
        let turn = if is_clockwise { 1.0 } else { -1.0 };
        let unit = |point: Point| {
            let away = point.plus(center, -1.0);
            Point { x: away.x / radius, y: away.y / radius }
        };
        let (mut from, last) = (unit(self.at), unit(to));
        for n in 0..4 {
            let quarter = from.turned(turn);
            let is_last = n == 3 || (quarter.dot(last) >= 0.0 && from.dot(last) >= -1e-6);
            let next = if is_last { last } else { quarter };
            let cos = from.dot(next);
            let half_tan = ((1.0 - cos).max(0.0) / (1.0 + cos)).sqrt();
            let handle = 4.0 / 3.0 * half_tan / (1.0 + (1.0 + half_tan * half_tan).sqrt());
            let a = center.plus(from.plus(quarter, handle), radius);
            let b = center.plus(next.plus(next.turned(turn), -handle), radius);
            let end = if is_last { to } else { center.plus(next, radius) };
            self.cubic_to(a, b, end);
            if is_last {
                return;
            }
            from = next;
        }
    }
}

/// Numbers one after the other, with or without spaces: `8.5-22.8`.
fn numbers(text: &str) -> Option<Vec<f64>> {
    let text = text.replace('-', " -");
    text.split_ascii_whitespace().map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::piece_shapes::{shape, sign_strokes};
    use super::*;
    use pgn_chess::fen::{self, Mode};
    use pgn_chess::notation::uci;
    use pgn_chess::{Color, Position, Role, Variant};

    #[test]
    fn every_shape_is_a_path() {
        for role in Role::ALL {
            let shape = shape(role);
            for data in [shape.body, shape.lines] {
                let bounds = Outline::of(data).expect(data).bounds();
                assert!(bounds.left() > 5.0 && bounds.right() < 95.0, "{role:?} {bounds:?}");
                assert!(bounds.top() > 5.0 && bounds.bottom() < 90.0, "{role:?} {bounds:?}");
            }
        }
        for sign in "abcdefgh12345678".chars() {
            let bounds = Outline::of(sign_strokes(sign)).expect("a path").bounds();
            assert!(bounds.width() < 15.0 && bounds.height() < 23.0, "{sign} {bounds:?}");
        }
        assert!(Outline::of("M0 0x").is_none() && Outline::of("").is_none());
    }

    #[test]
    fn every_character_of_the_lines_about_variants_has_strokes() {
        for variant in Variant::ALL {
            let start = variant.start_fen().as_bytes();
            let (position, _) = fen::parse_as(start, Mode::Lax, variant).expect("a start");
            let Some(state) = Diagram::of(&position).variant else { continue };
            let lines = state.sentences(|role, n| format!("{n} {role}s"));
            for sign in lines.join("").chars().filter(|sign| *sign != ' ') {
                let path = Outline::of(text_strokes(sign)).unwrap_or_else(|| panic!("{sign}"));
                assert!(path.bounds().width() <= sign_width(sign) as f32, "{sign}");
            }
        }
        for sign in ('a'..='z').chain('A'..='Z').chain('0'..='9') {
            assert!(Outline::of(text_strokes(sign)).is_some(), "{sign}");
        }
    }

    #[test]
    fn lines_about_a_variant_are_below_the_board() {
        let png = |text: &[u8], variant| {
            let (position, _) = fen::parse_as(text, Mode::Lax, variant).expect("a FEN");
            Pixmap::decode_png(&Diagram::of(&position).png(444).expect("a size")).expect("a PNG")
        };
        let ink = |picture: &Pixmap, from: u32, to: u32| {
            let rows = picture.pixels()[(from * 444) as usize..(to * 444) as usize].iter();
            rows.filter(|pixel| pixel.red() < 100).count()
        };
        let some = b"4k3/8/8/8/8/8/8/4K3[QPP] w - - 0 1";
        let none = b"4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
        let [some, none] = [&some[..], none].map(|text| png(text, Variant::Crazyhouse));
        assert_eq!((some.width(), some.height()), (444, 504));
        // The name, White's pocket, Black's.
        for (from, to) in [(444, 464), (464, 484), (484, 504)] {
            assert!(ink(&some, from, to) > 50, "{from}");
        }
        assert_ne!(ink(&some, 464, 484), ink(&none, 464, 484));
        assert_eq!(ink(&some, 484, 504), ink(&none, 484, 504));
        let most = b"4k3/8/8/8/8/8/8/4K3[QQPPPPPPPPPPPPPPPPNNNNBBBBRRRR] w - - 0 1";
        let most = png(most, Variant::Crazyhouse);
        let dark_count = |row: &[tiny_skia::PremultipliedColorU8]| {
            row[..8].iter().chain(&row[436..]).filter(|pixel| pixel.red() < 100).count()
        };
        let dark_count: usize = most.pixels().chunks(444).skip(444).map(dark_count).sum();
        assert_eq!(dark_count, 0, "a long line fits");
    }

    #[test]
    fn arcs_are_parts_of_circles() {
        // Three quarters of a circle around 0, clockwise from the right to the top.
        let path = Outline::of("M10 0a10 10 0 1 1-10-10").expect("a path");
        for point in path.points().iter().step_by(3) {
            assert!((point.x.hypot(point.y) - 10.0).abs() < 1e-4, "{point:?}");
        }
        let bounds = path.bounds();
        assert!(bounds.left() < -9.9 && bounds.bottom() > 9.9, "{bounds:?}");
    }

    #[test]
    fn pixels_are_those_of_the_diagram() {
        let start = Position::start();
        let mv = uci::parse(&start, b"e2e4").expect("a move");
        let mut diagram = Diagram::of(&start.after(mv));
        diagram.last = Some(mv);
        diagram.mark("[%csl Rd5] [%cal Ge4h7]");
        diagram.check = diagram.board.pieces().find_map(|(square, piece)| {
            (piece == Piece { color: Color::Black, role: Role::King }).then_some(square)
        });
        let decoded = Pixmap::decode_png(&diagram.png(888).expect("a size")).expect("a PNG");
        let at = |x: u32, y: u32| {
            let pixel = decoded.pixel(x, y).expect("a pixel");
            (pixel.red(), pixel.green(), pixel.blue())
        };
        assert_eq!((decoded.width(), decoded.height()), (888, 888));
        assert_eq!(at(3, 3), (0xfb, 0xf8, 0xf1), "paper");
        assert_eq!(at(54, 354), (0xb3, 0x9b, 0x7d), "a5 is dark");
        assert_eq!(at(154, 354), (0xf1, 0xea, 0xd9), "b5 is light");
        let (r, g, b) = at(450, 50);
        assert!(r > 180 && g < 130 && b < 130, "check on e8: {r} {g} {b}");
        let (r, g, b) = at(394, 350);
        assert!(r > 170 && g < 110 && b < 110, "the mark on d5: {r} {g} {b}");
        let (r, g, b) = at(450, 700);
        assert!(r > 200 && b < 150 && g > 180, "the move from e2: {r} {g} {b}");
    }

    #[test]
    fn a_size_out_of_range_is_an_error() {
        let diagram = Diagram::of(&Position::start());
        for pixels in [0, PNG_PIXELS_MAX + 1, u32::MAX] {
            assert_eq!(diagram.png(pixels), Err(PngSizeError { pixels }));
        }
        assert!(diagram.png(1).is_ok());
    }

    #[test]
    fn the_pixels_of_a_picture_never_change() {
        let png = Diagram::of(&Position::start()).png(120).expect("a size");
        let pixels = Pixmap::decode_png(&png).expect("a PNG");
        // FNV-1a over the pixels; a change of the drawing or of the crate changes it.
        let digest = pixels.data().iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        assert_eq!(format!("{digest:016x}"), include_str!("start.digest").trim());
    }
}
