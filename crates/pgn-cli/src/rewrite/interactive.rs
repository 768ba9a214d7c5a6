//! Games as a web page that plays through them: one file, which needs no server.
//!
//! The page contains the games as PGN, the script of the viewer and its WebAssembly module, both
//! compressed, as digits of base 91, and a script that decompresses them. Its policy allows no
//! other script and no request.

use super::{WriteGame, export};
use crate::args::Pieces;
use pgnkit::write::{self, Export, Profile};

/// The viewer, made by `cargo xtask page`, and what unpacks it.
const SCRIPT: &[u8] = include_bytes!("../../viewer/pgn-view.js.lzma");
const BOOT: &str = include_str!("../../viewer/boot.js");
/// The digests of both, for the content security policy.
const DIGESTS: [&str; 2] =
    [include_str!("../../viewer/pgn-view.sha256"), include_str!("../../viewer/boot.sha256")];
/// The WebAssembly module, compressed.
pub(crate) const MODULE: &[u8] = include_bytes!("../../viewer/pgn.wasm.lzma");

/// The byte-order mark at the beginning of some files, which is not part of a game.
const BOM: char = '\u{FEFF}';

/// The end of the page.
pub(crate) const FOOT: &str = "</pre>\n</pgn-view>\n</main>\n</body>\n</html>\n";

/// The page up to the first game. `name` is the file name for downloading all games.
pub(crate) fn head(title: &str, name: &str, pieces: Option<Pieces>) -> String {
    let mut attributes = format!(" name=\"{}\"", escaped(name));
    if let Some(pieces) = pieces {
        let pieces = match pieces {
            Pieces::Figurines => "figurines",
            Pieces::Of(language) => language.code,
        };
        attributes += &format!(" pieces=\"{pieces}\"");
    }
    let title = escaped(title);
    let [viewer, boot] = DIGESTS.map(str::trim);
    let (script, module) = (digits(SCRIPT), digits(MODULE));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         script-src 'sha256-{viewer}' 'sha256-{boot}' \
         'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<title>{title}</title>\n\
         <script type=\"text/plain\" id=\"pgn-view-script\">{script}</script>\n\
         <script type=\"text/plain\" id=\"pgn-view-module\">{module}</script>\n\
         <script type=\"module\" async>{BOOT}</script>\n</head>\n<body>\n\
         <main>\n<h1>{title}</h1>\n\
         <noscript><p>This page needs JavaScript. Its source contains the games.</p></noscript>\n\
         <pgn-view page keyboard=\"page\"{attributes}>\n<pre hidden>\n"
    )
}

/// Writes a game as text of HTML, unchanged if possible.
pub(super) fn writer() -> impl WriteGame {
    let export = Export::new(Profile::Lossless);
    let mut text = Vec::new();
    export::by(move |game, place, into, losses| {
        if let Some(verbatim) = place.verbatim() {
            let verbatim = verbatim.trim_start_matches(BOM);
            into.text.extend_from_slice(escaped(verbatim).as_bytes());
            if !verbatim.ends_with(['\n', '\r']) {
                into.text.push(b'\n');
            }
            return Ok(());
        }
        text.clear();
        export.append(game, &mut text, losses).map_err(|error| match &error {
            write::WriteError::Refused(_) => format!("not written: {error}"),
            write::WriteError::Io(_) => error.to_string(),
        })?;
        into.text.extend_from_slice(escaped(&String::from_utf8_lossy(&text)).as_bytes());
        Ok(())
    })
}

/// Bytes as digits of base 91, the ASCII characters without a meaning in HTML; a tenth shorter than
/// base 64. Two digits are thirteen bits, or fourteen if these are less than 89 in the first
/// thirteen: there are 8,281 pairs, and 8,192 have thirteen bits.
fn digits(bytes: &[u8]) -> String {
    const BASE: u32 = 91;
    let signs: Vec<char> = ('!'..='~').filter(|sign| !matches!(sign, '&' | '<' | '>')).collect();
    let mut text = String::with_capacity(bytes.len() * 16 / 13 + 2);
    let mut push = |digit: u32| text.push(signs[digit as usize]);
    let (mut bits, mut bit_count) = (0, 0);
    for byte in bytes {
        bits |= u32::from(*byte) << bit_count;
        bit_count += 8;
        if bit_count > 13 {
            let taken = if bits & 0x1FFF > 88 { 13 } else { 14 };
            let pair = bits & ((1 << taken) - 1);
            (bits, bit_count) = (bits >> taken, bit_count - taken);
            push(pair % BASE);
            push(pair / BASE);
        }
    }
    if bit_count > 0 {
        push(bits % BASE);
        if bit_count > 7 || bits >= BASE {
            push(bits / BASE);
        }
    }
    text
}

/// Text that cannot be mistaken for markup, and that a browser returns unchanged; but HTML has no
/// spelling of the character 0.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\r' => out.push_str("&#13;"),
            '\0' => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_name_becomes_markup() {
        let evil = "\"><script>alert(1)</script>&amp;'\r\0";
        let page = head(evil, evil, None);
        let (_, rest) = page.split_once("<title>").unwrap();
        assert!(rest.starts_with("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;'"));
        assert_eq!(page.matches("<script").count(), 3);
        assert_eq!(page.matches("</script").count(), 3);
        assert!(!page.contains('\0') && !page.contains('\r'));
    }

    #[test]
    fn the_parts_that_are_committed_are_whole() {
        for packed in [SCRIPT, MODULE] {
            // Properties, the size of the dictionary, the size of the compressed data.
            assert_eq!(&packed[..5], [3, 0, 0, 0x20, 0]);
            assert_eq!(&packed[8..13], [0; 5]);
        }
        assert!(DIGESTS.iter().all(|digest| digest.trim().len() == 44));
        assert!(BOOT.ends_with('\n') && !BOOT.contains("</script"));
    }

    #[test]
    fn digits_are_those_of_the_published_base_91_in_other_signs() {
        assert_eq!(digits(b""), "");
        for (bytes, digit_count) in [(&b"a"[..], 2), (b"ab", 3), (&[0; 13], 15), (&[255; 13], 16)] {
            let text = digits(bytes);
            assert_eq!(text.len(), digit_count, "{text}");
            assert!(text.bytes().all(|sign| sign.is_ascii_graphic() && !b"&<>".contains(&sign)));
        }
        let all: Vec<u8> = (0..=255).collect();
        assert!(digits(&all).len() <= all.len() * 16 / 13 + 2);
    }
}
