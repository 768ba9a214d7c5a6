//! Which player `won`, `elo` and `opponent` mean.

use proptest::prelude::*;

use super::{query, selected};
use crate::{Context, Named, Query};

/// 1: Tal beats Karpov. 2: Tal loses to Karpov as White. 3: Tal loses to Spassky as Black. 4: Tal
/// beats Karpov as Black. 5: Tal draws. 6: Karpov beats Spassky.
const GAMES: &str = "\
[White \"Tal\"]\n[Black \"Karpov\"]\n[WhiteElo \"2600\"]\n[BlackElo \"2700\"]\n\n1-0\n\n\
[White \"Tal\"]\n[Black \"Karpov\"]\n[WhiteElo \"2700\"]\n[BlackElo \"2600\"]\n\n0-1\n\n\
[White \"Spassky\"]\n[Black \"Tal\"]\n[WhiteElo \"2600\"]\n[BlackElo \"2700\"]\n\n1-0\n\n\
[White \"Karpov\"]\n[Black \"Tal\"]\n[WhiteElo \"2600\"]\n[BlackElo \"2500\"]\n\n0-1\n\n\
[White \"Tal\"]\n[Black \"Spassky\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2700\"]\n\n1/2-1/2\n\n\
[White \"Karpov\"]\n[Black \"Spassky\"]\n[WhiteElo \"2700\"]\n[BlackElo \"2500\"]\n\n1-0\n\n";

#[test]
fn words_about_one_player_mean_the_side_that_is_named() {
    let cases: &[(&str, &[u64])] = &[
        ("White ~ \"tal\" and won", &[1]),
        ("won and White ~ \"tal\"", &[1]),
        ("White = \"Tal\" and lost", &[2]),
        ("white = \"Tal\" and won", &[1]),
        ("Black ~ \"tal\" and won", &[4]),
        ("black ~ \"tal\" and lost", &[3]),
        ("White ~ \"tal\" and not won", &[2, 5]),
        ("White ~ \"tal\" and (won or drew)", &[1, 5]),
        ("White ~ \"tal\" and elo >= 2600", &[1, 2]),
        ("White ~ \"tal\" and opponentelo >= 2700", &[1, 5]),
        ("White ~ \"tal\" and opponent ~ \"spassky\"", &[5]),
        ("Black ~ \"spassky\" and opponent ~ \"karpov\" and lost", &[6]),
        ("White ~ \"tal\" and edge > 0", &[2]),
        ("White ~ \"tal\" and elo > opponentelo", &[2]),
        ("White ~ \"tal\" and color = black", &[]),
        ("White ~ \"tal\" and score >= 0.5", &[1, 5]),
        ("WhiteElo >= 2700 and won", &[6]),
        ("WhiteElo >= 2700 and lost", &[2]),
        ("not White ~ \"tal\" and won", &[3, 6]),
        ("White not in (\"Tal\", \"Karpov\") and won", &[3]),
        ("not (White ~ \"tal\" and won)", &[2, 3, 4, 5, 6]),
        ("(White ~ \"tal\" or White ~ \"karpov\") and won", &[1, 6]),
        ("(White ~ \"tal\" and won) or (Black ~ \"tal\" and won)", &[1, 4]),
        ("White ~ \"tal\" and (elo = 2500 or lost)", &[2, 5]),
        ("not (White ~ \"spassky\" or White ~ \"karpov\") and won", &[1]),
        // Both are named: one player, on either side.
        ("White ~ \"tal\" and Black ~ \"karpov\" and elo >= 2700", &[1, 2]),
        ("White ~ \"tal\" and Black ~ \"karpov\" and won and elo = 2600", &[1, 2]),
        ("White ~ \"tal\" and Black ~ \"spassky\" and drew", &[5]),
        // With `player`, all words mean that player.
        ("player ~ \"tal\" and won", &[1, 4]),
        ("player ~ \"tal\" and White ~ \"karpov\" and won", &[4]),
        ("player ~ \"tal\" and White ~ \"spassky\" and lost", &[3]),
        ("player ~ \"tal\" and Black ~ \"tal\" and White ~ \"karpov\" and won", &[4]),
        ("player ~ \"tal\" and (White ~ \"karpov\" and won or drew)", &[4, 5]),
        ("White ~ \"karpov\" and (player ~ \"tal\" and won or won)", &[4, 6]),
        // Without a name, as far as it has a meaning.
        ("elo >= 2700 and won", &[6]),
        ("won and edge < 0", &[1, 2, 3, 4]),
        ("won and color = black", &[2, 4]),
        ("opponent ~ \"tal\" and won", &[2, 3]),
        ("elo >= 2700", &[1, 2, 3, 5, 6]),
        ("drew", &[5]),
        ("not drew and White ~ \"tal\"", &[1, 2]),
    ];
    for (text, expected) in cases {
        assert_eq!(selected(&query(text), GAMES.as_bytes()), *expected, "{text}");
    }
}

