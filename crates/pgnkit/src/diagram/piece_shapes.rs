//! The pieces and the signs of coordinates as shapes, drawn for this project.
//!
//! Each shape is in a box of 100 by 100, and the sole of its foot is at 87. A body is filled in the
//! piece's color and outlined, lines are drawn upon it.

use pgn_chess::Role;

/// Paths of SVG: closed bodies, and lines upon them.
pub(super) struct Shape {
    pub(super) body: &'static str,
    pub(super) lines: &'static str,
}

/// The shape of a piece.
pub(super) const fn shape(role: Role) -> Shape {
    match role {
        Role::Pawn => Shape {
            body: "M50 20a13 13 0 0 1 8.5 22.8c4.5 1.4 7 4 7 7.2h-7.5c1 11 5.5 18 12 24h-40\
                   c6.5-6 11-13 12-24h-7.5c0-3.2 2.5-5.8 7-7.2a13 13 0 0 1 8.5-22.8z\
                   M27 74h46q4 0 4 4v9h-54v-9q0-4 4-4z",
            lines: "M33 74.5h34",
        },
        Role::Knight => Shape {
            body: "M73 75c3-26-2-45-21-51l-4-11-7 9c-6 2-9 5-11 11l-11 19c-2.5 5 0 9.5 4.5 10\
                   c3.5 1 6-2 9-4.5l9-4c4-1 7-3 8-6c0 9-14 14-17 27z\
                   M27 75h47q4 0 4 4v8h-55v-8q0-4 4-4z",
            lines: "M36 75.5h34M39 34.5l3-1.5M25 55l2.5-2.5M56 30c9 8 13 22 11.5 38",
        },
        Role::Bishop => Shape {
            body: "M50 12a5 5 0 0 1 3 9c10 8 15 18 12.5 28c-1 5-4 8-6.5 10.5h-18\
                   c-2.5-2.5-5.5-5.5-6.5-10.5c-2.5-10 2.5-20 12.5-28a5 5 0 0 1 3-9z\
                   M39 59.5h22q3 0 3 3.5t-3 3.5c1 4 4 6 8 8.5h-38c4-2.5 7-4.5 8-8.5\
                   q-3 0-3-3.5t3-3.5z\
                   M27 75h46q4 0 4 4v8h-54v-8q0-4 4-4z",
            lines: "M50 30v16M42.5 38h15M41 66.5h18M33 75.5h34",
        },
        Role::Rook => Shape {
            body: "M28 19h11v8h6v-8h10v8h6v-8h11v17l-8 7v22l7 9h-42l7-9v-22l-8-7z\
                   M26 74h48q4 0 4 4v9h-56v-9q0-4 4-4z",
            lines: "M37 43h26M37 65h26M32 74.5h36",
        },
        Role::Queen => Shape {
            body: "M27 64l-8-27l14 16l1-23l9 21l7-24l7 24l9-21l1 23l14-16l-8 27l-3 11h-40z\
                   M18 27a5 5 0 1 0 .1 0zM33.5 20a5 5 0 1 0 .1 0zM50 16.5a5 5 0 1 0 .1 0z\
                   M66.5 20a5 5 0 1 0 .1 0zM82 27a5 5 0 1 0 .1 0z\
                   M27 75h46q4 0 4 4v8h-54v-8q0-4 4-4z",
            lines: "M28.5 64c13-4 30-4 43 0M32 75.5h36",
        },
        Role::King => Shape {
            body: "M47 9h6v6h6v6h-6v8c-1 2-1 3 0 5c9-9 27-7 27 8c0 10-8 16-10 23l-2 10h-36l-2-10\
                   c-2-7-10-13-10-23c0-15 18-17 27-8c1-2 1-3 0-5v-8h-6v-6h6z\
                   M27 75h46q4 0 4 4v8h-54v-8q0-4 4-4z",
            lines: "M50 38v24M31 65c13-3 25-3 38 0M33 75.5h34",
        },
    }
}

/// The lines of a file letter or rank digit, on a baseline at 0 and around 0; 20 units high.
pub(super) const fn sign_strokes(sign: char) -> &'static str {
    match sign {
        'a' => "M6-6.5a6 6 0 1 0-12 0a6 6 0 1 0 12 0M6-13v13",
        'b' => "M-6-20v20M6-6.5a6 6 0 1 0-12 0a6 6 0 1 0 12 0",
        'c' => "M4.5-10.5a6 6 0 1 0 0 8",
        'd' => "M6-20v20M6-6.5a6 6 0 1 0-12 0a6 6 0 1 0 12 0",
        'e' => "M-6-6.5h12a6 6 0 1 0-1.8 4.2",
        'f' => "M5-19.5c-4-1.5-7 .5-7 4v15.5M-6-13h9",
        'g' => "M6-13v13a6 6 0 0 1-11 3.4M6-6.5a6 6 0 1 0-12 0a6 6 0 1 0 12 0",
        'h' => "M-6-20v20M-6-7a6 6 0 0 1 12 0v7",
        '1' => "M-4-16l5-4v20",
        '2' => "M-5.5-15a5.5 5.5 0 0 1 11 0c0 4-4 7-11.5 15h12",
        '3' => "M-5-17a5 5 0 1 1 5 6.5h-1.5M0-10.5a5.3 5.3 0 1 1-5.5 6.5",
        '4' => "M2.5 0v-20l-9 14h13",
        '5' => "M5-20h-9.5l-.8 8.5c3.5-2.5 11.3-2 11.3 5c0 7.5-9 8-12 4.5",
        '6' => "M4-19.5c-6 1-10 6-10 13M6-6.3a6 6 0 1 0-12 0a6 6 0 1 0 12 0",
        '7' => "M-6-20h12l-7.5 20",
        '8' => {
            "M4.8-15.2a4.8 4.8 0 1 0-9.6 0a4.8 4.8 0 1 0 9.6 0\
             M5.4-5.2a5.4 5.4 0 1 0-10.8 0a5.4 5.4 0 1 0 10.8 0"
        }
        _ => "",
    }
}
