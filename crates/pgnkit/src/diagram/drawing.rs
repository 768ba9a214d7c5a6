//! What a picture shows, independent of its format.

use super::piece_shapes::{Shape, shape, sign_strokes};
use super::{Coordinates, Diagram, Rgba, Theme};
use crate::comment::{MarkColor, MarkedSquare};
use pgn_chess::{Bitboard, Color, Piece, Square};

/// Draws the parts of a diagram, in units of which a square has 100.
pub(super) trait Canvas {
    /// Draws a path of SVG at a place.
    fn path(&mut self, data: &str, at: (u32, u32), paint: Paint);

    /// Draws a piece whose square has this upper left corner.
    fn piece(&mut self, piece: Piece, at: (u32, u32));

    /// Draws a line of text around a place on its baseline, at most this wide.
    fn text(&mut self, text: &str, at: (u32, u32), color: Color8, width_max: u32);
}

/// How a path is filled, and drawn as a line.
#[derive(Clone, Copy)]
pub(super) struct Paint {
    pub(super) fill: Option<Color8>,
    /// The color of the line, and its width in tenths.
    pub(super) stroke: Option<(Color8, u16)>,
    /// In hundredths.
    pub(super) opacity: u8,
}

/// A color with eight bits for each part.
#[derive(Clone, Copy)]
pub(super) struct Color8 {
    pub(super) r: u8,
    pub(super) g: u8,
    pub(super) b: u8,
}

/// The side of a square, and the width of the edge with the coordinates.
const SQUARE: u32 = 100;
const EDGE: u32 = 44;

/// The height of a line of text below the board.
const LINE: u32 = 40;

/// Paper of the pieces of White, and of the lines on the pieces of Black.
const WHITE_PIECE: Color8 = rgb(0xff_fd_f6);
const BLACK_PIECE_LINES: Color8 = rgb(0xf1_ea_d9);
const INK: Color8 = rgb(0x26_22_1d);
const CHECK: Color8 = rgb(0xd9_2f_23);

/// The colors of a board.
struct Palette {
    paper: Color8,
    ink: Color8,
    light: Color8,
    dark: Color8,
    moved: Color8,
}

impl Palette {
    /// How the squares of the last move are painted, light or dark.
    fn moved(&self, custom: Option<Rgba>) -> Paint {
        custom.map_or(Paint::fill(self.moved).opacity(50), Paint::of)
    }
}

const fn palette(theme: Theme) -> Palette {
    match theme {
        Theme::Light => Palette {
            paper: rgb(0xfb_f8_f1),
            ink: INK,
            light: rgb(0xf1_ea_d9),
            dark: rgb(0xb3_9b_7d),
            moved: rgb(0xd6_b4_3c),
        },
        Theme::Dark => Palette {
            paper: rgb(0x1e_1c_19),
            ink: rgb(0xe6_df_d2),
            light: rgb(0xb8_ad_9a),
            dark: rgb(0x7d_6c_57),
            moved: rgb(0xd6_b4_3c),
        },
        Theme::Print => Palette {
            paper: rgb(0xff_ff_ff),
            ink: rgb(0x00_00_00),
            light: rgb(0xff_ff_ff),
            dark: rgb(0xcc_cc_cc),
            moved: rgb(0x77_77_77),
        },
    }
}

const fn rgb(hex: u32) -> Color8 {
    let [_, r, g, b] = hex.to_be_bytes();
    Color8 { r, g, b }
}

fn mark_color(color: MarkColor) -> Color8 {
    rgb(match color {
        MarkColor::Green => 0x2f_8f_46,
        MarkColor::Red => 0xc2_37_2e,
        MarkColor::Yellow => 0xdf_a6_15,
        MarkColor::Blue => 0x2f_6f_b5,
    })
}

impl Paint {
    fn of(color: Rgba) -> Paint {
        let [r, g, b] = color.rgb;
        Paint::fill(Color8 { r, g, b }).opacity(color.opacity)
    }

    /// A line of a color of the caller, or of `usual`.
    fn line_of(custom: Option<Rgba>, usual: Color8, tenths: u16) -> Paint {
        let Paint { fill, opacity, .. } = custom.map_or(Paint::fill(usual), Paint::of);
        Paint::line(fill.unwrap_or(usual), tenths).opacity(opacity)
    }

