use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use url::Url;

use super::Outbound;
use crate::Error;

/// A server that gives this answer to each request, and counts its connections.
async fn answering(answer: String) -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (port, connections) = (listener.local_addr().unwrap().port(), Arc::new(AtomicUsize::new(0)));
    let counted = connections.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::SeqCst);
            tokio::spawn(serve(stream, answer.clone()));
        }
    });
    (port, connections)
}

async fn serve(mut stream: impl AsyncRead + AsyncWrite + Unpin, answer: String) {
    let mut heard = [0; 4096];
    while stream.read(&mut heard).await.is_ok_and(|length| length > 0) {
        if stream.write_all(answer.as_bytes()).await.is_err() {
            return;
        }
        if !answer.contains("content-length") {
            return;
        }
    }
}

/// Look-ups with these answers, one after another; the last one stays.
#[derive(Clone)]
struct Script(Arc<Mutex<Vec<Vec<SocketAddr>>>>);

impl Script {
    fn new(answers: &[&[&str]]) -> Self {
        let parsed =
            |answer: &&[&str]| answer.iter().map(|ip| (ip.parse::<std::net::IpAddr>().unwrap(), 0).into()).collect();
        Self(Arc::new(Mutex::new(answers.iter().map(parsed).collect())))
    }
}

impl Resolve for Script {
    fn resolve(&self, _: Name) -> Resolving {
        let mut answers = self.0.lock().unwrap();
        let answer = if answers.len() > 1 { answers.remove(0) } else { answers[0].clone() };
        Box::pin(async move { Ok(Box::new(answer.into_iter()) as Addrs) })
    }
}

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

#[tokio::test]
async fn requests_to_private_addresses_are_refused_in_every_spelling() {
    let outbound = Outbound::new(&[], None).unwrap();
    for (address, refused) in [
        ("https://127.0.0.1/", "public"),
        ("https://localhost/", "public"),
        ("https://[::1]/", "public"),
        ("https://[::ffff:169.254.169.254]/", "public"),
        ("https://2130706433/", "public"),
        ("https://0x7f.1/", "public"),
        ("http://example.com/", "must not be requested"),
        ("file:///etc/passwd", "must not be requested"),
        ("https://name:word@example.com/", "must not be requested"),
    ] {
        let error = outbound.get(&url(address), None).await.unwrap_err();
        assert!(error.to_string().contains(refused), "{address}: {error}");
        let error = outbound.post_form(&url(address), &[], None).await.unwrap_err();
        assert!(error.to_string().contains(refused), "{address}: {error}");
    }
}

#[tokio::test]
async fn a_name_with_one_private_address_is_refused() {
    for addresses in [&["1.1.1.1", "10.0.0.1"][..], &["2606:4700::1111", "::1"], &["::ffff:127.0.0.1"]] {
        let outbound = Outbound::with(&[], None, Script::new(&[addresses])).unwrap();
        let error = outbound.get(&url("https://idp.example/"), None).await.unwrap_err();
        assert!(matches!(error, Error::NotPublic), "{addresses:?}: {error}");
    }
}

#[tokio::test]
async fn the_address_that_was_looked_up_first_is_the_one_that_is_connected_to() {
    let (port, _) = answering("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi".into()).await;
    let changing = Script::new(&[&["127.0.0.1"], &["127.0.0.2"]]);
    let outbound = Outbound::with(&["idp.example".into()], None, changing.clone()).unwrap();
    let answer = outbound.get(&url(&format!("http://idp.example:{port}/")), None).await.unwrap();
    assert_eq!(answer.status, 200);
    assert_eq!(changing.0.lock().unwrap().len(), 1, "one look-up");
}

#[tokio::test]
async fn a_host_of_the_operator_s_own_is_asked_and_a_redirect_is_an_answer() {
    let moved = "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 2\r\n\r\nhi";
    let (port, _) = answering(moved.into()).await;
    let outbound = Outbound::new(&[format!("127.0.0.1:{port}")], None).unwrap();
    let answer = outbound.get(&url(&format!("http://127.0.0.1:{port}/a?b=c")), None).await.unwrap();
    assert_eq!((answer.status, answer.body.as_slice()), (302, b"hi".as_slice()));
    let other = outbound.get(&url("http://127.0.0.1:1/"), None).await.unwrap_err();
    assert!(matches!(other, Error::Refused), "{other}");
}

#[tokio::test]
async fn a_connection_serves_the_next_request_too() {
    let (port, connections) = answering("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi".into()).await;
    let outbound = Outbound::new(&["127.0.0.1".into()], None).unwrap();
    for _ in 0..3 {
        outbound.get(&url(&format!("http://127.0.0.1:{port}/")), None).await.unwrap();
    }
    assert_eq!(connections.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn an_endless_answer_is_cut_off() {
    let endless = format!("HTTP/1.1 200 OK\r\n\r\n{}", "x".repeat(2 * 1024 * 1024));
    let announced = "HTTP/1.1 200 OK\r\ncontent-length: 2000000\r\n\r\n".to_owned();
    for answer in [endless, announced] {
        let (port, _) = answering(answer).await;
        let outbound = Outbound::new(&["127.0.0.1".into()], None).unwrap();
        let error = outbound.get(&url(&format!("http://127.0.0.1:{port}/")), None).await.unwrap_err();
        assert!(matches!(error, Error::TooLong), "{error}");
    }
}

#[tokio::test]
async fn only_a_trusted_certificate_is_believed() {
    let folder = tempfile::tempdir().unwrap();
    let made = rcgen::generate_simple_self_signed(vec!["idp.example".to_owned()]).unwrap();
    let authority = folder.path().join("authority.pem");
    std::fs::write(&authority, made.cert.pem()).unwrap();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder().with_no_client_auth().with_single_cert(vec![made.cert.der().clone()], key);
    let acceptor = TlsAcceptor::from(Arc::new(config.unwrap()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            if let Ok(stream) = acceptor.accept(stream).await {
                tokio::spawn(serve(stream, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi".into()));
            }
        }
    });
    let names = Script::new(&[&["127.0.0.1"]]);
    let hosts = ["idp.example".to_owned(), "other.example".to_owned()];
    let asked = async |authority, host| {
        let outbound = Outbound::with(&hosts, authority, names.clone()).unwrap();
        outbound.get(&url(&format!("https://{host}:{port}/")), None).await
    };
    assert_eq!(asked(Some(authority.as_path()), "idp.example").await.unwrap().status, 200);
    for (authority, host) in [(None, "idp.example"), (Some(authority.as_path()), "other.example")] {
        let error = asked(authority, host).await.unwrap_err();
        assert!(error.to_string().contains("certificate"), "{error}");
    }
}
