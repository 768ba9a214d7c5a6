//! The contents of the release files: the crates that are compiled into them, as a bill of
//! materials and as a file of their licenses.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use xtask::repository;

use crate::release::read_file;
use crate::target::TARGETS;

/// The crates of this repository that become files of a release.
const ROOTS: [&str; 3] = ["pgn-cli", "pgn-py", "pgn-duckdb"];

const MIT: &str = include_str!("../../LICENSE-MIT");
const APACHE: &str = include_str!("../../LICENSE-APACHE");

/// What compilers add to programs, under MIT, and its owner.
const COMPILED_IN: [(&str, &str); 2] = [
    ("The Rust standard library", "The Rust Project Developers"),
    ("musl libc (on Linux)", "2005-2020 Rich Felker, et al."),
];

/// A crate as `cargo metadata` describes it.
#[derive(Debug)]
struct Dependency {
    package: Value,
    /// The identifiers of the crates that are compiled into it.
    needs: BTreeSet<String>,
}

/// All crates that are compiled into a file for some target, by identifier.
#[derive(Debug)]
pub(crate) struct Dependencies(BTreeMap<String, Dependency>);

impl Dependencies {
    /// Asks cargo.
    ///
    /// # Errors
    ///
    /// When cargo fails.
    pub(crate) fn read() -> Result<Self, String> {
        let mut all = Self(BTreeMap::new());
        for target in TARGETS {
            let metadata = metadata(target.triple)?;
            let nodes: BTreeMap<&str, &Value> = list(&metadata["resolve"]["nodes"])
                .iter()
                .map(|node| (text(&node["id"]), node))
                .collect();
            let packages: BTreeMap<&str, &Value> =
                list(&metadata["packages"]).iter().map(|it| (text(&it["id"]), it)).collect();
            let is_root =
                |it: &&Value| ROOTS.contains(&text(&it["name"])) && it["source"].is_null();
            let mut open: Vec<&str> =
                packages.values().filter(|it| is_root(it)).map(|it| text(&it["id"])).collect();
            let mut seen: BTreeSet<&str> = open.iter().copied().collect();
            while let Some(id) = open.pop() {
                let needs = compiled_in(nodes[id]);
                open.extend(needs.iter().filter(|need| seen.insert(need)));
                all.add(packages[id], &needs);
            }
        }
        Ok(all)
    }

    fn add(&mut self, package: &Value, needs: &[&str]) {
        let entry = self.0.entry(text(&package["id"]).to_owned());
        let dependency = entry
            .or_insert_with(|| Dependency { package: package.clone(), needs: BTreeSet::new() });
        dependency.needs.extend(needs.iter().map(|&need| need.to_owned()));
    }

    /// The bill of materials in the JSON form of CycloneDX 1.5.
    pub(crate) fn bill_of_materials(&self, version: &str) -> String {
        let component = |it: &Dependency| {
            let package = &it.package;
            let mut component = json!({
                "type": "library",
                "bom-ref": reference(package),
                "name": package["name"],
                "version": package["version"],
                "purl": reference(package),
            });
            if let Some(license) = package["license"].as_str() {
                component["licenses"] = json!([{ "expression": license.replace('/', " OR ") }]);
            }
            component
        };
        let needs = |it: &Dependency| {
            let on: Vec<String> =
                it.needs.iter().map(|need| reference(&self.0[need].package)).collect();
            json!({ "ref": reference(&it.package), "dependsOn": on })
        };
        let bill = json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": { "component": {
                "type": "application",
                "bom-ref": "pgnkit",
                "name": "pgnkit",
                "version": version,
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
            } },
            "components": self.0.values().map(component).collect::<Vec<_>>(),
            "dependencies": self.0.values().map(needs).collect::<Vec<_>>(),
        });
        format!("{bill:#}\n")
    }

    /// The licenses of all crates of others and of what compilers add, each text once.
    ///
    /// # Errors
    ///
    /// When a file of a crate cannot be read, or a crate has no license text.
    pub(crate) fn licenses(&self) -> Result<String, String> {
        let mut crates = String::new();
        let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, owner) in COMPILED_IN {
            crates.push_str(&format!("{name}: MIT\n"));
            texts.entry(standard_text("MIT", owner)?).or_default().push(name.to_owned());
        }
        for Dependency { package, .. } in
            self.0.values().filter(|it| !it.package["source"].is_null())
        {
            let (name, version) = (text(&package["name"]), text(&package["version"]));
            let license = package["license"].as_str().unwrap_or("see its files");
            let repository = package["repository"].as_str().unwrap_or_default();
            crates.push_str(format!("{name} {version}: {license} {repository}").trim_end());
            crates.push('\n');
            for file in self.license_texts(package).map_err(|it| format!("{name}: {it}"))? {
                let owners = texts.entry(file).or_default();
                let owner = format!("{name} {version}");
                if !owners.contains(&owner) {
                    owners.push(owner);
                }
            }
        }
        let about = "pgn, the Python package pgnkit and the DuckDB extension contain these works.";
        let mut page = format!("{about}\n\n{crates}");
        let mut texts: Vec<_> = texts.into_iter().collect();
        texts.sort_by(|a, b| a.1.cmp(&b.1));
        let rule = "-".repeat(80);
        for (license, owners) in texts {
            page.push_str(&format!("\n{rule}\n{}\n{rule}\n\n{license}\n", owners.join(", ")));
        }
        Ok(page)
    }

    /// The license files of a crate. If it has none, those of a crate from the same repository, or
    /// else the standard text with its authors.
    fn license_texts(&self, package: &Value) -> Result<Vec<String>, String> {
        let is_near =
            |it: &&Value| repository_url(it).is_some_and(|at| Some(at) == repository_url(package));
        let near = self.0.values().map(|it| &it.package).filter(is_near);
        for package in std::iter::once(package).chain(near) {
            let manifest = Path::new(text(&package["manifest_path"]));
            let files = license_files(manifest.parent().unwrap_or(manifest))?;
            if !files.is_empty() {
                return Ok(files);
            }
        }
        let authors: Vec<&str> = list(&package["authors"]).iter().map(text).collect();
        Ok(vec![standard_text(text(&package["license"]), &authors.join(", "))?])
    }
}

