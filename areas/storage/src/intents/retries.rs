//! A change waits while another one is in its way.

use std::future::Future;
use std::time::Duration;

use crate::{ChangeError, Error, Result};

/// While something else moves, a change is tried again after this time, and a little later each time.
const AGAIN: Duration = Duration::from_millis(2);
const TRIES: u32 = 60;
/// It is not tried again after this time: under load, one try may take as long as many.
const LONGEST: Duration = Duration::from_secs(5);

/// Tries `work` again as long as something else on its path moves.
pub async fn with_retries<T, E: ChangeError, F: Future<Output = Result<T, E>>>(
    mut work: impl FnMut() -> F,
) -> Result<T, E> {
    let begun = tokio::time::Instant::now();
    let mut last = Error::Moving.into();
    for tried in 0..TRIES {
        match work().await {
            Err(error) if error.is_moving() && begun.elapsed() < LONGEST => last = error,
            other => return other,
        }
        tokio::time::sleep(AGAIN * tried).await;
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use super::{LONGEST, with_retries};
    use crate::{Error, Result};

    #[tokio::test(start_paused = true)]
    async fn a_change_that_is_in_the_way_is_waited_for_some_seconds_however_long_a_try_takes() {
        let tries = AtomicU32::new(0);
        let try_slowly = || async {
            tries.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_secs(1)).await; // time: the paused clock's
            Err::<(), _>(Error::Moving)
        };
        let refused: Result<()> = with_retries(try_slowly).await;
        assert!(matches!(refused, Err(Error::Moving)));
        assert_eq!(u64::from(tries.into_inner()), LONGEST.as_secs());
    }
}
