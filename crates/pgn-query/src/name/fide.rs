//! The lists of players that FIDE publishes: as a table of text, and as XML (§9.1.2).
//!
//! ```text
//! ID Number      Name                        Fed Sex Tit  … B-day Flag
//! 1503014        Carlsen, Magnus             NOR M   GM     1990
//!
//! <player><fideid>1503014</fideid><name>Carlsen, Magnus</name><country>NOR</country>
//! … <birthday>1990</birthday></player>
//! ```
//!
//! The first line of a table names its columns, which begin where their names do; older lists have
//! different columns.

use std::fmt;
use std::io::{self, BufRead, Read};

use quick_xml::Reader;
use quick_xml::events::Event;

/// A player of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listed {
    /// The FIDE identification number; `None` where the list has none that is a number.
    pub id: Option<u32>,
    /// The name, `Carlsen, Magnus`.
    pub name: String,
    /// The federation, three letters.
    pub federation: String,
    /// The year of birth.
    pub birth_year: Option<u16>,
}

/// Why a list could not be read.
#[derive(Debug)]
pub enum FideError {
    /// The file itself.
    Io(io::Error),
    /// The first line of a table does not name the columns.
    NoColumns,
    /// It begins like XML, but is malformed from this byte on, for this reason.
    Xml(u64, String),
}

impl fmt::Display for FideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FideError::Io(error) => error.fmt(f),
            FideError::NoColumns => {
                f.write_str("expected a first line with the columns Name and Fed, or XML")
            }
            FideError::Xml(at, why) => write!(f, "no XML from byte {at} on: {why}"),
        }
    }
}

impl std::error::Error for FideError {}

impl From<io::Error> for FideError {
    fn from(error: io::Error) -> FideError {
        FideError::Io(error)
    }
}

/// Reads a list and passes its players on one by one; entries without a name are skipped. Returns
/// the number of players. Memory: one player.
///
/// # Errors
/// When it cannot be read, or is neither of both forms.
pub fn read_fide(mut list: impl BufRead, take: impl FnMut(&Listed)) -> Result<u64, FideError> {
    if list.fill_buf()?.starts_with(b"\xef\xbb\xbf") {
        list.consume(3);
    }
    let begin = list.fill_buf()?.trim_ascii_start().first().copied();
    match begin {
        Some(b'<') => read_xml(list, take),
        Some(_) | None => read_table(list, take),
    }
}

/// Looks whether a list has one of both forms, no further than at its first line.
///
/// # Errors
/// As [`read_fide`].
pub fn check_fide(mut list: impl BufRead) -> Result<(), FideError> {
    const LINE_BYTES_MAX: u64 = 4096;
    let mut line = Vec::new();
    list.by_ref().take(LINE_BYTES_MAX).read_until(b'\n', &mut line)?;
    let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line).trim_ascii_start();
    let is_known =
        text.starts_with(b"<") || FideColumns::of(&String::from_utf8_lossy(text)).is_some();
    if is_known { Ok(()) } else { Err(FideError::NoColumns) }
}

/// Where the columns begin and end, in characters.
struct FideColumns {
    id: (usize, usize),
    name: (usize, usize),
    federation: (usize, usize),
    birth: Option<(usize, usize)>,
}

impl FideColumns {
    fn of(header: &str) -> Option<FideColumns> {
        let upper = header.to_ascii_uppercase();
        let begin = |names: &[&str]| names.iter().find_map(|name| upper.find(name));
        let name = begin(&["NAME"])?;
        let federation = name + upper[name..].find("FED")?;
        let gap = upper[name..].find(' ').map_or(upper.len(), |at| name + at);
        let behind = upper[gap..].find(|c: char| c != ' ').map_or(upper.len(), |at| gap + at);
        let birth = begin(&["B-DAY", "BORN"]);
        let flag = begin(&["FLAG"]).unwrap_or(usize::MAX);
        Some(FideColumns {
            id: (0, name),
            name: (name, behind.min(federation)),
            federation: (federation, federation + 3),
            birth: birth.map(|birth| (birth, flag.max(birth))),
        })
    }

    fn read(&self, line: &str, listed: &mut Listed) {
        let cell = |(from, to): (usize, usize)| -> String {
            match line.is_ascii() {
                true => line.get(from..to.min(line.len())).unwrap_or_default().trim().to_owned(),
                false => {
                    let cell: String =
                        line.chars().skip(from).take(to.saturating_sub(from)).collect();
                    cell.trim().to_owned()
                }
            }
        };
        listed.id = number(&cell(self.id));
        listed.name = cell(self.name);
        listed.federation = cell(self.federation);
        listed.birth_year = self.birth.and_then(|birth| year(&cell(birth)));
    }
}

fn read_table(mut list: impl BufRead, mut take: impl FnMut(&Listed)) -> Result<u64, FideError> {
    let mut bytes = Vec::new();
    list.read_until(b'\n', &mut bytes)?;
    let columns = FideColumns::of(&String::from_utf8_lossy(&bytes)).ok_or(FideError::NoColumns)?;
    let (mut listed, mut n_players) = (Listed::default(), 0);
    loop {
        bytes.clear();
        if list.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(n_players);
        }
        columns.read(&pgnkit::charset::Choice::Auto.decode(&bytes), &mut listed);
        if !listed.name.is_empty() {
            n_players += 1;
            take(&listed);
        }
    }
}

