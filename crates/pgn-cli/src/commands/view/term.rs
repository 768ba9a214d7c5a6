//! The terminal: taken over, given back in every case, and the loop of keys and pictures.

use std::io::{self, Write as _, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use pgn_db::error::Error;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::app::{App, Effect};
use super::draw::draw;
use crate::signal;

/// Whether the terminal is taken over, so that it is given back once.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while it is in use; restored when this is dropped.
struct TerminalGuard;

impl TerminalGuard {
    fn take() -> io::Result<TerminalGuard> {
        enable_raw_mode()?;
        IS_TAKEN.store(true, Ordering::SeqCst);
        let taken = TerminalGuard;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
        Ok(taken)
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Restores the state of the terminal.
fn give_back() {
    if !IS_TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    // A closed terminal need not be restored.
    let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen);
    let _ = execute!(stdout(), ratatui::crossterm::cursor::Show);
    let _ = disable_raw_mode();
}

/// Shows the screen and takes keys until the reader has enough.
///
/// # Errors
/// Those of the terminal.
pub(super) fn run(app: &mut App) -> Result<(), Error> {
    signal::on_stop(give_back);
    let told = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        give_back();
        told(info);
    }));
    let done = run_taken(app);
    // The hook stays: it has no effect once the terminal is restored.
    done.map_err(|error| Error::from_io("the terminal", error))
}

fn run_taken(app: &mut App) -> io::Result<()> {
    let mut taken = Some(TerminalGuard::take()?);
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    // Some terminals keep what was on the alternate screen.
    terminal.clear()?;
    app.tick();
    terminal.draw(|frame| draw(frame, app))?;
    loop {
        let mut is_changed = false;
        let mut effects = Vec::new();
        if event::poll(app.patience())? {
            // Everything that waits is taken before the screen is drawn again.
            let until = Instant::now() + super::FRAME;
            loop {
                effects.extend(take(app, event::read()?));
                is_changed = true;
                if Instant::now() > until || !event::poll(std::time::Duration::ZERO)? {
                    break;
                }
            }
        }
        is_changed |= app.tick();
        if app.is_over {
            return Ok(());
        }
        for effect in effects {
            match effect {
                Effect::Quit => return Ok(()),
                Effect::Redraw => terminal.clear()?,
                Effect::Copy(text) => copy(&text)?,
                Effect::Suspend => {
                    drop(taken.take());
                    suspend()?;
                    taken = Some(TerminalGuard::take()?);
                    terminal.clear()?;
                }
            }
        }
        if is_changed {
            terminal.draw(|frame| draw(frame, app))?;
        }
    }
}

fn take(app: &mut App, event: Event) -> Vec<Effect> {
    match event {
        Event::Key(key) => app.press(key),
        Event::Mouse(mouse) => app.click(mouse),
        Event::Paste(text) => app.paste(&text),
        Event::Resize(..) | Event::FocusGained | Event::FocusLost => Vec::new(),
    }
}

/// Copies a text to the clipboard through the terminal (OSC 52), which also works over ssh.
/// Terminals that do not support it ignore it.
fn copy(text: &str) -> io::Result<()> {
    let mut out = stdout();
    write!(out, "\u{1b}]52;c;{}\u{7}", base64(text.as_bytes()))?;
    out.flush()
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = BASE64[(bits >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

/// Stops the program until the shell continues it.
#[cfg(unix)]
fn suspend() -> io::Result<()> {
    signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)
}

#[cfg(not(unix))]
fn suspend() -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        for (text, expected) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }
}
