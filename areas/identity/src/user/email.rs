//! E-mail addresses: shown as typed, compared without regard to case.

#[derive(Clone, PartialEq, Eq)]
pub struct Email(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidEmail;

const MAX_BYTES: usize = 254;

impl Email {
    /// Somebody, an `@`, and a domain with a dot in it or `localhost`; whether it exists, only an e-mail can tell.
    pub fn parse(typed: &str) -> Result<Self, InvalidEmail> {
        let typed = typed.trim();
        let (somebody, domain) = typed.rsplit_once('@').ok_or(InvalidEmail)?;
        let whole = !somebody.is_empty()
            && !somebody.contains('@')
            && (domain == "localhost" || (domain.contains('.') && domain.split('.').all(|label| !label.is_empty())))
            && typed.len() <= MAX_BYTES
            && !typed.chars().any(|c| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | ',' | ';' | '"'));
        if whole { Ok(Self(typed.to_owned())) } else { Err(InvalidEmail) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// No two users share this key.
    pub fn key(&self) -> String {
        email_key(&self.0)
    }
}

/// The key of anything typed into an e-mail field: what is no e-mail is nobody's key.
pub(crate) fn email_key(typed: &str) -> String {
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
    fn what_cannot_be_an_e_mail_is_refused() {
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
