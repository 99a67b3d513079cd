//! Who finds a collection, who may do what with it, and what becomes of one whose owner is gone.

use primitives::NodeRole;
use security::Principal;
use serde_json::{Value, json};

use crate::collections::{add, collect, names, reorder, share, take_out, titles};
use crate::harness::{TestServer, on_both};
use crate::test_users::{Answer, TestUser};

async fn file(server: &TestServer, name: &str) -> i64 {
    server.user("wim").upload(server.top, name, "words").await.id()
}

async fn members(who: &TestUser<'_>, collection: i64) -> Vec<(String, String)> {
    let list = who.get(&format!("collection/{collection}/member")).await.ok();
    let text = |one: &Value, field: &str| one[field].as_str().unwrap().to_owned();
    list["items"].as_array().unwrap().iter().map(|one| (text(one, "name"), text(one, "role"))).collect()
}

async fn hand_over(who: &TestUser<'_>, collection: i64, to: &str) -> Answer {
    let owner = json!({ "users_id": who.server.users[to] });
    who.put(&format!("collection/{collection}/owner"), owner).await
}

async fn offered(who: &TestUser<'_>, collection: i64, q: &str) -> (Vec<String>, Vec<String>) {
    let found = who.get(&format!("collection/{collection}/candidate?q={q}")).await.ok();
    let names = |kind: &str| {
        let items = found[kind].as_array().unwrap().iter();
        items.map(|one| one["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    (names("groups"), names("people"))
}

/// Eva, who is at home elsewhere, comes into a group.
async fn invite_eva(server: &TestServer, group: &str) {
    let (eva, group) = (server.users["eva"], server.groups[group]);
    let join = "INSERT INTO identity_member (users_id, user_group_id, manager) VALUES ($1, $2, FALSE)";
    let joined = server.app.db.write(move |tx| {
        tx.run(join, db::params![eva, group])?;
        tenancy::bump_epoch(tx)
    });
    joined.await.unwrap();
}

async fn switch(server: &TestServer, name: &str, active: bool) {
    let user = server.users[name];
    server.app.db.write(move |tx| accounts::set_user_active(tx, user, active)).await.unwrap();
}

#[test]
fn who_is_no_member_finds_nothing_whoever_they_are() {
    on_both(async |server| {
        let (wim, node) = (server.user("wim"), file(server, "a.txt").await);
        let spring = collect(&wim, "Spring", &[node]).await;
        let member = share(&wim, spring, "mia", "viewer").await.ok()["collection_member_id"].as_i64().unwrap();
        // Ada and Zoe administer the tenant, Rea sees the entry, Eva is elsewhere.
        for name in ["ada", "zoe", "rea", "rita", "eva", "root"] {
            let who = server.user(name);
            if name != "root" {
                assert!(titles(&who, "").await.is_empty(), "{name}");
            }
            for collection in [spring, 999_999] {
                let at = format!("collection/{collection}");
                let answers = [
                    who.get(&at).await,
                    who.get(&format!("{at}/entry")).await,
                    who.get(&format!("{at}/member")).await,
                    who.get(&format!("{at}/candidate")).await,
                    who.put(&at, json!({ "title": "Mine" })).await,
                    add(&who, collection, &[node]).await,
                    reorder(&who, collection, node, "before", node).await,
                    share(&who, collection, "rea", "editor").await,
                    who.put(&format!("{at}/member/{member}"), json!({ "role": "editor" })).await,
                    who.delete(&format!("{at}/member/{member}")).await,
                    hand_over(&who, collection, name).await,
                    who.delete(&at).await,
                ];
                for (place, answer) in answers.iter().enumerate() {
                    assert_eq!(answer.refusal(), (404, "not_found"), "{name} {place}");
                }
                assert_eq!(take_out(&who, collection, &[node]).await, 404);
            }
        }
        assert_eq!((names(&wim, spring).await, members(&wim, spring).await.len()), (vec!["a.txt".to_owned()], 1));
    });
}

#[test]
fn an_owner_is_told_how_many_entries_somebody_would_not_see() {
    on_both(async |server| {
        let (mia, wim, rea) = (server.user("mia"), server.user("wim"), server.user("rea"));
        let folder = wim.folder(server.top, "folder").await.id();
        let (a, b) = (file(server, "a.txt").await, file(server, "b.txt").await);
        let inside = wim.upload(folder, "c.txt", "words").await.id();
        let spring = collect(&mia, "Spring", &[a, b, inside]).await;
        let unseen = |collection: i64, somebody: String| format!("collection/{collection}/unseen?{somebody}");
        let of = |name: &str| format!("users_id={}", server.users[name]);
        let told = async |who: &TestUser<'_>, collection: i64, somebody: String| {
            let told = who.get(&unseen(collection, somebody)).await.ok();
            (told["unseen"].as_i64().unwrap(), told["known"].as_i64().unwrap(), told["others"].as_bool().unwrap())
        };
        assert_eq!(told(&mia, spring, of("rita")).await, (3, 3, false));
        assert_eq!(told(&mia, spring, of("rea")).await, (0, 3, false));
        let group = format!("user_group_id={}", server.groups["readers"]);
        assert_eq!(told(&mia, spring, group).await, (0, 3, false), "by the group alone");
        server.grant(folder, Principal::User(server.users["rita"]), NodeRole::Reader).await;
        assert_eq!(told(&mia, spring, of("rita")).await, (2, 3, false));
        wim.post(&format!("entry/lock/{a}"), json!({})).await.ok();
        assert_eq!(told(&mia, spring, of("rita")).await, (1, 2, true), "she gives nobody access to what is locked");
        // Nobody who cannot give access is told who has it.
        let theirs = collect(&wim, "Theirs", &[b, inside]).await;
        assert_eq!(told(&wim, theirs, of("rita")).await, (0, 0, true));
        server.classify(b).await;
        assert_eq!(told(&mia, spring, of("rita")).await, (0, 1, true), "what she does not see herself is in no number");
        share(&mia, spring, "rea", "editor").await.ok();
        assert_eq!(rea.get(&unseen(spring, of("rita"))).await.refusal(), (403, "collection_not_owner"));
        assert_eq!(server.user("rita").get(&unseen(spring, of("rita"))).await.refusal(), (404, "not_found"));
        for somebody in [of("eva"), "users_id=999999".to_owned(), String::new()] {
            assert_eq!(mia.get(&unseen(spring, somebody)).await.status, 422);
        }
    });
}

#[test]
fn viewers_look_editors_arrange_and_owners_decide() {
    on_both(async |server| {
        let (wim, rea, mia) = (server.user("wim"), server.user("rea"), server.user("mia"));
        let (a, b) = (file(server, "a.txt").await, file(server, "b.txt").await);
        let spring = collect(&wim, "Spring", &[a]).await;
        let at = format!("collection/{spring}");
        share(&wim, spring, "rea", "viewer").await.ok();
        let group = json!({ "user_group_id": server.groups["managers"], "role": "editor" });
        let managers = wim.post(&format!("{at}/member"), group).await;
        assert_eq!((managers.status, &managers.body["name"]), (201, &json!("lume")));
        assert_eq!(managers.body["users_id"], Value::Null);
        let role = async |who: &TestUser<'_>| who.get(&at).await.ok()["role"].as_str().unwrap().to_owned();
        for (who, wanted) in [(&wim, "owner"), (&mia, "editor"), (&rea, "viewer")] {
            assert_eq!(role(who).await, wanted);
        }
        assert_eq!(add(&rea, spring, &[b]).await.refusal(), (403, "collection_not_editor"));
        assert_eq!((take_out(&rea, spring, &[a]).await, reorder(&rea, spring, a, "after", a).await.status), (403, 403));
        assert_eq!(add(&mia, spring, &[b]).await.status, 200);
        assert_eq!(reorder(&mia, spring, b, "before", a).await.status, 204);
        assert_eq!(names(&rea, spring).await, ["b.txt", "a.txt"]);
        for refused in [
            mia.put(&at, json!({ "title": "Mine" })).await,
            mia.delete(&at).await,
            share(&mia, spring, "clea", "viewer").await,
            mia.get(&format!("{at}/candidate")).await,
            hand_over(&mia, spring, "mia").await,
        ] {
            assert_eq!(refused.refusal(), (403, "collection_not_owner"));
        }
        // A new role replaces the one before; anybody may leave.
        let rea_again = share(&wim, spring, "rea", "editor").await.ok();
        assert_eq!(members(&rea, spring).await, [("lume".into(), "editor".into()), ("rea".into(), "editor".into())]);
        let of_rea = format!("{at}/member/{}", rea_again["collection_member_id"]);
        assert_eq!(wim.put(&of_rea, json!({ "role": "viewer" })).await.ok()["role"], "viewer");
        assert_eq!(mia.delete(&of_rea).await.refusal(), (403, "collection_not_owner"));
        assert_eq!((rea.delete(&of_rea).await.status, rea.get(&at).await.status), (204, 404));
        assert_eq!(wim.delete(&of_rea).await.status, 404);
        assert_eq!(share(&wim, spring, "wim", "viewer").await.refusal(), (422, "invalid"));
        assert_eq!(server.count("SELECT COUNT(*) FROM audit_entry WHERE object_title LIKE '%Spring%'").await, 0);
    });
}

#[test]
fn members_are_people_and_groups_of_the_tenant_whom_one_may_know() {
    on_both(async |server| {
        let (wim, eva) = (server.user("wim"), server.user("eva"));
        let spring = collect(&wim, "Spring", &[]).await;
        let missing =
            wim.post(&format!("collection/{spring}/member"), json!({ "users_id": 999_999, "role": "viewer" })).await;
        for name in ["eva", "root"] {
            let refused = share(&wim, spring, name, "viewer").await;
            assert_eq!((refused.status, &refused.body), (missing.status, &missing.body), "{name}");
        }
        assert_eq!(missing.refusal(), (422, "invalid"));
        assert_eq!(offered(&wim, spring, "re").await.1, ["rea"]);
        assert!(offered(&wim, spring, "example").await.1.is_empty(), "addresses are not asked about");
        assert_eq!(offered(&wim, spring, "").await.0.len(), 5);
        // Once a group has let her in, she is a guest of the tenant, who knows her group alone.
        invite_eva(server, "guests").await;
        assert_eq!(offered(&wim, spring, "ev").await.1, ["eva"]);
        assert_eq!(share(&wim, spring, "eva", "viewer").await.status, 201);
        assert_eq!(titles(&eva, "").await, ["Spring"]);
        let shared = file(server, "shared.txt").await;
        server.grant(shared, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        let own = collect(&eva, "Of Eva", &[shared]).await;
        assert_eq!(offered(&eva, own, "").await, (vec!["lume".to_owned()], vec!["rita".to_owned()]));
        assert_eq!(share(&eva, own, "wim", "viewer").await.refusal(), (422, "invalid"));
        let writers = json!({ "user_group_id": server.groups["writers"], "role": "viewer" });
        assert_eq!(eva.post(&format!("collection/{own}/member"), writers).await.refusal(), (422, "invalid"));
        assert_eq!(share(&eva, own, "rita", "viewer").await.status, 201);
        // Without the group she is a stranger again, also to her own.
        let (user, guests) = (server.users["eva"], server.groups["guests"]);
        let leave = "DELETE FROM identity_member WHERE users_id = $1 AND user_group_id = $2";
        let left = server.app.db.write(move |tx| {
            tx.run(leave, db::params![user, guests])?;
            tenancy::bump_epoch(tx)
        });
        left.await.unwrap();
        assert!(titles(&eva, "").await.is_empty());
        assert_eq!(eva.get(&format!("collection/{own}")).await.status, 404);
        assert_eq!(titles(&server.user("rita"), "").await, ["Of Eva"]);
    });
}

#[test]
fn a_collection_is_handed_over_and_taken_over_when_its_owner_is_gone() {
    on_both(async |server| {
        let (wim, rea, mia) = (server.user("wim"), server.user("rea"), server.user("mia"));
        let (node, other) = (file(server, "a.txt").await, file(server, "b.txt").await);
        let spring = collect(&wim, "Spring", &[node]).await;
        share(&wim, spring, "rea", "viewer").await.ok();
        share(&wim, spring, "mia", "editor").await.ok();
        assert_eq!(hand_over(&wim, spring, "eva").await.refusal(), (422, "invalid"));
        assert_eq!(hand_over(&wim, spring, "rea").await.ok()["role"], "editor");
        assert_eq!(members(&rea, spring).await, [("mia".into(), "editor".into()), ("wim".into(), "editor".into())]);
        let mine = async || mia.get(&format!("collection/{spring}")).await.ok()["may_take_over"].clone();
        assert_eq!((mine().await, hand_over(&mia, spring, "mia").await.status), (json!(false), 403));
        // Its owner is switched off: it stays, and an editor takes their place.
        switch(server, "rea", false).await;
        assert_eq!(names(&mia, spring).await, ["a.txt"]);
        assert_eq!(mine().await, true);
        assert_eq!(hand_over(&mia, spring, "wim").await.refusal(), (403, "collection_not_owner"), "only for oneself");
        let taken = hand_over(&mia, spring, "mia").await.ok();
        assert_eq!((&taken["role"], &taken["owner"]["name"]), (&json!("owner"), &json!("mia")));
        assert_eq!(members(&mia, spring).await, [("wim".into(), "editor".into())]);
        switch(server, "rea", true).await;
        assert_eq!(server.sign_in("rea").await.get(&format!("collection/{spring}")).await.status, 404);
        // Entries go with their nodes, and everything with the collection.
        add(&wim, spring, &[other]).await.ok();
        mia.delete(&format!("entry/{node}")).await.ok();
        assert_eq!(mia.delete(&format!("entry/bin/{node}")).await.status, 204);
        server.drain().await;
        assert_eq!(server.count("SELECT COUNT(*) FROM collections_entry").await, 1);
        assert_eq!(mia.delete(&format!("collection/{spring}")).await.status, 204);
        for table in ["collections_collection", "collections_entry", "collections_member"] {
            let sql: &'static str = format!("SELECT COUNT(*) FROM {table}").leak();
            assert_eq!(server.count(sql).await, 0, "{table}");
        }
        assert_eq!(wim.get(&format!("entry/{other}")).await.status, 200, "its entries stay");
    });
}
