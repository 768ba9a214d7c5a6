//! The oldest compiler that what we depend on builds with.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Fault;

/// Checks every package of the lock file that is not ours.
pub(crate) fn check(metadata: &Value) -> Vec<Fault> {
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::check;

    #[test]
    fn a_newer_compiler_is_a_fault() {
        let check_package = |rust_version: &str| {
            let metadata = json!({
                "workspace_members": ["ours"],
                "packages": [
                    {"id": "ours", "rust_version": "1.88"},
                    {"id": "x", "name": "x", "version": "1.0.0", "rust_version": rust_version},
                ],
            });
            check(&metadata).into_iter().map(|fault| fault.limit).collect::<Vec<_>>()
        };
        assert_eq!(check_package("1.88.0"), [] as [&str; 0]);
        assert_eq!(check_package("1.9"), [] as [&str; 0]);
        assert_eq!(check_package("1.88.1"), ["rust-version"]);
    }
}
