//! How long one request waits for the database in all, however often it asks: its reads and writes share one purse.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

tokio::task_local! {
    static LEFT: Arc<Mutex<Duration>>;
}

/// For work outside of requests: each time it asks.
const OUTSIDE: Duration = Duration::from_secs(30);

/// Runs `work`, which waits for its turn at the database so long at most, all its turns together. What it does when
/// its turn has come is not counted.
pub async fn with_patience<F: Future>(longest: Duration, work: F) -> F::Output {
    LEFT.scope(Arc::new(Mutex::new(longest)), work).await
}

/// How long may still be waited.
pub(crate) fn left() -> Duration {
    LEFT.try_with(|left| *left.lock().unwrap_or_else(PoisonError::into_inner)).unwrap_or(OUTSIDE)
}

/// So long was waited.
pub(crate) fn spend(waited: Duration) {
    let spent = |left: &Arc<Mutex<Duration>>| {
        let mut left = left.lock().unwrap_or_else(PoisonError::into_inner);
        *left = left.saturating_sub(waited);
    };
    LEFT.try_with(spent).unwrap_or_default();
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{OUTSIDE, left, spend, with_patience};

    #[tokio::test]
    async fn what_one_turn_waits_the_next_one_has_not() {
        assert_eq!(left(), OUTSIDE);
        with_patience(Duration::from_secs(10), async {
            spend(Duration::from_secs(4));
            assert_eq!(left(), Duration::from_secs(6));
            spend(Duration::from_secs(60));
            assert_eq!(left(), Duration::ZERO);
        })
        .await;
        assert_eq!(left(), OUTSIDE);
    }
}
