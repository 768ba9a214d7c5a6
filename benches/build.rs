//! Takes the program of README.md out of the page, so that what is timed is what is shown.

use std::path::Path;
use std::{env, fs};

fn main() {
    let here = env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where");
    let page = Path::new(&here).join("../README.md");
    println!("cargo:rerun-if-changed={}", page.display());
    let text = fs::read_to_string(&page).expect("README.md is there");
    let program = text
        .split("```rust")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('\n')?.1.split_once("\n```")?.0))
        .find(|block| block.contains("fn main"))
        .expect("README.md shows a program");
    let target = Path::new(&env::var_os("OUT_DIR").expect("cargo says where")).join("readme.rs");
    fs::write(target, program).expect("it can be written");
}