/// A URL without what differs between crates of one repository: its end.
fn repository_url(package: &Value) -> Option<&str> {
    package["repository"].as_str().map(|url| url.trim_end_matches(".git").trim_end_matches('/'))
}

/// The text of MIT or Apache-2.0, whichever an SPDX expression offers.
fn standard_text(expression: &str, owners: &str) -> Result<String, String> {
    let is_between = |c: char| !(c.is_alphanumeric() || "-.".contains(c));
    let offered: Vec<&str> = expression.split(is_between).collect();
    if offered.contains(&"MIT") {
        let terms = MIT.split_once("\n\nPermission").map_or("", |(_, terms)| terms);
        Ok(format!("Copyright (c) {owners}\n\nPermission{}", terms.trim_end()))
    } else if offered.contains(&"Apache-2.0") {
        Ok(format!("Copyright {owners}\n\n{}", APACHE.trim()))
    } else {
        Err(format!("no license file, and no standard text for `{expression}`"))
    }
}

fn metadata(triple: &str) -> Result<Value, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let words =
        ["metadata", "--format-version=1", "--locked", "--features=pgn-cli/lsp,pgn-cli/parquet"];
    let output = Command::new(cargo)
        .args(words)
        .arg(format!("--filter-platform={triple}"))
        .current_dir(repository::root())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

/// The crates that are compiled into one: not those for its tests and its build script.
fn compiled_in(node: &Value) -> Vec<&str> {
    let is_normal = |dep: &&Value| list(&dep["dep_kinds"]).iter().any(|it| it["kind"].is_null());
    list(&node["deps"]).iter().filter(is_normal).map(|dep| text(&dep["pkg"])).collect()
}

/// The texts of the license files in a crate's folder and the folders in it, which may have code in
/// C; in order of path, with line ends of Unix.
fn license_files(folder: &Path) -> Result<Vec<String>, String> {
    let mut files = entries(folder)?;
    let folders: Vec<PathBuf> = files.extract_if(.., |path| path.is_dir()).collect();
    for folder in folders {
        files.extend(entries(&folder)?.into_iter().filter(|path| path.is_file()));
    }
    files.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
        let stems = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
        stems.iter().any(|stem| name.starts_with(stem)) && !name.ends_with(".RS")
    });
    let text = |path: &PathBuf| {
        let bytes = read_file(path)?;
        Ok(String::from_utf8_lossy(&bytes).replace("\r\n", "\n").trim().to_owned())
    };
    files.iter().map(text).collect()
}

/// The paths in a folder, in order.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let fails = |error| format!("{}: {error}", folder.display());
    let paths = fs::read_dir(folder).map_err(fails)?.map(|entry| Ok(entry?.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<Result<_, _>>().map_err(fails)?;
    paths.sort();
    Ok(paths)
}

/// The name of a crate in a bill of materials.
fn reference(package: &Value) -> String {
    format!("pkg:cargo/{}@{}", text(&package["name"]), text(&package["version"]))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standard_text_names_the_authors() {
        let text = standard_text("MIT/Apache-2.0", "Ann <a@example.org>").unwrap();
        let begin = "Copyright (c) Ann <a@example.org>\n\nPermission is hereby granted";
        assert!(text.starts_with(begin), "{text}");
        let text = standard_text("Apache-2.0 WITH LLVM-exception", "Ann").unwrap();
        assert!(text.starts_with("Copyright Ann\n\n") && text.contains("Version 2.0"), "{text}");
        assert!(standard_text("MIT-0", "Ann").is_err());
    }
}
