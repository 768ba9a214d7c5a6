//! `pgn mail read`: a message put into the game it speaks of.
//!
//! Standard: §21. Decisions: D-55.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::Args;
use pgn_formats::mail::{self, Act, Applied, Draw, Message, SELECTOR_TAG, selector_of};
use pgnkit::Game;
use pgnkit::charset;

use super::super::Example;
use super::body;
use super::stored::{self, Access, GameEdit, GameLook};
use super::write::no_such_game;
use crate::args::encodings;
use crate::exit::Exit;
use crate::terminal::Console;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::source::STDIN_NAME;

pub(in super::super) const EXAMPLES: &[Example] = &[
    ("pgn mail read games.pgn answer.eml", "Add the answer to its game"),
    ("pgn mail read games.pgn -", "From a mail program through a pipe"),
    (
        "pgn mail read games.pgn answer.eml --game 3",
        "Add it to the third game, which has another number for the sender",
    ),
];

/// A longer mail is not one that a person wrote to play a move.
const MAIL_BYTES_MAX: u64 = 64 << 20;

/// Add a received message to its game
///
/// pgn reads the mail from MAIL, or from standard input. The message is the first line that is an
/// EPD record with a game number (`tcgs`), a receiver (`tcri`) and a sender (`tcsi`); pgn undoes
/// the wrapping and encoding of mail programs.
///
/// The game is the one with this number in the file, or in its tag GameSelector. The players must
/// match, and also their addresses if the tags contain any, and the final position of the game must
/// be that of the message. pgn then adds the move after the last one, writes offers, claims and
/// remarks as comments, and sets the result if the game is resigned, drawn by agreement or over on
/// the board. The other games of the file stay the same, byte for byte, and the file is replaced
/// atomically.
///
/// The exit status is 0 if the message is in the game, even if it was there before. It is 2 if the
/// message does not fit, and the file then does not change.
#[derive(Args, Debug)]
pub(in super::super) struct Read {
    /// The file with the games
    #[arg(value_name = "FILE")]
    stored: PathBuf,

    /// The mail; without it, or for `-`, standard input
    #[arg(value_name = "MAIL")]
    mail: Option<PathBuf>,

    /// The number of the game: counted in the file, whatever number the message has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,

    /// Change nothing; only report whether the message fits
    #[arg(long)]
    check: bool,

    /// The encoding of the stored games
    #[arg(long, value_parser = encodings(), default_value = "auto")]
    encoding: charset::Choice,
}

impl Read {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let (name, text) = read_mail(self.mail.as_deref())?;
        let message = body::find_by_any_rules(&text).map_err(|why| {
            Error::new(ErrorKind::Usage, name, why.to_string())
                .with_hint("a message is one line of EPD with tcgs, tcri and tcsi")
        })?;
        let access = if self.check { Access::Read } else { Access::Write };
        let (text, wanted) = (&text[..], self.game);
        let (done, remark, why_not) = (None, None, Vec::new());
        let mut reading = GameFinder { text, message, wanted, done, remark, why_not };
        let choice = self.encoding;
        let game_count = stored::visit(&self.stored, choice, access, &mut reading)?;
        let name = self.stored.to_string_lossy();
        let Some((number, applied)) = reading.done else {
            return Err(reading.why_not(&name, game_count));
        };
        let said = match (applied, self.check) {
            (Applied::Already, _) => "was already in the game",
            (Applied::Done, true) => "fits the game",
            (Applied::Done, false) => "was added to the game",
        };
        console.say(&format!("{name}: game {number}: {} {said}", what(&reading.message)));
        if let Some(remark) = reading.remark {
            console.say(&format!("{name}: game {number}: {remark}"));
        }
        Ok(Exit::Clean)
    }
}

fn read_mail(path: Option<&Path>) -> Result<(String, Vec<u8>), Error> {
    let path = path.filter(|path| path.as_os_str() != "-");
    let name = path.map_or(STDIN_NAME.to_owned(), |path| path.to_string_lossy().into_owned());
    let mut text = Vec::new();
    let read = match path {
        Some(path) => fs::File::open(path)
            .and_then(|file| file.take(MAIL_BYTES_MAX + 1).read_to_end(&mut text)),
        None => io::stdin().lock().take(MAIL_BYTES_MAX + 1).read_to_end(&mut text),
    };
    read.map_err(|error| Error::from_io(&name, error))?;
    if text.len() as u64 > MAIL_BYTES_MAX {
        let why =
            format!("longer than {} MiB, this is not a mail with a move", MAIL_BYTES_MAX >> 20);
        return Err(Error::new(ErrorKind::Unsupported, name, why));
    }
    Ok((name, text))
}

