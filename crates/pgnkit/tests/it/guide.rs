//! The ten tasks of the guide, beside python-chess.

use std::process::Command;

const PAGE: &str = include_str!("../../../../docs/guide/use-the-library.md");

/// The block of this language that holds all that the table shows.
fn program(language: &str) -> &'static str {
    let tasks = PAGE.split("## Ten tasks").nth(1).expect("the tasks");
    let block = tasks.split(&format!("```{language}\n")).nth(1).expect("a program");
    block.split("```").next().expect("its end")
}

/// The pieces of code in a column of the table that consist of code alone.
fn cells(column: usize) -> Vec<String> {
    let tasks = PAGE.split("## Ten tasks").nth(1).expect("the tasks");
    let rows = tasks.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let cell = |row: &str| {
        let row = row.replace("\\|", "\u{1}");
        row.split('|').nth(column + 1).expect("a cell").trim().replace('\u{1}', "|")
    };
    let is_code = |cell: &String| cell.starts_with('`') && cell.ends_with('`');
    rows.map(cell).filter(is_code).map(|cell| cell.trim_matches('`').to_string()).collect()
}

#[test]
fn each_cell_is_a_piece_of_a_program() {
    for (column, language, n_cells) in [(1, "rust", 10), (2, "python", 9)] {
        let (cells, program) = (cells(column), program(language));
        assert_eq!(cells.len(), n_cells, "{language}");
        for cell in cells {
            assert!(program.contains(&cell), "not in the {language} program: {cell}");
        }
    }
}

#[test]
fn the_program_for_python_chess_runs() {
    let Some(python) = pgn_testing::python_chess() else { return };
    let run = Command::new(python).arg("-c").arg(program("python")).output().expect("python runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
