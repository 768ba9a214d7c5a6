//! Reading what pieces there must be (§8.2.3.2 for the letters).

use pgnkit::chess::{Color, Role};

use super::{Clause, Material, RoleKind, Slot, Sum};
use crate::probe::ProbeError;
use crate::probe::compare::Compare;
use crate::probe::test::Test;
use crate::probe::text::ProbeText;

/// Reads material: clauses with commas between them, all of which must hold.
///
/// ```text
/// material ::= clause {"," clause}
/// clause   ::= men | [color] "men" comparison | [color] "points" comparison
///            | "lead" comparison | "opposite" "bishops" | "same" "bishops"
/// men      ::= mixed | side [("v" | "vs")] side
/// mixed    ::= {man}          White's in upper case, Black's in lower case, some of each
/// side     ::= {man}          White's first; two kings in one word begin two sides
/// man      ::= ("K" | "Q" | "R" | "B" | "N" | "L" | "P") [many]
/// many     ::= "*" | "+" | digits | digits "+" | digits "-"
///            | "=" | "#" | [digits] ">" | [digits] "<" | [digits] ">=" | [digits] "<="
/// ```
///
/// A letter alone is one piece, written twice two. `*` any number, `+` one or more, `2` exactly,
/// `2+` at least, `2-` at most; `=` as many as the other side has, `#` a different number, `2>` at
/// least two more, `2<` at least two fewer, `2>=` exactly two more, `2<=` exactly two fewer. `L` is
/// a knight or a bishop. Pieces that are not listed must be absent; kings don't count.
pub(crate) fn parse(text: &str) -> Result<Test, ProbeError> {
    let mut clauses = Vec::new();
    let mut text = ProbeText::new(text);
    loop {
        clauses.push(clause(&mut text)?);
        text.skip_spaces();
        if !text.take(",") {
            text.end("a comma or the end")?;
            return Ok(Test::Material(Box::new(Material::new(clauses))));
        }
    }
}

fn clause(text: &mut ProbeText<'_>) -> Result<Clause, ProbeError> {
    text.skip_spaces();
    let color = if text.take_word("white") {
        Some(Color::White)
    } else if text.take_word("black") {
        Some(Color::Black)
    } else {
        None
    };
    text.skip_spaces();
    let word = text.peek_word();
    let sum = match word {
        "men" => Sum::PieceSet(color),
        "points" => Sum::Points(color),
        "lead" => Sum::Lead(color.unwrap_or(Color::White)),
        _ if color.is_some() => return Err(text.expected("`men`, `points` or `lead`")),
        "opposite" | "same" => {
            text.take_word(word);
            text.skip_spaces();
            if !text.take_word("bishops") {
                return Err(text.expected("`bishops`"));
            }
            let is_same = word == "same";
            return Ok(if is_same { Clause::SameBishops } else { Clause::OppositeBishops });
        }
        _ => return men(text),
    };
    text.take_word(word);
    match Compare::parse(text)? {
        Some(compare) => Ok(Clause::Sum(sum, compare)),
        None => Err(text.expected("a comparison such as `>= 3`")),
    }
}

struct Man {
    /// From the case of its letter.
    color: Color,
    /// A king, which counts for nothing but begins a side; or what is counted.
    kind: Option<RoleKind>,
    many: Option<(Compare, Option<Compare>)>,
    range: std::ops::Range<usize>,
}

fn men(text: &mut ProbeText<'_>) -> Result<Clause, ProbeError> {
    let start = text.at();
    let mut words = vec![word(text)?];
    text.skip_spaces();
    if text.take("vs") || text.take("v") {
        text.skip_spaces();
    }
    if text.peek().is_some_and(|c| c != ',') {
        words.push(word(text)?);
    }
    let sides = match words.len() {
        2 => words,
        _ => split(words.pop().unwrap_or_default()),
    };
    let [white, black] = <[Vec<Man>; 2]>::try_from(sides).map_err(|_| {
        text.expected_at("the pieces of both sides, such as `KRPkr` or `RP R`", start..text.at())
    })?;
    Ok(Clause::Sides([side(white)?, side(black)?]))
}

