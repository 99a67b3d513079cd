//! An SMTP server that insists on STARTTLS and follows a script for each conversation.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Takes the e-mail.
    Take,
    /// Hangs up before the greeting.
    HangUpAtOnce,
    /// Accepts the e-mail and hangs up instead of confirming it.
    HangUpAfterData,
    /// Answers the recipient with this.
    Answer(&'static str),
    /// Refuses the login.
    RefuseLogin,
    /// Offers no TLS.
    NoTls,
}

pub struct Server {
    pub port: u16,
    /// Its certificate, for the client to trust.
    pub authority: PathBuf,
    acts: Arc<Mutex<VecDeque<Act>>>,
    messages: Arc<Mutex<Vec<String>>>,
    conversations: Arc<Mutex<usize>>,
}

impl Server {
    pub async fn start(folder: &std::path::Path, acts: &[Act]) -> Self {
        let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        let authority = folder.join("authority.pem");
        std::fs::write(&authority, made.cert.pem()).unwrap();
        let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_protocol_versions(&[&tokio_rustls::rustls::version::TLS12])
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Self {
            port: listener.local_addr().unwrap().port(),
            authority,
            acts: Arc::new(Mutex::new(acts.iter().copied().collect())),
            messages: Arc::default(),
            conversations: Arc::default(),
        };
        let (acts, messages) = (server.acts.clone(), server.messages.clone());
        let conversations = server.conversations.clone();
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                *conversations.lock().unwrap() += 1;
                let act = acts.lock().unwrap().front().copied().unwrap_or(Act::Take);
                if act == Act::HangUpAtOnce {
                    acts.lock().unwrap().pop_front();
                    continue;
                }
                let (acts, messages, acceptor) = (acts.clone(), messages.clone(), acceptor.clone());
                tokio::spawn(async move { greet(stream, acceptor, Talk { acts, messages }).await });
            }
        });
        server
    }

    pub fn messages(&self) -> Vec<String> {
        self.messages.lock().unwrap().clone()
    }

    pub fn conversations(&self) -> usize {
        *self.conversations.lock().unwrap()
    }
}

struct Talk {
    acts: Arc<Mutex<VecDeque<Act>>>,
    messages: Arc<Mutex<Vec<String>>>,
}

/// The part before TLS: a greeting; only STARTTLS is accepted.
async fn greet(stream: TcpStream, acceptor: TlsAcceptor, talk: Talk) {
    let no_tls = talk.acts.lock().unwrap().front() == Some(&Act::NoTls);
    let mut open = BufReader::new(stream);
    open.write_all(b"220 post.example ESMTP\r\n").await.unwrap();
    loop {
        let mut line = String::new();
        if open.read_line(&mut line).await.unwrap_or(0) == 0 {
            return;
        }
        let answer: &[u8] = match line.trim().to_uppercase().as_str() {
            word if word.starts_with("EHLO") && no_tls => {
                talk.acts.lock().unwrap().pop_front();
                b"250 post.example\r\n"
            }
            word if word.starts_with("EHLO") => b"250-post.example\r\n250 STARTTLS\r\n",
            "STARTTLS" => break,
            "QUIT" => b"221 bye\r\n",
            _ => b"530 say STARTTLS first\r\n",
        };
        if open.write_all(answer).await.is_err() {
            return;
        }
    }
    open.write_all(b"220 go on\r\n").await.unwrap();
    if let Ok(secret) = acceptor.accept(open.into_inner()).await {
        talk.converse(BufReader::new(secret)).await;
    }
}

impl Talk {
    async fn converse<S: AsyncRead + AsyncWrite + Unpin>(&self, mut stream: BufReader<S>) {
        let mut line = String::new();
        let mut act = None;
        while stream.read_line(&mut line).await.unwrap_or(0) > 0 {
            let said = line.trim().to_owned();
            line.clear();
            let word = said.to_uppercase();
            let answer = if word.starts_with("EHLO") {
                "250-post.example\r\n250 AUTH PLAIN".to_owned()
            } else if word.starts_with("AUTH") {
                if self.acts.lock().unwrap().front() == Some(&Act::RefuseLogin) {
                    self.acts.lock().unwrap().pop_front();
                    "535 not you".to_owned()
                } else {
                    "235 welcome".to_owned()
                }
            } else if word.starts_with("MAIL") {
                act = self.acts.lock().unwrap().pop_front();
                "250 ok".to_owned()
            } else if word.starts_with("RCPT") {
                match act {
                    Some(Act::Answer(answer)) => answer.to_owned(),
                    _ => "250 ok".to_owned(),
                }
            } else if word.starts_with("DATA") {
                stream.write_all(b"354 go on\r\n").await.unwrap();
                let message = read_message(&mut stream).await;
                self.messages.lock().unwrap().push(message);
                if act == Some(Act::HangUpAfterData) {
                    return;
                }
                "250 taken".to_owned()
            } else {
                "250 ok".to_owned()
            };
            if stream.write_all(format!("{answer}\r\n").as_bytes()).await.is_err() {
                return;
            }
        }
    }
}

async fn read_message<S: AsyncRead + Unpin>(stream: &mut BufReader<S>) -> String {
    let mut message = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.unwrap_or(0) == 0 || line == ".\r\n" {
            return message;
        }
        message += &line;
    }
}
