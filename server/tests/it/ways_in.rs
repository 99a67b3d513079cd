//! All ways to send bytes: the checks that all of them share.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::other_servers::Other;
use crate::test_users::{Answer, TestUser};

const ENDPOINT: &str = "/api/file/upload";
const BYTES: (&str, &str) = ("content-type", "application/offset+octet-stream");

/// Requests that begin an upload.
const BEGINNINGS: [&str; 6] = ["prepare", "one call", "creation", "creation with bytes", "partial", "joining"];
/// Requests that send bytes to an upload that has begun.
const GOING_ON: [&str; 3] = ["multipart", "part", "part of a partial"];

fn creation(who: &TestUser<'_>, folder: i64) -> RequestBuilder {
    let metadata =
        format!("filename {},folder_parent_id {}", STANDARD.encode("new.txt"), STANDARD.encode(folder.to_string()));
    who.tus(Method::POST, ENDPOINT).header("upload-metadata", metadata)
}

fn address(made: &Answer) -> String {
    assert_eq!(made.status, 201, "{}", made.body);
    format!("/api/file/{}", made.header("location"))
}

/// A partial upload of a file, at its address.
async fn partial(who: &TestUser<'_>, bytes: &str, length: usize) -> String {
    let request = who.tus(Method::POST, ENDPOINT).header("upload-concat", "partial");
    let request = request.header("upload-length", length.to_string()).header(BYTES.0, BYTES.1);
    address(&Answer::of(request.body(bytes.to_owned())).await)
}

/// Uploads that were begun while everything was well.
struct Begun {
    prepared: Value,
    whole_partials: String,
    half_partial: String,
}

impl Begun {
    async fn by(who: &TestUser<'_>, folder: i64) -> Self {
        let prepared = who.prepare(folder, "begun.txt", None).await.ok();
        let parts = [partial(who, "abc", 3).await, partial(who, "def", 3).await];
        Self { prepared, whole_partials: parts.join(" "), half_partial: partial(who, "a", 6).await }
    }
}

async fn come(way: &str, who: &TestUser<'_>, folder: i64, begun: &Begun) -> Answer {
    let part = async |at: &str, offset: &str| {
        let request = who.tus(Method::PATCH, at).header("upload-offset", offset.to_owned());
        Answer::of(request.header("upload-length", "6").header(BYTES.0, BYTES.1).body("bcdef")).await
    };
    let prepared = begun.prepared["url"].as_str().unwrap().split_once("/api").unwrap().1;
    let request = match way {
        "prepare" => return who.prepare(folder, "new.txt", Some(6)).await,
        "one call" => return who.upload(folder, "new.txt", "abcdef").await,
        "multipart" => {
            let mut prepared = begun.prepared.clone();
            let path = prepared["url"].as_str().unwrap().split_once("/api").unwrap().1.to_owned();
            prepared["url"] = format!("/api{path}").into();
            return who.send(&prepared, "abcdef").await;
        }
        "part" => return part(&format!("/api{prepared}"), "0").await,
        "part of a partial" => return part(&begun.half_partial, "1").await,
        "creation" => creation(who, folder).header("upload-length", "6"),
        "creation with bytes" => {
            creation(who, folder).header("upload-length", "6").header(BYTES.0, BYTES.1).body("abcdef")
        }
        "partial" => who.tus(Method::POST, ENDPOINT).header("upload-concat", "partial").header("upload-length", "6"),
        "joining" => creation(who, folder).header("upload-concat", format!("final;{}", begun.whole_partials)),
        other => panic!("no such way: {other}"),
    };
    Answer::of(request).await
}

/// Nothing was stored.
async fn assert_nothing_begun(server: &TestServer, way: &str, open: i64) {
    let sql = "SELECT (SELECT COUNT(*) FROM content_upload) + (SELECT COUNT(*) FROM content_partial_upload)";
    assert_eq!(server.count(sql).await, open, "{way}");
    assert_eq!(server.count("SELECT COUNT(*) FROM nodes_node WHERE kind = 2 AND state = 1").await, 0, "{way}");
}

#[test]
fn an_upload_needs_the_writer_role_inside_the_folder() {
    on_both(async |server| {
        let (ada, wim, rea) = (server.user("ada"), server.user("wim"), server.user("rea"));
        let begun = Begun::by(&wim, server.top).await;
        let folder = wim.folder(server.top, "letter box").await.id();
        let rea_id = server.users["rea"];
        for recursive in [false, true] {
            let grant = json!({ "node_id": folder, "users_id": rea_id, "role": "writer", "recursive": recursive });
            let put = Answer::of(ada.request(Method::POST, "/api/node/grant").json(&grant)).await;
            assert!(put.status < 300, "{}", put.body);
            for way in ["prepare", "one call", "creation", "creation with bytes"] {
                let answer = come(way, &rea, folder, &begun).await;
                let (status, _) = answer.refusal();
                assert_eq!(status == 403, !recursive, "{way}, recursive {recursive}: {}", answer.body);
            }
            assert_eq!(rea.folder(folder, &format!("made {recursive}")).await.status == 403, !recursive);
            let offered = rea.get(&format!("actions/node/{folder}")).await.ok();
            let uploads = offered["items"].as_array().unwrap().iter().any(|act| act["action_key"] == "upload");
            assert_eq!(uploads, recursive, "{offered}");
        }
    });
}

