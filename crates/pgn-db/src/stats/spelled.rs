//! How the names of a group are spelled, where several spellings count as one.

use super::value::Value;
use pgn_query::name::is_fuller;

/// For some words of a table the spelling that is shown; empty where nothing was folded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Spelled(Vec<(u32, Box<str>)>);

impl Spelled {
    /// Bytes of the spellings.
    pub(super) fn byte_count(&self) -> usize {
        self.0.iter().map(|(_, name)| name.len() + size_of::<(u32, Box<str>)>()).sum()
    }

    /// Takes the spelling of a word that has none.
    pub(super) fn push(&mut self, word_idx: u32, name: &str) {
        self.0.push((word_idx, name.into()));
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes the fuller spelling of each word. The order of joining does not show.
    pub(super) fn join(&mut self, next: &Spelled) {
        for (own, other) in self.0.iter_mut().zip(&next.0) {
            if is_fuller(&other.1, &own.1) {
                own.1.clone_from(&other.1);
            }
        }
    }

    /// Puts the spellings in the place of what was folded.
    pub(super) fn show(self, values: &mut [Value<'static>]) {
        for (word_idx, name) in self.0 {
            if let Some(value) = values.get_mut(word_idx as usize) {
                *value = Value::Text(name.into_string().into());
            }
        }
    }

    pub(super) fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&(self.0.len() as u32).to_be_bytes());
        for (word_idx, name) in &self.0 {
            bytes.extend_from_slice(&word_idx.to_be_bytes());
            bytes.extend_from_slice(&(name.len() as u32).to_be_bytes());
            bytes.extend_from_slice(name.as_bytes());
        }
    }

    /// The spellings at the beginning of such bytes, and what is after them.
    pub(super) fn decode(bytes: &[u8]) -> (Spelled, &[u8]) {
        let number = |rest: &mut &[u8]| {
            let (first, behind) = rest.split_first_chunk()?;
            *rest = behind;
            Some(u32::from_be_bytes(*first))
        };
        let mut rest = bytes;
        let mut spelled = Spelled::default();
        for _ in 0..number(&mut rest).unwrap_or_default() {
            let both = number(&mut rest).zip(number(&mut rest));
            let Some((word_idx, len)) = both else { break };
            let (name, behind) = rest.split_at(rest.len().min(len as usize));
            spelled.push(word_idx, &String::from_utf8_lossy(name));
            rest = behind;
        }
        (spelled, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(name: &str) -> Spelled {
        let mut spelled = Spelled::default();
        spelled.push(1, name);
        spelled
    }

    #[test]
    fn spellings_come_back_from_their_bytes() {
        for case in [Spelled::default(), spelled(""), spelled("Hübner, R")] {
            let mut bytes = Vec::new();
            case.encode(&mut bytes);
            bytes.push(7);
            assert_eq!(Spelled::decode(&bytes), (case, &[7][..]));
        }
        assert_eq!(Spelled::decode(&[0, 0, 0, 9, 1]).0, Spelled::default());
    }

    #[test]
    fn the_fullest_spelling_is_shown_whatever_comes_first() {
        let names = ["TAL, M", "Tal, M", "Tal,M", "tal, m", "Tal, M."];
        for first in names {
            let mut sum = spelled(first);
            names.iter().for_each(|name| sum.join(&spelled(name)));
            assert_eq!(sum, spelled("Tal, M."), "{first}");
        }
        let mut values = [Value::Number(1), Value::Text("tal m".into())];
        spelled("Tal, M.").show(&mut values);
        assert_eq!(values[1], Value::Text("Tal, M.".into()));
    }
}
