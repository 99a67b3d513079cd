//! Limits progress reports: at most five times a second per action, and the last report always arrives.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use db::Db;
use tokio::time::Instant;

use crate::action::advance;

const STEP: Duration = Duration::from_millis(200);
/// How long after its last report an action is forgotten here.
const MEMORY: Duration = Duration::from_secs(60);
const CROWD: usize = 256;

#[derive(Default)]
pub struct Pace {
    actions: Mutex<HashMap<String, Paced>>,
}

/// When an action was last written, and the report that waits.
struct Paced {
    written_at: Instant,
    waiting: Option<u8>,
}

/// What to do with a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Now,
    /// Write the waiting report at this time; no other task will.
    At(Instant),
    /// Another task will write it.
    Waits,
}

pub async fn progress(db: &Db, pace: &Arc<Pace>, id: &str, percent: u8) -> db::Result<()> {
    match pace.turn(id, percent, Instant::now()) {
        Turn::Now => write(db, id.to_owned(), percent).await,
        Turn::Waits => Ok(()),
        Turn::At(time) => {
            let (db, pace, id) = (db.clone(), pace.clone(), id.to_owned());
            tokio::spawn(async move {
                tokio::time::sleep_until(time).await;
                let Some(percent) = pace.take(&id, Instant::now()) else { return };
                if let Err(error) = write(&db, id, percent).await {
                    tracing::warn!("Progress could not be written: {error}");
                }
            });
            Ok(())
        }
    }
}

async fn write(db: &Db, id: String, percent: u8) -> db::Result<()> {
    db.write(move |tx| advance(tx, &id, percent)).await
}

impl Pace {
    fn turn(&self, id: &str, percent: u8, now: Instant) -> Turn {
        let mut actions = self.actions.lock().unwrap_or_else(PoisonError::into_inner);
        if actions.len() >= CROWD {
            actions.retain(|_, paced| paced.waiting.is_some() || now.duration_since(paced.written_at) < MEMORY);
        }
        let Some(paced) = actions.get_mut(id) else {
            actions.insert(id.to_owned(), Paced { written_at: now, waiting: None });
            return Turn::Now;
        };
        if percent >= 100 {
            actions.remove(id);
            return Turn::Now;
        }
        let free_at = paced.written_at + STEP;
        if let Some(waiting) = &mut paced.waiting {
            *waiting = percent.max(*waiting);
            return Turn::Waits;
        }
        if free_at <= now {
            paced.written_at = now;
            return Turn::Now;
        }
        paced.waiting = Some(percent);
        Turn::At(free_at)
    }

    fn take(&self, id: &str, now: Instant) -> Option<u8> {
        let mut actions = self.actions.lock().unwrap_or_else(PoisonError::into_inner);
        let paced = actions.get_mut(id)?;
        paced.written_at = now;
        paced.waiting.take()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{Pace, STEP, Turn};

    #[test]
    fn progress_is_written_five_times_a_second_and_the_last_value_always() {
        let pace = Pace::default();
        let begin = Instant::now();
        let after = |millis| begin + Duration::from_millis(millis);
        assert_eq!(pace.turn("a", 1, begin), Turn::Now);
        assert_eq!(pace.turn("a", 2, after(10)), Turn::At(begin + STEP));
        assert_eq!(pace.turn("a", 3, after(20)), Turn::Waits);
        assert_eq!(pace.turn("b", 1, after(20)), Turn::Now, "another action has a pace of its own");
        assert_eq!(pace.take("a", after(200)), Some(3));
        assert_eq!(pace.turn("a", 4, after(250)), Turn::At(after(400)));
        assert_eq!(pace.turn("a", 100, after(260)), Turn::Now, "the end does not wait");
        assert_eq!(pace.take("a", after(400)), None);
    }
}
