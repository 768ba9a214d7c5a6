//! Logs of real servers, where the shared corpus is beside the project.
//!
//! Standard: §13. Decisions: D-57.

use std::fs;

use pgn_formats::ics::Log;

use crate::shared;

/// The players of a game, and how many moves they made together.
type Expected = (&'static str, &'static str, usize);

/// The games of each file.
const LOGS: [(&str, &[Expected]); 5] = [
    (
        "jvarsoke__ictk/FICSMoveListParserTest.data",
        &[("homerg", "drakorg", 18), ("drakorg", "Kornograf", 7)],
    ),
    ("southpolenator__FicsClientLibrary/movelist-2.txt", &[("hellokitty", "leilatov", 31)]),
    ("jvarsoke__ictk/FICSBoardUpdateStyle12ParserTest.data", &[]),
    ("jvarsoke__ictk/FICSGameCreatedParserTest.data", &[]),
    ("jvarsoke__ictk/FICSHistoryParser.data", &[]),
];

#[test]
fn real_logs_give_their_games() {
    let Some(folder) = shared::folder().map(|folder| folder.join("k_ics")) else { return };
    for (name, expected) in LOGS {
        let bytes = fs::read(folder.join(name)).expect("the corpus has it");
        let games: Vec<_> = Log::new(&bytes[..]).map(Result::unwrap).collect();
        let found = games.iter().map(|imported| {
            let tag = |name| imported.game.tag(name).expect("a player");
            (tag("White"), tag("Black"), imported.game.n_plies())
        });
        assert_eq!(found.collect::<Vec<_>>(), expected, "{name}");
        for imported in &games {
            let faults: Vec<_> = imported.found.iter().map(ToString::to_string).collect();
            let is_about_variant = |fault: &String| fault.contains("variant");
            assert!(faults.iter().all(is_about_variant), "{name}: {faults:?}");
        }
    }
}