fn read_xml(list: impl BufRead, mut take: impl FnMut(&Listed)) -> Result<u64, FideError> {
    let mut reader = Reader::from_reader(list);
    let (mut buffer, mut field) = (Vec::new(), String::new());
    let (mut listed, mut n_players) = (Listed::default(), 0);
    loop {
        buffer.clear();
        let wrong = |at: u64, why: String| FideError::Xml(at, why);
        let event = match reader.read_event_into(&mut buffer) {
            Ok(event) => event,
            Err(error) => return Err(wrong(reader.error_position(), error.to_string())),
        };
        match event {
            Event::Start(start) if start.name().as_ref() == b"player" => {
                listed = Listed::default();
            }
            Event::Start(_) => field.clear(),
            Event::Text(text) => match text.unescape() {
                Ok(text) => field.push_str(&text),
                Err(error) => return Err(wrong(reader.buffer_position(), error.to_string())),
            },
            Event::End(end) => match end.name().as_ref() {
                b"fideid" => listed.id = number(&field),
                b"name" => field.trim().clone_into(&mut listed.name),
                b"country" => field.trim().clone_into(&mut listed.federation),
                b"birthday" => listed.birth_year = year(&field),
                b"player" if !listed.name.is_empty() => {
                    n_players += 1;
                    take(&listed);
                }
                _ => {}
            },
            Event::Eof => return Ok(n_players),
            _ => {}
        }
    }
}

/// A valid number; 0 means none.
fn number(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|&id| id > 0)
}

/// The year with which a date begins; lists have `0000` for one that is not known.
fn year(text: &str) -> Option<u16> {
    text.trim().get(..4)?.parse().ok().filter(|year| (1800..=2200).contains(year))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(list: &str) -> Vec<(Option<u32>, String, String, Option<u16>)> {
        let mut found = Vec::new();
        let n = read_fide(list.as_bytes(), |it| {
            found.push((it.id, it.name.clone(), it.federation.clone(), it.birth_year));
        });
        assert_eq!(n.unwrap(), found.len() as u64);
        found
    }

    fn player(
        id: u32,
        name: &str,
        federation: &str,
        year: Option<u16>,
    ) -> (Option<u32>, String, String, Option<u16>) {
        (Some(id), name.to_owned(), federation.to_owned(), year)
    }

    #[test]
    fn tables_of_all_years_are_read() {
        let row = |id: &str, name: &str, federation: &str, born: &str| {
            format!("{id:<15}{name:<61}{federation:<4}{:72}{born:<6}{:4}\r\n", "M", "")
        };
        let new = [
            "ID Number      Name                                                         ",
            "Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK ",
            "B-day Flag\r\n",
            &row("13900048", "Tal, Mikhail", "LAT", "1936"),
            &row("25121731", "A C J John", "IND", "0000"),
            "\r\n",
        ];
        let new = &new.concat();
        let expected = [
            player(13_900_048, "Tal, Mikhail", "LAT", Some(1936)),
            player(25_121_731, "A C J John", "IND", None),
        ];
        assert_eq!(read(new), expected);
        let row = |id: &str, name: &str, federation: &str, born: &str| {
            format!("{id:>9} {name:<34}{:<4}{federation:<5}{:<6}{:<5}{born:<6}\n", "g", "2700", "0")
        };
        let old = [
            "ID number Name                              TitlFed  Mar11 GamesBorn  Flag\n",
            &row("13900048", "Tal, Mikhail", "LAT", "1936"),
            &row("101010", "Núñez, José María", "ESP", "1980"),
        ];
        let expected = [
            player(13_900_048, "Tal, Mikhail", "LAT", Some(1936)),
            player(101_010, "Núñez, José María", "ESP", Some(1980)),
        ];
        assert_eq!(read(&old.concat()), expected);
    }

    #[test]
    fn xml_is_read_player_by_player() {
        let list = "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<playerslist>\n\
            <player><fideid>1503014</fideid><name>Carlsen, Magnus</name><country>NOR</country>\
            <sex>M</sex><title>GM</title><birthday>1990</birthday><flag></flag></player>\n\
            <player>\n <fideid>7</fideid>\n <name>O&apos;Kelly &amp; &#x53;on</name>\n <flag/>\n\
            <birthday>1911-05-17</birthday></player><player><fideid>8</fideid></player>\n\
            </playerslist>\n";
        let expected = [
            player(1_503_014, "Carlsen, Magnus", "NOR", Some(1990)),
            player(7, "O'Kelly & Son", "", Some(1911)),
        ];
        assert_eq!(read(list), expected);
    }

    #[test]
    fn what_is_no_list_is_refused() {
        let refused = |list: &str| read_fide(list.as_bytes(), |_| {}).unwrap_err().to_string();
        assert!(check_fide(&b"nothing\n"[..]).is_err() && check_fide(&b""[..]).is_err());
        assert!(check_fide(&b"ID Name Fed\n"[..]).is_ok() && check_fide(&b" <a/>"[..]).is_ok());
        assert!(refused("nothing\n").contains("the columns Name and Fed, or XML"));
        assert!(refused("").contains("the columns Name and Fed, or XML"));
        assert!(refused("<a><b></a>").starts_with("no XML from byte "));
        assert!(refused("<a>&nobody;</a>").starts_with("no XML from byte "));
    }
}
