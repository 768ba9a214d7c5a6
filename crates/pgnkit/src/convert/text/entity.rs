//! Entities of HTML: `&amp;`, `&#8211;`, `&eacute;`.

/// The names of the characters from U+00A0 to U+00FF, in order.
const LATIN_1: &str = "\
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg \
    plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 \
    iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml \
    Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
    Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring \
    aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve \
    oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/// Other names, those of signs and of letters in the names of players.
const OTHERS: &[(&str, char)] = &[
    ("quot", '"'),
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("apos", '\''),
    ("QUOT", '"'),
    ("AMP", '&'),
    ("LT", '<'),
    ("GT", '>'),
    ("Tab", '\t'),
    ("NewLine", '\n'),
    ("excl", '!'),
    ("num", '#'),
    ("dollar", '$'),
    ("percnt", '%'),
    ("lpar", '('),
    ("rpar", ')'),
    ("ast", '*'),
    ("plus", '+'),
    ("comma", ','),
    ("period", '.'),
    ("sol", '/'),
    ("colon", ':'),
    ("semi", ';'),
    ("equals", '='),
    ("quest", '?'),
    ("commat", '@'),
    ("lsqb", '['),
    ("lbrack", '['),
    ("bsol", '\\'),
    ("rsqb", ']'),
    ("rbrack", ']'),
    ("lowbar", '_'),
    ("lcub", '{'),
    ("lbrace", '{'),
    ("rcub", '}'),
    ("rbrace", '}'),
    ("half", '½'),
    ("hyphen", '\u{2010}'),
    ("dash", '\u{2010}'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("minus", '−'),
    ("horbar", '―'),
    ("hellip", '…'),
    ("mldr", '…'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("sbquo", '‚'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bdquo", '„'),
    ("lsaquo", '‹'),
    ("rsaquo", '›'),
    ("prime", '′'),
    ("Prime", '″'),
    ("dagger", '†'),
    ("Dagger", '‡'),
    ("bull", '•'),
    ("euro", '€'),
    ("trade", '™'),
    ("infin", '∞'),
    ("ne", '≠'),
    ("ensp", '\u{2002}'),
    ("emsp", '\u{2003}'),
    ("thinsp", '\u{2009}'),
    ("zwnj", '\u{200C}'),
    ("zwj", '\u{200D}'),
    ("OElig", 'Œ'),
    ("oelig", 'œ'),
    ("Yuml", 'Ÿ'),
    ("fnof", 'ƒ'),
    ("Aogon", 'Ą'),
    ("aogon", 'ą'),
    ("Abreve", 'Ă'),
    ("abreve", 'ă'),
    ("Amacr", 'Ā'),
    ("amacr", 'ā'),
    ("Cacute", 'Ć'),
    ("cacute", 'ć'),
    ("Ccaron", 'Č'),
    ("ccaron", 'č'),
    ("Dcaron", 'Ď'),
    ("dcaron", 'ď'),
    ("Dstrok", 'Đ'),
    ("dstrok", 'đ'),
    ("Eogon", 'Ę'),
    ("eogon", 'ę'),
    ("Ecaron", 'Ě'),
    ("ecaron", 'ě'),
    ("Emacr", 'Ē'),
    ("emacr", 'ē'),
    ("Edot", 'Ė'),
    ("edot", 'ė'),
    ("Gbreve", 'Ğ'),
    ("gbreve", 'ğ'),
    ("Idot", 'İ'),
    ("imath", 'ı'),
    ("Imacr", 'Ī'),
    ("imacr", 'ī'),
    ("Lstrok", 'Ł'),
    ("lstrok", 'ł'),
    ("Nacute", 'Ń'),
    ("nacute", 'ń'),
    ("Ncaron", 'Ň'),
    ("ncaron", 'ň'),
    ("Odblac", 'Ő'),
    ("odblac", 'ő'),
    ("Rcaron", 'Ř'),
    ("rcaron", 'ř'),
    ("Sacute", 'Ś'),
    ("sacute", 'ś'),
    ("Scaron", 'Š'),
    ("scaron", 'š'),
    ("Scedil", 'Ş'),
    ("scedil", 'ş'),
    ("Tcaron", 'Ť'),
    ("tcaron", 'ť'),
    ("Tcedil", 'Ţ'),
    ("tcedil", 'ţ'),
    ("Udblac", 'Ű'),
    ("udblac", 'ű'),
    ("Umacr", 'Ū'),
    ("umacr", 'ū'),
    ("Uring", 'Ů'),
    ("uring", 'ů'),
    ("Zacute", 'Ź'),
    ("zacute", 'ź'),
    ("Zcaron", 'Ž'),
    ("zcaron", 'ž'),
    ("Zdot", 'Ż'),
    ("zdot", 'ż'),
];

/// No entity is longer, in bytes; what is, is text.
pub(super) const NAME_BYTES_MAX: usize = 16;

/// The character that `&name;` means.
pub(super) fn character(name: &str) -> Option<char> {
    let Some(digits) = name.strip_prefix('#') else {
        let latin = LATIN_1.split_ascii_whitespace().zip('\u{A0}'..).find(|pair| pair.0 == name);
        let other = || OTHERS.iter().find(|pair| pair.0 == name);
        return latin.map(|pair| pair.1).or_else(|| other().map(|pair| pair.1));
    };
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    // The codes of C1 mean code page 1252, as in all browsers.
    let character = match code.ok()? {
        code @ 0x80..=0x9F => {
            crate::charset::decode(&[code as u8], crate::charset::Encoding::Windows1252)
                .text
                .chars()
                .next()
        }
        code => char::from_u32(code),
    };
    character.filter(|&c| c != '\0')
}

/// A text with its entities decoded.
pub(super) fn decoded(text: &str) -> String {
    let mut rest = text;
    let mut decoded = String::new();
    while let Some((before, after)) = rest.split_once('&') {
        decoded.push_str(before);
        let len = after.bytes().take_while(|&b| b.is_ascii_alphanumeric() || b == b'#').count();
        let (name, tail) = after.split_at(len);
        rest = match character(name) {
            Some(c) => {
                decoded.push(c);
                tail.strip_prefix(';').unwrap_or(tail)
            }
            None => {
                decoded.push('&');
                after
            }
        };
    }
    decoded.push_str(rest);
    decoded
}
