//! The examples of the pages are run: each must show its rule and nothing else.

use crate::config::{Config, Selector, TextKind};
use crate::finding::Finding;
use crate::linter::Linter;
use crate::rule::{Family, Rule};
use crate::rules::RULES;
use crate::severity::{Profile, Severity};
use pgn_formats::Found;
use pgn_formats::bgn::Translator;
use pgn_formats::ics::Log;
use pgn_formats::pgc::{Decoder, Encode, Encoder, PgcError};
use pgnkit::charset::Choice;
use pgnkit::chess::notation::letters::Language;
use pgnkit::read::{Games, LanguageChoice};
use pgnkit::syntax::{Code, GameEnd, GameStart, Location, Region, Regions};
use pgnkit::{Game, write};

/// One block of a page: the words after ```` ```pgn ```` and the like, and the text as PGN or EPD.
/// A block ```` ```pgc ```` is records in hexadecimal digits.
struct Block {
    text_kind: TextKind,
    /// The findings in its notation, if it is not PGN.
    found: Vec<Code>,
    words: Vec<String>,
    text: Vec<u8>,
}

/// The block under a heading of a rule's page.
fn block(rule: &Rule, heading: &str) -> Block {
    let page = rule.page();
    let start = page.find(&format!("\n## {heading}\n")).expect(heading);
    let mut lines = page[start..].lines().skip_while(|line| !line.starts_with("```"));
    let mut words = lines.next().expect("a block").split(' ').map(String::from);
    let notation = words.next().expect("a notation");
    let words = words.collect();
    let mut text = String::new();
    for line in lines.take_while(|line| *line != "```") {
        text.push_str(line);
        text.push('\n');
    }
    let text_kind = if notation == "```epd" { TextKind::Records } else { TextKind::Games };
    let mut block = Block { text_kind, words, found: Vec::new(), text: Vec::new() };
    let text = if block.has("escaped") { unescape(&text) } else { text.into_bytes() };
    match notation.as_str() {
        "```pgn" | "```epd" => block.text = text,
        "```bgn" => {
            let mut translator = Translator::new(|found: Found| block.found.push(found.fault.code));
            translator.push(&text, &mut block.text);
            translator.finish(&mut block.text);
        }
        // The log of a server, as the PGN that is made of it.
        "```ics" => {
            for imported in Log::new(&text[..]).map(Result::unwrap) {
                block.found.extend(imported.found.iter().map(|found| found.fault.code));
                write::Export::new(write::Profile::Modern)
                    .write(&imported.game, &mut block.text)
                    .unwrap();
            }
        }
        "```pgc" => {
            block.text = text;
            block.words.insert(0, "records".to_string());
        }
        other => panic!("{other}"),
    }
    block
}

impl Block {
    fn has(&self, word: &str) -> bool {
        self.words.iter().any(|have| have == word)
    }

    fn profile(&self) -> Option<Profile> {
        self.words.iter().find_map(|word| Profile::from_name(word))
    }

    fn language(&self) -> LanguageChoice {
        let named = self.words.iter().find_map(|word| Language::find(word));
        match named {
            Some(language) => LanguageChoice::Fixed(language),
            None if self.has("auto") => LanguageChoice::Auto,
            None => LanguageChoice::English,
        }
    }

    fn also(&self) -> Vec<String> {
        self.words.iter().filter_map(|word| word.strip_prefix("also-")).map(String::from).collect()
    }
}

