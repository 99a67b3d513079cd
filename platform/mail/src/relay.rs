//! The SMTP server that takes the e-mails.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use jobs::JobError;
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use crate::Error;
use crate::config::{Encryption, Smtp};

/// If the server is silent this long, the attempt fails.
const TIMEOUT: Duration = Duration::from_secs(30);

type Client = AsyncSmtpTransport<Tokio1Executor>;

/// lettre looks names up with the C library, so it is given addresses; the certificate must still be of the name. A
/// client belongs to one address and keeps its connections.
pub struct Relay {
    smtp: Smtp,
    tls: Tls,
    clients: Mutex<HashMap<SocketAddr, Client>>,
}

impl Relay {
    pub fn new(smtp: &Smtp) -> Result<Self, Error> {
        let tls = match smtp.encryption {
            Encryption::StartTls => Tls::Required(parameters(smtp)?),
            Encryption::Tls => Tls::Wrapper(parameters(smtp)?),
            Encryption::Open => Tls::None,
        };
        Ok(Self { smtp: smtp.clone(), tls, clients: Mutex::default() })
    }

    /// The server and its port.
    pub fn place(&self) -> String {
        format!("{}:{}", self.smtp.host, self.smtp.port)
    }

    pub async fn send(&self, message: &Message) -> Result<(), JobError> {
        let found = names::resolve(&self.smtp.host, self.smtp.port).await;
        let addresses = found.map_err(|error| JobError::Retry(format!("Connection error: {error}")))?;
        self.forget_all_but(&addresses);
        self.send_to(&addresses, message).await
    }

    /// Sends it to the first address that takes a connection.
    async fn send_to(&self, addresses: &[SocketAddr], message: &Message) -> Result<(), JobError> {
        let mut first = None;
        for address in addresses {
            match self.client(*address).send(message.clone()).await {
                Ok(_) => return Ok(()),
                Err(error) if is_unreachable(&error) => first = first.or(Some(error)),
                Err(error) => return Err(judged(&error)),
            }
        }
        Err(first.map_or_else(|| JobError::Retry("the mail server has no address".into()), |error| judged(&error)))
    }

    fn forget_all_but(&self, addresses: &[SocketAddr]) {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner).retain(|address, _| addresses.contains(address));
    }

    fn client(&self, address: SocketAddr) -> Client {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        clients.entry(address).or_insert_with(|| self.client_of(address)).clone()
    }

    fn client_of(&self, address: SocketAddr) -> Client {
        let mut client = Client::builder_dangerous(address.ip().to_string())
            .port(address.port())
            .tls(self.tls.clone())
            .timeout(Some(TIMEOUT));
        if let Some((name, password)) = &self.smtp.account {
            client = client.credentials(Credentials::new(name.clone(), password.reveal().to_owned()));
        }
        if let Some(greeting) = &self.smtp.greeting {
            client = client.hello_name(ClientId::Domain(greeting.clone()));
        }
        client.build()
    }
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

/// Whether there was no connection, so that nothing was sent.
fn is_unreachable(error: &SmtpError) -> bool {
    use ErrorKind::{AddrNotAvailable, ConnectionRefused, HostUnreachable, NetworkUnreachable, TimedOut};
    let cause = std::error::Error::source(error).and_then(|cause| cause.downcast_ref::<std::io::Error>());
    cause.is_some_and(|cause| {
        matches!(cause.kind(), AddrNotAvailable | ConnectionRefused | HostUnreachable | NetworkUnreachable | TimedOut)
    })
}

/// Whether a refusal is final for this e-mail. Problems on our side (login, TLS, a greylist) may pass or be fixed. Only
/// the code is reported: the server's text may contain the address.
fn judged(error: &SmtpError) -> JobError {
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

#[cfg(test)]
mod tests {
    use lettre::Message;
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    use tokio::net::TcpListener;

    use super::Relay;
    use crate::config::{Encryption, Smtp};

    /// Takes every e-mail.
    async fn serve(listener: TcpListener) {
        while let Ok((stream, _)) = listener.accept().await {
            let mut stream = BufReader::new(stream);
            stream.write_all(b"220 post.example ESMTP\r\n").await.unwrap();
            let (mut line, mut in_message) = (String::new(), false);
            while stream.read_line(&mut line).await.unwrap_or(0) > 0 {
                let answer: &[u8] = match (in_message, line.as_str()) {
                    (true, line) if line != ".\r\n" => b"",
                    (false, "DATA\r\n") => b"354 go on\r\n",
                    _ => b"250 ok\r\n",
                };
                in_message = answer.is_empty() || answer.starts_with(b"354");
                line.clear();
                stream.write_all(answer).await.unwrap();
            }
        }
    }

    #[tokio::test]
    async fn an_address_that_takes_no_connection_is_passed_over() {
        let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let open = listener.local_addr().unwrap();
        tokio::spawn(serve(listener));
        let host = "post.example".to_owned();
        let smtp =
            Smtp { host, port: 25, encryption: Encryption::Open, account: None, authority: None, greeting: None };
        let relay = Relay::new(&smtp).unwrap();
        let message = Message::builder().from("a@post.example".parse().unwrap()).to("b@post.example".parse().unwrap());
        let message = message.body("Hello".to_owned()).unwrap();
        relay.send_to(&[closed, open], &message).await.unwrap();
        let refused = relay.send_to(&[closed], &message).await.unwrap_err();
        assert!(refused.to_string().contains("refused"), "{refused}");
    }
}
