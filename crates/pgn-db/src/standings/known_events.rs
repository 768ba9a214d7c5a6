//! Events whose results and final order are published: results only, without moves.

use super::tests::entry;
use super::*;

/// The rounds of an event, a line each: `White 1 Black; White = Black; …`.
fn event_of(rounds: &str) -> Event {
    let mut entries = Vec::new();
    for (n, line) in rounds.lines().enumerate() {
        for game in line.split("; ") {
            let words: Vec<&str> = game.split(' ').collect();
            let [white, result, black] = words[..] else { panic!("{game}") };
            let result = match result {
                "1" => "1-0",
                "0" => "0-1",
                _ => "1/2-1/2",
            };
            entries.push(entry(white, black, result, &(n + 1).to_string()));
        }
    }
    Event::of(&entries, None)
}

/// The names in order, each with its half points.
fn order(event: &Event, tie_breaks: &[TieBreak]) -> String {
    let standings = Standings::of(event, Kind::of(event), tie_breaks);
    let place = |it: &Place| format!("{} {}", event.seats[it.seat].name, it.half_points);
    standings.places.iter().map(place).collect::<Vec<_>>().join(", ")
}

/// The Candidates Tournament of 2018 in Berlin; its criteria were direct, wins, sb.
const CANDIDATES_2018: &str = "\
Kramnik 1 Grischuk; Karjakin 0 Mamedyarov; Aronian = Ding; Caruana 1 So
Grischuk 1 So; Ding = Caruana; Mamedyarov = Aronian; Kramnik = Karjakin
Caruana = Mamedyarov; So = Ding; Karjakin = Grischuk; Aronian 0 Kramnik
Karjakin 0 Aronian; Grischuk = Ding; Mamedyarov = So; Kramnik 0 Caruana
Aronian = Grischuk; Caruana = Karjakin; So = Kramnik; Ding = Mamedyarov
So 1 Aronian; Ding = Karjakin; Mamedyarov 1 Kramnik; Caruana = Grischuk
Karjakin 1 So; Aronian 0 Caruana; Grischuk = Mamedyarov; Kramnik = Ding
So = Caruana; Grischuk 1 Kramnik; Mamedyarov = Karjakin; Ding = Aronian
So = Grischuk; Caruana = Ding; Aronian = Mamedyarov; Karjakin 1 Kramnik
Kramnik 1 Aronian; Mamedyarov = Caruana; Ding = So; Grischuk = Karjakin
Caruana = Kramnik; Aronian 0 Karjakin; Ding = Grischuk; So = Mamedyarov
Mamedyarov 0 Ding; Grischuk = Aronian; Karjakin 1 Caruana; Kramnik = So
Mamedyarov 1 Grischuk; Ding = Kramnik; So = Karjakin; Caruana 1 Aronian
Aronian = So; Karjakin = Ding; Kramnik = Mamedyarov; Grischuk 0 Caruana";

/// The Tata Steel Masters of 2019 in Wijk aan Zee; equal points were ordered by Sonneborn-Berger.
const WIJK_AAN_ZEE_2019: &str = "\
Ding = Carlsen; Giri 0 Nepomniachtchi; Fedoseev = Rapport; Vidit = Duda; Foreest 0 Anand; \
Shankland = Mamedyarov; Radjabov = Kramnik
Carlsen = Nepomniachtchi; Kramnik 0 Giri; Mamedyarov = Radjabov; Rapport = Shankland; \
Anand = Fedoseev; Ding = Vidit; Duda 0 Foreest
Vidit = Carlsen; Foreest 0 Ding; Giri = Mamedyarov; Nepomniachtchi 1 Kramnik; \
Shankland = Anand; Radjabov = Rapport; Fedoseev 0 Duda
Carlsen = Kramnik; Rapport 0 Giri; Ding = Fedoseev; Anand = Radjabov; \
Mamedyarov = Nepomniachtchi; Duda = Shankland; Vidit 1 Foreest
Fedoseev = Vidit; Radjabov = Duda; Shankland 0 Ding; Kramnik = Mamedyarov; \
Nepomniachtchi = Rapport; Foreest 0 Carlsen; Giri = Anand
Carlsen 1 Mamedyarov; Foreest 1 Fedoseev; Duda 0 Giri; Ding = Radjabov; \
Anand = Nepomniachtchi; Vidit = Shankland; Rapport = Kramnik
Fedoseev = Carlsen; Mamedyarov = Rapport; Kramnik 0 Anand; Nepomniachtchi = Duda; \
Giri = Ding; Radjabov 1 Vidit; Shankland 1 Foreest
Carlsen 1 Rapport; Foreest = Radjabov; Fedoseev 1 Shankland; Ding = Nepomniachtchi; \
Vidit = Giri; Anand 1 Mamedyarov; Duda 1 Kramnik
Shankland = Carlsen; Mamedyarov = Duda; Nepomniachtchi 1 Vidit; Rapport = Anand; \
Giri = Foreest; Kramnik = Ding; Radjabov 0 Fedoseev
Duda 0 Rapport; Ding = Mamedyarov; Foreest 1 Nepomniachtchi; Carlsen 1 Anand; \
Fedoseev 0 Giri; Shankland = Radjabov; Vidit 1 Kramnik
Radjabov = Carlsen; Kramnik 1 Foreest; Anand = Duda; Giri 1 Shankland; \
Nepomniachtchi 1 Fedoseev; Rapport = Ding; Mamedyarov 0 Vidit
Carlsen 1 Duda; Fedoseev 0 Kramnik; Ding = Anand; Shankland 1 Nepomniachtchi; \
Radjabov = Giri; Vidit = Rapport; Foreest = Mamedyarov
Giri = Carlsen; Rapport 1 Foreest; Nepomniachtchi = Radjabov; Duda = Ding; Anand = Vidit; \
Mamedyarov = Fedoseev; Kramnik 0 Shankland";

