//! Rate limits on passwords: they slow down guesses, and the owner of a password hardly notices them.
//!
//! Three limits apply to each attempt: per address; per account and address; and, looser, per account over all
//! addresses. A successful attempt is removed from its own counts only, so that nobody can use their own account to
//! clear guesses at another. An address that has signed in to an account before is exempt from the limit over all
//! addresses, so that attackers cannot lock the owner out. Here each process counts for itself, without the database;
//! `attempts.rs` has all processes count together what was let through here.

mod caller;

use std::hash::{BuildHasher, Hash, RandomState};
use std::net::IpAddr;

use primitives::{Clock, UserId};

pub use caller::Caller;
use quick_cache::sync::Cache;
use rates::Limit;
use rest::Rate;
use serde::{Deserialize, Serialize};

use crate::{Error, Result};

/// The account that was tried.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tried {
    /// The typed address, folded.
    Account(String),
    User(UserId),
}

pub(crate) const BY_ADDRESS: Limit = Limit { name: "sign-ins of an address", burst: 100, interval: 1 };
pub(crate) const BY_PAIR: Limit = Limit { name: "sign-ins of an address to an account", burst: 5, interval: 20 };
pub(crate) const BY_ACCOUNT: Limit = Limit { name: "sign-ins to an account", burst: 30, interval: 6 };

/// At most this many account and address pairs are remembered as known.
const KNOWN: usize = 100_000;

/// An account in the limits: a keyed hash, so that no e-mail is kept, known or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Account(u64);

pub(crate) struct Limits {
    clock: Clock,
    hash: RandomState,
    by_address: Rate<IpAddr>,
    by_pair: Rate<(Account, IpAddr)>,
    by_account: Rate<Account>,
    mail_by_address: Rate<IpAddr>,
    lock_told: Rate<Account>,
    lock_told_by_address: Rate<IpAddr>,
    known: Cache<(Account, IpAddr), ()>,
}

/// An address that tries an account; `Limits::count_pair` has let it through.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    account: Account,
    address: IpAddr,
}

/// An attempt that was let through; call `succeeded` if it succeeds.
pub(crate) struct Attempt<'l> {
    limits: &'l Limits,
    pair: Pair,
    counted_by_account: bool,
}

/// Its count in the memory of a process.
fn rate<K: Copy + Eq + Hash>(limit: Limit) -> Rate<K> {
    Rate::new(limit.burst, limit.interval)
}

impl Limits {
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            hash: RandomState::new(),
            by_address: rate(BY_ADDRESS),
            by_pair: rate(BY_PAIR),
            by_account: rate(BY_ACCOUNT),
            mail_by_address: Rate::new(10, 30),
            lock_told: Rate::new(1, 600),
            lock_told_by_address: Rate::new(5, 120),
            known: Cache::new(KNOWN),
        }
    }

    /// Counts one attempt of the caller at the account of this folded e-mail, or returns when the next one is allowed.
    pub fn count_pair(&self, account: &str, Caller(address): Caller) -> Result<Pair> {
        let now = self.clock.now();
        let account = Account(self.hash.hash_one(account));
        self.by_address.take(address, now).map_err(Error::TooManyTries)?;
        self.by_pair.take((account, address), now).map_err(Error::TooManyTries)?;
        Ok(Pair { account, address })
    }

    /// Counts it for the account over all addresses, or returns when the next one is allowed.
    pub fn count_account(&self, pair: Pair) -> Result<Attempt<'_>> {
        self.by_account.take(pair.account, self.clock.now()).map_err(Error::TooManyTries)?;
        Ok(Attempt { limits: self, pair, counted_by_account: true })
    }

    /// The attempt of an address that has signed in to the account before.
    pub fn of_known(&self, pair: Pair) -> Attempt<'_> {
        Attempt { limits: self, pair, counted_by_account: false }
    }

    /// Whether this process has seen the address sign in to the account.
    pub fn is_known(&self, pair: Pair) -> bool {
        self.known.get(&(pair.account, pair.address)).is_some()
    }

    /// The address has signed in to the account.
    pub fn know(&self, pair: Pair) {
        self.known.insert((pair.account, pair.address), ());
    }

    /// Whether to report a lock-out: once in ten minutes for an account, and at a limited rate for an address.
    pub fn tells_lock(&self, tried: &Tried, Caller(address): Caller) -> bool {
        let now = self.clock.now();
        let account = match tried {
            Tried::Account(account) => Account(self.hash.hash_one(account)),
            Tried::User(user) => Account(self.hash.hash_one(user)),
        };
        self.lock_told.take(account, now).is_ok() && self.lock_told_by_address.take(address, now).is_ok()
    }

    /// Counts one request that sends an e-mail.
    pub fn ask_for_mail(&self, Caller(address): Caller) -> Result<()> {
        self.mail_by_address.take(address, self.clock.now()).map_err(Error::TooManyTries)
    }

    /// Counts one use of a mailed link: no user needs many.
    pub fn show_link(&self, Caller(address): Caller) -> Result<()> {
        self.by_address.take(address, self.clock.now()).map_err(Error::TooManyTries)
    }
}

