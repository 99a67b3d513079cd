//! What home shows: only what the asker may see at that moment, whatever was remembered.

use primitives::{NodeId, NodeRole};
use security::Principal;
use serde_json::{Value, json};

use crate::harness::{PEOPLE, TestServer, on_both};
use crate::purges::made;
use crate::test_users::TestUser;

const LISTS: [&str; 4] = ["home/recent", "home/new", "home/shared", "home/favourite"];

async fn names(who: &TestUser<'_>, list: &str) -> Vec<String> {
    who.get(list).await.names()
}

async fn visit(who: &TestUser<'_>, node: i64, position: Option<i64>) -> u16 {
    who.server.clock.advance(1);
    who.post(&format!("home/visit/{node}"), json!({ "position": position })).await.status
}

async fn star(who: &TestUser<'_>, node: i64) -> u16 {
    who.server.clock.advance(1);
    who.put(&format!("home/favourite/{node}"), Value::Null).await.status
}

async fn unstar(who: &TestUser<'_>, node: i64) -> u16 {
    who.delete(&format!("home/favourite/{node}")).await.status
}

async fn items(who: &TestUser<'_>, list: &str) -> Vec<Value> {
    who.get(list).await.ok()["items"].as_array().unwrap().clone()
}

/// A file in a folder of its own.
async fn file(who: &TestUser<'_>, folder: &str, name: &str) -> (i64, i64) {
    let folder = who.folder(who.server.top, folder).await.id();
    who.server.clock.advance(1);
    (folder, who.upload(folder, name, "words").await.id())
}

#[test]
fn what_was_opened_comes_latest_first_with_how_far_one_came() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let (folder, book) = file(&wim, "books", "book.txt").await;
        for (node, position) in [(folder, None), (book, Some(5)), (server.top, None), (book, None)] {
            assert_eq!(visit(&wim, node, position).await, 204);
        }
        let recent = items(&wim, "home/recent").await;
        let told: Vec<_> = recent.iter().map(|item| (item["name"].as_str().unwrap(), &item["position"])).collect();
        assert_eq!(told, [("book.txt", &json!(5)), ("library", &Value::Null), ("books", &Value::Null)]);
        assert!(names(&rea, "home/recent").await.is_empty(), "what others open is theirs");
        let wrong = wim.post(&format!("home/visit/{book}"), json!({ "position": 0 })).await;
        assert_eq!(wrong.status, 422);
        // What others put into a folder since, and not what one put there oneself.
        assert_eq!(visit(&rea, folder, None).await, 204);
        server.clock.advance(1);
        wim.upload(folder, "new.txt", "x").await.ok();
        let new = async |who: &TestUser<'_>| {
            let items = items(who, "home/recent").await;
            items.iter().find(|item| item["name"] == "books").unwrap()["new_items"].clone()
        };
        assert_eq!((new(&rea).await, new(&wim).await), (json!(1), json!(0)));
    });
}

#[test]
fn the_latest_hundred_of_each_person_are_kept() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        visit(&rea, server.top, None).await;
        for number in 0..103 {
            let folder = wim.folder(server.top, &format!("folder {number}")).await.id();
            assert_eq!(visit(&wim, folder, None).await, 204);
        }
        let all = names(&wim, "home/recent?limit=200").await;
        assert_eq!((all.len(), all[0].as_str(), all[99].as_str()), (100, "folder 102", "folder 3"));
        assert_eq!(names(&rea, "home/recent").await, ["library"]);
        assert_eq!(server.count("SELECT COUNT(*) FROM home_visit").await, 101);
    });
}

#[test]
fn favourites_are_each_persons_own_and_come_page_by_page() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let mut files = Vec::new();
        for name in ["a.txt", "b.txt", "c.txt"] {
            files.push(wim.upload(server.top, name, "x").await.id());
            assert_eq!(star(&wim, files[files.len() - 1]).await, 204);
        }
        assert_eq!(star(&wim, files[0]).await, 204, "a second star changes nothing");
        assert_eq!(star(&rea, files[1]).await, 204);
        let first = wim.get("home/favourite?limit=2").await.ok();
        let next = first["next"].as_str().unwrap();
        let rest = wim.get(&format!("home/favourite?limit=2&after={next}")).await;
        assert_eq!(rest.body["next"], Value::Null);
        let name = |at: usize| first["items"][at]["name"].as_str().unwrap();
        assert_eq!((name(0), name(1), rest.names()), ("c.txt", "b.txt", vec!["a.txt".to_owned()]));
        assert_eq!(wim.get("home/favourite_ids").await.ok(), json!({ "node_ids": files }));
        assert_eq!((unstar(&wim, files[1]).await, unstar(&wim, files[1]).await), (204, 204));
        assert_eq!(names(&wim, "home/favourite").await, ["c.txt", "a.txt"]);
        assert_eq!(names(&rea, "home/favourite").await, ["b.txt"]);
        assert_eq!(wim.get("home/favourite?after=nonsense").await.status, 422);
    });
}