/// The escapes of blocks marked `escaped`: `\t`, `\n`, `\x1a`, `\\`, and `\{x*250}` to repeat.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let tail = &rest[at + 2..];
        rest = match rest.as_bytes()[at + 1] {
            b'x' => {
                bytes.push(u8::from_str_radix(&tail[..2], 16).expect("two hexadecimal digits"));
                &tail[2..]
            }
            b'{' => {
                let (repeated, behind) = tail.split_at(tail.find("}").expect("a brace"));
                // The text to repeat may hold braces itself: the count ends it.
                let (repeated, behind) = match repeated.rsplit_once('*') {
                    Some(_) => (repeated, behind),
                    None => tail.split_at(
                        tail[repeated.len() + 1..].find('}').expect("a brace") + repeated.len() + 1,
                    ),
                };
                let (piece, n) = repeated.rsplit_once('*').expect("a count");
                bytes.extend(piece.repeat(n.parse().expect("a number")).bytes());
                &behind[1..]
            }
            other => {
                bytes.push(match other {
                    b'n' => b'\n',
                    b't' => b'\t',
                    other => other,
                });
                tail
            }
        };
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// The findings in the records of a page, or the reason why its games cannot be records.
fn faults_of_binary(block: &Block) -> Vec<String> {
    let mut faults = Vec::new();
    if !block.has("records") {
        for game in Games::new(&block.text[..]) {
            let mut encoder = Encoder::new(Encode::default());
            let written = encoder.append(&game.unwrap(), &mut Vec::new(), &mut Vec::new());
            if let Err(write::WriteError::Refused(misfits)) = written {
                faults.extend(misfits.iter().map(|misfit| misfit.fault.code.to_string()));
            }
        }
        return faults;
    }
    let digits: Vec<u8> = block.text.iter().copied().filter(u8::is_ascii_hexdigit).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    let bytes: Vec<u8> = digits.chunks(2).map(byte).collect();
    let (mut decoder, mut game) = (Decoder::new(&bytes[..]), Game::new());
    loop {
        let read = decoder.read_into(&mut game);
        faults.extend(decoder.misreads().iter().map(|misread| misread.fault.code.to_string()));
        match read {
            Ok(true) => {}
            Ok(false) => return faults,
            Err(PgcError::Data(misread)) => faults.push(misread.fault.code.to_string()),
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn every_binary_example_shows_its_rule_and_nothing_else() {
    for rule in RULES.iter().filter(|rule| rule.family() == Family::Binary) {
        let (example, instead) = (block(rule, "Example"), block(rule, "Instead"));
        if !example.text.trim_ascii().is_empty() {
            assert_eq!(faults_of_binary(&example), [rule.code().to_string()], "{rule:?}");
        }
        assert_eq!(faults_of_binary(&instead), [""; 0], "{rule:?}");
        assert_eq!(rule.fix, crate::rule::FixKind::None);
    }
}

/// The rules whose examples are texts that the linter reads.
fn rules_of_text() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().filter(|rule| rule.family() != Family::Binary)
}

/// A linter with the rule at least a warning.
fn linter(rule: &Rule, profile: Profile, language: LanguageChoice) -> Linter {
    let example = block(rule, "Example");
    let (text, encoding) = (example.text_kind, Choice::Auto.for_text(&example.text));
    let mut config = Config { text, language, encoding, ..Config::new(profile) };
    if rule.severity(profile) == Severity::Off {
        config.severities.push((Selector::One(rule.code()), Severity::Warning));
    }
    Linter::new(config)
}

/// Everything found in a text by such a linter.
fn lint(rule: &Rule, profile: Profile, text: &[u8]) -> Vec<Finding> {
    lint_in(rule, profile, LanguageChoice::English, text)
}

fn lint_in(rule: &Rule, profile: Profile, language: LanguageChoice, text: &[u8]) -> Vec<Finding> {
    let mut linter = linter(rule, profile, language);
    if is_epd(rule) {
        return lines(text).iter().flat_map(|line| linter.lint_region(line)).collect();
    }
    let mut regions = Regions::new(text);
    let mut findings = Vec::new();
    while let Some(region) = regions.next_region().unwrap() {
        findings.extend(linter.lint_region(&region));
    }
    findings.extend(linter.finish_file());
    findings
}

fn is_epd(rule: &Rule) -> bool {
    block(rule, "Example").text_kind == TextKind::Records
}

/// The lines of a text as regions.
fn lines(text: &[u8]) -> Vec<Region<'_>> {
    let mut regions: Vec<Region<'_>> = Vec::new();
    for text in text.split_inclusive(|byte| *byte == b'\n') {
        let start = regions.last().map_or(0, |last| last.start.0 + last.text.len() as u64);
        let location = Location { line: regions.len() as u64 + 1, column: 1 };
        let end = Some(GameEnd::EndOfText);
        let start = GameStart(start);
        regions.push(Region { text, start, location, n_games_before: 0, end });
    }
    regions
}

fn shown(findings: &[Finding]) -> Vec<String> {
    let show = |one: &Finding| format!("{} {}: {}", one.code(), one.place.start, one.message);
    findings.iter().map(show).collect()
}

#[test]
fn every_example_shows_its_rule_and_nothing_else() {
    let mut failures = Vec::new();
    for rule in rules_of_text() {
        let example = block(rule, "Example");
        if example.text.trim_ascii().is_empty() {
            continue;
        }
        let profile = example.profile().expect("a profile");
        let findings = lint_in(rule, profile, example.language(), &example.text);
        let of_notation = example.found.iter().copied();
        let codes = findings.iter().map(Finding::code).chain(of_notation);
        let codes: Vec<String> = codes.map(|code| code.to_string()).collect();
        let also = example.also();
        let fires = codes.contains(&rule.code().to_string());
        let alone =
            codes.iter().all(|code| *code == rule.code().to_string() || also.contains(code));
        let complete = also.iter().all(|code| codes.contains(code));
        if !fires || !alone || !complete {
            failures.push(format!("{rule:?}: {:#?}", shown(&findings)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_corrected_example_is_silent() {
    let mut failures = Vec::new();
    for rule in rules_of_text() {
        let profile = block(rule, "Example").profile().expect("a profile");
        let instead = block(rule, "Instead");
        let findings = lint(rule, profile, &instead.text);
        if !findings.is_empty() || !instead.found.is_empty() {
            failures.push(format!("{rule:?}: {:#?}", shown(&findings)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The rules whose page has no example: no example that fits a page shows them.
#[test]
fn few_rules_go_without_example() {
    let without: Vec<&str> = RULES
        .iter()
        .filter(|rule| block(rule, "Example").text.trim_ascii().is_empty())
        .map(Rule::name)
        .collect();
    let expected = [
        "overlong-binary-game",
        "joined-comment",
        "moved-variation",
        "overlong-game",
        "ambiguous-encoding",
        "dropped-result",
        "dropped-variation",
        "dropped-command",
    ];
    assert_eq!(without, expected);
}

#[test]
fn an_example_whose_rule_has_a_fix_offers_it() {
    use crate::rule::FixKind;
    let mut failures = Vec::new();
    for rule in rules_of_text() {
        let example = block(rule, "Example");
        if example.text.trim_ascii().is_empty() {
            continue;
        }
        let profile = example.profile().expect("a profile");
        let findings = lint_in(rule, profile, example.language(), &example.text);
        let offers: Vec<&str> = findings
            .iter()
            .filter(|one| one.code() == rule.code())
            .map(|one| one.fix.as_ref().map_or("none", |fix| fix.applicability.name()))
            .collect();
        if rule.fix != FixKind::None && !offers.contains(&rule.fix.name())
            || rule.fix == FixKind::None && offers.iter().any(|offer| *offer != "none")
        {
            failures.push(format!("{rule:?}: {} expected, {offers:?} offered", rule.fix.name()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_fixed_example_does_not_fire_again() {
    use crate::edit::Applicability;
    use crate::fix::fix_region;
    use crate::rule::FixKind;
    let mut failures = Vec::new();
    for rule in RULES.iter().filter(|rule| rule.fix != FixKind::None) {
        let example = block(rule, "Example");
        let profile = example.profile().expect("a profile");
        let allowed = match rule.fix {
            FixKind::Safe => Applicability::Safe,
            FixKind::None | FixKind::Unsafe => Applicability::Unsafe,
        };
        let mut linter = linter(rule, profile, example.language());
        let mut fixed = Vec::new();
        let mut check_fix = |region: &Region<'_>| {
            fixed.extend_from_slice(&fix_region(&mut linter, region, allowed).text);
        };
        if is_epd(rule) {
            lines(&example.text).iter().for_each(&mut check_fix);
        } else {
            let mut regions = Regions::new(&example.text[..]);
            while let Some(region) = regions.next_region().unwrap() {
                check_fix(&region);
            }
        }
        let left = lint(rule, profile, &fixed);
        if fixed == example.text || left.iter().any(|one| one.rule == rule) {
            failures.push(format!("{rule:?}: {}", String::from_utf8_lossy(&fixed)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn of_binary_data_nothing_is_told_but_what_they_are() {
    let rule = crate::registry::rule("not-pgn").unwrap();
    let bytes: Vec<u8> =
        (0..4000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 11) as u8).collect();
    let codes = |profile| {
        let findings = lint(rule, profile, &bytes);
        findings.iter().map(|one| one.code().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(codes(Profile::Lax), ["L020"]);
    assert_eq!(codes(Profile::Import), ["L020"]);
}
