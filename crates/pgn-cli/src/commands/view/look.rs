//! Appearance: colors and symbols, as far as the terminal has them.
//!
//! Decisions: D-63.

use std::ffi::OsString;

use pgnkit::chess::{Color as Side, Piece, Role};
use pgnkit::comment::MarkColor;
use ratatui::style::{Color, Modifier, Style};

/// The symbols for pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceSigns {
    Symbols,
    Letters,
    /// Letters, and only ASCII for everything else.
    Ascii,
}

/// How many colors there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Palette {
    Mono,
    Ansi,
    Indexed,
    True,
}

/// How things look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Theme {
    pub(super) signs: PieceSigns,
    pub(super) palette: Palette,
}

/// The marks on a square of the board besides its piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SquareState {
    pub(super) is_dark: bool,
    pub(super) is_last: bool,
    pub(super) is_check: bool,
    pub(super) is_chosen: bool,
    pub(super) mark: Option<MarkColor>,
}

/// A color for terminals with 24 bits, with 256 colors and with 16.
type Shade = ((u8, u8, u8), u8, Color);

const LIGHT: Shade = ((150, 170, 185), 109, Color::Cyan);
const DARK: Shade = ((92, 118, 142), 67, Color::Blue);
const LAST_LIGHT: Shade = ((170, 165, 80), 143, Color::Yellow);
const LAST_DARK: Shade = ((128, 126, 50), 101, Color::Yellow);
const CHECK: Shade = ((190, 60, 55), 160, Color::Red);
const CHOSEN: Shade = ((150, 100, 170), 97, Color::Magenta);
const WHITE: Shade = ((255, 255, 255), 231, Color::White);
const BLACK: Shade = ((10, 10, 10), 16, Color::Black);

fn mark_shade(color: MarkColor) -> Shade {
    match color {
        MarkColor::Green => ((84, 150, 70), 65, Color::Green),
        MarkColor::Red => ((170, 70, 60), 131, Color::Red),
        MarkColor::Yellow => ((190, 160, 50), 178, Color::Yellow),
        MarkColor::Blue => ((60, 100, 190), 61, Color::LightBlue),
    }
}

impl Theme {
    /// The look for a terminal. `colors` turns colors on, `variable` looks up the environment.
    pub(super) fn choose(
        signs: Option<PieceSigns>,
        colors: bool,
        variable: impl Fn(&str) -> Option<OsString>,
    ) -> Theme {
        let text = |name: &str| {
            variable(name).map(|value| value.to_string_lossy().to_lowercase()).unwrap_or_default()
        };
        let (term, colorterm) = (text("TERM"), text("COLORTERM"));
        let palette = match () {
            () if !colors || term == "dumb" => Palette::Mono,
            () if colorterm.contains("truecolor") || colorterm.contains("24bit") => Palette::True,
            () if term.contains("256color") || term.contains("kitty") => Palette::Indexed,
            () if term.starts_with("vt") => Palette::Mono,
            () => Palette::Ansi,
        };
        // The first of these that is set gives the encoding.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(text).into_iter();
        let locale = locale.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
        let is_utf8 = cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8");
        let fallback = if is_utf8 { PieceSigns::Symbols } else { PieceSigns::Ascii };
        Theme { signs: signs.unwrap_or(fallback), palette }
    }

    fn color(self, (full, indexed, ansi): Shade) -> Color {
        match self.palette {
            Palette::Mono => Color::Reset,
            Palette::Ansi => ansi,
            Palette::Indexed => Color::Indexed(indexed),
            Palette::True => Color::Rgb(full.0, full.1, full.2),
        }
    }

    pub(super) fn is_mono(self) -> bool {
        self.palette == Palette::Mono
    }

    pub(super) fn is_ascii(self) -> bool {
        self.signs == PieceSigns::Ascii
    }

    /// The sign of a piece. Where there are colors both sides have the filled symbols.
    pub(super) fn piece(self, piece: Piece) -> char {
        let symbols = match (self.signs, piece.color) {
            (PieceSigns::Letters | PieceSigns::Ascii, Side::White) => "KQRBNP",
            (PieceSigns::Letters | PieceSigns::Ascii, Side::Black) if self.is_mono() => "kqrbnp",
            (PieceSigns::Letters | PieceSigns::Ascii, Side::Black) => "KQRBNP",
            (PieceSigns::Symbols, Side::White) if self.is_mono() => "♔♕♖♗♘♙",
            (PieceSigns::Symbols, _) => "♚♛♜♝♞♟",
        };
        symbols.chars().nth(order(piece.role)).unwrap_or('?')
    }

