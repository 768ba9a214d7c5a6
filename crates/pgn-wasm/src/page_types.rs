//! What the page gets: the objects of the answers to its messages.
//!
//! `cargo xtask gen` writes them as types of TypeScript, to `page/src/state.ts`.

use std::collections::BTreeSet;

use pgn_view::KEYS;
use pgnkit::chess::Square;
use pgnkit::comment::MarkColor;

use crate::json::Json;
use crate::page_value::{Declaration, PageValue, Written, page_choice, page_objects};

page_objects! {
    /// A NAG: its number, its sign if it has one, its meaning.
    PageNag as "Nag" {
        number: u16,
        sign: &'static str,
        words: String,
    }

    MoveToken as "MoveToken" {
        kind: &'static str as "\"move\"",
        number: Option<String>,
        text: String,
        nags: Vec<PageNag>,
    }

    CommentToken as "CommentToken" {
        kind: &'static str as "\"comment\"",
        text: String,
    }

    NagToken as "NagToken" {
        kind: &'static str as "\"nag\"",
        nags: Vec<PageNag>,
    }

    /// A variation begins or ends.
    EdgeToken as "EdgeToken" {
        kind: &'static str as "\"open\" | \"close\"",
        head: usize,
    }

    /// A variation of which only the first move is shown.
    FoldedToken as "FoldedToken" {
        kind: &'static str as "\"folded\"",
        head: usize,
        first: String,
        moves: usize,
    }

    MarkerToken as "MarkerToken" {
        kind: &'static str as "\"marker\"",
        text: &'static str,
    }

    /// A piece of the movetext.
    PageToken as "Token" {
        ..content: TokenContent,
        /// The move that it is or stands after.
        node: usize,
        /// How many variations it is in.
        depth: u32,
        /// Whether it asks for a diagram.
        diagram: bool,
    }

    /// A move of the main line with what its comments measure.
    PagePoint as "Point" {
        node: usize,
        white: bool,
        eval: Option<f64>,
        clock: Option<f64>,
    }

    PageMovetext as "Movetext" {
        tokens: Vec<PageToken>,
        series: Vec<PagePoint>,
    }

    /// A move that may be played.
    LegalMove as "LegalMove" {
        uci: String,
        san: String,
        /// Where the piece is taken up; nothing for a drop.
        from: Option<Square>,
        /// Where it may be put down: for castling the rook's square, then the king's.
        to: Vec<Square>,
        promotion: Option<String>,
        drop: Option<String>,
    }

    /// A position.
    PositionPicture as "PositionPicture" {
        fen: String,
        variant: &'static str,
        turn: String as "\"w\" | \"b\"",
        /// The squares from a8 to h1, each a letter of FEN or a period.
        pieces: String,
        /// Where the king is that is in check.
        check: Option<Square>,
        /// What White and Black may drop, a letter a piece.
        pockets: Option<[String; 2]>,
        /// The name of a variant, and its pockets or checks, in sentences.
        rules: Option<String>,
        moves: Vec<LegalMove>,
        /// Why the game is over by the rules alone.
        ending: Option<String>,
        /// All pieces in a sentence.
        words: String,
    }

    /// Why no game can be in a position.
    SetupFaults as "SetupFaults" {
        faults: String,
    }

    PageArrow as "Arrow" {
        color: String as "MarkColor",
        from: Square,
        to: Square,
    }

    PageMark as "Mark" {
        color: String as "MarkColor",
        square: Square,
    }

    /// The position on the board with what is shown around it.
    PageBoard as "Board" {
        ..position: PositionPicture,
        last: Vec<Square>,
        arrows: Vec<PageArrow>,
        marks: Vec<PageMark>,
    }

    /// A move that may come next, or stands beside another.
    MoveChoice as "Choice" {
        node: usize,
        text: String,
    }

    /// The game that is open.
    GameState as "GameState" {
        /// Its place among all games, from 0.
        game: usize,
        tags: Vec<(String, String)>,
        outcome: &'static str,
        node: usize,
        /// Plies from the start of the game.
        ply: usize,
        depth: usize,
        /// Nothing where moves are not checked.
        board: Option<PageBoard>,
        /// Seconds of White and Black.
        clocks: [Option<u64>; 2],
        eval: Option<String>,
        opening: Option<String>,
        /// Why the line ends here at a move that cannot be played.
        unplayable: Option<String>,
        surplus: [String; 2],
        next: Vec<MoveChoice>,
        beside: Vec<MoveChoice>,
        /// The words of the comments here.
        comments: Vec<String>,
        nags: Vec<PageNag>,
        modified: bool,
        /// Whether saving deletes the game.
        deleted: bool,
        undo: bool,
        redo: bool,
        faults: usize,
        /// The movetext; missing if it is the one that was answered last.
        moves: Written<PageMovetext>,
    }

    /// The list of games.
    ListState as "ListState" {
        rows: usize,
        selected: usize,
        /// How many games there are in all.
        total: usize,
        /// The expressions that lead to it.
        queries: String,
        /// How many lists lead to it.
        steps: usize,
        done: bool,
        /// What is still going on, in words.
        status: Option<String>,
        trouble: Option<String>,
    }

    /// The state after a message.
    PageState as "State" {
        /// What is to be said of the last message.
        note: Option<String>,
        /// How many games were changed and not handed out.
        modified: usize,
        side: &'static str as "Side",
        list: ListState,
        game: Option<GameState>,
    }

    /// Why a message could not be obeyed; then nothing has changed.
    PageError as "PageError" {
        error: String,
        hint: Option<String>,
        /// Which bytes of what was typed are wrong.
        span: Option<[usize; 2]>,
    }

    /// A row of the list: the number of its game from 0, and its cells.
    PageRow as "Row" {
        game: usize,
        modified: bool,
        deleted: bool,
        /// Number, White, rating, Black, rating, result, date, event, opening.
        cells: Vec<String>,
    }

    /// What the plain words of a search mean.
    MeaningAnswer as "MeaningAnswer" {
        meaning: Option<String>,
    }

    RowsAnswer as "RowsAnswer" {
        rows: Vec<PageRow>,
    }

    /// A game to be printed.
    SheetPicture as "SheetPicture" {
        tags: Vec<(String, String)>,
        tokens: Vec<PageToken>,
        /// The diagrams that the game asks for: a move, and its picture as SVG.
        diagrams: Vec<(usize, String)>,
    }

    /// A row of the table of typed commands.
    PageCommandRow as "CommandRow" {
        /// Which pages have it.
        page: bool,
        served: bool,
        name: &'static str,
        short: &'static str,
        /// How it is typed.
        form: String,
        about: &'static str,
        /// Whether it changes the game.
        edits: bool,
    }

    /// A row of the table of keys; `crates/pgn-view/src/keys.rs` has it.
    PageKeyRow as "KeyRow" {
        pane: &'static str as "Pane",
        title: &'static str,
        action: &'static str,
        /// The command that it is, if it is one.
        command: &'static str,
        about: &'static str,
        terminal: Vec<&'static str>,
        page: Vec<&'static str>,
        served: Vec<&'static str>,
    }

    /// A language of piece letters, with the names of the pieces.
    PageLanguage as "Language" {
        code: &'static str,
        name: &'static str,
        letters: Vec<&'static str>,
        names: Vec<&'static str>,
    }

    CommandsAnswer as "CommandsAnswer" {
        commands: Vec<PageCommandRow>,
    }

    KeysAnswer as "KeysAnswer" {
        keys: Vec<PageKeyRow>,
    }

    LanguagesAnswer as "LanguagesAnswer" {
        languages: Vec<PageLanguage>,
    }

    NagsAnswer as "NagsAnswer" {
        nags: Vec<PageNag>,
    }

    PiecesAnswer as "PiecesAnswer" {
        svg: String,
    }

    VariantsAnswer as "VariantsAnswer" {
        variants: Vec<&'static str>,
    }
}

