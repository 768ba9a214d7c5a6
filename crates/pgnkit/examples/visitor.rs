//! Counts tags and captures with a visitor, which stores no games.

use pgnkit::syntax::step::{RawSymbol, RawTag};
use pgnkit::syntax::{Regions, Visitor};
use std::convert::Infallible;
use std::error::Error;
use std::ops::ControlFlow;
use std::{env, fs};

const DEFAULT: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/classic/byrne-fischer-1956.pgn");

#[derive(Debug, Default, PartialEq)]
pub(crate) struct Counts {
    pub(crate) tags: usize,
    pub(crate) captures: usize,
}

impl Visitor for Counts {
    type Break = Infallible;

    fn tag(&mut self, _: RawTag<'_>) -> ControlFlow<Infallible> {
        self.tags += 1;
        ControlFlow::Continue(())
    }

    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<Infallible> {
        self.captures += usize::from(symbol.text.contains(&b'x'));
        ControlFlow::Continue(())
    }
}

pub(crate) fn count(text: &[u8]) -> Result<Counts, Box<dyn Error>> {
    let (mut regions, mut counts) = (Regions::new(text), Counts::default());
    while let Some(region) = regions.next_region()? {
        let ControlFlow::Continue(()) = region.visit(&mut counts);
    }
    Ok(counts)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).unwrap_or_else(|| DEFAULT.to_owned());
    let counts = count(&fs::read(path)?)?;
    println!("{} tags, {} captures", counts.tags, counts.captures);
    Ok(())
}
