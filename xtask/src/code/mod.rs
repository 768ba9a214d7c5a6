//! Rust source with comments and literals blanked out, so that a search finds code only.

/// The same text, same lines and same columns, with a space for every character of a comment, a
/// string or a character literal.
pub(crate) fn code_of(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let prose_end = prose_end(&chars, at);
        let end = prose_end.max(at + 1);
        for &c in &chars[at..end] {
            kept.push(if c == '\n' || prose_end == at { c } else { ' ' });
        }
        at = end;
    }
    kept
}

/// The index after the comment or literal that begins at `at`; `at` itself when none does.
fn prose_end(chars: &[char], at: usize) -> usize {
    let next = chars.get(at + 1).copied();
    let before_is_name = at > 0 && is_name(chars[at - 1]);
    match chars[at] {
        '/' if next == Some('/') => find(chars, at, '\n'),
        '/' if next == Some('*') => block_comment_end(chars, at),
        '"' => quoted_end(chars, at, '"'),
        'r' if !before_is_name || at > 0 && chars[at - 1] == 'b' => raw_string_end(chars, at),
        '\'' if next == Some('\\') => quoted_end(chars, at, '\''),
        '\'' if chars.get(at + 2) == Some(&'\'') => at + 3,
        _ => at,
    }
}

fn block_comment_end(chars: &[char], start: usize) -> usize {
    let mut at = start;
    let mut depth = 0_usize;
    while at + 1 < chars.len() {
        match (chars[at], chars[at + 1]) {
            ('/', '*') => (depth, at) = (depth + 1, at + 2),
            ('*', '/') => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    chars.len()
}

fn quoted_end(chars: &[char], start: usize, quote: char) -> usize {
    let mut at = start + 1;
    while at < chars.len() && chars[at] != quote {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

fn raw_string_end(chars: &[char], start: usize) -> usize {
    let hashes = chars[start + 1..].iter().take_while(|&&c| c == '#').count();
    let open = start + 1 + hashes;
    if chars.get(open) != Some(&'"') {
        return start;
    }
    let mut at = open + 1;
    while at < chars.len() {
        let closes = chars[at] == '"'
            && chars[at + 1..].iter().take_while(|&&c| c == '#').take(hashes).count() == hashes;
        if closes {
            return at + 1 + hashes;
        }
        at += 1;
    }
    chars.len()
}

fn find(chars: &[char], start: usize, wanted: char) -> usize {
    chars[start..].iter().position(|&c| c == wanted).map_or(chars.len(), |found| start + found)
}

/// Whether a character can be in a Rust name.
pub(crate) fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Byte offsets at which `word` is in `code`, not as a part of a longer name.
pub(crate) fn find_word<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        let before = code[..at].chars().next_back().is_some_and(is_name);
        let ends_in_name = word.chars().next_back().is_some_and(is_name);
        let after = code[at + word.len()..].chars().next().is_some_and(is_name);
        !(before || ends_in_name && after)
    })
}

/// Line number, from 1, of a byte offset.
pub(crate) fn line_of(text: &str, at: usize) -> usize {
    1 + text[..at].bytes().filter(|&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests;