#[test]
fn a_whole_selection_gets_stars_at_once_and_loses_them_again() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let folder = made(server, "zoe", server.top, "many", 300).await;
        let sealed = zoe.upload(folder, "sealed.txt", "x").await.id();
        server.classify(sealed).await;
        let ids = |answer: Value| answer["node_ids"].as_array().unwrap().clone();
        let star = async |selection: Value| ids(wim.post("home/favourite", selection).await.ok());
        let all = json!({ "parent_id": folder, "chosen": true });
        let given = star(all.clone()).await;
        assert_eq!(given.len(), 300, "what he does not see is not selected");
        assert_eq!(ids(wim.get("home/favourite_ids").await.ok()), given);
        assert_eq!(star(all).await, [0; 0], "they have theirs");
        let some = json!({ "parent_id": folder, "except": [given[0]], "chosen": false });
        assert_eq!(star(some.clone()).await.len(), 299);
        let query_log = server.test.query_log();
        assert_eq!(star(some).await, [0; 0]);
        let named = query_log.take().into_iter().filter(|sql| sql.starts_with("DELETE FROM home_favourite")).count();
        assert_eq!(named, 0, "what has no star is not named");
        drop(query_log);
        assert_eq!(star(json!({ "node_ids": [given[0], sealed], "chosen": false })).await, given[..1]);
        assert_eq!(server.count("SELECT COUNT(*) FROM home_favourite").await, 0);
        assert_eq!(wim.post("home/favourite", json!({ "in_bin": true, "chosen": true })).await.status, 422);
    });
}

/// Adds files to a folder, of which there are no bytes.
async fn fill(server: &TestServer, folder: i64, count: usize) {
    let files = format!(
        "INSERT INTO nodes_node (tenant_id, repository_id, parent_id, kind, state, name, name_key, sort_key, created_at,
           modified_at)
         WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < {count})
         SELECT n.tenant_id, n.repository_id, n.node_id, 2, 1, 'z' || number, 'z' || number,
           'z' || LENGTH(CAST(number AS TEXT)) || number, 0, 0
         FROM numbers CROSS JOIN nodes_node n WHERE n.node_id = {folder}"
    );
    server.test.run(files).await;
    server.app.db.write(move |tx| nodes::recount(tx, &[NodeId(folder)])).await.unwrap();
}

#[test]
fn a_selection_of_more_than_may_have_stars_is_refused_before_any_has_one() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "many").await.id();
        fill(server, folder, 10_001).await;
        let query_log = server.test.query_log();
        let refused = wim.post("home/favourite", json!({ "parent_id": folder, "chosen": true })).await;
        assert_eq!(refused.refusal(), (409, "too_many_favourites"));
        let written = query_log.take().into_iter().filter(|sql| sql.starts_with("INSERT INTO home_favourite")).count();
        assert_eq!(written, 0);
    });
}

#[test]
fn the_newest_files_are_those_of_visited_and_of_given_folders() {
    on_both(async |server| {
        let (wim, rita, ada) = (server.user("wim"), server.user("rita"), server.user("ada"));
        let (given, _) = file(&wim, "given", "in given.txt").await;
        let below = wim.folder(given, "below").await.id();
        server.clock.advance(1);
        wim.upload(below, "below given.txt", "x").await.ok();
        file(&wim, "elsewhere", "elsewhere.txt").await;
        assert!(names(&rita, "home/new").await.is_empty(), "she has no folder");
        server.grant(given, Principal::User(server.users["rita"]), NodeRole::Reader).await;
        assert_eq!(names(&rita, "home/new").await, ["below given.txt", "in given.txt"]);
        let told = items(&rita, "home/new").await;
        assert_eq!((&told[0]["made_by"]["name"], &told[0]["folder_name"]), (&json!("wim"), &json!("below")));
        // Ada has no grant: as an admin she sees the whole library.
        let all = ["below given.txt", "elsewhere.txt", "in given.txt"];
        assert_eq!(sorted(names(&ada, "home/new").await), all);
        visit(&ada, below, None).await;
        assert_eq!(sorted(names(&ada, "home/new").await), all);
        assert_eq!(names(&rita, "home/new?limit=1").await, ["below given.txt"]);
    });
}

