//! Codes of six digits that change every thirty seconds.

use hmac::{Hmac, Mac};
use primitives::Seconds;
use sha1::Sha1;

const STEP: Seconds = 30;
const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// A shared secret of 160 bits: encrypted hexadecimal in the database, base32 for authenticators.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(Vec<u8>);

impl Secret {
    pub fn from_hex(hex: &str) -> Option<Self> {
        let digits: Vec<u8> = hex.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
        Some(Self(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()))
    }

    pub fn base32(&self) -> String {
        let mut text = String::new();
        for group in self.0.chunks(5) {
            let bits = group.iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte)) << (8 * (5 - group.len()));
            let letters = (group.len() * 8).div_ceil(5);
            text.extend((0..letters).map(|n| char::from(LETTERS[(bits >> (35 - 5 * n)) as usize & 31])));
        }
        text
    }

    fn code(&self, step: i64) -> Option<u32> {
        let mut mac = Hmac::<Sha1>::new_from_slice(&self.0).ok()?;
        mac.update(&step.to_be_bytes());
        let digest = mac.finalize().into_bytes();
        let offset = usize::from(digest[19] & 15);
        let four = digest.get(offset..offset + 4)?.try_into().ok()?;
        Some((u32::from_be_bytes(four) & 0x7fff_ffff) % 1_000_000)
    }
}

/// The step of the code: the current one or, for clocks that differ, its neighbours.
pub(crate) fn step_of(secret: &Secret, typed: &str, now: Seconds) -> Option<i64> {
    let digits = typed.len() == 6 && typed.bytes().all(|byte| byte.is_ascii_digit());
    let code: u32 = typed.parse().ok().filter(|_| digits)?;
    let present = now / STEP;
    [present, present - 1, present + 1].into_iter().find(|step| secret.code(*step) == Some(code))
}

#[cfg(test)]
mod tests {
    use super::{Secret, step_of};

    fn secret() -> Secret {
        Secret(b"12345678901234567890".to_vec())
    }

    #[test]
    fn codes_are_those_of_the_standard() {
        // RFC 6238, appendix B, the last six digits.
        for (now, code) in [(59, 287_082), (1_111_111_109, 81_804), (1_234_567_890, 5_924), (20_000_000_000, 353_130)] {
            assert_eq!(secret().code(now / 30), Some(code));
        }
        assert_eq!(secret().base32(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_eq!(Secret::from_hex("00ff").unwrap().base32(), "AD7Q");
    }

    #[test]
    fn neighbouring_steps_are_taken_and_others_are_not() {
        for (now, taken) in [(30, true), (59, true), (89, true), (0, true), (90, false)] {
            assert_eq!(step_of(&secret(), "287082", now), taken.then_some(1), "{now}");
        }
        for wrong in ["", "28708", "2870820", "+28708", " 287082"] {
            assert_eq!(step_of(&secret(), wrong, 59), None, "{wrong}");
        }
    }
}
