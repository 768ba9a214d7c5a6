//! Exceptions with a reason, and the refusal of those that nothing needs.

use serde::Deserialize;

use super::Fault;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exception {
    path: String,
    limit: String,
    /// The function, for `limit = "function"`.
    #[serde(default)]
    name: String,
    reason: String,
}

/// The faults that no exception covers, and a fault for each exception without use or reason.
pub(crate) fn apply(exceptions: &[Exception], faults: Vec<Fault>) -> Vec<Fault> {
    let mut used = vec![false; exceptions.len()];
    let mut kept = Vec::new();
    for fault in faults {
        let covering = exceptions.iter().position(|exception| covers(exception, &fault));
        match covering {
            Some(idx) => used[idx] = true,
            None => kept.push(fault),
        }
    }
    for (exception, used) in exceptions.iter().zip(used) {
        if !used || exception.reason.trim().is_empty() {
            let text = format!(
                "exception for {} ({} {}) is not needed or gives no reason: remove it",
                exception.path, exception.limit, exception.name
            );
            kept.push(Fault::new("exception", "xtask/tidy.toml", 0, text));
        }
    }
    kept
}

fn covers(exception: &Exception, fault: &Fault) -> bool {
    exception.path == fault.path && exception.limit == fault.limit && exception.name == fault.name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exception(path: &str) -> Exception {
        let (path, limit) = (path.to_string(), "line".to_string());
        Exception { path, limit, name: String::new(), reason: "a table".to_string() }
    }

    #[test]
    fn an_exception_covers_its_file_and_limit_only() {
        let faults = vec![Fault::new("line", "a.rs", 3, ""), Fault::new("file", "a.rs", 0, "")];
        let kept = apply(&[exception("a.rs")], faults);
        assert_eq!(kept.iter().map(|fault| fault.limit).collect::<Vec<_>>(), ["file"]);
    }

    #[test]
    fn an_exception_without_use_is_a_fault() {
        let kept = apply(&[exception("gone.rs")], Vec::new());
        assert_eq!(kept.len(), 1);
        assert!(kept[0].text.contains("gone.rs"));
    }
}
