//! The output of fixes.
//!
//! Decisions: D-18, D-25.

use crate::source::each_region;
use pgn_lint::{Applicability, Config, Linter, Profile, fix_region};
use pgnkit::syntax::Region;

fn fixed(text: &str, profile: Profile, allowed: Applicability) -> String {
    let mut linter = Linter::new(Config::new(profile));
    let mut written = Vec::new();
    each_region(text.as_bytes(), |region| {
        written.extend_from_slice(&fix_region(&mut linter, region, allowed).text);
    });
    String::from_utf8(written).unwrap()
}

fn safe(before: &str, after: &str) {
    assert_eq!(fixed(before, Profile::Import, Applicability::Safe), after, "{before:?}");
}

fn unsafe_too(before: &str, after: &str) {
    assert_eq!(fixed(before, Profile::Lax, Applicability::Unsafe), after, "{before:?}");
}

#[test]
fn safe_fixes_write_what_the_reader_understood() {
    safe(
        "1.e2e4 e7-e5 2.Ng1f3 Nb8-c6 3.Bf1-b5 Ng8-f6 4.0-0 *",
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 Nf6 4.O-O *",
    );
    safe("1. f3 e5 2. g4 Qh4 0-1", "1. f3 e5 2. g4 Qh4# 0-1");
    safe("1. e4+ *", "1. e4 *");
    safe("1e4 e5 *", "1. e4 e5 *");
    safe("1. e4 c5 2. e5 d5 3. exd6 e.p. *", "1. e4 c5 2. e5 d5 3. exd6 *");
    safe("1. e4 e5 4. Nf3 Nc6 3. Bb5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *");
    safe("1. e4 e5 4... Nf3 Nc6 3. Bb5 *", "1. e4 e5 2... Nf3 Nc6 3. Bb5 *");
    safe("1. e4 e5 (4. e6 2. d4) 2. Nf3 *", "1. e4 e5 (1. e6 2. d4) 2. Nf3 *");
    safe("1. e4 e5 ½-½", "1. e4 e5 1/2-1/2");
    safe("1. e4 e5 1 - 0\n", "1. e4 e5 1-0\n");
    safe("1. e4 e5 2. Nf31-0\n", "1. e4 e5 2. Nf3 1-0\n");
    safe("1. e4 e5 2. Nf3½\n", "1. e4 e5 2. Nf3 1/2-1/2\n");
    safe("1. e4\u{c}\u{0}\u{0}e5 *\u{1a}", "1. e4 e5 *");
    safe("1. e4 {a\u{1}b\u{2}c} *", "1. e4 {a b c} *");
    safe("1. e4\u{a0}e5\u{feff} *", "1. e4 e5 *");
    safe("1. e4! ! e5 ± 2. Nf3 !!! *", "1. e4! $1 e5 $16 2. Nf3 $3 $1 *");
    safe("1. e4 $0 e5$0 *", "1. e4 e5 *");
    safe("1. e4+- e5=/+ 2. Bb5= Nc6 3. Nf3 (!) *", "1. e4 $18 e5 $15 2. Bb5 $10 Nc6 3. Nf3 $1 *");
    safe("1. e4=∞ e5 N 2. Nf3 ~= *", "1. e4 $44 e5 $146 2. Nf3 $44 *");
    safe("1. e4 ^^ e5 *", "1. e4 {^^} e5 *");
    safe("1. e4 ... e5 . *", "1. e4 e5 *");
    safe("1. e4\n   %private\ne5 *", "1. e4\n%private\ne5 *");
}