/// The AVRO tournament of 1938, of which the rounds do not matter: Keres was first, because he had
/// beaten Fine.
const AVRO_1938: &str = "\
Botvinnik 1 Capablanca; Botvinnik 1 Alekhine; Keres = Botvinnik; Botvinnik = Flohr; \
Flohr = Euwe; Botvinnik = Keres; Fine 1 Alekhine; Euwe 0 Fine; Flohr = Fine; Flohr = Keres; \
Flohr = Reshevsky; Keres = Alekhine; Keres 1 Capablanca; Keres = Euwe; Keres = Fine; \
Keres = Flohr; Keres 1 Reshevsky; Reshevsky = Alekhine; Reshevsky = Botvinnik; \
Reshevsky = Capablanca; Reshevsky = Euwe; Reshevsky 0 Fine; Reshevsky 1 Flohr; \
Reshevsky = Keres; Flohr = Capablanca; Flohr = Botvinnik; Flohr = Alekhine; Fine 0 Reshevsky; \
Fine 0 Keres; Fine 1 Flohr; Fine 0 Euwe; Fine = Capablanca; Fine 1 Botvinnik; \
Botvinnik = Fine; Euwe 0 Reshevsky; Euwe = Keres; Euwe 1 Flohr; Euwe 1 Botvinnik; \
Alekhine = Botvinnik; Alekhine 1 Capablanca; Alekhine 1 Euwe; Alekhine 0 Fine; \
Alekhine 1 Flohr; Alekhine = Keres; Alekhine = Reshevsky; Botvinnik = Euwe; \
Capablanca = Botvinnik; Euwe = Alekhine; Euwe 1 Capablanca; Botvinnik 1 Reshevsky; \
Capablanca = Alekhine; Capablanca 1 Euwe; Capablanca = Fine; Capablanca 1 Flohr; \
Capablanca = Keres; Capablanca = Reshevsky";

#[test]
fn published_events_have_their_published_order() {
    let candidates = event_of(CANDIDATES_2018);
    assert_eq!(Kind::of(&candidates), Kind::RoundRobin { repeat_count: 2 });
    assert_eq!(
        order(&candidates, usual_tie_breaks(Kind::of(&candidates))),
        "Caruana 18, Mamedyarov 16, Karjakin 16, Ding 15, Kramnik 13, Grischuk 13, So 12, Aronian 9"
    );
    let wijk = event_of(WIJK_AAN_ZEE_2019);
    assert_eq!(Kind::of(&wijk), Kind::RoundRobin { repeat_count: 1 });
    assert_eq!(
        order(&wijk, &[TieBreak::SonnebornBerger]),
        "Carlsen 18, Giri 17, Nepomniachtchi 15, Ding 15, Anand 15, Vidit 14, Radjabov 13, \
         Shankland 13, Rapport 13, Duda 11, Fedoseev 10, Mamedyarov 10, Foreest 9, Kramnik 9"
    );
    let avro = event_of(AVRO_1938);
    assert_eq!(
        order(&avro, &[TieBreak::Direct, TieBreak::SonnebornBerger]),
        "Keres 17, Fine 17, Botvinnik 15, Reshevsky 14, Alekhine 14, Euwe 14, Capablanca 12, \
         Flohr 9"
    );
}

#[test]
fn the_values_are_the_published_ones() {
    let wijk = event_of(WIJK_AAN_ZEE_2019);
    let standings = Standings::of(&wijk, Kind::of(&wijk), &[TieBreak::SonnebornBerger]);
    let quarters: Vec<Option<i64>> =
        standings.places.iter().map(|place| place.tie_breaks[0]).collect();
    let published = [
        55.5, 51.5, 48.75, 47.25, 44.25, 42.0, 43.25, 40.0, 38.5, 33.25, 34.25, 31.25, 28.0, 26.75,
    ];
    assert_eq!(quarters, published.map(|points: f64| Some((points * 4.0) as i64)));
}
