//! An e-mail about a share, to any address: its link, and a message from the sender.

use accounts::Email;
use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use mail::{Message, Word};
use primitives::Language;
use rest::{CurrentUser, FieldErrors, Json, Problem, Rule, current_language};
use serde::Deserialize;
use serde_json::json;

use crate::Notifications;
use crate::send_message::MessagesSent;
use crate::sender::{MOST, count, email, in_language, message, sender};

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct SendShareMessage {
    /// 1 to 50 e-mail addresses, separated by commas.
    #[schema(min_length = 1, format = "emails")]
    emails: String,
    /// An address of this installation, or its path.
    #[schema(min_length = 1, format = "own-link")]
    link: String,
    /// The title of the share.
    #[schema(value_type = rest::schema_formats::LongLine)]
    title: String,
    /// At most 10,000 characters.
    #[serde(default)]
    #[schema(max_length = 10_000)]
    message: String,
    /// The language of the e-mail; if left out, the sender's.
    #[serde(default)]
    language: Option<Language>,
}

/// Sends a share's link by e-mail; answers go to the sender.
#[utoipa::path(
    post,
    path = "/api/core/notification/send-share-message",
    operation_id = "send_share_message",
    tag = "core",
    request_body = SendShareMessage,
    responses(
        (status = 202, description = "The e-mails were queued", body = MessagesSent),
        (status = 429, description = "Too many tries")
    )
)]
pub(crate) async fn send_share_message(
    State(notifications): State<Notifications>,
    CurrentUser(actor): CurrentUser,
    Json(wanted): Json<SendShareMessage>,
) -> Result<(StatusCode, Json<MessagesSent>), Problem> {
    let mut errors = FieldErrors::default();
    let emails = errors.take("emails", addresses(&wanted.emails));
    let link = errors.take("link", own(&notifications.public_url, &wanted.link));
    let title = wanted.title.trim().to_owned();
    if title.is_empty() {
        errors.add("title", Rule::Mandatory);
    }
    if title.chars().count() > 255 {
        errors.add("title", Rule::MaxLength(255));
    }
    if title.chars().any(char::is_control) {
        errors.add("title", Rule::OneLine);
    }
    let text = message(&mut errors, &wanted.message, false);
    let (emails, link) = errors.finish(emails.zip(link))?;
    count(&notifications, &actor, emails.len())?;
    if let Err(refused) = notifications.accounts.count_shares(actor.clone(), emails.clone()).await {
        emails.iter().for_each(|_| notifications.emails.give_back(actor.user));
        return Err(refused.into());
    }
    let now = notifications.clock.now();
    let asker = actor.clone();
    let sender = notifications.db.read(move |conn| sender(conn, &asker)).await?;
    let language = wanted.language.or(actor.language).unwrap_or_else(current_language);
    let template =
        in_language(Some(language), include_str!("../emails/share.en.txt"), include_str!("../emails/share.pt.txt"));
    // Addresses in the sender's message are not linked here, because the recipient may be a stranger: the only link is
    // the share's.
    let words = [("title", Word::Plain(title.clone())), ("message", Word::Plain(text)), ("link", Word::Link(link))];
    let messages: Vec<Message> = emails.iter().map(|to| email(&template, (to, None), &sender, &words)).collect();
    let written = notifications.db.write(move |tx| {
        for message in &messages {
            mail::enqueue(tx, message, now)?;
        }
        let act = Act::new("send_share_message", actor.home, Object::new("users", actor.user.0, sender.name));
        audit::record(tx, &*actor, act.after(json!({ "emails": emails, "title": title })), now);
        Ok::<_, db::Error>(messages.len())
    });
    Ok((StatusCode::ACCEPTED, Json(MessagesSent { sent: written.await? })))
}

/// Each must be valid; a repeated address gets one e-mail.
fn addresses(text: &str) -> Result<Vec<String>, Rule> {
    let mut found: Vec<Email> = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let email = Email::parse(part).map_err(|_| Rule::Email)?;
        if !found.iter().any(|known| known.key() == email.key()) {
            found.push(email);
        }
    }
    match found.len() {
        0 => Err(Rule::Mandatory),
        1..=MOST => Ok(found.iter().map(|email| email.as_str().to_owned()).collect()),
        _ => Err(Rule::MaxLength(MOST)),
    }
}

/// The whole address of a link to this installation.
fn own(public_url: &str, link: &str) -> Result<String, Rule> {
    let link = link.trim();
    if link.is_empty() {
        return Err(Rule::Mandatory);
    }
    let path = link.strip_prefix(public_url).unwrap_or(link);
    let plain = path.starts_with('/') && !path.starts_with("//");
    let clean = !path.chars().any(|letter| letter.is_control() || letter.is_whitespace() || letter == '\\');
    if plain && clean { Ok(format!("{public_url}{path}")) } else { Err(Rule::Url) }
}

#[cfg(test)]
mod tests {
    use rest::Rule;

    use super::{addresses, own};

    #[test]
    fn only_links_to_this_installation_are_accepted_in_a_share_message() {
        let at = "https://vitrine.example";
        for (link, whole) in [
            ("/share/x#y", Some("https://vitrine.example/share/x#y")),
            ("https://vitrine.example/share/x", Some("https://vitrine.example/share/x")),
            ("https://vitrine.example.evil.example/x", None),
            ("https://vitrine.example@evil.example/x", None),
            ("https://evil.example/", None),
            ("//evil.example/x", None),
            ("/\\evil.example", None),
            ("javascript:alert(1)", None),
            ("/x\r\nBcc: y", None),
        ] {
            assert_eq!(own(at, link).ok().as_deref(), whole, "{link}");
        }
    }

    #[test]
    fn the_recipients_of_a_share_message_are_checked_and_made_distinct() {
        let found = addresses(" a@lume.example, B@lume.example,,b@lume.example ").unwrap();
        assert_eq!(found, ["a@lume.example", "B@lume.example"]);
        for (wrong, rule) in [("", Rule::Mandatory), (" , ", Rule::Mandatory), ("a@lume.example,b", Rule::Email)] {
            assert_eq!(addresses(wrong), Err(rule), "{wrong}");
        }
        let many = (0..51).map(|n| format!("a{n}@lume.example")).collect::<Vec<_>>().join(",");
        assert_eq!(addresses(&many), Err(Rule::MaxLength(50)));
    }
}
