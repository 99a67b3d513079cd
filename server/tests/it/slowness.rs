//! Slow clients: legitimate ones succeed, others get a timeout.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use vitrine::connections::ClientTimeouts;

use crate::harness::{TestServer, on_both, serve_with};
use crate::test_users::TestUser;

/// The test server with other timeouts than usual.
pub struct Impatient {
    pub base: String,
    serving: JoinHandle<()>,
    stop: CancellationToken,
}

impl Impatient {
    pub async fn open(server: &TestServer, timeouts: ClientTimeouts) -> Self {
        let (base, serving, stop) = serve_with(&server.app, timeouts).await;
        Self { base, serving, stop }
    }

    pub fn address(&self) -> &str {
        self.base.strip_prefix("http://").unwrap()
    }

    pub fn user<'h>(&self, server: &'h TestServer, name: &str) -> TestUser<'h> {
        TestUser { base: self.base.clone(), ..server.user(name) }
    }

    pub async fn close(self) {
        self.stop.cancel();
        self.serving.await.unwrap();
    }
}

/// Sends `bytes` one by one until all are sent or the other side closes, and returns its answer.
async fn drip(address: &str, head: &str, bytes: &[u8], pause: Duration) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let (mut from, mut to) = stream.split();
    let mut said = Vec::new();
    let sending = async {
        for byte in bytes {
            if to.write_all(&[*byte]).await.is_err() {
                return;
            }
            tokio::time::sleep(pause).await; // time: a slow client
        }
        std::future::pending::<()>().await;
    };
    // A connection that is closed early has sent its answer.
    let heard = async { from.read_to_end(&mut said).await.map_or((), |_| ()) };
    let closed = async {
        tokio::select! {
            () = sending => {}
            () = heard => {}
        }
    };
    tokio::time::timeout(Duration::from_secs(60), closed).await.expect("the other side closes");
    String::from_utf8_lossy(&said).into_owned()
}

const PAUSE: Duration = Duration::from_millis(50);

/// A timeout that no test waits for.
pub const NEVER: Duration = Duration::from_secs(3600);

#[test]
fn a_head_that_trickles_is_let_go_long_before_a_silent_connection() {
    on_both(async |server| {
        let headers = Duration::from_millis(500);
        let process =
            Impatient::open(server, ClientTimeouts { idle: NEVER, headers, ..ClientTimeouts::default() }).await;
        let mut silent = TcpStream::connect(process.address()).await.unwrap();
        let begun = Instant::now();
        let said = drip(process.address(), "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ", &[b'a'; 400], PAUSE).await;
        assert!(!said.starts_with("HTTP/1.1 2"), "{said}");
        // Meanwhile this one has only been silent, like a browser's unused connection.
        assert!(begun.elapsed() >= headers);
        silent.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        silent.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        process.close().await;
    });
}

/// A body may take this long, and longer in proportion to its bytes.
fn strict() -> ClientTimeouts {
    ClientTimeouts { slow_bodies: Duration::from_millis(600), slowest: 1024, ..ClientTimeouts::default() }
}

#[test]
fn a_body_that_drips_is_told_that_it_was_too_slow() {
    on_both(async |server| {
        let process = Impatient::open(server, strict()).await;
        let login = json!({ "email": "wim@lume.example", "password": "x".repeat(400) }).to_string();
        let head = format!(
            "POST /api/core/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            login.len()
        );
        let said = drip(process.address(), &head, login.as_bytes(), PAUSE).await;
        let (status, body) = (said.lines().next().unwrap_or(""), said.split("\r\n\r\n").nth(1).unwrap_or(""));
        assert_eq!(status, "HTTP/1.1 408 Request Timeout", "{said}");
        let problem: Value = serde_json::from_str(body).unwrap();
        assert_eq!(problem["code"], "request_timeout");
        assert_eq!(
            problem["message"].as_str().unwrap().split('.').next(),
            Some("The request arrived too slowly and was cancelled")
        );
        process.close().await;
    });
}

fn part(who: &TestUser<'_>, prepared: &Value, offset: usize, length: usize) -> String {
    let url = prepared["url"].as_str().unwrap();
    let path = url.split_once("://").and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..])).unwrap();
    format!(
        "PATCH {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: {offset}\r\n\
         Authorization: Bearer {}\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: {length}\r\n\r\n",
        who.token.as_ref().unwrap()
    )
}

#[test]
fn an_upload_over_a_slow_line_goes_on_and_one_that_drips_keeps_what_it_brought() {
    on_both(async |server| {
        let process = Impatient::open(server, strict()).await;
        let wim = process.user(server, "wim");
        // Ten times the slowest allowed rate, and three times as long as a body without bytes may take.
        let bytes = vec![7; 24_000];
        let prepared = wim.prepare(server.top, "slow line.bin", Some(24_000)).await.ok();
        let mut stream = TcpStream::connect(process.address()).await.unwrap();
        stream.write_all(part(&wim, &prepared, 0, bytes.len()).as_bytes()).await.unwrap();
        for some in bytes.chunks(600) {
            stream.write_all(some).await.unwrap();
            tokio::time::sleep(PAUSE).await; // time: a slow client
        }
        let mut said = String::new();
        stream.read_to_string(&mut said).await.unwrap();
        assert!(said.starts_with("HTTP/1.1 204"), "{said}");

        let prepared = wim.prepare(server.top, "dripping.bin", Some(1000)).await.ok();
        let said = drip(process.address(), &part(&wim, &prepared, 0, 1000), &[7; 1000], PAUSE).await;
        assert!(said.starts_with("HTTP/1.1 408"), "{said}");
        let kept = crate::tus::probe(&wim, &prepared).await;
        let offset: usize = kept.header("upload-offset").parse().unwrap();
        assert!(offset > 0 && offset < 1000, "{offset} bytes were kept");
        assert_eq!(wim.patch(&prepared, offset as u64, &vec![7; 1000 - offset], &[]).await.status, 204);
        assert_eq!(server.bytes_at("dripping.bin").await, vec![7; 1000]);
        process.close().await;
    });
}
