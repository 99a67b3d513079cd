//! Connections: accepted, given time to say what they want, and let finish when the server stops.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::{Request, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use crate::patience::with_patience;

/// How long a silent client is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From the opening of a connection, or the last answer on it, to the end of a request's headers.
    pub headers: Duration,
    /// Between two pieces of a body.
    pub bodies: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { headers: Duration::from_secs(75), bodies: Duration::from_secs(60) }
    }
}

/// How long running requests may take to end once the server is to stop.
const GRACE: Duration = Duration::from_secs(30);
/// After a failed accept, as when files run out.
const RESPITE: Duration = Duration::from_millis(200);

/// Answers what comes to `listener` until `stop`, then lets what is under way end.
pub async fn serve(listener: TcpListener, router: Router, patience: Patience, stop: impl Future<Output = ()>) {
    let (open, closing) = (TaskTracker::new(), CancellationToken::new());
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                open.spawn(attend(stream, peer, router.clone(), patience, closing.clone()));
            }
            Err(error) => {
                tracing::warn!("A connection could not be accepted: {error}");
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

/// Answers one connection. How it ends is its client's affair.
async fn attend(stream: TcpStream, peer: SocketAddr, router: Router, patience: Patience, closing: CancellationToken) {
    stream.set_nodelay(true).unwrap_or_default();
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(with_patience(request, patience.bodies))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.headers)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => ended.unwrap_or_default(),
        () = closing.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await.unwrap_or_default();
        }
    }
}
