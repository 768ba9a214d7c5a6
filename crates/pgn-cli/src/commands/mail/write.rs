//! `pgn mail write`: the message about a stored game.
//!
//! Standard: §21. Decisions: D-55.

use std::path::PathBuf;

use clap::Args;
use pgn_formats::mail::{
    self, Answer, Applied, Draft, Draw, Message, Party, RefusedError, SELECTOR_TAG, selector_of,
};
use pgnkit::Game;
use pgnkit::charset;

use super::super::Example;
use super::stored::{self, Access, GameEdit, GameLook};
use crate::args::encodings;
use crate::exit::Exit;
use crate::output::Output;
use crate::terminal::Console;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::source::Inputs;

pub(in super::super) const EXAMPLES: &[Example] = &[
    ("pgn mail write games.pgn --game 7 --move e4 -w", "Play a move, and add it to the file"),
    ("pgn mail write games.pgn --game 7 --accept-draw -w", "Accept a draw offer"),
];

/// Write the message for a move
///
/// The move is that of `--move`, or else the last move of the stored game. The side that moves is
/// the sender; names and addresses come from the tags White, Black, WhiteNA and BlackNA, or from
/// `--sender` and `--recipient`.
///
/// The message is one line: an EPD record with the position before the move (`fmvn`, `hmvc`), the
/// move (`sm`), the number of the game (`tcgs`), the receiver (`tcri`) and the sender (`tcsi`),
/// each with address and name. Send it alone or below a greeting, with any subject.
///
/// The number of the game is its number in the file, unless the game has a tag GameSelector. If the
/// two sides keep their games in a different order, `--selector` sets a number that both use.
///
/// The exit status is 0 if the message was written, and 2 if it makes no sense for this game or
/// something could not be read or written.
#[derive(Args, Debug)]
pub(in super::super) struct Write {
    /// The file with the game
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The number of the game: counted in the file, and required if there are several
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,

    /// The move to play; without it, the last move of the game is sent
    #[arg(long = "move", value_name = "SAN", help_heading = "Message")]
    mv: Option<String>,

    /// Offer a draw with the move
    #[arg(long, help_heading = "Message", conflicts_with = "claim_draw")]
    offer_draw: bool,

    /// Claim a draw with the move
    #[arg(long, help_heading = "Message")]
    claim_draw: bool,

    /// Accept the opponent's draw offer
    #[arg(long, help_heading = "Message")]
    #[arg(conflicts_with_all = ["mv", "reject_draw", "resign"])]
    accept_draw: bool,

    /// Reject the opponent's draw offer, with or without a move
    #[arg(long, help_heading = "Message", conflicts_with = "resign")]
    reject_draw: bool,

    /// Resign the game
    #[arg(long, help_heading = "Message", conflicts_with = "mv")]
    resign: bool,

    /// Add a remark for the other player
    #[arg(long, value_name = "TEXT", help_heading = "Message")]
    note: Option<String>,

    /// The sender: address and name
    #[arg(long, num_args = 2, value_names = ["ADDRESS", "NAME"], help_heading = "Players")]
    sender: Option<Vec<String>>,

    /// The receiver: address and name
    #[arg(long, num_args = 2, value_names = ["ADDRESS", "NAME"], help_heading = "Players")]
    recipient: Option<Vec<String>>,

    /// The number that both sides use for the game
    ///
    /// With `-w`, pgn stores it in the tag GameSelector.
    #[arg(long, value_name = "N", help_heading = "Players")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    selector: Option<u64>,

    /// Also add the move or offer to the stored game
    #[arg(short = 'w', long)]
    in_place: bool,

    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The encoding of the stored games
    #[arg(long, value_parser = encodings(), default_value = "auto")]
    encoding: charset::Choice,
}

