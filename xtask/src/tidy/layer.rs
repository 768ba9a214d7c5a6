//! Layers: which crate knows which, which room knows which, and who may touch the world.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

use super::Fault;
use crate::code::{code_of, find_word, is_name, line_of};
use xtask::repository::{Repository, is_test};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Layers {
    crates: BTreeMap<String, Vec<String>>,
    rooms: BTreeMap<String, Vec<Vec<String>>>,
    #[serde(default)]
    circles: BTreeMap<String, Vec<String>>,
    world: World,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct World {
    crates: Vec<String>,
    words: Vec<String>,
}

/// Compares the dependencies among our crates, those for tests included, with the table.
pub(crate) fn check_crates(layers: &Layers, metadata: &Value) -> Vec<Fault> {
    let table = "xtask/layers.toml";
    let members: BTreeSet<&str> =
        array(&metadata["workspace_members"]).iter().filter_map(Value::as_str).collect();
    let packages: Vec<&Value> = array(&metadata["packages"])
        .iter()
        .filter(|package| package["id"].as_str().is_some_and(|id| members.contains(id)))
        .collect();
    let ours: BTreeSet<&str> = packages.iter().filter_map(|p| p["name"].as_str()).collect();

    let mut faults = Vec::new();
    for package in &packages {
        let name = package["name"].as_str().unwrap_or_default();
        let Some(allowed) = layers.crates.get(name) else {
            faults.push(Fault::new("layer", table, 0, format!("crate {name} is not in the table")));
            continue;
        };
        for dependency in array(&package["dependencies"]) {
            let known = dependency["name"].as_str().unwrap_or_default();
            // A crate may name itself, to turn its own features on in its tests.
            if ours.contains(known) && known != name && !allowed.iter().any(|one| one == known) {
                let text = format!("{name} may not know {known}");
                faults.push(Fault::new("layer", table, 0, text));
            }
        }
    }
    for name in layers.crates.keys().filter(|name| !ours.contains(name.as_str())) {
        let text = format!("crate {name} of the table does not exist");
        faults.push(Fault::new("layer", table, 0, text));
    }
    faults
}

/// Compares the `crate::…` paths of each file of a listed crate with its floors.
pub(crate) fn check_rooms(layers: &Layers, repository: &Repository) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (name, floors) in &layers.rooms {
        let source = format!("crates/{name}/src/");
        let floor_of = |room: &str| floors.iter().position(|rooms| rooms.iter().any(|r| r == room));
        for (path, text) in repository.rust_files(&source).filter(|(path, _)| !is_test(path)) {
            let room = path[source.len()..].split(['/', '.']).next().unwrap_or_default();
            let Some(floor) = floor_of(room) else { continue };
            let code = code_of(text);
            for (at, known) in rooms_named(&code, "crate::") {
                if known == room || floor_of(known).is_some_and(|below| below <= floor) {
                    continue;
                }
                let text = format!("room `{room}` may not know `crate::{known}`");
                faults.push(Fault::new("layer", path, line_of(&code, at), text));
            }
        }
    }
    faults
}

/// Finds rooms that know each other in a circle, directly or through others. The circles that the
/// table names may stay, and must exist.
pub(crate) fn check_circles(layers: &Layers, repository: &Repository) -> Vec<Fault> {
    let mut crates: BTreeMap<&str, Knows<'_>> = BTreeMap::new();
    for (path, text) in repository.rust_files("crates/").filter(|(path, _)| !is_test(path)) {
        let mut parts = path.splitn(4, '/').skip(1);
        let (Some(name), Some("src"), Some(file)) = (parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        let room = file.split(['/', '.']).next().unwrap_or_default();
        if matches!(room, "lib" | "main") {
            continue;
        }
        let code = code_of(text);
        let mut known: BTreeSet<String> =
            rooms_named(&code, "crate::").map(|(_, known)| known.to_owned()).collect();
        if !file.contains('/') {
            known.extend(rooms_named(&code, "super::").map(|(_, known)| known.to_owned()));
        }
        known.remove(room);
        crates.entry(name).or_default().entry(room).or_default().extend(known);
    }
    let mut faults = Vec::new();
    for (name, knows) in &crates {
        let in_circle: Vec<&str> =
            knows.keys().copied().filter(|room| reaches(knows, room, room)).collect();
        let allowed = layers.circles.get(*name).map_or(&[][..], Vec::as_slice);
        for room in in_circle.iter().filter(|room| !allowed.iter().any(|one| one == *room)) {
            let others = in_circle.iter().filter(|other| {
                *other != room && reaches(knows, room, other) && reaches(knows, other, room)
            });
            let others: Vec<&str> = others.copied().collect();
            let text = format!("{name}: room `{room}` is in a circle with {}", others.join(", "));
            faults.push(Fault::new("circle", "xtask/layers.toml", 0, text));
        }
        for room in allowed.iter().filter(|room| !in_circle.contains(&room.as_str())) {
            let text = format!("{name}: room `{room}` is in no circle any more");
            faults.push(Fault::new("circle", "xtask/layers.toml", 0, text));
        }
    }
    faults
}

/// The rooms of a crate, each with those that it names.
type Knows<'a> = BTreeMap<&'a str, BTreeSet<String>>;

/// Whether a room names another one, directly or through others.
fn reaches(knows: &Knows<'_>, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(room) = open.pop() {
        for next in knows.get(room).into_iter().flatten() {
            if next == to {
                return true;
            }
            if seen.insert(next.as_str()) {
                open.push(next);
            }
        }
    }
    false
}

