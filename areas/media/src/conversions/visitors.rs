//! Decides which visitor of a share link may have a picture made now. Visitors have few places of their own, so users do
//! not wait for them.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use primitives::Seconds;
use rest::{Problem, Rate, Turns};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The visitors of one link wait for so many at once.
const MOST_OF_LINK: usize = 4;
const MOST_OF_NETWORK: usize = 2;
/// They have so many made in a row, and then one in so many seconds.
const BURST_OF_LINK: i64 = 120;
const BURST_OF_NETWORK: i64 = 60;
const INTERVAL: Seconds = 5;
/// A request waits so long for its turn.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Somebody who has the address of a share link.
#[derive(Clone, Copy, Debug)]
pub struct Visitor {
    pub link: i64,
    /// What is counted as one address.
    pub network: IpAddr,
}

#[derive(Clone)]
pub(crate) struct VisitorTurns {
    links: Turns<i64>,
    networks: Turns<IpAddr>,
    of_links: Arc<Rate<i64>>,
    of_networks: Arc<Rate<IpAddr>>,
    places: Arc<Semaphore>,
    longest_wait: Duration,
}

impl VisitorTurns {
    /// A quarter of the cores make pictures for visitors.
    pub fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Self::of((cores / 4).max(1), LONGEST_WAIT)
    }

    fn of(places: usize, longest_wait: Duration) -> Self {
        Self {
            links: Turns::new(MOST_OF_LINK, usize::MAX),
            networks: Turns::new(MOST_OF_NETWORK, usize::MAX),
            of_links: Arc::new(Rate::new(BURST_OF_LINK, INTERVAL)),
            of_networks: Arc::new(Rate::new(BURST_OF_NETWORK, INTERVAL)),
            places: Arc::new(Semaphore::new(places)),
            longest_wait,
        }
    }

    /// The right to have one made. Too many: 429.
    pub async fn turn(&self, Visitor { link, network }: Visitor, now: Seconds) -> Result<VisitorTurn, Problem> {
        let busy = || Problem::too_many(2);
        let (of_network, of_link) =
            (self.networks.take(network).ok_or_else(busy)?, self.links.take(link).ok_or_else(busy)?);
        let later = |wait: Seconds| Problem::too_many(wait.unsigned_abs());
        self.of_networks.take(network, now).map_err(later)?;
        self.of_links.take(link, now).map_err(later)?;
        let place = tokio::time::timeout(self.longest_wait, self.places.clone().acquire_owned()).await;
        // Until then one of those before may have ended.
        let place = place.map_err(|_| Problem::too_many(10))?.map_err(|_| Problem::unavailable())?;
        Ok(VisitorTurn { _of_network: of_network, _of_link: of_link, _place: place })
    }

    /// A place, if one is free.
    pub fn place(&self) -> Option<OwnedSemaphorePermit> {
        self.places.clone().try_acquire_owned().ok()
    }
}

/// Given back when it is dropped.
pub(crate) struct VisitorTurn {
    _of_network: rest::Turn<IpAddr>,
    _of_link: rest::Turn<i64>,
    _place: OwnedSemaphorePermit,
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn visitor(link: i64, last: u8) -> Visitor {
        Visitor { link, network: Ipv4Addr::new(192, 0, 2, last).into() }
    }

    async fn refused(turns: &VisitorTurns, who: Visitor, now: Seconds) -> bool {
        turns.turn(who, now).await.is_err_and(|problem| problem.status().as_u16() == 429)
    }

    #[tokio::test]
    async fn one_address_waits_for_few_and_one_link_for_some() {
        let turns = VisitorTurns::of(16, LONGEST_WAIT);
        let mut held = Vec::new();
        for _ in 0..MOST_OF_NETWORK {
            held.push(turns.turn(visitor(1, 1), 0).await.ok().unwrap());
        }
        assert!(refused(&turns, visitor(1, 1), 0).await);
        assert!(refused(&turns, visitor(2, 1), 0).await, "also at another link");
        held.push(turns.turn(visitor(1, 2), 0).await.ok().unwrap());
        held.push(turns.turn(visitor(1, 3), 0).await.ok().unwrap());
        assert!(refused(&turns, visitor(1, 4), 0).await, "of one link, from however many addresses");
        assert!(turns.turn(visitor(2, 4), 0).await.is_ok());
        drop(held);
        assert!(turns.turn(visitor(1, 1), 0).await.is_ok());
    }

    #[tokio::test]
    async fn too_many_in_a_row_are_refused_until_time_has_passed() {
        let turns = VisitorTurns::of(1, LONGEST_WAIT);
        for _ in 0..BURST_OF_NETWORK {
            assert!(turns.turn(visitor(1, 1), 0).await.is_ok());
        }
        assert!(refused(&turns, visitor(1, 1), 0).await);
        for _ in BURST_OF_NETWORK..BURST_OF_LINK {
            assert!(turns.turn(visitor(1, 2), 0).await.is_ok());
        }
        assert!(refused(&turns, visitor(1, 3), 0).await, "of one link");
        assert!(turns.turn(visitor(1, 1), INTERVAL).await.is_ok());
    }

    #[tokio::test]
    async fn who_waits_too_long_for_a_place_is_sent_away() {
        let turns = VisitorTurns::of(1, Duration::from_millis(10));
        let held = turns.place().unwrap();
        assert!(turns.place().is_none());
        assert!(refused(&turns, visitor(1, 1), 0).await);
        drop(held);
        assert!(turns.links.are_free() && turns.networks.are_free(), "nobody is left behind");
    }
}