/// One word with both sides: by the case of its letters, or from its second king on.
fn split(men: Vec<Man>) -> Vec<Vec<Man>> {
    let is_mixed = men.iter().any(|man| man.color != men[0].color);
    if is_mixed {
        let (white, black) = men.into_iter().partition(|man| man.color == Color::White);
        return vec![white, black];
    }
    let mut sides: Vec<Vec<Man>> = Vec::new();
    for man in men {
        match sides.last_mut() {
            Some(side) if man.kind.is_some() => side.push(man),
            Some(_) | None => sides.push(vec![man]),
        }
    }
    sides
}

/// Pieces without a space between them, at least one. A `v` between two words ends the first.
fn word(text: &mut ProbeText<'_>) -> Result<Vec<Man>, ProbeError> {
    let mut men = Vec::new();
    while let Some(man) = man(text)? {
        men.push(man);
    }
    let is_over = text.peek().is_none_or(|c| c.is_whitespace() || matches!(c, ',' | 'v'));
    if men.is_empty() || !is_over {
        return Err(text.expected("one of K Q R B N L P"));
    }
    Ok(men)
}

fn man(text: &mut ProbeText<'_>) -> Result<Option<Man>, ProbeError> {
    let Some(letter) = text.peek().filter(char::is_ascii_alphabetic) else { return Ok(None) };
    let kind = match letter.to_ascii_uppercase() {
        'L' => Some(RoleKind::Minor),
        'K' => None,
        upper => match Role::from_letter(upper as u8) {
            Some(role) => Some(RoleKind::Role(role)),
            None => return Ok(None),
        },
    };
    let start = text.at();
    text.next();
    let many = many(text)?;
    let range = start..text.at();
    if kind.is_none() && many.is_some() {
        return Err(text.expected_at("a king without a number", range));
    }
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    Ok(Some(Man { color, kind, many, range }))
}

/// The number after a letter: how many, and how many more than the other side.
fn many(text: &mut ProbeText<'_>) -> Result<Option<(Compare, Option<Compare>)>, ProbeError> {
    let any = Compare::at_least(0);
    let number = text.number()?.map(|number| i32::try_from(number).unwrap_or(i32::MAX));
    let n = number.unwrap_or(1);
    Ok(Some(if text.take(">=") {
        (any, Some(Compare::exactly(n)))
    } else if text.take("<=") {
        (any, Some(Compare::exactly(-n)))
    } else if text.take(">") {
        (any, Some(Compare::at_least(n)))
    } else if text.take("<") {
        (any, Some(Compare::at_most(-n)))
    } else if text.take("+") {
        (Compare::at_least(n), None)
    } else if number.is_some() {
        (if text.take("-") { Compare::at_most(n) } else { Compare::exactly(n) }, None)
    } else if text.take("*") {
        (any, None)
    } else if text.take("=") {
        (any, Some(Compare::exactly(0)))
    } else if text.take("#") {
        (any, Some(Compare::other_than(0)))
    } else {
        return Ok(None);
    }))
}

/// The slots of one side. Repeated letters are counted; a letter with a number must not be
/// repeated.
fn side(men: Vec<Man>) -> Result<Vec<Slot>, ProbeError> {
    let mut slots: Vec<(RoleKind, Option<i32>, Slot)> = Vec::new();
    for man in men {
        let Some(kind) = man.kind else { continue };
        let known = slots.iter_mut().find(|(known, ..)| *known == kind);
        match (known, man.many) {
            (None, None) => {
                let slot = Slot { kind, count: Compare::exactly(1), relation: None };
                slots.push((kind, Some(1), slot));
            }
            (None, Some((count, relation))) => {
                slots.push((kind, None, Slot { kind, count, relation }));
            }
            (Some((_, Some(n), slot)), None) => {
                *n += 1;
                slot.count = Compare::exactly(*n);
            }
            (Some(_), _) => {
                let message = "expected each kind of piece with a number once, found it again";
                return Err(ProbeError::new(man.range, message));
            }
        }
    }
    Ok(slots.into_iter().map(|(_, _, slot)| slot).collect())
}