/// A number that is wrong may be right, and a move missing: the other numbers of its line must rule
/// that out.
#[test]
fn a_number_that_may_hide_a_missing_move_is_no_safe_fix() {
    for (text, fixed) in [
        ("1. e4 e5 3. Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("1. e4 e5 3. Nf3 Nc6 4. Bb5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *"),
        ("1. e4 e5 3. Nf3 Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"),
        ("1. e4 e5 (3. d6) 2. Nf3 *", "1. e4 e5 (1. d6) 2. Nf3 *"),
    ] {
        safe(text, text);
        unsafe_too(text, fixed);
    }
    // A word that was a move is lost before the number.
    let broken = "1. e4 e5 2. Nf3 hm 3. d6 Nc6 4. d4 *";
    safe(broken, broken);
    assert!(fixed(broken, Profile::Lax, Applicability::Unsafe).contains("3. d6"));
}

/// `Bb3` was written `b3`.
#[test]
fn no_safe_fix_makes_a_move_of_another_man() {
    for (text, fixed) in [
        ("1. e4 e5 2. Nc3 Nf6 3. Bb3 *", None),
        ("1. e4 e5 2. Nf3 Bb5 *", None),
        ("1. e4 e5 2. Dd4 *", None),
        ("1. e4 d5 2. DXE5 *", None),
        ("1. e4 d5 2. Nc3 DXE4 *", Some("1. e4 d5 2. Nc3 dxe4 *")),
        ("1. e4 e5 2. bc4 *", Some("1. e4 e5 2. Bc4 *")),
        ("1. e4 e5 3. bc4 *", None),
    ] {
        safe(text, text);
        unsafe_too(text, fixed.unwrap_or(text));
    }
    safe("1. e4 e5 2. bd3 *", "1. e4 e5 2. Bd3 *");
}

#[test]
fn safe_fixes_keep_the_values_of_tags() {
    safe("[White \"A \"B\" C\"]\n\n*", "[White \"A \\\"B\\\" C\"]\n\n*");
    safe("[Site \"C:\\dir\\\"]\n\n*", "[Site \"C:\\\\dir\\\\\"]\n\n*");
    safe("[Event \"a\tb\u{b}c\"]\n\n*", "[Event \"a b c\"]\n\n*");
    safe("[Date \"1992.8.?\"]\n\n*", "[Date \"1992.08.??\"]\n\n*");
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    safe(&format!("[FEN \"{fen}\"]\n\n*"), &format!("[SetUp \"1\"]\n[FEN \"{fen} 0 1\"]\n\n*"));
    safe(
        &format!("[SetUp \"\"]\n[FEN \"{fen} 0 1\"]\n\n*"),
        &format!("[SetUp \"1\"]\n[FEN \"{fen} 0 1\"]\n\n*"),
    );
}

#[test]
fn safe_fixes_write_values_that_say_the_same() {
    let tags = "[Result \"*\"]\n";
    for (before, after) in [
        ("[TimeControl \"90 min + 30 sec\"]\n", "[TimeControl \"5400+30\"]\n"),
        ("[TimeControl \"15'/game\"]\n", "[TimeControl \"900\"]\n"),
        ("[TimeControl \"3 days per move\"]\n", "[TimeControl \"1/259200\"]\n"),
        ("[TimeControl \" 300 + 3\"]\n", "[TimeControl \"300+3\"]\n"),
        ("[Termination \"Death\"]\n", "[Termination \"death\"]\n"),
        ("[WhiteTitle \"gm\"]\n", "[WhiteTitle \"GM\"]\n"),
        ("[WhiteType \"Human\"]\n", "[WhiteType \"human\"]\n"),
        ("[Time \"14.05\"]\n", "[Time \"14:05:??\"]\n"),
        ("[ECO \"c95\"]\n", "[ECO \"C95\"]\n"),
        ("[WhiteElo \"unrated\"]\n", "[WhiteElo \"-\"]\n"),
        ("[WhiteDWZ \"unr.\"]\n", "[WhiteDWZ \"-\"]\n"),
    ] {
        safe(&format!("{before}{tags}\n*"), &format!("{after}{tags}\n*"));
    }
    for value in ["G/60", "90+30", "3|2", "300+3", "1/259200", "600", "180+1", "-", "40/90+30"] {
        let text = format!("[TimeControl \"{value}\"]\n{tags}\n*");
        safe(&text, &text);
    }
}

#[test]
fn a_missing_marker_is_written_where_it_ends_the_game() {
    safe("[Result \"1-0\"]\n\n1. e4 e5\n\n", "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n");
    safe("1. e4 e5", "1. e4 e5 *");
    safe("1. e4 e5 ; the end\n", "1. e4 e5 ; the end\n*\n");
    safe("1. e4 e5\n%private", "1. e4 e5\n%private\n*");
    safe("[Result \"0-1\"]\n", "[Result \"0-1\"]\n\n0-1\n");
    safe("1. e4 (1. d4\n", "1. e4 (1. d4 *\n");
    safe("1. e4\n\n[Event \"x\"]\n\n1. d4", "1. e4 *\n\n[Event \"x\"]\n\n1. d4 *");
}

#[test]
fn safe_fixes_leave_alone_what_must_be_guessed() {
    for text in [
        "[White \"A\"]\n[White \"B\"]\n[Result \"1-0\"]\n\n1. e4 0-1",
        "1. e4 {never closed",
        "1. e4 } e5 ) *",
        "1. e4 e5 2. Nf6 *",
        "1. e4 resigns *",
        "[TimeControl \"G/60\"]\n\n*",
        "[Date \"03/04/1992\"]\n\n*",
        "[Date \"1992\"]\n\n*",
        "[Date \"14.03.92\"]\n\n*",
        "[Date \"1992-08-31 14:05\"]\n\n*",
        "[TimeControl \"40/5400+30:1800+30\"]\n\n*",
    ] {
        safe(text, text);
    }
}

#[test]
fn dates_with_one_reading_have_a_safe_fix() {
    for (value, meant) in [
        ("1992-08-31", "1992.08.31"),
        ("1992/8/31", "1992.08.31"),
        ("19920831", "1992.08.31"),
        ("1992.8.31", "1992.08.31"),
        ("1992.08.31.", "1992.08.31"),
        ("31.08.1992", "1992.08.31"),
        ("31/8/1992", "1992.08.31"),
        ("08/31/1992", "1992.08.31"),
        ("8-31-1992", "1992.08.31"),
        ("5.5.1992", "1992.05.05"),
        ("31 Aug 1992", "1992.08.31"),
        ("August 31, 1992", "1992.08.31"),
        ("31.VIII.1992", "1992.08.31"),
        ("??.??.1992", "1992.??.??"),
    ] {
        for name in ["Date", "EventDate", "UTCDate"] {
            let text = |value: &str| format!("[{name} \"{value}\"]\n\n*");
            safe(&text(value), &text(meant));
        }
    }
}

#[test]
fn unsafe_fixes_write_what_counts() {
    let tags = "[Result \"*\"]\n";
    unsafe_too(
        "[White \"A\"]\n[White \"B\"]\n[Result \"*\"]\n\n*",
        "[White \"B\"]\n[Result \"*\"]\n\n*",
    );
    unsafe_too("[Result \"1-0\"]\n\n1. e4 0-1", "[Result \"1-0\"]\n\n1. e4 1-0");
    unsafe_too("[Result \"1-O\"]\n\n1. e4 1-0", "[Result \"1-0\"]\n\n1. e4 1-0");
    unsafe_too("1. e4 {open", "1. e4 {open} *");
    unsafe_too("1. e4 (1. d4 (1. c4 *", "1. e4 (1. d4 (1. c4 ) ) *");
    unsafe_too("1. e4 } e5 ) & $ *", "1. e4 e5 {&} *");
    unsafe_too("1. e4 resigns *", "1. e4 {resigns} *");
    unsafe_too("[Event \"x]\n[Result \"*\"]\n\n*", "[Event \"x\"]\n[Result \"*\"]\n\n*");
    for (before, after) in [
        ("[TimeControl \"G/60\"]\n", "[TimeControl \"3600\"]\n"),
        ("[Date \"2019.05.03 12:00\"]\n", "[Date \"2019.05.03\"]\n"),
        ("[Date \"1992\"]\n", "[Date \"1992.??.??\"]\n"),
        ("[TimeControl \"90+30\"]\n", "[TimeControl \"5400+30\"]\n"),
        ("[TimeControl \"3 | 2\"]\n", "[TimeControl \"180+2\"]\n"),
        ("[WhiteType \"computer\"]\n", "[WhiteType \"program\"]\n"),
        ("[ECO \"B20a\"]\n", "[ECO \"B20\"]\n"),
        ("[PlyCount \"9\"]\n", "[PlyCount \"0\"]\n"),
    ] {
        unsafe_too(&format!("{before}{tags}\n*"), &format!("{after}{tags}\n*"));
    }
    // The default profile leaves a missing Result tag alone.
    let bare = "[White \"A\"]\n\n1. e4 1-0";
    assert_eq!(
        fixed(bare, Profile::Import, Applicability::Unsafe),
        "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 1-0"
    );
}

#[test]
fn what_was_fixed_is_counted() {
    let mut linter = Linter::new(Config::new(Profile::Import));
    each_region(b"1. e2e4 e7e5 $0 3. Nf3 Nc6 3. Bb5 *", |region| {
        let fixed = fix_region(&mut linter, region, Applicability::Safe);
        let counted: Vec<String> =
            fixed.applied.iter().map(|(code, n)| format!("{code} {n}")).collect();
        assert_eq!(counted, ["C004 2", "M009 1", "M015 1"]);
        let left = linter.lint_region(&Region { text: &fixed.text, ..*region });
        assert_eq!((left, fixed.is_stable), (vec![], true));
    });
}

#[test]
fn what_was_written_after_or_twice_is_removed_on_request() {
    for (text, fixed) in [
        ("1. f3 e5 2. g4 Qh4# Ke4 Kd5 0-1", "1. f3 e5 2. g4 Qh4# 0-1"),
        ("1. e4 e5 2. Nf3\n2. Nf3 Nc6 *", "1. e4 e5 2. Nf3\n Nc6 *"),
        ("1. e4 e5 2. Nf3 Nc6\nNc6 3. Bb5 *", "1. e4 e5 2. Nf3 Nc6\n 3. Bb5 *"),
    ] {
        safe(text, text);
        unsafe_too(text, fixed);
    }
}

/// Values that people write for tags are corrected if they have one meaning; a marker between the
/// tags of what may be one game is not.
#[test]
fn tags_are_corrected_where_they_have_one_meaning() {
    safe("[White Ash]\n\n1. e4 *\n", "[White \"Ash\"]\n\n1. e4 *\n");
    safe("[White: 'Ash']\n\n1. e4 *\n", "[White \"Ash\"]\n\n1. e4 *\n");
    safe("[White=\"Ash\"]\n\n1. e4 *\n", "[White \"Ash\"]\n\n1. e4 *\n");
    safe("[white \u{201c}Ash\u{201d}]\n\n1. e4 *\n", "[White \"Ash\"]\n\n1. e4 *\n");
    let board = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    safe(
        &format!("[Setup \"1\"]\n[fen \"{board}\"]\n\n1. O-O *\n"),
        &format!("[SetUp \"1\"]\n[FEN \"{board}\"]\n\n1. O-O *\n"),
    );
    // The exact name counts.
    let both = "[eco \"B00\"]\n[ECO \"B20\"]\n\n1. e4 c5 *\n";
    safe(both, both);
    let next = "[Event \"B\"]\n[Site \"S\"]\n\n1. d4 *\n";
    for cut in ["[Round \"1", "[Round \"1\"", "[Rou", "]\n\n", "&nbsp;\n\n"] {
        let text = format!("[Event \"A\"]\n[Site \"S\"]\n{cut}\n{next}");
        assert!(!fixed(&text, Profile::Import, Applicability::Safe).contains("*\n\n["), "{text}");
    }
    safe(
        "[Event \"A\"]\n\n1. e4\n\n[Event \"B\"]\n\n*\n",
        "[Event \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n*\n",
    );
}
