//! A test's users: a name, a token, and their requests and answers.

use reqwest::header::HeaderMap;
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};

use crate::harness::TestServer;

/// Clients with the TLS of the program: reqwest has none of its own here.
pub fn http() -> reqwest::ClientBuilder {
    outbound::unchecked(None).unwrap()
}

/// A user of the server, signed in or not.
pub struct TestUser<'h> {
    pub server: &'h TestServer,
    /// The server's address.
    pub base: String,
    pub http: Client,
    pub token: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
    pub body: Value,
}

impl Answer {
    pub async fn of(request: RequestBuilder) -> Self {
        Self::attempt(request).await.unwrap()
    }

    /// An error: the server went away before it had answered.
    pub async fn attempt(request: RequestBuilder) -> reqwest::Result<Self> {
        let response = request.send().await?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = response.bytes().await?.to_vec();
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Ok(Self { status, headers, bytes, body })
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Status and code of a refusal.
    pub fn refusal(&self) -> (u16, &str) {
        (self.status, self.body["code"].as_str().unwrap_or(""))
    }

    /// The body of a success.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{} {}", self.status, String::from_utf8_lossy(&self.bytes));
        self.body
    }

    #[track_caller]
    pub fn id(self) -> i64 {
        self.ok()["node_id"].as_i64().expect("an entry")
    }

    #[track_caller]
    pub fn names(self) -> Vec<String> {
        let body = self.ok();
        let items = body["items"].as_array().expect("a list");
        items.iter().map(|item| item["name"].as_str().unwrap_or("…").to_owned()).collect()
    }
}

impl TestUser<'_> {
    /// A path of the API; one without a leading slash belongs to the content instance.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        // A whole address, a path of the server, or one of the content instance.
        let address = match path {
            whole if whole.starts_with("http") => whole.to_owned(),
            path if path.starts_with('/') => format!("{}{path}", self.base),
            of_content => format!("{}/api/app/{}/{of_content}", self.base, self.server.content),
        };
        // Otherwise two compared answers would differ by their request ids.
        let request = self.http.request(method, address).header("x-request-id", "story");
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        Answer::of(self.request(Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        Answer::of(self.request(Method::POST, path).json(&body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        Answer::of(self.request(Method::PUT, path).json(&body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        Answer::of(self.request(Method::DELETE, path)).await
    }

    /// The answer to signing in as `name`.
    pub async fn sign_in_again(&self, name: &str) -> Answer {
        let login = json!({ "email": format!("{name}@lume.example"), "password": crate::harness::PASSWORD });
        self.post("/api/core/auth/login", login).await
    }

    pub async fn folder(&self, parent: i64, name: &str) -> Answer {
        self.post("folder", json!({ "folder_parent_id": parent, "name": name })).await
    }

    pub async fn rename(&self, node: i64, name: &str) -> Answer {
        self.put(&format!("entry/rename/{node}"), json!({ "name": name })).await
    }

    /// The one-call upload.
    pub async fn upload(&self, parent: i64, name: &str, bytes: impl Into<Vec<u8>>) -> Answer {
        let part = Part::bytes(bytes.into()).file_name(name.to_owned());
        let form = Form::new().text("folder_parent_id", parent.to_string()).part("file", part);
        Answer::of(self.request(Method::POST, "file").multipart(form)).await
    }

    pub async fn prepare(&self, parent: i64, name: &str, size: Option<u64>) -> Answer {
        self.post("file/prepare", json!({ "folder_parent_id": parent, "filename": name, "size": size })).await
    }

    /// Gives a file of `parent` other bytes, in one multipart request.
    pub async fn replace(&self, parent: i64, file: i64, bytes: impl Into<Vec<u8>>) -> Answer {
        let wanted = json!({ "folder_parent_id": parent, "filename": "any name", "replaces": file });
        let prepared = self.post("file/prepare", wanted).await;
        if prepared.status == 201 { self.send(&prepared.ok(), bytes).await } else { prepared }
    }

    /// Sends the bytes of a prepared upload in one multipart request, as in the specification.
    pub async fn send(&self, prepared: &Value, bytes: impl Into<Vec<u8>>) -> Answer {
        let text = |key: &str| prepared[key].as_str().map_or_else(|| prepared[key].to_string(), str::to_owned);
        let form = Form::new()
            .text("parent_id", text("parent_external_id"))
            .text("node_id", text("node_id"))
            .text("file_name", text("name"))
            .text("callback", text("callback"))
            .part("raw_data", Part::bytes(bytes.into()).file_name(text("name")));
        Answer::of(self.request(Method::POST, &text("url")).multipart(form)).await
    }

    /// A tus request.
    pub fn tus(&self, method: Method, address: &str) -> RequestBuilder {
        self.request(method, address).header("tus-resumable", "1.0.0")
    }

    /// One tus part of a prepared upload.
    pub async fn patch(&self, prepared: &Value, offset: u64, bytes: &[u8], headers: &[(&str, &str)]) -> Answer {
        let mut request = self.tus(Method::PATCH, prepared["url"].as_str().unwrap());
        request = request.header("upload-offset", offset.to_string());
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.header("content-type", "application/offset+octet-stream").body(bytes.to_vec());
        Answer::of(request).await
    }

    pub async fn list(&self, folder: i64) -> Vec<String> {
        self.get(&format!("entry/list/{folder}?limit=200")).await.names()
    }

    pub async fn find(&self, term: &str) -> Vec<String> {
        self.search(&[("term", term)]).await.names()
    }

    pub async fn search(&self, query: &[(&str, &str)]) -> Answer {
        let query = reqwest::Url::parse_with_params("http://nowhere", query).unwrap();
        self.get(&format!("search?{}", query.query().unwrap())).await
    }

    pub async fn content(&self, node: i64) -> Answer {
        self.get(&format!("/api/file/content/{node}")).await
    }

    pub async fn preview(&self, node: i64) -> Answer {
        self.get(&format!("rendition/preview/{node}?size=256")).await
    }

    /// The user's background actions, newest first, as title and status.
    pub async fn actions(&self) -> Vec<(String, String)> {
        let body = self.get("/api/core/background-action").await.ok();
        let text = |item: &Value, key: &str| item[key].as_str().unwrap_or("").to_owned();
        body["items"].as_array().unwrap().iter().map(|item| (text(item, "title"), text(item, "status"))).collect()
    }
}
