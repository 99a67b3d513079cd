//! Reads the body of a request with timeouts. The rest of a refused body is read for a while.
//!
//! A client that is refused in the middle of a file goes on sending. If the connection were closed at once, the answer
//! with the reason could be lost with it.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes, HttpBody};
use axum::http::header::{CONNECTION, EXPECT};
use axum::http::{HeaderValue, Request, Response, StatusCode};
use axum::middleware::Next;
use axum::response::IntoResponse;
use futures_util::{Stream, StreamExt};
use hyper::body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep};

use super::calls::Busy;
use super::client_timeouts::ClientTimeouts;

/// A refused client that still sends after this many bytes, or this long, is disconnected.
const MOST_LEFT: usize = 16 * 1024 * 1024;
const LONGEST_LEFT: Duration = Duration::from_secs(10);

/// The request with a body that ends in an error when the client stops sending or sends too slowly.
pub fn with_body_timeout<B>(request: Request<B>, timeouts: ClientTimeouts) -> Request<Body>
where
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<axum::BoxError>,
{
    if request.body().is_end_stream() {
        return request.map(|_| Body::empty());
    }
    // A client that waits for `100 Continue` has sent nothing, so nothing is left to read.
    let lingers = !request.headers().contains_key(EXPECT);
    let late = Late::default();
    let mut request = request;
    request.extensions_mut().insert(late.clone());
    request.map(|body| {
        let body = Some(Body::new(body).into_data_stream());
        let alarm = Box::pin(sleep(timeouts.bodies));
        Body::from_stream(TimedBody { body, lingers, timeouts, begun: Instant::now(), read: 0, alarm, late })
    })
}

struct TimedBody {
    body: Option<BodyDataStream>,
    lingers: bool,
    timeouts: ClientTimeouts,
    begun: Instant,
    /// Bytes so far.
    read: u64,
    alarm: Pin<Box<Sleep>>,
    late: Late,
}

/// Whether a request's body was too slow.
#[derive(Clone, Default)]
struct Late(Arc<AtomicBool>);

/// Middleware: a client whose body was too slow gets an error that says so.
pub async fn answer_timeout(request: Request<Body>, next: Next) -> Response<Body> {
    let late = request.extensions().get::<Late>().cloned();
    let response = next.run(request).await;
    let is_late = late.is_some_and(|late| late.0.load(Ordering::Relaxed));
    if !is_late || response.status().is_success() {
        return response;
    }
    // The rest of the body is read here, so that it cannot be taken for the next request.
    (StatusCode::REQUEST_TIMEOUT, [(CONNECTION, HeaderValue::from_static("close"))]).into_response()
}

impl Stream for TimedBody {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let frame = body.poll_next_unpin(context);
        match &frame {
            Poll::Ready(Some(Ok(bytes))) => {
                self.read += bytes.len() as u64;
                let ClientTimeouts { bodies, slow_bodies, slowest, .. } = self.timeouts;
                // Large bodies over slow lines are legitimate; small ones that take minutes occupy a connection for
                // nothing.
                let whole = self.begun + slow_bodies + Duration::from_secs(self.read / slowest.max(1));
                let until = whole.min(Instant::now() + bodies);
                self.alarm.as_mut().reset(until);
            }
            Poll::Ready(None | Some(Err(_))) => self.body = None,
            Poll::Pending => {
                if self.alarm.as_mut().poll(context).is_ready() {
                    self.body = None;
                    self.late.0.store(true, Ordering::Relaxed);
                    let silence = std::io::Error::from(std::io::ErrorKind::TimedOut);
                    return Poll::Ready(Some(Err(axum::Error::new(silence))));
                }
            }
        }
        frame
    }
}

/// The body of an answer; it keeps its connection busy until all of it was sent. A switch to another protocol has no
/// body, and keeps the connection busy for good.
pub fn held(answer: Response<Body>, mut busy: Busy) -> Response<Body> {
    busy.answered();
    if answer.status() == StatusCode::SWITCHING_PROTOCOLS {
        busy.forever();
        return answer;
    }
    answer.map(|body| Body::new(Held { body, _busy: busy }))
}

struct Held {
    body: Body,
    _busy: Busy,
}

impl HttpBody for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for TimedBody {
    fn drop(&mut self) {
        let Some(body) = self.body.take().filter(|body| self.lingers && !body.is_end_stream()) else { return };
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(tokio::time::timeout(LONGEST_LEFT, read_to_end(body)));
        }
    }
}

async fn read_to_end(mut body: BodyDataStream) {
    let mut read = 0;
    while let Some(Ok(bytes)) = body.next().await {
        read += bytes.len();
        if read > MOST_LEFT {
            return;
        }
    }
}
