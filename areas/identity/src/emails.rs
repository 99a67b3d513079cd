//! The e-mails of this room, in the recipient's language.

use db::Tx;
use mail::{Template, Word};
use primitives::{Language, Seconds};

/// The kinds of e-mails; their texts lie in `emails/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Invitation,
    Welcome,
    PasswordLink,
    PasswordChanged,
    EmailLink,
    EmailAsked,
    EmailChanged,
    SecondFactorOn,
    SecondFactorOff,
    RecoveryCodes,
    ProviderLinked,
    ClaimLink,
}

macro_rules! templates {
    ($subject:expr, $language:expr; $($case:ident = $name:literal),+ $(,)?) => {
        match ($subject, $language) {
            $(
                (Subject::$case, Language::En) => include_str!(concat!("../emails/", $name, ".en.txt")),
                (Subject::$case, Language::Pt) => include_str!(concat!("../emails/", $name, ".pt.txt")),
            )+
        }
    };
}

fn template(subject: Subject, language: Language) -> Template {
    Template(templates!(subject, language;
        Invitation = "invitation",
        Welcome = "welcome",
        PasswordLink = "password_link",
        PasswordChanged = "password_changed",
        EmailLink = "email_link",
        EmailAsked = "email_asked",
        EmailChanged = "email_changed",
        SecondFactorOn = "second_factor_on",
        SecondFactorOff = "second_factor_off",
        RecoveryCodes = "recovery_codes",
        ProviderLinked = "provider_linked",
        ClaimLink = "claim_link",
    ))
}

/// The recipient of an e-mail.
#[derive(Clone, Debug)]
pub(crate) struct Addressee {
    pub name: String,
    pub email: String,
    pub language: Option<Language>,
}

/// Enqueues the e-mail in the transaction.
pub(crate) fn enqueue(
    tx: &mut Tx<'_>,
    to: &Addressee,
    subject: Subject,
    words: &[(&'static str, Word)],
    now: Seconds,
) -> db::Result<()> {
    let mut all = vec![("name", Word::Plain(to.name.clone()))];
    all.extend_from_slice(words);
    let message = template(subject, to.language.unwrap_or_default()).fill(&to.email, Some(&to.name), &all);
    mail::enqueue(tx, &message, now)
}

#[cfg(test)]
mod tests {
    use primitives::Language;

    use super::{Subject, template};

    fn names(text: &str) -> Vec<&str> {
        let mut names: Vec<_> = text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn both_languages_say_the_same_things() {
        for subject in [
            Subject::Invitation,
            Subject::Welcome,
            Subject::PasswordLink,
            Subject::PasswordChanged,
            Subject::EmailLink,
            Subject::EmailAsked,
            Subject::EmailChanged,
            Subject::SecondFactorOn,
            Subject::SecondFactorOff,
            Subject::RecoveryCodes,
            Subject::ProviderLinked,
            Subject::ClaimLink,
        ] {
            let (en, pt) = (template(subject, Language::En).0, template(subject, Language::Pt).0);
            assert_ne!(en, pt);
            assert_eq!(names(en), names(pt), "{subject:?}");
            assert_eq!(en.split("\n\n").count(), pt.split("\n\n").count(), "{subject:?}");
        }
    }
}
