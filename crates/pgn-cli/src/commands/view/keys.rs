//! The keys of a terminal, by the names that the table of keys has.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The name of a key, as in the table.
pub(super) fn name_of(key: KeyEvent) -> String {
    let name = match key.code {
        KeyCode::Char(' ') => "Space".to_owned(),
        KeyCode::Char(c) => c.to_string(),
        KeyCode::F(n) => format!("F{n}"),
        KeyCode::Enter => "Enter".to_owned(),
        KeyCode::Left => "Left".to_owned(),
        KeyCode::Right => "Right".to_owned(),
        KeyCode::Up => "Up".to_owned(),
        KeyCode::Down => "Down".to_owned(),
        KeyCode::Home => "Home".to_owned(),
        KeyCode::End => "End".to_owned(),
        KeyCode::PageUp => "PageUp".to_owned(),
        KeyCode::PageDown => "PageDown".to_owned(),
        KeyCode::Tab | KeyCode::BackTab => "Tab".to_owned(),
        KeyCode::Backspace => "Backspace".to_owned(),
        KeyCode::Delete => "Delete".to_owned(),
        KeyCode::Esc => "Esc".to_owned(),
        _ => return String::new(),
    };
    let is_letter = matches!(key.code, KeyCode::Char(_));
    match () {
        () if key.modifiers.contains(KeyModifiers::CONTROL) => {
            format!("C-{}", name.to_lowercase())
        }
        () if key.modifiers.contains(KeyModifiers::ALT) => format!("A-{name}"),
        () if key.modifiers.contains(KeyModifiers::SHIFT) && !is_letter && name != "Tab" => {
            format!("S-{name}")
        }
        () => name,
    }
}

#[cfg(test)]
mod tests {
    use pgn_view::{Action, Face, KeyRow, Pane};

    use super::*;

    #[test]
    fn keys_have_the_names_of_the_table() {
        let event = |code, modifiers| name_of(KeyEvent::new(code, modifiers));
        assert_eq!(event(KeyCode::Char('G'), KeyModifiers::SHIFT), "G");
        assert_eq!(event(KeyCode::Char('s'), KeyModifiers::CONTROL), "C-s");
        assert_eq!(event(KeyCode::Left, KeyModifiers::SHIFT), "S-Left");
        let find = |pane, name| KeyRow::find(Face::Terminal, pane, name).map(|row| row.action);
        assert_eq!(find(Pane::Game, "Space"), Some(Action::Run("next")));
        assert_eq!(find(Pane::List, "?"), Some(Action::Help));
    }
}
