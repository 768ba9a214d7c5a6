//! The language whose letters a move may have, for suggestions (§17, D-62).

use crate::context::RuleContext;
use pgnkit::chess::Position;
use pgnkit::chess::notation::letters::{Language, Letters};
use pgnkit::chess::notation::san::{self, SanOptions};
use pgnkit::read::playable_languages;
use pgnkit::syntax::Regions;

/// The most common languages come first.
const NAMED_FIRST: [&str; 2] = ["German", "Spanish"];

/// How many languages are named.
const N_NAMED_MAX: usize = 5;

/// The languages in whose letters a text is a move: those in which the whole game can be played, or
/// else the text alone. The most common one comes first.
pub(super) fn of_move(
    context: &RuleContext<'_>,
    position: &Position,
    text: &[u8],
) -> Vec<&'static Language> {
    let of_game = context.game.language.get_or_init(|| of_game(context.text));
    let reads = |letters: Letters| {
        let lax = SanOptions::default().with_letters(Some(letters));
        san::resolve(position, text, &lax).is_ok()
    };
    let is_of_game = of_game.iter().any(|letters| reads(*letters));
    let fits = |language: &&Language| match is_of_game {
        true => of_game.contains(&language.letters) && reads(language.letters),
        false => reads(language.letters),
    };
    let mut languages: Vec<&Language> = Language::all().filter(fits).collect();
    languages.sort_by_key(|language| !NAMED_FIRST.contains(&language.name));
    languages
}

fn of_game(text: &[u8]) -> Vec<Letters> {
    let mut regions = Regions::new(text);
    let region = regions.next_region().ok().flatten();
    let languages = region.map(|region| playable_languages(&region)).unwrap_or_default();
    languages.into_iter().map(|language| language.letters).collect()
}

/// The help for a move in one of these languages; `None` if there are none.
pub(super) fn advice(languages: &[&Language]) -> Option<String> {
    let first = languages.first()?.name;
    let named: Vec<&str> = languages.iter().take(N_NAMED_MAX).map(|one| one.name).collect();
    let others = if languages.len() > N_NAMED_MAX { " and others" } else { "" };
    let named = named.join(", ");
    Some(format!(
        "it is a move in the letters of {named}{others}: \
         read it with `--moves-language {first}` or `auto`"
    ))
}
