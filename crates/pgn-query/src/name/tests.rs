//! Cases and properties of names.

use super::Likeness::{Close, Compatible, Different, Same};
use super::*;
use proptest::prelude::*;
use std::sync::atomic::AtomicU64;

fn root(word: &str) -> String {
    let mut root = String::new();
    push_root(&fold(word, Fold::Letters), &mut root);
    root
}

#[test]
fn folding_takes_away_what_does_not_count() {
    let cases = [
        ("TAL", "tal", "tal", "tal"),
        ("Hübner,R.", "hübner,r.", "hubner,r.", "hubner r"),
        (
            "  O'Kelly  de-Galway ",
            "  o'kelly  de-galway ",
            "  o'kelly  de-galway ",
            "okelly de galway",
        ),
        ("Łódź", "łódź", "lodz", "lodz"),
        ("Ångström", "ångström", "angstrom", "angstrom"),
        ("A\u{30a}ngstro\u{308}m", "ångström", "angstrom", "angstrom"),
        ("Straße", "strasse", "strasse", "strasse"),
        ("Æsir þórr", "æsir þórr", "aesir thorr", "aesir thorr"),
        ("Таль", "таль", "tal", "tal"),
        ("", "", "", ""),
        ("?", "?", "?", ""),
        ("丁立人", "丁立人", "丁立人", "丁立人"),
    ];
    for (text, case, letters, words) in cases {
        assert_eq!(fold(text, Fold::Case), case, "{text}");
        assert_eq!(fold(text, Fold::Letters), letters, "{text}");
        assert_eq!(fold(text, Fold::Words), words, "{text}");
    }
}

#[test]
fn languages_write_one_name_in_many_ways() {
    let families = [
        "Yusupov Jussupow Yussupov Jusupov Юсупов",
        "Chigorin Tschigorin Tchigorine Čigorin Чигорин",
        "Alekhine Aljechin Alehin Alekhin Aljehin Алехин",
        "Korchnoi Kortschnoj Kortchnoi Korchnoy",
        "Nimzowitsch Nimzovich Nimzovitch",
        "Spassky Spasskij Spasski Spaski Спасский",
        "Polugaevsky Polugajewski Polugayevsky",
        "Petrosian Petrosjan Petrosyan Петросян",
        "Botvinnik Botwinnik Ботвинник",
        "Evgeny Jewgeni Yevgeny Evgenij Yevgeni",
        "Alexei Aleksey Alexej Aleksei Алексей",
        "Alexander Aleksandr Alexandr Alexandre Александр",
        "Sergei Serguei Sergey Sergej",
        "Yuri Iouri Juri Yury Jurij",
        "Khalifman Chalifman Halifman",
        "Tseitlin Zeitlin",
        "Zhukov Schukow Žukov",
        "Müller Mueller Muller",
        "Carlsen Karlsen",
        "Dzindzichashvili Dzhindzhikhashvili Dsindsichaschwili",
        "Ljubojevic Ljubojević Lyuboyevich",
    ];
    for family in families {
        let mut words = family.split(' ');
        let first = root(words.next().unwrap());
        for word in words {
            assert_eq!(root(word), first, "{word} in {family}");
        }
    }
    for (a, b) in
        [("Karpov", "Kasparov"), ("Tal", "Talbot"), ("Short", "Shirov"), ("Anand", "Adams")]
    {
        assert_ne!(root(a), root(b));
    }
}

