//! Nations by the numbers that ChessBase gives them, and the languages of texts.

/// The three letters of a nation, mostly those of FIDE; `None` for 0 and numbers not known.
pub(crate) fn code(nation: u8) -> Option<&'static str> {
    let start = usize::from(nation.checked_sub(1)?) * 4;
    CODES.get(start..start + 3)
}

/// The number of a nation by its three letters: the first, if several have them.
pub(crate) fn number(code: &str) -> Option<u8> {
    let place = CODES.split_whitespace().position(|known| known == code)?;
    u8::try_from(place + 1).ok()
}

/// The tag of a text's language: two letters of ISO 639-1 for the languages that programs offer,
/// else the nation. `None` if the text is for readers of any language.
pub(crate) fn language(nation: u8) -> Option<&'static str> {
    match nation {
        0 => None,
        42 => Some("en"),
        43 => Some("es"),
        49 => Some("fr"),
        53 => Some("de"),
        55 => Some("el"),
        70 => Some("it"),
        103 => Some("nl"),
        116 => Some("pl"),
        117 => Some("pt"),
        _ => code(nation),
    }
}

/// Which languages of texts are kept: all, unless some are named. Texts for readers of any language
/// always are.
///
/// ```
/// use pgn_formats::databases::Languages;
///
/// let mut languages = Languages::NONE;
/// assert!(!languages.add("no such language"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Languages([u64; 4]);

impl Default for Languages {
    fn default() -> Languages {
        Languages([u64::MAX; 4])
    }
}

impl Languages {
    /// None, except those that are [added](Languages::add).
    pub const NONE: Languages = Languages([0; 4]);

    /// Adds a language: `en`, `de`, or the three letters of a nation. Says whether there is one.
    pub fn add(&mut self, name: &str) -> bool {
        let is_it = |known: Option<&str>| known.is_some_and(|it| it.eq_ignore_ascii_case(name));
        let mut is_known = false;
        for nation in (1..=u8::MAX).filter(|&nation| is_it(language(nation)) || is_it(code(nation)))
        {
            self.0[usize::from(nation / 64)] |= 1 << (nation % 64);
            is_known = true;
        }
        is_known
    }

    /// Whether texts in a language, by its tag, are kept.
    pub(crate) fn keep(self, tag: Option<&str>) -> bool {
        let is_in = |nation: u8| self.0[usize::from(nation / 64)] >> (nation % 64) & 1 == 1;
        let is_of = |nation: u8| tag == language(nation) && is_in(nation);
        tag.is_none() || self == Languages::default() || (1..=u8::MAX).any(is_of)
    }
}

/// Nation 1 first, four bytes each.
const CODES: &str = "\
    AFG ALB ALG AND ANG ANT ARG ARM AUS AUT AZE BAH BRN BAN BAR BLR BEL BIZ BER BOL \
    BIH BOT BRA IVB BRU BUL BUR CAN CHI CHN COL CRC CRO CUB CYP CZE DEN DJI DOM ECU \
    EGY ENG ESP EST ETH FRO FIJ FIN FRA MKD GAM GEO GER GHA GRE GUA GCI GUY HAI HON \
    HKG HUN ISL IND INA IRI IRQ ISR IRL ITA CIV JAM JPN GCI JOR KAZ KEN KOR KGZ KUW \
    LAT LIB LBA LIE LTU LUX MAC MAD MAS MLI MLT MTN MRI MEX MDA MON MGL MAR MOZ MYA \
    NAM NEP NED AHO NZL NCA NGR NOR PAK PLE PAN PNG PAR PER PHI POL POR PUR QAT ROU \
    RUS ESA SMR SCO SEN SEY SIN SVK SLO RSA SRI SUD SUR SWE SUI SYR TJK TAN THA TTO \
    TUN TUR TKM UGA UKR UAE USA URU URS UZB VEN VIE ISV WLS YEM SCG ZAM ZIM ZAI DDR \
    TCH CMR CHA CPV KIR COM CGO PRK LAO LES MAW MDV MHL OMA NRU MIC NIG KSA TOG TGA \
    VAN VAT TUV SWZ SLE LCA PAP SVI SAM SKI SOL GE2 ZAR RWA LBR NET TPE ASA AGG ARU \
    BEN BHU BDI CAM CAY CAF GCI CIA COA COK GEQ ERI FGB FRG FRP GAB GGB GRN GRL FGA \
    GUM GUI GBS IOM JMY MFR MYF MSG NCF NNN NNA NMI OTM PLW PIG RUF STP SOM SVN HGB \
    PGB TKI TCI WFR NIR ISS GBR SAA MNE SRB CAT BAS KOS ";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_nations() {
        let cases =
            [(0, None), (1, Some("AFG")), (53, Some("GER")), (253, Some("KOS")), (254, None)];
        for (number, expected) in cases {
            assert_eq!(code(number), expected);
        }
        assert_eq!((language(53), language(121), language(0)), (Some("de"), Some("RUS"), None));
    }
}
