//! Rights and sessions that end while a request is sent: they are not used when its body has arrived.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::harness::{PASSWORD, TestServer, on_both};

/// As long as a slow body takes: rights are asked again only then, unless something is written.
async fn be_slow() {
    tokio::time::sleep(Duration::from_millis(400)).await; // time: a slow client
}

/// A request whose head was admitted and whose body is held back.
struct Held {
    stream: TcpStream,
    body: Vec<u8>,
    what: String,
}

impl Held {
    async fn send(server: &TestServer, who: &str, method: &str, path: &str, body: &Value) -> Self {
        let path = if path.starts_with('/') { path.into() } else { format!("/api/app/{}/{path}", server.content) };
        Self::send_as(server, who, method, &path, "Content-Type: application/json", body.to_string().into_bytes()).await
    }

    async fn send_as(server: &TestServer, who: &str, method: &str, path: &str, headers: &str, body: Vec<u8>) -> Self {
        let token = server.user(who).token.unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n{headers}\r\nContent-Length: {}\r\n\
             Connection: close\r\nExpect: 100-continue\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(server.base.strip_prefix("http://").unwrap()).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        // The server asks for the body: the gate has admitted the head.
        let mut said = [0; 25];
        stream.read_exact(&mut said).await.unwrap();
        assert_eq!(&said, b"HTTP/1.1 100 Continue\r\n\r\n");
        Self { stream, body, what: format!("{method} {path}") }
    }

    /// The status and the body of the answer.
    async fn finish(mut self) -> (String, u16, String) {
        self.stream.write_all(&self.body).await.unwrap();
        let mut said = String::new();
        self.stream.read_to_string(&mut said).await.unwrap();
        let status = said[9..12].parse().unwrap();
        (self.what, status, said.split_once("\r\n\r\n").unwrap().1.to_owned())
    }
}

async fn tenant_of(server: &TestServer) -> i64 {
    server.count("SELECT CAST(tenant_id AS BIGINT) FROM tenancy_tenant WHERE tenant_key = 'lume'").await
}

/// Requests of `zoe`, an admin, that change or use her rights.
async fn hold(server: &TestServer, tenant: i64) -> Vec<Held> {
    let company =
        server.count("SELECT CAST(company_id AS BIGINT) FROM tenancy_company WHERE company_key = 'lume'").await;
    let zoe = server.users["zoe"].0;
    let mut held = Vec::new();
    for (method, path, body) in [
        ("PUT", format!("/api/core/users/{zoe}"), json!({ "active": true, "admins": [{ "tenant_id": tenant }] })),
        (
            "POST",
            "/api/core/users_with_admin".into(),
            json!({ "name": "Late", "email": "late@lume.example", "company_id": company, "password": PASSWORD }),
        ),
        (
            "POST",
            "/api/node/grant".into(),
            json!({ "node_id": server.top, "users_id": zoe, "role": "manager", "recursive": true }),
        ),
        ("POST", "folder".into(), json!({ "folder_parent_id": server.top, "name": "late" })),
        ("POST", "file/prepare".into(), json!({ "folder_parent_id": server.top, "name": "late.txt", "size": 1 })),
        ("POST", format!("entry/exists/{}", server.top), json!({ "names": ["late"] })),
    ] {
        held.push(Held::send(server, "zoe", method, &path, &body).await);
    }
    held
}

async fn nothing_happened(server: &TestServer) {
    let left = "SELECT (SELECT COUNT(*) FROM identity_user WHERE email = 'late@lume.example')
         + (SELECT COUNT(*) FROM nodes_node WHERE name LIKE 'late%')
         + (SELECT COUNT(*) FROM identity_admin a JOIN identity_user u ON u.users_id = a.users_id WHERE u.name = 'zoe')
         + (SELECT COUNT(*) FROM security_grant g JOIN identity_user u ON u.users_id = g.users_id WHERE u.name = 'zoe')";
    assert_eq!(server.count(left).await, 0);
}

