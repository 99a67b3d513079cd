//! Collections: entries from any folders in an order of their own, of which each person is shown what they see anyway.

use primitives::NodeRole;
use security::Principal;
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::purges::made as made_files;
use crate::test_users::{Answer, TestUser};

/// A new collection with these entries.
pub async fn collect(who: &TestUser<'_>, title: &str, entries: &[i64]) -> i64 {
    who.server.clock.advance(1);
    let answer = who.post("collection", json!({ "title": title, "node_ids": entries })).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    id(&answer.body)
}

pub fn id(told: &Value) -> i64 {
    told["collection_id"].as_i64().expect("a collection")
}

pub async fn add(who: &TestUser<'_>, collection: i64, entries: &[i64]) -> Answer {
    who.server.clock.advance(1);
    who.post(&format!("collection/{collection}/entry"), json!({ "node_ids": entries })).await
}

pub async fn take_out(who: &TestUser<'_>, collection: i64, entries: &[i64]) -> u16 {
    who.post(&format!("collection/{collection}/entry/remove"), json!({ "node_ids": entries })).await.status
}

pub async fn reorder(who: &TestUser<'_>, collection: i64, node: i64, side: &str, other: i64) -> Answer {
    who.post(&format!("collection/{collection}/entry/move"), json!({ "node_id": node, side: other })).await
}

pub async fn share(who: &TestUser<'_>, collection: i64, with: &str, role: &str) -> Answer {
    let member = json!({ "users_id": who.server.users[with], "role": role });
    who.post(&format!("collection/{collection}/member"), member).await
}

/// The names of its entries, as somebody sees them.
pub async fn names(who: &TestUser<'_>, collection: i64) -> Vec<String> {
    who.get(&format!("collection/{collection}/entry")).await.names()
}

/// The titles of somebody's collections.
pub async fn titles(who: &TestUser<'_>, query: &str) -> Vec<String> {
    let page = who.get(&format!("collection{query}")).await.ok();
    page["items"].as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap().to_owned()).collect()
}

/// How many entries somebody is told of, and the names on the cover, in the list as on its own page.
async fn told(who: &TestUser<'_>, collection: i64) -> (i64, Vec<String>) {
    let own = who.get(&format!("collection/{collection}")).await.ok();
    let list = who.get("collection").await.ok();
    let listed = list["items"].as_array().unwrap().iter().find(|one| id(one) == collection).expect("it is listed");
    for told in ["item_count", "covers", "title", "role", "changed_at"] {
        assert_eq!(listed[told], own[told], "{told}");
    }
    let covers = own["covers"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned());
    (own["item_count"].as_i64().unwrap(), covers.collect())
}

/// Files in two folders of Wim's.
async fn files(server: &TestServer) -> [i64; 4] {
    let wim = server.user("wim");
    let (one, other) = (wim.folder(server.top, "one").await.id(), wim.folder(server.top, "other").await.id());
    [
        wim.upload(one, "a.txt", "a").await.id(),
        wim.upload(one, "b.txt", "b").await.id(),
        wim.upload(other, "c.txt", "c").await.id(),
        other,
    ]
}

