//! The players of a side, each with the values of the other tags about that player.
//!
//! Standard: §8.1.1.5, §9.1. Decisions: D-16, D-17.

use super::Game;
use crate::tag::{BLACK, Player, PlayerType, Rating, Title, WHITE, fields, players};
use pgn_chess::Color;

/// One player of a side.
///
/// In a consultation game there are several, such as `Jones:Smith`, and the
/// nth field of every tag about the side refers to the nth player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SidePlayer<'a> {
    /// The name.
    pub player: Player<'a>,
    /// WhiteTitle, BlackTitle.
    pub title: Option<Title>,
    /// WhiteElo, BlackElo.
    pub elo: Rating,
    /// WhiteUSCF, BlackUSCF.
    pub uscf: Rating,
    /// WhiteNA, BlackNA; `-` means none. The whole value if the side has one player, because an
    /// address may contain a colon.
    pub address: Option<&'a str>,
    /// WhiteType, BlackType.
    pub player_type: Option<PlayerType>,
}

impl Game {
    /// The players of a side, in the order of the tag; none if it is absent or empty. A field that
    /// is missing or cannot be read counts as unknown.
    ///
    /// ```
    /// use pgnkit::{Color, Game};
    /// let game: Game = "[White \"Jones:Smith\"][WhiteElo \"2100:2050\"] *".parse()?;
    /// let elo: Vec<_> = game.side_players(Color::White).map(|it| it.elo.points()).collect();
    /// assert_eq!(elo, [Some(2100), Some(2050)]);
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn side_players(&self, color: Color) -> impl Iterator<Item = SidePlayer<'_>> {
        let (name, tags) = match color {
            Color::White => {
                (WHITE, ["WhiteTitle", "WhiteElo", "WhiteUSCF", "WhiteNA", "WhiteType"])
            }
            Color::Black => {
                (BLACK, ["BlackTitle", "BlackElo", "BlackUSCF", "BlackNA", "BlackType"])
            }
        };
        let names = self.tag(name).unwrap_or_default();
        let values = tags.map(|name| self.tag(name).unwrap_or_default());
        let is_alone = players(names).nth(1).is_none();
        players(names).enumerate().map(move |(n, player)| {
            let [title, elo, uscf, address, player_type] =
                values.map(|value| fields(value).nth(n).map_or("", |(_, field)| field));
            let address = if is_alone { values[3] } else { address };
            SidePlayer {
                player,
                title: Title::parse(title).ok().flatten(),
                elo: Rating::parse_lax(elo).unwrap_or(Rating::Unknown),
                uscf: Rating::parse_lax(uscf).unwrap_or(Rating::Unknown),
                address: Some(address).filter(|address| !matches!(*address, "" | "-")),
                player_type: PlayerType::parse(player_type).ok().flatten(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(tags: &[(&str, &str)]) -> Game {
        let mut game = Game::new();
        tags.iter().for_each(|(name, value)| game.tags.push(name, value));
        game
    }

    #[test]
    fn each_player_of_a_side_has_the_fields_of_its_place() {
        let game = game(&[
            ("White", "Jones:Smith, A.:Zac 5"),
            ("WhiteTitle", "IM:-:GM"),
            ("WhiteElo", "2400:-:2600"),
            ("WhiteType", "human:human:program"),
            ("WhiteNA", "a@b:-"),
            ("WhiteUSCF", "?"),
        ]);
        let seats: Vec<SidePlayer<'_>> = game.side_players(Color::White).collect();
        assert_eq!(seats.len(), 3);
        assert_eq!(seats[1].player.given(), Some("A."));
        let titles = seats.iter().map(|seat| seat.title).collect::<Vec<_>>();
        assert_eq!(titles, [Some(Title::Im), Some(Title::Untitled), Some(Title::Gm)]);
        let elos: Vec<Rating> = seats.iter().map(|seat| seat.elo).collect();
        assert_eq!(elos, [Rating::Points(2400), Rating::Unrated, Rating::Points(2600)]);
        assert_eq!(seats[2].player_type, Some(PlayerType::Program));
        let addresses: Vec<_> = seats.iter().map(|seat| seat.address).collect();
        assert_eq!(addresses, [Some("a@b"), None, None]);
        assert!(seats.iter().all(|seat| seat.uscf == Rating::Unknown));
        assert_eq!(game.side_players(Color::Black).count(), 0);
    }

    #[test]
    fn the_address_of_one_player_keeps_its_colon() {
        let game = game(&[("Black", "Deep"), ("BlackNA", "host.example:5000")]);
        let seat = game.side_players(Color::Black).next().unwrap();
        assert_eq!(seat.address, Some("host.example:5000"));
        assert_eq!((seat.title, seat.elo), (None, Rating::Unknown));
    }
}
