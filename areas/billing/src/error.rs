//! The errors of quotas.

use rest::Problem;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The tenant has no quota for the service, or too little of it is left.
    #[error("the quota does not admit it: {available} are available")]
    Exceeded { available: i64 },
    #[error("no such quota or reservation")]
    Missing,
    /// The reservation was already captured or released, or is smaller than the captured amount.
    #[error("the reservation is not open for that")]
    NotOpen,
    #[error("the tenant has a quota for this service")]
    Exists,
    /// The same key was used for another deposit.
    #[error("the idempotency key belongs to another deposit")]
    KeyReused,
    #[error("a sum is larger than can be counted")]
    TooMuch,
    #[error(transparent)]
    Db(#[from] db::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Exceeded { available } => {
                Self::conflict("quota_exceeded", "quota_exceeded").with("available", available.max(0))
            }
            Error::Missing => Self::not_found(),
            Error::NotOpen => Self::conflict("reservation_not_open", "reservation_not_open"),
            Error::Exists => Self::conflict("quota_exists", "quota_exists"),
            Error::KeyReused => Self::conflict("idempotency_key_reused", "idempotency_key_reused"),
            Error::TooMuch => Self::invalid("amount", "form_rules.too_much"),
            Error::Db(error) => error.into(),
        }
    }
}
