//! Adds the lines of other games to the open game as variations.

use pgn_formats::speech::Phrase;

use crate::games::{Games, Place, SessionError};
use crate::memory::GamesInMemory;
use crate::other_game::OtherGame;
use crate::pasted::Pasted;
use crate::sentence::Sentence;
use crate::session::{Reply, Session};

impl<G: Games> Session<G> {
    /// Adds the lines of games to the open one: that of a number, the selected one without any, or
    /// those of a text.
    pub(crate) fn merge(&mut self, text: &str) -> Result<Reply, SessionError> {
        let open = self.open_game().ok_or_else(crate::session::no_game_is_open)?;
        let games = match text.parse::<usize>() {
            Ok(number) => match self.game_of_number(number)? {
                other if other == open => return Err(SessionError::of(Phrase::SameGame)),
                other => vec![self.other_game(other)?],
            },
            Err(_) if text.is_empty() => {
                let selected = self.game_at(self.list().selected());
                let selected = selected.filter(|&selected| selected != open);
                let other = selected.ok_or_else(|| SessionError::of(Phrase::SameGame))?;
                vec![self.other_game(other)?]
            }
            Err(_) => pasted_games(text)?,
        };
        self.add_games(&games)
    }

    /// Adds the lines of a game that is kept elsewhere.
    ///
    /// # Errors
    /// As for the command `merge`.
    pub fn merge_text(&mut self, text: &[u8], origin: &str) -> Result<Reply, SessionError> {
        let game = GamesInMemory::new("", text.to_vec()).read(0)?.game;
        self.add_games(&[OtherGame { game, origin: origin.to_owned() }])
    }

    fn add_games(&mut self, games: &[OtherGame]) -> Result<Reply, SessionError> {
        let editor = self.editor_mut()?;
        if editor.is_deleted() {
            let error = SessionError::of(Phrase::GameIsDeleted);
            return Err(error.with_hint_of(Phrase::UndoRestoresIt));
        }
        let added = editor.add_lines(games)?;
        let wording = self.speech().wording;
        let mut said = vec![match added.is_nothing() {
            true => wording.say(Phrase::NothingMerged, &[]),
            false => wording.say_count(Phrase::Merged, added.move_count as u64, &[]),
        }];
        if added.main_ply_count > 0 {
            said.push(wording.say(Phrase::MainLineGoesOn, &[&added.main_ply_count]));
        }
        if added.clock_count > 0 {
            said.push(wording.say(Phrase::ClocksLeftOut, &[&added.clock_count]));
        }
        Ok(Reply::said(said.join("; ")))
    }

    fn other_game(&self, game: usize) -> Result<OtherGame, SessionError> {
        let named = |place: &Place| match place.number {
            0 => "new".to_owned(),
            number => format!("{}:{number}", place.file),
        };
        if let Some(editor) = self.editor_of(game) {
            let origin = named(editor.place());
            return Ok(OtherGame { game: editor.game().clone(), origin });
        }
        let opened = self.games().read(game)?;
        Ok(OtherGame { game: opened.game, origin: named(&opened.place) })
    }
}

