//! A connection's stream. It ends if its client does not read an answer, sends nothing, or takes too long for the head
//! of a request. It keeps its place for as long as it is open, also when it has become a web socket.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use super::calls::Calls;
use super::client_timeouts::ClientTimeouts;

pub struct Watched {
    stream: TcpStream,
    timeouts: ClientTimeouts,
    calls: Arc<Calls>,
    /// Whether it uses HTTP/2, whose frames between requests do not begin one. None before the first byte.
    multiplexed: Option<bool>,
    /// Runs while a write waits for the client.
    stuck: Option<Pin<Box<Sleep>>>,
    /// Runs while no request is under way.
    idle: Option<Idle>,
}

/// The wait between two requests.
struct Idle {
    /// The number of requests before it.
    after: u64,
    /// A request's head has begun to arrive.
    has_begun: bool,
    alarm: Pin<Box<Sleep>>,
}

/// The beginning of HTTP/2.
const PREFACE: &[u8] = b"PRI ";
/// A connection that was told to end has this long for it.
const LINGER: Duration = Duration::from_secs(5);

impl Watched {
    pub fn new(stream: TcpStream, timeouts: ClientTimeouts, calls: Arc<Calls>) -> Self {
        Self { stream, timeouts, calls, multiplexed: None, stuck: None, idle: None }
    }

    fn judged<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stuck = None;
            return written;
        }
        let until = Instant::now() + self.timeouts.bodies;
        let alarm = self.stuck.get_or_insert_with(|| Box::pin(sleep_until(until)));
        if alarm.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        Poll::Pending
    }

    /// Whether the client's time for the next request is over; `came` are bytes that have just arrived.
    fn is_over(&mut self, context: &mut Context<'_>, came: &[u8]) -> bool {
        if self.multiplexed.is_none() && !came.is_empty() {
            self.multiplexed = Some(came.starts_with(PREFACE));
        }
        let Some(after) = self.calls.idle_after() else {
            self.idle = None;
            return false;
        };
        let until = Instant::now() + self.timeouts.idle;
        let idle = match &mut self.idle {
            Some(idle) if idle.after == after => idle,
            other => other.insert(Idle { after, has_begun: false, alarm: Box::pin(sleep_until(until)) }),
        };
        if !came.is_empty() && !idle.has_begun && self.multiplexed == Some(false) {
            idle.has_begun = true;
            let head = Instant::now() + self.timeouts.headers;
            let until = idle.alarm.deadline().min(head);
            idle.alarm.as_mut().reset(until);
        }
        if idle.alarm.as_mut().poll(context).is_pending() {
            return false;
        }
        if self.multiplexed != Some(true) || self.calls.enough().is_cancelled() {
            return true;
        }
        // The client is told to end the connection, so that no request gets lost.
        self.calls.enough().cancel();
        idle.alarm.as_mut().reset(Instant::now() + LINGER);
        idle.alarm.as_mut().poll(context).is_ready()
    }
}

impl AsyncRead for Watched {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, into);
        if self.is_over(context, &into.filled()[before..]) {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        read
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judged(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.judged(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