    const fn fill(color: Color8) -> Paint {
        Paint { fill: Some(color), stroke: None, opacity: 100 }
    }

    pub(super) const fn line(color: Color8, tenths: u16) -> Paint {
        Paint { fill: None, stroke: Some((color, tenths)), opacity: 100 }
    }

    const fn outlined(self, color: Color8, tenths: u16) -> Paint {
        Paint { stroke: Some((color, tenths)), ..self }
    }

    const fn opacity(self, opacity: u8) -> Paint {
        Paint { opacity, ..self }
    }
}

impl Diagram {
    fn edge(&self) -> u32 {
        match self.coordinates {
            Coordinates::Shown => EDGE,
            Coordinates::Hidden => 0,
        }
    }

    /// The width of the picture.
    pub(super) fn picture_side(&self) -> u32 {
        8 * SQUARE + 2 * self.edge()
    }

    /// The height of the picture: lines about a variant are below the board.
    pub(super) fn picture_height(&self) -> u32 {
        self.picture_side() + LINE * self.variant_lines().len() as u32
    }

    fn variant_lines(&self) -> Vec<String> {
        self.variant.map(|variant| variant.lines()).unwrap_or_default()
    }

    /// Draws everything, from the back to the front.
    pub(super) fn draw(&self, canvas: &mut impl Canvas) {
        let colors = palette(self.theme);
        let paper = self.custom.margin.map_or(Paint::fill(colors.paper), Paint::of);
        canvas.path(&square_path(self.picture_side()), (0, 0), paper);
        if self.coordinates == Coordinates::Shown {
            self.draw_edges(&colors, canvas);
        }
        self.draw_squares(&colors, canvas);
        for (square, piece) in self.board.pieces() {
            canvas.piece(piece, self.corner(square));
        }
        self.squares.iter().for_each(|mark| self.draw_mark(mark, canvas));
        for arrow in &self.arrows {
            let paint = Paint::fill(mark_color(arrow.color)).opacity(75);
            self.draw_arrow(arrow.source, arrow.target, paint, canvas);
        }
        self.draw_custom_marks(canvas);
        self.draw_lines(&colors, canvas);
    }

    /// Crosses, arrows and rings in colors of the caller.
    fn draw_custom_marks(&self, canvas: &mut impl Canvas) {
        for &square in &self.custom.crosses {
            let paint = Paint::line(mark_color(MarkColor::Red), 80).opacity(85);
            canvas.path(CROSS, self.center(square), paint);
        }
        for &(source, target, color) in &self.custom.arrows {
            let paint = Paint::of(color);
            match source == target {
                true => {
                    let line = paint.fill.map(|fill| (fill, 80));
                    let ring = Paint { fill: None, stroke: line, ..paint };
                    canvas.path(RING, self.center(source), ring);
                }
                false => self.draw_arrow(source, target, paint, canvas),
            }
        }
    }

    /// The name of a variant, and its pockets or checks.
    fn draw_lines(&self, colors: &Palette, canvas: &mut impl Canvas) {
        let (side, lines) = (self.picture_side(), self.variant_lines());
        if lines.is_empty() {
            return;
        }
        let height = self.picture_height() - side;
        let paper = format!("M0 0h{side}v{height}h-{side}z");
        canvas.path(&paper, (0, side), Paint::fill(colors.paper));
        for (top, line) in (side..).step_by(LINE as usize).zip(&lines) {
            canvas.text(line, (side / 2, top + LINE / 2), colors.ink, side - LINE);
        }
    }

