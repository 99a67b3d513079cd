//! Connections: accepted, given time to send a request, and allowed to finish when the server stops.

mod body_timeout;
mod calls;
mod caps;
mod client_timeouts;
mod stream;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Response, StatusCode, header};
use hyper::body::Incoming;
use hyper::{Request, Version, service::service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use body_timeout::{held, with_body_timeout};
use calls::Calls;
use caps::{Admission, Crowd, Place};
use stream::Watched;

pub use body_timeout::answer_timeout;
pub use caps::Caps;
pub use client_timeouts::ClientTimeouts;

/// Requests that one connection of HTTP/2 may have under way.
const STREAMS: u32 = 128;
/// Requests that the client may reset before they are handled; one more ends the connection.
const RESETS: usize = 64;
/// The largest head of a request that HTTP/2 takes, in bytes.
const LARGEST_HEAD: u32 = 64 * 1024;
/// How often a client of HTTP/2 is pinged, and how long it has to answer.
const ASKED_EVERY: Duration = Duration::from_secs(30);

/// How long running requests may take to end once the server is to stop.
const GRACE: Duration = Duration::from_secs(30);
/// The pause after a failed accept, as when files run out.
const RESPITE: Duration = Duration::from_millis(200);
/// A client for which there is no place has this long to ask about the server's health.
const HURRY: Duration = Duration::from_secs(3);
/// The value of `Retry-After`, in seconds.
const LATER: HeaderValue = HeaderValue::from_static("5");

/// Serves connections of `listener` until `stop`, then lets running requests end.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    timeouts: ClientTimeouts,
    caps: Caps,
    stop: impl Future<Output = ()>,
) {
    let (open, closing) = (TaskTracker::new(), CancellationToken::new());
    let crowd = Arc::new(Crowd::new(caps));
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => match crowd.admit(peer.ip()) {
                Admission::Place(place) => {
                    open.spawn(attend(stream, peer, router.clone(), timeouts, place, closing.clone()));
                }
                Admission::Narrow(place) => {
                    open.spawn(tokio::time::timeout(HURRY, attend_narrowly(stream, peer, router.clone(), place)));
                }
                Admission::None => refuse(stream),
            },
            Err(error) => {
                tracing::warn!("A connection could not be accepted: {error}");
                crowd.let_one_go();
                tokio::time::sleep(RESPITE).await;
            }
        }
    }
    drop(listener);
    closing.cancel();
    open.close();
    if tokio::time::timeout(GRACE, open.wait()).await.is_err() {
        tracing::warn!("Requests that were still running are cut off");
    }
}

/// Serves one connection. Its errors concern only its client.
async fn attend(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    timeouts: ClientTimeouts,
    place: Place,
    closing: CancellationToken,
) {
    stream.set_nodelay(true).unwrap_or_default();
    let (let_go, calls) = (place.let_go(), Calls::new(Arc::new(place)));
    let (stream, enough) = (Watched::new(stream, timeouts, calls.clone()), calls.enough().clone());
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = at_its_host(request);
        request.extensions_mut().insert(ConnectInfo(peer));
        let (busy, router) = (calls.begin(), router.clone());
        async move {
            let response = router.oneshot(with_body_timeout(request, timeouts)).await;
            response.map(|response| held(without_false_length(response), busy))
        }
    });
    let builder = speaking(timeouts);
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => ended.unwrap_or_default(),
        () = let_go.cancelled() => {}
        () = async { tokio::select! { () = closing.cancelled() => {}, () = enough.cancelled() => {} } } => {
            connection.as_mut().graceful_shutdown();
            tokio::select! {
                ended = connection.as_mut() => ended.unwrap_or_default(),
                () = let_go.cancelled() => {}
            }
        }
    }
}

/// Removes the length from a 304: the router has counted its missing body, and a length of zero would
/// mean that the whole answer is empty (RFC 9110 §8.6).
fn without_false_length<B>(mut response: Response<B>) -> Response<B> {
    if response.status() == StatusCode::NOT_MODIFIED {
        response.headers_mut().remove(header::CONTENT_LENGTH);
    }
    response
}

/// HTTP/1 and, for clients that begin with its preface, as proxies do, HTTP/2.
fn speaking(timeouts: ClientTimeouts) -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(timeouts.idle);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS)
        .max_pending_accept_reset_streams(RESETS)
        .max_header_list_size(LARGEST_HEAD)
        .keep_alive_interval(ASKED_EVERY)
        .keep_alive_timeout(ASKED_EVERY);
    builder
}

/// HTTP/2 names the host in the request's address; handlers look for it in the header of HTTP/1.
fn at_its_host<B>(mut request: Request<B>) -> Request<B> {
    if request.version() != Version::HTTP_2 {
        return request;
    }
    let named = request.uri().authority().and_then(|host| HeaderValue::from_str(host.as_str()).ok());
    if let Some(host) = named {
        request.headers_mut().entry(header::HOST).or_insert(host);
    }
    if let Some(path) = request.uri().path_and_query().cloned() {
        *request.uri_mut() = path.into();
    }
    request
}

/// Answers one request about the server's health, and any other with an error that there is no place now.
async fn attend_narrowly(stream: TcpStream, peer: SocketAddr, router: Router, place: Place) {
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        let router = router.clone();
        async move {
            match request.uri().path() {
                "/healthz" | "/readyz" => router.oneshot(request.map(|_| Body::empty())).await,
                _ => Ok(no_place()),
            }
        }
    });
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder.http1().keep_alive(false);
    builder.http2().max_concurrent_streams(1);
    builder.serve_connection(TokioIo::new(stream), service).await.unwrap_or_default();
    drop(place);
}

fn no_place() -> Response<Body> {
    let mut response = Response::new(Body::from("too many connections\n"));
    *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    response.headers_mut().insert(header::RETRY_AFTER, LATER);
    response
}

/// Closes it without reading and without waiting.
fn refuse(mut stream: TcpStream) {
    let answer =
        b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    tokio::spawn(tokio::time::timeout(RESPITE, async move { stream.write_all(answer).await }));
}