#[test]
fn a_word_that_could_be_either_player_is_an_error() {
    let neither = "since no player is named";
    let both = "since both White and Black are named";
    let cases = [
        ("won", 0..3, "won", neither),
        ("not lost", 4..8, "lost", neither),
        ("rated and won", 10..13, "won", neither),
        ("won or drew", 0..3, "won", neither),
        ("drew and (won or lost)", 10..13, "won", neither),
        ("score = 1 and won", 14..17, "won", neither),
        ("opponent ~ \"tal\"", 0..16, "opponent", neither),
        ("player ~ \"tal\" or won", 18..21, "won", neither),
        ("White ~ \"tal\" or won", 17..20, "won", neither),
        ("(White ~ \"a\" or Black ~ \"a\") and won", 33..36, "won", neither),
        ("White ~ \"a\" and Black ~ \"b\" and won", 32..35, "won", both),
        ("White ~ \"a\" and (Black ~ \"b\" and won or rated)", 33..36, "won", both),
        ("WhiteElo < BlackElo and won", 24..27, "won", both),
    ];
    for (text, span, word, why) in cases {
        let error = Query::parse(text, &Context::default()).expect_err(text);
        assert_eq!(error.span(), span, "{text}: {error}");
        assert_eq!(error.message(), format!("`{word}` could be either player, {why}"), "{text}");
        assert!(error.hint().unwrap().contains("player ~"), "{text}: {error}");
    }
    assert_eq!(
        Query::parse("rated and\n  won", &Context::default()).unwrap_err().to_string(),
        "`won` could be either player, since no player is named\n    won\n    ^^^\n  \
         add `player ~ \"...\"`, `White ~ \"...\"` or the like; `decisive` means that somebody won"
    );
    let mut context = Context::default();
    let wins = Named { text: "rated and won".to_owned(), origin: "pgnkit.toml".to_owned() };
    context.queries.insert("wins".to_owned(), wins);
    assert!(Query::parse("White ~ \"tal\" and @wins", &context).is_ok());
    let error = Query::parse("decisive or @wins", &context).unwrap_err().to_string();
    assert!(error.starts_with("pgnkit.toml, query `wins`: `won` could be"), "{error}");
    let texts = [("first", "rated"), ("second", "rated and won")];
    let error = Query::parse_all(&texts, &Context::default()).unwrap_err();
    assert_eq!((error.origin(), error.span()), ("second", 10..13));
    let texts = [("first", "White ~ \"tal\""), ("second", "rated and won")];
    assert!(Query::parse_all(&texts, &Context::default()).is_ok());
}

/// An expression for the plain evaluation.
#[derive(Clone, Debug)]
enum Plain {
    Leaf(usize),
    Not(Box<Plain>),
    All(Vec<Plain>),
    Any(Vec<Plain>),
}

