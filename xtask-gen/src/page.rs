//! `cargo xtask page`: the viewer of web pages, made of `crates/pgn-wasm` and `page/`.
//!
//! The results are committed, so that `pgn` is built without Node.js and without the WebAssembly
//! target. The same sources and the same compilers give the same bytes.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, io};

use liblzma::stream::{LzmaOptions, Stream};
use liblzma::write::XzEncoder;

use xtask::repository;

/// Where the parts are committed.
const FOLDER: &str = "crates/pgn-cli/viewer";
const MODULE: &str = "pgn.wasm.lzma";
/// The viewer for pages that load it, and the packed viewer for pages that contain it.
const SCRIPT: &str = "pgn-view.js";
const PACKED_SCRIPT: &str = "pgn-view.js.lzma";
/// The script that unpacks it there.
const BOOT: &str = "boot.js";
/// The script that the page of `pgn view --web` adds to the viewer.
const SERVED: &str = "served.js";
/// The digests of both scripts, by which a page identifies them.
const DIGESTS: [&str; 2] = ["pgn-view.sha256", "boot.sha256"];
/// The compiler that made the module, a line.
const COMPILER: &str = "compiler.txt";

const TARGET: &str = "wasm32-unknown-unknown";

/// The limits of the sizes, in bytes: of the module as it is downloaded, and of a whole page
/// without its games.
const MODULE_BYTES_MAX: usize = 505_000;
const PAGE_BYTES_MAX: usize = 650_000;

