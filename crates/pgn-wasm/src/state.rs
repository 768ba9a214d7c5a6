//! The state of the session for the page.

use pgn_view::{alternatives, move_text, path, score_text};
use pgnkit::{Game, NodeId};

use crate::board::{letters_of, position_picture};
use crate::json::Json;
use crate::moves::{page_nag, page_points, page_tags, page_tokens, shown_words};
use crate::page_session::PageSession;
use crate::page_types::{
    GameState, ListState, MoveChoice, PageArrow, PageBoard, PageMark, PageMovetext, PageState,
};
use crate::page_value::{PageValue as _, Written};

/// The state after a message, with the text to report.
pub(crate) fn page_state(page: &mut PageSession, note: &str) -> PageState {
    PageState {
        note: Some(note.to_owned()).filter(|note| !note.is_empty()),
        modified: page.session.modified().len(),
        side: if page.session.side().index() == 0 { "white" } else { "black" },
        list: list_state(page),
        game: page.session.open_game().and_then(|number| game_state(page, number)),
    }
}

fn list_state(page: &PageSession) -> ListState {
    let session = &page.session;
    let list = session.list();
    let queries: Vec<&str> = session.lists().queries().collect();
    ListState {
        rows: session.n_rows(),
        selected: list.selected(),
        total: session.n_games(),
        queries: queries.join(" | "),
        steps: session.lists().n_steps(),
        done: list.progress().is_done,
        status: session.lists().status().map(|status| status.to_string()),
        trouble: list.error().map(|error| error.to_string()),
    }
}

fn game_state(page: &mut PageSession, number: usize) -> Option<GameState> {
    let moves = movetext(page, number);
    let editor = page.session.editor()?;
    let (game, node) = (editor.game(), editor.node());
    let view = page.session.board()?;
    let board = view.position.as_ref().zip(view.diagram.as_ref());
    let board = board.map(|(position, diagram)| PageBoard {
        position: position_picture(position, &page.letters),
        last: diagram.last.map(|mv| vec![mv.from(), mv.to()]).unwrap_or_default(),
        arrows: diagram
            .arrows
            .iter()
            .map(|arrow| PageArrow {
                color: arrow.color.letter().to_string(),
                from: arrow.source,
                to: arrow.target,
            })
            .collect(),
        marks: diagram
            .squares
            .iter()
            .map(|mark| PageMark { color: mark.color.letter().to_string(), square: mark.square })
            .collect(),
    });
    let choices = |nodes: Vec<NodeId>| {
        let text = |node| page.letters.from_english(&move_text(game, node)).as_str().to_owned();
        nodes.into_iter().map(|node| MoveChoice { node: node.index(), text: text(node) }).collect()
    };
    let beside = match node {
        NodeId::ROOT => Vec::new(),
        node => alternatives(game.tree(), node),
    };
    Some(GameState {
        game: page.session.number_of(number),
        tags: page_tags(game),
        outcome: game.outcome().name(),
        node: node.index(),
        ply: path(game.tree(), node).len(),
        depth: depth(game, node),
        board,
        clocks: view.clocks.map(|clock| clock.map(|clock| clock.0 / 1000)),
        eval: view.eval.map(|eval| score_text(eval.score).to_string()),
        opening: view.opening.as_ref().map(|(code, name)| format!("{code} {name}")),
        unplayable: editor.unplayable_reason(),
        surplus: view.surplus.clone().map(letters_of),
        next: choices(editor.continuations()),
        beside: choices(beside),
        comments: editor.comments_here().iter().map(|(_, text)| shown_words(text)).collect(),
        nags: game.tree().nags(node).map(page_nag).collect(),
        modified: editor.is_modified(),
        deleted: editor.is_deleted(),
        undo: editor.can_undo(),
        redo: editor.can_redo(),
        faults: editor.faults().len(),
        moves,
    })
}

/// The movetext, if it differs from the one that was sent: most messages only go to another move.
fn movetext(page: &mut PageSession, number: usize) -> Written<PageMovetext> {
    let Some(editor) = page.session.editor() else { return Written::new(None) };
    let movetext = PageMovetext {
        tokens: page_tokens(&editor.tokens(), &page.letters),
        series: page_points(editor.game()),
    };
    let mut json = Json::default();
    movetext.put(&mut json);
    let made = Some((number, json.into_bytes()));
    if page.sent == made {
        return Written::new(None);
    }
    page.sent = made;
    Written::new(page.sent.as_ref().map(|(_, json)| json.clone()))
}

/// How many variations a place is in.
fn depth(game: &Game, node: NodeId) -> usize {
    let tree = game.tree();
    let outer = |place: NodeId| Some(tree.head(place)).filter(|&head| head != NodeId::ROOT);
    std::iter::successors(outer(node), |&head| tree.before(head).and_then(outer)).count()
}