#[test]
fn what_one_put_there_oneself_is_new_only_where_nothing_else_is() {
    on_both(async |server| {
        let (wim, ada) = (server.user("wim"), server.user("ada"));
        let (folder, _) = file(&wim, "campaign", "mine.txt").await;
        visit(&wim, folder, None).await;
        assert_eq!(names(&wim, "home/new").await, ["mine.txt"]);
        ada.upload(folder, "theirs.txt", "x").await.ok();
        assert_eq!(names(&wim, "home/new").await, ["theirs.txt"]);
        assert_eq!(names(&ada, "home/new").await, ["mine.txt"]);
    });
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}

#[test]
fn an_upload_of_many_files_does_not_hide_what_is_new_elsewhere() {
    on_both(async |server| {
        let ada = server.user("ada");
        let wim = server.user("wim");
        let (first, _) = file(&wim, "first", "alone.txt").await;
        let deeper = wim.folder(first, "deeper").await.id();
        server.clock.advance(1);
        for number in 0..9 {
            wim.upload(deeper, &format!("{number}.txt"), "x").await.ok();
        }
        let newest = names(&ada, "home/new?limit=6").await;
        assert_eq!(newest.len(), 6);
        assert!(newest.contains(&"alone.txt".to_owned()), "{newest:?}");
        // With nothing else to tell, all of it is told.
        assert_eq!(names(&ada, "home/new?limit=10").await.len(), 10);
    });
}

#[test]
fn what_was_shared_says_who_gave_it_and_what_one_may_do() {
    on_both(async |server| {
        let (wim, rita, zoe) = (server.user("wim"), server.user("rita"), server.user("zoe"));
        let (plans, _) = file(&wim, "plans", "plan.txt").await;
        let (ideas, idea) = file(&wim, "ideas", "idea.txt").await;
        assert!(names(&rita, "home/shared").await.is_empty());
        server.grant(plans, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        server.clock.advance(1);
        let new = json!({ "node_id": ideas, "users_id": server.users["rita"], "role": "writer", "recursive": true });
        zoe.post("/api/node/grant", new).await.ok();
        let shared = items(&rita, "home/shared").await;
        let told: Vec<_> =
            shared.iter().map(|item| (&item["name"], &item["role"], &item["given_by"]["name"])).collect();
        let zoes = json!("zoe");
        assert_eq!(told, [(&json!("ideas"), &json!("writer"), &zoes), (&json!("plans"), &json!("reader"), &zoes)]);
        let first = rita.get("home/shared?limit=1").await.ok();
        let next = first["next"].as_str().unwrap();
        assert_eq!(names(&rita, &format!("home/shared?limit=1&after={next}")).await, ["plans"]);
        // Given twice, it is shown once; what one gave oneself was not shared by others.
        server.grant(idea, Principal::User(server.users["rita"]), NodeRole::Reader).await;
        server.grant(idea, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        server.grant(idea, Principal::User(server.users["zoe"]), NodeRole::Reader).await;
        assert_eq!(names(&rita, "home/shared").await, ["idea.txt", "ideas", "plans"]);
        assert!(names(&zoe, "home/shared").await.is_empty());
        server.revoke(ideas, Principal::User(server.users["rita"])).await;
        assert_eq!(names(&rita, "home/shared").await, ["idea.txt", "plans"]);
    });
}

#[test]
fn what_one_may_not_see_any_more_is_on_no_list() {
    on_both(async |server| {
        let (wim, clea) = (server.user("wim"), server.user("clea"));
        let (folder, secret) = file(&wim, "vault", "secret.txt").await;
        server.grant(folder, Principal::Group(server.groups["writers"]), NodeRole::Writer).await;
        for who in [&wim, &clea] {
            for node in [folder, secret] {
                assert_eq!((visit(who, node, None).await, star(who, node).await), (204, 204));
            }
        }
        server.classify(folder).await;
        for propagated in [false, true] {
            if propagated {
                server.drain().await;
            }
            for list in LISTS {
                let seen = wim.get(list).await;
                let told = String::from_utf8_lossy(&seen.bytes).into_owned();
                assert!(
                    !told.contains("secret") && !told.contains("vault"),
                    "{list}, propagated: {propagated}: {told}"
                );
            }
            assert_eq!((visit(&wim, secret, None).await, star(&wim, secret).await), (404, 404));
            assert_eq!(wim.get("home/favourite_ids").await.ok(), json!({ "node_ids": [] }));
            assert_eq!(clea.get("home/favourite_ids").await.ok(), json!({ "node_ids": [folder, secret] }));
            assert_eq!(unstar(&wim, secret).await, 204, "a star is its giver's");
            assert_eq!(names(&clea, "home/favourite").await, ["secret.txt", "vault"]);
            assert_eq!(names(&clea, "home/recent").await, ["secret.txt", "vault"]);
        }
        assert_eq!(server.count("SELECT COUNT(*) FROM home_favourite").await, 3);
    });
}

#[test]
fn what_is_in_the_bin_comes_back_and_what_is_deleted_is_forgotten() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (folder, note) = file(&wim, "notes", "note.txt").await;
        for node in [folder, note] {
            visit(&wim, node, None).await;
            star(&wim, node).await;
        }
        wim.delete(&format!("entry/{folder}")).await.ok();
        for list in LISTS {
            assert!(!names(&wim, list).await.iter().any(|name| name.contains("note")), "{list}");
        }
        wim.post(&format!("entry/restore/{folder}"), Value::Null).await.ok();
        assert_eq!(names(&wim, "home/favourite").await, ["note.txt", "notes"]);
        wim.delete(&format!("entry/{folder}")).await.ok();
        mia.delete(&format!("entry/bin/{folder}")).await.ok();
        server.drain().await;
        assert_eq!(server.count("SELECT COUNT(*) FROM home_favourite").await, 0);
        assert_eq!(server.count("SELECT COUNT(*) FROM home_visit").await, 0);
    });
}

