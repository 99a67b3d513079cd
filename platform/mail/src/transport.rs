//! The two transports: a file in a folder, or an SMTP server.

use std::fs::{DirBuilder, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use jobs::JobError;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, Message};

use crate::Error;
use crate::config::{Config, Delivery};
use crate::relay::Relay;
use crate::store::{Queued, named};

pub struct Transport {
    from: Mailbox,
    pub backend: Backend,
}

pub enum Backend {
    Folder(PathBuf),
    Smtp(Box<Relay>),
}

impl Transport {
    pub fn open(config: &Config) -> Result<Self, Error> {
        let from = config.from.parse().map_err(|error| Error::Settings(format!("mail_from: {error}")))?;
        let backend = match &config.delivery {
            Delivery::Folder(folder) => Backend::Folder(folder.clone()),
            Delivery::Smtp(smtp) => Backend::Smtp(Box::new(Relay::new(smtp)?)),
        };
        Ok(Self { from, backend })
    }

    pub async fn send(&self, queued: &Queued) -> Result<(), JobError> {
        let message = self.compose(queued)?;
        match &self.backend {
            Backend::Folder(folder) => {
                let file = folder.join(named(queued.created_at, &queued.message_id));
                let written = tokio::task::spawn_blocking(move || put(&file, &message.formatted())).await;
                let written = written.map_err(|error| JobError::Retry(error.to_string()))?;
                written.map_err(|error| JobError::Retry(format!("the mail folder: {error}")))
            }
            Backend::Smtp(relay) => relay.send(&message).await,
        }
    }

    fn compose(&self, queued: &Queued) -> Result<Message, JobError> {
        let written = &queued.message;
        let to = Mailbox::new(written.to_name.clone(), address(&written.to)?);
        let sent_at = UNIX_EPOCH + Duration::from_secs(queued.created_at.unsigned_abs());
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(written.subject.clone())
            .date(sent_at)
            .message_id(Some(format!("<{}@{}>", queued.message_id, self.from.email.domain())));
        if let Some(reply_to) = &written.reply_to {
            message = message.reply_to(Mailbox::new(None, address(reply_to)?));
        }
        let body = MultiPart::alternative_plain_html(written.plain.clone(), written.html.clone());
        let mut message = message.multipart(body).map_err(|error| JobError::Fatal(error.to_string()))?;
        // RFC 3834: automatic replies, such as holiday notices, must not answer us.
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        message.headers_mut().insert_raw(HeaderValue::new(automatic, "auto-generated".into()));
        Ok(message)
    }
}

fn address(text: &str) -> Result<Address, JobError> {
    text.parse().map_err(|_| JobError::Fatal("the address cannot be written to".into()))
}

/// Writes the whole file or nothing, under a fixed name, so that a second attempt replaces the first.
fn put(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    // E-mails contain links that give access to accounts.
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let part = file.with_extension("part");
    let mut written = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&part)?;
    written.write_all(bytes)?;
    written.sync_all()?;
    std::fs::rename(&part, file)
}
