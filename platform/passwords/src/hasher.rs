//! argon2id, off the threads that serve requests, few at a time: each hash takes 19 MiB and some 20 ms of one core.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use argon2::password_hash::phc;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use tokio::sync::Semaphore;

use crate::hash_pool::HashPool;
use crate::{Error, Password, Result};

/// A password's hash in PHC form. It is made before a transaction begins, so that no writer waits for it.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

/// Stored instead of a hash if there is no password yet.
const NONE: &str = "!";

impl PasswordHash {
    /// Matches no password: such a user comes in by an invitation, or chooses a password by "forgotten password".
    pub fn unusable() -> Self {
        Self(NONE.to_owned())
    }

    pub fn from_stored(text: String) -> Self {
        Self(text)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

const AT_ONCE: usize = 2;
/// A caller that waits longer is told to come back, so that a flood of sign-ins cannot pile up.
const TIMEOUT: Duration = Duration::from_secs(10);

fn argon2() -> Result<Argon2<'static>> {
    let params = Params::new(19 * 1024, 2, 1, None).map_err(|error| Error::Broken(error.to_string()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// Hashes on the calling thread: for the command line and the seed. Requests go through `Hasher`.
pub fn hash_password(password: &Password) -> Result<PasswordHash> {
    let hash = argon2()?.hash_password(password.as_str().as_bytes()).map_err(broken)?;
    Ok(PasswordHash(hash.to_string()))
}

pub struct Hasher {
    places: Arc<Semaphore>,
    pool: HashPool,
    hashed: Arc<AtomicU64>,
}

impl Hasher {
    pub fn new() -> Result<Self> {
        let pool = HashPool::start(AT_ONCE).map_err(broken)?;
        Ok(Self { places: Arc::new(Semaphore::new(AT_ONCE)), pool, hashed: Arc::default() })
    }

    /// How many passwords were hashed so far, to compare or to store: it is the work of a sign-in.
    pub fn hashed(&self) -> u64 {
        self.hashed.load(Ordering::Relaxed)
    }

    pub async fn hash(&self, password: &Password) -> Result<PasswordHash> {
        let (password, hashed) = (password.clone(), self.hashed.clone());
        self.run(move || counted(&hashed, hash_password(&password))).await
    }

    /// Whether the password matches `hash`. Without a hash the password is hashed all the same, so that an unknown
    /// e-mail takes as long as a known one; the answer is then no.
    pub async fn verify(&self, password: &Password, hash: Option<&PasswordHash>) -> Result<bool> {
        let hash = hash.filter(|hash| hash.as_str() != NONE).cloned();
        let (password, hashed) = (password.clone(), self.hashed.clone());
        let same = move || match hash {
            Some(hash) => counted(&hashed, matches(&password, &hash)),
            None => {
                black_box(counted(&hashed, hash_password(&password))?);
                Ok(false)
            }
        };
        self.run(same).await
    }

    /// The work itself holds the slot: a caller that goes away does not free it early.
    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
        let asked = tokio::time::timeout(TIMEOUT, self.places.clone().acquire_owned()).await;
        let place = asked.map_err(|_| Error::Busy)?.map_err(broken)?;
        let working = self.pool.run(move || {
            let outcome = work();
            drop(place);
            outcome
        });
        working.await.ok_or_else(panicked)?
    }
}

fn counted<T>(hashed: &AtomicU64, done: Result<T>) -> Result<T> {
    hashed.fetch_add(1, Ordering::Relaxed);
    done
}

fn matches(password: &Password, hash: &PasswordHash) -> Result<bool> {
    let parsed = phc::PasswordHash::new(hash.as_str()).map_err(broken)?;
    Ok(argon2()?.verify_password(password.as_str().as_bytes(), &parsed).is_ok())
}

fn panicked() -> Error {
    broken("a hash was not finished")
}

fn broken(error: impl std::fmt::Display) -> Error {
    Error::Broken(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::{Hasher, hash_password};
    use crate::Password;

    #[tokio::test]
    async fn a_hash_matches_its_own_password_only_and_an_unusable_one_none() {
        let hasher = Hasher::new().unwrap();
        let right = Password::parse("um segredo comprido").unwrap();
        let hash = hash_password(&right).unwrap();
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        let wrong = Password::parse("um segredo compridO").unwrap();
        for (password, known, same) in [(&right, true, true), (&wrong, true, false), (&right, false, false)] {
            assert_eq!(hasher.verify(password, known.then_some(&hash)).await.unwrap(), same);
        }
        for typed in ["!", "um segredo comprido"] {
            let none = super::PasswordHash::unusable();
            assert!(!hasher.verify(&Password::parse(typed).unwrap(), Some(&none)).await.unwrap());
        }
    }
}