fn pasted_games(text: &str) -> Result<Vec<OtherGame>, SessionError> {
    let Pasted { games, unread } = Pasted::read(text)?;
    if let Some((line, beginning)) = unread.into_iter().next() {
        let sentence = Sentence::new(Phrase::LineIsNoGame, &[&line, &beginning]);
        return Err(SessionError::of(sentence));
    }
    if games.is_empty() {
        return Err(SessionError::new("expected the number of a game, or PGN"));
    }
    let other = |text: Vec<u8>| {
        let game = GamesInMemory::new("", text).read(0)?.game;
        Ok(OtherGame { game, origin: "pasted".to_owned() })
    };
    games.into_iter().map(other).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Browse, Command, LineMode};
    use pgnkit::Game;
    use proptest::prelude::*;

    const OPEN: &str = "[White \"Tal\"]\n[Result \"1-0\"]\n\n1. e4 {mine} e5 2. Nf3 1-0\n\n";

    fn lines(others: &str) -> LineMode<GamesInMemory> {
        let games = GamesInMemory::new("a.pgn", format!("{OPEN}{others}").into_bytes());
        let mut lines = LineMode::new(Session::new(games, Default::default()));
        lines.say("open");
        lines
    }

    fn movetext(lines: &LineMode<GamesInMemory>) -> String {
        let text = lines.session().editor().unwrap().game().to_string();
        let movetext = text.rsplit("]\n\n").next().unwrap_or_default();
        movetext.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    const OTHER: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2001.??.??\"]\n\n\
        1. e4 $1 {theirs} c5 {[%clk 0:01:00]} 0-1\n\n";

    const MERGED: &str = "1. e4 $1 {mine} {[%from $1 a.pgn:2]} {[%from a.pgn:2] theirs} 1... e5 \
        (1... c5 {Ann - Bob (2001) 0-1}) 2. Nf3 1-0";

    #[test]
    fn a_game_becomes_variations_with_its_origin() {
        let mut lines = lines(OTHER);
        let before = movetext(&lines);
        let said = lines.say("merge 2");
        assert!(said.starts_with("Added 1 move; clock times left out"), "{said}");
        assert_eq!(movetext(&lines), MERGED);
        let game = lines.session().editor().unwrap().game();
        assert_eq!((game.tag("White"), game.tag("Black")), (Some("Tal"), None));
        // The second time there is nothing new.
        let said = lines.say("merge 2");
        assert!(said.starts_with("The game has all of these moves already"), "{said}");
        assert_eq!(movetext(&lines), MERGED);
        lines.say("undo");
        assert_eq!(movetext(&lines), before);
        assert!(lines.session().modified().is_empty());
    }

    #[test]
    fn the_selected_game_and_pasted_games_are_merged() {
        let mut selected = lines(OTHER);
        selected.session_mut().perform(Browse::Select(1)).unwrap();
        selected.say("merge");
        assert_eq!(movetext(&selected), MERGED);
        let mut pasted = lines("");
        let text = "1. d4 {q} *\n\n1. e4 e5 2. Nf3 Nc6 1-0\n".to_owned();
        let said = pasted.obey(Command::Merge(text));
        assert!(said.contains("plies added at the end of the main line: 1"), "{said}");
        let merged = movetext(&pasted);
        assert!(merged.contains("(1. d4 {[%from pasted] q})"), "{merged}");
        assert!(merged.contains("2. Nf3 Nc6"), "{merged}");
    }

    #[test]
    fn what_cannot_be_merged_is_said_and_changes_nothing() {
        let fen = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n\n";
        let mut lines = lines(fen);
        let before = movetext(&lines);
        for (line, expected) in [
            ("merge", "this is the open game"),
            ("merge 1", "this is the open game"),
            ("merge 9", "there are 2 games"),
            ("merge 2", "do not start from the same position"),
            ("merge hello there", "is not a game"),
            ("merge 1. d4 * [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"] *", "do not start"),
            ("merge [Variant \"Unknown\"] 1. e4 *", "do not start"),
        ] {
            let said = lines.say(line).to_lowercase();
            assert!(said.contains(&expected.to_lowercase()), "{line}: {said}");
            assert_eq!(movetext(&lines), before, "{line}");
        }
        lines.say("delete-game");
        assert!(lines.say("merge 1. d4 *").contains("deleted"));
    }

    proptest! {
        /// All lines of both games are in the result, and merging again changes nothing.
        #[test]
        fn merging_keeps_every_line(own in line(), other in line()) {
            let mut lines = lines("");
            lines.obey(Command::Paste(format!("{own} *")));
            lines.obey(Command::Merge(format!("{other} *")));
            let merged = movetext(&lines);
            for text in [&own, &other] {
                lines.obey(Command::Merge(format!("{text} *")));
                prop_assert_eq!(movetext(&lines).matches(['(', ')']).count(),
                    merged.matches(['(', ')']).count());
            }
            while lines.session().editor().unwrap().can_undo() {
                lines.say("undo");
            }
            let game: Game = own.parse().unwrap();
            prop_assert_eq!(lines.session().editor().unwrap().game().n_plies(), game.n_plies());
        }
    }

    fn line() -> impl Strategy<Value = String> {
        let moves = [vec!["e4", "d4", "c4"], vec!["e5", "c5", "d5"], vec!["Nf3", "Nc3", "a3"]];
        prop::collection::vec(0..3_usize, 1..4).prop_map(move |chosen| {
            let sans = chosen.iter().enumerate().map(|(ply, at)| moves[ply][*at]);
            sans.collect::<Vec<_>>().join(" ")
        })
    }
}
