//! The recent e-mails, and the files of the mail folder.

use crate::posted::{MailState, Posted};
use crate::transport::Backend;
use crate::{Mail, store};

impl Mail {
    /// The newest 200, newest first.
    pub async fn newest(&self) -> db::Result<Vec<Posted>> {
        let mut posted = self.db.read(store::newest).await?;
        let keeps_files = matches!(self.transport.backend, Backend::Folder(_));
        for one in &mut posted {
            one.has_file = keeps_files && one.state == MailState::Sent;
        }
        Ok(posted)
    }

    /// The file of an e-mail that was sent into the mail folder, in the format that mail programs read.
    pub async fn file(&self, message: i64) -> db::Result<Option<Vec<u8>>> {
        let Backend::Folder(folder) = &self.transport.backend else { return Ok(None) };
        let Some(name) = self.db.read(move |conn| store::file_name(conn, message)).await? else { return Ok(None) };
        let file = folder.join(name);
        let read = tokio::task::spawn_blocking(move || std::fs::read(file)).await;
        Ok(read.map_err(|error| db::Error::Broken(error.to_string()))?.ok())
    }
}
