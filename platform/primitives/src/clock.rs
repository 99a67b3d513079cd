//! Time as an argument: the server has one clock, and tests have one that they move.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970-01-01T00:00:00Z.
pub type Seconds = i64;

#[derive(Clone, Debug)]
pub enum Clock {
    System,
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    pub fn system() -> Self {
        Self::System
    }

    /// A clock that shows `seconds` until `advance` moves it.
    pub fn fixed(seconds: Seconds) -> Self {
        Self::Fixed(Arc::new(AtomicI64::new(seconds)))
    }

    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the wall clock")]
    pub fn now(&self) -> Seconds {
        match self {
            Self::System => SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64),
            Self::Fixed(seconds) => seconds.load(Ordering::Relaxed),
        }
    }

    /// Moves a fixed clock; has no effect on a system clock.
    pub fn advance(&self, seconds: Seconds) {
        if let Self::Fixed(now) = self {
            now.fetch_add(seconds, Ordering::Relaxed);
        }
    }
}
