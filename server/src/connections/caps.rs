//! Limits the number of connections, in all and from one address. If it is full, a new one replaces the connection that
//! has been idle for longest; if none is idle, a few places are reserved for asking about the server's health.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use crate::settings::Settings;

#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Connections in all.
    pub connections: usize,
    /// From one address; None if a proxy has the same address for all.
    pub per_address: Option<usize>,
}

/// Places beyond the limit, for requests about the server's health.
const NARROW: usize = 16;
/// Files that are open besides connections: the database's, the log, files being read and written.
const OTHER_FILES: usize = 128;
/// One process could not use more.
const MOST: usize = 20_000;
/// An office behind one address has many pages open.
const PER_ADDRESS: usize = 512;

impl Caps {
    /// The limit of the settings, or what the system lets this process open: a connection may need a second file.
    pub fn of(settings: &Settings) -> Self {
        let files = usize::try_from(raise_limit()).unwrap_or(usize::MAX);
        let connections =
            settings.connections.unwrap_or_else(|| (files.saturating_sub(OTHER_FILES + NARROW) / 2).clamp(32, MOST));
        let usual = PER_ADDRESS.min((connections / 2).max(16));
        let per_address = settings.connections_per_address.unwrap_or(usual);
        let per_address = (!settings.trust_forwarded).then_some(per_address);
        Self { connections, per_address }
    }
}

/// The soft limit of open files is for old programs; this raises it to the hard one.
fn raise_limit() -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum.unwrap_or(u64::MAX),
        Err(_) => limit.current.unwrap_or(u64::MAX),
    }
}

/// All connections.
pub struct Crowd {
    caps: Caps,
    present: Mutex<Present>,
}

#[derive(Default)]
struct Present {
    next: u64,
    guests: HashMap<u64, Guest>,
    by_address: HashMap<IpAddr, usize>,
    narrow: usize,
}

struct Guest {
    address: IpAddr,
    /// The order in which connections became idle; None while it has a request.
    idle_since: Option<u64>,
    let_go: CancellationToken,
}

/// A place for a connection, released when it is dropped.
pub struct Place {
    crowd: Arc<Crowd>,
    kind: Kind,
}

enum Kind {
    Guest(u64, CancellationToken),
    Narrow,
}

pub enum Admission {
    Place(Place),
    Narrow(Place),
    None,
}

impl Crowd {
    pub fn new(caps: Caps) -> Self {
        Self { caps, present: Mutex::default() }
    }

    pub fn admit(self: &Arc<Self>, address: IpAddr) -> Admission {
        let address = rest::network(address);
        let mut present = self.present();
        let theirs = present.by_address.get(&address).copied().unwrap_or(0);
        let crowded_address = self.caps.per_address.is_some_and(|most| theirs >= most);
        let crowded = crowded_address || present.guests.len() >= self.caps.connections;
        if crowded && !present.let_go(crowded_address.then_some(address)) {
            if present.narrow >= NARROW {
                return Admission::None;
            }
            present.narrow += 1;
            return Admission::Narrow(Place { crowd: self.clone(), kind: Kind::Narrow });
        }
        let (id, let_go) = (present.tick(), CancellationToken::new());
        present.guests.insert(id, Guest { address, idle_since: Some(id), let_go: let_go.clone() });
        *present.by_address.entry(address).or_default() += 1;
        Admission::Place(Place { crowd: self.clone(), kind: Kind::Guest(id, let_go) })
    }

    /// Called when files have run out all the same.
    pub fn let_one_go(&self) {
        self.present().let_go(None);
    }

