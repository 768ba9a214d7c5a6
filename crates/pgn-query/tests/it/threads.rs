//! The values that threads may share and pass on, checked at compile time.

use pgn_query::facts::{Field, Group, GroupError, Row, UnknownWordError};
use pgn_query::name::{Authority, Census, Changes, FideError, Lives, Person, Players};
use pgn_query::probe::{PlyHistory, Probe, ProbeError, ProbeStates, Search};
use pgn_query::{Context, Matcher, MissingTag, Query, QueryError, QueryFilter, Verdict};

const fn is_send_and_sync<T: Send + Sync>() {}

const _: () = {
    is_send_and_sync::<Authority>();
    is_send_and_sync::<Census>();
    is_send_and_sync::<Changes>();
    is_send_and_sync::<Context>();
    is_send_and_sync::<FideError>();
    is_send_and_sync::<Field>();
    is_send_and_sync::<Group>();
    is_send_and_sync::<GroupError>();
    is_send_and_sync::<Lives>();
    is_send_and_sync::<Matcher>();
    is_send_and_sync::<MissingTag>();
    is_send_and_sync::<Person>();
    is_send_and_sync::<Players>();
    is_send_and_sync::<Probe>();
    is_send_and_sync::<ProbeError>();
    is_send_and_sync::<Query>();
    is_send_and_sync::<QueryError>();
    is_send_and_sync::<QueryFilter>();
    is_send_and_sync::<Row>();
    is_send_and_sync::<Search>();
    is_send_and_sync::<PlyHistory>();
    is_send_and_sync::<UnknownWordError>();
    is_send_and_sync::<Verdict>();
    is_send_and_sync::<ProbeStates>();
};
