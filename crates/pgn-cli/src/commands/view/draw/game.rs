//! The game: board, players, moves and the data next to them.

use pgn_view::{BoardView, GameEditor, Pane, Results, TreeChoice, TreeView, grouped, score_text};
use pgnkit::Color;
use pgnkit::chess::{Piece, Role, Variant};
use pgnkit::comment::Millis;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span, Text};

use super::list::known_date;
use super::{board, fit, frame_of, graph, moves};
use crate::commands::view::app::App;
use crate::commands::view::look::Theme;
use crate::page_text::wrapped;

/// The widths and heights of squares, the largest first.
const SQUARES: [(u16, u16); 4] = [(6, 3), (4, 2), (3, 1), (2, 1)];

/// The least width of the moves.
const MOVES_COLUMNS_MIN: u16 = 30;

/// Draws the game.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, app: &mut App) {
    let Some(view) = app.session.board() else { return };
    let look = app.look;
    let block = frame_of(&title(app), app.pane == Pane::Game, look);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    // Names above and below, letters of files, opening.
    let square = SQUARES
        .into_iter()
        .find(|(width, height)| {
            8 * width + 3 + MOVES_COLUMNS_MIN <= inner.width && 8 * height + 4 <= inner.height
        })
        .unwrap_or((2, 1));
    let left_width = (8 * square.0 + 3).min(inner.width);
    let [left, _, right] = Layout::horizontal([
        Constraint::Length(left_width),
        Constraint::Length(1),
        Constraint::Min(0),
    ])
    .areas(inner);
    draw_left(frame, left, square, &view, app);
    draw_right(frame, right, app);
}

fn title(app: &App) -> String {
    let Some(editor) = app.session.editor() else { return String::new() };
    let tags = editor.game().tags();
    let known = |name: &str| {
        tags.get(name).filter(|value| !matches!(*value, "" | "?" | "-")).map(str::to_owned)
    };
    let place = editor.place();
    let live_game = app.live_game.as_ref().filter(|live_game| live_game.is_open_in(&app.session));
    let mut parts = vec![match (live_game, place.number) {
        (Some(live_game), _) => match (live_game.has_person(), live_game.is_persons_turn()) {
            (true, true) => "your move, N resigns".to_owned(),
            (true, false) => "the engine thinks, N resigns".to_owned(),
            (false, _) => "the engines play, N stops them".to_owned(),
        },
        (None, 0) => "new game".to_owned(),
        (None, _) => {
            let game = app.session.open_game().unwrap_or_default();
            format!("game {}", app.session.number_of(game) + 1)
        }
    }];
    if app.shows_files && !place.file.is_empty() {
        parts.push(place.file.clone());
    }
    parts.extend(known("Event"));
    parts.extend(known("Round").map(|round| format!("round {round}")));
    let date = known("Date").map(|date| known_date(&date).to_owned());
    parts.extend(date.filter(|date| !date.is_empty()));
    let variant = app.session.position().map(|position| position.variant());
    let variant = variant.filter(|variant| *variant != Variant::Standard);
    parts.extend(variant.map(|variant| variant.name().to_owned()));
    if editor.is_deleted() {
        parts.push("deleted".to_owned());
    } else if editor.is_modified() {
        parts.push("not saved".to_owned());
    }
    parts.join(", ")
}

fn draw_left(
    frame: &mut Frame<'_>,
    area: Rect,
    square: (u16, u16),
    view: &BoardView,
    app: &mut App,
) {
    let look = app.look;
    let side = app.session.side();
    let board_height = 8 * square.1 + 1;
    let mut words: Vec<String> = Vec::new();
    words.extend(view.ending.clone());
    words.extend(view.eval.map(|eval| score_text(eval.score)));
    words.extend(view.opening.as_ref().map(|(code, name)| format!("{code} {name}")));
    let width = usize::from(area.width);
    let mut lines = vec![fit(&words.join("  "), width, look)];
    let reason = app.session.editor().and_then(GameEditor::unplayable_reason);
    lines.extend(reason.iter().flat_map(|reason| wrapped(reason, width)));
    let [top, middle, below, opening, rest] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(board_height),
        Constraint::Length(1),
        Constraint::Length(lines.len() as u16),
        Constraint::Min(0),
    ])
    .areas(area);
    frame.render_widget(player(app, view, side.other(), usize::from(area.width)), top);
    board::draw(frame, middle, square, view, app);
    frame.render_widget(player(app, view, side, usize::from(area.width)), below);
    let lines: Vec<Line<'_>> = lines.into_iter().map(Line::raw).collect();
    frame.render_widget(Text::from(lines).style(look.faint()), opening);
    if rest.height >= 3
        && let Some(editor) = app.session.editor()
    {
        let height = rest.height.min(8);
        graph::draw(frame, Rect { height, ..rest }, editor, look);
    }
}