#[test]
fn entries_of_several_folders_are_gathered_and_ordered_by_hand() {
    on_both(async |server| {
        let (wim, [a, b, c, folder]) = (server.user("wim"), files(server).await);
        let spring = collect(&wim, "  Spring ", &[c, a, c]).await;
        assert_eq!(names(&wim, spring).await, ["c.txt", "a.txt"]);
        assert_eq!(add(&wim, spring, &[a, folder, b]).await.ok(), json!({ "added": 2 }));
        assert_eq!(names(&wim, spring).await, ["c.txt", "a.txt", "other", "b.txt"]);
        assert_eq!(told(&wim, spring).await, (4, vec!["c.txt".to_owned(), "a.txt".to_owned(), "b.txt".to_owned()]));
        for (node, side, other, wanted) in [
            (b, "before", c, ["b.txt", "c.txt", "a.txt", "other"]),
            (b, "after", folder, ["c.txt", "a.txt", "other", "b.txt"]),
            (c, "after", a, ["a.txt", "c.txt", "other", "b.txt"]),
            (folder, "before", c, ["a.txt", "other", "c.txt", "b.txt"]),
            (folder, "after", folder, ["a.txt", "other", "c.txt", "b.txt"]),
        ] {
            assert_eq!(reorder(&wim, spring, node, side, other).await.status, 204);
            assert_eq!(names(&wim, spring).await, wanted, "{side}");
        }
        // Page by page, in that order.
        let page = wim.get(&format!("collection/{spring}/entry?limit=3")).await.ok();
        let rest = format!("collection/{spring}/entry?limit=3&after={}", page["next"].as_str().unwrap());
        let rest = wim.get(&rest).await;
        assert_eq!((rest.body["next"].clone(), rest.names()), (Value::Null, vec!["b.txt".to_owned()]));
        assert_eq!(wim.get(&format!("collection/{spring}/entry?after=nonsense")).await.status, 422);
        assert_eq!(take_out(&wim, spring, &[a, folder]).await, 204);
        assert_eq!(names(&wim, spring).await, ["c.txt", "b.txt"]);
        assert_eq!(reorder(&wim, spring, a, "before", b).await.refusal(), (404, "not_found"), "it is not in there");
        let both = json!({ "node_id": b, "before": c, "after": c });
        assert_eq!(wim.post(&format!("collection/{spring}/entry/move"), both).await.status, 422);
    });
}

#[test]
fn a_spot_to_which_everything_is_moved_has_room_again_and_again() {
    on_both(async |server| {
        let (wim, [a, b, c, _]) = (server.user("wim"), files(server).await);
        let all = collect(&wim, "All", &[a, b, c]).await;
        for turn in 0..30 {
            let (moved, wanted) =
                if turn % 2 == 0 { (c, ["a.txt", "c.txt", "b.txt"]) } else { (b, ["a.txt", "b.txt", "c.txt"]) };
            assert_eq!(reorder(&wim, all, moved, "after", a).await.status, 204);
            assert_eq!(names(&wim, all).await, wanted, "{turn}");
        }
    });
}

#[test]
fn titles_and_descriptions_change_and_lists_have_what_changed_last_first() {
    on_both(async |server| {
        let (wim, [a, b, ..]) = (server.user("wim"), files(server).await);
        let (spring, summer) = (collect(&wim, "Spring", &[a]).await, collect(&wim, "Verão 100%", &[]).await);
        assert_eq!(titles(&wim, "").await, ["Verão 100%", "Spring"]);
        add(&wim, spring, &[b]).await.ok();
        assert_eq!(titles(&wim, "").await, ["Spring", "Verão 100%"]);
        let page = wim.get("collection?limit=1").await.ok();
        let after = format!("?limit=1&after={}", page["next"].as_str().unwrap());
        assert_eq!(titles(&wim, &after).await, ["Verão 100%"]);
        assert_eq!(titles(&wim, "?q=verao").await, ["Verão 100%"]);
        assert_eq!(titles(&wim, "?q=0%25").await, ["Verão 100%"]);
        assert!(titles(&wim, "?q=1%25").await.is_empty(), "a wildcard is a letter");
        let path = format!("collection/{summer}");
        let changed = wim.put(&path, json!({ "description": " Sun\r\nand sea " })).await.ok();
        assert_eq!((&changed["title"], &changed["description"]), (&json!("Verão 100%"), &json!("Sun\nand sea")));
        for wrong in [json!({ "title": " " }), json!({ "title": "x".repeat(201) }), json!({ "title": "a\nb" })] {
            assert_eq!(wim.put(&path, wrong).await.refusal(), (422, "invalid"));
        }
        assert_eq!(wim.put(&path, json!({ "description": "é".repeat(2_001) })).await.status, 422);
        assert_eq!(wim.delete(&path).await.status, 204);
        assert_eq!(titles(&wim, "").await, ["Spring"]);
        assert_eq!(wim.get(&path).await.refusal(), (404, "not_found"));
    });
}

