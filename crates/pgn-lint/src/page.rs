//! The pages of the rules as files, for the reference that is generated from them.

use crate::rule::{Family, Rule};
use crate::rules::RULES;

/// All pages: file names and Markdown. The first is the list of all rules, `README.md`; the others
/// have names such as `C001-illegal-move.md`.
#[must_use]
#[doc(hidden)]
pub fn pages() -> Vec<(String, String)> {
    let mut pages = vec![("README.md".to_string(), list())];
    pages.extend(RULES.iter().map(|rule| (file_name(rule), rule.page())));
    pages
}

/// The name of a rule's page: `C001-illegal-move.md`.
#[must_use]
#[doc(hidden)]
pub fn file_name(rule: &Rule) -> String {
    format!("{}-{}.md", rule.code(), rule.name())
}

fn list() -> String {
    let mut text = String::from("# Rules\n\nEach row is one rule; its page has the details.\n");
    let mut family: Option<Family> = None;
    for rule in RULES {
        if family != Some(rule.family()) {
            family = Some(rule.family());
            text.push_str(&format!("\n## {}\n\n", rule.family().name()));
            text.push_str(
                "| code | name | finds | section | lax | fix |\n|---|---|---|---|---|---|\n",
            );
        }
        text.push_str(&format!(
            "| {} | [{}]({}) | {} | {} | {} | {} |\n",
            rule.code(),
            rule.name(),
            file_name(rule),
            rule.fault.summary,
            rule.fault.section,
            rule.severity(crate::severity::Profile::Lax),
            rule.fix.name(),
        ));
    }
    text
}
