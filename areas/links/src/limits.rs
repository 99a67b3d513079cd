//! How often somebody without an account may ask: by address; and guesses at a password by link, too.
//!
//! Each process counts for itself. A right password is removed from the counts of its link.

use std::net::{IpAddr, Ipv4Addr};

use primitives::Clock;
use rest::Rate;

use crate::{Error, LinkId, Result};

pub(crate) struct Limits {
    clock: Clock,
    /// Pages and lists: a whole office opens one link at once.
    pages: Rate<IpAddr>,
    /// Pictures and bytes: a page has many, and a film is asked for in parts.
    files: Rate<IpAddr>,
    /// Files that somebody begins to send.
    sent_files: Rate<IpAddr>,
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
            guesses_by_address: Rate::new(20, 20),
            guesses_by_pair: Rate::new(5, 20),
            guesses_by_link: Rate::new(30, 6),
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

    /// Counts one guess at the password of a link.
    pub fn count_guess(&self, link: LinkId, address: Option<IpAddr>) -> Result<()> {
        let (address, now) = (network(address), self.clock.now());
        self.guesses_by_address.take(address, now).map_err(Error::TooManyTries)?;
        self.guesses_by_pair.take((link, address), now).map_err(Error::TooManyTries)?;
        self.guesses_by_link.take(link, now).map_err(Error::TooManyTries)
    }

    /// The guess was right. The address keeps its count, so that nobody clears it by a link of their own.
    pub fn guessed_right(&self, link: LinkId, address: Option<IpAddr>) {
        self.guesses_by_pair.give_back((link, network(address)));
        self.guesses_by_link.give_back(link);
    }
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
    fn a_right_password_is_not_counted_for_its_link() {
        let limits = Limits::new(Clock::fixed(1_000_000));
        for _ in 0..10 {
            limits.count_guess(LinkId(1), from(1)).unwrap();
            limits.guessed_right(LinkId(1), from(1));
        }
        assert_eq!(guesses(&limits, 1, from(1)), 5);
    }
}