#[test]
fn people_of_other_tenants_find_nothing_and_remember_nothing() {
    on_both(async |server: &TestServer| {
        let (_, note) = file(&server.user("wim"), "notes", "note.txt").await;
        for name in PEOPLE {
            let who = server.user(name);
            let expected = if matches!(name, "rita" | "eva" | "root") { 404 } else { 204 };
            assert_eq!((visit(&who, note, None).await, star(&who, note).await), (expected, expected), "{name}");
        }
    });
}

#[test]
fn pins_are_each_persons_own_and_only_of_what_they_see() {
    on_both(async |server| {
        let (wim, rea, rita) = (server.user("wim"), server.user("rea"), server.user("rita"));
        let (folder, note) = file(&wim, "plans", "plan.txt").await;
        let pin = async |who: &TestUser<'_>, node: i64| {
            server.clock.advance(1);
            who.put(&format!("home/pin/{node}"), Value::Null).await
        };
        for node in [folder, server.top, folder] {
            assert_eq!(pin(&wim, node).await.status, 204, "a second time changes nothing");
        }
        assert_eq!(pin(&rea, folder).await.status, 204);
        assert_eq!(pin(&wim, note).await.refusal(), (409, "wrong_kind"), "nothing goes into a file");
        assert_eq!(pin(&rita, folder).await.status, 404);
        assert_eq!(names(&wim, "home/pin").await, ["library", "plans"]);
        assert_eq!(wim.delete(&format!("home/pin/{}", server.top)).await.status, 204);
        assert_eq!((names(&wim, "home/pin").await, names(&rita, "home/pin").await), (vec!["plans".into()], vec![]));
        // A mark hides it from who is not cleared, who may still unpin it.
        server.classify(folder).await;
        assert_eq!((names(&wim, "home/pin").await, pin(&wim, folder).await.status), (vec![], 404));
        assert_eq!(wim.delete(&format!("home/pin/{folder}")).await.status, 204);
        assert_eq!(server.count("SELECT COUNT(*) FROM home_pin").await, 1, "that of rea");
    });
}