#[test]
fn spellings_are_of_one_person_or_not() {
    let cases = [
        ("Carlsen, Magnus", "Carlsen,Magnus", Same),
        ("Carlsen, Magnus", "Magnus Carlsen", Same),
        ("Carlsen, Magnus", "GM Magnus Carlsen", Same),
        ("Carlsen, Magnus", "Carlsen, Magnus (NOR)", Same),
        ("Carlsen, Magnus", "CARLSEN Magnus", Same),
        ("Carlsen, Magnus", "Carlsen, Magnus (2882)", Same),
        ("Carlsen, M", "Carlsen,Magnus", Compatible),
        ("Carlsen M.", "Magnus Carlsen", Compatible),
        ("M. Carlsen", "Carlsen, Magnus", Compatible),
        ("Carlsen", "Carlsen, Magnus", Compatible),
        ("Carlsen, Magnus Oen", "Carlsen, Magnus", Compatible),
        ("Carlsen, Magnus", "Carlsen, Henrik", Different),
        ("Ivanov, A", "Ivanov, B", Different),
        ("Ivanov, Alexey", "Ivanov, Alexander", Different),
        ("Ivanov, A", "Ivanova, A", Different),
        ("Ivanov, Igor", "Petrov, Igor", Different),
        ("Smejkal, Jan", "Smejkal, Janez", Different),
        ("Tal, Mikhail N.", "Tal, M", Compatible),
        ("Tal, Mihail", "Tahl, Michail", Same),
        ("Jussupow, Artur", "Yusupov, Artur", Same),
        ("Tschigorin, Michail", "Chigorin, Mikhail", Same),
        ("Capablanca, José Raúl", "Capablanca,J.R.", Compatible),
        ("Capablanca, Jose Raul", "Jose Raul Capablanca", Same),
        ("Vachier-Lagrave, Maxime", "Maxime Vachier Lagrave", Same),
        ("Van Wely, Loek", "VanWely, Loek", Same),
        ("Van den Doel, Erik", "Doel, Erik van den", Same),
        ("Garcia Palermo, Carlos", "Garcia, Carlos", Compatible),
        ("Garcia Palermo", "Garcia Palermo, Carlos", Compatible),
        ("Garcia Palermo", "Garcia, Palermo", Same),
        ("LOU YIPING,", "Lou Yiping", Same),
        ("Juan Garcia", "Juan, Miguel", Different),
        ("Garcia Palermo, Carlos", "Garcia, C", Different),
        ("Hou Yifan", "Hou, Yifan", Same),
        ("Wei, Yi", "Wei Yi", Same),
        ("Byrne, Robert", "Byrne, Donald", Different),
        ("Ashley Jr, Maurice", "Ashley, Maurice", Compatible),
        ("Sarkar, Justin Jr", "Sarkar, Justin Sr", Different),
        ("Karpov, Anatoly", "Karpov, Antaoly", Close),
        ("Kasparov, Garry", "Kasparow, Garri", Same),
        ("Kasparov, Garry", "Kaspraov, Garry", Close),
        ("Kasparov, Garry", "Karpov, Anatoly", Different),
        ("Stockfish 15", "Stockfish 16", Different),
        ("Stockfish 15", "stockfish 15", Same),
        ("DrNykterstein", "drnykterstein", Same),
        ("?", "Carlsen, Magnus", Compatible),
        ("NN", "N.N.", Compatible),
        ("Tal, Mikhail:Petrosian, Tigran", "Petrosian, Tigran:Tal, Mikhail", Same),
        ("Tal, Mikhail:Petrosian, Tigran", "Tal, Mikhail", Different),
        ("Polgar, Zsuzsa", "Polgar, Zs", Compatible),
        ("Averbakh, Yuri", "Awerbach, Ju.", Compatible),
        ("Dr. Lasker, Emanuel", "Lasker, Emanuel", Same),
        ("Lasker, Edward", "Lasker, Emanuel", Different),
        ("丁立人", "丁立人", Same),
    ];
    for (a, b, expected) in cases {
        assert_eq!(likeness(a, b), expected, "{a} and {b}");
        assert_eq!(likeness(b, a), expected, "{b} and {a}");
    }
}

#[test]
fn unknown_persons_are_known_as_such() {
    for name in ["", "?", "NN", "N.N.", "N. N.", "nn", "(NOR)", " - "] {
        assert!(Person::parse(name).is_unknown(), "{name}");
    }
    for name in ["Nn, A", "N", "Tal"] {
        assert!(!Person::parse(name).is_unknown(), "{name}");
    }
}

#[test]
fn parts_are_found() {
    let person = Person::parse("GM Byrne Jr., Robert (USA)");
    assert_eq!(person.suffix(), Some(Suffix::Junior));
    assert_eq!(person.federation(), Some("USA"));
    assert_eq!(person.key(), root("byrne"));
    assert_eq!(Person::parse("Van Wely, Loek").key(), root("wely"));
    let hou = Person::parse("Hou Yifan");
    assert_eq!(hou.key(), root("yifan"));
    assert_eq!(hou.keys().collect::<Vec<_>>(), [root("hou"), root("yifan"), root("houyifan")]);
}

