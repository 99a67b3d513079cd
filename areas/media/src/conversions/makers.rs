//! Who may have a picture made now: few people at once, each of them few pictures, and none too many in a row.

use std::sync::Arc;
use std::time::Duration;

use primitives::{Seconds, UserId};
use rest::{Problem, Rate, Turns};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// One person waits for so many at once.
const MOST: usize = 2;
/// One person has so many made in a row, and then one in so many seconds.
const BURST: i64 = 60;
const INTERVAL: Seconds = 5;
/// A request waits so long for its turn.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

#[derive(Clone)]
pub(crate) struct Makers {
    waiting: Turns<UserId>,
    made: Arc<Rate<UserId>>,
    places: Arc<Semaphore>,
    longest_wait: Duration,
}

impl Makers {
    pub fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Self::of((cores / 2).max(1), LONGEST_WAIT)
    }

    fn of(places: usize, longest_wait: Duration) -> Self {
        Self {
            waiting: Turns::new(MOST, usize::MAX),
            made: Arc::new(Rate::new(BURST, INTERVAL)),
            places: Arc::new(Semaphore::new(places)),
            longest_wait,
        }
    }

    /// The right to have one made. Too many: 429.
    pub async fn turn(&self, user: UserId, now: Seconds) -> Result<Turn, Problem> {
        let waiting = self.waiting.take(user).ok_or_else(|| Problem::too_many(2))?;
        self.made.take(user, now).map_err(|wait| Problem::too_many(wait.unsigned_abs()))?;
        let place = tokio::time::timeout(self.longest_wait, self.places.clone().acquire_owned()).await;
        // Until then one of those before may have ended.
        let place = place.map_err(|_| Problem::too_many(10))?.map_err(|_| Problem::unavailable())?;
        Ok(Turn { _waiting: waiting, _place: place })
    }
}

/// Given back when it is dropped.
pub(crate) struct Turn {
    _waiting: rest::Turn<UserId>,
    _place: OwnedSemaphorePermit,
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANA: UserId = UserId(1);
    const BIA: UserId = UserId(2);

    #[tokio::test]
    async fn a_person_waits_for_few_and_keeps_nobody_else_from_theirs() {
        let makers = Makers::of(8, LONGEST_WAIT);
        let one = makers.turn(ANA, 0).await.ok().unwrap();
        let _two = makers.turn(ANA, 0).await.ok().unwrap();
        assert_eq!(makers.turn(ANA, 0).await.err().unwrap().status().as_u16(), 429);
        assert!(makers.turn(BIA, 0).await.is_ok());
        drop(one);
        assert!(makers.turn(ANA, 0).await.is_ok());
    }

    #[tokio::test]
    async fn too_many_in_a_row_are_refused_until_time_has_passed() {
        let makers = Makers::of(1, LONGEST_WAIT);
        for _ in 0..BURST {
            assert!(makers.turn(ANA, 0).await.is_ok());
        }
        assert_eq!(makers.turn(ANA, 0).await.err().unwrap().status().as_u16(), 429);
        assert!(makers.turn(BIA, 0).await.is_ok());
        assert!(makers.turn(ANA, INTERVAL).await.is_ok());
    }

    #[tokio::test]
    async fn who_waits_too_long_for_a_place_is_sent_away() {
        let makers = Makers::of(1, Duration::from_millis(10));
        let held = makers.turn(ANA, 0).await.ok().unwrap();
        assert_eq!(makers.turn(BIA, 0).await.err().unwrap().status().as_u16(), 429);
        drop(held);
        assert!(makers.waiting.are_free(), "nobody is left behind");
    }
}
