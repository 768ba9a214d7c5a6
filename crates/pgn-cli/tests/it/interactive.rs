//! `pgn convert --to html --interactive`: the contents of the file. How it works in a browser is
//! tested in `page/test/browser.mjs`.

use crate::scratch::Dir;

/// The viewer, which is in the page packed.
const VIEWER: &str = include_str!("../../viewer/pgn-view.js");

/// The size of the part of a page before its games, in bytes.
const BEFORE_GAMES_MAX: usize = 650_000;

const EVIL: &str = "</pre></script><script src=https://evil.example/x.js></script>&amp;&#13;\\\"'";

/// The page of games, of a file with a name.
fn page_of(name: &str, games: &str) -> String {
    let dir = Dir::with(name, games);
    dir.pgn().args("convert --quiet --to html --interactive -o page.html").arg(name).status(0);
    String::from_utf8(dir.read("page.html")).unwrap()
}

/// The part before the games, and the games as a browser passes them to the viewer.
fn parts(page: &str) -> (&str, String) {
    let (before, rest) = page.split_once("<pre hidden>\n").unwrap();
    let (games, after) = rest.split_once("</pre>").unwrap();
    assert_eq!(after, "\n</pgn-view>\n</main>\n</body>\n</html>\n");
    assert!(!games.contains(['<', '>', '\r']), "markup among the games");
    let mut text = games.to_owned();
    let entities =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#13;", "\r"), ("&amp;", "&")];
    for (entity, character) in entities {
        text = text.replace(entity, character);
    }
    (before, text)
}

#[test]
fn the_games_stand_in_the_page_byte_for_byte() {
    let odd = format!(
        "[Event \"{EVIL}\"]\n[White \"Ünal & <b>\"]\n[Result \"*\"]\n\n\
         {{{}}} 1.e4  e5 ( 1...c5 ) ;rest >\n% escape <\n 2. Nf3 {{ 中 \u{2028} }} *\n\n",
        EVIL.replace('\\', ""),
    );
    let windows = odd.replace('\n', "\r\n");
    let plain = "[White \"A\"]\n\n1. d4 d5 1-0\n";
    for games in [odd.as_str(), windows.as_str(), plain, &format!("{odd}{plain}")] {
        assert_eq!(parts(&page_of("a.pgn", games)).1, games);
    }
}

#[test]
fn a_thousand_games_are_one_page() {
    let game = |n: usize| format!("[White \"Player {n}\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n");
    let games: String = (0..1000).map(game).collect();
    assert_eq!(parts(&page_of("a.pgn", &games)).1, games);
}

#[test]
fn a_policy_forbids_other_scripts_and_all_requests() {
    let page = page_of("a.pgn", "1. e4 *\n");
    let (before, _) = parts(&page);
    let policy = before.find("<meta http-equiv=\"Content-Security-Policy\"").unwrap();
    assert!(policy < before.find("<script").unwrap(), "scripts before the policy");
    let (_, policy) = before[policy..].split_once("content=\"").unwrap();
    let (policy, _) = policy.split_once('"').unwrap();
    let mut rules: Vec<&str> = policy.split("; ").collect();
    let scripts = rules.iter().position(|rule| rule.starts_with("script-src ")).unwrap();
    let scripts = rules.remove(scripts);
    assert_eq!(rules, ["default-src 'none'", "base-uri 'none'", "form-action 'none'"]);
    for source in scripts.split(' ').skip(1) {
        let is_digest = source.starts_with("'sha256-") && source.len() == 53;
        assert!(is_digest || source == "'wasm-unsafe-eval'", "{source}");
    }
}

#[test]
fn the_page_names_no_address_and_is_small() {
    let page = page_of("a.pgn", "1. e4 *\n");
    let (before, _) = parts(&page);
    assert!(before.len() <= BEFORE_GAMES_MAX, "{} bytes before the games", before.len());
    let packed = before.split("<script type=\"text/plain\"").skip(1);
    let plain = packed.fold(before.to_owned(), |plain, script| {
        plain.replace(script.split_once("</script>").unwrap().0, "")
    });
    assert!(plain.len() < 5_000, "{plain}");
    for text in [plain.as_str(), VIEWER] {
        // The name of SVG is not an address that a browser loads, nor is the reference to a
        // gradient.
        let text = text.replace("http://www.w3.org/2000/svg", "").replace("url(#check)", "");
        for address in
            ["http://", "https://", "ws://", "wss://", "src=", "href=\"", "@import", "url("]
        {
            assert!(!text.contains(address), "{address}");
        }
    }
}

#[test]
fn a_name_of_a_file_is_no_markup() {
    let name = "<img src=x onerror=alert(1)>'\"&.pgn";
    let page = page_of(name, "1. e4 *\n");
    let (before, _) = parts(&page);
    assert!(!before.contains("<img"));
    assert_eq!(before.matches("&lt;img src=x onerror=alert(1)&gt;'&quot;&amp;").count(), 3);
}
