//! A page of the standard: statements, each with blocks that run.
//!
//! Start at [`Page::parse`]; a block is answered in `answer.rs`.

pub(crate) mod answer;
mod dump;
mod escape;
mod heard;
mod input;
mod letter;
mod lint;
mod log;
mod order;
pub(crate) mod read;
mod record;
mod records;
mod table;
mod value;

/// One page. Putting its pieces together gives the text it was parsed from.
pub(crate) struct Page {
    /// File name, without the folder.
    pub(crate) name: String,
    pub(crate) pieces: Vec<Piece>,
}

/// A part of a page.
pub(crate) enum Piece {
    /// One line of prose, with its number from 1.
    Line(usize, String),
    Block(Block),
}

/// What is between two fences.
#[derive(Clone)]
pub(crate) struct Block {
    /// Number of the opening fence's line, from 1.
    pub(crate) line: usize,
    /// The words after the opening fence: the kind of block, then its flags.
    pub(crate) info: String,
    pub(crate) body: Vec<String>,
}

impl Block {
    pub(crate) fn kind(&self) -> &str {
        self.info.split(' ').next().unwrap_or_default()
    }

    pub(crate) fn has(&self, flag: &str) -> bool {
        self.flags().any(|word| word == flag)
    }

    pub(crate) fn flags(&self) -> impl Iterator<Item = &str> {
        self.info.split(' ').skip(1)
    }
}

const FENCE: &str = "```";

impl Page {
    pub(crate) fn parse(name: &str, text: &str) -> Page {
        let mut pieces = Vec::new();
        let mut open: Option<Block> = None;
        for (idx, line) in text.lines().enumerate() {
            match (&mut open, line.strip_prefix(FENCE)) {
                (Some(_), Some(_)) => pieces.extend(open.take().map(Piece::Block)),
                (Some(block), None) => block.body.push(line.to_string()),
                (None, Some(info)) => {
                    open = Some(Block { line: idx + 1, info: info.to_string(), body: Vec::new() });
                }
                (None, None) => pieces.push(Piece::Line(idx + 1, line.to_string())),
            }
        }
        assert!(open.is_none(), "{name}: the last block is not closed");
        Page { name: name.to_string(), pieces }
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Line(_, line) => text.push_str(line),
                Piece::Block(block) => {
                    text.push_str(FENCE);
                    text.push_str(&block.info);
                    text.push('\n');
                    for line in &block.body {
                        text.push_str(line);
                        text.push('\n');
                    }
                    text.push_str(FENCE);
                }
            }
            text.push('\n');
        }
        text
    }
}
