//! Waiting for what another task or process does.

use std::time::{Duration, Instant};

/// Generous: a test that waits this long has failed, however slow the machine is.
const LIMIT: Duration = Duration::from_secs(60);
const EVERY: Duration = Duration::from_millis(10);

/// Looks again and again until it is so; `what` says what is waited for.
pub async fn eventually(what: &str, is_so: impl AsyncFn() -> bool) {
    let begun = Instant::now();
    while !is_so().await {
        assert!(begun.elapsed() < LIMIT, "within a minute: {what}"); // time: the limit of all waiting
        tokio::time::sleep(EVERY).await; // time: between two looks
    }
}
