//! Menus: next moves, copying, exporting.

use pgn_view::{Change, Command, Go, MenuKind, SessionError, TreeChoice, TreeRequest, move_text};
use pgnkit::{Move, NodeId};
use ratatui::crossterm::event::KeyEvent;

use super::{App, Effect, Over};
use crate::commands::view::export;
use crate::commands::view::games::to_session_error;
use crate::commands::view::keys;

/// A list to choose from.
pub(in crate::commands::view) struct Menu {
    pub(in crate::commands::view) title: &'static str,
    pub(in crate::commands::view) items: Vec<MenuItem>,
    pub(in crate::commands::view) selected: usize,
}

/// One of its items.
pub(in crate::commands::view) struct MenuItem {
    pub(in crate::commands::view) key: char,
    pub(in crate::commands::view) label: String,
    pub(in crate::commands::view) choice: Choice,
}

/// The action of choosing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::commands::view) enum Choice {
    GoTo(NodeId),
    Play(Move),
    CopyFen,
    CopyPgn,
    CopyLink,
    Export(export::ExportForm),
    Resign,
    Stop,
    Tree(TreeChoice),
}

impl App {
    pub(in crate::commands::view) fn open_menu(&mut self, kind: MenuKind) {
        let item = |key, label: &str, choice| MenuItem { key, label: label.to_owned(), choice };
        let Some(editor) = self.session.editor() else {
            self.fail(&SessionError::new("no game is open"));
            return;
        };
        let (title, items) = match kind {
            MenuKind::Fork => {
                let next = editor.continuations();
                let items =
                    next.into_iter().zip(('1'..='9').chain('a'..='z')).map(|(node, key)| {
                        let label = self.spelled(&move_text(editor.game(), node));
                        MenuItem { key, label, choice: Choice::GoTo(node) }
                    });
                ("Next move", items.collect())
            }
            MenuKind::EndGame => (
                "The current game",
                vec![
                    item('r', "resign", Choice::Resign),
                    item('s', "abort (no result)", Choice::Stop),
                ],
            ),
            MenuKind::Tree => (
                "There is no index of these games",
                vec![
                    item(
                        'm',
                        "count the moves in memory, for now",
                        Choice::Tree(TreeChoice::Memory),
                    ),
                    item('i', "write an index beside the file", Choice::Tree(TreeChoice::NewIndex)),
                ],
            ),
            MenuKind::Copy => (
                "Copy",
                vec![
                    item('f', "FEN of the position", Choice::CopyFen),
                    item('p', "PGN of the game", Choice::CopyPgn),
                    item('l', "link to the position on lichess.org", Choice::CopyLink),
                ],
            ),
            MenuKind::Export => (
                "Export to a file",
                export::ExportForm::ALL
                    .map(|form| item(form.key(), form.label(), Choice::Export(form)))
                    .into(),
            ),
        };
        if items.is_empty() {
            self.fail(&SessionError::new("there is no move here"));
            return;
        }
        self.over = Over::Menu(Menu { title, items, selected: 0 });
    }

    pub(in crate::commands::view) fn press_menu(
        &mut self,
        key: KeyEvent,
        mut menu: Menu,
    ) -> Vec<Effect> {
        let last = menu.items.len() - 1;
        let chosen = match keys::name_of(key).as_str() {
            "Esc" | "q" | "C-c" | "Left" => return Vec::new(),
            "Down" => {
                menu.selected = (menu.selected + 1).min(last);
                None
            }
            "Up" => {
                menu.selected = menu.selected.saturating_sub(1);
                None
            }
            "Enter" | "Right" => Some(menu.selected),
            name => menu.items.iter().position(|item| name == item.key.to_string()),
        };
        match chosen {
            Some(at) => self.choose(menu.items.swap_remove(at).choice),
            None => {
                self.over = Over::Menu(menu);
                Vec::new()
            }
        }
    }

    pub(in crate::commands::view) fn choose(&mut self, choice: Choice) -> Vec<Effect> {
        let ended = match choice {
            Choice::Resign => {
                Some(self.end_contest(|live_game, session| live_game.resign(session)))
            }
            Choice::Stop => Some(self.end_contest(|live_game, session| live_game.stop(session))),
            _ => None,
        };
        if let Some(ended) = ended {
            if let Err(error) = ended {
                self.fail(&error);
            }
            return Vec::new();
        }
        if let Choice::Tree(choice) = choice {
            return self.run(Command::Tree(TreeRequest::Open(choice)));
        }
        let Some(editor) = self.session.editor() else { return Vec::new() };
        let copied = match choice {
            Choice::Resign | Choice::Stop | Choice::Tree(_) => None,
            Choice::GoTo(node) => return self.run(Go::To(node)),
            Choice::Play(mv) => return self.run(Change::PlayMove(mv)),
            Choice::CopyFen => editor.position().map(|position| position.fen().to_string()),
            Choice::CopyLink => editor.position().map(|position| export::link(&position)),
            Choice::CopyPgn => {
                Some(String::from_utf8_lossy(editor.text().0.trim_ascii()).into_owned() + "\n")
            }
            Choice::Export(form) => {
                match export::write(form, editor, self.session.board().as_ref()) {
                    Ok(name) => self.say(format!("wrote {name}")),
                    Err(error) => self.fail(&to_session_error(&error)),
                }
                return Vec::new();
            }
        };
        match copied {
            Some(text) => {
                self.say(
                    text.lines().next().map(|line| format!("copied: {line}")).unwrap_or_default(),
                );
                vec![Effect::Copy(text)]
            }
            None => {
                self.fail(&SessionError::new("the moves of this game are not checked"));
                Vec::new()
            }
        }
    }
}
