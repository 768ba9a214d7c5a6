//! `cargo xtask dist`: the files of a release, the same bytes from the same commit.
//!
//! `target` is the table of machines, `release` builds the programs, `pack` makes archives and
//! packages, `npm` makes those of npm, `dependency` lists what is in them, `template` fills the
//! templates in `packaging/`.

mod dependency;
mod npm;
mod pack;
mod release;
mod target;
mod template;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use sha2::{Digest as _, Sha256};

use crate::dependency::Dependencies;
use crate::pack::{About, PackedFile};
use crate::release::{Release, VERSION, read_file, write_file};
use crate::target::{TARGETS, Target};

const USAGE: &str = "\
cargo xtask dist [OPTION…] [TARGET…]

Builds the files of a release into target/artifacts, for all targets if none is named. Needs
`pip install -r packaging/requirements.txt`, and the targets: `rustup target add TARGET`.

  --profile NAME  the profile (default: dist); another one is for tries
  --only PART     one of pgn (archives, .deb, .rpm, the command for npm), duckdb, wheel, npm (the
                  library for JavaScript), sums; can be given several times. `sums` writes the
                  checksums, the lists of dependencies, the npm package that starts the command,
                  and the files for package managers
  --python NAME   build the wheel for this interpreter, if it has no stable interface
";

/// The parts of a release, in the order in which they are made.
const PARTS: [&str; 5] = ["duckdb", "pgn", "wheel", "npm", "sums"];

/// A line about the command and the package, for their users.
const SUMMARY: &str = "Read, check, correct and rewrite chess games in PGN";
const DESCRIPTION: &str = "The command pgn follows the PGN standard of 1994 and reads real files.";
const LICENSE: &str = "MIT OR Apache-2.0";
const HOMEPAGE: &str = "https://github.com/pgnkit/pgnkit";

/// The files to make.
#[derive(Debug)]
struct Plan {
    profile: String,
    parts: Vec<String>,
    python: Vec<String>,
    targets: Vec<&'static Target>,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| matches!(&**word, "help" | "--help" | "-h")) {
        print!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match parse(words).and_then(|plan| make(&plan)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn parse(words: Vec<String>) -> Result<Plan, String> {
    let mut plan = Plan {
        profile: "dist".to_owned(),
        parts: Vec::new(),
        python: Vec::new(),
        targets: Vec::new(),
    };
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value\n{USAGE}"));
        match &*word {
            "--profile" => plan.profile = value()?,
            "--python" => plan.python.push(value()?),
            "--only" => {
                let part = value()?;
                if !PARTS.contains(&&*part) {
                    return Err(format!("`{part}` is not a part of a release\n{USAGE}"));
                }
                plan.parts.push(part);
            }
            name => plan.targets.push(Target::named(name)?),
        }
    }
    if plan.parts.is_empty() {
        plan.parts = PARTS.map(str::to_owned).to_vec();
    }
    if plan.targets.is_empty() {
        plan.targets = TARGETS.iter().collect();
    }
    Ok(plan)
}

fn make(plan: &Plan) -> Result<(), String> {
    let release = Release::new(&plan.profile);
    let makes = |part: &str| plan.parts.iter().any(|it| it == part);
    let builds_pgn = makes("pgn") || makes("wheel");
    let dependencies =
        if makes("pgn") || makes("sums") { Some(Dependencies::read()?) } else { None };
    // The same for all targets.
    let mut documents = None;
    for target in &plan.targets {
        let extension = makes("duckdb").then(|| release.extension(target)).transpose()?;
        if let Some(extension) = &extension {
            // DuckDB takes what is before the first period for the name of the extension.
            let name = format!("pgnkit.{VERSION}.{}.duckdb_extension", target.duckdb);
            write_file(&release.artifacts.join(name), &read_file(extension)?)?;
        }
        if !builds_pgn {
            continue;
        }
        let pgn = release.pgn(target)?;
        if let Some(dependencies) = dependencies.as_ref().filter(|_| makes("pgn")) {
            let documents = match &documents {
                Some(documents) => documents,
                None => documents.insert(release.documents(target, &pgn)?),
            };
            let mut files = archived(&release, target, &pgn, extension.as_deref(), dependencies)?;
            files.extend(documents.iter().cloned());
            pack(&release, target, &files)?;
        }
        if makes("wheel") {
            release.wheel(target, &pgn, &plan.python)?;
        }
    }
    if makes("wheel") && plan.python.is_empty() {
        release.source_package()?;
    }
    if makes("npm") && release.root.join("npm").is_dir() {
        npm::write_library(&release)?;
    }
    if let Some(dependencies) = dependencies.as_ref().filter(|_| makes("sums")) {
        sum_up(&release, dependencies)?;
    }
    println!("{}", release.artifacts.display());
    Ok(())
}

/// The files of an archive besides the documents, without the folder around them.
fn archived(
    release: &Release,
    target: &Target,
    pgn: &Path,
    extension: Option<&Path>,
    dependencies: &Dependencies,
) -> Result<Vec<PackedFile>, String> {
    let mut files = vec![PackedFile::program(target.pgn(), read_file(pgn)?)];
    if let Some(extension) = extension {
        // `pgn sql` looks for it beside the command.
        files.push(PackedFile::new(xtask::duckdb::EXTENSION, read_file(extension)?));
    }
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        files.push(PackedFile::new(name, read_file(&release.root.join(name))?));
    }
    files.push(PackedFile::new("THIRD-PARTY-LICENSES.txt", dependencies.licenses()?));
    Ok(files)
}

