//! Layers: which crate may use which, which module may use which, and which crates may do I/O.

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
    modules: BTreeMap<String, Vec<Vec<String>>>,
    io: Io,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Io {
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

/// Compares the `crate::…` paths of each file of a listed crate with its levels.
pub(crate) fn check_modules(layers: &Layers, repository: &Repository) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (name, levels) in &layers.modules {
        let source = format!("crates/{name}/src/");
        let level_of =
            |module: &str| levels.iter().position(|modules| modules.iter().any(|r| r == module));
        for (path, text) in repository.rust_files(&source).filter(|(path, _)| !is_test(path)) {
            let module = path[source.len()..].split(['/', '.']).next().unwrap_or_default();
            let Some(level) = level_of(module) else { continue };
            let code = code_of(text);
            for (at, known) in modules_named(&code, "crate::") {
                if known == module || level_of(known).is_some_and(|below| below <= level) {
                    continue;
                }
                let text = format!("module `{module}` may not know `crate::{known}`");
                faults.push(Fault::new("layer", path, line_of(&code, at), text));
            }
        }
    }
    faults
}

/// Finds modules that use each other in a cycle, directly or through others.
pub(crate) fn check_cycles(repository: &Repository) -> Vec<Fault> {
    let mut crates: BTreeMap<&str, Knows<'_>> = BTreeMap::new();
    for (path, text) in repository.rust_files("crates/").filter(|(path, _)| !is_test(path)) {
        let mut parts = path.splitn(4, '/').skip(1);
        let (Some(name), Some("src"), Some(file)) = (parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        let module = file.split(['/', '.']).next().unwrap_or_default();
        if matches!(module, "lib" | "main") {
            continue;
        }
        let code = code_of(text);
        let mut known: BTreeSet<String> =
            modules_named(&code, "crate::").map(|(_, known)| known.to_owned()).collect();
        if !file.contains('/') {
            known.extend(modules_named(&code, "super::").map(|(_, known)| known.to_owned()));
        }
        known.remove(module);
        crates.entry(name).or_default().entry(module).or_default().extend(known);
    }
    let mut faults = Vec::new();
    for (name, knows) in &crates {
        let in_cycle: Vec<&str> =
            knows.keys().copied().filter(|module| reaches(knows, module, module)).collect();
        for module in &in_cycle {
            let others = in_cycle.iter().filter(|other| {
                *other != module && reaches(knows, module, other) && reaches(knows, other, module)
            });
            let others: Vec<&str> = others.copied().collect();
            let text =
                format!("{name}: module `{module}` is in a cycle with {}", others.join(", "));
            faults.push(Fault::new("cycle", "xtask/layers.toml", 0, text));
        }
    }
    faults
}

/// The modules of a crate, each with the modules that it names.
type Knows<'a> = BTreeMap<&'a str, BTreeSet<String>>;

/// Whether a module names another one, directly or through others.
fn reaches(knows: &Knows<'_>, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for next in knows.get(module).into_iter().flatten() {
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
fn modules_named<'c>(code: &'c str, prefix: &str) -> impl Iterator<Item = (usize, &'c str)> {
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
pub(crate) fn check_io(layers: &Layers, repository: &Repository) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in repository.rust_files("") {
        let folder = path.strip_prefix("crates/").unwrap_or(path).split('/').next();
        let excused = folder.is_some_and(|name| layers.io.crates.iter().any(|one| one == name));
        if excused || is_test(path) || !path.contains("/src/") {
            continue;
        }
        let code = code_of(text);
        for word in &layers.io.words {
            for at in find_word(&code, word) {
                let text = format!("`{word}` belongs to {}", layers.io.crates.join(" and "));
                faults.push(Fault::new("io", path, line_of(&code, at), text));
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
            [modules]
            high = [["tag", "nag"], ["game"]]
            [io]
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
    fn a_module_may_not_name_a_higher_one() {
        let check = |text| {
            let repository = sample(&[("crates/high/src/tag/date.rs", text)]);
            check_modules(&layers(), &repository).len()
        };
        assert_eq!(check("use crate::tag::roster;\nuse crate::nag::Nag; // crate::game"), 0);
        assert_eq!(check("use crate::game::Game;"), 1);
        assert_eq!(check("use crate::{nag::{A, B}, game, write::C};"), 2);
        assert_eq!(check("fn f() -> crate::Game {}"), 1);
    }

    #[test]
    fn modules_in_a_cycle_are_found() {
        let check = |files: &[(&str, &str)]| check_cycles(&sample(files)).len();
        let a = ("crates/high/src/a/mod.rs", "use crate::b::B;");
        let b = ("crates/high/src/b.rs", "use super::c::C;");
        assert_eq!(check(&[a, b, ("crates/high/src/c.rs", "use super::d::D;")]), 0);
        let c = ("crates/high/src/c.rs", "use crate::{a::A, d};");
        assert_eq!(check(&[a, b, c]), 3);
    }

    #[test]
    fn a_library_may_not_touch_files() {
        let check = |path| check_io(&layers(), &sample(&[(path, "use std::fs;")])).len();
        assert_eq!(check("crates/high/src/lib.rs"), 1);
        assert_eq!(check("crates/high/src/tests.rs"), 0);
        assert_eq!(check("crates/cli/src/main.rs"), 0);
    }
}
