//! A page's side of the live socket: Engine.IO 4 by long polling, each request over a connection of its own.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Where a client connects, and what its first request contains.
#[derive(Clone)]
pub struct At {
    pub server: SocketAddr,
    pub path: &'static str,
    /// Begins with `&`, or is empty.
    pub query: &'static str,
    /// A header line, or empty.
    pub header: &'static str,
}

impl From<SocketAddr> for At {
    fn from(server: SocketAddr) -> Self {
        Self { server, path: "/api/socket.io", query: "", header: "" }
    }
}

pub struct Page {
    at: At,
    sid: String,
    heard: VecDeque<String>,
}

impl Page {
    /// Opens the engine; the namespace is not joined yet.
    pub async fn open(at: impl Into<At>) -> Self {
        let at = at.into();
        let answer = request(&at, "GET", at.query, None).await;
        let hello: Value = serde_json::from_str(answer.strip_prefix('0').expect("an open packet")).unwrap();
        Self { at, sid: hello["sid"].as_str().unwrap().to_owned(), heard: VecDeque::new() }
    }

    /// Joins the namespace; the error is the message of the refusal.
    pub async fn connect(at: impl Into<At>, auth: Value) -> Result<Self, String> {
        let mut page = Self::open(at).await;
        page.say(&format!("40{auth}")).await;
        let answer = page.next().await;
        match answer.strip_prefix("44") {
            Some(refusal) => {
                Err(serde_json::from_str::<Value>(refusal).unwrap()["message"].as_str().unwrap().to_owned())
            }
            None => {
                assert!(answer.starts_with("40"), "{answer}");
                Ok(page)
            }
        }
    }

    pub async fn of(server: SocketAddr, users_id: i64, token: &str) -> Self {
        Self::connect(server, json!({"users_id": users_id, "token": token})).await.expect("let in")
    }

    pub async fn say(&mut self, packet: &str) {
        let answer = request(&self.at, "POST", &format!("&sid={}", self.sid), Some(packet)).await;
        assert_eq!(answer, "ok");
    }

    /// Emits `event` and waits for its acknowledgement; events that come before it are kept.
    pub async fn ask(&mut self, event: &str, body: Value) -> Value {
        self.say(&format!("427{}", json!([event, body]))).await;
        let mut early = Vec::new();
        loop {
            let packet = self.next().await;
            if let Some(answer) = packet.strip_prefix("437") {
                early.into_iter().rev().for_each(|packet| self.heard.push_front(packet));
                return serde_json::from_str::<Value>(answer).unwrap()[0].clone();
            }
            early.push(packet);
        }
    }

    /// The next packet that is not a ping.
    pub async fn next(&mut self) -> String {
        loop {
            if let Some(packet) = self.heard.pop_front() {
                return packet;
            }
            let query = format!("&sid={}", self.sid);
            let poll = request(&self.at, "GET", &query, None);
            let answer = tokio::time::timeout(Duration::from_secs(15), poll).await.expect("something is said in time");
            self.heard.extend(answer.split('\u{1e}').filter(|packet| *packet != "2").map(str::to_owned));
        }
    }

    /// The next event: its name and its body.
    pub async fn event(&mut self) -> (String, Value) {
        let packet = self.next().await;
        let event: Value =
            serde_json::from_str(packet.strip_prefix("42").unwrap_or_else(|| panic!("{packet}"))).unwrap();
        (event[0].as_str().unwrap().to_owned(), event[1].clone())
    }
}

async fn request(at: &At, method: &str, query: &str, body: Option<&str>) -> String {
    let At { server, path, header, .. } = at;
    let mut stream = TcpStream::connect(server).await.unwrap();
    let body = body.unwrap_or_default();
    let head = format!(
        "{method} {path}/?EIO=4&transport=polling{query} HTTP/1.1\r\nHost: {server}\r\n{header}Connection: close\r\n\
         Content-Type: text/plain;charset=UTF-8\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
    assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(!head.to_lowercase().contains("transfer-encoding"), "{head}");
    body.to_owned()
}
