//! The faults of the binary form (§20, D-53, D-54).

pgnkit::syntax::faults! {
    examples "" "";
    /// A marker that the standard does not define; the end of its record is unknown.
    UNDEFINED_MARKER = 'B' 1 "undefined-marker" Departure "§20.4"
        "marker that the standard does not define";
    /// A record in a place where its kind is not allowed, or a bracket without its partner.
    MISPLACED_RECORD = 'B' 2 "misplaced-record" Departure "§20.4"
        "record in the wrong place";
    /// An ordinal that is not below the number of legal moves.
    ORDINAL_OUT_OF_RANGE = 'B' 3 "ordinal-out-of-range" Departure "§20.2"
        "ordinal without a move";
    /// The data end inside a record or a game.
    TRUNCATED_RECORD = 'B' 4 "truncated-record" Departure "§20.4"
        "data that end inside a record or a game";
    /// Moves in a game with an unknown start or unknown rules, in which ordinals have no meaning.
    ORDINAL_WITHOUT_POSITION = 'B' 5 "ordinal-without-position" Departure "§20.2"
        "ordinal in an unknown position";
    /// A game with more records than is read of one game.
    OVERLONG_BINARY_GAME = 'B' 6 "overlong-binary-game" Departure "§20.4"
        "game that is too long";
    /// A comment, which has no marker (D-53).
    UNWRITABLE_COMMENT = 'B' 11 "unwritable-comment" Remark "§20.4"
        "comment, which has no place in the binary form";
    /// A tag's name or value of more than 255 bytes.
    OVERLONG_ITEM = 'B' 12 "overlong-item" Remark "§20.3"
        "tag that is too long for its item";
    /// A character of a tag that Latin-1 lacks.
    UNWRITABLE_CHARACTER = 'B' 13 "unwritable-character" Remark "§20.1"
        "character that the binary form lacks";
    /// A game whose moves cannot be checked, or of a variant whose moves are not SAN.
    UNCODABLE_VARIANT = 'B' 14 "uncodable-variant" Remark "§20.2"
        "game in a variant without move ordinals";
    /// A move with more than 255 others before it in the order of their texts.
    UNCODABLE_MOVE = 'B' 15 "uncodable-move" Remark "§20.2"
        "illegal move, or move whose ordinal is above 255";
}