#[test]
fn a_request_begun_before_its_admin_was_demoted_is_refused() {
    on_both(async |server| {
        let (ada, tenant, zoe) = (server.user("ada"), tenant_of(server).await, server.users["zoe"]);
        let held = hold(server, tenant).await;
        ada.delete(&format!("/api/core/users/{zoe}/tenant/{tenant}/admin")).await.ok();
        be_slow().await;
        for request in held {
            let (what, status, body) = request.finish().await;
            assert_eq!(status, 409, "{what}: {body}");
            assert!(body.contains(r#""code":"rights_changed""#), "{what}: {body}");
        }
        nothing_happened(server).await;
    });
}

#[test]
fn a_request_begun_before_its_session_ended_is_refused() {
    on_both(async |server| {
        let (ada, tenant, zoe) = (server.user("ada"), tenant_of(server).await, server.users["zoe"]);
        let held = hold(server, tenant).await;
        let off = json!({ "active": false, "admins": [] });
        ada.put(&format!("/api/core/users/{zoe}"), off).await.ok();
        be_slow().await;
        for request in held {
            let (what, status, body) = request.finish().await;
            assert_eq!(status, 401, "{what}: {body}");
        }
        nothing_happened(server).await;
        assert_eq!(server.count("SELECT COUNT(*) FROM identity_user WHERE name = 'zoe' AND active").await, 0);
    });
}

#[test]
fn a_right_gained_during_a_request_does_not_refuse_it() {
    on_both(async |server| {
        let (ada, wim) = (server.user("ada"), server.users["wim"]);
        let folder = json!({ "folder_parent_id": server.top, "name": "late" });
        let held = Held::send(server, "wim", "POST", "folder", &folder).await;
        let group = server.groups["cleared"];
        ada.put(&format!("/api/core/usergroup/{group}/users/{wim}"), json!({ "manager": false })).await.ok();
        be_slow().await;
        let (what, status, body) = held.finish().await;
        assert_eq!(status, 201, "{what}: {body}");
    });
}

#[test]
fn an_upload_whose_sender_loses_the_right_ends_in_error() {
    on_both(async |server| {
        let (ada, wim) = (server.user("ada"), server.users["wim"]);
        let prepared = server.user("wim").prepare(server.top, "late.txt", Some(6)).await.ok();
        let url = prepared["url"].as_str().unwrap();
        let path = &url[url.find("/api/").unwrap()..];
        let headers = "Content-Type: application/offset+octet-stream\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0";
        let held = Held::send_as(server, "wim", "PATCH", path, headers, b"abcdef".to_vec()).await;
        let group = server.groups["writers"];
        ada.delete(&format!("/api/core/usergroup/{group}/users/{wim}")).await.ok();
        let (what, status, body) = held.finish().await;
        assert!((400..500).contains(&status), "{what}: {status} {body}");
        let failed = "SELECT COUNT(*) FROM activity_action WHERE status = 'error'";
        assert_eq!(server.count(failed).await, 1);
    });
}

#[test]
fn an_upload_in_one_call_whose_sender_may_not_go_on_leaves_nothing() {
    on_both(async |server| {
        let (ada, wim, mia) = (server.user("ada"), server.users["wim"], server.user("mia"));
        let part = |name: &str, value: &str| {
            format!("--cut\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let file = "--cut\r\nContent-Disposition: form-data; name=\"raw_data\"; filename=\"late.txt\"\r\n\r\nbytes\r\n";
        let body = [&part("folder_parent_id", &server.top.to_string()), &part("name", "late.txt"), file, "--cut--\r\n"];
        let path = format!("/api/app/{}/file", server.content);
        let headers = "Content-Type: multipart/form-data; boundary=cut";
        let held = Held::send_as(server, "wim", "POST", &path, headers, body.concat().into_bytes()).await;
        be_slow().await;
        // A right that has nothing to do with the folder ends: the upload begins, and may not be completed.
        let group = server.groups["writers"];
        ada.delete(&format!("/api/core/usergroup/{group}/users/{wim}")).await.ok();
        let (what, status, body) = held.finish().await;
        assert!((400..500).contains(&status), "{what}: {status} {body}");
        assert_eq!(server.count("SELECT COUNT(*) FROM nodes_node WHERE name = 'late.txt'").await, 0);
        mia.upload(server.top, "late.txt", "bytes").await.ok();
    });
}