    fn present(&self) -> MutexGuard<'_, Present> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Present {
    fn tick(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Closes the connection that has been idle for longest, of `address` if it is given; false if none is idle. A
    /// connection with a partial request head counts as idle.
    fn let_go(&mut self, address: Option<IpAddr>) -> bool {
        let candidates = self.guests.iter().filter(|(_, guest)| address.is_none_or(|address| guest.address == address));
        let oldest = candidates.filter_map(|(id, guest)| Some((guest.idle_since?, *id))).min();
        let Some((_, id)) = oldest else { return false };
        self.leave(id).is_some_and(|guest| {
            guest.let_go.cancel();
            true
        })
    }

    fn leave(&mut self, id: u64) -> Option<Guest> {
        let guest = self.guests.remove(&id)?;
        if let Some(count) = self.by_address.get_mut(&guest.address) {
            *count -= 1;
            if *count == 0 {
                self.by_address.remove(&guest.address);
            }
        }
        Some(guest)
    }
}

impl Place {
    /// Cancelled when another connection needs the place more.
    pub fn let_go(&self) -> CancellationToken {
        match &self.kind {
            Kind::Guest(_, let_go) => let_go.clone(),
            Kind::Narrow => CancellationToken::new(),
        }
    }

    /// Marks the connection as idle, or as having a request.
    pub fn mark(&self, idle: bool) {
        let Kind::Guest(id, _) = &self.kind else { return };
        let mut present = self.crowd.present();
        let now = present.tick();
        if let Some(guest) = present.guests.get_mut(id) {
            guest.idle_since = idle.then_some(now);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut present = self.crowd.present();
        match &self.kind {
            Kind::Guest(id, _) => drop(present.leave(*id)),
            Kind::Narrow => present.narrow -= 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::Arc;

    use super::{Admission, Caps, Crowd, NARROW, Place};

    fn address(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    fn crowd(connections: usize, per_address: Option<usize>) -> Arc<Crowd> {
        Arc::new(Crowd::new(Caps { connections, per_address }))
    }

    fn place(crowd: &Arc<Crowd>, last: u8) -> Arc<Place> {
        place_from(crowd, address(last))
    }

    fn place_from(crowd: &Arc<Crowd>, address: IpAddr) -> Arc<Place> {
        match crowd.admit(address) {
            Admission::Place(place) => Arc::new(place),
            Admission::Narrow(_) | Admission::None => panic!("a place"),
        }
    }

    #[test]
    fn the_one_that_was_idle_for_longest_makes_room() {
        let crowd = crowd(3, None);
        let [one, two, three] = [1, 2, 3].map(|last| place(&crowd, last));
        one.mark(false);
        let four = place(&crowd, 4);
        assert!(two.let_go().is_cancelled() && !one.let_go().is_cancelled() && !three.let_go().is_cancelled());
        // One has just become idle, so three is the oldest now.
        one.mark(true);
        let _five = place(&crowd, 5);
        assert!(three.let_go().is_cancelled() && !one.let_go().is_cancelled() && !four.let_go().is_cancelled());
    }

    #[test]
    fn an_address_with_too_many_makes_room_among_its_own() {
        let crowd = crowd(100, Some(2));
        let [other, one, two] = [9, 1, 1].map(|last| place(&crowd, last));
        let _three = place(&crowd, 1);
        assert!(one.let_go().is_cancelled() && !two.let_go().is_cancelled() && !other.let_go().is_cancelled());
    }

    #[test]
    fn addresses_of_one_ipv6_network_count_as_one() {
        let crowd = crowd(100, Some(2));
        let from = |address: &str| place_from(&crowd, address.parse().unwrap());
        let [one, two] = ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"].map(from);
        let other = from("2001:db8:1:3::1");
        let _three = from("2001:db8:1:2:7::");
        assert!(one.let_go().is_cancelled() && !two.let_go().is_cancelled() && !other.let_go().is_cancelled());
        // An IPv4 address counts as itself, however it is written.
        let [four, mapped] = ["192.0.2.1", "::ffff:192.0.2.1"].map(from);
        let _six = from("192.0.2.1");
        assert!(four.let_go().is_cancelled() && !mapped.let_go().is_cancelled());
    }

    #[test]
    fn a_full_server_admits_a_few_connections_for_health_checks() {
        let crowd = crowd(2, None);
        let busy = [1, 2].map(|last| place(&crowd, last));
        busy.iter().for_each(|place| place.mark(false));
        let narrow: Vec<_> = (0..NARROW).map(|_| crowd.admit(address(3))).collect();
        assert!(narrow.iter().all(|admitted| matches!(admitted, Admission::Narrow(_))));
        assert!(matches!(crowd.admit(address(3)), Admission::None));
        drop((busy, narrow));
        place(&crowd, 3);
    }
}
