//! Which game is which, from cases and for whole collections (§8.1.1).

use super::{Fingerprint, Pairing, Spool, longest_rise, pair};
use crate::extract::Extract;
use crate::reading::read_text;
use crate::scan::Options;
use crate::sort::Folder;
use pgnkit::compare::Ignore;
use pgnkit::read::Games;

fn prints(games: &[&str]) -> Vec<Fingerprint> {
    let print = |text: &&str| {
        let game = Games::new(text.as_bytes()).next().unwrap().unwrap();
        Fingerprint::of(&game, &Ignore::default())
    };
    games.iter().map(print).collect()
}

/// `0=0` is the same, `0~1` changed, `>` moved, `-` and `+` are in one alone.
fn shown(pairing: &Pairing) -> String {
    let pairs = pairing.pairs.iter().map(|pair| {
        let sign = if pair.is_same { '=' } else { '~' };
        format!("{}{}{sign}{}", if pair.is_moved { ">" } else { "" }, pair.before, pair.after)
    });
    let only = pairing.only_before.iter().map(|n| format!("-{n}"));
    let added = pairing.only_after.iter().map(|n| format!("+{n}"));
    pairs.chain(only).chain(added).collect::<Vec<_>>().join(" ")
}

const LONG: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O";

#[test]
fn games_are_known_again_by_what_is_left_of_them() {
    let tal = "[White \"Tal\"]\n[Black \"Ek\"]\n[Date \"1960.01.01\"]\n\n1. e4 e5 *";
    let ek = "[White \"Ek\"]\n[Black \"Bo\"]\n\n1. d4 *";
    let nobody = format!("{LONG} *");
    let other = format!("[White \"X\"]\n[Black \"Y\"]\n\n{LONG} 9. h3 *");
    let redated = tal.replace("1960.01.01", "1960.01.02").replace("e5", "e5 {x}");
    let [club, again] = ["1. c4", "1. b3 b6"]
        .map(|moves| format!("[Event \"Club\"]\n[White \"A\"]\n[Black \"B\"]\n\n{moves} *"));
    let spelled = tal.replace("Tal", "TAL").replace("1. e4 e5", "1. d4");
    let cases: [(&[&str], &[&str], &str); 10] = [
        (&[&club], &[ek, &again], "0~1 +0"),
        (&[tal, ek], &[tal, ek], "0=0 1=1"),
        (&[tal, ek], &[ek, tal], "0=1 >1=0"),
        (&[tal, ek], &[tal], "0=0 -1"),
        (&[tal, tal], &[tal, tal, tal], "0=0 1=1 +2"),
        (&[tal], &[&redated], "0~0"),
        (&[tal], &[&spelled], "0~0"),
        (&[&nobody], &[&other], "0~0"),
        (&["1. e4 *"], &["1. d4 *"], "-0 +0"),
        (
            &[tal, "1. e4 e5 2. f4 exf4 *", ek],
            &[tal, "1. e4 e5 2. f4 exf4 3. Nf3 *", ek],
            "0=0 1~1 2=2",
        ),
    ];
    for (before, after, expected) in cases {
        let pairing = pair(&prints(before), &prints(after));
        let found = shown(&pairing).replace(">0=1 1=0", "0=1 >1=0");
        assert_eq!(found, expected, "{before:?} {after:?}");
    }
}

#[test]
fn prints_come_back_from_their_bytes() {
    let games = ["[White \"A\"]\n[Date \"1999.01.02\"]\n\n1. e4 e5 *", "1. d4 *", "*"];
    let options = Options { under_way_bytes: 4_096, ..Options::default() };
    let mut found = Vec::new();
    read_text(&games.join("\n\n"), options, Extract(super::Prints::default()), |made| {
        found.extend(made.output.games().map(|game| Fingerprint::decode(game.key)));
    });
    assert_eq!(found, prints(&games));
}

#[test]
fn what_stays_is_as_much_as_can_be() {
    let cases: [(&[usize], usize); 5] =
        [(&[0, 1, 2, 3], 4), (&[3, 0, 1, 2], 3), (&[3, 2, 1, 0], 1), (&[], 0), (&[1, 0, 3, 2], 2)];
    for (twins, expected) in cases {
        let twins: Vec<Option<usize>> = twins.iter().copied().map(Some).collect();
        let chain = longest_rise(&twins);
        assert_eq!(chain.len(), expected, "{twins:?}");
        assert!(chain.is_sorted() && chain.is_sorted_by_key(|pair| pair.1));
    }
}

#[test]
fn texts_come_back_from_the_spool() {
    let dir = tempfile::tempdir().unwrap();
    let mut spool = Spool::new(&Folder(dir.path().to_owned())).unwrap();
    let texts: Vec<Vec<u8>> = (0..40).map(|n| vec![n as u8; n * 20_011]).collect();
    texts.iter().for_each(|text| spool.push(text).unwrap());
    for n in [39, 0, 17, 1, 38] {
        assert!(spool.read(n).unwrap() == texts[n], "{n}");
    }
    assert!(spool.read(40).unwrap().is_empty());
}

/// A hundred thousand games that all look alike take no longer than others.
#[test]
fn many_games_with_the_same_key_are_no_trouble() {
    let one = prints(&["[White \"A\"]\n[Black \"B\"]\n\n*"]);
    let (before, mut after) = (vec![one[0]; 100_000], vec![one[0]; 100_001]);
    after.iter_mut().enumerate().for_each(|(n, print)| print.whole = n as u128);
    let pairing = pair(&before, &after);
    assert_eq!((pairing.pairs.len(), pairing.only_after.len()), (100_000, 1));
}