    /// Letters below, digits on the left, and a disc of the color that is to move, on its side.
    fn draw_edges(&self, colors: &Palette, canvas: &mut impl Canvas) {
        let side = self.picture_side();
        let paint = Paint::line_of(self.custom.coordinates, colors.ink, 28);
        for (n, letter) in (0u32..).zip(self.file_letters()) {
            let x = EDGE + SQUARE * n + SQUARE / 2;
            canvas.path(sign_strokes(letter), (x, side - 13), paint);
        }
        for (n, (rank, _)) in (0u32..).zip(self.rows()) {
            let y = EDGE + SQUARE * n + SQUARE / 2 + 10;
            canvas.path(sign_strokes(char::from(rank.digit())), (EDGE / 2, y), paint);
        }
        if let Some(turn) = self.turn {
            let x = side - EDGE / 2;
            let y = if turn == self.side { side - EDGE - SQUARE / 2 } else { EDGE + SQUARE / 2 };
            let fill = if turn == Color::White { rgb(0xff_ff_ff) } else { INK };
            canvas.path(DISC, (x, y), Paint::fill(fill).outlined(colors.ink, 30));
        }
    }

    fn draw_squares(&self, colors: &Palette, canvas: &mut impl Canvas) {
        let at = (self.edge(), self.edge());
        let all = square_path(8 * SQUARE);
        let custom = &self.custom;
        canvas.path(&all, at, custom.light.map_or(Paint::fill(colors.light), Paint::of));
        let mut path = String::new();
        for row in 0..8 {
            for column in (0..8).filter(|column| (row + column) % 2 == 1) {
                path += &format!("M{} {}h100v100h-100z", column * SQUARE, row * SQUARE);
            }
        }
        canvas.path(&path, at, custom.dark.map_or(Paint::fill(colors.dark), Paint::of));
        let square = square_path(SQUARE);
        for moved in self.last.iter().flat_map(|mv| [mv.from(), mv.to()]) {
            let is_light = Bitboard::LIGHT.contains(moved);
            let own = if is_light { custom.light_moved } else { custom.dark_moved };
            canvas.path(&square, self.corner(moved), colors.moved(own));
        }
        for &(filled, color) in &custom.fills {
            canvas.path(&square, self.corner(filled), Paint::of(color));
        }
        if let Some(king) = self.check {
            canvas.path(&square, self.corner(king), Paint::fill(CHECK).opacity(65));
        }
        canvas.path(&all, at, Paint::line_of(custom.border, colors.ink, 40));
    }

    fn draw_mark(&self, mark: &MarkedSquare, canvas: &mut impl Canvas) {
        let paint = Paint::line(mark_color(mark.color), 80).opacity(85);
        canvas.path(RING, self.center(mark.square), paint);
    }

    /// A shaft and a head, from near the center of one square to near that of the other.
    fn draw_arrow(&self, source: Square, target: Square, paint: Paint, canvas: &mut impl Canvas) {
        let ((x1, y1), (x2, y2)) = (self.center(source), self.center(target));
        let (dx, dy) = (f64::from(x2) - f64::from(x1), f64::from(y2) - f64::from(y1));
        let length = (dx * dx + dy * dy).sqrt();
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
        canvas.path(&format!("M{}z", points.join("L")), (0, 0), paint);
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (u32, u32) {
        let (column, row) = self.place(square.file().index(), square.rank().index());
        (self.edge() + u32::from(column) * SQUARE, self.edge() + u32::from(row) * SQUARE)
    }

    fn center(&self, square: Square) -> (u32, u32) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2, y + SQUARE / 2)
    }
}

/// Circles around their place.
const DISC: &str = "M11 0a11 11 0 1 0-22 0a11 11 0 1 0 22 0z";
const CROSS: &str = "M-28-28L28 28M-28 28L28-28";
const RING: &str = "M44 0a44 44 0 1 0-88 0a44 44 0 1 0 88 0z";

fn square_path(side: u32) -> String {
    format!("M0 0h{side}v{side}h-{side}z")
}

/// Draws a piece whose square has this upper left corner, by its paths.
pub(super) fn draw_piece(piece: Piece, at: (u32, u32), canvas: &mut impl Canvas) {
    let (fill, line) = match piece.color {
        Color::White => (WHITE_PIECE, INK),
        Color::Black => (INK, BLACK_PIECE_LINES),
    };
    let Shape { body, lines } = shape(piece.role);
    canvas.path(body, at, Paint::fill(fill).outlined(INK, 35));
    if !lines.is_empty() {
        canvas.path(lines, at, Paint::line(line, 35));
    }
}

/// A place in the picture with one digit after the period.
fn tenths(place: f64) -> String {
    let tenths = (place * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10)
}