/// A game as the questions see it: White first.
#[derive(Clone, Debug)]
struct Played {
    names: [&'static str; 2],
    elos: [u32; 2],
    winner: Option<usize>,
}

/// Names White, Black, a player.
type Naming = [bool; 3];

type Ask = fn(&Played, usize) -> bool;

/// The text of a question, what it names, whether it is about one player, and its answer.
const LEAVES: &[(&str, Naming, bool, Ask)] = &[
    ("White ~ \"Tal\"", [true, false, false], false, |game, _| game.names[0] == "Tal"),
    ("Black = \"Tal\"", [false, true, false], false, |game, _| game.names[1] == "Tal"),
    ("white = \"Kim\"", [true, false, false], false, |game, _| game.names[0] == "Kim"),
    ("WhiteElo > 2500", [true, false, false], false, |game, _| game.elos[0] > 2500),
    ("BlackElo > 2500", [false, true, false], false, |game, _| game.elos[1] > 2500),
    ("player ~ \"Tal\"", [false, false, true], true, |game, side| game.names[side] == "Tal"),
    ("opponent ~ \"Kim\"", [false; 3], true, |game, side| game.names[1 - side] == "Kim"),
    ("won", [false; 3], true, |game, side| game.winner == Some(side)),
    ("lost", [false; 3], true, |game, side| game.winner == Some(1 - side)),
    ("drew", [false; 3], true, |game, _| game.winner.is_none()),
    ("elo > 2500", [false; 3], true, |game, side| game.elos[side] > 2500),
    ("edge > 0", [false; 3], true, |game, side| game.elos[side] > game.elos[1 - side]),
    ("color = black", [false; 3], true, |_, side| side == 1),
    ("decisive", [false; 3], false, |game, _| game.winner.is_some()),
];

impl Plain {
    fn text(&self) -> String {
        let join = |parts: &[Plain], word: &str| {
            parts.iter().map(Plain::text).collect::<Vec<_>>().join(word)
        };
        match self {
            Plain::Leaf(at) => LEAVES[*at].0.to_owned(),
            Plain::Not(inner) => format!("not ({})", inner.text()),
            Plain::All(parts) => format!("({})", join(parts, " and ")),
            Plain::Any(parts) => format!("({})", join(parts, " or ")),
        }
    }

    /// Without `not not`, and without an `and` directly in an `and`.
    fn simple(self) -> Plain {
        match self {
            Plain::Leaf(_) => self,
            Plain::Not(inner) => match inner.simple() {
                Plain::Not(inner) => *inner,
                inner => Plain::Not(Box::new(inner)),
            },
            Plain::All(parts) => Plain::All(
                parts
                    .into_iter()
                    .flat_map(|part| match part.simple() {
                        Plain::All(inner) => inner,
                        part => vec![part],
                    })
                    .collect(),
            ),
            Plain::Any(parts) => Plain::Any(parts.into_iter().map(Plain::simple).collect()),
        }
    }

    fn leaves(&self) -> Vec<usize> {
        match self {
            Plain::Leaf(at) => vec![*at],
            Plain::Not(inner) => inner.leaves(),
            Plain::All(parts) | Plain::Any(parts) => parts.iter().flat_map(Plain::leaves).collect(),
        }
    }

    fn is_about_one_player(&self) -> bool {
        self.leaves().into_iter().any(|at| LEAVES[at].2)
    }

    /// What it names, for each of the three.
    fn names(&self, n: usize, is_negated: bool) -> bool {
        match (self, is_negated) {
            (Plain::Leaf(at), _) => LEAVES[*at].1[n],
            (Plain::Not(inner), _) => inner.names(n, !is_negated),
            (Plain::All(parts), false) | (Plain::Any(parts), true) => {
                parts.iter().any(|part| part.names(n, is_negated))
            }
            (Plain::All(parts), true) | (Plain::Any(parts), false) => {
                parts.iter().all(|part| part.names(n, is_negated))
            }
        }
    }

    /// The answer if the side is known.
    fn for_side(&self, game: &Played, side: usize) -> bool {
        match self {
            Plain::Leaf(at) => LEAVES[*at].3(game, side),
            Plain::Not(inner) => !inner.for_side(game, side),
            Plain::All(parts) => parts.iter().all(|part| part.for_side(game, side)),
            Plain::Any(parts) => parts.iter().any(|part| part.for_side(game, side)),
        }
    }

