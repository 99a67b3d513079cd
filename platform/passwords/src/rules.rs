//! The rules for a new password.

use zxcvbn::{Score, zxcvbn};

use crate::known::is_made_of_known_words;
use crate::{Password, PasswordFault};

pub const MIN_LETTERS: usize = 8;

/// As `judge_new`, and it must differ from the current one.
pub fn judge(new: &Password, current: &Password, about: &[&str]) -> Result<(), PasswordFault> {
    if new == current && new.as_str().chars().count() >= MIN_LETTERS {
        return Err(PasswordFault::Same);
    }
    judge_new(new, about)
}

/// `about` are words that an attacker would try first: the user's name, e-mail and organisation.
pub fn judge_new(new: &Password, about: &[&str]) -> Result<(), PasswordFault> {
    if new.as_str().chars().count() < MIN_LETTERS {
        return Err(PasswordFault::TooShort);
    }
    if is_made_of_known_words(new.as_str(), about) || zxcvbn(new.as_str(), about).score() < Score::Two {
        return Err(PasswordFault::Weak);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::judge;
    use crate::{Password, PasswordFault};

    #[test]
    fn a_new_password_is_long_enough_new_and_hard_to_guess() {
        let current = Password::parse("the current one 77").unwrap();
        for (new, wanted) in [
            ("short 1", Err(PasswordFault::TooShort)),
            ("açúcar!", Err(PasswordFault::TooShort)),
            ("the current one 77", Err(PasswordFault::Same)),
            ("password1", Err(PasswordFault::Weak)),
            ("12345678", Err(PasswordFault::Weak)),
            ("marinasouza", Err(PasswordFault::Weak)),
            ("jaguar telhado neblina", Ok(())),
        ] {
            let judged = judge(&Password::parse(new).unwrap(), &current, &["Marina Souza", "marinasouza"]);
            assert_eq!(judged, wanted, "{new}");
        }
    }
}
