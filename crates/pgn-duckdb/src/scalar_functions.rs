//! Functions over the text of games, positions and moves, a value for each row.
//!
//! A null argument gives null. A value that the text does not have is also null: the code of a game
//! without a known opening, the position after a move that does not exist. A FEN or a move that
//! cannot be read is an error; `try(…)` makes it null.

use std::cell::RefCell;
use std::sync::Arc;

use libduckdb_sys::{duckdb_data_chunk, duckdb_function_info, duckdb_vector};
use pgn_query::{Context, Matcher, Query};
use pgnkit::charset::Choice;
use pgnkit::chess::fen::{self, EpPolicy, Mode};
use pgnkit::chess::notation::{san, uci};
use pgnkit::game::MoveText;
use pgnkit::opening::Table;
use pgnkit::read::Games;
use pgnkit::{Game, Position};
use quack_rs::data_chunk::DataChunk;
use quack_rs::error::ExtensionError;
use quack_rs::scalar::{ScalarFunctionBuilder, ScalarFunctionInfo};
use quack_rs::types::TypeId;
use quack_rs::vector::{VectorReader, VectorWriter};

/// The functions, their names with a prefix.
pub(crate) fn all(prefix: &str) -> [Result<ScalarFunctionBuilder, ExtensionError>; 5] {
    let text = TypeId::Varchar;
    let function = |name, params: &[TypeId]| {
        let function = ScalarFunctionBuilder::try_new(&format!("{prefix}{name}"))?;
        Ok(params.iter().fold(function, |function, param| function.param(*param)).returns(text))
    };
    [
        function("pgn_eco", &[text]).map(|it| it.function(pgn_eco)),
        function("pgn_fen", &[text, TypeId::BigInt]).map(|it| it.function(pgn_fen)),
        function("pgn_key", &[text]).map(|it| it.function(pgn_key)),
        function("pgn_matches", &[text, text])
            .map(|it| it.returns(TypeId::Boolean).function(pgn_matches)),
        function("san_to_uci", &[text, text]).map(|it| it.function(san_to_uci)),
    ]
}

quack_rs::scalar_callback!(pgn_eco, |info, input, output| {
    each_row(info, input, output, |row, value| {
        let code =
            game_of(row.text(0)).and_then(|game| Some(Table::standard().classify(&game)?.code));
        value.text_or_null(code.map(|code| code.to_string()));
        Ok(())
    });
});

quack_rs::scalar_callback!(pgn_fen, |info, input, output| {
    each_row(info, input, output, |row, value| {
        let position = game_of(row.text(0)).and_then(|game| position_at(&game, row.number(1)));
        let fen = position.map(|position| fen::to_text(&position, EpPolicy::Standard).to_string());
        value.text_or_null(fen);
        Ok(())
    });
});

quack_rs::scalar_callback!(pgn_key, |info, input, output| {
    each_row(info, input, output, |row, value| {
        value.text(&format!("{:016x}", position_of(row.text(0))?.polyglot_key()));
        Ok(())
    });
});

quack_rs::scalar_callback!(san_to_uci, |info, input, output| {
    each_row(info, input, output, |row, value| {
        let (position, text) = (position_of(row.text(0))?, row.text(1));
        let reading = san::resolve(&position, text.as_bytes(), &san::SanOptions::default());
        let reading = reading.map_err(|error| format!("{text}: {error}"))?;
        value.text(&uci::to_text(&position, reading.mv));
        Ok(())
    });
});

quack_rs::scalar_callback!(pgn_matches, |info, input, output| {
    // Most often all rows ask the same.
    let asked: RefCell<Option<Matcher>> = RefCell::new(None);
    each_row(info, input, output, |row, value| {
        let mut asked = asked.borrow_mut();
        let expression = row.text(1);
        if asked.as_ref().is_none_or(|matcher| matcher.query().text() != expression) {
            let query = Query::parse(expression, &Context::default());
            let query: Arc<Query> = query.map_err(|error| error.to_string())?;
            *asked = Some(query.matcher(Choice::default()));
        }
        let (matcher, game) = (asked.as_mut(), game_of(row.text(0)));
        match matcher.zip(game) {
            Some((matcher, game)) => value.flag(matcher.test_game(&game, "", 1).holds()),
            None => value.null(),
        }
        Ok(())
    });
});