impl Attempt<'_> {
    /// The password was right and a code is needed: this attempt is not counted for its account, and the address does
    /// not become known.
    pub fn password_was_right(&self) {
        self.limits.by_pair.give_back((self.pair.account, self.pair.address));
        if self.counted_by_account {
            self.limits.by_account.give_back(self.pair.account);
        }
    }

    /// The attempt succeeded: it is not counted for its account. The address keeps its count.
    pub fn succeeded(self) {
        self.password_was_right();
        self.limits.know(self.pair);
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use primitives::Clock;

    use super::{Attempt, Caller, KNOWN, Limits};
    use crate::{Error, Result};

    fn from(last: u8) -> Caller {
        Caller(IpAddr::V4(Ipv4Addr::new(192, 0, 2, last)))
    }

    fn begin<'l>(limits: &'l Limits, account: &str, caller: Caller) -> Result<Attempt<'l>> {
        let pair = limits.count_pair(account, caller)?;
        if limits.is_known(pair) { Ok(limits.of_known(pair)) } else { limits.count_account(pair) }
    }

    fn guesses_let_through(limits: &Limits, account: &str, caller: Caller) -> usize {
        (0..200).take_while(|_| begin(limits, account, caller).is_ok()).count()
    }

    #[test]
    fn five_guesses_are_admitted_at_once_and_then_one_every_twenty_seconds() {
        let clock = Clock::fixed(1_000_000);
        let limits = Limits::new(clock.clone());
        assert_eq!(guesses_let_through(&limits, "ana", from(1)), 5);
        clock.advance(19);
        assert!(matches!(begin(&limits, "ana", from(1)), Err(Error::TooManyTries(1))));
        clock.advance(1);
        assert_eq!(guesses_let_through(&limits, "ana", from(1)), 1);
        assert_eq!(guesses_let_through(&limits, "bia", from(1)), 5, "another account has its own count");
    }

    #[test]
    fn guesses_from_many_addresses_are_limited_but_the_owner_s_address_is_not() {
        let clock = Clock::fixed(1_000_000);
        let limits = Limits::new(clock.clone());
        begin(&limits, "ana", from(250)).unwrap().succeeded();
        let guessed: usize = (1..=20).map(|last| guesses_let_through(&limits, "ana", from(last))).sum();
        assert_eq!(guessed, 30);
        assert!(begin(&limits, "ana", from(249)).is_err(), "a stranger waits");
        assert!(begin(&limits, "ana", from(250)).is_ok(), "the owner's place is known");
        clock.advance(6);
        assert!(begin(&limits, "ana", from(249)).is_ok(), "and nobody waits for good");
    }

    #[test]
    fn one_address_may_not_try_many_accounts() {
        let limits = Limits::new(Clock::fixed(1_000_000));
        let tried = (0..500).take_while(|n| begin(&limits, &format!("user {n}"), from(1)).is_ok()).count();
        assert_eq!(tried, 100);
    }

    #[test]
    fn sign_ins_of_other_users_do_not_evict_an_owner_s_known_address() {
        let clock = Clock::fixed(1_000_000);
        let limits = Limits::new(clock.clone());
        for _ in 0..3 {
            begin(&limits, "ana", from(250)).unwrap().succeeded();
        }
        for stranger in 0..KNOWN as u32 {
            let there = Caller(IpAddr::V4(Ipv4Addr::from(0x0a00_0000 + stranger)));
            begin(&limits, &format!("user {stranger}"), there).unwrap().succeeded();
        }
        let guessed: usize = (1..=20).map(|last| guesses_let_through(&limits, "ana", from(last))).sum();
        assert_eq!(guessed, 30);
        assert!(begin(&limits, "ana", from(250)).is_ok());
    }

    #[test]
    fn a_sign_in_gives_back_only_attempts_at_its_own_account() {
        let limits = Limits::new(Clock::fixed(1_000_000));
        for _ in 0..3 {
            begin(&limits, "ana", from(1)).unwrap();
        }
        for _ in 0..20 {
            begin(&limits, "ana", from(1)).unwrap().succeeded();
            begin(&limits, "mine", from(1)).unwrap().succeeded();
        }
        assert_eq!(guesses_let_through(&limits, "ana", from(1)), 2);
    }
}