/// Makes the parts and writes them; with `check`, compares them with the committed ones. `script`
/// and `module` make only one of them; `picture` instead makes the picture of the page on the front
/// page, and `screens FOLDER` pictures of everything that people see, both with Chromium.
///
/// # Errors
/// When a compiler is missing or fails, or a file cannot be read or written.
pub(crate) fn run(words: &[&str]) -> Result<ExitCode, String> {
    let root = repository::root();
    let has = |word: &str| words.contains(&word);
    if let ["screens", rest @ ..] = words {
        let folder = rest.first().map(|folder| env::current_dir().unwrap_or_default().join(folder));
        let mut node = Command::new("node");
        node.arg("screens.mjs").args(folder).args(rest.iter().skip(1));
        done(node.current_dir(root.join("page")))?;
        return Ok(ExitCode::SUCCESS);
    }
    let known = ["check", "script", "module", "picture"];
    if let Some(word) = words.iter().find(|word| !known.contains(word)) {
        return Err(format!("`page {word}`: expected check, script, module, picture or screens"));
    }
    if has("picture") {
        done(Command::new("node").arg("picture.mjs").current_dir(root.join("page")))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut parts: Vec<(&str, Vec<u8>)> = Vec::new();
    let said = |error: io::Error| error.to_string();
    if !has("module") {
        let folder = script(&root)?;
        for name in [SCRIPT, SERVED, BOOT].into_iter().chain(DIGESTS) {
            parts.push((name, fs::read(folder.join(name)).map_err(said)?));
        }
        let script = fs::read(folder.join(SCRIPT)).map_err(said)?;
        parts.push((PACKED_SCRIPT, packed(&script).map_err(said)?));
    }
    if !has("script") {
        let compiler = rustc(&["--version"])?;
        let committed = fs::read_to_string(root.join(FOLDER).join(COMPILER)).unwrap_or_default();
        if has("check") && compiler != committed {
            println!("page: the module is not compared, as it was made with {}", committed.trim());
        } else {
            let module = packed(&module(&root)?).map_err(said)?;
            println!("page: {MODULE} has {} bytes", module.len());
            parts.push((MODULE, module));
            parts.push((COMPILER, compiler.into_bytes()));
        }
    }
    let mut outcome = ExitCode::SUCCESS;
    for (name, bytes) in &parts {
        let path = root.join(FOLDER).join(name);
        let is_same = fs::read(&path).is_ok_and(|found| found == *bytes);
        match (is_same, has("check")) {
            (true, _) => {}
            (false, true) => {
                println!("page: {FOLDER}/{name} is not what its sources make: `cargo xtask page`");
                outcome = ExitCode::FAILURE;
            }
            (false, false) => {
                fs::create_dir_all(root.join(FOLDER)).map_err(said)?;
                fs::write(&path, bytes).map_err(said)?;
                println!("wrote {FOLDER}/{name}");
            }
        }
    }
    check_sizes(&root)?;
    Ok(outcome)
}

/// Says how large the parts are, and fails when they are larger than promised.
fn check_sizes(root: &Path) -> Result<(), String> {
    let size = |name: &str| fs::read(root.join(FOLDER).join(name)).map_or(0, |bytes| bytes.len());
    // Two digits of base 91 are at least thirteen bits.
    let as_text = |bytes: usize| bytes * 16 / 13;
    let module = size(MODULE);
    let page = as_text(module) + as_text(size(PACKED_SCRIPT)) + size(BOOT);
    println!("page: {page} bytes before the games; the module has {module}, packed");
    if module > MODULE_BYTES_MAX || page > PAGE_BYTES_MAX {
        let why = format!("at most {MODULE_BYTES_MAX} and {PAGE_BYTES_MAX} are promised");
        return Err(why);
    }
    Ok(())
}

/// The scripts, `page/src` in three files, and their digests; in the folder that is returned.
fn script(root: &Path) -> Result<PathBuf, String> {
    let page = root.join("page");
    if !page.join("node_modules/esbuild").is_dir() {
        done(Command::new("npm").args(["ci", "--silent"]).current_dir(&page))?;
    }
    let made = made_folder(root)?;
    done(Command::new("node").arg("build.mjs").arg(&made).current_dir(&page))?;
    Ok(made)
}

/// The module, built for size.
fn module(root: &Path) -> Result<Vec<u8>, String> {
    let target = root.join("target/page");
    let mut build = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    build.args(["build", "--quiet", "--locked", "-p", "pgn-wasm", "--profile", "page"]);
    build.args(["--target", TARGET, "--target-dir"]).arg(&target).current_dir(root);
    // No path of this machine may be in it.
    let sysroot = rustc(&["--print", "sysroot"])?;
    let version = rustc(&["--version", "--verbose"])?;
    let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: "));
    let commit = commit.unwrap_or_default();
    let home = env::var("CARGO_HOME").or_else(|_| env::var("HOME").map(|home| home + "/.cargo"));
    let home = home.map_err(|error| format!("CARGO_HOME: {error}"))?;
    build.env(
        "RUSTFLAGS",
        format!(
            "--remap-path-prefix={}/lib/rustlib/src/rust=/rustc/{commit} \
             --remap-path-prefix={home}=/cargo --remap-path-prefix={}=/pgnkit",
            sysroot.trim(),
            root.display()
        ),
    );
    done(&mut build)?;
    let made = target.join(TARGET).join("page/pgn_wasm.wasm");
    fs::read(&made).map_err(|error| format!("{}: {error}", made.display()))
}

/// Bytes as LZMA, in the form that `page/src/lzma.ts` reads: their number is in the header.
fn packed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    /// The preset 9, and what takes most time.
    const PRESET: u32 = 9 | 1 << 31;
    let mut options = LzmaOptions::new_preset(PRESET)?;
    // Neither the module nor the script contains characters of four bytes.
    options.dict_size(1 << 21).position_bits(0).nice_len(273);
    let mut packer = XzEncoder::new_stream(Vec::new(), Stream::new_lzma_encoder(&options)?);
    packer.write_all(bytes)?;
    let mut packed = packer.finish()?;
    packed[5..13].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
    Ok(packed)
}

/// The output of the compiler.
fn rustc(options: &[&str]) -> Result<String, String> {
    let output = Command::new("rustc").args(options).output();
    let output = output.map_err(|error| format!("rustc: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn made_folder(root: &Path) -> Result<PathBuf, String> {
    let folder = root.join("target/page");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

fn done(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name}: {status}")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}