/// A player: name, rating, captured pieces, clock.
fn player(app: &App, view: &BoardView, color: Color, columns: usize) -> Line<'static> {
    let look = app.look;
    let Some(editor) = app.session.editor() else { return Line::default() };
    let tags = editor.game().tags();
    let (name, elo) = match color {
        Color::White => ("White", "WhiteElo"),
        Color::Black => ("Black", "BlackElo"),
    };
    let is_turn = view.position.as_ref().is_some_and(|position| position.turn() == color);
    let sign = match (is_turn, look.is_ascii()) {
        (true, false) => "● ",
        (true, true) => "* ",
        (false, _) => "  ",
    };
    let runs = app.live_game.as_ref().filter(|live_game| live_game.is_watched(&app.session));
    let runs = runs.and_then(|live_game| live_game.clock(color));
    let runs = runs.map(|left| Millis(left.as_secs() * 1000));
    let clock = runs.or(view.clocks[color.index()]);
    let clock = clock.map(|clock| clock.to_string()).unwrap_or_default();
    let state = view.diagram.as_ref().and_then(|diagram| diagram.variant);
    let piece = |role: Role| surplus_sign(look, role, color);
    let surplus: String = match state {
        Some(state) if state.variant.has_pockets() => {
            let held: String = state.pockets[color.index()].roles().map(piece).collect();
            format!("[{held}]")
        }
        Some(state) if state.variant.counts_checks() => {
            format!("{} of 3 checks", state.checks[color.index()])
        }
        Some(_) | None => view.surplus[color.index()].iter().map(|&role| piece(role)).collect(),
    };
    let is_person = app
        .live_game
        .as_ref()
        .is_some_and(|live_game| live_game.is_open_in(&app.session) && live_game.is_person(color));
    let mut text = match tags.get(name).filter(|name| !matches!(*name, "" | "?")) {
        Some(name) => name.to_owned(),
        None if is_person => "You".to_owned(),
        None => "?".to_owned(),
    };
    if let Some(elo) = tags.get(elo).filter(|elo| !matches!(*elo, "" | "?" | "-" | "0")) {
        text.push_str(&format!(" ({elo})"));
    }
    let taken = clock.chars().count() + surplus.chars().count() + 4;
    let text = fit(&text, columns.saturating_sub(taken), look);
    let used = 2 + Span::raw(text.as_str()).width() + 1 + surplus.chars().count();
    let gap = columns.saturating_sub(used + clock.chars().count());
    Line::from(vec![
        Span::raw(sign),
        Span::styled(text, look.heading()),
        Span::raw(" "),
        Span::styled(surplus, look.faint()),
        Span::raw(" ".repeat(gap)),
        Span::raw(clock),
    ])
}

/// A piece that the other side does not have.
fn surplus_sign(look: Theme, role: Role, color: Color) -> char {
    look.piece(Piece { role, color })
}

fn draw_right(frame: &mut Frame<'_>, area: Rect, app: &mut App) {
    if area.width < 8 || area.height == 0 {
        return;
    }
    let engine_height = match (&app.analyst, app.session.analysis()) {
        (Some(_), Some(analysis)) => 1 + (analysis.lines.len().max(1) as u16) * 2,
        (Some(_), None) => 2,
        (None, _) => 0,
    };
    let tree_height = if app.session.tree().is_some() { 10.min(area.height / 3) } else { 0 };
    let fork_height = app.session.editor().map_or(0, |editor| match editor.continuations().len() {
        0 | 1 => 0,
        n => (n as u16).min(6) + 1,
    });
    let [moves_area, fork, tree, engine] = Layout::vertical([
        Constraint::Min(3),
        Constraint::Length(fork_height.min(area.height / 4)),
        Constraint::Length(tree_height),
        Constraint::Length(engine_height.min(area.height / 2)),
    ])
    .areas(area);
    moves::draw(frame, moves_area, app);
    draw_fork(frame, fork, app);
    draw_tree(frame, tree, app);
    draw_engine(frame, engine, app);
}