#[test]
fn each_member_is_shown_only_what_they_may_see_now() {
    on_both(async |server| {
        let (wim, rita, clea) = (server.user("wim"), server.user("rita"), server.user("clea"));
        let [a, b, c, folder] = files(server).await;
        let spring = collect(&wim, "Spring", &[a, b, c]).await;
        for (name, role) in [("rita", "editor"), ("clea", "viewer"), ("ada", "viewer")] {
            assert_eq!(share(&wim, spring, name, role).await.status, 201, "{name}");
        }
        // Rita has no folder, then one of the two.
        assert_eq!((names(&rita, spring).await, told(&rita, spring).await), (Vec::new(), (0, Vec::new())));
        server.grant(folder, Principal::User(server.users["rita"]), NodeRole::Reader).await;
        assert_eq!(names(&rita, spring).await, ["c.txt"]);
        assert_eq!(told(&rita, spring).await, (1, vec!["c.txt".to_owned()]));
        // She orders and takes out what she sees, and nothing else.
        assert_eq!(reorder(&rita, spring, c, "before", a).await.refusal(), (404, "not_found"));
        assert_eq!(take_out(&rita, spring, &[a]).await, 204);
        assert_eq!(add(&rita, spring, &[a]).await.refusal(), (404, "not_found"));
        assert_eq!(names(&wim, spring).await, ["a.txt", "b.txt", "c.txt"]);
        // A mark takes an entry away from who is not cleared, also from the owner.
        server.classify(b).await;
        for (who, wanted) in [(&wim, vec!["a.txt", "c.txt"]), (&clea, vec!["a.txt", "b.txt", "c.txt"])] {
            assert_eq!(names(who, spring).await, wanted);
            let covers = wanted.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(told(who, spring).await, (i64::try_from(wanted.len()).unwrap(), covers));
        }
        // What is in the bin, or below a folder there, is in no list, and comes back with it.
        wim.delete(&format!("entry/{folder}")).await.ok();
        assert_eq!((names(&wim, spring).await, told(&wim, spring).await.0), (vec!["a.txt".to_owned()], 1));
        assert_eq!((names(&rita, spring).await, told(&rita, spring).await.0), (Vec::new(), 0));
        wim.post(&format!("entry/restore/{folder}"), json!({})).await.ok();
        assert_eq!(names(&wim, spring).await, ["a.txt", "c.txt"]);
        server.revoke(folder, Principal::User(server.users["rita"])).await;
        assert_eq!(told(&rita, spring).await, (0, Vec::new()));
    });
}

#[test]
fn an_entry_is_in_collections_that_the_asker_is_a_member_of() {
    on_both(async |server| {
        let (wim, rea, [a, b, ..]) = (server.user("wim"), server.user("rea"), files(server).await);
        let spring = collect(&wim, "Spring", &[a, b]).await;
        collect(&wim, "Autumn", &[a]).await;
        collect(&rea, "Reading", &[a]).await;
        share(&wim, spring, "rea", "viewer").await.ok();
        let of = async |who: &TestUser<'_>, node: i64| {
            let found = who.get(&format!("collection_of/{node}")).await.ok();
            let told = |one: &Value| format!("{} {}", one["title"].as_str().unwrap(), one["role"].as_str().unwrap());
            found["items"].as_array().unwrap().iter().map(told).collect::<Vec<_>>()
        };
        assert_eq!(of(&wim, a).await, ["Autumn owner", "Spring owner"]);
        assert_eq!(of(&rea, a).await, ["Reading owner", "Spring viewer"]);
        assert_eq!(of(&rea, b).await, ["Spring viewer"]);
        server.classify(b).await;
        assert_eq!(rea.get(&format!("collection_of/{b}")).await.refusal(), (404, "not_found"));
        assert_eq!(titles(&rea, "?editable=true").await, ["Reading"]);
    });
}

