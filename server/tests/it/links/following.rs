//! A link that follows a collection shows what is in it now, and nothing that its editors could not share themselves.

use serde_json::{Value, json};

use super::visitor::Visitor;
use super::{made, state_of, sweep};
use crate::collections::{add, collect, reorder, share, take_out};
use crate::harness::{NOW, TestServer, on_both};
use crate::purges::made as made_files;

/// Three files of which everybody who writes there sees all.
async fn files(server: &TestServer) -> [i64; 3] {
    let wim = server.user("wim");
    let mut ids = [0; 3];
    for (id, name) in ids.iter_mut().zip(["a.txt", "b.txt", "c.txt"]) {
        *id = wim.upload(server.top, name, name).await.id();
    }
    ids
}

fn following(collection: i64, nodes: &[i64]) -> Value {
    json!({ "node_ids": nodes, "collection_id": collection })
}

#[test]
fn a_link_to_a_collection_shows_what_is_in_it_at_any_time() {
    on_both(async |server| {
        let mia = server.user("mia");
        let [a, b, c] = files(server).await;
        let spring = collect(&mia, "Spring", &[a, b]).await;
        let link = made(&mia, following(spring, &[a, b])).await;
        assert_eq!(link["collection_id"], spring);
        let fixed = made(&mia, json!({ "node_ids": [a, b] })).await;
        assert_eq!(fixed["collection_id"], Value::Null);
        let (guest, other) = (Visitor::of(server, &link), Visitor::of(server, &fixed));
        assert_eq!(guest.get("/entries").await.names(), ["a.txt", "b.txt"]);
        add(&mia, spring, &[c]).await.ok();
        assert_eq!(reorder(&mia, spring, c, "before", a).await.status, 204);
        assert_eq!(guest.get("/entries").await.names(), ["c.txt", "a.txt", "b.txt"]);
        assert_eq!(guest.get(&format!("/content/{c}")).await.bytes, b"c.txt");
        assert_eq!(take_out(&mia, spring, &[a]).await, 204);
        assert_eq!(guest.get("/entries").await.names(), ["c.txt", "b.txt"]);
        assert_eq!(guest.get(&format!("/content/{a}")).await.status, 404);
        assert_eq!(other.get("/entries").await.names(), ["a.txt", "b.txt"], "it shows what it was made for");
        // Empty for now, it waits for what comes.
        assert_eq!(take_out(&mia, spring, &[b, c]).await, 204);
        sweep(server).await;
        add(&mia, spring, &[b]).await.ok();
        assert_eq!(guest.get("/entries").await.names(), ["b.txt"]);
        assert_eq!(mia.delete(&format!("collection/{spring}")).await.status, 204);
        assert_eq!((guest.get("").await.status, state_of(&mia, &link).await.as_str()), (404, "closed"));
    });
}

#[test]
fn who_may_not_share_an_entry_does_not_publish_it_by_a_followed_collection() {
    on_both(async |server| {
        let (mia, wim, zoe) = (server.user("mia"), server.user("wim"), server.user("zoe"));
        let [a, b, c] = files(server).await;
        let spring = collect(&mia, "Spring", &[a]).await;
        for editor in ["wim", "zoe"] {
            share(&mia, spring, editor, "editor").await.ok();
        }
        let guest = Visitor::of(server, &made(&mia, following(spring, &[a])).await);
        // wim writes there, and manages nothing: what he adds is in the collection, and not public.
        add(&wim, spring, &[b]).await.ok();
        assert_eq!(mia.get(&format!("collection/{spring}/entry")).await.names(), ["a.txt", "b.txt"]);
        assert_eq!(guest.get(&format!("/content/{a}")).await.status, 200);
        assert_eq!(guest.get(&format!("/content/{b}")).await.status, 404);
        add(&zoe, spring, &[c]).await.ok();
        assert_eq!(guest.get(&format!("/content/{c}")).await.status, 200);
        // What the maker may not see is not shown either with their rights.
        server.classify(c).await;
        assert_eq!(guest.get(&format!("/content/{c}")).await.status, 404);
    });
}

