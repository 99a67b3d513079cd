//! Each request has a connection of its own: requests are rare, so none is kept open.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Bytes;
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, USER_AGENT};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use rustls_pki_types::pem::PemObject as _;
use rustls_pki_types::{CertificateDer, ServerName};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use url::{Host, Url, form_urlencoded};

use crate::Error;
use crate::address::is_public;

const TIMEOUT: Duration = Duration::from_secs(15);
const LONGEST: usize = 1024 * 1024;

/// Clones share everything.
#[derive(Clone)]
pub struct Outbound {
    tls: TlsConnector,
    /// Hosts that the operator trusts (`host` or `host:port`); they may be private and without `https`.
    near: Arc<[String]>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

impl Outbound {
    /// `authority` is a file of certificates (PEM) that are trusted besides the usual ones.
    pub fn new(near: &[String], authority: Option<&Path>) -> Result<Self, Error> {
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        if let Some(file) = authority {
            let certificates = CertificateDer::pem_file_iter(file).map_err(failed)?;
            for certificate in certificates {
                roots.add(certificate.map_err(failed)?).map_err(failed)?;
            }
        }
        let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
        Ok(Self { tls: TlsConnector::from(Arc::new(config)), near: near.into() })
    }

    pub async fn get(&self, url: &Url, bearer: Option<&str>) -> Result<Answer, Error> {
        let request = Request::builder().method(Method::GET).header(ACCEPT, "application/json");
        let request = match bearer {
            Some(token) => request.header(AUTHORIZATION, format!("Bearer {token}")),
            None => request,
        };
        self.ask(url, request, Bytes::new()).await
    }

    /// A form, with the name and password of HTTP's basic authentication.
    pub async fn post_form(
        &self,
        url: &Url,
        form: &[(&str, &str)],
        account: Option<(&str, &str)>,
    ) -> Result<Answer, Error> {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let mut request = Request::builder()
            .method(Method::POST)
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        if let Some((name, password)) = account {
            // RFC 6749 §2.3.1: both are form-encoded before they are joined.
            let coded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
            let joined = BASE64_STANDARD.encode(format!("{}:{}", coded(name), coded(password)));
            request = request.header(AUTHORIZATION, format!("Basic {joined}"));
        }
        self.ask(url, request, body.into()).await
    }

    async fn ask(&self, url: &Url, request: hyper::http::request::Builder, body: Bytes) -> Result<Answer, Error> {
        tokio::time::timeout(TIMEOUT, self.ask_patiently(url, request, body)).await.map_err(|_| Error::TimedOut)?
    }

    async fn ask_patiently(
        &self,
        url: &Url,
        request: hyper::http::request::Builder,
        body: Bytes,
    ) -> Result<Answer, Error> {
        let near = self.is_near(url);
        let plain = !url.username().is_empty() || url.password().is_some();
        if plain || !(url.scheme() == "https" || (near && url.scheme() == "http")) {
            return Err(Error::Refused);
        }
        let host = url.host().ok_or(Error::Refused)?.to_owned();
        let authority = url.authority().to_owned();
        let request = request
            .uri(&url[url::Position::BeforePath..url::Position::AfterQuery])
            .header(HOST, authority)
            .header(USER_AGENT, "Vitrine")
            .body(Full::new(body))
            .map_err(failed)?;
        let stream = connect(url, &host, near).await?;
        if url.scheme() == "http" {
            return converse(stream, request).await;
        }
        let name = match host {
            Host::Domain(name) => ServerName::try_from(name).map_err(failed)?,
            Host::Ipv4(address) => ServerName::from(IpAddr::V4(address)),
            Host::Ipv6(address) => ServerName::from(IpAddr::V6(address)),
        };
        converse(self.tls.connect(name, stream).await.map_err(failed)?, request).await
    }

    fn is_near(&self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or("");
        self.near.iter().any(|near| near == host || near == url.authority())
    }
}

/// Every address of the name must be allowed, and the connection goes to one of just those: a second look-up could
/// differ.
async fn connect(url: &Url, host: &Host<String>, near: bool) -> Result<TcpStream, Error> {
    let port = url.port_or_known_default().ok_or(Error::Refused)?;
    let addresses: Vec<SocketAddr> = match host {
        Host::Domain(name) => tokio::net::lookup_host((name.as_str(), port)).await.map_err(failed)?.collect(),
        Host::Ipv4(address) => vec![(*address, port).into()],
        Host::Ipv6(address) => vec![(*address, port).into()],
    };
    if !near && !addresses.iter().all(|address| is_public(address.ip())) {
        return Err(Error::NotPublic);
    }
    TcpStream::connect(addresses.as_slice()).await.map_err(failed)
}

async fn converse<S>(stream: S, request: Request<Full<Bytes>>) -> Result<Answer, Error>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(failed)?;
    let asking = async move {
        let response = sender.send_request(request).await.map_err(failed)?;
        let status = response.status().as_u16();
        let body = Limited::new(response.into_body(), LONGEST)
            .collect()
            .await
            .map_err(|error| if error.is::<LengthLimitError>() { Error::TooLong } else { failed(error) })?;
        Ok(Answer { status, body: body.to_bytes().to_vec() })
    };
    // The connection lives no longer than the request: both run here, and end together.
    let mut connection = std::pin::pin!(connection);
    let mut asking = std::pin::pin!(asking);
    let mut open = true;
    loop {
        tokio::select! {
            answer = &mut asking => return answer,
            ended = &mut connection, if open => {
                open = false;
                ended.map_err(failed)?;
            }
        }
    }
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Failed(error.to_string())
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use url::Url;

    use super::Outbound;
    use crate::Error;

    /// A server that gives this answer once.
    async fn answering(answer: String) -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut heard = [0; 4096];
            let _ = stream.read(&mut heard).await.unwrap();
            stream.write_all(answer.as_bytes()).await.unwrap_or_default();
        });
        port
    }

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[tokio::test]
    async fn nothing_near_is_asked_under_any_name() {
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
        }
    }

    #[tokio::test]
    async fn a_host_of_the_operator_s_own_is_asked_and_a_redirect_is_an_answer() {
        let port =
            answering("HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 2\r\n\r\nhi".into())
                .await;
        let outbound = Outbound::new(&[format!("127.0.0.1:{port}")], None).unwrap();
        let answer = outbound.get(&url(&format!("http://127.0.0.1:{port}/a?b=c")), None).await.unwrap();
        assert_eq!((answer.status, answer.body.as_slice()), (302, b"hi".as_slice()));
        let other = outbound.get(&url("http://127.0.0.1:1/"), None).await.unwrap_err();
        assert!(matches!(other, Error::Refused), "{other}");
    }

    #[tokio::test]
    async fn an_endless_answer_is_cut_off() {
        let port = answering(format!("HTTP/1.1 200 OK\r\n\r\n{}", "x".repeat(2 * 1024 * 1024))).await;
        let outbound = Outbound::new(&["127.0.0.1".into()], None).unwrap();
        let error = outbound.get(&url(&format!("http://127.0.0.1:{port}/")), None).await.unwrap_err();
        assert!(matches!(error, Error::TooLong), "{error}");
    }
}
