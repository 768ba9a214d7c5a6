//! How long a keystroke takes in a file of 20 MB, from the message to its diagnostics:
//! `cargo bench -p pgn-lsp`. It should be less than 50 ms.

#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/it/client.rs"]
mod client;

use std::time::Instant;

use client::Client;

const GAME: &str = "[Event \"Riga\"]\n[Site \"Riga LAT\"]\n[Date \"1958.??.??\"]\n[Round \"3\"]\n\
    [White \"Tal, Mikhail\"]\n[Black \"Keres, Paul\"]\n[Result \"1-0\"]\n[ECO \"C90\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3\n\
    O-O 9. h3 {[%clk 1:20:30] a quiet move} Na5 10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4\n\
    (12... Nc6 13. d5 Nd8) 13. cxd4 Nc6 14. Nb3 a5 15. Be3 a4 16. Nbd2 Bd7 1-0\n\n";

fn main() {
    let n_games = 20_000_000 / GAME.len() as u32;
    let n_lines = GAME.matches('\n').count() as u32;
    for (name, game) in [("clean", GAME.to_owned()), ("with findings", GAME.replace("Re1", "Re3"))]
    {
        let start = Instant::now();
        let mut client = Client::opening(&game.repeat(n_games as usize));
        let n_found = client.published().len();
        println!("{name}: open {:?}, {n_found} diagnostics", start.elapsed());
        let mut times = Vec::new();
        for n in 0..40_u32 {
            let line = (n_games / 2 + n / 2 % 2 * 100) * n_lines + 9;
            let start = Instant::now();
            match n % 2 {
                0 => client.change([line, 3, line, 3], "N"),
                _ => client.change([line, 3, line, 4], ""),
            }
            assert!(client.published().len() >= n_found);
            times.push(start.elapsed());
        }
        times.sort();
        println!("{name}: keystroke median {:?}, slowest {:?}", times[20], times[39]);
        client.finish();
    }
}