/// The content of a message, as the subject of a sentence.
fn what(message: &Message) -> String {
    match message.act {
        Act::Play { mv, .. } => {
            let san = pgnkit::chess::notation::san::to_text(&message.position, mv);
            let periods = match message.position.turn() {
                pgnkit::chess::Color::White => ".",
                pgnkit::chess::Color::Black => "...",
            };
            format!("{}{periods} {san}", message.position.fullmove())
        }
        Act::Accept => "the acceptance of the draw".to_owned(),
        Act::Decline => "the rejection of the draw".to_owned(),
        Act::Resign => "the resignation".to_owned(),
    }
}

/// Looks for the game of a message.
struct GameFinder<'a> {
    /// The mail.
    text: &'a [u8],
    message: Message,
    /// The number that the person named.
    wanted: Option<u64>,
    /// The game that took the message.
    done: Option<(u64, Applied)>,
    /// Further messages.
    remark: Option<String>,
    /// Why candidate games did not accept it.
    why_not: Vec<(u64, String)>,
}

impl GameLook for GameFinder<'_> {
    fn wants(&self, number: u64, text: &[u8]) -> bool {
        let has_tag = || text.windows(SELECTOR_TAG.len()).any(|it| it == SELECTOR_TAG.as_bytes());
        match self.wanted {
            Some(wanted) => wanted == number,
            None => self.message.selector == number || has_tag(),
        }
    }

    fn look(&mut self, number: u64, game: &mut Game) -> Result<GameEdit, Error> {
        let (selector, said) = (selector_of(game, number), self.message.selector);
        let is_called_so =
            selector == said || (self.wanted.is_some() && game.tag(SELECTOR_TAG).is_none());
        if !is_called_so {
            if self.wanted.is_some() {
                let why = format!("its number is {selector}, that of the message {said}");
                self.why_not.push((number, why));
            }
            return Ok(GameEdit::Keep);
        }
        let rules = game.start_position().map(|position| position.variant());
        if rules.is_some_and(|rules| rules != self.message.position.variant())
            && let Ok(message) = body::find(self.text, rules)
        {
            self.message = message;
        }
        let applied = match mail::apply(game, &self.message) {
            Ok(applied) => applied,
            Err(why) => {
                self.why_not.push((number, why.to_string()));
                return Ok(GameEdit::Keep);
            }
        };
        if let Some((first, _)) = self.done.replace((number, applied)) {
            let what = format!("the games {first} and {number}");
            let why = "the message fits both of them";
            return Err(
                Error::new(ErrorKind::Usage, what, why).with_hint("select one with `--game N`")
            );
        }
        self.remark = remark(game, &self.message);
        Ok(if applied == Applied::Done { GameEdit::Change } else { GameEdit::Keep })
    }
}

impl GameFinder<'_> {
    /// The error about a message that no game took.
    fn why_not(&self, name: &str, game_count: u64) -> Error {
        if let Some((number, why)) = self.why_not.first() {
            let what = format!("{name}: game {number}");
            return Error::new(ErrorKind::Usage, what, format!("does not fit the message: {why}"))
                .with_hint("the file was not changed");
        }
        match self.wanted {
            Some(wanted) => no_such_game(name, wanted, game_count),
            None => {
                let why =
                    format!("no game has the number {} of the message", self.message.selector);
                Error::new(ErrorKind::Usage, name, why).with_hint("select it with `--game N`")
            }
        }
    }
}

/// Further information for the user.
fn remark(game: &Game, message: &Message) -> Option<String> {
    match message.act {
        Act::Play { draw: Some(Draw::Offer), .. } => Some("a draw is offered".to_owned()),
        Act::Play { draw: Some(Draw::Claim), .. } => Some(match mail::claim(game) {
            Some(why) => format!("a draw is claimed, correctly: {why}"),
            None => "a draw is claimed, but the game gives no reason for it".to_owned(),
        }),
        Act::Play { draw: None, .. } | Act::Accept | Act::Decline | Act::Resign => {
            let is_over = game.outcome() != pgnkit::Outcome::Unknown;
            is_over.then(|| format!("the game is over: {}", game.outcome().name()))
        }
    }
}
