//! The recent e-mails, and the files of the mail folder.

use primitives::Seconds;
use serde::Serialize;

use crate::transport::Way;
use crate::{Mail, store};

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

impl Mail {
    /// The newest 200, newest first.
    pub async fn newest(&self) -> db::Result<Vec<Posted>> {
        let mut posted = self.db.read(store::newest).await?;
        let keeps_files = matches!(self.transport.way, Way::Folder(_));
        for one in &mut posted {
            one.has_file = keeps_files && one.state == MailState::Sent;
        }
        Ok(posted)
    }

    /// The file of an e-mail that was sent into the mail folder, in the format that mail programs read.
    pub async fn file(&self, message: i64) -> db::Result<Option<Vec<u8>>> {
        let Way::Folder(folder) = &self.transport.way else { return Ok(None) };
        let Some(name) = self.db.read(move |conn| store::file_name(conn, message)).await? else { return Ok(None) };
        let file = folder.join(name);
        let read = tokio::task::spawn_blocking(move || std::fs::read(file)).await;
        Ok(read.map_err(|error| db::Error::Broken(error.to_string()))?.ok())
    }
}
