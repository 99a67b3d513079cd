//! E-mail addresses: shown as typed, compared without regard to case.

use rest::Rule;

#[derive(Clone, PartialEq, Eq)]
pub struct Email(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidEmail;

const MAX_BYTES: usize = 254;
const MAX_BYTES_OF_SOMEBODY: usize = 64;
const MAX_BYTES_OF_LABEL: usize = 63;

impl Email {
    /// A local part, an `@`, and a domain with a dot in it or `localhost`, in a form that every mail server accepts:
    /// ASCII without quotes and comments. International domains are written in Punycode. Only an e-mail can show
    /// whether it exists.
    pub fn parse(typed: &str) -> Result<Self, InvalidEmail> {
        let typed = typed.trim();
        let (somebody, domain) = typed.split_once('@').ok_or(InvalidEmail)?;
        let whole = typed.len() <= MAX_BYTES && is_somebody(somebody) && (domain == "localhost" || is_domain(domain));
        if whole { Ok(Self(typed.to_owned())) } else { Err(InvalidEmail) }
    }

    /// Parses a required field, or returns the rule that it breaks.
    pub fn typed(text: &str) -> Result<Self, Rule> {
        if text.trim().is_empty() { Err(Rule::Mandatory) } else { Self::parse(text).map_err(|_| Rule::Email) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// No two users share this key.
    pub fn key(&self) -> String {
        email_key(&self.0)
    }
}

/// Words separated by dots (RFC 5321, `Dot-string`).
fn is_somebody(text: &str) -> bool {
    let is_email = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte);
    text.len() <= MAX_BYTES_OF_SOMEBODY && text.split('.').all(|word| !word.is_empty() && word.bytes().all(is_email))
}

/// Two labels or more; the last is not a number, which would be an IP address.
fn is_domain(text: &str) -> bool {
    let is_label = |label: &str| {
        (1..=MAX_BYTES_OF_LABEL).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let last = text.rsplit_once('.').map(|(_, last)| last);
    last.is_some_and(|last| !last.bytes().all(|byte| byte.is_ascii_digit())) && text.split('.').all(is_label)
}

/// The key of any text in an e-mail field; a text that is not an e-mail matches no user.
pub fn email_key(typed: &str) -> String {
    typed.trim().to_lowercase()
}

impl std::fmt::Debug for Email {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Email(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::{Email, InvalidEmail};

    #[test]
    fn e_mails_are_compared_without_regard_to_case() {
        let email = Email::parse(" Ana.Lima+fotos@Lume.example ").unwrap();
        assert_eq!(
            (email.as_str(), email.key().as_str()),
            ("Ana.Lima+fotos@Lume.example", "ana.lima+fotos@lume.example")
        );
        assert!(!format!("{email:?}").contains("Ana"));
    }

    #[test]
    fn an_unusual_but_valid_e_mail_is_accepted_unchanged() {
        for right in ["o'neil/a!#$%&*=?^_`{|}~-@lume.example", "a@localhost", "a@xn--lum-dma.example", "a@b-1.2c.x1"] {
            assert_eq!(Email::parse(right).unwrap().as_str(), right);
        }
    }

    #[test]
    fn an_invalid_e_mail_is_refused() {
        let long = format!("{}@lume.example", "x".repeat(250));
        for wrong in [
            "",
            "ana",
            "ana@",
            "@lume.example",
            "a@b@lume.example",
            "ana lima@lume.example",
            "ana@lume",
            "ana@lume.",
            &long,
        ] {
            assert_eq!(Email::parse(wrong).map(|_| ()), Err(InvalidEmail), "{wrong}");
        }
    }
}
