use primitives::NodeRole;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use security::Principal;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use vitrine::connections::ClientTimeouts;

use crate::eventually::eventually;
use crate::harness::{TestServer, on_both, on_disks};
use crate::slowness::{Impatient, NEVER};
use crate::spawned::ServerProcess;
use crate::test_users::{Answer, TestUser};

/// Nothing of an upload exists: no row, no bytes, no taken name.
async fn assert_nothing_left(server: &TestServer, name: &str) {
    assert_eq!(server.count("SELECT COUNT(*) FROM nodes_node WHERE state = 0").await, 0, "no staging row");
    assert_eq!(server.count("SELECT COUNT(*) FROM content_upload").await, 0, "no ticket");
    assert_eq!(server.staged().await, [""; 0], "no bytes");
    assert!(!server.is_at(name).await);
}

#[test]
fn an_uploaded_file_is_on_disk_with_its_blake3_hash() {
    on_both(async |server| {
        let wim = server.user("wim");
        let bytes: Vec<u8> = (0..1_500_000_u32).flat_map(u32::to_le_bytes).collect();
        let prepared = wim.prepare(server.top, "numbers.bin", Some(bytes.len() as u64)).await.ok();
        assert_eq!(wim.list(server.top).await, [""; 0], "not seen before it is whole");
        let stored = wim.send(&prepared, bytes.clone()).await.ok();
        let hash = blake3::hash(&bytes).to_hex().to_string();
        let wanted = json!({
            "node_id": prepared["node_id"], "name": "numbers.bin", "size": bytes.len(), "hash": hash,
            "unchanged": false,
        });
        assert_eq!(stored, wanted);
        assert_eq!(server.bytes_at("numbers.bin").await, bytes);
        let detail = wim.get(&format!("entry/{}", prepared["node_id"])).await.ok();
        assert_eq!((detail["hash"].as_str(), detail["size"].as_u64()), (Some(hash.as_str()), Some(bytes.len() as u64)));
        assert_eq!(server.staged().await, [""; 0]);
        wim.upload(server.top, "in one call.bin", bytes.clone()).await.ok();
        assert_eq!(server.bytes_at("in one call.bin").await, bytes);
    });
}

#[test]
fn the_fields_of_a_multipart_upload_come_in_any_order() {
    on_both(async |server| {
        let wim = server.user("wim");
        let prepared = wim.prepare(server.top, "first.txt", None).await.ok();
        let send = async |named: bool| {
            let form = Form::new().part("raw_data", Part::bytes(&b"the bytes come first"[..]).file_name("first.txt"));
            let form = form.text("callback", prepared["callback"].as_str().unwrap().to_owned());
            let form = if named { form.text("node_id", prepared["node_id"].to_string()) } else { form };
            Answer::of(wim.request(Method::POST, "/api/file/upload").multipart(form)).await
        };
        let nameless = send(false).await;
        assert_eq!((nameless.status, &nameless.body["errors"][0]["field"]), (422, &json!("node_id")));
        let stored = send(true).await.ok();
        assert_eq!(stored["size"], 20);
        assert_eq!(server.bytes_at("first.txt").await, b"the bytes come first");
        assert_eq!(send(true).await.ok(), stored, "who lost the answer gets it again");
        assert_eq!(server.staged().await, [""; 0]);
    });
}

#[test]
fn a_ticket_is_good_once_for_its_own_file_and_its_own_person() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let one = wim.prepare(server.top, "one.txt", None).await.ok();
        let two = wim.prepare(server.top, "two.txt", None).await.ok();
        let mut mixed = one.clone();
        mixed["callback"] = two["callback"].clone();
        assert_eq!(wim.send(&mixed, "x").await.refusal(), (404, "ticket"));
        let mut wrong = one.clone();
        wrong["callback"] = json!("0000");
        assert_eq!(wim.send(&wrong, "x").await.refusal(), (404, "ticket"));
        assert_eq!(server.anonymous().send(&one, "x").await.refusal(), (401, "no_session"), "the ticket is not enough");
        assert_eq!(
            mia.send(&one, "x").await.refusal(),
            (404, "ticket"),
            "she may write there, and has not prepared it"
        );
        wim.send(&one, "one").await.ok();
        assert_eq!(wim.send(&one, "two").await.refusal(), (409, "ticket_spent"));
        assert_eq!(server.bytes_at("one.txt").await, b"one");
        assert!(!server.is_at("two.txt").await);
    });
}

