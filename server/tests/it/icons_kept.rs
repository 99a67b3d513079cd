//! What becomes of icons: in the bin, with copies and moves, in backups, and once nothing has them any more.

use serde_json::{Value, json};

use crate::backup::{empty, taken};
use crate::harness::{NOW, TestServer, on_both};
use crate::icons::{address, icon, listed, set, told, wide};
use crate::previews::png;
use crate::test_users::TestUser;

/// The node called `name` in `folder`.
async fn named(who: &TestUser<'_>, folder: i64, name: &str) -> i64 {
    let list = who.get(&format!("entry/list/{folder}")).await.ok();
    let found = list["items"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap();
    found["node_id"].as_i64().unwrap()
}

#[test]
fn an_icon_stays_with_its_entry_in_the_bin_and_goes_with_it_for_good() {
    on_both(async |server| {
        let (wim, mia, rea) = (server.user("wim"), server.user("mia"), server.user("rea"));
        let folder = wim.folder(server.top, "folder").await.id();
        let file = wim.upload(server.top, "words.txt", "words").await.id();
        for node in [folder, file] {
            set(&wim, node, png()).await;
            wim.rename(node, &format!("renamed {node}")).await.ok();
            let version = told(&wim, node).await;
            wim.delete(&format!("entry/{node}")).await.ok();
            assert_eq!(icon(&wim, node).await.status, 200, "who may restore it sees it in the bin");
            assert_eq!(icon(&rea, node).await.status, 404);
            wim.post(&format!("entry/restore/{node}"), json!({})).await.ok();
            assert_eq!(told(&wim, node).await, version);
        }
        wim.replace(server.top, file, "other words").await.ok();
        assert_eq!(icon(&rea, file).await.status, 200, "another version has it, too");

        for node in [folder, file] {
            mia.delete(&format!("entry/{node}")).await.ok();
        }
        mia.delete("entry/bin").await.ok();
        server.drain().await;
        let pictures = "SELECT COUNT(*) FROM media_icon_picture";
        assert_eq!(server.count("SELECT COUNT(*) FROM media_icon").await, 0);
        media::forget_icons(server.app.media.clone()).await.unwrap();
        assert_eq!(server.count(pictures).await, 1, "it was made a moment ago");
        server.clock.advance(3_601);
        media::forget_icons(server.app.media.clone()).await.unwrap();
        assert_eq!(server.count(pictures).await, 0);
    });
}

#[test]
fn a_picture_that_an_entry_has_is_never_forgotten() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "folder").await.id();
        set(&wim, folder, png()).await;
        let version = set(&wim, folder, wide(200)).await;
        server.clock.advance(3_601);
        media::forget_icons(server.app.media.clone()).await.unwrap();
        assert_eq!(server.count("SELECT COUNT(*) FROM media_icon_picture").await, 1);
        let wim = server.sign_in("wim").await;
        assert_eq!((told(&wim, folder).await, icon(&wim, folder).await.status), (json!(version), 200));
    });
}

#[test]
fn a_copy_has_the_icon_of_its_source_and_keeps_it_alone() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (from, to) = (wim.folder(server.top, "from").await.id(), wim.folder(server.top, "to").await.id());
        let inner = wim.folder(from, "inner").await.id();
        let file = wim.upload(inner, "words.txt", "words").await.id();
        let plain = wim.upload(inner, "plain.txt", "plain").await.id();
        let version = set(&wim, from, png()).await;
        let of_file = set(&wim, file, wide(200)).await;
        wim.put(&format!("entry/copy/{from}/to/{to}"), json!({})).await.ok();
        server.drain().await;
        let copy = named(&wim, to, "from").await;
        assert_eq!(told(&wim, copy).await, json!(version));
        let inner_copy = named(&wim, copy, "inner").await;
        assert_eq!(told(&wim, inner_copy).await, Value::Null);
        let words = named(&wim, inner_copy, "words.txt").await;
        assert_eq!(told(&wim, words).await, json!(of_file));
        assert_eq!(told(&wim, named(&wim, inner_copy, "plain.txt").await).await, Value::Null);
        assert_eq!(told(&wim, plain).await, Value::Null);

        wim.delete(&address(from)).await.ok();
        assert_eq!((told(&wim, copy).await, icon(&wim, copy).await.status), (json!(version), 200));
        // A move takes it along.
        wim.post(&format!("entry/move/{words}"), json!({ "target_id": server.top })).await.ok();
        assert_eq!(listed(&wim, server.top, words).await, json!(of_file));
    });
}

