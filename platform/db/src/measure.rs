//! Records how long reads and writes take. Without a metrics recorder it only looks at the clock.

use std::sync::LazyLock;
use std::time::Instant;

use metrics::{Gauge, Histogram};

static WAITING: LazyLock<Gauge> = LazyLock::new(|| metrics::gauge!("db_writes_waiting"));
static WAIT: LazyLock<Histogram> = LazyLock::new(|| metrics::histogram!("db_write_wait_seconds"));
static WRITE: LazyLock<Histogram> = LazyLock::new(|| metrics::histogram!("db_write_seconds"));
static READ: LazyLock<Histogram> = LazyLock::new(|| metrics::histogram!("db_read_seconds"));

/// Reports its lifetime when it is dropped.
pub struct Timer {
    histogram: &'static LazyLock<Histogram>,
    since: Instant,
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.histogram.record(self.since.elapsed().as_secs_f64());
    }
}

pub fn reading() -> Timer {
    Timer { histogram: &READ, since: Instant::now() }
}

pub fn writing() -> Timer {
    Timer { histogram: &WRITE, since: Instant::now() }
}

/// A write that has not begun; dropped when it begins or is given up.
pub struct Waiting {
    _timer: Timer,
}

pub fn waiting() -> Waiting {
    WAITING.increment(1.0);
    Waiting { _timer: Timer { histogram: &WAIT, since: Instant::now() } }
}

impl Waiting {
    pub fn end(self) -> Timer {
        drop(self);
        writing()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        WAITING.decrement(1.0);
    }
}
