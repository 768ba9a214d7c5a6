//! Edits of a game; JavaScript keeps them as a log.

use pgnkit::chess::notation::uci;
use pgnkit::comment::commands;
use pgnkit::game::{AnnotationId, EditError};
use pgnkit::syntax::CommentKind;
use pgnkit::{Game, Nag, NodeId, Outcome};

use crate::message::{CallError, Message};

/// Applies an edit; if it fails, the game does not change. Returns the number of the node that a
/// move has, and 0 for other edits.
pub(crate) fn apply(game: &mut Game, edit: &mut Message<'_>) -> Result<u64, CallError> {
    let verb = edit.text()?;
    match verb {
        "set-tag" => game.set_tag(edit.text()?, edit.text()?).map_err(CallError::new)?,
        "remove-tag" => {
            game.remove_tag(edit.text()?).map_err(CallError::new)?;
        }
        "set-outcome" => {
            let outcome = Outcome::parse(edit.text()?).map_err(CallError::new)?;
            game.set_outcome(outcome);
        }
        _ => {
            let node = edit.size()?;
            let node = game.tree().node_at(node);
            let node = node.ok_or_else(|| CallError::new("there is no such move"))?;
            return apply_at(game, verb, node, edit);
        }
    }
    Ok(0)
}

/// Edits of a node.
fn apply_at(
    game: &mut Game,
    verb: &str,
    node: NodeId,
    edit: &mut Message<'_>,
) -> Result<u64, CallError> {
    match verb {
        "add" => {
            let node = add_move(game, node, edit.text()?).map_err(CallError::new)?;
            return Ok(node.index() as u64);
        }
        "delete" => game.delete(node).map_err(CallError::new)?,
        "promote" => game.promote(node).map_err(CallError::new)?,
        "promote-to-main" => {
            game.promote(node).map_err(CallError::new)?;
            while game.promote(node).is_ok() {}
        }
        "demote" => {
            if !game.demote(node).map_err(CallError::new)? {
                return Err(CallError::new("it is the last of its variations"));
            }
        }
        "delete-rest" => game.truncate_after(node),
        "add-comment" => {
            let text = edit.text()?;
            game.tree_mut().add_comment_before_variations(node, CommentKind::Brace, text);
        }
        "set-comment" => {
            let (id, text) = (annotation(game, node, edit.size()?)?, edit.text()?);
            game.tree_mut().set_comment_text(id, text);
        }
        "remove" => {
            let id = annotation(game, node, edit.size()?)?;
            game.tree_mut().remove_annotation(node, id);
        }
        "add-nag" => {
            let nag = u16::try_from(edit.number()?).map_err(CallError::new)?;
            if !game.tree().nags(node).any(|other| other == Nag(nag)) {
                game.add_nag(node, Nag(nag));
            }
        }
        "set-command" => set_command(game, node, edit.text()?, edit.text()?),
        _ => return Err(CallError::new(format!("unknown edit `{verb}`"))),
    }
    Ok(0)
}

/// Adds a move in SAN, in one of its lax spellings, or as UCI writes it.
fn add_move(game: &mut Game, node: NodeId, text: &str) -> Result<NodeId, EditError> {
    game.add_san(node, text).or_else(|error| {
        let mut cursor = game.cursor();
        cursor.go_to(node);
        let position = cursor.position().ok_or(EditError::Unchecked)?;
        let mv = uci::parse(position, text.as_bytes()).map_err(|_| error)?;
        game.add_move(node, mv)
    })
}

/// The annotation at a place among those of a node; variations are no annotations here.
fn annotation(game: &Game, node: NodeId, index: usize) -> Result<AnnotationId, CallError> {
    let tree = game.tree();
    let is_variation =
        |id: &AnnotationId| matches!(tree.annotation(*id), pgnkit::game::Annotation::Variation(_));
    let id = tree.annotation_ids(node).filter(|id| !is_variation(id)).nth(index);
    id.ok_or_else(|| CallError::new("there is no such annotation"))
}

/// Replaces the commands of a name in the comments of a node: the first by `[%name args]`, or
/// none if `args` is empty. If there is none yet, the command begins the first comment.
fn set_command(game: &mut Game, node: NodeId, name: &str, args: &str) {
    let mut command = if args.is_empty() { String::new() } else { format!("[%{name} {args}]") };
    let tree = game.tree_mut();
    let is_comment = |tree: &pgnkit::game::Tree, id| match tree.annotation(id) {
        pgnkit::game::Annotation::Comment { kind, .. } => kind != CommentKind::Escape,
        pgnkit::game::Annotation::Nag(_) | pgnkit::game::Annotation::Variation(_) => false,
    };
    let ids: Vec<AnnotationId> =
        tree.annotation_ids(node).filter(|&id| is_comment(tree, id)).collect();
    for &id in &ids {
        let pgnkit::game::Annotation::Comment { text, .. } = tree.annotation(id) else { continue };
        let text = text.to_owned();
        let (mut changed, mut from) = (String::with_capacity(text.len()), 0);
        for found in commands(&text).filter(|found| found.name == name) {
            changed.push_str(&text[from..found.range.start]);
            changed.push_str(&std::mem::take(&mut command));
            from = found.range.end;
        }
        if from == 0 {
            continue;
        }
        changed.push_str(&text[from..]);
        match changed.trim() {
            "" => drop(tree.remove_annotation(node, id)),
            changed => tree.set_comment_text(id, changed),
        }
    }
    if command.is_empty() {
        return;
    }
    match ids.first() {
        Some(&id) => {
            if let pgnkit::game::Annotation::Comment { text, .. } = tree.annotation(id) {
                let changed = format!("{command} {text}");
                tree.set_comment_text(id, &changed);
            }
        }
        None => {
            tree.add_comment_before_variations(node, CommentKind::Brace, &command);
        }
    }
}
