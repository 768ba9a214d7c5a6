//! What a program without chess may rely on in archival text (§3.2.3), checked by one.
//!
//! Standard: §3.2.2, §3.2.3, §4.2, §6, §8.1, §8.2.1. Decisions: D-10, D-27.

use pgnkit::charset::{Choice, Encoding};
use pgnkit::write::{Export, Profile};

use crate::page::read::read;

/// A line that is one unbreakable word may be this long (D-10).
const WORD_LINE_MAX: usize = 254;

/// Whether archival text is laid out as it must be, and holds this many games.
pub(crate) fn check(text: &[u8], n_games: usize) -> Result<(), String> {
    if let Some(&byte) = text.iter().find(|&&byte| (byte < 32 && byte != b'\n') || byte == 127) {
        return Err(format!("byte {byte:02x} in archival text"));
    }
    let split = split(text)?;
    if split != n_games {
        return Err(format!("{n_games} games were written, the lines hold {split}"));
    }
    Ok(())
}

/// Counts games by their lines: tag lines, an empty line, movetext lines, an empty line.
fn split(text: &[u8]) -> Result<usize, String> {
    let mut n_games = 0;
    let mut in_tags = true;
    let mut n_lines = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let show = || String::from_utf8_lossy(line).into_owned();
        let Some(line) = line.strip_suffix(b"\n") else { return Err("no LF at the end".into()) };
        if line.is_empty() {
            if n_lines == 0 {
                return Err("two empty lines".into());
            }
            n_games += usize::from(!in_tags);
            (in_tags, n_lines) = (!in_tags, 0);
            continue;
        }
        n_lines += 1;
        if is_tag(line) != in_tags {
            return Err(format!("not where it belongs: {}", show()));
        }
        if !in_tags {
            check_movetext(line).map_err(|why| format!("{why}: {}", show()))?;
        }
    }
    if in_tags && n_lines == 0 { Ok(n_games) } else { Err("the last game is not closed".into()) }
}

fn is_tag(line: &[u8]) -> bool {
    line[0] == b'[' && line.get(1).is_some_and(u8::is_ascii_alphanumeric)
}

fn check_movetext(line: &[u8]) -> Result<(), &'static str> {
    let ends_with_space = line.starts_with(b" ") || line.ends_with(b" ");
    match line[0] {
        _ if ends_with_space => Err("a space at an end"),
        b'%' => Err("an escape by chance"),
        b';' if line.len() <= 79 => Ok(()),
        _ if line.windows(2).any(|pair| pair == b"  ") && !line.contains(&b'[') => {
            Err("two spaces")
        }
        _ if line.len() <= 79 => Ok(()),
        _ if line.len() <= WORD_LINE_MAX && (!line.contains(&b' ') || line.contains(&b'[')) => {
            Ok(())
        }
        _ => Err("a long line"),
    }
}

/// Reads a text and checks its archival form.
fn check_text(text: &[u8]) {
    let mut archival = Vec::new();
    let mut n_games = 0;
    for game in &read(text.to_vec(), Choice::default()).games {
        let written = Export::new(Profile::Archival).append(game, &mut archival, &mut Vec::new());
        n_games += usize::from(written.is_ok());
    }
    if let Err(why) = check(&archival, n_games) {
        let source = String::from_utf8_lossy(text).chars().take(300).collect::<String>();
        panic!("{why}\nfrom {source}");
    }
    let again = read(archival.clone(), Choice::Fixed(Encoding::Latin1));
    assert_eq!(again.games.len(), n_games);
}

#[test]
fn no_width_puts_a_sign_where_it_would_mean_something() {
    let signs = ["% b", "%b c", "50 % % of", "[B \"x\"] c", "[%clk 0:01:02] d", "; e", "} f", "%}"];
    for sign in signs {
        for n in 0..170 {
            let filler = "a".repeat(n % 9 + 1);
            let words: Vec<&str> = std::iter::repeat_n(&*filler, n / 2).collect();
            let comment = format!("{} {sign} {}", words.join(" "), words.join(" "));
            if !sign.contains('}') {
                check_text(format!("1. e4 {{{comment}}} e5 *\n").as_bytes());
            }
            check_text(format!("1. e4 ;{comment}\n e5 *\n").as_bytes());
        }
    }
}

#[test]
fn the_corpus_is_laid_out_as_it_must_be() {
    for folder in ["classic", "lesson", "generated", "wild"] {
        for path in crate::corpus::files(folder) {
            check_text(&std::fs::read(&path).expect("the file is in the repository"));
        }
    }
}

#[test]
fn quantities_have_no_ceiling() {
    let mut text = String::new();
    for n in 0..10_000 {
        text.push_str(&format!("[Tag{n} \"{n}\"]\n"));
    }
    text.push_str("\n1. e4 e5 ");
    for _ in 0..10_000 {
        text.push_str("(1... e5 ");
    }
    text.push_str(&")".repeat(10_000));
    text.push_str(" 2. Nf3 *\n");
    let games = read(text.into_bytes(), Choice::default()).games;
    assert_eq!(games[0].tags().iter().count(), 10_000);
    let mut archival = Vec::new();
    Export::new(Profile::Archival).write(&games[0], &mut archival).expect("it fits");
    assert_eq!(check(&archival, 1), Ok(()));
    let again = read(archival, Choice::default());
    assert!(again.notes.is_empty());
    assert_eq!(again.games[0].tree().n_nodes(), games[0].tree().n_nodes());
}

#[test]
fn every_build_writes_the_same_bytes() {
    let mut paths = crate::corpus::files("classic");
    paths.sort();
    let mut archival = Vec::new();
    for path in paths {
        let bytes = std::fs::read(&path).expect("the file is in the repository");
        for game in &read(bytes, Choice::default()).games {
            let export = Export::new(Profile::Archival);
            export.append(game, &mut archival, &mut Vec::new()).expect("classic games fit");
        }
    }
    let fnv = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let sum = archival.iter().fold(0xcbf2_9ce4_8422_2325, fnv);
    assert_eq!(
        (archival.len(), sum),
        (8273, 0x99FE_5CAA_9F76_04FA),
        "on every system, optimised or not"
    );
}

#[test]
fn bad_layouts_are_seen() {
    let good = "[Event \"?\"]\n\n1. e4 *\n\n";
    assert_eq!(check(good.as_bytes(), 1), Ok(()));
    assert_eq!(check(good.repeat(2).as_bytes(), 2), Ok(()));
    for bad in [
        "[Event \"?\"]\n\n1. e4 *\n",
        "[Event \"?\"]\n\n\n1. e4 *\n\n",
        "[Event \"?\"]\r\n\n1. e4 *\n\n",
        "[Event \"?\"]\n\n1. e4 \n*\n\n",
        "[Event \"?\"]\n\n1.  e4 *\n\n",
        "[Event \"?\"]\n\n1. e4\n%x\n*\n\n",
        "[Event \"?\"]\n\n1. e4 {a\n[B} *\n\n",
        "[Event \"?\"]\n1. e4 *\n\n",
    ] {
        assert!(check(bad.as_bytes(), 1).is_err(), "{bad}");
    }
    let long = format!("[Event \"?\"]\n\n1. e4 {{{}}} *\n\n", "a ".repeat(40));
    assert!(check(long.as_bytes(), 1).is_err());
}
