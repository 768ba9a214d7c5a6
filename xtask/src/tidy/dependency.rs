//! What we depend on: its licence, and the oldest compiler that it builds with.
//!
//! Owns: reading licence expressions and versions. Knows nothing of: which licences are allowed.
//! Standard: none.
//! Start at [`check`].

use std::collections::BTreeSet;

use serde_json::Value;

use super::Fault;

/// Checks every package of the lock file that is not ours.
pub(crate) fn check(allowed: &[String], metadata: &Value) -> Vec<Fault> {
    let array = |value: &'static str| metadata[value].as_array().map_or(&[][..], Vec::as_slice);
    let members: BTreeSet<&str> =
        array("workspace_members").iter().filter_map(Value::as_str).collect();
    let is_ours = |package: &&Value| package["id"].as_str().is_some_and(|id| members.contains(id));
    let oldest = array("packages").iter().filter(is_ours).map(version).max();
    let oldest = oldest.unwrap_or_default();

    let mut faults = Vec::new();
    for package in array("packages").iter().filter(|package| !is_ours(package)) {
        let name = format!("{} {}", package["name"], package["version"]).replace('"', "");
        if version(package) > oldest {
            let text = format!("{name} needs Rust {}, newer than ours", package["rust_version"]);
            faults.push(Fault::new("rust-version", "Cargo.lock", 0, text));
        }
        let licence = package["license"].as_str().unwrap_or_default();
        if !is_allowed(allowed, licence) {
            let text = format!("{name} has the licence `{licence}`, which is not in the list");
            faults.push(Fault::new("licence", "Cargo.lock", 0, text));
        }
    }
    faults
}

/// `rust-version` as numbers; a package that declares none asks for nothing.
fn version(package: &Value) -> Vec<u32> {
    let text = package["rust_version"].as_str().unwrap_or_default();
    let mut numbers: Vec<u32> = text.split('.').map(|part| part.parse().unwrap_or(0)).collect();
    numbers.resize(3, 0);
    numbers
}

/// Whether an SPDX expression can be met by the allowed licences.
///
/// `AND` binds tighter than `OR`, and `WITH` belongs to its licence. The old `MIT/Apache-2.0` means
/// `OR`. One stack of open brackets, so that no expression costs the call stack.
fn is_allowed(allowed: &[String], expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = spaced.split_whitespace().peekable();
    // For each open bracket: what stands before the last OR, and the AND chain since then.
    let mut open: Vec<(bool, Option<bool>)> = vec![(false, None)];
    let join = |(_, chain): &mut (bool, Option<bool>), value: bool| {
        *chain = Some(chain.unwrap_or(true) && value);
    };
    while let Some(word) = words.next() {
        let Some(last) = open.last_mut() else { return false };
        match word {
            "(" => open.push((false, None)),
            ")" => {
                let value = last.0 || last.1.unwrap_or(false);
                open.pop();
                let Some(outer) = open.last_mut() else { return false };
                join(outer, value);
            }
            "AND" => {}
            "OR" => *last = (last.0 || last.1.unwrap_or(false), None),
            licence => {
                let mut name = licence.to_string();
                if words.next_if_eq(&"WITH").is_some() {
                    name = format!("{name} WITH {}", words.next().unwrap_or_default());
                }
                join(last, allowed.contains(&name));
            }
        }
    }
    matches!(open[..], [(before, chain)] if before || chain.unwrap_or(false))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn allowed() -> Vec<String> {
        ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(String::from).to_vec()
    }

    #[test]
    fn expressions_are_read_as_spdx_means_them() {
        let cases = [
            ("MIT", true),
            ("GPL-3.0", false),
            ("", false),
            ("MIT OR GPL-3.0", true),
            ("GPL-3.0/MIT", true),
            ("MIT AND GPL-3.0", false),
            ("GPL-3.0 OR MIT AND Zlib", true),
            ("(GPL-3.0 OR MIT) AND Zlib", true),
            ("(GPL-3.0 OR MIT) AND LGPL-2.1", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("Apache-2.0", false),
            ("(MIT", false),
            ("MIT)", false),
        ];
        for (expression, want) in cases {
            assert_eq!(is_allowed(&allowed(), expression), want, "{expression}");
        }
    }

    #[test]
    fn a_newer_compiler_or_a_strange_licence_is_a_fault() {
        let check_package = |rust_version: &str, license: &str| {
            let metadata = json!({
                "workspace_members": ["ours"],
                "packages": [
                    {"id": "ours", "rust_version": "1.88", "license": "MIT"},
                    {"id": "x", "name": "x", "version": "1.0.0",
                     "rust_version": rust_version, "license": license},
                ],
            });
            check(&allowed(), &metadata).into_iter().map(|fault| fault.limit).collect::<Vec<_>>()
        };
        assert_eq!(check_package("1.88.0", "MIT"), [] as [&str; 0]);
        assert_eq!(check_package("1.9", "MIT"), [] as [&str; 0]);
        assert_eq!(check_package("1.88.1", "MIT"), ["rust-version"]);
        assert_eq!(check_package("1.70", "GPL-3.0"), ["licence"]);
    }
}
