use super::*;

#[test]
fn the_same_seed_gives_the_same_files() {
    let root = xtask::repository::root();
    assert_eq!(files(&root).expect("never fails"), files(&root).expect("never fails"));
}

#[test]
fn export_lines_are_filled_and_bounded() {
    for (path, text) in files(&xtask::repository::root()).expect("never fails") {
        let name = path.to_string_lossy();
        if name.contains("export") {
            assert!(text.lines().all(|line| line.starts_with('[') || line.len() < 80), "{name}");
            assert!(text.ends_with("\n\n") && !text.contains("\n\n\n"), "{name}");
            assert!(!text.lines().any(|line| line.ends_with(' ') || line.starts_with('%')));
        }
    }
}

#[test]
fn parentheses_and_numbers_are_balanced() {
    let game = invent(&mut Random::new(7), Content::Annotated, Start::Usual, 1);
    let count = |wanted: &invent::Unit| game.units.iter().filter(|unit| *unit == wanted).count();
    assert_eq!(count(&invent::Unit::Open), count(&invent::Unit::Close));
    assert!(matches!(game.units.last(), Some(invent::Unit::Marker(_))));
}
