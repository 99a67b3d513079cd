//! Lock-out by rate: who tries passwords is slowed down, who knows theirs hardly notices.
//!
//! Three limits stand before each try: per address; per account and address; and, looser, per account over all
//! addresses. A try that turns out right takes back its own count and no other's, so that nobody with an account
//! can wash away guesses at another. An address from which an account has signed in before is exempt from the
//! limit over all addresses: strangers cannot keep the owner out.

mod caller;
mod emails;

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use primitives::{Clock, TenantId, UserId};

pub(crate) use caller::Caller;
use rest::Rate;

use self::emails::{Emails, Kind};
use crate::refusals::Tried;
use crate::user::email_key;
use crate::{Error, Result};

/// So many account and address pairs are remembered as known at most.
const KNOWN: usize = 100_000;

/// An account as the limits know it: a keyed hash, so that no e-mail is kept, known or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Account(u64);

pub(crate) struct Limits {
    clock: Clock,
    hash: RandomState,
    by_address: Rate<IpAddr>,
    by_pair: Rate<(Account, IpAddr)>,
    by_account: Rate<Account>,
    by_code: Rate<UserId>,
    mail_by_address: Rate<IpAddr>,
    messages: Emails,
    lock_told: Rate<Account>,
    lock_told_by_address: Rate<IpAddr>,
    known: Mutex<HashSet<(Account, IpAddr)>>,
}

/// A try that was let through; tell it when it turned out right.
pub(crate) struct Attempt<'l> {
    limits: &'l Limits,
    account: Account,
    address: IpAddr,
    counted_by_account: bool,
}

impl Limits {
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            hash: RandomState::new(),
            by_address: Rate::new(100, 1),
            by_pair: Rate::new(5, 20),
            by_account: Rate::new(30, 6),
            by_code: Rate::new(10, 300),
            mail_by_address: Rate::new(10, 30),
            messages: Emails::new(),
            lock_told: Rate::new(1, 600),
            lock_told_by_address: Rate::new(5, 120),
            known: Mutex::default(),
        }
    }

    /// Counts one try at the account of this folded e-mail, or says when the next one may come.
    pub fn begin(&self, account: &str, caller: Caller) -> Result<Attempt<'_>> {
        let now = self.clock.now();
        let account = Account(self.hash.hash_one(account));
        let Caller(address) = caller;
        let pair = (account, address);
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).contains(&pair);
        self.by_address.take(address, now).map_err(Error::TooManyTries)?;
        self.by_pair.take(pair, now).map_err(Error::TooManyTries)?;
        if !known {
            self.by_account.take(account, now).map_err(Error::TooManyTries)?;
        }
        Ok(Attempt { limits: self, account, address, counted_by_account: !known })
    }

    /// Counts one guess at the second factor of this user: ten at once, then one in five minutes, from anywhere. Only
    /// who knows the password gets so far.
    pub fn guess_code(&self, user: UserId) -> Result<()> {
        self.by_code.take(user, self.clock.now()).map_err(Error::TooManyTries)
    }

    /// As `guess_code`, where a code was typed.
    pub fn guess_code_if(&self, user: UserId, typed: Option<&str>) -> Result<()> {
        if typed.is_some() { self.guess_code(user) } else { Ok(()) }
    }

    /// The code was right: it costs nothing.
    pub fn code_was_right(&self, user: UserId) {
        self.by_code.give_back(user);
    }

    /// A lock-out is told once in ten minutes of an account, and now and then of an address.
    pub fn tells_lock(&self, tried: &Tried, Caller(address): Caller) -> bool {
        let now = self.clock.now();
        let account = match tried {
            Tried::Account(account) => Account(self.hash.hash_one(account)),
            Tried::User(user) => Account(self.hash.hash_one(user)),
        };
        self.lock_told.take(account, now).is_ok() && self.lock_told_by_address.take(address, now).is_ok()
    }

    /// Counts one request that has an e-mail sent.
    pub fn ask_for_mail(&self, Caller(address): Caller) -> Result<()> {
        self.mail_by_address.take(address, self.clock.now()).map_err(Error::TooManyTries)
    }

    /// Counts the e-mails about accounts that a tenant's people cause: invitations, welcomes, changed addresses. Where
    /// one of them is too many, none is counted.
    pub fn write_to(&self, tenant: Option<TenantId>, addresses: &[&str]) -> Result<()> {
        self.messages.take(Kind::Account, tenant, &self.accounts(addresses), self.clock.now())
    }

    /// As `write_to`, for word of shares that somebody sends to strangers.
    pub fn share_with(&self, tenant: Option<TenantId>, addresses: &[&str]) -> Result<()> {
        self.messages.take(Kind::Share, tenant, &self.accounts(addresses), self.clock.now())
    }

    fn accounts(&self, addresses: &[&str]) -> Vec<Account> {
        addresses.iter().map(|address| Account(self.hash.hash_one(email_key(address)))).collect()
    }

    /// Counts one mailed link that is shown: nobody tries many.
    pub fn show_link(&self, Caller(address): Caller) -> Result<()> {
        self.by_address.take(address, self.clock.now()).map_err(Error::TooManyTries)
    }
}

