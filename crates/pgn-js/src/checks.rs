//! Findings and fixes.

use pgn_lint::{Applicability, Config, Finding, Linter, Profile, Selector, Severity, fix_region};
use pgnkit::charset::Choice;
use pgnkit::syntax::Region;

use crate::answer::Answer;
use crate::message::{CallError, Message};

/// The check of one text; its regions come in order.
pub(crate) struct CheckSession {
    linter: Linter,
}

impl CheckSession {
    pub(crate) fn new(config: Config) -> CheckSession {
        CheckSession { linter: Linter::new(config) }
    }

    pub(crate) fn region(&mut self, region: &Region<'_>, answer: &mut Answer) {
        put_findings(&self.linter.lint_region(region), answer);
    }

    pub(crate) fn fix(&mut self, region: &Region<'_>, allowed: Applicability, answer: &mut Answer) {
        let fixed = fix_region(&mut self.linter, region, allowed);
        answer.flag(fixed.is_stable);
        answer.size(fixed.applied.len());
        for (code, n) in &fixed.applied {
            // Six bytes at most: a letter and three digits, which a number holds.
            let text = code.to_string();
            text.bytes().for_each(|byte| answer.number(byte));
            answer.number(*n);
        }
        answer.raw().extend_from_slice(&fixed.text);
    }

    pub(crate) fn finish(mut self, answer: &mut Answer) {
        let findings = self.linter.finish_file();
        put_findings(&findings, answer);
    }
}

/// The configuration in a message: profile, selected and ignored rules.
pub(crate) fn parse_config(message: &mut Message<'_>, choice: Choice) -> Result<Config, CallError> {
    let name = message.text()?;
    let unknown = || CallError::new(format!("unknown profile `{name}`"));
    let profile = Profile::from_name(name).ok_or_else(unknown)?;
    let mut selectors = || -> Result<Vec<Selector>, CallError> {
        let n_selectors = message.size()?;
        let parse = |_| Selector::parse(message.text()?).map_err(CallError::new);
        (0..n_selectors).map(parse).collect()
    };
    let (select, ignore) = (selectors()?, selectors()?);
    Ok(Config::new(profile).with_rules(select, ignore).with_encoding(choice))
}

fn put_findings(findings: &[Finding], answer: &mut Answer) {
    answer.size(findings.len());
    findings.iter().for_each(|finding| put_finding(finding, answer));
}

fn put_finding(finding: &Finding, answer: &mut Answer) {
    answer.text(&finding.code().to_string());
    answer.text(finding.name());
    answer.text(match finding.severity {
        Severity::Off => "off",
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Error => "error",
    });
    answer.number(finding.game.unwrap_or(0));
    answer.number(finding.n);
    answer.text(&finding.message);
    answer.optional_text(finding.help.as_deref());
    answer.optional_text(finding.board.as_deref());
    let place = &finding.place;
    for number in [
        place.byte_start,
        place.byte_end,
        place.start.line,
        place.column_utf16,
        place.end.line,
        place.end_column_utf16,
    ] {
        answer.number(number);
    }
    let Some(fix) = &finding.fix else { return answer.number(0u64) };
    answer.number(1 + u64::from(fix.applicability == Applicability::Unsafe));
    answer.text(&fix.title);
    answer.size(fix.edits.len());
    for edit in &fix.edits {
        answer.number(edit.start);
        answer.number(edit.end);
        answer.text(&edit.text);
    }
}
