use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use serde_json::{Value, json};

use crate::eventually::eventually;
use crate::harness::on_both;
use crate::test_users::{Answer, TestUser};
use crate::uploads::{begin_sending, part};

pub async fn probe(who: &TestUser<'_>, prepared: &Value) -> Answer {
    Answer::of(who.tus(Method::HEAD, prepared["url"].as_str().unwrap())).await
}

fn blake3_of(bytes: &[u8]) -> String {
    format!("blake3 {}", STANDARD.encode(blake3::hash(bytes).as_bytes()))
}

#[test]
fn an_upload_in_parts_becomes_one_file() {
    on_both(async |server| {
        let wim = server.user("wim");
        let prepared = wim.prepare(server.top, "parts.txt", None).await.ok();
        let first = wim.patch(&prepared, 0, b"one ", &[("upload-length", "7")]).await;
        assert_eq!((first.status, first.header("upload-offset"), first.header("tus-resumable")), (204, "4", "1.0.0"));
        let told = probe(&wim, &prepared).await;
        assert_eq!((told.status, told.header("upload-offset"), told.header("upload-length")), (200, "4", "7"));
        assert_eq!(wim.patch(&prepared, 4, b"two", &[("upload-length", "8")]).await.status, 422, "it never changes");
        let last = wim.patch(&prepared, 4, b"two", &[]).await;
        assert_eq!((last.status, last.header("upload-offset")), (204, "7"));
        let detail = wim.get(&format!("entry/{}", prepared["node_id"])).await.ok();
        assert_eq!(detail["hash"], blake3::hash(b"one two").to_hex().as_str());
        assert_eq!(server.bytes_at("parts.txt").await, b"one two");
        let ended = probe(&wim, &prepared).await;
        assert_eq!((ended.status, ended.header("upload-offset"), ended.header("upload-length")), (200, "7", "7"));
    });
}

#[test]
fn the_answer_that_ends_a_replacement_says_whether_it_changed_something() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "plan.txt", "one two").await.id();
        let empty = wim.upload(server.top, "empty.txt", "").await.id();
        let prepare = async |file: i64, size: Option<u64>| {
            let wanted = json!({ "folder_parent_id": server.top, "filename": "x", "size": size, "replaces": file });
            wim.post("file/prepare", wanted).await.ok()
        };
        // In parts; and with its length told at its end, without further bytes.
        for (size, last, length) in [(Some(7), "two", "7"), (None, "", "7")] {
            let prepared = prepare(file, size).await;
            let first = &b"one two"[..7 - last.len()];
            let begun = wim.patch(&prepared, 0, first, &[]).await;
            assert_eq!((begun.status, begun.header("upload-unchanged")), (204, ""));
            let at = u64::try_from(first.len()).unwrap();
            let ended = wim.patch(&prepared, at, last.as_bytes(), &[("upload-length", length)]).await;
            assert_eq!((ended.status, ended.header("upload-unchanged")), (204, "true"), "{size:?}");
        }
        let probed = probe(&wim, &prepare(empty, Some(0)).await).await;
        assert_eq!((probed.status, probed.header("upload-unchanged")), (200, "true"), "an empty file ends when asked");
        let changed = wim.patch(&prepare(file, Some(3)).await, 0, b"new", &[]).await;
        assert_eq!((changed.status, changed.header("upload-unchanged")), (204, ""));
    });
}

#[test]
fn an_empty_file_is_a_file() {
    on_both(async |server| {
        let wim = server.user("wim");
        let prepared = wim.prepare(server.top, "empty.txt", Some(0)).await.ok();
        assert_eq!(wim.patch(&prepared, 0, b"", &[]).await.status, 204);
        assert_eq!(wim.list(server.top).await, ["empty.txt"]);
        assert_eq!(wim.content(prepared["node_id"].as_i64().unwrap()).await.bytes, b"");
    });
}

#[test]
fn a_part_at_the_wrong_place_is_refused_and_changes_nothing() {
    on_both(async |server| {
        let wim = server.user("wim");
        let prepared = wim.prepare(server.top, "a.txt", Some(6)).await.ok();
        wim.patch(&prepared, 0, b"abc", &[]).await.ok();
        for offset in [0, 2, 4, 6] {
            assert_eq!(wim.patch(&prepared, offset, b"xyz", &[]).await.refusal(), (409, "offset_mismatch"), "{offset}");
        }
        assert_eq!(wim.patch(&prepared, 3, b"defg", &[]).await.refusal(), (413, "payload_too_large"));
        assert_eq!(probe(&wim, &prepared).await.header("upload-offset"), "3");
        wim.patch(&prepared, 3, b"def", &[]).await.ok();
        assert_eq!(server.bytes_at("a.txt").await, b"abcdef");
    });
}