#[test]
fn an_upload_is_refused_if_the_right_is_revoked_before_its_end() {
    on_both(async |server| {
        let rea = server.user("rea");
        let user = Principal::User(server.users["rea"]);
        server.grant(server.top, user, NodeRole::Writer).await;
        let whole = rea.prepare(server.top, "whole.txt", None).await.ok();
        let parts = rea.prepare(server.top, "parts.txt", Some(4)).await.ok();
        assert_eq!(rea.patch(&parts, 0, b"ab", &[]).await.status, 204);
        server.revoke(server.top, user).await;
        assert_eq!(rea.send(&whole, "x").await.refusal(), (403, "needs_role.writer"));
        assert_eq!(rea.patch(&parts, 2, b"cd", &[]).await.refusal(), (403, "needs_role.writer"));
        assert_eq!(rea.list(server.top).await, [""; 0]);
        assert!(!server.is_at("whole.txt").await && !server.is_at("parts.txt").await);
        let wanted = [("parts.txt".to_owned(), "error".to_owned()), ("whole.txt".to_owned(), "error".to_owned())];
        assert_eq!(rea.actions().await, wanted);
    });
}

#[test]
fn an_upload_of_another_length_than_announced_is_refused() {
    on_both(async |server| {
        let wim = server.user("wim");
        let prepared = wim.prepare(server.top, "four.txt", Some(4)).await.ok();
        for (bytes, status) in [("12345", 413), ("123", 400)] {
            assert_eq!(wim.send(&prepared, bytes).await.status, status, "{bytes}");
        }
        assert_eq!(wim.actions().await, [("four.txt".to_owned(), "error".to_owned())]);
        wim.send(&prepared, "1234").await.ok();
        assert_eq!(wim.prepare(server.top, "huge", Some(u64::MAX / 2)).await.refusal(), (413, "payload_too_large"));
    });
}

#[test]
fn cancelling_an_upload_leaves_nothing_of_it() {
    on_both(async |server| {
        let wim = server.user("wim");
        let prepared = wim.prepare(server.top, "film.mov", Some(9)).await.ok();
        assert_eq!(wim.patch(&prepared, 0, b"12345", &[]).await.status, 204);
        let cancel = format!("/api/core/background-action/{}/cancel", prepared["bg_action_id"].as_str().unwrap());
        assert_eq!(server.user("ada").post(&cancel, json!(null)).await.refusal(), (404, "not_found"), "not hers");
        assert_eq!(wim.post(&cancel, json!(null)).await.status, 204);
        assert_nothing_left(server, "film.mov").await;
        assert_eq!(wim.actions().await, []);
        assert_eq!(wim.patch(&prepared, 5, b"6789", &[]).await.refusal(), (410, "upload_ended"));
        wim.prepare(server.top, "film.mov", None).await.ok();
    });
}

/// The head of a first part, as it is sent.
pub fn part(who: &TestUser<'_>, url: &str, length: usize) -> String {
    format!(
        "PATCH {url} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\n\
         content-type: application/offset+octet-stream\r\ncontent-length: {length}\r\n\r\n",
        who.token.as_ref().unwrap()
    )
}

/// Begins to send and goes silent; returns the connection.
pub async fn begin_sending(base: &str, request: &str, body: &[u8]) -> tokio::net::TcpStream {
    let mut stream = tokio::net::TcpStream::connect(base.trim_start_matches("http://")).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    stream.write_all(body).await.unwrap();
    stream.flush().await.unwrap();
    stream
}

#[test]
fn cancelling_while_bytes_still_come_ends_the_upload_without_waiting_for_them() {
    on_both(async |server| {
        let waiting = ClientTimeouts { bodies: NEVER, slow_bodies: NEVER, ..ClientTimeouts::default() };
        let waiting = Impatient::open(server, waiting).await;
        let wim = server.user("wim");
        let prepared = wim.prepare(server.top, "film.mov", Some(1000)).await.ok();
        let url = prepared["url"].as_str().unwrap();
        let open = begin_sending(&waiting.base, &part(&wim, url, 1000), &[b'x'; 500]).await;
        eventually("its bytes arrive", async || server.staged().await.len() == 1).await;
        let cancel = format!("/api/core/background-action/{}/cancel", prepared["bg_action_id"].as_str().unwrap());
        let cancelled = wim.post(&cancel, json!(null)).await;
        assert_eq!(cancelled.status, 204, "{}", cancelled.body);
        assert_nothing_left(server, "film.mov").await;
        drop(open);
        waiting.close().await;
    });
}

