//! The state of the session for the page.

use pgn_view::{GameEditor, alternatives, move_text, path, score_text};
use pgnkit::{Game, NodeId};

use crate::board::put_position;
use crate::json::Json;
use crate::moves::{put_nag, put_series, put_tags, put_tokens, shown_words};
use crate::page_session::PageSession;

/// The state after a message, with the text to report.
pub(crate) fn put_state(page: &mut PageSession, note: &str, json: &mut Json) {
    json.key("note").optional(Some(note).filter(|note| !note.is_empty()));
    json.key("modified").plain(page.session.modified().len());
    json.key("side").shown(if page.session.side().index() == 0 { "white" } else { "black" });
    json.key("list");
    put_list(page, json);
    json.key("game");
    match page.session.open_game() {
        None => json.null(),
        Some(number) => put_game(page, number, json),
    }
}

fn put_list(page: &PageSession, json: &mut Json) {
    let session = &page.session;
    let list = session.list();
    let queries: Vec<&str> = session.lists().queries().collect();
    json.object(|json| {
        json.key("rows").plain(session.n_rows());
        json.key("selected").plain(list.selected());
        json.key("total").plain(pgn_view::Games::len(session.games()));
        json.key("queries").string(&queries.join(" | "));
        json.key("steps").plain(session.lists().n_steps());
        json.key("done").plain(list.progress().is_done);
        json.key("status").optional(session.lists().status());
        json.key("trouble").optional(list.error());
    });
}

fn put_game(page: &mut PageSession, number: usize, json: &mut Json) {
    let Some(editor) = page.session.editor() else { return json.null() };
    // Sent again only if it differs: most messages only go to another move.
    let mut moves = Json::default();
    moves.object(|json| {
        put_tokens_and_series(editor, page, json);
    });
    let moves = moves.into_bytes();
    let is_known = page.sent.as_ref().is_some_and(|sent| *sent == (number, moves.clone()));
    json.object(|json| {
        json.key("game").plain(number);
        put_tags(editor.game(), json);
        json.key("outcome").string(editor.game().outcome().name());
        put_place(editor, page, json);
        put_edits(editor, json);
        if !is_known {
            json.key("moves").raw(&moves);
        }
    });
    if !is_known {
        page.sent = Some((number, moves));
    }
}

fn put_tokens_and_series(editor: &GameEditor, page: &PageSession, json: &mut Json) {
    json.key("tokens");
    put_tokens(&editor.tokens(), &page.letters, json);
    json.key("series");
    put_series(editor.game(), json);
}

/// The current place: the board, the next moves, the data next to it.
fn put_place(editor: &GameEditor, page: &PageSession, json: &mut Json) {
    let (game, node) = (editor.game(), editor.node());
    json.key("node").plain(node.index());
    json.key("ply").plain(path(game.tree(), node).len());
    json.key("depth").plain(depth(game, node));
    let Some(view) = page.session.board() else { return };
    json.key("board");
    match (&view.position, &view.diagram) {
        (Some(position), Some(diagram)) => json.object(|json| {
            put_position(position, &page.letters, json);
            json.key("last").array(|json| {
                diagram.last.iter().for_each(|mv| {
                    json.shown(mv.from());
                    json.shown(mv.to());
                });
            });
            json.key("marks").array(|json| {
                for mark in &diagram.squares {
                    json.object(|json| {
                        json.key("color").shown(mark.color.letter());
                        json.key("square").shown(mark.square);
                    });
                }
            });
            json.key("arrows").array(|json| {
                for arrow in &diagram.arrows {
                    json.object(|json| {
                        json.key("color").shown(arrow.color.letter());
                        json.key("from").shown(arrow.source);
                        json.key("to").shown(arrow.target);
                    });
                }
            });
        }),
        _ => json.null(),
    }
    json.key("clocks").array(|json| {
        view.clocks.iter().for_each(|clock| match clock {
            Some(clock) => json.plain(clock.0 / 1000),
            None => json.null(),
        });
    });
    json.key("eval").optional(view.eval.map(|eval| score_text(eval.score)));
    json.key("opening").optional(view.opening.map(|(code, name)| format!("{code} {name}")));
    json.key("surplus").array(|json| {
        for roles in &view.surplus {
            json.string(&roles.iter().map(|role| role.to_char()).collect::<String>());
        }
    });
    let beside = match node {
        NodeId::ROOT => Vec::new(),
        node => alternatives(game.tree(), node),
    };
    for (name, nodes) in [("next", editor.continuations()), ("beside", beside)] {
        json.key(name).array(|json| {
            for node in nodes {
                json.object(|json| {
                    json.key("node").plain(node.index());
                    let text = move_text(game, node);
                    json.key("text").string(page.letters.from_english(&text).as_str());
                });
            }
        });
    }
}

fn put_edits(editor: &GameEditor, json: &mut Json) {
    let tree = editor.game().tree();
    json.key("comments").array(|json| {
        editor.comments_here().iter().for_each(|(_, text)| json.string(&shown_words(text)));
    });
    json.key("nags").array(|json| {
        tree.nags(editor.node()).for_each(|nag| put_nag(nag, json));
    });
    json.key("modified").plain(editor.is_modified());
    json.key("undo").plain(editor.can_undo());
    json.key("redo").plain(editor.can_redo());
    json.key("faults").plain(editor.faults().len());
}

/// How many variations a place is in.
fn depth(game: &Game, node: NodeId) -> usize {
    let tree = game.tree();
    let outer = |place: NodeId| Some(tree.head(place)).filter(|&head| head != NodeId::ROOT);
    std::iter::successors(outer(node), |&head| tree.before(head).and_then(outer)).count()
}