page_choice! {
    /// What a token is.
    TokenContent {
        Move(MoveToken),
        Comment(CommentToken),
        Nag(NagToken),
        Edge(EdgeToken),
        Folded(FoldedToken),
        Marker(MarkerToken)
    }
}

page_choice! {
    /// What a position that is set up is, or why it is none.
    #[expect(clippy::large_enum_variant, reason = "there is one at a time")]
    SetupAnswer { Position(PositionPicture), Faults(SetupFaults) }
}

/// The types of the answers as a file of TypeScript, without its first line.
#[doc(hidden)]
#[must_use]
pub fn typescript() -> String {
    let mut text = "\nimport type { Side, Square } from \"./squares.js\";\n\n".to_owned();
    for declaration in declarations() {
        declaration.write(&mut text);
    }
    let panes: BTreeSet<&str> = KEYS.iter().map(|row| row.pane.name()).collect();
    let panes: Vec<String> = panes.iter().map(|pane| format!("{pane:?}")).collect();
    let colors = MarkColor::ALL.map(|color| format!("\"{}\"", color.letter()));
    for (name, of) in [
        ("Tag", "GameState[\"tags\"][number]".to_owned()),
        ("SetupAnswer", SetupAnswer::typescript()),
        ("MarkColor", colors.join(" | ")),
        ("Pane", panes.join(" | ")),
    ] {
        text += &format!("export type {name} = {of};\n");
    }
    text
}
