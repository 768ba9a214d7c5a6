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

/// Other names, each with its character after it: those of signs and of letters in the names of
/// players.
const OTHERS: &str = "\
    quot\" amp& lt< gt> apos' QUOT\" AMP& LT< GT> excl! num# dollar$ percnt% lpar( rpar) ast* \
    plus+ comma, period. sol/ colon: semi; equals= quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] \
    rbrack] lowbar_ lcub{ lbrace{ rcub} rbrace} half½ hyphen\u{2010} dash\u{2010} ndash– \
    mdash— minus− horbar― hellip… mldr… lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ lsaquo‹ \
    rsaquo› prime′ Prime″ dagger† Dagger‡ bull• euro€ trade™ infin∞ ne≠ OEligŒ oeligœ YumlŸ \
    fnofƒ AogonĄ aogoną AbreveĂ abreveă AmacrĀ amacrā CacuteĆ cacuteć CcaronČ ccaronč DcaronĎ \
    dcaronď DstrokĐ dstrokđ EogonĘ eogonę EcaronĚ ecaroně EmacrĒ emacrē EdotĖ edotė GbreveĞ \
    gbreveğ Idotİ imathı ImacrĪ imacrī LstrokŁ lstrokł NacuteŃ nacuteń NcaronŇ ncaronň OdblacŐ \
    odblacő RcaronŘ rcaronř SacuteŚ sacuteś ScaronŠ scaronš ScedilŞ scedilş TcaronŤ tcaronť \
    TcedilŢ tcedilţ UdblacŰ udblacű UmacrŪ umacrū UringŮ uringů ZacuteŹ zacuteź ZcaronŽ \
    zcaronž ZdotŻ zdotż";

/// Names of white space.
const SPACES: [(&str, char); 7] = [
    ("Tab", '\t'),
    ("NewLine", '\n'),
    ("ensp", '\u{2002}'),
    ("emsp", '\u{2003}'),
    ("thinsp", '\u{2009}'),
    ("zwnj", '\u{200C}'),
    ("zwj", '\u{200D}'),
];

/// The length of the longest entity, in bytes; anything longer is text.
pub const NAME_BYTES_MAX: usize = 16;

/// The character that `&name;` means.
pub fn character(name: &str) -> Option<char> {
    let Some(digits) = name.strip_prefix('#') else {
        let latin = LATIN_1.split_ascii_whitespace().zip('\u{A0}'..).find(|pair| pair.0 == name);
        let mut others = OTHERS.split(' ').filter_map(|pair| pair.strip_prefix(name)?.parse().ok());
        let other = || others.next().filter(|c: &char| !c.is_ascii_alphanumeric());
        let space = || SPACES.iter().find(|pair| pair.0 == name).map(|pair| pair.1);
        return latin.map(|pair| pair.1).or_else(space).or_else(other);
    };
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    // The codes of C1 mean code page 1252, as in all browsers.
    let character = match code.ok()? {
        code @ 0x80..=0x9F => {
            super::decode(&[code as u8], super::Encoding::Windows1252).text.chars().next()
        }
        code => char::from_u32(code),
    };
    character.filter(|&c| c != '\0')
}

/// A text with its HTML entities decoded; everything else is unchanged.
#[must_use]
pub fn decoded(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_characters() {
        for (text, expected) in [
            ("&lt;&gt;&amp;&quot;&apos;", "<>&\"'"),
            ("&nbsp;&yuml;&half;&frac12;&ndash;&bsol;&sol;", "\u{a0}ÿ½½–\\/"),
            ("&zcaron;&Zcaron;&Zdot;&lbrack;&rcub;&Tab;&zwj;", "žŽŻ[}\t\u{200d}"),
            ("&#65;&#x2658;&#150;&amp", "A♘–&"),
            ("&none; & &; &l; &zca; &#0; &#xD800;", "&none; & &; &l; &zca; &#0; &#xD800;"),
        ] {
            assert_eq!(decoded(text), expected);
        }
    }
}
