//! A link that follows a collection shows what is in it now, and nothing that its editors could not share themselves.

use serde_json::{Value, json};

use super::visitor::Visitor;
use super::{made, state_of};
use crate::collections::{add, collect, reorder, share, take_out};
use crate::harness::{TestServer, on_both};

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
