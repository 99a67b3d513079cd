//! The two transports: a file in a folder, or an SMTP server.

use std::fs::{DirBuilder, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use jobs::JobError;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use crate::Error;
use crate::config::{Config, Delivery, Encryption, Smtp};
use crate::store::{Queued, named};

/// If the server is silent this long, the attempt fails.
const TIMEOUT: Duration = Duration::from_secs(30);

pub struct Transport {
    from: Mailbox,
    pub way: Way,
}

pub enum Way {
    Folder(PathBuf),
    Smtp { server: String, client: AsyncSmtpTransport<Tokio1Executor> },
}

impl Transport {
    pub fn open(config: &Config) -> Result<Self, Error> {
        let from = config.from.parse().map_err(|error| Error::Settings(format!("mail_from: {error}")))?;
        let way = match &config.delivery {
            Delivery::Folder(folder) => Way::Folder(folder.clone()),
            Delivery::Smtp(smtp) => Way::Smtp { server: format!("{}:{}", smtp.host, smtp.port), client: client(smtp)? },
        };
        Ok(Self { from, way })
    }

    pub async fn send(&self, queued: &Queued) -> Result<(), JobError> {
        let message = self.compose(queued)?;
        match &self.way {
            Way::Folder(folder) => {
                let file = folder.join(named(queued.created_at, &queued.message_id));
                let written = tokio::task::spawn_blocking(move || put(&file, &message.formatted())).await;
                let written = written.map_err(|error| JobError::Retry(error.to_string()))?;
                written.map_err(|error| JobError::Retry(format!("the mail folder: {error}")))
            }
            Way::Smtp { client, .. } => client.send(message).await.map(|_| ()).map_err(|error| judged(&error)),
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

fn client(smtp: &Smtp) -> Result<AsyncSmtpTransport<Tokio1Executor>, Error> {
    let tls = match smtp.encryption {
        Encryption::StartTls => Tls::Required(parameters(smtp)?),
        Encryption::Tls => Tls::Wrapper(parameters(smtp)?),
        Encryption::Open => Tls::None,
    };
    let mut client = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&smtp.host)
        .port(smtp.port)
        .tls(tls)
        .timeout(Some(TIMEOUT));
    if let Some((name, password)) = &smtp.account {
        client = client.credentials(Credentials::new(name.clone(), password.reveal().to_owned()));
    }
    if let Some(greeting) = &smtp.greeting {
        client = client.hello_name(ClientId::Domain(greeting.clone()));
    }
    Ok(client.build())
}

fn parameters(smtp: &Smtp) -> Result<TlsParameters, Error> {
    let mut parameters = TlsParameters::builder(smtp.host.clone());
    if let Some(file) = &smtp.authority {
        let wrong = |why: &dyn std::fmt::Display| Error::Settings(format!("smtp_ca_file: {why}"));
        let pem = std::fs::read(file).map_err(|error| wrong(&error))?;
        for certificate in Certificate::from_pem(&pem).into_iter() {
            parameters = parameters.add_root_certificate(certificate);
        }
    }
    parameters.build_rustls().map_err(|error| Error::Settings(error.to_string()))
}

/// Whether a refusal is final for this e-mail. Problems on our side (login, TLS, a greylist) may pass or be fixed. Only
/// the code is reported: the server's text may contain the address.
fn judged(error: &lettre::transport::smtp::Error) -> JobError {
    let Some(code) = error.status().map(u16::from) else {
        return JobError::Retry(reason(error));
    };
    let reason = format!("the mail server answered {code}");
    match code {
        501 | 550..=556 => JobError::Fatal(reason),
        _ => JobError::Retry(reason),
    }
}

/// The whole chain of causes: "connection error" alone does not help.
fn reason(error: &dyn std::error::Error) -> String {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        said = format!("{said}: {inner}");
        cause = inner.source();
    }
    said
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