/// Begins a one-call upload of `cut.bin`, and sends half.
async fn send_half(server: &TestServer, who: &TestUser<'_>) -> tokio::net::TcpStream {
    let body = format!(
        "--B\r\ncontent-disposition: form-data; name=\"folder_parent_id\"\r\n\r\n{}\r\n--B\r\n\
         content-disposition: form-data; name=\"file\"; filename=\"cut.bin\"\r\n\r\nhalf",
        server.top
    );
    let head = format!(
        "POST /api/app/{}/file HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\n\
         content-type: multipart/form-data; boundary=B\r\ncontent-length: 5000\r\n\r\n",
        server.content,
        who.token.as_ref().unwrap()
    );
    let open = begin_sending(&who.base, &head, body.as_bytes()).await;
    eventually("its bytes arrive", async || server.staged().await.len() == 1).await;
    open
}

#[test]
fn a_one_call_upload_whose_server_is_killed_leaves_the_name_free_at_the_next_start() {
    on_both(async |server| {
        let mut process = ServerProcess::start(server).await;
        let wim = TestUser { base: process.base.clone(), ..server.user("wim") };
        let waiting = server.user("wim").prepare(server.top, "later.bin", Some(3)).await.ok();
        let _open = send_half(server, &wim).await;
        process.child.kill().await.unwrap();
        let mut process = ServerProcess::start(server).await;
        let wim = TestUser { base: process.base.clone(), ..server.user("wim") };
        let told = [("cut.bin".to_owned(), "error".to_owned()), ("later.bin".to_owned(), "in_progress".to_owned())];
        assert_eq!(wim.actions().await, told);
        wim.upload(server.top, "cut.bin", "whole").await.ok();
        server.user("wim").send(&waiting, "new").await.ok();
        process.child.kill().await.unwrap();
    });
}

#[test]
fn a_one_call_upload_that_is_cut_off_leaves_the_name_free() {
    on_both(async |server| {
        let wim = server.user("wim");
        let open = send_half(server, &wim).await;
        drop(open);
        eventually("the half is removed", async || server.staged().await.is_empty()).await;
        assert_nothing_left(server, "cut.bin").await;
        wim.upload(server.top, "cut.bin", "whole").await.ok();
    });
}

#[test]
fn background_actions_tell_how_uploads_went() {
    on_both(async |server| {
        let wim = server.user("wim");
        wim.upload(server.top, "data.bin", vec![0, 159, 146, 150]).await.ok();
        wim.upload(server.top, "note.txt", "a note").await.ok();
        wim.prepare(server.top, "later.bin", None).await.ok();
        let told = |status: &str| {
            [("later.bin", "in_progress"), ("note.txt", status), ("data.bin", "success")]
                .map(|(title, status)| (title.to_owned(), status.to_owned()))
        };
        assert_eq!(wim.actions().await, told("generating_preview"));
        server.drain().await;
        assert_eq!(wim.actions().await, told("success"));
        assert_eq!(wim.delete("/api/core/background-action").await.status, 204);
        assert_eq!(wim.actions().await, [("later.bin".to_owned(), "in_progress".to_owned())]);
        assert_eq!(server.user("ada").actions().await, []);
    });
}

#[test]
fn uploads_to_a_missing_disk_are_refused_and_can_be_sent_later() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let prepared = wim.prepare(server.top, "a.txt", None).await.ok();
        let elsewhere = server.disk.with_extension("away");
        std::fs::rename(&server.disk, &elsewhere).unwrap();
        assert_eq!(wim.send(&prepared, "x").await.status, 503);
        assert_eq!(wim.folder(server.top, "New").await.status, 503);
        std::fs::rename(&elsewhere, &server.disk).unwrap();
        assert_eq!(wim.list(server.top).await, [""; 0]);
        wim.send(&prepared, "x").await.ok();
        assert_eq!(wim.list(server.top).await, ["a.txt"]);
    });
}
