//! Messages from the page: fields with their lengths.

/// The fields of a message, or `None` if lengths and bytes do not agree.
pub(crate) fn fields(mut message: &[u8]) -> Option<Vec<&[u8]>> {
    let mut fields = Vec::new();
    while !message.is_empty() {
        let (length, rest) = message.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (field, rest) = rest.split_at_checked(length)?;
        fields.push(field);
        message = rest;
    }
    Some(fields)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A message of these fields.
    pub(crate) fn message(fields: &[&[u8]]) -> Vec<u8> {
        let length = |field: &[u8]| u32::try_from(field.len()).unwrap().to_le_bytes();
        fields.iter().flat_map(|field| [&length(field)[..], field].concat()).collect()
    }

    #[test]
    fn fields_come_back_as_they_were_put() {
        let all: [&[u8]; 4] = [b"verb", b"", b"a\0b", b""];
        for n in 0..=all.len() {
            let message = message(&all[..n]);
            assert_eq!(fields(&message).unwrap(), &all[..n]);
        }
    }

    #[test]
    fn no_cut_message_is_taken_for_a_whole_one() {
        let whole = message(&[b"verb", b"argument"]);
        for at in 1..whole.len() {
            let is_boundary = at == 8;
            assert_eq!(fields(&whole[..at]).is_some(), is_boundary, "{at}");
        }
    }
}
