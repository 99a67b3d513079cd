//! The e-mails that the program writes by itself, in each language.

use db::Tx;
use primitives::{Language, Seconds};

use crate::enqueue::enqueue;
use crate::template::{Template, Word};

/// The texts of an e-mail: `mail::texts!("welcome")`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texts {
    pub en: &'static str,
    pub pt: &'static str,
}

/// `emails/<name>.en.txt` and `emails/<name>.pt.txt` of the room's folder.
#[macro_export]
macro_rules! texts {
    ($name:literal) => {
        $crate::Texts {
            en: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/emails/", $name, ".en.txt")),
            pt: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/emails/", $name, ".pt.txt")),
        }
    };
}

/// The recipient of an e-mail.
#[derive(Clone, Debug)]
pub struct Addressee {
    pub name: String,
    pub email: String,
    pub language: Option<Language>,
}

impl Texts {
    /// Enqueues the e-mail in the transaction, in the addressee's language; `{name}` is their name.
    pub fn enqueue(
        &self,
        tx: &mut Tx<'_>,
        to: &Addressee,
        words: &[(&'static str, Word)],
        now: Seconds,
    ) -> db::Result<()> {
        let mut all = vec![("name", Word::Plain(to.name.clone()))];
        all.extend_from_slice(words);
        let template = Template(match to.language.unwrap_or_default() {
            Language::En => self.en,
            Language::Pt => self.pt,
        });
        enqueue(tx, &template.fill(&to.email, Some(&to.name), &all), now)
    }
}