/// The next moves, if there are several.
fn draw_fork(frame: &mut Frame<'_>, area: Rect, app: &App) {
    let Some(editor) = app.session.editor().filter(|_| area.height > 1) else { return };
    let look = app.look;
    let rule = if look.is_ascii() { "-" } else { "─" };
    let mut lines = vec![Line::styled(format!("{rule} next move "), look.faint())];
    for (number, node) in (1..).zip(editor.continuations()) {
        let text = app.spelled(&pgn_view::move_text(editor.game(), node));
        lines.push(Line::from(vec![
            Span::styled(format!("{number} "), look.key()),
            Span::raw(fit(&text, usize::from(area.width) - 3, look)),
        ]));
    }
    lines.truncate(usize::from(area.height));
    frame.render_widget(ratatui::text::Text::from(lines), area);
}

/// The moves that other games played here.
fn draw_tree(frame: &mut Frame<'_>, area: Rect, app: &App) {
    let Some(tree) = app.session.tree().filter(|_| area.height > 1) else { return };
    let look = app.look;
    let games = match app.session.tree_choice() {
        Some(TreeChoice::Memory) => "all games",
        Some(TreeChoice::Index | TreeChoice::NewIndex) | None => "games of this file",
    };
    let head = match &tree {
        TreeView::Failed(error) => error.to_string(),
        TreeView::Counting(n) => format!("{games}: counting, {} read; T ends it", grouped(*n)),
        TreeView::Looking => format!("{games}: looking"),
        TreeView::Moves(played) if played.moves.is_empty() => {
            format!("{games}: none goes on from here")
        }
        TreeView::Moves(_) => {
            format!("{:<8}{:>8} {:>6}  white/draws/black", "move", "games", "score")
        }
    };
    let mut lines = vec![Line::styled(fit(&head, usize::from(area.width), look), look.faint())];
    let remarks = app.session.tree_remarks();
    lines.extend(
        remarks.iter().map(|it| Line::styled(fit(it, area.width.into(), look), look.faint())),
    );
    let turn = app.session.position().map_or(Color::White, |position| position.turn());
    let TreeView::Moves(played) = tree else {
        frame.render_widget(Text::from(lines), area);
        return;
    };
    for row in &played.moves {
        let Results { white, draw, black, .. } = row.results;
        let percent = row.results.percent(turn).map(|it| format!("{it} %")).unwrap_or_default();
        let text = format!(
            "{:<8}{:>8} {:>6}  {white}/{draw}/{black}",
            app.spelled(&row.san),
            row.results.game_count(),
            percent,
        );
        lines.push(Line::raw(fit(&text, usize::from(area.width), look)));
    }
    lines.truncate(usize::from(area.height));
    frame.render_widget(Text::from(lines), area);
}

/// The engine's evaluation.
fn draw_engine(frame: &mut Frame<'_>, area: Rect, app: &App) {
    let Some(analyst) = app.analyst.as_ref().filter(|_| area.height > 1) else { return };
    let look = app.look;
    let name = analyst.name().rsplit('/').next().unwrap_or_default().to_owned();
    let lines = app.session.analysis().map(|analysis| analysis.lines.as_slice());
    let depth = lines.and_then(|lines| lines.first()).map(|line| line.depth);
    let head = match depth {
        Some(depth) => format!("{name}, depth {depth}"),
        None => format!("{name}: waiting"),
    };
    let mut text = vec![Line::styled(fit(&head, usize::from(area.width), look), look.faint())];
    for line in lines.unwrap_or_default() {
        let score = line.score.map(score_text).unwrap_or_default();
        let moves: Vec<String> = line.moves.iter().map(|san| app.spelled(san)).collect();
        let moves = moves.join(" ");
        let available = (usize::from(area.width) * 2).saturating_sub(score.len() + 2);
        let moves = fit(&moves, available, look);
        text.push(Line::from(vec![
            Span::styled(format!("{score:>6} "), look.heading()),
            Span::raw(moves),
        ]));
    }
    let paragraph =
        ratatui::widgets::Paragraph::new(text).wrap(ratatui::widgets::Wrap { trim: false });
    frame.render_widget(paragraph, area);
}
