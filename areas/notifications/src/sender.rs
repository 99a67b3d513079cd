//! The sender of e-mails, and their limits.

use authz::Actor;
use db::Conn;
use mail::{Message, Template, Word};
use primitives::Language;
use rest::{FieldErrors, Problem, Rule};

use crate::Notifications;

/// Recipients of one call.
pub(crate) const MOST: usize = 50;
const LONGEST_MESSAGE: usize = 10_000;

/// The name and address of the sender, and their tenant.
pub(crate) struct Sender {
    pub name: String,
    pub email: String,
}

pub(crate) fn sender(conn: &mut Conn<'_>, actor: &Actor) -> Result<Sender, Problem> {
    let found = accounts::contacts(conn, &[actor.user])?.into_iter().next().ok_or_else(Problem::no_session)?;
    Ok(Sender { name: found.name, email: found.email })
}

/// One e-mail; answers go to the sender.
pub(crate) fn email(
    template: &Template,
    to: (&str, Option<&str>),
    sender: &Sender,
    words: &[(&'static str, Word)],
) -> Message {
    let mut all = vec![("sender", Word::Plain(sender.name.clone()))];
    all.extend_from_slice(words);
    let (address, name) = to;
    Message { reply_to: Some(sender.email.clone()), ..template.fill(address, name, &all) }
}

/// The text for the language.
pub(crate) fn in_language(language: Option<Language>, en: &'static str, pt: &'static str) -> Template {
    Template(match language.unwrap_or_default() {
        Language::En => en,
        Language::Pt => pt,
    })
}

/// Counts the e-mails that are about to be sent.
pub(crate) fn count(notifications: &Notifications, actor: &Actor, emails: usize) -> Result<(), Problem> {
    let (now, emails) = (notifications.clock.now(), i64::try_from(emails).unwrap_or(i64::MAX));
    let taken = notifications.emails.take_some(actor.user, emails, now);
    taken.map_err(|seconds| Problem::too_many(seconds.unsigned_abs()))
}

/// A message of several lines.
pub(crate) fn message(errors: &mut FieldErrors, text: &str, needed: bool) -> String {
    let text = text.trim();
    if needed && text.is_empty() {
        errors.add("message", Rule::Mandatory);
    }
    if text.chars().count() > LONGEST_MESSAGE {
        errors.add("message", Rule::MaxLength(LONGEST_MESSAGE));
    }
    text.to_owned()
}