#[test]
fn a_damaged_part_is_thrown_away() {
    on_both(async |server| {
        let wim = server.user("wim");
        let prepared = wim.prepare(server.top, "a.txt", Some(6)).await.ok();
        wim.patch(&prepared, 0, b"abc", &[("upload-checksum", &blake3_of(b"abc"))]).await.ok();
        let damaged = wim.patch(&prepared, 3, b"dXf", &[("upload-checksum", &blake3_of(b"def"))]).await;
        assert_eq!(damaged.refusal(), (460, "checksum_mismatch"));
        assert_eq!(wim.patch(&prepared, 3, b"def", &[("upload-checksum", "md5 AAAA")]).await.status, 400);
        assert_eq!(probe(&wim, &prepared).await.header("upload-offset"), "3");
        wim.patch(&prepared, 3, b"def", &[("upload-checksum", &blake3_of(b"def"))]).await.ok();
        assert_eq!(server.bytes_at("a.txt").await, b"abcdef");
    });
}

#[test]
fn a_connection_that_is_cut_keeps_what_arrived_and_the_upload_goes_on() {
    on_both(async |server| {
        let wim = server.user("wim");
        let bytes: Vec<u8> = (0..200_000_u32).map(|n| (n % 251) as u8).collect();
        let prepared = wim.prepare(server.top, "long.bin", Some(bytes.len() as u64)).await.ok();
        let head = part(&wim, prepared["url"].as_str().unwrap(), bytes.len());
        let open = begin_sending(&server.base, &head, &bytes[..120_000]).await;
        let arrived = async || probe(&wim, &prepared).await.header("upload-offset") == "120000";
        eventually("the first part arrives", arrived).await;
        let meanwhile = wim.patch(&prepared, 120_000, &bytes[120_000..], &[]).await;
        assert_eq!(meanwhile.refusal(), (423, "upload_busy"), "one sender at a time");
        drop(open);
        let sent = async || wim.patch(&prepared, 120_000, &bytes[120_000..], &[]).await.status == 204;
        eventually("the upload goes on", sent).await;
        assert_eq!(server.bytes_at("long.bin").await, bytes);
        let detail = wim.get(&format!("entry/{}", prepared["node_id"])).await.ok();
        assert_eq!(detail["hash"], blake3::hash(&bytes).to_hex().as_str());
    });
}

#[test]
fn two_senders_of_one_upload_make_one_whole_file() {
    on_both(async |server| {
        let wim = server.user("wim");
        let prepared = wim.prepare(server.top, "twice.bin", None).await.ok();
        let (ones, twos) = (vec![b'1'; 900_000], vec![b'2'; 900_000]);
        let (a, b) = tokio::join!(wim.send(&prepared, ones.clone()), wim.send(&prepared, twos.clone()));
        let placed = [(a.status, &ones), (b.status, &twos)].into_iter().filter(|(status, _)| *status == 200);
        let placed: Vec<_> = placed.map(|(_, bytes)| bytes.clone()).collect();
        assert_eq!(placed, [server.bytes_at("twice.bin").await], "{} {}", a.status, b.status);
    });
}

#[test]
fn termination_gives_name_and_room_back() {
    on_both(async |server| {
        let wim = server.user("wim");
        let prepared = wim.prepare(server.top, "a.txt", Some(6)).await.ok();
        wim.patch(&prepared, 0, b"abc", &[]).await.ok();
        let url = prepared["url"].as_str().unwrap();
        let forged = url.replace(prepared["callback"].as_str().unwrap(), "0000");
        for (address, status) in [(forged.as_str(), 404), (url, 204), (url, 410)] {
            assert_eq!(Answer::of(wim.tus(Method::DELETE, address)).await.status, status);
        }
        assert_eq!(server.staged().await, [""; 0]);
        assert_eq!(server.count("SELECT COUNT(*) FROM nodes_node WHERE parent_id IS NOT NULL").await, 0);
        wim.prepare(server.top, "a.txt", Some(6)).await.ok();
    });
}

#[test]
fn a_server_says_what_of_tus_it_speaks() {
    on_both(async |server| {
        let answer = Answer::of(server.anonymous().request(Method::OPTIONS, "/api/file/upload")).await;
        assert_eq!((answer.status, answer.header("tus-version")), (204, "1.0.0"));
        let extensions =
            "creation,creation-with-upload,creation-defer-length,expiration,checksum,termination,concatenation";
        assert_eq!((answer.header("tus-extension"), answer.header("tus-max-size")), (extensions, "1099511627776"));
        assert_eq!(answer.header("tus-checksum-algorithm"), "blake3,sha256,sha1");
    });
}