impl Write {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let inputs = Inputs::gather(std::slice::from_ref(&self.file));
        let mut output = Output::open(self.output.as_deref(), &inputs)?;
        let access = if self.in_place { Access::Write } else { Access::Read };
        let mut writing = MessageWriter { args: &self, message: None, first: None };
        let choice = self.encoding;
        let game_count = stored::visit(&self.file, choice, access, &mut writing)?;
        if let Some(Err(error)) = writing.first {
            return Err(error);
        }
        let Some(message) = writing.message else {
            let name = self.file.to_string_lossy();
            return Err(no_such_game(&name, self.game.unwrap_or(1), game_count));
        };
        let (mut line, mut losses) = (Vec::new(), Vec::new());
        message.append(&mut line, &mut losses);
        line.push(b'\n');
        for loss in losses {
            console.say(&format!("the message: {loss}"));
        }
        output.put(&line)?;
        output.commit(console)?;
        Ok(Exit::Clean)
    }

    fn draft(&self) -> Draft<'_> {
        let answer = match (self.accept_draw, self.reject_draw, self.resign) {
            (true, ..) => Some(Answer::Accept),
            (_, true, _) => Some(Answer::Decline),
            (.., true) => Some(Answer::Resign),
            (false, false, false) => None,
        };
        let draw = match (self.offer_draw, self.claim_draw) {
            (true, _) => Some(Draw::Offer),
            (_, true) => Some(Draw::Claim),
            (false, false) => None,
        };
        let mut draft = Draft::default();
        (draft.mv, draft.note) = (self.mv.as_deref(), self.note.as_deref());
        (draft.draw, draft.answer) = (draw, answer);
        draft
    }
}

/// The error about a game that is not there.
pub(super) fn no_such_game(name: &str, number: u64, game_count: u64) -> Error {
    let why = match game_count {
        0 => "has no games".to_owned(),
        1 => format!("has only one game, not {number}"),
        game_count => format!("has only {game_count} games, not {number}"),
    };
    Error::new(ErrorKind::Usage, name, why)
}

/// Looks for the game, and composes the message.
struct MessageWriter<'a> {
    args: &'a Write,
    message: Option<Message>,
    /// The result for the first game that was processed.
    first: Option<Result<(), Error>>,
}

impl GameLook for MessageWriter<'_> {
    fn wants(&self, number: u64, _: &[u8]) -> bool {
        self.args.game.is_none_or(|wanted| wanted == number)
    }

    fn look(&mut self, number: u64, game: &mut Game) -> Result<GameEdit, Error> {
        if self.first.is_some() {
            let why = "there are several games";
            return Err(Error::new(ErrorKind::Usage, self.args.file.to_string_lossy(), why)
                .with_hint("select one with `--game N`"));
        }
        let done = self.compose(number, game);
        let edit = done.as_ref().map_or(GameEdit::Keep, |edit| *edit);
        self.first = Some(done.map(|_| ()));
        Ok(edit)
    }
}

impl MessageWriter<'_> {
    /// Composes the message, and on request adds it to the game.
    fn compose(&mut self, number: u64, game: &mut Game) -> Result<GameEdit, Error> {
        let what = format!("{}: game {number}", self.args.file.display());
        let selector = self.args.selector.unwrap_or_else(|| selector_of(game, number));
        let party = |given: &Option<Vec<String>>| match given.as_deref() {
            Some([address, name]) => Some(Party { address: address.clone(), name: name.clone() }),
            Some(_) | None => None,
        };
        let parties = [party(&self.args.sender), party(&self.args.recipient)];
        let composed = mail::compose(game, selector, &self.args.draft(), parties);
        let message = composed.map_err(|refused| {
            let error = Error::new(ErrorKind::Usage, &what, refused.to_string());
            match refused {
                RefusedError::NoAddress(_) | RefusedError::NoName(_) => {
                    error.with_hint("add the tag, or give it with `--sender` and `--recipient`")
                }
                _ => error,
            }
        })?;
        let mut edit = GameEdit::Keep;
        if self.args.in_place {
            let is_new = selector_of(game, number) != selector;
            if is_new {
                // The moves do not depend on this tag.
                let _ = game.set_tag_in_place(SELECTOR_TAG, &selector.to_string());
            }
            let applied = mail::apply(game, &message);
            let applied =
                applied.map_err(|why| Error::new(ErrorKind::Usage, &what, why.to_string()))?;
            if is_new || applied == Applied::Done {
                edit = GameEdit::Change;
            }
        }
        self.message = Some(message);
        Ok(edit)
    }
}