#[test]
fn a_person_pins_a_hundred_folders_and_no_more() {
    on_both(async |server| {
        let wim = server.user("wim");
        for number in 0..100 {
            let folder = wim.folder(server.top, &format!("folder {number}")).await.id();
            assert_eq!(wim.put(&format!("home/pin/{folder}"), Value::Null).await.status, 204);
        }
        let refused = wim.put(&format!("home/pin/{}", server.top), Value::Null).await;
        assert_eq!(refused.refusal(), (409, "too_many_pins"));
        assert_eq!(names(&wim, "home/pin").await.len(), 100);
    });
}

#[test]
fn saved_searches_are_each_persons_own_and_of_one_library() {
    on_both(async |server| {
        let (wim, rea, zoe) = (server.user("wim"), server.user("rea"), server.user("zoe"));
        let save = async |who: &TestUser<'_>, title: &str, query: &str| {
            who.post("home/saved_search", json!({ "title": title, "query": query })).await
        };
        let titles = async |who: &TestUser<'_>| {
            let items = items(who, "home/saved_search").await;
            items.iter().map(|item| item["title"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let beach = save(&wim, " Beaches ", "term=beach&type=pictures").await.ok();
        assert_eq!((&beach["title"], &beach["query"]), (&json!("Beaches"), &json!("term=beach&type=pictures")));
        save(&wim, "Verão", "term=ver%C3%A3o").await.ok();
        assert_eq!((titles(&wim).await, titles(&rea).await), (vec!["Beaches".into(), "Verão".into()], vec![]));
        // The same search again is no second one.
        let again = save(&wim, "Summer", "term=beach&type=pictures").await.ok();
        assert_eq!(again["saved_search_id"], beach["saved_search_id"]);
        assert_eq!(titles(&wim).await, ["Summer", "Verão"]);
        let own = format!("home/saved_search/{}", beach["saved_search_id"]);
        for other in [&rea, &zoe] {
            assert_eq!(other.put(&own, json!({ "title": "Mine" })).await.status, 404);
            assert_eq!(other.delete(&own).await.status, 204, "nothing of theirs is there");
        }
        assert_eq!(wim.put(&own, json!({ "title": "Sea" })).await.ok()["query"], beach["query"]);
        assert_eq!(titles(&wim).await, ["Sea", "Verão"]);
        let changed = wim.put(&own, json!({ "title": "Sea", "query": "term=sea" })).await.ok();
        assert_eq!((&changed["title"], &changed["query"]), (&json!("Sea"), &json!("term=sea")));
        assert_eq!(wim.put(&own, json!({ "title": "Sea", "query": "a b" })).await.status, 422);
        // Somebody else's search for the same stays, one's own other one ends.
        save(&rea, "Hers", "term=sky").await.ok();
        save(&wim, "Sky", "term=sky").await.ok();
        assert_eq!(rea.put(&own, json!({ "title": "Mine", "query": "term=sky" })).await.status, 404);
        assert_eq!(wim.put(&own, json!({ "title": "Sea", "query": "term=sky" })).await.ok()["query"], "term=sky");
        assert_eq!((titles(&wim).await, titles(&rea).await), (vec!["Sea".into(), "Verão".into()], vec!["Hers".into()]));
        for (title, query, field) in [
            (" ", "term=a", "title"),
            ("A\nB", "term=a", "title"),
            ("A", "", "query"),
            ("A", "term=a b", "query"),
            ("A", "term=ã", "query"),
            ("A", &"a".repeat(2_001), "query"),
        ] {
            let refused = save(&wim, title, query).await;
            assert_eq!(
                (refused.status, &refused.body["errors"][0]["field"]),
                (422, &json!(field)),
                "{title:?} {query:?}"
            );
        }
        assert_eq!(wim.delete(&own).await.status, 204);
        assert_eq!(titles(&wim).await, ["Verão"]);
        for number in 1..100 {
            save(&wim, "One of many", &format!("term={number}")).await.ok();
        }
        assert_eq!(save(&wim, "One too many", "term=100").await.status, 409);
        assert_eq!(save(&wim, "Summer", "term=ver%C3%A3o").await.ok()["title"], "Summer", "it was there before");
        assert_eq!(save(&rea, "Another", "term=100").await.ok()["title"], "Another");
    });
}
