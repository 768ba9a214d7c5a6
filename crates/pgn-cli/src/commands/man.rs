//! `pgn man`: the manual pages in the form that `man` reads.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;

use super::help::page_of;
use super::{Example, PAGES, examples_of};
use crate::args::Write;
use crate::exit::Exit;
use crate::output::Output;
use crate::terminal::Console;
use pgn_db::error::Error;
use pgn_db::source::Inputs;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn man | man -l -", "Read the page of the command"),
    ("pgn man completions -o pgn-completions.1", "The page of one verb"),
    ("pgn man --dir ~/.local/share/man/man1", "Install all pages"),
];

/// Print a manual page in roff format
///
/// Without a verb, prints the page of the whole command. To read a page, use `pgn help VERB`.
#[derive(Args, Debug)]
pub(super) struct Man {
    /// The verb
    #[arg(conflicts_with = "dir")]
    verb: Vec<String>,

    /// Write all pages to the folder DIR
    ///
    /// The folder is created if it does not exist.
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    dir: Option<PathBuf>,

    #[command(flatten)]
    write: Write,
}

impl Man {
    pub(super) fn run(self, _: &mut Console) -> Result<Exit, Error> {
        match self.dir {
            None => write_page(&self.verb.join(" "), self.write.output.as_deref())?,
            Some(dir) => write_all(&dir)?,
        }
        Ok(Exit::Clean)
    }
}

fn write_all(dir: &Path) -> Result<(), Error> {
    fs::create_dir_all(dir).map_err(|error| Error::from_io(dir.to_string_lossy(), error))?;
    write_page("", Some(&dir.join("pgn.1")))?;
    for (verb, _) in PAGES {
        let name = format!("pgn-{}.1", verb.replace(' ', "-"));
        write_page(verb, Some(&dir.join(name)))?;
    }
    Ok(())
}

fn write_page(verb: &str, target: Option<&Path>) -> Result<(), Error> {
    let page = page_of(verb)?;
    let mut text = Vec::new();
    // Writing to a Vec cannot fail.
    let _ = render(page, verb, &mut text);
    Output::print(target, &Inputs::none(), &text)
}

/// Name, synopsis, description, examples, options, verbs.
fn render(page: clap::Command, verb: &str, text: &mut Vec<u8>) -> io::Result<()> {
    let title = format!("pgn {verb}").trim_end().replace(' ', "-");
    let has_verbs = page.has_subcommands();
    let page = page.display_name(title.clone()).before_help(None::<&str>).after_help(None::<&str>);
    let man = clap_mangen::Man::new(page).title(title.to_uppercase()).manual("The pgn command");
    let man = man.source(concat!("pgn ", env!("CARGO_PKG_VERSION")));
    man.render_title(text)?;
    man.render_name_section(text)?;
    man.render_synopsis_section(text)?;
    man.render_description_section(text)?;
    render_examples(examples_of(verb), text)?;
    man.render_options_section(text)?;
    if has_verbs {
        man.render_subcommands_section(text)?;
    }
    Ok(())
}

fn render_examples(examples: &[Example], text: &mut Vec<u8>) -> io::Result<()> {
    writeln!(text, ".SH EXAMPLES")?;
    for (line, does) in examples {
        writeln!(text, ".PP\n{}\n.PP\n.RS 4\n.nf\n{}\n.fi\n.RE", escaped(does), escaped(line))?;
    }
    Ok(())
}

/// Text escaped for roff: no character of it is a command.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\(rs").replace('-', "\\-").replace('~', "\\(ti");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}
