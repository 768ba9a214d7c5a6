//! The built-in table, decompressed.
//!
//! ```text
//! line   = plies " " moves TAB code TAB characters " " name LF
//! ```
//!
//! The two numbers of a line are the number of plies that it shares with the previous line, and the
//! number of bytes that its name shares with the previous name; without a code, the previous code
//! applies. Lines that begin with `#` are comments. So the list is a tree in which each move is
//! played once.
//!
//! Standard: §9.3, §9.4. Decisions: D-52.

use super::Table;
use super::name::Cuts;
use crate::tag::Eco;
use pgn_chess::Position;
use pgn_chess::notation::san::resolve_canonical;
use std::sync::OnceLock;

const PACKED: &str = include_str!("../../data/openings.txt");

/// The table, unpacked once.
pub(super) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| unpack(PACKED))
}

/// Lines that do not have this form are skipped; a test checks that there are none.
pub(super) fn unpack(text: &str) -> Table {
    let mut table = Table::with_capacity(4096, text.len());
    let mut way = vec![Position::start()];
    let (mut code, mut name) = (None, String::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let (Some(moves), Some(letters), Some(rest)) =
            (columns.next(), columns.next(), columns.next())
        else {
            continue;
        };
        let mut moves = moves.split(' ');
        let n_shared = moves.next().and_then(|n| n.parse::<usize>().ok()).unwrap_or(0);
        way.truncate(n_shared + 1);
        for mv in moves {
            let Some(before) = way.last() else { break };
            let Some(mv) = resolve_canonical(before, mv.as_bytes()) else { break };
            way.push(before.after(mv));
        }
        code = Eco::parse(letters).ok().flatten().or(code);
        let (n_bytes, rest) = rest.split_once(' ').unwrap_or(("0", rest));
        name.truncate(n_bytes.parse().unwrap_or(0));
        name.push_str(rest);
        if let (Some(code), Some(last)) = (code, way.last()) {
            table.push(last.polyglot_key(), way.len() as u32 - 1, code, &name, Cuts::of(&name));
        }
    }
    table
}