/// The first names after each `prefix`, with their places; `{…}` lists are opened.
fn rooms_named<'c>(code: &'c str, prefix: &str) -> impl Iterator<Item = (usize, &'c str)> {
    let mut named = Vec::new();
    for at in find_word(code, prefix) {
        let rest = &code[at + prefix.len()..];
        if !rest.starts_with('{') {
            named.push((at, first_name(rest)));
            continue;
        }
        let mut depth = 0_usize;
        for (inner, c) in rest.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            let begins = matches!(c, '{' | ',') && depth == 1;
            let name = first_name(rest[inner + 1..].trim_start());
            if begins && !name.is_empty() {
                named.push((at, name));
            }
            if depth == 0 {
                break;
            }
        }
    }
    named.into_iter()
}

fn first_name(code: &str) -> &str {
    &code[..code.find(|c| !is_name(c)).unwrap_or(code.len())]
}

/// Finds files, threads, clocks and terminals where they do not belong.
pub(crate) fn check_world(layers: &Layers, repository: &Repository) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in repository.rust_files("") {
        let folder = path.strip_prefix("crates/").unwrap_or(path).split('/').next();
        let excused = folder.is_some_and(|name| layers.world.crates.iter().any(|one| one == name));
        if excused || is_test(path) || !path.contains("/src/") {
            continue;
        }
        let code = code_of(text);
        for word in &layers.world.words {
            for at in find_word(&code, word) {
                let text = format!("`{word}` belongs to {}", layers.world.crates.join(" and "));
                faults.push(Fault::new("world", path, line_of(&code, at), text));
            }
        }
    }
    faults
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::sample;
    use super::*;

    fn layers() -> Layers {
        let text = r#"
            [crates]
            low = []
            high = ["low"]
            [rooms]
            high = [["tag", "nag"], ["game"]]
            [world]
            crates = ["cli"]
            words = ["std::fs", "println!"]
        "#;
        toml::from_str(text).expect("the sample table is well formed")
    }

    fn metadata(low_knows: &str) -> Value {
        json!({
            "workspace_members": ["low 1", "high 1"],
            "packages": [
                {"id": "low 1", "name": "low", "dependencies": [{"name": low_knows}]},
                {"id": "high 1", "name": "high", "dependencies": [{"name": "low"}]},
                {"id": "serde 1", "name": "serde", "dependencies": []},
            ],
        })
    }

    #[test]
    fn an_edge_outside_the_table_is_a_fault() {
        assert_eq!(check_crates(&layers(), &metadata("serde")), []);
        let faults = check_crates(&layers(), &metadata("high"));
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].text, "low may not know high");
    }

    #[test]
    fn a_room_may_not_name_a_higher_one() {
        let check = |text| {
            let repository = sample(&[("crates/high/src/tag/date.rs", text)]);
            check_rooms(&layers(), &repository).len()
        };
        assert_eq!(check("use crate::tag::roster;\nuse crate::nag::Nag; // crate::game"), 0);
        assert_eq!(check("use crate::game::Game;"), 1);
        assert_eq!(check("use crate::{nag::{A, B}, game, write::C};"), 2);
        assert_eq!(check("fn f() -> crate::Game {}"), 1);
    }

    #[test]
    fn rooms_in_a_circle_are_found() {
        let check = |circles: &[&str], files: &[(&str, &str)]| {
            let mut layers = layers();
            let circles = circles.iter().map(ToString::to_string).collect();
            layers.circles.insert("high".to_owned(), circles);
            check_circles(&layers, &sample(files)).len()
        };
        let a = ("crates/high/src/a/mod.rs", "use crate::b::B;");
        let b = ("crates/high/src/b.rs", "use super::c::C;");
        assert_eq!(check(&[], &[a, b, ("crates/high/src/c.rs", "use super::d::D;")]), 0);
        let c = ("crates/high/src/c.rs", "use crate::{a::A, d};");
        assert_eq!(check(&[], &[a, b, c]), 3);
        assert_eq!(check(&["a", "b", "c"], &[a, b, c]), 0);
        assert_eq!(check(&["a"], &[a, b]), 1);
    }

    #[test]
    fn a_library_may_not_touch_files() {
        let check = |path| check_world(&layers(), &sample(&[(path, "use std::fs;")])).len();
        assert_eq!(check("crates/high/src/lib.rs"), 1);
        assert_eq!(check("crates/high/src/tests.rs"), 0);
        assert_eq!(check("crates/cli/src/main.rs"), 0);
    }
}
