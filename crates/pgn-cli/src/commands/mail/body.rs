//! The texts of a mail, with its transfer encoding undone.
//!
//! Standard: §21. Decisions: D-55.

#[cfg(feature = "mail")]
use mail_parser::{MessageParser, PartType};
use pgn_formats::mail::{self, Message, NotFoundError};
use pgnkit::chess::Variant;

/// The message in a mail, or in any other text. Its text parts are searched first, with
/// quoted-printable and base64 undone, then the raw bytes.
///
/// Read by the rules of ordinary chess, or of whatever variant makes it a message.
///
/// # Errors
/// If the text has no message. The reason is that of the best candidate.
pub(super) fn find_by_any_rules(bytes: &[u8]) -> Result<Message, NotFoundError> {
    let found = find(bytes, None);
    let by_others = || Variant::ALL.into_iter().find_map(|it| find(bytes, Some(it)).ok());
    found.or_else(|reason| by_others().ok_or(reason))
}

/// The same, read by these rules.
///
/// # Errors
/// If the text has no message.
pub(super) fn find(bytes: &[u8], variant: Option<Variant>) -> Result<Message, NotFoundError> {
    let mut nearest = NotFoundError::NoRecord;
    for text in text_parts(bytes) {
        match mail::find(text.as_bytes(), variant) {
            Ok(message) => return Ok(message),
            Err(reason) if nearest == NotFoundError::NoRecord => nearest = reason,
            Err(_) => {}
        }
    }
    mail::find(bytes, variant).map_err(|reason| match reason {
        NotFoundError::NoRecord => nearest,
        reason => reason,
    })
}

/// The texts among the parts of a mail, unpacked.
#[cfg(feature = "mail")]
fn text_parts(bytes: &[u8]) -> Vec<String> {
    let mail = MessageParser::default().parse(bytes);
    let text = |body| match body {
        PartType::Text(text) => Some(text.into_owned()),
        PartType::Html(_)
        | PartType::Binary(_)
        | PartType::InlineBinary(_)
        | PartType::Message(_)
        | PartType::Multipart(_) => None,
    };
    mail.into_iter().flat_map(|mail| mail.parts).filter_map(|part| text(part.body)).collect()
}

/// Without the feature `mail`, only the raw bytes.
#[cfg(not(feature = "mail"))]
fn text_parts(_: &[u8]) -> Vec<String> {
    Vec::new()
}
