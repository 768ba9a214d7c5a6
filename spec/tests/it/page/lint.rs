//! A `lint` block: what the rules that it names find in the text before it.

use pgn_lint::{Config, Linter, Profile, Selector, Severity};
use pgnkit::syntax::Regions;

use super::Block;
use super::input::Input;

/// The findings of the rules whose names follow `lint`, as line, column, code and name.
pub(crate) fn findings(block: &Block, input: &Input) -> Result<Vec<String>, String> {
    let mut config = Config::new(Profile::Lax).with_encoding(input.choice);
    for name in block.flags() {
        if let Some(profile) = Profile::from_name(name) {
            config.profile = profile;
            continue;
        }
        let selector = Selector::parse(name).map_err(|_| format!("no rule is called `{name}`"))?;
        config.severities.push((selector.clone(), Severity::Warning));
        config.select.push(selector);
    }
    if config.select.is_empty() {
        return Err("`lint` needs the names of rules".to_string());
    }
    let mut linter = Linter::new(config);
    let mut regions = Regions::new(&input.text.bytes[..]);
    let mut findings = Vec::new();
    while let Some(region) = regions.next_region().map_err(|error| error.to_string())? {
        findings.extend(linter.lint_region(&region));
    }
    findings.extend(linter.finish_file());
    findings.sort_by_key(|finding| (finding.place.byte_start, finding.code()));
    let line = |finding: &pgn_lint::Finding| {
        format!("{} {} {}", finding.place.start, finding.code(), finding.name())
    };
    let mut lines: Vec<String> = findings.iter().map(line).collect();
    if lines.is_empty() {
        lines.push("clean".to_string());
    }
    Ok(lines)
}
