//! HTTP/2 without TLS, as proxies with prior knowledge use it.

use std::time::Duration;

use h2::Reason;
use h2::client::SendRequest;
use reqwest::Version;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use vitrine::connections::ClientTimeouts;

use crate::harness::{TestServer, on_both};
use crate::slowness::Impatient;
use crate::test_users::{TestUser, http};

fn by_http_2<'h>(server: &'h TestServer, name: &str) -> TestUser<'h> {
    TestUser { http: http().http2_prior_knowledge().build().unwrap(), ..server.user(name) }
}

#[test]
fn a_day_s_work_is_done_over_one_connection() {
    on_both(async |server| {
        let wim = by_http_2(server, "wim");
        let answer = wim.http.get(format!("{}/healthz", server.base)).send().await.unwrap();
        assert_eq!((answer.status().as_u16(), answer.version()), (200, Version::HTTP_2));
        let folder = wim.folder(server.top, "by HTTP 2").await.id();
        let large = vec![7; 3_000_000];
        let file = wim.upload(folder, "large.bin", large.clone()).await.id();
        let content = wim.content(file).await;
        assert!(content.bytes == large, "{} bytes", content.bytes.len());
        // Addresses in answers are whole: the host is known without a header of that name.
        let prepared = wim.prepare(folder, "parts.bin", Some(10)).await.ok();
        assert!(prepared["url"].as_str().unwrap().starts_with(&server.base), "{prepared}");
        assert_eq!(wim.patch(&prepared, 0, b"0123456789", &[]).await.status, 204);
        let list = format!("entry/list/{folder}");
        let lists = futures_util::future::join_all((0..100).map(|_| wim.get(&list))).await;
        for list in lists {
            assert_eq!(list.names(), ["large.bin", "parts.bin"]);
        }
        // The answer arrives although the body was not read to its end.
        let too_large = wim.post("/api/core/auth/login", json!({ "email": "x".repeat(3_000_000) })).await;
        assert_eq!(too_large.refusal(), (413, "payload_too_large"));
        assert_eq!(server.anonymous().get("/healthz").await.status, 200, "HTTP/1 is spoken as before");
    });
}

async fn connect(address: &str) -> (SendRequest<&'static [u8]>, JoinHandle<Result<(), h2::Error>>) {
    let stream = TcpStream::connect(address).await.unwrap();
    let (client, connection) = h2::client::Builder::new().handshake(stream).await.unwrap();
    (client, tokio::spawn(connection))
}

fn request(base: &str) -> axum::http::Request<()> {
    axum::http::Request::get(format!("{base}/api/core/session")).body(()).unwrap()
}

#[test]
fn a_connection_that_resets_many_requests_is_closed() {
    on_both(async |server| {
        let address = server.base.strip_prefix("http://").unwrap();
        let (client, connection) = connect(address).await;
        let mut broken_off = 0;
        let mut waiting = Some(client);
        while let Some(client) = waiting.take().filter(|_| broken_off < 5000) {
            let Ok(mut client) = client.ready().await else { break };
            let Ok((_, mut stream)) = client.send_request(request(&server.base), true) else { break };
            stream.send_reset(Reason::CANCEL);
            broken_off += 1;
            waiting = Some(client);
        }
        assert!(broken_off < 5000, "nothing ended it");
        let ended = tokio::time::timeout(Duration::from_secs(20), connection).await;
        assert!(ended.is_ok(), "the connection ends");
        let (mut client, _connection) = connect(address).await;
        let (answer, _) = client.send_request(request(&server.base), true).unwrap();
        assert_eq!(answer.await.unwrap().status(), 401, "another may speak");
    });
}

#[test]
fn a_connection_without_requests_ends_and_is_told_so() {
    on_both(async |server| {
        let timeouts = ClientTimeouts { idle: Duration::from_millis(500), ..ClientTimeouts::default() };
        let process = Impatient::open(server, timeouts).await;
        let (mut client, connection) = connect(process.address()).await;
        let (answer, _) = client.send_request(request(&process.base), true).unwrap();
        assert_eq!(answer.await.unwrap().status(), 401);
        let ended = tokio::time::timeout(Duration::from_secs(20), connection).await.expect("it ends");
        assert!(ended.unwrap().is_ok(), "it is no fault");
        process.close().await;
    });
}