    /// The answer; `None` for an expression that is refused.
    fn answer(&self, game: &Played, around: Naming) -> Option<bool> {
        let all = |parts: &[Plain], around| -> Option<Vec<bool>> {
            let answers: Vec<_> = parts.iter().map(|part| part.answer(game, around)).collect();
            answers.into_iter().collect()
        };
        match self {
            Plain::Leaf(at) if !LEAVES[*at].2 => Some(self.for_side(game, 0)),
            Plain::Leaf(at) => match around {
                [true, false, _] if !LEAVES[*at].1[2] => Some(self.for_side(game, 0)),
                [false, true, _] if !LEAVES[*at].1[2] => Some(self.for_side(game, 1)),
                _ => either_side(std::slice::from_ref(self), game),
            },
            Plain::Not(inner) => Some(!inner.answer(game, around)?),
            Plain::Any(parts) => Some(all(parts, around)?.contains(&true)),
            Plain::All(parts) => {
                let own = [0, 1, 2].map(|n| self.names(n, false));
                let here = [0, 1, 2].map(|n| own[n] || around[n]);
                let (with, without): (Vec<Plain>, Vec<Plain>) =
                    parts.iter().cloned().partition(Plain::is_about_one_player);
                if with.len() < 2 || (here[0] != here[1] && !own[2]) {
                    return Some(!all(parts, here)?.contains(&false));
                }
                let with = either_side(&with, game)?;
                Some(with && !all(&without, here)?.contains(&false))
            }
        }
    }
}

/// Whether all parts hold for one of the two sides; `None` if they do not name the side.
fn either_side(parts: &[Plain], game: &Played) -> Option<bool> {
    let words: Vec<&str> = parts
        .iter()
        .flat_map(Plain::leaves)
        .filter(|at| LEAVES[*at].2)
        .map(|at| LEAVES[at].0.split(' ').next().unwrap())
        .collect();
    let has_result = words.contains(&"won") || words.contains(&"lost");
    if has_result && words.iter().all(|word| ["won", "lost", "drew"].contains(word))
        || words.iter().all(|word| *word == "opponent")
    {
        return None;
    }
    Some([0, 1].into_iter().any(|side| parts.iter().all(|part| part.for_side(game, side))))
}

fn any_plain() -> impl Strategy<Value = Plain> {
    let leaf = (0..LEAVES.len()).prop_map(Plain::Leaf);
    leaf.prop_recursive(4, 16, 3, |inner| {
        let parts = proptest::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            inner.prop_map(|it| Plain::Not(Box::new(it))),
            parts.clone().prop_map(Plain::All),
            parts.clone().prop_map(Plain::All),
            parts.prop_map(Plain::Any),
        ]
    })
}

/// Every game there can be with two names, two ratings and three results.
fn all_games() -> Vec<Played> {
    let mut games = Vec::new();
    for n in 0..48 {
        let pick = |bit: usize| (n >> bit) & 1;
        games.push(Played {
            names: [["Tal", "Kim"][pick(0)], ["Tal", "Kim"][pick(1)]],
            elos: [[2400, 2600][pick(2)], [2400, 2600][pick(3)]],
            winner: [Some(0), Some(1), None][n / 16],
        });
    }
    games
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn the_side_of_words_follows_the_definition(expression in any_plain()) {
        let games = all_games();
        let text = expression.text();
        let simple = expression.simple();
        let expected: Vec<Option<bool>> =
            games.iter().map(|game| simple.answer(game, [false; 3])).collect();
        let Ok(query) = Query::parse(&text, &Context::default()) else {
            prop_assert!(expected.iter().all(Option::is_none), "{text} is refused");
            return Ok(());
        };
        let mut pgn = String::new();
        for Played { names, elos, winner } in &games {
            let result = winner.map_or("1/2-1/2", |side| ["1-0", "0-1"][side]);
            pgn.push_str(&format!(
                "[White \"{}\"]\n[Black \"{}\"]\n[Result \"{result}\"]\n\
                 [WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n\n{result}\n\n",
                names[0], names[1], elos[0], elos[1],
            ));
        }
        let selected = selected(&query, pgn.as_bytes());
        for (game, expected) in expected.iter().enumerate() {
            let found = selected.contains(&(game as u64 + 1));
            prop_assert_eq!(Some(found), *expected, "{}: {:?}", text, games[game]);
        }
    }
}
