//! What a visitor lists: cursors that tell nothing, and what it costs.

use db::params;
use primitives::Cursor;
use serde_json::{Value, json};

use super::visitor::Visitor;
use super::{Campaign, made};
use crate::harness::{NOW, TestServer, on_both};
use crate::test_users::TestUser;

#[test]
fn a_cursor_tells_nothing_of_what_is_not_shown() {
    on_both(async |server| {
        let (mia, wim) = (server.user("mia"), server.user("wim"));
        let folder = wim.folder(server.top, "Many").await.id();
        for number in 0..102 {
            wim.folder(folder, &format!("folder {number:03}")).await.ok();
        }
        // The last one of the first page is locked by somebody else.
        let (user, lock) = (server.users["wim"], "UPDATE nodes_node SET locked_by = $1 WHERE name = 'folder 099'");
        server.app.db.write(move |tx| tx.run(lock, params![user])).await.unwrap();
        let guest = Visitor::of(server, &made(&mia, json!({ "node_ids": [folder] })).await);
        let first = guest.get("/entries").await.ok();
        let names = |page: &Value| {
            let items = page["items"].as_array().unwrap();
            items.iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!((names(&first).len(), names(&first)[98].as_str()), (99, "folder 098"));
        let next = first["next"].as_str().unwrap();
        assert_eq!(Cursor::decode(next), None, "it cannot be read");
        let second = guest.get(&format!("/entries?cursor={next}")).await.ok();
        assert_eq!((names(&second), &second["next"]), (vec!["folder 100".into(), "folder 101".into()], &Value::Null));

        let other = Visitor::of(server, &made(&mia, json!({ "node_ids": [folder] })).await);
        for (who, cursor) in [(&other, next), (&guest, "x"), (&guest, "v1.AAAA")] {
            assert_eq!(who.get(&format!("/entries?cursor={cursor}")).await.status, 422, "{cursor}");
        }
    });
}

/// How many statements the answer to a request takes.
pub async fn statements(server: &TestServer, guest: &Visitor<'_>, path: &str) -> usize {
    // Sets and caches are brought up to date by the first one.
    assert_eq!(guest.get(path).await.status, 200);
    server.app.db.background_ended().await;
    let query_log = server.test.query_log();
    query_log.take();
    assert_eq!(guest.get(path).await.status, 200);
    query_log.take().iter().filter(|sql| sql.contains("nodes_node")).count()
}

#[test]
fn what_is_shown_costs_the_same_beside_many_entries_of_the_link() {
    on_both(async |server| {
        let (mia, Campaign { folder, inner, file, within }) = (server.user("mia"), Campaign::of(server).await);
        let mut many = vec![inner, file];
        for number in 0..20 {
            many.push(server.user("wim").folder(folder, &format!("other {number}")).await.id());
        }
        server.drain().await;
        let few = Visitor::of(server, &made(&mia, json!({ "node_ids": [inner, file] })).await);
        let many = Visitor::of(server, &made(&mia, json!({ "node_ids": many })).await);
        for path in [
            format!("/content/{file}"),
            format!("/content/{within}"),
            format!("/picture/{file}"),
            format!("/entries?folder={inner}"),
        ] {
            let (few, many) = (statements(server, &few, &path).await, statements(server, &many, &path).await);
            assert!(few > 0 && few == many, "{path}: {few}, {many}");
        }
    });
}

#[test]
fn what_is_counted_is_told_to_who_may_share_all_of_a_link() {
    on_both(async |server| {
        let (mia, ada) = (server.user("mia"), server.user("ada"));
        let Campaign { folder, .. } = Campaign::of(server).await;
        let sealed = server.user("zoe").upload(server.top, "sealed.txt", "words").await.id();
        let link = made(&mia, json!({ "node_ids": [folder, sealed] })).await;
        let guest = Visitor::of(server, &link);
        guest.get("").await.ok();
        assert_eq!(guest.get(&format!("/content/{sealed}")).await.status, 200);
        server.app.db.background_ended().await;
        let counts = async |who: &TestUser<'_>| {
            let told = who.get(&format!("link?node_id={folder}")).await.ok()["items"][0].clone();
            ["visits", "downloads", "last_used_at"].map(|field| told[field].clone())
        };
        let all = [json!(1), json!(1), json!(NOW)];
        assert_eq!((counts(&mia).await, counts(&ada).await), (all.clone(), all.clone()));

        // Of a hidden entry they would tell how often it was downloaded.
        server.classify(sealed).await;
        for who in [&mia, &ada] {
            assert_eq!(counts(who).await, [json!(null), json!(null), json!(null)]);
        }
        let path = format!("link/{}", link["link_id"]);
        assert_eq!(mia.put(&path, json!({ "label": "Press" })).await.ok()["downloads"], json!(null));
        assert_eq!(counts(&server.user("zoe")).await, all, "who may share both");
        mia.put(&path, json!({ "node_ids": [folder] })).await.ok();
        assert_eq!(counts(&mia).await, all, "it is of what she sees alone");
    });
}

#[test]
fn whether_a_link_is_used_up_is_told_to_who_may_know_its_counts() {
    on_both(async |server| {
        let (mia, ada) = (server.user("mia"), server.user("ada"));
        let Campaign { folder, .. } = Campaign::of(server).await;
        let sealed = server.user("zoe").upload(server.top, "sealed.txt", "words").await.id();
        let link = made(&mia, json!({ "node_ids": [folder, sealed], "download_limit": 1 })).await;
        let guest = Visitor::of(server, &link);
        let state = async |who: &TestUser<'_>| {
            who.get(&format!("link?node_id={folder}")).await.ok()["items"][0]["state"].clone()
        };
        server.classify(sealed).await;
        assert_eq!((state(&mia).await, state(&ada).await), (json!("active"), json!("active")));
        super::rights::declassify(server, sealed).await;
        assert_eq!(guest.get(&format!("/content/{sealed}")).await.status, 200);
        assert_eq!(state(&ada).await, "used_up");
        server.classify(sealed).await;
        assert_eq!((state(&mia).await, state(&ada).await), (json!("ended"), json!("ended")));
        assert_eq!(state(&server.user("zoe")).await, "used_up", "who may share both");
        let path = format!("link/{}", link["link_id"]);
        assert_eq!(mia.put(&path, json!({ "label": "Press" })).await.ok()["state"], "ended");

        // That its maker may share nothing of it looks alike to others.
        mia.put(&path, json!({ "download_limit": 2 })).await.ok();
        assert_eq!(state(&ada).await, "active");
        let user = server.users["mia"];
        server.app.db.write(move |tx| accounts::set_user_active(tx, user, false)).await.unwrap();
        assert_eq!((state(&ada).await, state(&server.user("zoe")).await), (json!("ended"), json!("closed")));
    });
}
