//! Signals: how Ctrl-C and the like treat unfinished files.

#[cfg(unix)]
use std::sync::Arc;
use std::sync::{Mutex, Once, PoisonError};

use pgn_db::output::remove_unfinished;

static WATCH: Once = Once::new();

/// Further cleanup before the program ends.
static CLEAN_UPS: Mutex<Vec<fn()>> = Mutex::new(Vec::new());

/// Registers a cleanup for when a signal stops the program. It may leave locks locked.
pub fn on_stop(clean_up: fn()) {
    watch();
    let mut clean_ups = CLEAN_UPS.lock().unwrap_or_else(PoisonError::into_inner);
    if !clean_ups.iter().any(|known| std::ptr::fn_addr_eq(*known, clean_up)) {
        clean_ups.push(clean_up);
    }
}

/// Runs the cleanup before the program ends; keeps its lock until then, so that no new file is
/// begun.
fn clear_up() -> impl Sized {
    let files = remove_unfinished();
    for clean_up in CLEAN_UPS.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        clean_up();
    }
    files
}

/// From now on, a file that may not grow any more is an error of writing, and not a signal that
/// ends the program.
pub fn ignore_sigxfsz() {
    #[cfg(unix)]
    {
        // The handler has nothing to do: that there is one makes the call fail instead. Without it
        // the program ends, as it always would.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    }
}

/// From now on, a signal that stops the program removes its unfinished files first, and runs the
/// cleanup of [`on_stop`]. Costs a thread at the first call and nothing later.
pub fn watch() {
    WATCH.call_once(watch_signals);
}

/// Stops the program as the signal would have, after clearing up. A shell sees that it was the
/// signal, and so stops its own loop on Ctrl-C.
///
/// A signal that was ignored when the program started, as `nohup` and `&` arrange it, stays
/// ignored.
#[cfg(unix)]
fn watch_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let ignored = ignored_signals();
    let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|n| ignored & (1 << (n - 1)) == 0);
    let Ok(mut signals) = Signals::new(wanted) else { return };
    // Without a thread the signals would go unheard: then they had better do what they always do.
    let handle = signals.handle();
    let watcher = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let _cleared = clear_up();
            let _ = emulate_default_handler(signal);
            std::process::exit(128 + signal);
        }
    });
    if watcher.is_err() {
        handle.close();
    }
}

/// One bit for each ignored signal, the lowest for signal 1. Only Linux shows this without
/// `unsafe`; elsewhere, no signal counts as ignored.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(not(unix))]
fn watch_signals() {
    /// The status that Windows reports for a program stopped by Ctrl-C.
    const CONTROL_C_EXIT: i32 = 0xC000_013A_u32 as i32;
    // Without a handler Ctrl-C does what it always does.
    let _ = ctrlc::set_handler(|| {
        let _cleared = clear_up();
        std::process::exit(CONTROL_C_EXIT);
    });
}
