//! Properties of untrusted input, for random bytes and the fuzzer's seeds.

use pgn_testing::each_seed;
use proptest::prelude::*;

use crate::hostile_properties::{config, index, journal, query, zip};

#[test]
fn seeds_of_the_fuzzer_keep_them() {
    each_seed("query", query);
    each_seed("config", config);
    each_seed("zip", zip);
    each_seed("index", index);
    each_seed("journal", journal);
}

/// Words that expressions are made of, so that chance finds some that are understood.
fn expression() -> impl Strategy<Value = String> {
    let words = "(White|Elo|eco|plycount|player|material|position|reaches|and|or|not|\\(|\\)|=|>|~|\
        '[a-zK1-8 /]{0,9}'|/[a-z.*+?(]{0,6}/|[0-9]{1,4}|for|plies|in|date|won|ends|check|@x|--|,)";
    proptest::collection::vec(words, 0..14).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_expression_is_answered_or_refused(text in expression()) {
        query(text.as_bytes());
    }

    #[test]
    fn any_text_is_answered_or_refused_as_a_question(bytes: Vec<u8>) {
        query(&bytes);
        config(&bytes);
    }

    #[test]
    fn any_damage_to_an_index_is_noticed_or_harmless(bytes: Vec<u8>) {
        index(&bytes);
    }

    #[test]
    fn any_bytes_are_a_zip_that_ends(bytes: Vec<u8>) {
        zip(&bytes);
    }

    #[test]
    fn no_journal_leaves_its_archive(
        lines in proptest::collection::vec(
            "(move|remove)\t([0-9]|\\.\\./outside|/x|a)(\t(\\.\\./|\\./|a/|/)*(beside|outside|x|\\.\\.)?)?",
            0..4,
        ),
    ) {
        journal(lines.join("\n").as_bytes());
    }
}
