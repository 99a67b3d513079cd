//! How often somebody without an account may ask: by address; and guesses at a password by link, too.
//!
//! Each process counts for itself; guesses that it lets through are counted by all processes together, too. A right
//! password is removed from the counts of its link.

use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr};

use primitives::Clock;
use rates::{Count, Limit, Rates};
use rest::Rate;

use crate::{Error, LinkId, Result};

const GUESSES_BY_ADDRESS: Limit = Limit { name: "link passwords of an address", burst: 20, interval: 20 };
const GUESSES_BY_PAIR: Limit = Limit { name: "passwords of a link by an address", burst: 5, interval: 20 };
const GUESSES_BY_LINK: Limit = Limit { name: "passwords of a link", burst: 30, interval: 6 };

pub(crate) struct Limits {
    clock: Clock,
    /// Pages and lists: a whole office opens one link at once.
    pages: Rate<IpAddr>,
    /// Pictures and bytes: a page has many, and a film is asked for in parts.
    files: Rate<IpAddr>,
    /// Files that somebody begins to send.
    sent_files: Rate<IpAddr>,
    /// Archives of pictures that somebody wants.
    pictures: Rate<IpAddr>,
    pictures_of_link: Rate<LinkId>,
    /// Visits of one link that count: who comes without a cookie is new each time.
    visits: Rate<(LinkId, IpAddr)>,
    guesses_by_address: Rate<IpAddr>,
    guesses_by_pair: Rate<(LinkId, IpAddr)>,
    guesses_by_link: Rate<LinkId>,
}

impl Limits {
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            pages: Rate::new(600, 1),
            files: Rate::new(10_000, 1),
            sent_files: Rate::new(500, 2),
            pictures: Rate::new(20, 30),
            pictures_of_link: Rate::new(40, 30),
            visits: Rate::new(100, 864),
            guesses_by_address: rate(GUESSES_BY_ADDRESS),
            guesses_by_pair: rate(GUESSES_BY_PAIR),
            guesses_by_link: rate(GUESSES_BY_LINK),
        }
    }

    pub fn count_page(&self, address: Option<IpAddr>) -> Result<()> {
        self.pages.take(network(address), self.clock.now()).map_err(Error::TooManyTries)
    }

    pub fn count_file(&self, address: Option<IpAddr>) -> Result<()> {
        self.files.take(network(address), self.clock.now()).map_err(Error::TooManyTries)
    }

    pub fn count_sent_file(&self, address: Option<IpAddr>) -> Result<()> {
        self.sent_files.take(network(address), self.clock.now()).map_err(Error::TooManyTries)
    }

    pub fn count_pictures(&self, link: LinkId, address: Option<IpAddr>) -> Result<()> {
        let now = self.clock.now();
        self.pictures.take(network(address), now).map_err(Error::TooManyTries)?;
        self.pictures_of_link.take(link, now).map_err(Error::TooManyTries)
    }

    /// Whether one more visit from this address counts: a hundred at once, and about as many in a day.
    pub fn may_count_visit(&self, link: LinkId, address: Option<IpAddr>) -> bool {
        self.visits.take((link, network(address)), self.clock.now()).is_ok()
    }

    /// Counts one guess at the password of a link, here and by all processes together.
    pub async fn guess(&self, rates: &Rates, link: LinkId, address: Option<IpAddr>) -> Result<()> {
        self.count_guess(link, address)?;
        let by_address = rates.count(GUESSES_BY_ADDRESS, network(address));
        let [by_pair, by_link] = of_link(rates, link, address);
        rates.take(vec![by_address, by_pair, by_link]).await.map_err(Error::TooManyTries)
    }

    /// The guess was right. The address keeps its count, so that nobody clears it by a link of their own.
    pub async fn guessed_right(&self, rates: &Rates, link: LinkId, address: Option<IpAddr>) {
        self.give_back(link, address);
        rates.give_back(of_link(rates, link, address).into()).await;
    }

    fn count_guess(&self, link: LinkId, address: Option<IpAddr>) -> Result<()> {
        let (address, now) = (network(address), self.clock.now());
        self.guesses_by_address.take(address, now).map_err(Error::TooManyTries)?;
        self.guesses_by_pair.take((link, address), now).map_err(Error::TooManyTries)?;
        self.guesses_by_link.take(link, now).map_err(Error::TooManyTries)
    }

    fn give_back(&self, link: LinkId, address: Option<IpAddr>) {
        self.guesses_by_pair.give_back((link, network(address)));
        self.guesses_by_link.give_back(link);
    }
}

/// A guess, as it counts for its link.
fn of_link(rates: &Rates, link: LinkId, address: Option<IpAddr>) -> [Count; 2] {
    [rates.count(GUESSES_BY_PAIR, (link.0, network(address))), rates.count(GUESSES_BY_LINK, link.0)]
}

/// Its count in the memory of a process.
fn rate<K: Copy + Eq + Hash>(limit: Limit) -> Rate<K> {
    Rate::new(limit.burst, limit.interval)
}

/// What is counted as one: where no address is known, everybody together.
pub(crate) fn network(address: Option<IpAddr>) -> IpAddr {
    address.map_or(Ipv4Addr::UNSPECIFIED.into(), rest::network)
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use primitives::Clock;

    use super::Limits;
    use crate::{Error, LinkId};

    fn from(last: u8) -> Option<IpAddr> {
        Some(IpAddr::V4(Ipv4Addr::new(192, 0, 2, last)))
    }

    fn guesses(limits: &Limits, link: i64, address: Option<IpAddr>) -> usize {
        (0..100).take_while(|_| limits.count_guess(LinkId(link), address).is_ok()).count()
    }

    #[test]
    fn guesses_are_slowed_for_an_address_and_for_a_link() {
        let clock = Clock::fixed(1_000_000);
        let limits = Limits::new(clock.clone());
        assert_eq!(guesses(&limits, 1, from(1)), 5);
        assert!(matches!(limits.count_guess(LinkId(1), from(1)), Err(Error::TooManyTries(20))));
        let many: usize = (2..=20).map(|last| guesses(&limits, 1, from(last))).sum();
        assert_eq!(5 + many, 30, "of one link, from however many addresses");
        let links: usize = (2..=20).map(|link| guesses(&limits, link, from(1))).sum();
        assert!(links < 20, "of one address, at however many links");
        clock.advance(20);
        assert_eq!(guesses(&limits, 1, from(1)), 1);
    }

    #[test]
    fn one_address_adds_a_bounded_number_of_visits() {
        let clock = Clock::fixed(1_000_000);
        let limits = Limits::new(clock.clone());
        let counted = |link, address| (0..1_000).filter(|_| limits.may_count_visit(LinkId(link), address)).count();
        assert_eq!((counted(1, from(1)), counted(1, from(2)), counted(2, from(1))), (100, 100, 100));
        clock.advance(86_400);
        assert_eq!(counted(1, from(1)), 100);
    }

    #[test]
    fn a_right_password_is_not_counted_for_its_link() {
        let limits = Limits::new(Clock::fixed(1_000_000));
        for _ in 0..10 {
            limits.count_guess(LinkId(1), from(1)).unwrap();
            limits.give_back(LinkId(1), from(1));
        }
        assert_eq!(guesses(&limits, 1, from(1)), 5);
    }
}