    /// The style of a piece on a square in some state.
    pub(super) fn square(self, state: SquareState, piece: Option<Piece>) -> Style {
        if self.is_mono() {
            let mut style = Style::new();
            if state.is_last || state.is_check || state.mark.is_some() {
                style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
            }
            if state.is_chosen {
                style = style.add_modifier(Modifier::REVERSED);
            }
            return style;
        }
        let ground = match (state.is_dark, state.is_last) {
            _ if state.is_chosen => CHOSEN,
            _ if state.is_check => CHECK,
            (dark, last) => match (state.mark, dark, last) {
                (Some(mark), ..) => mark_shade(mark),
                (None, true, true) => LAST_DARK,
                (None, false, true) => LAST_LIGHT,
                (None, true, false) => DARK,
                (None, false, false) => LIGHT,
            },
        };
        let ink = match piece.map(|piece| piece.color) {
            Some(Side::Black) => BLACK,
            Some(Side::White) | None => WHITE,
        };
        let style = Style::new().bg(self.color(ground)).fg(self.color(ink));
        if piece.is_some() { style.add_modifier(Modifier::BOLD) } else { style }
    }

    /// The ink of an arrow.
    pub(super) fn arrow(self, color: MarkColor) -> Color {
        self.color(mark_shade(color))
    }

    fn ink(self, color: Color) -> Style {
        if self.is_mono() { Style::new() } else { Style::new().fg(color) }
    }

    /// The selection, or the current place.
    pub(super) fn here(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    pub(super) fn heading(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(super) fn faint(self) -> Style {
        match self.palette {
            Palette::Mono => Style::new(),
            Palette::Ansi => Style::new().add_modifier(Modifier::DIM),
            Palette::Indexed | Palette::True => Style::new().fg(Color::Indexed(245)),
        }
    }

    pub(super) fn comment(self) -> Style {
        self.ink(Color::Green)
    }

    pub(super) fn variation(self) -> Style {
        self.ink(Color::Cyan)
    }

    pub(super) fn error(self) -> Style {
        self.ink(Color::Red).add_modifier(Modifier::BOLD)
    }

    pub(super) fn key(self) -> Style {
        self.ink(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// The two inks of graphs: White's and Black's.
    pub(super) fn graph(self) -> Style {
        match self.palette {
            Palette::Mono => Style::new(),
            _ => {
                Style::new().fg(self.color(WHITE)).bg(self.color(((60, 60, 60), 237, Color::Black)))
            }
        }
    }
}

/// Where a role is in the strings of signs.
fn order(role: Role) -> usize {
    match role {
        Role::King => 0,
        Role::Queen => 1,
        Role::Rook => 2,
        Role::Bishop => 3,
        Role::Knight => 4,
        Role::Pawn => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(colors: bool, environment: &[(&str, &str)]) -> Theme {
        Theme::choose(None, colors, |name| {
            environment.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
        })
    }

    #[test]
    fn the_environment_says_what_the_terminal_can() {
        const UTF8: (&str, &str) = ("LANG", "de_DE.UTF-8");
        type Environment = &'static [(&'static str, &'static str)];
        let cases: [(Environment, PieceSigns, Palette); 5] = [
            (&[("TERM", "xterm-256color"), UTF8], PieceSigns::Symbols, Palette::Indexed),
            (&[("COLORTERM", "truecolor"), UTF8], PieceSigns::Symbols, Palette::True),
            (&[("TERM", "xterm"), ("LANG", "C")], PieceSigns::Ascii, Palette::Ansi),
            (&[("TERM", "dumb"), UTF8], PieceSigns::Symbols, Palette::Mono),
            (&[("TERM", "xterm"), ("LC_ALL", "C"), UTF8], PieceSigns::Ascii, Palette::Ansi),
        ];
        for (environment, signs, palette) in cases {
            let signs = if cfg!(windows) { PieceSigns::Symbols } else { signs };
            assert_eq!(look(true, environment), Theme { signs, palette }, "{environment:?}");
            assert_eq!(look(false, environment).palette, Palette::Mono);
        }
    }

    #[test]
    fn without_colors_the_sides_have_signs_of_their_own() {
        for signs in [PieceSigns::Symbols, PieceSigns::Letters, PieceSigns::Ascii] {
            let look = Theme { signs, palette: Palette::Mono };
            for role in Role::ALL {
                let of = |color| look.piece(Piece { role, color });
                assert_ne!(of(Side::White), of(Side::Black));
            }
        }
    }
}
