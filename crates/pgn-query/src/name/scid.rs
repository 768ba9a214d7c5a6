//! Spelling files of SCID: good names, other spellings of them, and rules for parts of names.
//!
//! ```text
//! @PLAYER ", .-"            the kind of what follows: PLAYER, SITE, EVENT, ROUND; the characters
//!                           in quotes do not count when names are compared
//! Tal, Mikhail  #gm LAT [2705] 1936    a good name; what is after # is about it
//! =Tal, Mihail              another spelling of the name above
//! %Prefix "II " "2. "       the beginning of a name is spelled otherwise; the first rule that fits
//! %Infix "3rd " "3. "       so is what is anywhere in it; all rules, one after the other
//! %Suffix "(Italy)" "ITA"   so is its end; the first rule that fits
//! %Bio …   %Elo …   > …     about the player above
//! ```

use super::list::Kind;

/// The contents of a spelling file.
#[derive(Clone, Debug, Default)]
pub struct ScidFile {
    /// Spellings with the correct name of each; a correct name is one of its own spellings.
    pub names: Vec<(Kind, String, String)>,
    /// The rules of each kind.
    pub rules: Vec<(Kind, Rules)>,
    /// Lines about players: years, titles, ratings, which are of no use here.
    pub n_about: usize,
    /// Lines without a meaning in this format, by their numbers from 1.
    pub unread: Vec<usize>,
}

/// Replacements for parts of names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct Rules {
    /// Characters that do not count.
    pub uncounted: String,
    /// Replacements at the beginning of names.
    pub prefixes: Vec<(String, String)>,
    /// Replacements anywhere in names.
    pub infixes: Vec<(String, String)>,
    /// Replacements at the end of names.
    pub suffixes: Vec<(String, String)>,
}

impl ScidFile {
    /// Reads the text of a file. It never fails: lines without a meaning are listed.
    #[must_use]
    pub fn parse(text: &str) -> ScidFile {
        let mut file = ScidFile::default();
        let (mut kind, mut name) = (None, String::new());
        for (idx, line) in text.lines().enumerate() {
            let line = line.strip_prefix('\u{feff}').unwrap_or(line);
            let about = match line.trim_start().starts_with('@') {
                true => line,
                false => line.split('#').next().unwrap_or_default(),
            };
            if !file.take(about.trim(), &mut kind, &mut name) {
                file.unread.push(idx + 1);
            }
        }
        file
    }

    fn take(&mut self, line: &str, kind: &mut Option<Kind>, name: &mut String) -> bool {
        if let Some(section) = line.strip_prefix('@') {
            let word = section.split([' ', '\t', '"']).next().unwrap_or_default();
            *kind = Kind::from_name(&word.to_ascii_lowercase());
            name.clear();
            let Some(kind) = *kind else { return false };
            if let [_, uncounted, ..] = section.split('"').collect::<Vec<_>>()[..] {
                uncounted.clone_into(&mut self.rules_of(kind).uncounted);
            }
            return true;
        }
        if line.is_empty() {
            return true;
        }
        let Some(kind) = *kind else { return false };
        match line.as_bytes()[0] {
            b'>' => {
                self.n_about += 1;
                true
            }
            b'=' => {
                let alias = line[1..].trim();
                self.names.push((kind, alias.to_owned(), name.clone()));
                let is_read = !name.is_empty() && !alias.is_empty();
                if !is_read {
                    self.names.pop();
                }
                is_read
            }
            b'%' => self.take_rule(kind, &line[1..]),
            _ => {
                line.clone_into(name);
                self.names.push((kind, line.to_owned(), line.to_owned()));
                true
            }
        }
    }

    fn take_rule(&mut self, kind: Kind, rule: &str) -> bool {
        let (word, rest) = rule.split_once([' ', '\t']).unwrap_or((rule, ""));
        if word == "Bio" || word == "Elo" {
            self.n_about += 1;
            return true;
        }
        let [before, from, between, to, behind] = rest.split('"').collect::<Vec<_>>()[..] else {
            return false;
        };
        if from.is_empty() || ![before, between, behind].iter().all(|it| it.trim().is_empty()) {
            return false;
        }
        let rules = self.rules_of(kind);
        let list = match word {
            "Prefix" => &mut rules.prefixes,
            "Infix" => &mut rules.infixes,
            "Suffix" => &mut rules.suffixes,
            _ => return false,
        };
        list.push((from.to_owned(), to.to_owned()));
        true
    }

