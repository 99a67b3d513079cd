//! Posters: a film that nothing here draws gets a picture from who uploads it, for this file alone.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::previews::{jpeg, png};
use crate::test_users::{Answer, TestUser};

/// The beginning of an MP4, and some words that no player shows.
fn film(words: &str) -> Vec<u8> {
    [b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom", words.as_bytes()].concat()
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

async fn send(who: &TestUser<'_>, node: i64, hash: &str, picture: Vec<u8>) -> Answer {
    let path = format!("rendition/poster/{node}?hash={hash}");
    Answer::of(who.request(Method::PUT, &path).body(picture)).await
}

async fn shown(who: &TestUser<'_>, node: i64) -> Value {
    who.get(&format!("entry/{node}")).await.ok()["preview"].clone()
}

#[test]
fn a_film_has_the_picture_that_its_uploader_sends() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let bytes = film("one");
        let node = wim.upload(server.top, "film.mp4", bytes.clone()).await.id();
        assert_eq!(shown(&wim, node).await["status"], "unavailable");
        assert_eq!(send(&wim, node, &hash(&bytes), png()).await.status, 204);
        for told in [shown(&rea, node).await, listed(&rea, server, node).await["preview"].clone()] {
            assert_eq!((&told["status"], &told["poster"]), (&json!("ready"), &json!(true)));
            assert_eq!((&told["width"], &told["height"]), (&json!(64), &json!(48)));
            assert!(told["placeholder"].as_str().is_some_and(|hash| !hash.is_empty()));
        }
        assert_eq!(rea.get(&format!("entry/{node}")).await.ok()["preview_reason"], Value::Null);
        for size in [96, 320, 2560] {
            let picture = rea.get(&format!("rendition/preview/{node}?size={size}")).await;
            assert_eq!((picture.status, &picture.bytes[8..12]), (200, &b"WEBP"[..]), "{size}");
        }
        server.classify(node).await;
        assert_eq!(rea.preview(node).await.status, 404, "it is seen by who sees the film");
    });
}

async fn listed(who: &TestUser<'_>, server: &TestServer, node: i64) -> Value {
    let list = who.get(&format!("entry/list/{}", server.top)).await.ok();
    list["items"].as_array().unwrap().iter().find(|entry| entry["node_id"] == node).unwrap().clone()
}

#[test]
fn a_poster_is_of_one_file_and_one_content() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let bytes = film("one");
        let node = wim.upload(server.top, "film.mp4", bytes.clone()).await.id();
        send(&wim, node, &hash(&bytes), png()).await;
        let twin = mia.upload(server.top, "same.mp4", bytes.clone()).await.id();
        assert_eq!(shown(&mia, twin).await["status"], "unavailable", "nobody decides what others' files show");
        assert_eq!(mia.preview(twin).await.status, 404);
        wim.replace(server.top, node, film("two")).await.ok();
        assert_eq!(shown(&wim, node).await["status"], "unavailable");
        let first = wim.get(&format!("version/entry/{node}")).await.ok()["versions"][1]["version_id"].clone();
        wim.post(&format!("version/restored/{first}"), json!({})).await.ok();
        assert_eq!(shown(&wim, node).await["status"], "ready", "its first content is back");
    });
}

#[test]
fn only_a_new_film_of_one_s_own_gets_a_poster_and_only_once() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let bytes = film("one");
        let node = wim.upload(server.top, "film.mp4", bytes.clone()).await.id();
        let (right, other) = (hash(&bytes), hash(b"other"));
        assert_eq!(send(&mia, node, &right, png()).await.refusal(), (403, "poster_of_others"), "also by a manager");
        assert_eq!(send(&server.user("rita"), node, &right, png()).await.refusal(), (404, "not_found"));
        assert_eq!(send(&wim, node, &other, png()).await.refusal(), (409, "no_poster_wanted"));
        for wrong in [b"words".to_vec(), jpeg()[..120].to_vec(), film("no picture")] {
            assert_eq!(send(&wim, node, &right, wrong).await.status, 422);
        }
        assert_eq!(send(&wim, node, &right, vec![0; 512 * 1024 + 1]).await.status, 413);
        assert_eq!(shown(&wim, node).await["status"], "unavailable");
        assert_eq!(send(&wim, node, &right, jpeg()).await.status, 204);
        assert_eq!(send(&wim, node, &right, png()).await.refusal(), (409, "no_poster_wanted"));
        let text = wim.upload(server.top, "words.txt", "words").await.id();
        assert_eq!(send(&wim, text, &hash(b"words"), png()).await.refusal(), (409, "no_poster_wanted"));
        let late = wim.upload(server.top, "late.mp4", film("late")).await.id();
        server.clock.advance(3_601);
        assert_eq!(send(&wim, late, &hash(&film("late")), png()).await.refusal(), (409, "no_poster_wanted"));
    });
}
