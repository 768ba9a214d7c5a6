//! Rejects requests that do not come from the page opened by the link of this run.
//!
//! A program of another user may connect to this machine, and any web page may make a browser send
//! requests. So requests about games must contain a secret that only the link has. The host must be
//! the one in the link, because another name could be made to point here; an origin, if there is
//! one, must be the page.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use http_body_util::{BodyExt as _, Limited};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{HOST, HeaderMap, HeaderValue, ORIGIN};
use hyper::{Method, StatusCode};

use super::{Answer, Refusal};

/// The header that has the secret.
const TOKEN: &str = "x-pgn-token";

/// How long a message may be, in bytes: games to be saved are in it, before and after.
const MESSAGE_BYTES_MAX: usize = 32 << 20;

/// How long a message may take to come.
const MESSAGE_PATIENCE: Duration = Duration::from_secs(15);

/// The security headers of every answer: no other sources, no frames, no caching.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("cache-control", "no-store"),
];

/// The known players.
#[derive(Debug)]
pub(super) struct Guard {
    host: String,
    origin: String,
    token: String,
    /// A one-time secret, because other users can read the command line of a browser. The answer
    /// gives the page the permanent one.
    ticket: Mutex<Option<String>>,
}

impl Guard {
    /// A guard with new secrets.
    pub(super) fn new(port: u16) -> io::Result<Guard> {
        let host = format!("127.0.0.1:{port}");
        let origin = format!("http://{host}");
        Ok(Guard { host, origin, token: secret()?, ticket: Mutex::new(Some(secret()?)) })
    }

    pub(super) fn token(&self) -> &str {
        &self.token
    }

    pub(super) fn ticket(&self) -> String {
        self.lock_ticket().clone().unwrap_or_default()
    }

    fn lock_ticket(&self) -> std::sync::MutexGuard<'_, Option<String>> {
        self.ticket.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The address of the page. Browsers do not send the part after the `#` to any server.
    pub(super) fn link(&self, secret: &str) -> String {
        format!("{}/#{secret}", self.origin)
    }

    /// Accepts a request, or returns why not.
    pub(super) fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        let refuse = |why: &str| Err(Refusal::new(StatusCode::FORBIDDEN, why));
        let only = |name: &str| {
            let mut values = headers.get_all(name).iter();
            (values.next(), values.next().is_some())
        };
        match only(HOST.as_str()) {
            (Some(host), false) if host == self.host.as_str() => {}
            _ => return refuse("wrong host name"),
        }
        match only(ORIGIN.as_str()) {
            (None, _) => {}
            (Some(origin), false) if origin == self.origin.as_str() => {}
            _ => return refuse("requests from other pages are not allowed"),
        }
        if *method == Method::GET {
            return Ok(());
        }
        let given = only(TOKEN).0.map_or(&[][..], HeaderValue::as_bytes);
        if is_same(given, self.token.as_bytes()) {
            return Ok(());
        }
        let mut ticket = self.lock_ticket();
        match ticket.as_deref() {
            Some(known) if is_same(given, known.as_bytes()) => {
                *ticket = None;
                Ok(())
            }
            _ => refuse("missing or wrong token; reopen the link that pgn printed"),
        }
    }
}

/// 128 random bits as text.
fn secret() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether two texts are the same, in constant time.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

/// An answer with its headers besides the content.
pub(super) fn with_policy(mut answer: Answer) -> Answer {
    for (name, value) in HEADERS {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// All of a message.
pub(super) async fn message(body: Incoming) -> Result<Bytes, Refusal> {
    let too_long = || Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the message is too long");
    if body.size_hint().lower() > MESSAGE_BYTES_MAX as u64 {
        return Err(too_long());
    }
    let all = Limited::new(body, MESSAGE_BYTES_MAX).collect();
    match tokio::time::timeout(MESSAGE_PATIENCE, all).await {
        Ok(Ok(message)) => Ok(message.to_bytes()),
        Ok(Err(_)) => Err(too_long()),
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the message takes too long")),
    }
}