#[test]
fn only_members_make_a_link_follow_a_collection_with_entries_that_are_in_it() {
    on_both(async |server| {
        let (mia, zoe) = (server.user("mia"), server.user("zoe"));
        let [a, b, c] = files(server).await;
        let spring = collect(&mia, "Spring", &[a, b]).await;
        for (who, form) in [
            (&zoe, following(spring, &[a])),
            (&mia, following(spring, &[a, c])),
            (&mia, following(spring + 1_000, &[a])),
        ] {
            let refused = who.post("link", form).await;
            assert_eq!((refused.status, &refused.body["errors"][0]["field"]), (422, &json!("collection_id")));
        }
        assert_eq!(server.count("SELECT COUNT(*) FROM links_link").await, 0);
        // Once its maker is no member any more, nothing is added to the link.
        share(&mia, spring, "zoe", "editor").await.ok();
        let guest = Visitor::of(server, &made(&zoe, following(spring, &[a])).await);
        let members = mia.get(&format!("collection/{spring}/member")).await.ok();
        let member = &members["items"][0]["collection_member_id"];
        assert_eq!(mia.delete(&format!("collection/{spring}/member/{member}")).await.status, 204);
        add(&mia, spring, &[c]).await.ok();
        assert_eq!(guest.get(&format!("/content/{c}")).await.status, 404);
        assert_eq!(guest.get(&format!("/content/{a}")).await.status, 200);
    });
}

#[test]
fn what_was_in_a_collection_before_is_not_published_when_it_is_added_once_more() {
    on_both(async |server| {
        let (mia, wim) = (server.user("mia"), server.user("wim"));
        let [a, b, c] = files(server).await;
        let d = wim.upload(server.top, "d.txt", "d").await.id();
        let spring = collect(&mia, "Spring", &[a, b]).await;
        share(&mia, spring, "wim", "editor").await.ok();
        // Its maker leaves one out, and wim may not publish the other.
        let guest = Visitor::of(server, &made(&mia, following(spring, &[a])).await);
        add(&wim, spring, &[c]).await.ok();
        assert_eq!(add(&mia, spring, &[b, c, d]).await.ok(), json!({ "added": 1 }));
        assert_eq!(guest.get("/entries").await.names(), ["a.txt", "d.txt"]);
        // However many were in it before, the new one is shown.
        let folder = made_files(server, "wim", server.top, "many", 201).await;
        let sql = "SELECT node_id FROM nodes_node WHERE name LIKE 'many %' ORDER BY node_id";
        let many = server.app.db.read(move |c| c.rows(sql, &[], |row| row.get::<i64>(0))).await.unwrap();
        let autumn = collect(&mia, "Autumn", &many[..200]).await;
        let guest = Visitor::of(server, &made(&mia, following(autumn, &many[..1])).await);
        let whole = mia.post(&format!("collection/{autumn}/entry"), json!({ "parent_id": folder })).await;
        assert_eq!(whole.ok(), json!({ "added": 1 }));
        assert_eq!(guest.get("/entries").await.names(), ["many 0.txt", "many 200.txt"]);
    });
}

#[test]
fn its_maker_gives_a_following_link_nothing_but_entries_of_the_collection() {
    on_both(async |server| {
        let (mia, zoe) = (server.user("mia"), server.user("zoe"));
        let [a, b, c] = files(server).await;
        let spring = collect(&mia, "Spring", &[b, a]).await;
        let link = made(&mia, following(spring, &[a])).await;
        let (path, guest) = (format!("link/{}", link["link_id"]), Visitor::of(server, &link));
        let refused = mia.put(&path, json!({ "node_ids": [a, c] })).await;
        assert_eq!((refused.status, &refused.body["errors"][0]["field"]), (422, &json!("node_ids")));
        assert_eq!(guest.get("/entries").await.names(), ["a.txt"]);
        mia.put(&path, json!({ "node_ids": [a, b] })).await.ok();
        assert_eq!(guest.get("/entries").await.names(), ["b.txt", "a.txt"], "in the order of the collection");
        // Who is no member any more can leave some out, and adds none.
        share(&mia, spring, "zoe", "editor").await.ok();
        let link = made(&zoe, following(spring, &[a, b])).await;
        let path = format!("link/{}", link["link_id"]);
        let members = mia.get(&format!("collection/{spring}/member")).await.ok();
        let member = &members["items"][0]["collection_member_id"];
        assert_eq!(mia.delete(&format!("collection/{spring}/member/{member}")).await.status, 204);
        zoe.put(&path, json!({ "node_ids": [a] })).await.ok();
        assert_eq!(zoe.put(&path, json!({ "node_ids": [a, b] })).await.status, 422);
    });
}

