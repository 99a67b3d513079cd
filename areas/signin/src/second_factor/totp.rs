//! Codes of six digits that change every thirty seconds.

use primitives::Seconds;
use totp_rs::{Builder, Totp, TotpError};

/// A shared secret of 160 bits: encrypted hexadecimal in the database, base32 for authenticators.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(totp_rs::Secret);

impl Secret {
    pub fn from_hex(hex: &str) -> Option<Self> {
        let digits: Vec<u8> = hex.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
        let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
        Some(Self(bytes.into()))
    }

    pub fn base32(&self) -> String {
        self.0.to_base32()
    }

    /// The address that authenticators read.
    pub fn uri(&self, email: &str) -> Result<String, TotpError> {
        self.totp(email).to_url()
    }

    /// Six digits, thirty seconds and SHA-1 are the library's defaults, and what all authenticators know.
    fn totp(&self, account: &str) -> Totp {
        Builder::new()
            .with_secret(self.0.clone())
            .with_skew(1)
            .with_issuer(Some("Vitrine"))
            .with_account_name(account)
            .build_noncompliant()
    }
}

/// The step of the code: the current one or, for clocks that differ, its neighbours.
pub(crate) fn step_of(secret: &Secret, typed: &str, now: Seconds) -> Option<i64> {
    let step = secret.totp("").check(typed, u64::try_from(now).ok()?)?;
    i64::try_from(step).ok()
}

#[cfg(test)]
mod tests {
    use super::{Secret, step_of};

    fn secret() -> Secret {
        Secret(b"12345678901234567890".to_vec().into())
    }

    #[test]
    fn codes_are_those_of_the_standard() {
        // RFC 6238, appendix B, the last six digits.
        for (now, code) in
            [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924"), (20_000_000_000, "353130")]
        {
            assert_eq!(step_of(&secret(), code, now), Some(now / 30));
        }
        assert_eq!(secret().base32(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_eq!(Secret::from_hex("00ff").unwrap().base32(), "AD7Q");
    }

    #[test]
    fn a_code_is_accepted_one_step_early_or_late_only() {
        for (now, taken) in [(30, true), (59, true), (89, true), (0, true), (90, false)] {
            assert_eq!(step_of(&secret(), "287082", now), taken.then_some(1), "{now}");
        }
        for wrong in ["", "28708", "2870820", "+28708", " 287082"] {
            assert_eq!(step_of(&secret(), wrong, 59), None, "{wrong}");
        }
    }
}
