//! What is told of an e-mail.

use primitives::Seconds;
use serde::Serialize;

/// The state of an e-mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailState {
    Queued,
    Sent,
    Failed,
}

impl MailState {
    /// The database checks the code.
    fn from_code(code: &str) -> Option<Self> {
        match code {
            "queued" => Some(Self::Queued),
            "sent" => Some(Self::Sent),
            "failed" => Some(Self::Failed),
            _ => None,
        }
    }
}
db::word!(MailState);

/// An e-mail's envelope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Posted {
    pub mail_id: i64,
    pub recipient: String,
    pub subject: String,
    pub state: MailState,
    #[schema(required)]
    pub error: Option<String>,
    pub created_at: Seconds,
    #[schema(required)]
    pub ended_at: Option<Seconds>,
    /// Its file can be fetched as `mail/{mail_id}`.
    pub has_file: bool,
}