#[test]
fn twenty_open_links_follow_a_collection_and_one_that_is_opened_again_shows_what_is_left() {
    on_both(async |server| {
        let mia = server.user("mia");
        let [a, b, c] = files(server).await;
        let d = server.user("wim").upload(server.top, "d.txt", "d").await.id();
        let spring = collect(&mia, "Spring", &[a, b, c]).await;
        let all = following(spring, &[a, b, c]);
        let short = json!({ "node_ids": [a, b, c], "collection_id": spring, "expires_at": NOW + 60 });
        let short = made(&mia, short).await;
        for _ in 0..19 {
            made(&mia, all.clone()).await;
        }
        let full = (409, "too_many_following_links");
        assert_eq!(mia.post("link", all.clone()).await.refusal(), full);
        made(&mia, json!({ "node_ids": [a] })).await;
        server.clock.advance(60);
        let open = made(&mia, all.clone()).await;
        // While it has ended, it gets nothing, and loses what is taken out.
        add(&mia, spring, &[d]).await.ok();
        assert_eq!(take_out(&mia, spring, &[c]).await, 204);
        assert_eq!(reorder(&mia, spring, b, "before", a).await.status, 204);
        assert_eq!(Visitor::of(server, &open).get("/entries").await.names(), ["b.txt", "a.txt", "d.txt"]);
        let shown = "SELECT COUNT(*)
                     FROM links_entry e
                     JOIN nodes_node n ON n.node_id = e.node_id
                     WHERE n.name = 'd.txt'";
        assert_eq!(server.count(shown).await, 20);
        let (path, later) = (format!("link/{}", short["link_id"]), json!({ "expires_at": NOW + 600 }));
        assert_eq!(mia.put(&path, later.clone()).await.refusal(), full);
        assert_eq!(mia.delete(&format!("link/{}", open["link_id"])).await.status, 204);
        mia.put(&path, later).await.ok();
        assert_eq!(Visitor::of(server, &short).get("/entries").await.names(), ["b.txt", "a.txt"]);
        // With the collection all of them end, also one that could be opened again.
        server.clock.advance(600);
        assert_eq!(mia.delete(&format!("collection/{spring}")).await.status, 204);
        let left = format!("SELECT COUNT(*) FROM links_entry WHERE link_id = {}", short["link_id"]);
        let left = server.app.db.read(move |c| c.get(&left, &[], |row| row.get::<i64>(0))).await.unwrap();
        assert_eq!(left, 0);
    });
}

#[test]
fn what_is_taken_out_while_a_link_begins_to_follow_is_not_in_the_link() {
    on_both(async |server| {
        let mia = server.user("mia");
        let [a, b, _] = files(server).await;
        let (taken, begun) = ([a], [201, 422]);
        for round in 0..10 {
            let spring = collect(&mia, &format!("Spring {round}"), &[a, b]).await;
            let form = following(spring, &[a, b]);
            let (link, status) = tokio::join!(mia.post("link", form), take_out(&mia, spring, &taken));
            assert!(status == 204 && begun.contains(&link.status), "{status} {}", link.body);
            let strays = "SELECT COUNT(*)
                          FROM links_entry e
                          JOIN links_followed f ON f.link_id = e.link_id
                          WHERE NOT EXISTS (
                            SELECT 1 FROM collections_entry c
                            WHERE c.collection_id = f.collection_id AND c.node_id = e.node_id
                          )";
            assert_eq!(server.count(strays).await, 0);
            let autumn = collect(&mia, &format!("Autumn {round}"), &[a, b]).await;
            let (form, path) = (following(autumn, &[a, b]), format!("collection/{autumn}"));
            let (link, gone) = tokio::join!(mia.post("link", form), mia.delete(&path));
            assert!(gone.status == 204 && begun.contains(&link.status), "{} {}", gone.status, link.body);
            let strays = "SELECT COUNT(*)
                          FROM links_entry e
                          WHERE NOT EXISTS (SELECT 1 FROM links_followed f WHERE f.link_id = e.link_id)";
            assert_eq!(server.count(strays).await, 0);
        }
    });
}

