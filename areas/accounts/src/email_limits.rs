//! Limits on e-mails to addresses whose owners did not ask for them.
//!
//! Three counts apply to each e-mail: per tenant; per tenant and address, so that no mailbox is filled; and, looser,
//! per address over all tenants. The second does not reveal to a tenant what another has sent, and no tenant can use it
//! up for another. The third is so large that it takes many tenants to reach it. A confirmed address is counted like
//! any other, or the limit would reveal it.

use std::hash::{BuildHasher, RandomState};

use primitives::{Clock, Seconds, TenantId};
use rest::Rate;

use crate::email::email_key;
use crate::{Error, Result};

/// An address: a keyed hash, so that no e-mail is kept, known or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Address(u64);

pub struct EmailLimits {
    clock: Clock,
    hash: RandomState,
    of: Rate<Option<TenantId>>,
    about_accounts: Rate<(Option<TenantId>, Address)>,
    about_shares: Rate<(Option<TenantId>, Address)>,
    to: Rate<Address>,
}

/// The kinds of e-mails. Users share more often with people outside than they create accounts.
#[derive(Clone, Copy)]
enum Kind {
    Account,
    Share,
}

impl EmailLimits {
    pub(crate) fn new(clock: Clock) -> Self {
        Self {
            clock,
            hash: RandomState::new(),
            // Two batches of users, at their largest size.
            of: Rate::new(2_000, 5),
            about_accounts: Rate::new(5, 600),
            about_shares: Rate::new(20, 120),
            to: Rate::new(100, 60),
        }
    }

    /// Counts the e-mails about accounts that a tenant's people cause: invitations, welcomes, changed addresses. If one
    /// of them is too many, none is counted.
    pub fn write_to(&self, tenant: Option<TenantId>, addresses: &[&str]) -> Result<()> {
        self.take(Kind::Account, tenant, &self.hashed(addresses), self.clock.now())
    }

    /// As `write_to`, for e-mails about shares to people outside the tenant.
    pub fn share_with(&self, tenant: Option<TenantId>, addresses: &[&str]) -> Result<()> {
        self.take(Kind::Share, tenant, &self.hashed(addresses), self.clock.now())
    }

    fn hashed(&self, addresses: &[&str]) -> Vec<Address> {
        addresses.iter().map(|address| Address(self.hash.hash_one(email_key(address)))).collect()
    }

    /// Counts one e-mail of the tenant to each address, or none if one of them is too many.
    fn take(&self, kind: Kind, tenant: Option<TenantId>, addresses: &[Address], now: Seconds) -> Result<()> {
        let about = match kind {
            Kind::Account => &self.about_accounts,
            Kind::Share => &self.about_shares,
        };
        let give_back = |counted: &[Address]| {
            for address in counted {
                about.give_back((tenant, *address));
                self.to.give_back(*address);
            }
        };
        for (place, address) in addresses.iter().enumerate() {
            let key = (tenant, *address);
            let counted =
                about.take(key, now).and_then(|()| self.to.take(*address, now).inspect_err(|_| about.give_back(key)));
            if let Err(seconds) = counted {
                give_back(&addresses[..place]);
                return Err(Error::TooManyTries(seconds));
            }
        }
        let count = i64::try_from(addresses.len()).unwrap_or(i64::MAX);
        self.of.take_some(tenant, count, now).map_err(|seconds| {
            give_back(addresses);
            Error::TooManyTries(seconds)
        })
    }
}

#[cfg(test)]
mod tests {
    use primitives::{Clock, TenantId};

    use super::EmailLimits;

    #[test]
    fn a_refused_batch_of_emails_is_not_counted() {
        let limits = EmailLimits::new(Clock::fixed(1_000_000));
        let (lume, to) = (Some(TenantId(1)), "ana@lume.example");
        while limits.write_to(lume, &[to]).is_ok() {}
        for _ in 0..3 {
            let mut many: Vec<String> = (0..999).map(|n| format!("new{n}@lume.example")).collect();
            many.push(to.to_owned());
            let many: Vec<&str> = many.iter().map(String::as_str).collect();
            assert!(limits.write_to(lume, &many).is_err(), "one of them has had enough");
        }
        let others: Vec<String> = (0..999).map(|n| format!("new{n}@lume.example")).collect();
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        assert!(limits.write_to(lume, &others).is_ok(), "and the others none");
    }

    #[test]
    fn emails_of_one_tenant_to_an_address_do_not_limit_those_of_another() {
        let limits = EmailLimits::new(Clock::fixed(1_000_000));
        let to = ["ana@lume.example"];
        let sent = |tenant| (0..500).take_while(|_| limits.write_to(Some(TenantId(tenant)), &to).is_ok()).count();
        assert_eq!([sent(1), sent(2)], [5, 5]);
        let all: usize = (3..200).map(sent).sum();
        assert!(all < 200, "{all} e-mails of all tenants together fill a mailbox");
    }

    #[test]
    fn emails_about_shares_are_limited_apart_from_emails_about_accounts() {
        let limits = EmailLimits::new(Clock::fixed(1_000_000));
        let (lume, to) = (Some(TenantId(1)), ["ana@lume.example"]);
        assert_eq!((0..500).take_while(|_| limits.share_with(lume, &to).is_ok()).count(), 20);
        assert!(limits.write_to(lume, &to).is_ok());
        assert!(limits.share_with(lume, &["bia@lume.example"]).is_ok());
    }
}