#[test]
fn what_sounds_alike_is_heard() {
    for sound in [Sound::Soundex, Sound::Metaphone] {
        assert!(Sounds::new(sound, "smith").are_in("Smyth, John"), "{sound:?}");
        assert!(!Sounds::new(sound, "smith").are_in("Jones, John"), "{sound:?}");
        assert!(Sounds::new(sound, "john smith").are_in("Smyth, Jon"), "{sound:?}");
        assert!(!Sounds::new(sound, "").are_in("Smyth, Jon"));
        assert!(!Sounds::new(sound, "丁").are_in("丁"));
    }
    assert_eq!(Sound::Soundex.of_word("Müller"), "M460");
}

#[test]
fn a_very_long_name_takes_no_long_time() {
    let long = "Schtsch".repeat(200_000);
    let many = "Ab ".repeat(200_000);
    for name in [long, many.clone(), many.replace(' ', ":")] {
        assert!(likeness(&name, &name) >= Compatible);
        assert!(!Sounds::new(Sound::Metaphone, &name[..300]).are_in(""));
    }
}

/// All suggestions of a census.
fn compared(census: &Census) -> Vec<Suggestion> {
    let n_compared = &AtomicU64::new(0);
    let comparison = Comparison { least: Certainty::Doubtful, bytes_max: usize::MAX, n_compared };
    census.suggestions(comparison).unwrap()
}

/// The suggestions of a census of players, a line each.
fn suggested(kind: Kind, spellings: &[(&str, u64)]) -> Vec<String> {
    let mut census = Census::default();
    spellings.iter().for_each(|&(name, n_games)| census.add(kind, name, n_games));
    let line = |it: Suggestion| {
        let sign = if it.certainty == Certainty::Sure { "=>" } else { "?>" };
        format!("{} {sign} {} ({})", it.from, it.to, it.n_games)
    };
    compared(&census).into_iter().map(line).collect()
}

#[test]
fn spellings_of_one_name_are_found() {
    let players = [
        ("Yusupov, Artur", 9),
        ("Jussupow,Artur", 3),
        ("Artur Yusupov", 1),
        ("Yusupov, A", 2),
        ("Yusupov, Artru", 1),
        ("Ivanov, A", 2),
        ("Ivanov, Alexei", 2),
        ("Ivanov, Anton", 1),
        ("Ivanova, A", 2),
        ("?", 7),
        ("NN", 7),
    ];
    assert_eq!(
        suggested(Kind::Player, &players),
        [
            "Ivanov, A ?> Ivanov, Alexei (2)",
            "Artur Yusupov => Yusupov, Artur (1)",
            "Jussupow,Artur => Yusupov, Artur (3)",
            "Yusupov, A ?> Yusupov, Artur (2)",
            "Yusupov, Artru ?> Yusupov, Artur (1)",
        ]
    );
    // A comma separates the family name, with or without a space after it.
    let players = [("Gufeld E", 5), ("Gufeld,E", 1), ("Tal M", 5), ("Tal,M", 3), ("Tal, M", 1)];
    assert_eq!(
        suggested(Kind::Player, &players),
        ["Gufeld E => Gufeld,E (5)", "Tal M => Tal, M (5)", "Tal,M => Tal, M (3)"]
    );
    let events = [
        ("Hastings 1922", 4),
        ("hastings, 1922", 1),
        ("Hastings 1923", 1),
        ("Hastigns 1922", 1),
        ("Rook", 1),
        ("Rock", 2),
        ("?", 3),
    ];
    assert_eq!(
        suggested(Kind::Event, &events),
        ["Hastigns 1922 ?> Hastings 1922 (1)", "hastings, 1922 => Hastings 1922 (1)"]
    );
    assert_eq!(suggested(Kind::Site, &[("Köln", 1), ("Koln", 5)]), ["Köln => Koln (1)"]);
}

