//! The faults of server records; moves are checked like those of PGN.
//!
//! Standard: §13. Decisions: D-57.

pgnkit::syntax::faults! {
    examples "" "";
    /// A line between the header and the end of a move list that does not belong to it.
    UNKNOWN_LOG_LINE = 'M' 311 "unknown-log-line" Departure "§13"
        "unreadable line in a server's move list";
    /// A move list that ends early, at another one or the end of the log.
    UNCLOSED_MOVE_LIST = 'M' 312 "unclosed-move-list" Departure "§13"
        "server's move list without its last line";
    /// An unknown reason for the end of a game; it is kept as a comment.
    UNKNOWN_REASON = 'M' 313 "unknown-reason" Departure "§13"
        "game that ended for an unknown reason";
    /// A date, a rating or a time control in the header of a move list that is not understood.
    ODD_LOG_HEAD = 'M' 314 "odd-log-head" Departure "§13"
        "unreadable header of a server's move list";
}
