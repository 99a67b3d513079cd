//! A message from one user to others whom they see.

use accounts::Contact;
use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use mail::{Message, Word};
use primitives::UserId;
use rest::{CurrentUser, FieldErrors, Json, Problem, Rule};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::Notifications;
use crate::sender::{MOST, Sender, count, email, in_language, message, sender};

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct SendMessage {
    /// 1 to 50 users whom the sender sees: of the tenants that they are at home in or administer, and of their groups.
    #[schema(min_items = 1, max_items = 50)]
    users_ids: Vec<UserId>,
    /// One line of at most 200 characters.
    #[schema(value_type = rest::schema_formats::OneLine)]
    subject: String,
    /// At most 10,000 characters; addresses in it become links.
    #[schema(value_type = rest::schema_formats::Prose)]
    message: String,
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct MessagesSent {
    /// The number of e-mails that were queued.
    pub sent: usize,
}

/// Sends a message by e-mail to users whom the sender sees; answers go to the sender.
#[utoipa::path(
    post,
    path = "/api/core/notification/send-message",
    operation_id = "send_message",
    tag = "core",
    request_body = SendMessage,
    responses(
        (status = 202, description = "The e-mails were queued", body = MessagesSent),
        (status = 429, description = "Too many tries")
    )
)]
pub(crate) async fn send_message(
    State(notifications): State<Notifications>,
    CurrentUser(actor): CurrentUser,
    Json(wanted): Json<SendMessage>,
) -> Result<(StatusCode, Json<MessagesSent>), Problem> {
    let Readable { users, subject, text } = wanted.read()?;
    let now = notifications.clock.now();
    let (asker, wanted) = (actor.clone(), users.clone());
    let read = notifications.db.read(move |conn| {
        let found = accounts::contacts_among(conn, &asker, &wanted)?;
        Ok::<_, Problem>((found, sender(conn, &asker)?))
    });
    let (found, sender) = read.await?;
    // A user whom the sender does not see is reported like one that does not exist.
    if found.len() != users.len() {
        return Err(Problem::unknown("users_ids"));
    }
    count(&notifications, &actor, found.len())?;
    let words = [("subject", Word::Plain(subject.clone())), ("message", Word::Prose(text))];
    let messages: Vec<Message> = found.iter().map(|to| message_to(to, &sender, &words)).collect();
    let written = notifications.db.write(move |tx| {
        for message in &messages {
            mail::enqueue(tx, message, now)?;
        }
        let act = Act::new("send_message", actor.home, Object::new("users", actor.user.0, sender.name));
        audit::record(tx, &*actor, act.after(json!({ "users_ids": users, "subject": subject })), now);
        Ok::<_, db::Error>(messages.len())
    });
    Ok((StatusCode::ACCEPTED, Json(MessagesSent { sent: written.await? })))
}

/// The parsed form.
struct Readable {
    /// The recipients, each once.
    users: Vec<UserId>,
    subject: String,
    text: String,
}

impl SendMessage {
    fn read(self) -> Result<Readable, Problem> {
        let mut errors = FieldErrors::default();
        let mut users = self.users_ids;
        if users.is_empty() {
            errors.add("users_ids", Rule::Mandatory);
        }
        if users.len() > MOST {
            errors.add("users_ids", Rule::MaxLength(MOST));
        }
        users.sort_unstable();
        users.dedup();
        let subject = errors.take("subject", subject(&self.subject));
        let text = message(&mut errors, &self.message, true);
        Ok(Readable { users, subject: errors.finish(subject)?, text })
    }
}

fn message_to(to: &Contact, sender: &Sender, words: &[(&'static str, Word)]) -> Message {
    let (en, pt) = (include_str!("../emails/message.en.txt"), include_str!("../emails/message.pt.txt"));
    email(&in_language(to.language, en, pt), (&to.email, Some(&to.name)), sender, words)
}

fn subject(text: &str) -> Result<String, Rule> {
    let text = text.trim();
    match text.chars().count() {
        0 => Err(Rule::Mandatory),
        1..=200 if text.chars().any(char::is_control) => Err(Rule::OneLine),
        1..=200 => Ok(text.to_owned()),
        _ => Err(Rule::MaxLength(200)),
    }
}