#[test]
fn names_of_different_people_are_never_sure() {
    let pairs = [
        ("Polgar Zs", "Polgar,S"),
        ("Johnson,Q", "Johnson,C"),
        ("Zhou, Hui", "Schuh, Hui"),
        ("Zhao, Jun", "Shao, Jun"),
        ("Bauer H", "Bauer,Ch"),
        ("Andriasian,S", "Andriasian,Z"),
        ("Baier, Hans", "Bahr, Hans"),
        ("Bauer, Hans", "Baur, Hans"),
        ("Fischer, John", "Fisher, John"),
        ("Kovac, Michael", "Kovac, Michal"),
        ("Ivanov, A", "Ivanov, Alexei"),
        ("Ivanov, Igor (RUS)", "Ivanov, Igor (CAN)"),
        ("Sarkar, Justin Jr", "Sarkar, Justin"),
        ("Popov, Yuri", "Popov, Iuri"),
        ("Wang Hao", "Hao Wang"),
        ("user-1", "user1"),
        ("Rook_ie", "rookie"),
        ("Fritz 5.32", "Fritz 53.2"),
    ];
    for (a, b) in pairs {
        for (n_a, n_b) in [(1, 9), (9, 1)] {
            let found = suggested(Kind::Player, &[(a, n_a), (b, n_b)]);
            assert!(!found.iter().any(|line| line.contains("=>")), "{found:?}");
        }
    }
    for (a, b) in [("21", "2.1"), ("Open 2 10", "Open 21 0"), ("Linares 1", "Linares 1.1")] {
        let found = suggested(Kind::Event, &[(a, 1), (b, 2)]);
        assert!(!found.iter().any(|line| line.contains("=>")), "{found:?}");
    }
}

#[test]
fn names_with_the_same_letters_are_sure_and_become_last_first() {
    let pairs = [
        ("TAL, MIKHAIL", "Tal, Mikhail"),
        ("Tal,Mikhail", "Tal, Mikhail"),
        ("Mikhail Tal", "Tal, Mikhail"),
        ("Tal Mikhail", "Tal, Mikhail"),
        ("GM Mikhail Tal", "Tal, Mikhail"),
        ("Polgar Zs.", "Polgar, Zs"),
        ("J.R. Capablanca", "Capablanca, J R"),
        ("Vachier Lagrave,Maxime", "Vachier-Lagrave, Maxime"),
        ("Doel, Erik van den", "van den Doel, Erik"),
        ("Hubner, Robert", "Hübner, Robert"),
        ("Huebner, Robert", "Hübner, Robert"),
        ("Jussupow, Artur", "Yusupov, Artur"),
        ("Wassiliew,Igor", "Vasiliev, Igor"),
        ("Smirnoff, Pavel", "Smirnov, Pavel"),
    ];
    for (from, to) in pairs {
        // The form counts before the number of games, which decides between names of one form.
        let is_one_form = from.contains(", ") && from != from.to_uppercase();
        let (n_from, n_to) = if is_one_form { (1, 2) } else { (9, 1) };
        let found = suggested(Kind::Player, &[(from, n_from), (to, n_to)]);
        assert_eq!(found, [format!("{from} => {to} ({n_from})")]);
    }
    // A name that fits two people is left to the reader of the list.
    let both = [("Wang Hao", 1), ("Wang, Hao", 1), ("Hao, Wang", 1)];
    assert!(suggested(Kind::Player, &both).iter().all(|line| !line.contains("=>")));
    let events = [("Hastings1922", 1), ("Hastings 1922", 2)];
    assert_eq!(suggested(Kind::Event, &events), ["Hastings1922 => Hastings 1922 (1)"]);
}

#[test]
fn a_list_says_what_it_means_or_where_it_is_wrong() {
    let list = "# x\n\nplayer\ta\tb\t3\twhy\nsite\ta\\tb\tc\nplayer\tq\tq\nplayer\ta\tb\n";
    let changes = Changes::parse(list).unwrap();
    assert_eq!(changes.list().len(), 2);
    assert_eq!(changes.place_of(Kind::Site, "a\tb"), Some(1));
    assert_eq!(changes.place_of(Kind::Event, "a"), None);
    let cases = [
        ("plaier\ta\tb", "line 1: expected player, event, site, round or fideid, found `plaier`"),
        ("\nplayer\ta", "line 2: expected a kind, a spelling and another, with tabs between"),
        ("player\ta\tb\nplayer\ta\tc", "line 2: `a` already becomes `b`"),
        ("player\ta\tb\\n", "line 1: expected a name, found a control character"),
    ];
    for (text, expected) in cases {
        assert_eq!(Changes::parse(text).unwrap_err().to_string(), expected);
    }
}

