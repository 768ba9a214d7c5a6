//! The npm packages: the library `pgnkit`; one with the command for each machine; and
//! `@pgnkit/pgn`, whose script starts the one that npm installed for the user's machine.

use std::process::Command;

use serde_json::{Value, json};

use crate::pack::{PackedFile, tar_gz};
use crate::release::{Release, VERSION, read_file, run, write_file};
use crate::target::{TARGETS, Target};
use crate::{HOMEPAGE, LICENSE, SUMMARY};

/// What the package of a machine has from its archive, besides the program.
const LICENSES: [&str; 3] = ["LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENSES.txt"];

/// Writes the package with the program for a machine; `files` are those of its archive.
pub(crate) fn write_program(
    release: &Release,
    target: &Target,
    files: &[PackedFile],
) -> Result<(), String> {
    let is_packed = |file: &&PackedFile| file.is_executable || LICENSES.contains(&&*file.path);
    let files = files.iter().filter(is_packed).cloned().collect();
    let (system, processor) = target.npm;
    let fields = json!({
        "os": [system],
        "cpu": [processor],
        "preferUnplugged": true,
    });
    write(release, &name(target), &fields, files)
}

/// Writes the package that depends on those of all machines; npm installs the one that fits.
pub(crate) fn write_launcher(release: &Release) -> Result<(), String> {
    let mut files = Vec::new();
    for path in ["packaging/npm/README.md", "packaging/npm/pgn.js", LICENSES[0], LICENSES[1]] {
        let name = path.rsplit('/').next().unwrap_or(path);
        files.push(PackedFile::new(name, read_file(&release.root.join(path))?));
    }
    let programs: serde_json::Map<String, Value> =
        TARGETS.iter().map(|target| (name(target), VERSION.into())).collect();
    let fields = json!({
        "bin": { "pgn": "pgn.js" },
        "engines": { "node": ">=18" },
        "optionalDependencies": programs,
    });
    write(release, "@pgnkit/pgn", &fields, files)
}

/// Builds and packs the library for JavaScript.
pub(crate) fn write_library(release: &Release) -> Result<(), String> {
    let folder = release.root.join("npm");
    run(Command::new("node").arg("build.mjs").current_dir(&folder))?;
    let mut npm = Command::new("npm");
    npm.args(["pack", "--silent", "--pack-destination"]).arg(&release.artifacts);
    run(npm.current_dir(&folder))
}

fn name(target: &Target) -> String {
    let (system, processor) = target.npm;
    format!("@pgnkit/pgn-{system}-{processor}")
}

/// Packs a package as `npm pack` does, and under the same name.
fn write(
    release: &Release,
    name: &str,
    fields: &Value,
    mut files: Vec<PackedFile>,
) -> Result<(), String> {
    let mut package = json!({
        "name": name,
        "version": VERSION,
        "description": SUMMARY,
        "license": LICENSE,
        "homepage": HOMEPAGE,
        "repository": { "type": "git", "url": format!("git+{HOMEPAGE}.git") },
        "publishConfig": { "access": "public" },
    });
    for (key, value) in fields.as_object().into_iter().flatten() {
        package[key] = value.clone();
    }
    files.push(PackedFile::new("package.json", format!("{package:#}\n")));
    for file in &mut files {
        file.path.insert_str(0, "package/");
    }
    let bytes = tar_gz(&files, release.seconds).map_err(|error| format!("{name}: {error}"))?;
    let name = name.trim_start_matches('@').replace('/', "-");
    write_file(&release.artifacts.join(format!("{name}-{VERSION}.tgz")), &bytes)
}