    fn rules_of(&mut self, kind: Kind) -> &mut Rules {
        let at = self.rules.iter().position(|(known, _)| *known == kind).unwrap_or_else(|| {
            self.rules.push((kind, Rules::default()));
            self.rules.len() - 1
        });
        &mut self.rules[at].1
    }

    /// Number of rules for parts of names.
    #[must_use]
    pub fn n_rules(&self) -> usize {
        let of = |it: &Rules| it.prefixes.len() + it.infixes.len() + it.suffixes.len();
        self.rules.iter().map(|(_, rules)| of(rules)).sum()
    }
}

impl Rules {
    /// A name after the rules; `None` if none of them applies.
    #[must_use]
    pub fn respelled(&self, name: &str) -> Option<String> {
        let mut new = name.to_owned();
        let found = self
            .prefixes
            .iter()
            .find_map(|(from, to)| Some((name.strip_prefix(from.as_str())?, to)));
        if let Some((rest, to)) = found {
            new = format!("{to}{rest}");
        }
        for (from, to) in &self.infixes {
            if new.contains(from.as_str()) {
                new = new.replace(from.as_str(), to);
            }
        }
        let found = self
            .suffixes
            .iter()
            .find_map(|(from, to)| Some((new.strip_suffix(from.as_str())?, to)));
        if let Some((rest, to)) = found {
            new = format!("{rest}{to}");
        }
        (new != name).then_some(new)
    }

    /// A name without the characters that do not count.
    #[must_use]
    pub fn counted(&self, name: &str) -> String {
        name.chars().filter(|&c| !self.uncounted.contains(c)).collect()
    }

    /// Takes in the rules of another file, after these.
    pub fn join(&mut self, other: Rules) {
        self.uncounted.push_str(&other.uncounted);
        self.prefixes.extend(other.prefixes);
        self.infixes.extend(other.infixes);
        self.suffixes.extend(other.suffixes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
# a spelling file
@PLAYER \", .-\"
%Suffix \" jr\" \" Jr\"
Tal, Mikhail          #gm LAT [2705] 1936.11.09--1992
=Tal, Mihail
%Bio Champion of the world
%Elo 1972:2620 1973:2655,?
> an old remark
@EVENT
%Prefix \"II \" \"2. \"
%Infix \"3rd \" \"3. \"
%Suffix \"(Italy)\" \"ITA\"
%Prefix \"II c\" \"never\"
@ROUND
%Prefix \"Round \" \"\"
%Odd \"a\" \"b\"
%Infix \"\" \"b\"
%Infix \"a\"
@NOBODY
Nobody
";

    #[test]
    fn all_of_a_file_is_read() {
        let file = ScidFile::parse(FILE);
        let good = "Tal, Mikhail".to_owned();
        let expected = [
            (Kind::Player, good.clone(), good.clone()),
            (Kind::Player, "Tal, Mihail".to_owned(), good),
        ];
        assert_eq!(file.names, expected);
        assert_eq!((file.n_rules(), file.n_about), (6, 3));
        let unread: Vec<&str> =
            file.unread.iter().map(|&n| FILE.lines().nth(n - 1).unwrap()).collect();
        let expected =
            ["%Odd \"a\" \"b\"", "%Infix \"\" \"b\"", "%Infix \"a\"", "@NOBODY", "Nobody"];
        assert_eq!(unread, expected);
        assert_eq!(file.rules[0].1.counted("Van-Wely, L."), "VanWelyL");
    }

    #[test]
    fn rules_respell_parts_of_names() {
        let file = ScidFile::parse(FILE);
        let of = |kind| &file.rules.iter().find(|(it, _)| *it == kind).unwrap().1;
        let cases = [
            (Kind::Event, "II champ 3rd II 3rd (Italy) (Italy)", "2. champ 3. II 3. (Italy) ITA"),
            (Kind::Event, "II ", "2. "),
            (Kind::Event, "Open", ""),
            (Kind::Round, "Round 3", "3"),
            (Kind::Player, "Tal, M jr", "Tal, M Jr"),
        ];
        for (kind, name, expected) in cases {
            let expected = (!expected.is_empty()).then(|| expected.to_owned());
            assert_eq!(of(kind).respelled(name), expected, "{name}");
        }
    }
}