#[test]
fn changes_lead_to_the_end_of_their_chain() {
    let ends = |text: &str| -> Vec<String> {
        let changes = Changes::parse(text).unwrap();
        changes.list().iter().map(|change| format!("{}={}", change.from, change.to)).collect()
    };
    let line = |kind: &str, from: &str, to: &str| format!("{kind}\t{from}\t{to}\n");
    let chain = |kind: &str| line(kind, "a", "b") + &line(kind, "b", "c") + &line(kind, "c", "d");
    for kind in ["player", "event", "site"] {
        assert_eq!(ends(&chain(kind)), ["a=d", "b=d", "c=d"]);
        let backwards = line(kind, "c", "d") + &line(kind, "b", "c") + &line(kind, "a", "b");
        assert_eq!(ends(&backwards), ["c=d", "b=d", "a=d"]);
        // Two names that change places, and one that becomes one of them.
        let circle = line(kind, "a", "b") + &line(kind, "b", "a") + &line(kind, "x", "a");
        assert_eq!(ends(&circle), ["a=b", "b=a", "x=a"]);
        assert_eq!(ends(&line(kind, "a", "a")), [""; 0]);
    }
    assert_eq!(ends(&chain("round")), ["a=b", "b=c", "c=d"]);
    let kinds = line("player", "a", "b") + &line("event", "b", "c");
    assert_eq!(ends(&kinds), ["a=b", "b=c"]);
    let long: String =
        (0..100_000).map(|n| line("site", &n.to_string(), &(n + 1).to_string())).collect();
    assert!(ends(&long).iter().all(|end| end.ends_with("=100000")));
}

#[test]
fn a_suggestion_is_the_end_of_its_chain() {
    let names = [("Smith J", 1), ("J. Smith", 2), ("Smith, John", 3)];
    let found = suggested(Kind::Player, &names);
    assert!(found.iter().all(|line| line.contains("Smith, John")), "{found:?}");
    let names = [("Smith, John", 1), ("J. Smith", 20), ("John Smith", 30), ("Smith John", 4)];
    for line in suggested(Kind::Player, &names) {
        assert!(!line.starts_with("Smith, John"), "{line}");
    }
    let lists = "player\tA\tB\nplayer\tB\tC\n";
    let mut authority = Authority::default();
    authority.add_aliases(lists).unwrap();
    authority.add_aliases("player\tC\tD\n").unwrap();
    let mut census = Census::default();
    ["A", "B", "C"].iter().for_each(|name| census.add(Kind::Player, name, 1));
    assert!(authority.suggestions(&census).iter().all(|it| it.to == "D"));
}

