//! How many archives of links a process sends at once, of which each plans up to 100,000 entries; and how many parts of
//! files it receives.

use std::net::IpAddr;

use rest::{Turn, Turns};

use crate::limits::network;
use crate::{Error, LinkId, Result};

const MOST_OF_LINK: usize = 16;
/// So that a few slow visitors keep nobody else from an archive.
const MOST_OF_ADDRESS: usize = 8;
const MOST_OF_ALL: usize = 64;

#[derive(Clone, Debug)]
pub(crate) struct ArchiveTurns {
    links: Turns<LinkId>,
    addresses: Turns<IpAddr>,
}

impl ArchiveTurns {
    pub fn new() -> Self {
        Self { links: Turns::new(MOST_OF_LINK, MOST_OF_ALL), addresses: Turns::new(MOST_OF_ADDRESS, MOST_OF_ALL) }
    }

    /// A turn for one more archive of the link, for somebody at this address.
    pub fn take(&self, link: LinkId, address: Option<IpAddr>) -> Result<Sending> {
        let of_address = self.addresses.take(network(address)).ok_or(Error::TooManyArchives)?;
        let of_link = self.links.take(link).ok_or(Error::TooManyArchives)?;
        metrics::gauge!("archives_sending").increment(1);
        Ok(Sending { _of_link: of_link, _of_address: of_address })
    }
}

/// An archive that is being sent, until it is dropped.
#[derive(Debug)]
pub(crate) struct Sending {
    _of_link: Turn<LinkId>,
    _of_address: Turn<IpAddr>,
}

impl Drop for Sending {
    fn drop(&mut self) {
        metrics::gauge!("archives_sending").decrement(1);
    }
}

const MOST_PARTS_OF_LINK: usize = 48;
const MOST_PARTS_OF_ADDRESS: usize = 12;
const MOST_PARTS_OF_ALL: usize = 256;

#[derive(Clone, Debug)]
pub(crate) struct ReceivingTurns {
    links: Turns<LinkId>,
    addresses: Turns<IpAddr>,
}

impl ReceivingTurns {
    pub fn new() -> Self {
        let links = Turns::new(MOST_PARTS_OF_LINK, MOST_PARTS_OF_ALL);
        Self { links, addresses: Turns::new(MOST_PARTS_OF_ADDRESS, MOST_PARTS_OF_ALL) }
    }

    /// A turn for a part of a file that somebody at this address sends.
    pub fn take(&self, link: LinkId, address: Option<IpAddr>) -> Result<Receiving> {
        let of_address = self.addresses.take(network(address)).ok_or(Error::TooManySendings)?;
        let of_link = self.links.take(link).ok_or(Error::TooManySendings)?;
        Ok(Receiving { _of_link: of_link, _of_address: of_address })
    }
}

/// A part that is being received, until it is dropped.
#[derive(Debug)]
pub(crate) struct Receiving {
    _of_link: Turn<LinkId>,
    _of_address: Turn<IpAddr>,
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::{ArchiveTurns, MOST_OF_ADDRESS, MOST_OF_ALL, MOST_OF_LINK};
    use crate::LinkId;

    fn at(last: usize) -> Option<IpAddr> {
        Some(IpAddr::V4(Ipv4Addr::new(192, 0, 2, u8::try_from(last).unwrap())))
    }

    #[test]
    fn one_link_sends_few_archives_at_once_and_keeps_no_other_from_it() {
        let turns = ArchiveTurns::new();
        let mut taken: Vec<_> = (0..MOST_OF_LINK).map(|last| turns.take(LinkId(1), at(last)).unwrap()).collect();
        assert!(turns.take(LinkId(1), at(99)).is_err());
        assert!(turns.take(LinkId(2), at(99)).is_ok());
        taken.pop();
        assert!(turns.take(LinkId(1), at(99)).is_ok());
    }

    #[test]
    fn one_address_keeps_nobody_else_from_a_link() {
        let turns = ArchiveTurns::new();
        let taken: Vec<_> = (0..MOST_OF_ADDRESS).map(|_| turns.take(LinkId(1), at(1)).unwrap()).collect();
        assert!(turns.take(LinkId(1), at(1)).is_err());
        assert!(turns.take(LinkId(1), at(2)).is_ok());
        drop(taken);
        assert!(turns.take(LinkId(1), at(1)).is_ok());
    }

    #[test]
    fn all_links_together_send_a_bounded_number() {
        let turns = ArchiveTurns::new();
        let link = |number: usize| LinkId(i64::try_from(number).unwrap());
        let taken: Vec<_> = (0..MOST_OF_ALL).map(|number| turns.take(link(number), at(number)).unwrap()).collect();
        assert!(turns.take(link(MOST_OF_ALL), at(MOST_OF_ALL)).is_err(), "a plan is in memory until it is sent");
        drop(taken);
        assert!(turns.take(link(MOST_OF_ALL), at(MOST_OF_ALL)).is_ok());
    }
}