/// Writes the archive and, on Linux, the packages.
fn pack(release: &Release, target: &Target, files: &[PackedFile]) -> Result<(), String> {
    let folder = format!("pgn-{VERSION}-{}", target.triple);
    let placed =
        |file: &PackedFile| PackedFile { path: format!("{folder}/{}", file.path), ..file.clone() };
    let placed: Vec<_> = files.iter().map(placed).collect();
    let (extension, bytes) = if target.is_windows() {
        ("zip", pack::zip(&placed))
    } else {
        ("tar.gz", pack::tar_gz(&placed, release.seconds))
    };
    let write = |name: String, bytes: Vec<u8>| write_file(&release.artifacts.join(name), &bytes);
    write(format!("{folder}.{extension}"), bytes.map_err(|error| format!("{folder}: {error}"))?)?;
    npm::write_program(release, target, files)?;
    let Some((debian, red_hat)) = target.packages else { return Ok(()) };
    let installed: Vec<_> = files.iter().filter_map(installed).collect::<Result<_, _>>()?;
    let about = About {
        name: "pgnkit",
        version: VERSION,
        license: LICENSE,
        homepage: HOMEPAGE,
        summary: SUMMARY,
        description: DESCRIPTION,
        seconds: release.seconds,
    };
    let deb = pack::deb(&about, debian, &installed).map_err(|error| format!("deb: {error}"))?;
    write(format!("pgnkit_{VERSION}_{debian}.deb"), deb)?;
    let rpm = pack::rpm(&about, red_hat, &installed).map_err(|error| format!("rpm: {error}"))?;
    write(format!("pgnkit-{VERSION}-1.{red_hat}.rpm"), rpm)
}

/// Where a package of a distribution installs a file of the archive.
fn installed(file: &PackedFile) -> Option<Result<PackedFile, String>> {
    let at = |path: String| Some(Ok(PackedFile { path, ..file.clone() }));
    match &*file.path {
        "pgn" => at("usr/bin/pgn".to_owned()),
        "completions/pgn.bash" => at("usr/share/bash-completion/completions/pgn".to_owned()),
        "completions/_pgn" => at("usr/share/zsh/site-functions/_pgn".to_owned()),
        "completions/pgn.fish" => at("usr/share/fish/vendor_completions.d/pgn.fish".to_owned()),
        xtask::duckdb::EXTENSION => at(format!("usr/lib/pgnkit/{}", file.path)),
        path if path.starts_with("completions/") => None,
        path => Some(match path.strip_prefix("man/") {
            Some(page) => match pack::gzip(&file.bytes) {
                Ok(bytes) => Ok(PackedFile::new(format!("usr/share/man/man1/{page}.gz"), bytes)),
                Err(error) => Err(format!("{path}: {error}")),
            },
            None => Ok(PackedFile { path: format!("usr/share/doc/pgnkit/{path}"), ..file.clone() }),
        }),
    }
}

/// Writes what is about the other files: lists of dependencies, files for package managers, and
/// last the checksums of all.
fn sum_up(release: &Release, dependencies: &Dependencies) -> Result<(), String> {
    let folder = &release.artifacts;
    write_file(
        &folder.join(format!("pgnkit-{VERSION}.cdx.json")),
        dependencies.bill_of_materials(VERSION).as_bytes(),
    )?;
    write_file(&folder.join("THIRD-PARTY-LICENSES.txt"), dependencies.licenses()?.as_bytes())?;
    template::write(release)?;
    npm::write_launcher(release)?;
    let mut sums = String::new();
    for name in names(folder)?.iter().filter(|name| *name != "SHA256SUMS") {
        sums.push_str(&format!("{}  {name}\n", sha256(&read_file(&folder.join(name))?)));
    }
    write_file(&folder.join("SHA256SUMS"), sums.as_bytes())
}

/// The names of the files in a folder, in order.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    let fails = |error| format!("{}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(fails)? {
        let entry = entry.map_err(fails)?;
        if entry.path().is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// The checksum in hexadecimal digits.
fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the files that a program is packed into, and their checksums.
    fn packed(target: &Target) -> Vec<(String, String)> {
        let folder = tempfile::tempdir().unwrap();
        let mut release = Release::new("dist");
        release.artifacts = folder.path().to_owned();
        let files = [
            PackedFile::program(target.pgn(), b"program".to_vec()),
            PackedFile::new(xtask::duckdb::EXTENSION, "extension"),
            PackedFile::new("LICENSE-MIT", "license"),
            PackedFile::new("man/pgn.1", "page"),
            PackedFile::new("completions/_pgn", "completions"),
        ];
        pack(&release, target, &files).unwrap();
        let sum = |name: String| {
            let sum = sha256(&fs::read(folder.path().join(&name)).unwrap());
            (name, sum)
        };
        names(folder.path()).unwrap().into_iter().map(sum).collect()
    }

    #[test]
    fn a_program_is_always_packed_into_the_same_bytes() {
        for target in TARGETS {
            let first = packed(target);
            assert_eq!(first.len(), if target.packages.is_some() { 4 } else { 2 }, "{first:?}");
            assert_eq!(first, packed(target));
        }
    }
}