impl Attempt<'_> {
    /// The password was right and more is asked for: this try costs its account nothing, and the address is not known.
    pub fn password_was_right(&self) {
        self.limits.by_pair.give_back((self.account, self.address));
        if self.counted_by_account {
            self.limits.by_account.give_back(self.account);
        }
    }

    /// The password was right: this try costs its account nothing. The address keeps its count.
    pub fn succeeded(self) {
        self.password_was_right();
        let pair = (self.account, self.address);
        let mut known = self.limits.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= KNOWN {
            known.clear();
        }
        known.insert(pair);
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use primitives::Clock;

    use super::{Caller, Limits};
    use crate::Error;

    fn from(last: u8) -> Caller {
        Caller(IpAddr::V4(Ipv4Addr::new(192, 0, 2, last)))
    }

    fn guesses_let_through(limits: &Limits, account: &str, caller: Caller) -> usize {
        (0..200).take_while(|_| limits.begin(account, caller).is_ok()).count()
    }

    #[test]
    fn five_guesses_are_quick_and_then_one_comes_every_twenty_seconds() {
        let clock = Clock::fixed(1_000_000);
        let limits = Limits::new(clock.clone());
        assert_eq!(guesses_let_through(&limits, "ana", from(1)), 5);
        clock.advance(19);
        assert!(matches!(limits.begin("ana", from(1)), Err(Error::TooManyTries(1))));
        clock.advance(1);
        assert_eq!(guesses_let_through(&limits, "ana", from(1)), 1);
        assert_eq!(guesses_let_through(&limits, "bia", from(1)), 5, "another account has its own count");
    }

    #[test]
    fn many_addresses_together_are_slowed_but_the_owner_s_own_is_not() {
        let clock = Clock::fixed(1_000_000);
        let limits = Limits::new(clock.clone());
        limits.begin("ana", from(250)).unwrap().succeeded();
        let guessed: usize = (1..=20).map(|last| guesses_let_through(&limits, "ana", from(last))).sum();
        assert_eq!(guessed, 30);
        assert!(limits.begin("ana", from(249)).is_err(), "a stranger waits");
        assert!(limits.begin("ana", from(250)).is_ok(), "the owner's place is known");
        clock.advance(6);
        assert!(limits.begin("ana", from(249)).is_ok(), "and nobody waits for good");
    }

    #[test]
    fn one_address_may_not_try_many_accounts() {
        let limits = Limits::new(Clock::fixed(1_000_000));
        let tried = (0..500).take_while(|n| limits.begin(&format!("user {n}"), from(1)).is_ok()).count();
        assert_eq!(tried, 100);
    }

    #[test]
    fn signing_in_washes_away_no_guess() {
        let limits = Limits::new(Clock::fixed(1_000_000));
        for _ in 0..3 {
            limits.begin("ana", from(1)).unwrap();
        }
        for _ in 0..20 {
            limits.begin("ana", from(1)).unwrap().succeeded();
            limits.begin("mine", from(1)).unwrap().succeeded();
        }
        assert_eq!(guesses_let_through(&limits, "ana", from(1)), 2);
    }
}
