//! The texts of a mail: what it says, unpacked from however it travelled.
//!
//! Owns: where in a mail a record is looked for. Knows nothing of: records.
//! Standard: §21. Decisions: D-55.
//! Start at [`find_by_any_rules`].

use mail_parser::{MessageParser, PartType};
use pgnkit::chess::Variant;
use pgnkit::convert::mail::{self, Message, NotFound};

/// The message in a mail, or in a text that is none: its parts of text are looked at first, with
/// quoted-printable and base64 undone, then the bytes as they stand.
///
/// Read by the rules of ordinary chess, or of whatever variant makes it a message.
///
/// # Errors
/// When there is none; the reason is that of the text that came nearest.
pub(super) fn find_by_any_rules(bytes: &[u8]) -> Result<Message, NotFound> {
    let found = find(bytes, None);
    let by_others = || Variant::ALL.into_iter().find_map(|it| find(bytes, Some(it)).ok());
    found.or_else(|reason| by_others().ok_or(reason))
}

/// The same, read by these rules.
///
/// # Errors
/// When there is none.
pub(super) fn find(bytes: &[u8], variant: Option<Variant>) -> Result<Message, NotFound> {
    let mut nearest = NotFound::NoRecord;
    for part in MessageParser::default().parse(bytes).iter().flat_map(|mail| &mail.parts) {
        let text = match &part.body {
            PartType::Text(text) => text,
            PartType::Html(_)
            | PartType::Binary(_)
            | PartType::InlineBinary(_)
            | PartType::Message(_)
            | PartType::Multipart(_) => continue,
        };
        match mail::find(text.as_bytes(), variant) {
            Ok(message) => return Ok(message),
            Err(reason) if nearest == NotFound::NoRecord => nearest = reason,
            Err(_) => {}
        }
    }
    mail::find(bytes, variant).map_err(|reason| match reason {
        NotFound::NoRecord => nearest,
        reason => reason,
    })
}