#[test]
fn a_whole_folder_is_added_at_once_without_what_others_have_locked() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let folder = made_files(server, "zoe", server.top, "many", 300).await;
        let spring = collect(&wim, "Spring", &[]).await;
        let first = wim.get(&format!("entry/list/{folder}?limit=1")).await.ok()["items"][0]["node_id"].clone();
        mia.post(&format!("entry/lock/{first}"), json!({})).await.ok();
        let entries = format!("collection/{spring}/entry");
        assert_eq!(wim.post(&entries, json!({ "parent_id": folder })).await.ok(), json!({ "added": 299 }));
        assert_eq!(wim.post(&entries, json!({ "parent_id": folder })).await.ok(), json!({ "added": 0 }));
        assert_eq!(wim.post(&entries, json!({ "in_bin": true })).await.status, 422);
        let placed = wim.get(&format!("{entries}?limit=200")).await.names();
        let wanted: Vec<String> = (1..=200).map(|index| format!("many {index}.txt")).collect();
        assert_eq!(placed, wanted, "in the order in which they are added");
        // In an empty folder there is nothing to add, which is no error.
        let empty = wim.folder(server.top, "empty").await.id();
        assert_eq!(wim.post(&entries, json!({ "parent_id": empty })).await.ok(), json!({ "added": 0 }));
        let whole = json!({ "title": "Winter", "selection": { "parent_id": empty } });
        assert_eq!(wim.post("collection", whole).await.ok()["item_count"], 0);
        let whole = json!({ "title": "Summer", "selection": { "parent_id": folder } });
        assert_eq!(mia.post("collection", whole).await.ok()["item_count"], 300);
        let nothing = json!({ "title": "Autumn", "selection": { "node_ids": [999_999] } });
        assert_eq!(wim.post("collection", nothing).await.refusal(), (404, "not_found"));
    });
}

#[test]
fn a_collection_is_of_one_tenant_and_has_its_bounds() {
    on_both(async |server| {
        let (wim, eva) = (server.user("wim"), server.user("eva"));
        let theirs = eva.upload(server.other_top, "theirs.txt", "x").await.id();
        let spring = collect(&wim, "Spring", &[]).await;
        assert_eq!(add(&wim, spring, &[theirs]).await.refusal(), (404, "not_found"));
        assert_eq!(add(&wim, spring, &[server.top]).await.status, 409, "a repository is no entry");
        for wrong in [vec![], (1..1_002).collect::<Vec<i64>>()] {
            assert_eq!(add(&wim, spring, &wrong).await.refusal(), (422, "invalid"));
        }
        let folder = made_files(server, "wim", server.top, "full", 5_001).await;
        let whole = json!({ "parent_id": folder });
        assert_eq!(wim.post(&format!("collection/{spring}/entry"), whole).await.refusal(), (409, "collection_full"));
        assert_eq!(told(&wim, spring).await.0, 0);
        let sql = "SELECT node_id FROM nodes_node WHERE name LIKE 'full %' ORDER BY node_id";
        let files = server.app.db.read(move |c| c.rows(sql, &[], |row| row.get::<i64>(0))).await.unwrap();
        for some in files[..5_000].chunks(1_000) {
            assert_eq!(add(&wim, spring, some).await.ok(), json!({ "added": 1_000 }));
        }
        assert_eq!(add(&wim, spring, &files[5_000..]).await.refusal(), (409, "collection_full"));
        assert_eq!(add(&wim, spring, &files[..1]).await.ok(), json!({ "added": 0 }), "it is in there");
        assert_eq!(told(&wim, spring).await.0, 5_000);
    });
}
