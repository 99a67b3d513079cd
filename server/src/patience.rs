//! How a request's body is read: with patience, but not endless, and to its end even when nobody wants it any more.
//!
//! Who is refused in the middle of sending a file goes on sending; if the connection were closed on them at once, the
//! answer that says why could be lost with it. So what is left of a body is read for a while.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes, HttpBody};
use axum::http::Request;
use axum::http::header::EXPECT;
use futures_util::{Stream, StreamExt};
use tokio::time::{Instant, Sleep, sleep};

/// Who is refused and still sends after so much, or so long, is cut off.
const MOST_LEFT: usize = 16 * 1024 * 1024;
const LONGEST_LEFT: Duration = Duration::from_secs(10);

/// The request, whose body ends in an error where nothing comes for `idle`.
pub fn with_patience<B>(request: Request<B>, idle: Duration) -> Request<Body>
where
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<axum::BoxError>,
{
    if request.body().is_end_stream() {
        return request.map(|_| Body::empty());
    }
    // Who waits to be told to continue has sent nothing, so nothing is left.
    let lingers = !request.headers().contains_key(EXPECT);
    request.map(|body| {
        let body = Some(Body::new(body).into_data_stream());
        Body::from_stream(Patient { body, lingers, idle, alarm: Box::pin(sleep(idle)) })
    })
}

struct Patient {
    body: Option<BodyDataStream>,
    lingers: bool,
    idle: Duration,
    alarm: Pin<Box<Sleep>>,
}

impl Stream for Patient {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let frame = body.poll_next_unpin(context);
        match &frame {
            Poll::Ready(Some(Ok(_))) => {
                let until = Instant::now() + self.idle;
                self.alarm.as_mut().reset(until);
            }
            Poll::Ready(None | Some(Err(_))) => self.body = None,
            Poll::Pending => {
                if self.alarm.as_mut().poll(context).is_ready() {
                    self.body = None;
                    let silence = std::io::Error::from(std::io::ErrorKind::TimedOut);
                    return Poll::Ready(Some(Err(axum::Error::new(silence))));
                }
            }
        }
        frame
    }
}

impl Drop for Patient {
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