#[test]
fn every_kind_of_upload_is_refused_while_the_reserve_is_used() {
    on_both(async |server| {
        // We cannot reserve space on another program's disk.
        let db::DbUrl::Sqlite(path) = &server.test.url else { return };
        let wim = server.user("wim");
        let begun = Begun::by(&wim, server.top).await;
        server.app.db.keep_reserve();
        assert!(server.app.db.give_up_reserve());
        let mut reserve = path.clone().into_os_string();
        reserve.push(".reserve");
        // It cannot be made again.
        std::fs::create_dir(&reserve).unwrap();
        for way in BEGINNINGS.into_iter().chain(GOING_ON) {
            let answer = come(way, &wim, server.top, &begun).await;
            assert_eq!(answer.refusal(), (507, "storage_full"), "{way}");
            assert_nothing_begun(server, way, 4).await;
        }
        std::fs::remove_dir(&reserve).unwrap();
        assert_eq!(come("joining", &wim, server.top, &begun).await.status, 201, "with room again");
    });
}

#[test]
fn every_kind_of_upload_obeys_max_file_bytes() {
    on_both(async |server| {
        let wim = server.user("wim");
        let begun = Begun::by(&wim, server.top).await;
        let other = Other::with(server, |settings| settings.max_file_bytes = 5).await;
        // The length of a partial upload was allowed when it began.
        for way in BEGINNINGS.into_iter().chain(["multipart", "part"]) {
            let answer = come(way, &other.user(server, "wim"), server.top, &begun).await;
            assert_eq!(answer.refusal(), (413, "payload_too_large"), "{way}");
            assert_nothing_begun(server, way, 4).await;
        }
        other.close().await;
    });
}

#[test]
fn every_kind_of_upload_obeys_max_open_uploads() {
    on_both(async |server| {
        let wim = server.user("wim");
        let begun = Begun::by(&wim, server.top).await;
        // Two of the four open ones become the one that is made of them.
        let other = Other::with(server, |settings| settings.max_open_uploads = 2).await;
        let theirs = other.user(server, "wim");
        for way in BEGINNINGS {
            assert_eq!(come(way, &theirs, server.top, &begun).await.status, 429, "{way}");
            assert_nothing_begun(server, way, 4).await;
        }
        other.close().await;
        let other = Other::with(server, |settings| settings.max_open_uploads = 3).await;
        assert_eq!(come("joining", &other.user(server, "wim"), server.top, &begun).await.status, 201);
        other.close().await;
    });
}

#[test]
fn a_user_without_a_content_instance_cannot_upload_or_download() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "a.txt", "a").await.id();
        let prepared = wim.prepare(server.top, "begun.txt", Some(6)).await.ok();
        let at = prepared["url"].as_str().unwrap();
        let group = server.groups["writers"];
        let give = move |tx: &mut db::Tx<'_>, sql: &'static str| {
            tx.run(sql, db::params![group])?;
            tx.run("UPDATE tenancy_epoch SET epoch = epoch + 1", &[])
        };
        let taken = "DELETE FROM tenancy_usergroup_application WHERE user_group_id = $1";
        server.app.db.write(move |tx| give(tx, taken)).await.unwrap();
        let calls = [
            ("multipart", wim.send(&prepared, "abcdef").await),
            ("creation", Answer::of(creation(&wim, server.top).header("upload-length", "6")).await),
            ("part", wim.patch(&prepared, 0, b"abc", &[]).await),
            ("probe", Answer::of(wim.tus(Method::HEAD, at)).await),
            ("end", Answer::of(wim.tus(Method::DELETE, at)).await),
            ("content", wim.content(file).await),
        ];
        for (call, answer) in calls {
            assert_eq!(answer.status, 404, "{call}");
        }
        let given = "INSERT INTO tenancy_usergroup_application (user_group_id, application_instance_id)
                     SELECT $1, application_instance_id FROM tenancy_application_instance";
        server.app.db.write(move |tx| give(tx, given)).await.unwrap();
        wim.send(&prepared, "abcdef").await.ok();
        assert_eq!(wim.content(file).await.bytes, b"a");
    });
}