#[test]
fn lists_of_others_give_good_spellings() {
    let scid = "# remark\n@PLAYER \", .-\"\n%Prefix \"a\" \"b\"\nTal, Mikhail #gm LAT [2705] 1936\n\
        =Tal, Mihail\n=Tahl\nByrne, R #gm\n=Byrne\nByrne, D\n=Byrne\n@SITE\nRiga LAT\n=Riga\n\
        %Suffix \" Latvia\" \"\"\n@ROUND\n%Prefix \"Round \" \"\"\n";
    let fide = "ID Number      Name                 Fed Sex\n\
        13900048       Tal, Mikhail         LAT M  \n101            Ost, Bo              GER M\n";
    let mut authority = Authority::default();
    authority.add_scid(ScidFile::parse(scid));
    assert_eq!(read_fide(fide.as_bytes(), |listed| authority.add_listed(listed)).unwrap(), 2);
    authority.add_aliases("event\tx\tThe X\n").unwrap();
    let mut census = Census::default();
    let names = ["TAL, MIKHAIL", "Tahl", "Tal, Mikhail", "Byrne", "ost bo", "Riga:Tahl"];
    names.iter().for_each(|name| census.add(Kind::Player, name, 1));
    census.add(Kind::Event, "X", 2);
    census.add(Kind::Site, "Riga", 2);
    census.add(Kind::Site, "Riga Latvia", 3);
    census.add(Kind::Site, "Ogre Latvia", 4);
    census.add(Kind::Round, "Round 3", 4);
    census.add(Kind::Player, "Mikhail Tal", 5);
    census.add(Kind::Player, "TalMikhail", 6);
    let found: Vec<String> = authority
        .suggestions(&census)
        .into_iter()
        .map(|it| format!("{} => {}: {} ({})", it.from, it.to, it.why, it.n_games))
        .collect();
    assert_eq!(
        found,
        [
            "Mikhail Tal => Tal, Mikhail: spelling file (5)",
            "TAL, MIKHAIL => Tal, Mikhail: spelling file (1)",
            "Tahl => Tal, Mikhail: spelling file (2)",
            "TalMikhail => Tal, Mikhail: spelling file (6)",
            "ost bo => Ost, Bo: FIDE list (1)",
            "X => The X: aliases (2)",
            "Ogre Latvia => Ogre: spelling file, a rule for parts of names (4)",
            "Riga => Riga LAT: spelling file (2)",
            "Riga Latvia => Riga LAT: spelling file, a rule for parts of names (3)",
            "Round 3 => 3: spelling file, a rule for parts of names (4)",
        ]
    );
}

#[test]
fn numbers_come_from_lists_where_nothing_speaks_against_them() {
    let list = "ID Number Name            Fed B-day\n\
        11        Ost, Bo         GER 1980\n12        Two, A          GER 1980\n\
        13        Two, A          NOR 1990\n14        Old, Z          ENG 1990\n\
        15        Has, It         ENG 1990\n16        Else, Who       ENG 1990\n\
                  None, Of        ENG 1990\n17        Not, Here       ENG 1990\n";
    let (mut census, mut lives) = (Census::default(), Lives::default());
    let sides = [
        ("Ost,Bo", Some(1999), None),
        ("Ost,Bo", None, Some("11")),
        ("Ost,Bo", Some(2001), None),
        ("Two, A", Some(2000), None),
        ("Old, Z", Some(1993), None),
        ("Old, Z", Some(2020), None),
        ("Has, It", Some(2020), Some("15")),
        ("Else, Who", Some(2020), Some("99")),
        ("Else, Who", Some(2020), None),
        ("None, Of", None, None),
    ];
    for (name, year, number) in sides {
        census.add(Kind::Player, name, 1);
        lives.add(name, year, number);
    }
    let mut authority = Authority::default();
    authority.keep_players_of(&census);
    read_fide(list.as_bytes(), |listed| authority.add_listed(listed)).unwrap();
    let mut text = String::new();
    authority.numbers(&census, &lives).iter().for_each(|it| push_suggestion(it, &mut text));
    let expected = "\
        #fideid\tElse, Who\t16\t1\tFIDE list: Else, Who, ENG, born 1990; \
        but a game has the number 99\n\
        #fideid\tOld, Z\t14\t2\tFIDE list: Old, Z, ENG, born 1990; but a game is of 1993\n\
        fideid\tOst,Bo\t11\t2\tFIDE list: Ost, Bo, GER, born 1980\n";
    assert_eq!(text, expected);
}

#[test]
fn a_letter_that_becomes_nothing_begins_no_word() {
    let once = fold("\u{1b80}(\u{1c86}", Fold::Words).into_owned();
    assert_eq!(fold(&once, Fold::Words), once);
}

#[test]
fn an_initial_alone_is_no_family_name() {
    assert_eq!(likeness("Ab B Aa", "Bb, Ab"), Different);
}

#[test]
fn a_family_name_in_two_words_shares_a_key_with_the_same_letters_in_one() {
    for (one, other) in
        [("Abba", "Ab Ba A"), ("Abba, A", "Ab Ba, A"), ("Tschigorin", "Tschi Gorin, M")]
    {
        assert!(likeness(one, other) >= Compatible, "{one} {other}");
        let (one, other) = (Person::parse(one), Person::parse(other));
        assert!(one.keys().any(|key| other.keys().any(|k| k == key)), "{one:?} {other:?}");
    }
}

