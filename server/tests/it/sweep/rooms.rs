//! The live socket: no room of an invisible node, and no event about one.

use serde_json::{Value, json};

use super::MISSING;
use crate::harness::{TestServer, on_both};
use crate::page::Page;
use crate::test_users::TestUser;

/// The events of a page until `last` became `what`: nodes, with their new state.
async fn heard(page: &mut Page<'_>, last: i64, what: &str) -> Vec<(i64, String)> {
    let mut heard = Vec::new();
    loop {
        let body = page.event().await;
        // Only the owner gets events about a person's actions.
        let Some(node) = body["node_id"].as_i64().filter(|_| body["type"] != Value::Null) else { continue };
        let status = body["status"].as_str().unwrap();
        heard.push((node, status.to_owned()));
        if (node, status) == (last, what) {
            return heard;
        }
    }
}

#[test]
fn a_subscription_to_an_invisible_node_is_refused_like_a_missing_one() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "sealed").await.id();
        let file = wim.upload(folder, "sealed.txt", "x").await.id();
        server.drain().await;
        server.classify(folder).await;
        let other = format!("user:{}", server.users["zoe"]);
        for (name, sees_top, is_cleared) in [
            ("clea", true, true),
            ("zoe", true, true),
            ("ada", true, false),
            ("mia", true, false),
            ("wim", true, false),
            ("rea", true, false),
            ("rita", false, false),
            ("eva", false, false),
            ("root", false, false),
        ] {
            let who = server.user(name);
            let mut page = Page::of(&who, server.users[name].0).await;
            for (room, opens) in [
                (format!("node:{}", server.top), sees_top),
                (format!("node:{folder}"), is_cleared),
                (format!("node:{file}"), is_cleared),
                (format!("node:{MISSING}"), false),
                (format!("node:{}", server.other_top), name == "eva"),
                (other.clone(), false),
            ] {
                assert_eq!(page.ask("subscribe", &room).await, opens, "{name} {room}");
            }
        }
    });
}

/// All acts on a marked entry and its content, by a cleared person. `page`, whose user is also cleared, gets each event
/// before the next act.
async fn live(server: &TestServer, zoe: &TestUser<'_>, page: &mut Page<'_>, folder: i64) -> i64 {
    let file = zoe.upload(folder, "later.txt", "x").await.id();
    heard(page, file, "created").await;
    zoe.rename(file, "renamed.txt").await.ok();
    heard(page, file, "updated").await;
    server.drain().await;
    heard(page, file, "done").await;
    zoe.rename(folder, "sealed again").await.ok();
    heard(page, folder, "updated").await;
    for node in [file, folder] {
        zoe.delete(&format!("entry/{node}")).await.ok();
        heard(page, node, "removed").await;
        zoe.post(&format!("entry/restore/{node}"), json!({})).await.ok();
        heard(page, node, "restored").await;
    }
    zoe.delete(&format!("entry/{folder}")).await.ok();
    heard(page, folder, "removed").await;
    zoe.delete(&format!("entry/bin/{folder}")).await.ok();
    file
}

#[test]
fn events_of_a_marked_entry_reach_cleared_users_only() {
    on_both(async |server| {
        let zoe = server.user("zoe");
        let folder = zoe.folder(server.top, "sealed").await.id();
        let open = zoe.folder(server.top, "open").await.id();
        let people = ["clea", "ada", "mia", "wim", "rea"].map(|name| (name, server.user(name)));
        let mut pages = Vec::new();
        for (name, who) in &people {
            let mut page = Page::of(who, server.users[name].0).await;
            assert!(page.ask("subscribe", &format!("node:{}", server.top)).await, "{name}");
            // It joined before the room was closed to it: access is checked again for every event.
            assert!(page.ask("subscribe", &format!("node:{folder}")).await, "{name}");
            pages.push((*name, page));
        }
        // Each of them gets the event of the open folder: the relay follows the log, so earlier events are done.
        let first = zoe.folder(server.top, "first").await.id();
        for (_, page) in &mut pages {
            heard(page, first, "created").await;
        }
        server.classify(folder).await;
        server.drain().await;
        let file = live(server, &zoe, &mut pages[0].1, folder).await;
        zoe.delete(&format!("entry/{open}")).await.ok();
        let last = zoe.folder(server.top, "last").await.id();
        for (name, page) in &mut pages {
            let told = heard(page, last, "created").await;
            let of = |node: i64| told.iter().filter(|(about, _)| *about == node).count();
            assert_eq!((of(folder), of(file)), (0, 0), "{name}: {told:?}");
            assert!(told.contains(&(open, "removed".to_owned())), "{name} hears what becomes of the open: {told:?}");
        }
    });
}
