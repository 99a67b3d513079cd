//! How long the server waits for its clients.

use std::time::Duration;

/// How long the server waits for a silent or slow client.
#[derive(Clone, Copy, Debug)]
pub struct ClientTimeouts {
    /// From the opening of a connection, or the last answer on it, to the next request.
    pub idle: Duration,
    /// From the first byte of a request to the end of its headers.
    pub headers: Duration,
    /// Between two reads or writes of a body, of a request or of an answer.
    pub bodies: Duration,
    /// A whole body may take this long, however small it is,
    pub slow_bodies: Duration,
    /// and longer as long as its average rate is at least this many bytes a second.
    pub slowest: u64,
}

impl Default for ClientTimeouts {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { idle: seconds(75), headers: seconds(20), bodies: seconds(60), slow_bodies: seconds(120), slowest: 1024 }
    }
}