proptest! {
    #[test]
    fn folding_twice_is_folding_once(text in "\\PC{0,40}") {
        for how in [Fold::Case, Fold::Letters, Fold::Words] {
            let once = fold(&text, how).into_owned();
            prop_assert_eq!(fold(&once, how).into_owned(), once);
        }
    }

    #[test]
    fn likeness_is_symmetric_and_reflexive(a in "\\PC{0,24}", b in "[A-C][a-c]{0,3},? ?[A-C]?[a-c.]{0,4}") {
        prop_assert_eq!(likeness(&a, &b), likeness(&b, &a));
        for name in [&a, &b] {
            prop_assert!(likeness(name, name) >= Compatible);
        }
    }

    #[test]
    fn names_that_are_alike_share_a_key(
        a in "[A-B][ab]{1,3}(,? [A-B][ab]{0,3}\\.?){0,2}",
        b in "[A-B][ab]{1,3}(,? [A-B][ab]{0,3}\\.?){0,2}",
    ) {
        let (one, other) = (Person::parse(&a), Person::parse(&b));
        if one.likeness(&other) >= Compatible {
            let shared = one.keys().any(|key| other.keys().any(|k| k == key));
            prop_assert!(shared, "{} {}", a, b);
        }
    }

    #[test]
    fn a_list_of_suggestions_can_be_read_again(
        from in "\\PC{0,12}", to in "\\PC{0,12}", tab in "[\t\\\\n]{0,3}",
    ) {
        let from = format!("{from}{tab}");
        let suggestion = Suggestion {
            kind: Kind::Event,
            from: from.clone(),
            to: to.clone(),
            n_games: 1,
            certainty: Certainty::Sure,
            why: tab,
        };
        let mut text = String::new();
        push_suggestion(&suggestion, &mut text);
        let changes = Changes::parse(&text).unwrap();
        if from != to {
            prop_assert_eq!(&changes.list()[0].from, &from);
            prop_assert_eq!(&changes.list()[0].to, &to);
        }
    }

    #[test]
    fn suggestions_make_no_chains(
        names in prop::collection::vec(("[AB][ab]{1,4}(, ?| )([AB][ab]{0,4}\\.? ?){0,2}", 1_u64..5), 0..12),
    ) {
        let mut census = Census::default();
        names.iter().for_each(|(name, n)| census.add(Kind::Player, name.trim(), *n));
        let found = compared(&census);
        for it in &found {
            prop_assert!(!it.from.contains(',') || it.to.contains(','), "{:?}", it);
            let next = found.iter().find(|next| next.from == it.to);
            prop_assert!(next.is_none(), "{:?} {:?}", it, next);
        }
        // The whole list, doubtful changes and all, leaves no name that it changes.
        let mut text = String::new();
        found.iter().for_each(|it| push_suggestion(it, &mut text));
        let changes = Changes::parse(&text.replace('#', "")).unwrap();
        for change in changes.list() {
            prop_assert_eq!(changes.place_of(Kind::Player, &change.to), None);
        }
    }

    #[test]
    fn sounds_never_fail(text in "\\PC{0,40}") {
        for sound in [Sound::Soundex, Sound::Metaphone] {
            let _ = Sounds::new(sound, &text).are_in(&text);
        }
    }
}

#[test]
fn comparing_keeps_to_its_memory() {
    let mut census = Census::default();
    for n in 0..500 {
        census.add(Kind::Player, &format!("Petrov, {}", "ab".repeat(1 + n % 7)), 1);
        census.add(Kind::Player, &format!("Petro{}, A{n}", n % 10), 1);
    }
    let n_compared = &AtomicU64::new(0);
    let within = |bytes_max| {
        let comparison = Comparison { least: Certainty::Doubtful, bytes_max, n_compared };
        census.suggestions(comparison)
    };
    assert_eq!(within(usize::MAX).unwrap(), compared(&census));
    // The memory of spellings is counted before they are compared, and then the memory of the
    // results.
    let spelled: usize = census.iter().map(|(_, name, _)| 800 + 8 * name.len()).sum();
    for bytes_max in [0, spelled - 1, spelled] {
        assert_eq!(within(bytes_max), Err(ComparisonTooLargeError), "{bytes_max}");
    }
}
