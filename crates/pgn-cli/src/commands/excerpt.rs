//! The options of `pgn convert` that leave something out: of games, and of their text.
//!
//! Standard: §3.2, §8.2.5. Decisions: D-39.

use clap::{Args, ValueEnum};
use pgnkit::write;

use crate::rewrite::{ExcerptOptions, Form, Plies, TextOptions};
use pgn_db::error::{Error, ErrorKind};

/// The parts to leave out.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Parts of games")]
pub(super) struct Excerpt {
    /// Write only these plies of the main line, such as 1..20, 21.. or -10..
    ///
    /// The first ply is 1. Negative numbers count from the end: -10.. means the last ten plies. A
    /// game that starts at a later ply gets the tags SetUp and FEN.
    #[arg(long, value_name = "RANGE", value_parser = Plies::parse, hide_short_help = true)]
    #[arg(allow_hyphen_values = true)]
    plies: Option<Plies>,

    /// With --plies: end the game only after this many quiet plies in a row
    ///
    /// A ply is quiet if it is not a capture, check or promotion.
    #[arg(long, value_name = "N", requires = "plies", hide_short_help = true)]
    quiet_plies: Option<usize>,

    /// Start each game at the first comment that contains TEXT
    ///
    /// Games without such a comment stay complete.
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    from_comment: Option<String>,

    /// Write each variation as a separate game, down to DEPTH if given
    ///
    /// The game itself comes first, without its variations; the Result of the others is `*`.
    #[arg(long, value_name = "DEPTH", num_args = 0..=1, default_missing_value = "4294967295")]
    #[arg(require_equals = true, hide_short_help = true)]
    split_variations: Option<u32>,

    /// Put comments that open a variation after its first move
    ///
    /// For programs that do not read comments before a move, and for studies that were exported
    /// that way.
    #[arg(long, hide_short_help = true)]
    comments_after_moves: bool,

    /// For pgn: parts of the text to leave out
    ///
    /// The result is for other programs: it is not export form, and without termination markers,
    /// readers cannot separate the games.
    #[arg(long, value_name = "PART,...", value_enum, value_delimiter = ',')]
    #[arg(hide_short_help = true)]
    omit: Vec<GamePart>,

    /// For pgn: break lines of movetext after at most N characters [default: 79]
    ///
    /// A large number puts all moves of a game on one line.
    #[arg(long, value_name = "N", hide_short_help = true)]
    line_length: Option<usize>,

    /// For pgn: put each comment on its own lines
    #[arg(long, hide_short_help = true)]
    comment_lines: bool,
}

/// A part of the text of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GamePart {
    /// The tag section
    Tags,
    /// Move numbers
    Numbers,
    /// Check and mate signs
    Checks,
    /// The termination marker
    Marker,
}

impl Excerpt {
    /// # Errors
    /// When one is given, as what is written has rows, not games.
    pub(super) fn refuse_all(&self) -> Result<(), Error> {
        let (cut, text_options) = self.options();
        if cut == ExcerptOptions::default() && text_options == TextOptions::default() {
            return Ok(());
        }
        let hint = "`pgn convert --to pgn --plies 1..20 FILE | pgn convert --to FORMAT`";
        let why = "parts of games are written as games, not as tables";
        Err(Error::new(ErrorKind::Usage, "convert", why).with_hint(hint))
    }

    fn options(&self) -> (ExcerptOptions, TextOptions) {
        let cut = ExcerptOptions {
            plies: self.plies,
            quiet_plies: self.quiet_plies.unwrap_or(0),
            from_comment: self.from_comment.clone(),
            split_depth: self.split_variations,
            moves_opening_comments: self.comments_after_moves,
        };
        let omits = |part: GamePart| self.omit.contains(&part);
        let text_options = TextOptions {
            omits_tags: omits(GamePart::Tags),
            omits_numbers: omits(GamePart::Numbers),
            omits_checks: omits(GamePart::Checks),
            omits_marker: omits(GamePart::Marker),
            line_characters_max: self.line_length,
            comment_lines: self.comment_lines,
        };
        (cut, text_options)
    }

    /// The parts of games and of their text to leave out.
    ///
    /// # Errors
    /// When the form of the output cannot leave it out.
    pub(super) fn parts(&self, form: &Form) -> Result<(ExcerptOptions, TextOptions), Error> {
        let (cut, text_options) = self.options();
        let refuse = |why: &str, hint: &str| {
            Err(Error::new(ErrorKind::Usage, "convert", why).with_hint(hint))
        };
        if matches!(form, Form::Line(_)) && cut != ExcerptOptions::default() {
            let hint = "`pgn convert --to pgn --plies 1..20 FILE | pgn convert --to FORMAT`";
            return refuse("parts of games are written as games, not as lines", hint);
        }
        let is_plain = match form {
            Form::Pgn(export) => {
                export.profile == write::Profile::Modern && export.newline == write::Newline::Lf
            }
            _ => false,
        };
        if text_options != TextOptions::default() && !is_plain {
            let why = "--omit, --line-length and --comment-lines are for `--to pgn` in the profile \
                       modern, with LF";
            return refuse(why, "write such a file first, then convert that");
        }
        Ok((cut, text_options))
    }
}
