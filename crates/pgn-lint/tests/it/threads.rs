//! The values that threads may share and pass on, checked at compile time.

use pgn_lint::render::{Printer, Summary};
use pgn_lint::{Config, ConfigError, Finding, Fixed, Linter, Memory, Rule, UnknownRuleError};

const fn is_send<T: Send>() {}

const fn is_send_and_sync<T: Send + Sync>() {}

const _: () = {
    is_send_and_sync::<Config>();
    is_send_and_sync::<ConfigError>();
    is_send_and_sync::<Finding>();
    is_send_and_sync::<Fixed<'_>>();
    is_send::<Linter>();
    is_send_and_sync::<Memory>();
    is_send_and_sync::<Printer<Vec<u8>>>();
    is_send_and_sync::<Rule>();
    is_send_and_sync::<Summary>();
    is_send_and_sync::<UnknownRuleError>();
};
