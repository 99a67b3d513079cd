//! How long one request waits for the database in all. All its reads and writes share one budget.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

tokio::task_local! {
    static LEFT: Arc<Mutex<Duration>>;
}

/// Work outside of requests waits this long each time.
const OUTSIDE: Duration = Duration::from_secs(30);

/// Runs `work`. All its waits for the database together take at most `longest`; time spent on a connection is not
/// counted.
pub async fn with_wait_budget<F: Future>(longest: Duration, work: F) -> F::Output {
    LEFT.scope(Arc::new(Mutex::new(longest)), work).await
}

/// The budget of this task's request, to hand to a task that works for it.
#[derive(Clone, Debug)]
pub struct WaitBudget(Arc<Mutex<Duration>>);

impl WaitBudget {
    pub fn current() -> Option<Self> {
        LEFT.try_with(|left| Self(left.clone())).ok()
    }

    /// Runs `work`, whose waits are taken from this budget.
    pub async fn share<F: Future>(self, work: F) -> F::Output {
        LEFT.scope(self.0, work).await
    }
}

/// The rest of the budget.
pub(crate) fn left() -> Duration {
    LEFT.try_with(|left| *left.lock().unwrap_or_else(PoisonError::into_inner)).unwrap_or(OUTSIDE)
}

/// Takes a wait from the budget.
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

    use super::{OUTSIDE, left, spend, with_wait_budget};

    #[tokio::test]
    async fn each_wait_is_taken_from_the_budget_of_the_next() {
        assert_eq!(left(), OUTSIDE);
        with_wait_budget(Duration::from_secs(10), async {
            spend(Duration::from_secs(4));
            assert_eq!(left(), Duration::from_secs(6));
            spend(Duration::from_secs(60));
            assert_eq!(left(), Duration::ZERO);
        })
        .await;
        assert_eq!(left(), OUTSIDE);
    }
}
