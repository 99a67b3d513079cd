//! Somebody without an account, in a browser that keeps the cookies of a link.

use std::collections::BTreeMap;
use std::sync::Mutex;

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::harness::TestServer;
use crate::test_users::{Answer, TestUser};

pub struct Visitor<'s> {
    who: TestUser<'s>,
    token: String,
    cookies: Mutex<BTreeMap<String, String>>,
}

impl<'s> Visitor<'s> {
    /// At the address of a link, as its maker was told.
    pub fn of(server: &'s TestServer, link: &Value) -> Self {
        Self::at(server, link["url"].as_str().expect("its maker is told the address"))
    }

    pub fn at(server: &'s TestServer, url: &str) -> Self {
        let token = url.strip_prefix(&format!("{}/l/", server.base)).expect("an address of this server");
        // What is behind the mark is for the page alone.
        let token = token.split_once('#').map_or(token, |(token, _)| token);
        Self { who: server.anonymous(), token: token.to_owned(), cookies: Mutex::default() }
    }

    /// From now on their requests come to another server of the installation.
    pub fn go_to(&mut self, base: &str) {
        base.clone_into(&mut self.who.base);
    }

    /// A request for what is behind the address of the link: `/entries`.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.who.request(method, &format!("/api/link/{}{path}", self.token));
        let cookies: Vec<String> =
            self.cookies.lock().unwrap().iter().map(|(name, value)| format!("{name}={value}")).collect();
        if cookies.is_empty() { request } else { request.header("cookie", cookies.join("; ")) }
    }

    pub async fn send(&self, request: RequestBuilder) -> Answer {
        let answer = Answer::of(request).await;
        for cookie in answer.headers.get_all("set-cookie") {
            let cookie = cookie.to_str().unwrap();
            assert!(cookie.contains(&format!("; Path=/api/link/{}; HttpOnly; SameSite=Lax", self.token)), "{cookie}");
            assert!(!cookie.contains("Max-Age") && !cookie.contains("Expires"), "it dies with the browser: {cookie}");
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.lock().unwrap().insert(name.to_owned(), value.to_owned());
        }
        answer
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub async fn get_range(&self, path: &str, range: &str) -> Answer {
        self.send(self.request(Method::GET, path).header("range", range)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::POST, path).json(&body)).await
    }

    /// Announces a file of so many bytes.
    pub async fn announce(&self, name: &str, size: usize) -> Answer {
        self.post("/file", json!({ "name": name, "size": size, "sender": "Rui Lima", "email": "rui@casa.example" }))
            .await
    }

    /// A request for an announced file.
    pub fn of_file(&self, method: Method, announced: &Value) -> RequestBuilder {
        let (node, ticket) = (&announced["node_id"], announced["ticket"].as_str().expect("a ticket"));
        self.request(method, &format!("/file/{node}?ticket={ticket}"))
    }

    /// The next bytes of an announced file.
    pub async fn append(&self, announced: &Value, offset: usize, bytes: &[u8]) -> Answer {
        let request = self.of_file(Method::PATCH, announced).header("upload-offset", offset.to_string());
        let request = request.header("content-type", "application/offset+octet-stream").body(bytes.to_vec());
        self.send(request).await
    }

    /// A whole file; the node that it waits as.
    pub async fn send_file(&self, name: &str, bytes: &[u8]) -> i64 {
        let announced = self.announce(name, bytes.len()).await.ok();
        let appended = self.append(&announced, 0, bytes).await;
        assert_eq!(appended.status, 204, "{}", appended.body);
        announced["node_id"].as_i64().unwrap()
    }

    pub async fn enter(&self, password: &str) -> Answer {
        self.send(self.request(Method::POST, "/open").json(&json!({ "password": password }))).await
    }
}