/// What the messages to open pages say of entries.
async fn heard(server: &TestServer) -> Vec<(String, Value)> {
    let sql = "SELECT room, body FROM jobs_event WHERE body LIKE '%\"updated\"%' AND body LIKE '%\"type\":\"entry\"%'";
    let read = server.app.db.read(move |c| c.rows(sql, &[], |row| Ok((row.get(0)?, row.get::<String>(1)?))));
    let parsed = |(room, body): (String, String)| (room, serde_json::from_str(&body).unwrap());
    let mut heard: Vec<_> = read.await.unwrap().into_iter().map(parsed).collect();
    heard.sort_by(|one, other| one.0.cmp(&other.0));
    heard
}

#[test]
fn open_pages_hear_of_it_and_the_log_tells_who_did_it() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let folder = wim.folder(server.top, "folder").await.id();
        set(&wim, folder, png()).await;
        let body = json!({ "type": "entry", "node_id": folder, "parent_id": server.top, "status": "updated" });
        let mut rooms = [format!("node:{folder}"), format!("node:{}", server.top)];
        rooms.sort();
        assert_eq!(heard(server).await, rooms.map(|room| (room, body.clone())));
        wim.delete(&address(folder)).await.ok();
        assert_eq!(heard(server).await.len(), 4);
        wim.delete(&address(folder)).await.ok();
        assert_eq!(heard(server).await.len(), 4, "nothing has changed");

        let read = server.app.db.read(|c| {
            let sql = "SELECT what, before_json, after_json FROM audit_entry WHERE what LIKE 'icon%' ORDER BY audit_id";
            c.rows(sql, &[], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<String>(2)?)))
        });
        let (none, some) = (r#"{"own_icon":false}"#.to_owned(), r#"{"own_icon":true}"#.to_owned());
        let entries = [("icon_set".to_owned(), none.clone(), some.clone()), ("icon_remove".to_owned(), some, none)];
        assert_eq!(read.await.unwrap(), entries);
        assert_eq!(told_beside(&rea, folder).await[..2], ["icon_remove", "icon_set"], "who sees it reads of it");
    });
}

/// What the history of the entry tells, the newest first.
async fn told_beside(who: &TestUser<'_>, node: i64) -> Vec<String> {
    let log = who.get(&format!("activity/{node}")).await.ok();
    log["items"].as_array().unwrap().iter().map(|act| act["what"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn an_icon_is_in_a_backup() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "folder").await.id();
        set(&wim, folder, png()).await;
        let bytes = icon(&wim, folder).await.bytes;
        let place = tempfile::tempdir().unwrap();
        taken(server, &place.path().join("backup")).await;
        let (settings, _kept) = empty(server, place.path().join("restored")).await;
        vitrine::backup::restore(&settings, &place.path().join("backup"), vitrine::backup::Extent::Whole, NOW)
            .await
            .unwrap();
        let db = settings.open_database().unwrap();
        let read = db.read(|c| {
            let sql = "SELECT i.node_id, p.large FROM media_icon i
                       JOIN media_icon_picture p ON p.picture_hash = i.picture_hash";
            c.rows(sql, &[], |row| Ok((row.get::<i64>(0)?, row.get::<Vec<u8>>(1)?)))
        });
        assert_eq!(read.await.unwrap(), [(folder, bytes)]);
    });
}
