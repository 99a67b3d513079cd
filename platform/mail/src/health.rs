//! The state of the mail queue, for the services screen.

use primitives::Seconds;
use serde::Serialize;

use crate::transport::Backend;
use crate::{Mail, store};

/// Failures within this time count as recent.
const FAILURE_WINDOW: Seconds = 7 * 86_400;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = MailHealth)]
pub struct Health {
    /// "folder" or "smtp".
    pub transport: &'static str,
    /// The folder, or the server and its port.
    pub place: String,
    /// E-mails that wait or are tried again.
    pub queued: i64,
    #[schema(required)]
    pub oldest_queued_at: Option<Seconds>,
    /// E-mails given up in the last seven days.
    pub failed: i64,
    #[schema(required)]
    pub last_sent_at: Option<Seconds>,
    /// The last error of the last seven days.
    #[schema(required)]
    pub last_error: Option<String>,
}

impl Mail {
    pub async fn health(&self) -> db::Result<Health> {
        let since = self.clock.now() - FAILURE_WINDOW;
        let read = self
            .db
            .read(move |conn| Ok::<_, db::Error>((store::counts(conn, since)?, store::last_error(conn, since)?)));
        let (counts, last_error) = read.await?;
        let (transport, place) = match &self.transport.backend {
            Backend::Folder(folder) => ("folder", folder.display().to_string()),
            Backend::Smtp(relay) => ("smtp", relay.place()),
        };
        Ok(Health {
            transport,
            place,
            queued: counts.queued,
            oldest_queued_at: counts.oldest_queued_at,
            failed: counts.failed,
            last_sent_at: counts.last_sent_at,
            last_error,
        })
    }
}
