//! An attempt at a password: what this process lets through by its own memory (`limits.rs`), all processes of the
//! installation count together.

use std::net::IpAddr;

use rates::Count;

use crate::limits::{Attempt, BY_ACCOUNT, BY_ADDRESS, BY_PAIR, Caller};
use crate::session::store as sessions;
use crate::{Error, Result, SignIn};

/// An attempt that was let through; call `succeeded` if it succeeds.
pub(crate) struct CountedAttempt<'s> {
    sign_in: &'s SignIn,
    here: Attempt<'s>,
    /// What is given back if it succeeds.
    together: Vec<Count>,
}

impl SignIn {
    /// Counts one attempt at the account of this folded e-mail, or returns when the next one is allowed.
    pub(crate) async fn attempt(&self, account: &str, caller: Caller) -> Result<CountedAttempt<'_>> {
        let Caller(address) = caller;
        let pair = self.limits.count_pair(account, caller)?;
        let by_pair = self.rates.count(BY_PAIR, (account, address));
        self.count_together(vec![self.rates.count(BY_ADDRESS, address), by_pair]).await?;
        if self.limits.is_known(pair) {
            return Ok(CountedAttempt { sign_in: self, here: self.limits.of_known(pair), together: vec![by_pair] });
        }
        let by_account = self.rates.count(BY_ACCOUNT, account);
        let here = match self.limits.count_account(pair) {
            Ok(here) => self.count_together(vec![by_account]).await.map(|()| here),
            refused => refused,
        };
        let refused = match here {
            Ok(here) => return Ok(CountedAttempt { sign_in: self, here, together: vec![by_pair, by_account] }),
            Err(refused) => refused,
        };
        if !self.has_session_from(account, address).await? {
            return Err(refused);
        }
        self.limits.know(pair);
        Ok(CountedAttempt { sign_in: self, here: self.limits.of_known(pair), together: vec![by_pair] })
    }

    async fn count_together(&self, counts: Vec<Count>) -> Result<()> {
        self.rates.take(counts).await.map_err(Error::TooManyTries)
    }

    /// Whether the address has a session of the account: it may have signed in through another process.
    async fn has_session_from(&self, account: &str, address: IpAddr) -> Result<bool> {
        let (account, now) = (account.to_owned(), self.clock.now());
        let known = self.db.read(move |c| sessions::addresses(c, &account, now)).await?;
        Ok(known.iter().filter_map(|known| known.parse().ok()).any(|known| rest::network(known) == address))
    }
}

impl CountedAttempt<'_> {
    /// The password was right and a code is needed: this attempt is not counted for its account, and the address does
    /// not become known.
    pub async fn password_was_right(&self) {
        self.here.password_was_right();
        self.sign_in.rates.give_back(self.together.clone()).await;
    }

    /// The attempt succeeded: it is not counted for its account. The address keeps its count.
    pub async fn succeeded(self) {
        self.here.succeeded();
        self.sign_in.rates.give_back(self.together).await;
    }
}