/// The first game of a text; movetext alone is a game, too.
fn game_of(text: &str) -> Option<Game> {
    // A text in memory cannot fail to be read.
    Games::new(text.as_bytes()).next()?.ok()
}

/// The position after this many plies of the main line; `None` if the line is shorter.
fn position_at(game: &Game, n_plies: i64) -> Option<Position> {
    let n_plies = usize::try_from(n_plies).ok()?;
    let mut position = game.start_position()?;
    let mut n_played = 0;
    for node in game.main_line().take(n_plies) {
        let Some(MoveText::Move(mv)) = game.tree().mv(node) else { return None };
        position.play_unchecked(mv);
        n_played += 1;
    }
    (n_played == n_plies).then_some(position)
}

fn position_of(text: &str) -> Result<Position, String> {
    let read =
        fen::parse(text.as_bytes(), Mode::Lax).map_err(|error| format!("{text}: {error}"))?;
    Ok(read.0)
}

/// The arguments of a row, none of which is null.
struct ArgumentRow<'c> {
    arguments: &'c [VectorReader],
    at: usize,
}

impl ArgumentRow<'_> {
    /// The text of an argument that the function has as a text.
    fn text(&self, argument: usize) -> &str {
        // SAFETY: the function declares it so, and the row is there and not null.
        unsafe { self.arguments[argument].read_str(self.at) }
    }

    /// The number of an argument that the function has as a number.
    fn number(&self, argument: usize) -> i64 {
        // SAFETY: as above.
        unsafe { self.arguments[argument].read_i64(self.at) }
    }
}

/// Where the value of a row goes.
struct ValueSink<'w> {
    writer: &'w mut VectorWriter,
    at: usize,
}

impl ValueSink<'_> {
    fn text(self, text: &str) {
        // SAFETY: the function declares texts, and the row is there.
        unsafe { self.writer.write_varchar(self.at, text) };
    }

    fn flag(self, flag: bool) {
        // SAFETY: the function declares flags, and the row is there.
        unsafe { self.writer.write_bool(self.at, flag) };
    }

    fn null(self) {
        // SAFETY: the row is there.
        unsafe { self.writer.set_null(self.at) };
    }

    fn text_or_null(self, text: Option<String>) {
        match text {
            Some(text) => self.text(&text),
            None => self.null(),
        }
    }
}

/// Calls the function for one row after the other; the first error ends the query.
fn each_row(
    info: duckdb_function_info,
    input: duckdb_data_chunk,
    output: duckdb_vector,
    mut function: impl FnMut(ArgumentRow<'_>, ValueSink<'_>) -> Result<(), String>,
) {
    // SAFETY: DuckDB lends the handles for this call.
    let (info, chunk) = unsafe { (ScalarFunctionInfo::new(info), DataChunk::from_raw(input)) };
    let arguments: Vec<VectorReader> =
        // SAFETY: the chunk has as many columns.
        (0..chunk.column_count()).map(|column| unsafe { chunk.reader(column) }).collect();
    // SAFETY: DuckDB lends the vector for this call, with room for the rows of the chunk.
    let mut writer = unsafe { VectorWriter::from_vector(output) };
    for at in 0..chunk.size() {
        let value = ValueSink { writer: &mut writer, at };
        // SAFETY: the row is there.
        if arguments.iter().any(|argument| !unsafe { argument.is_valid(at) }) {
            value.null();
        } else if let Err(message) = function(ArgumentRow { arguments: &arguments, at }, value) {
            return info.set_error(&message);
        }
    }
}
