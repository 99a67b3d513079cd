//! The end of a body, apart from its bytes.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::Stream;

/// Tells the end of a stream by itself, never at once after its last item. `multer` looks twice for the beginning of a
/// form: what comes whole, with its end, between its two looks is an incomplete form to it.
pub(super) struct LateEnd<S> {
    stream: S,
    /// An item has been told since the last pause.
    has_told: bool,
}

impl<S> LateEnd<S> {
    pub fn of(stream: S) -> Self {
        Self { stream, has_told: false }
    }
}

impl<S: Stream + Unpin> Stream for LateEnd<S> {
    type Item = S::Item;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<S::Item>> {
        match Pin::new(&mut self.stream).poll_next(context) {
            Poll::Ready(Some(item)) => {
                self.has_told = true;
                Poll::Ready(Some(item))
            }
            Poll::Ready(None) if self.has_told => {
                // The stream may not be asked again once it has ended: it is fused.
                self.has_told = false;
                context.waker().wake_by_ref();
                Poll::Pending
            }
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::task::Poll;

    use axum::body::Bytes;
    use futures_util::StreamExt as _;
    use futures_util::stream::poll_fn;
    use multer::Multipart;

    use super::LateEnd;

    const FORM: &str = "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nwords\r\n--X--\r\n";

    /// A form that comes in these pieces, with its end, once it has been asked for `before` times in vain.
    async fn read(before: usize, pieces: &'static [&'static str]) -> Option<String> {
        let (mut asked, mut left) = (0, pieces.iter());
        let body = poll_fn(move |context| {
            asked += 1;
            if asked <= before {
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            Poll::Ready(left.next().map(|piece| Ok::<_, Infallible>(Bytes::from_static(piece.as_bytes()))))
        });
        let mut form = Multipart::new(LateEnd::of(body.fuse()), "X");
        form.next_field().await.ok()??.text().await.ok()
    }

    #[tokio::test]
    async fn a_form_is_read_whenever_it_comes() {
        for before in 0..5 {
            assert_eq!(read(before, &[FORM]).await.as_deref(), Some("words"), "after {before}");
        }
    }

    #[tokio::test]
    async fn a_form_without_its_end_is_none() {
        for before in 0..5 {
            assert_eq!(read(before, &["--", "X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nwor"]).await, None);
            assert_eq!(read(before, &[]).await, None);
        }
    }
}
