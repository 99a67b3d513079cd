//! A page's side of the live socket: Engine.IO 4 by long polling.

use std::collections::VecDeque;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::test_users::{Answer, TestUser};

/// A poll is answered by a ping at the latest, every 25 seconds.
const LONGEST_POLL: Duration = Duration::from_secs(60);

pub struct Page<'p> {
    who: &'p TestUser<'p>,
    sid: String,
    heard: VecDeque<String>,
}

impl<'p> Page<'p> {
    /// A connected page of `who`.
    pub async fn of(who: &'p TestUser<'p>, user: i64) -> Self {
        let mut page = Self { who, sid: String::new(), heard: VecDeque::new() };
        let hello = page.request(Method::GET, None).await;
        let hello: Value = serde_json::from_str(hello.strip_prefix('0').unwrap()).unwrap();
        page.sid = format!("&sid={}", hello["sid"].as_str().unwrap());
        page.say(&format!("40{}", json!({ "users_id": user, "token": who.token }))).await;
        let answer = page.next().await;
        assert!(answer.starts_with("40"), "{answer}");
        page
    }

    async fn request(&self, method: Method, body: Option<&str>) -> String {
        let url = format!("{}/api/socket.io/?EIO=4&transport=polling{}", self.who.base, self.sid);
        let request = self.who.http.request(method, url).timeout(LONGEST_POLL);
        let answer = Answer::of(request.body(body.unwrap_or_default().to_owned())).await;
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.bytes));
        String::from_utf8(answer.bytes).unwrap()
    }

    async fn say(&self, packet: &str) {
        assert_eq!(self.request(Method::POST, Some(packet)).await, "ok");
    }

    /// Asks to join or leave a room, and returns whether that was granted; events that come before are kept.
    pub async fn ask(&mut self, event: &str, room: &str) -> bool {
        self.say(&format!("427{}", json!([event, { "room": room }]))).await;
        let mut early = VecDeque::new();
        loop {
            let packet = self.next().await;
            if let Some(answer) = packet.strip_prefix("437") {
                early.append(&mut self.heard);
                self.heard = early;
                return serde_json::from_str::<Value>(answer).unwrap()[0]["ok"] == true;
            }
            early.push_back(packet);
        }
    }

    /// Closes the connection, like a page that is closed.
    pub async fn leave(self) {
        self.say("1").await;
    }

    /// The next packet. A ping is answered, as pages do.
    async fn next(&mut self) -> String {
        loop {
            match self.heard.pop_front() {
                Some(ping) if ping == "2" => self.say("3").await,
                Some(packet) => return packet,
                None => {
                    let said = self.request(Method::GET, None).await;
                    self.heard.extend(said.split('\u{1e}').map(str::to_owned));
                }
            }
        }
    }

    /// Whether an event about `node` comes within that time.
    pub async fn hears_of(&mut self, node: i64, within: Duration) -> bool {
        let hear = async { while self.event().await["node_id"] != node {} };
        tokio::time::timeout(within, hear).await.is_ok()
    }

    /// The body of the next event.
    pub async fn event(&mut self) -> Value {
        let packet = self.next().await;
        let event: Value =
            serde_json::from_str(packet.strip_prefix("42").unwrap_or_else(|| panic!("{packet}"))).unwrap();
        event[1].clone()
    }
}
