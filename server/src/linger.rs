//! A refusal that is heard. Who is refused in the middle of sending a file goes on sending; if the connection were closed
//! on them at once, the answer that says why could be lost with it. So what is left of a body is read for a while.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::header::EXPECT;
use axum::middleware::Next;
use axum::response::Response;
use futures_util::{Stream, StreamExt};

/// Who still sends after so much, or so long, is cut off.
const MOST: usize = 16 * 1024 * 1024;
const LONGEST: Duration = Duration::from_secs(10);

pub async fn read_on(request: Request, next: Next) -> Response {
    // Who waits to be told to continue has sent nothing.
    if request.body().is_end_stream() || request.headers().contains_key(EXPECT) {
        return next.run(request).await;
    }
    next.run(request.map(|body| Body::from_stream(Lingering(Some(body.into_data_stream()))))).await
}

/// A body whose rest is read when nobody wants it any more.
struct Lingering(Option<BodyDataStream>);

impl Stream for Lingering {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Some(body) = &mut self.0 else { return Poll::Ready(None) };
        let frame = body.poll_next_unpin(context);
        if matches!(frame, Poll::Ready(None | Some(Err(_)))) {
            self.0 = None;
        }
        frame
    }
}

impl Drop for Lingering {
    fn drop(&mut self) {
        let Some(body) = self.0.take().filter(|body| !body.is_end_stream()) else { return };
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(tokio::time::timeout(LONGEST, read_to_end(body)));
        }
    }
}

async fn read_to_end(mut body: BodyDataStream) {
    let mut read = 0;
    while let Some(Ok(bytes)) = body.next().await {
        read += bytes.len();
        if read > MOST {
            return;
        }
    }
}