#[test]
fn a_full_link_shows_what_waits_once_there_is_room() {
    on_both(async |server| {
        let (mia, wim) = (server.user("mia"), server.user("wim"));
        made_files(server, "wim", server.top, "many", 212).await;
        let sql = "SELECT node_id FROM nodes_node WHERE name LIKE 'many %' ORDER BY node_id";
        let many = server.app.db.read(move |c| c.rows(sql, &[], |row| row.get::<i64>(0))).await.unwrap();
        let spring = collect(&mia, "Spring", &many[..1]).await;
        share(&mia, spring, "wim", "editor").await.ok();
        let link = made(&mia, following(spring, &many[..1])).await;
        let guest = Visitor::of(server, &link);
        assert_eq!(add(&mia, spring, &many).await.ok(), json!({ "added": 211 }));
        // Who added this one does not manage it.
        let other = wim.upload(server.top, "other.txt", "x").await.id();
        add(&wim, spring, &[other]).await.ok();
        let before = guest.get("/entries").await.names();
        assert_eq!((before.len(), before.last().unwrap().as_str()), (200, "many 199.txt"));
        let links = async |node: i64| {
            let listed = mia.get(&format!("link?node_id={node}")).await.ok();
            listed["items"].as_array().unwrap().len()
        };
        assert_eq!((links(many[199]).await, links(many[200]).await), (1, 0), "what waits is not shown");
        // A label changes nothing of what waits, and neither does the same choice.
        let same = json!({ "label": "Spring", "node_ids": many[..200] });
        mia.put(&format!("link/{}", link["link_id"]), same).await.ok();
        assert_eq!(take_out(&mia, spring, &many[..200]).await, 204);
        let left: Vec<String> = (200..212).map(|index| format!("many {index}.txt")).collect();
        assert_eq!(guest.get("/entries").await.names(), left);
        assert_eq!(links(many[200]).await, 1);
        // What its maker leaves out stays out.
        mia.put(&format!("link/{}", link["link_id"]), json!({ "node_ids": many[210..211] })).await.ok();
        assert_eq!(guest.get("/entries").await.names(), ["many 210.txt"]);
    });
}

#[test]
fn who_only_looks_at_a_collection_takes_no_place_of_the_links_that_follow_it() {
    on_both(async |server| {
        let (mia, zoe) = (server.user("mia"), server.user("zoe"));
        let [a, b, c] = files(server).await;
        let spring = collect(&mia, "Spring", &[a, b]).await;
        share(&mia, spring, "zoe", "viewer").await.ok();
        let form = following(spring, &[a, b]);
        let viewer = (403, "collection_not_editor");
        assert_eq!(zoe.post("link", form.clone()).await.refusal(), viewer);
        share(&mia, spring, "zoe", "editor").await.ok();
        let theirs = made(&zoe, form.clone()).await;
        for _ in 0..19 {
            made(&zoe, form.clone()).await;
        }
        assert_eq!(mia.post("link", form.clone()).await.refusal(), (409, "too_many_following_links"));
        // As a viewer, and also as no member at all, she holds none of these places.
        share(&mia, spring, "zoe", "viewer").await.ok();
        assert_eq!(zoe.post("link", form.clone()).await.refusal(), viewer, "and she is told no number");
        let own = made(&mia, form.clone()).await;
        let members = mia.get(&format!("collection/{spring}/member")).await.ok();
        let member = &members["items"][0]["collection_member_id"];
        assert_eq!(mia.delete(&format!("collection/{spring}/member/{member}")).await.status, 204);
        for _ in 0..19 {
            made(&mia, form.clone()).await;
        }
        assert_eq!(mia.post("link", form).await.refusal(), (409, "too_many_following_links"));
        add(&mia, spring, &[c]).await.ok();
        assert_eq!(Visitor::of(server, &own).get("/entries").await.names(), ["a.txt", "b.txt", "c.txt"]);
        // What is taken out is not in the link that stays behind.
        assert_eq!(take_out(&mia, spring, &[a]).await, 204);
        assert_eq!(Visitor::of(server, &theirs).get("/entries").await.names(), ["b.txt"]);
    });
}
