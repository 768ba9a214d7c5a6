//! `pgn view --web`: the games in a browser, served to this machine alone.
//!
//! ```text
//! browser ─ guard ─┬─ files of the page, which hold no secret
//!                  ├─ ask ─ games: list, search, games, saving ─ library
//!                  └─ think ─ engine: the engine
//! ```
//!
//! A message is the one of the page's module: fields, each with its length before it.
//!
//! Decisions: D-01.
//! Start at [`serve`].

mod engine_service;
mod game_service;
mod guard;

use std::convert::Infallible;
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use http_body_util::{Either, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use pgn_db::error::Error;
use pgn_view::SessionError;
use serde_json::json;
use tokio::sync::Semaphore;

use super::EngineChoice;
use crate::rewrite::interactive::MODULE;
use crate::signal;
use engine_service::{AnalysisStream, EngineService};
pub(super) use game_service::{GameService, InitialView};
use guard::Guard;

const PAGE: &str = include_str!("page.html");
/// The viewer, and what the page adds to it; made by `cargo xtask page`.
const SCRIPT: &str = include_str!("../../../../viewer/pgn-view.js");
const SERVED: &str = include_str!("../../../../viewer/served.js");

/// How many connections are open at once; more wait. A browser has six for all its tabs.
const CONNECTIONS_MAX: usize = 400;

/// The time limit for receiving a request.
const HEADER_PATIENCE: Duration = Duration::from_secs(10);

/// How long to accept no connections when none can be accepted, for example when too many files are
/// open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// The state shared by all requests.
struct Served {
    guard: Guard,
    games: GameService,
    engine: EngineService,
}

/// How the server is started.
pub(super) struct ServeOptions {
    /// The port; any that is free without one.
    pub(super) port: Option<u16>,
    /// Whether a browser is opened.
    pub(super) opens: bool,
    /// The engine.
    pub(super) engine: Option<EngineChoice>,
}

/// Serves games until a signal ends the program. The link goes to standard output.
///
/// # Errors
/// When the port cannot be had.
pub(super) fn serve(games: GameService, setting: ServeOptions) -> Result<(), Error> {
    signal::watch();
    let address = (Ipv4Addr::LOCALHOST, setting.port.unwrap_or(0));
    let name = format!("{}:{}", address.0, address.1);
    let on_error = |error| Error::from_io(&name, error);
    let listener = TcpListener::bind(address).map_err(on_error)?;
    listener.set_nonblocking(true).map_err(on_error)?;
    let port = listener.local_addr().map_err(on_error)?.port();
    let guard = Guard::new(port).map_err(on_error)?;
    let link = guard.link(guard.token());
    let said = writeln!(io::stdout(), "{link}").and_then(|()| io::stdout().flush());
    said.map_err(|error| Error::from_io("standard output", error))?;
    if setting.opens {
        open_browser(&guard.link(&guard.ticket()));
    }
    let served = Arc::new(Served { guard, games, engine: EngineService::new(setting.engine) });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .max_blocking_threads(8)
        .build()
        .map_err(on_error)?;
    runtime.block_on(accept(listener, served)).map_err(on_error)
}

/// Accepts connections, each in a separate task.
async fn accept(listener: TcpListener, served: Arc<Served>) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let free = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    loop {
        let place = Arc::clone(&free).acquire_owned().await;
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let served = Arc::clone(&served);
        tokio::spawn(async move {
            let service = service_fn(|request| answer(Arc::clone(&served), request));
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(HEADER_PATIENCE);
            // A connection that breaks is the browser's affair.
            let _ = builder.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}

/// An answer: all of it, or what an engine thinks as it comes.
type Answer = Response<Either<Full<Bytes>, AnalysisStream>>;

fn whole(kind: &'static str, bytes: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Either::Left(Full::new(bytes.into())));
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}

async fn answer(served: Arc<Served>, request: Request<Incoming>) -> Result<Answer, Infallible> {
    let answer = route(served, request).await.unwrap_or_else(Refusal::into_answer);
    Ok(guard::with_policy(answer))
}

async fn route(served: Arc<Served>, request: Request<Incoming>) -> Result<Answer, Refusal> {
    const HTML: &str = "text/html; charset=utf-8";
    const SCRIPTS: &str = "text/javascript; charset=utf-8";
    served.guard.check(request.method(), request.headers())?;
    Ok(match (request.method(), request.uri().path()) {
        (&Method::GET, "/") => whole(HTML, PAGE),
        (&Method::GET, "/served.js") => whole(SCRIPTS, SERVED),
        (&Method::GET, "/pgn-view.js") => whole(SCRIPTS, SCRIPT),
        (&Method::GET, "/pgn.wasm.lzma") => whole("application/x-lzma", MODULE),
        (&Method::POST, "/ask") => ask(served, guard::message(request.into_body()).await?).await?,
        (&Method::POST, "/think") => think(&served, &guard::message(request.into_body()).await?)?,
        _ => return Err(Refusal::new(StatusCode::NOT_FOUND, "there is nothing here")),
    })
}

/// Answers a message about games. Files are read and written in other threads than the one that
/// listens.
async fn ask(served: Arc<Served>, message: Bytes) -> Result<Answer, Refusal> {
    let work = move || {
        let words = fields(&message)?;
        served.games.answer(&words, served.guard.token(), served.engine.name())
    };
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "it failed")))
}

/// Has the engine think about a position for as long as the answer is read.
fn think(served: &Served, message: &Bytes) -> Result<Answer, Refusal> {
    let [fen, variant] = fields(message)?[..] else {
        return Err(Refusal::wrong("expected a position and a variant"));
    };
    let mut answer = Response::new(Either::Right(served.engine.think(fen, variant)?));
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    Ok(answer)
}

/// The fields of a message: a length in four bytes before each, the lowest first.
fn fields(message: &Bytes) -> Result<Vec<&[u8]>, Refusal> {
    let cut_off = || Refusal::wrong("a message that is cut off");
    let (mut rest, mut fields) = (&message[..], Vec::new());
    while !rest.is_empty() {
        let (len, after) = rest.split_first_chunk::<4>().ok_or_else(cut_off)?;
        let len = u32::from_le_bytes(*len) as usize;
        let (field, after) = after.split_at_checked(len).ok_or_else(cut_off)?;
        fields.push(field);
        rest = after;
    }
    Ok(fields)
}

/// Why something is not done, for the page to show.
#[derive(Debug)]
struct Refusal {
    status: StatusCode,
    error: SessionError,
}

impl Refusal {
    fn new(status: StatusCode, why: impl Into<String>) -> Refusal {
        Refusal { status, error: SessionError::new(why) }
    }

    /// A message without a meaning.
    fn wrong(why: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, why)
    }

    fn into_answer(self) -> Answer {
        let SessionError { message, span, hint, .. } = self.error;
        let span = span.map(|span| [span.start, span.end]);
        let text = json!({ "error": message, "hint": hint, "span": span }).to_string();
        let mut answer = whole("application/json", text);
        *answer.status_mut() = self.status;
        answer
    }
}

/// Opens a link in the browser that the person uses; if none can be, the link that was printed
/// serves.
fn open_browser(link: &str) {
    let (program, arguments): (_, &[&str]) = if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(link);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        thread::spawn(move || child.wait());
    }
}
