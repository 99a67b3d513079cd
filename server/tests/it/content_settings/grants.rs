//! Access to a node: given, changed, revoked; who may, to whom, and what others learn of it.

use serde_json::{Value, json};

use super::give;
use crate::harness::{TestServer, on_both};
use crate::test_users::TestUser;

async fn holders(who: &TestUser<'_>, path: &str) -> Vec<(String, String, bool)> {
    let listed = who.get(path).await.ok();
    let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
    let items = listed["items"].as_array().unwrap().iter();
    items.map(|one| (text(&one["detail"]), text(&one["role"]), one["recursive"].as_bool().unwrap())).collect()
}

fn held(detail: &str, role: &str, recursive: bool) -> (String, String, bool) {
    (detail.to_owned(), role.to_owned(), recursive)
}

/// Status of a request for each: what a person may see now.
async fn sees(server: &TestServer, name: &str, nodes: &[i64]) -> Vec<bool> {
    let mut seen = Vec::new();
    for node in nodes {
        seen.push(server.user(name).get(&format!("entry/{node}")).await.status == 200);
    }
    seen
}

#[test]
fn access_that_is_given_holds_at_once_and_so_does_what_is_taken() {
    on_both(async |server| {
        let mia = server.user("mia");
        let folder = mia.folder(server.top, "folder").await.id();
        let file = mia.upload(folder, "a.txt", "words").await.id();
        let rita = json!({ "users_id": server.users["rita"] });
        assert_eq!(sees(server, "rita", &[folder, file]).await, [false, false]);
        let given = give(&mia, folder, rita.clone()).await;
        assert_eq!(given.status, 201);
        let given = given.ok();
        assert_eq!(
            (&given["name"], &given["role"], &given["active"]),
            (&json!("rita"), &json!("reader"), &json!(true))
        );
        assert_eq!(sees(server, "rita", &[folder, file]).await, [true, true]);
        assert_eq!(server.user("rita").folder(folder, "x").await.status, 403);
        // Another role, not inherited: the old grant was replaced.
        let changed = json!({ "users_id": server.users["rita"], "role": "writer", "recursive": false });
        let changed = give(&mia, folder, changed).await.ok();
        let path = format!("/api/node/grant/node/{folder}");
        assert_eq!(holders(&mia, &path).await, [held("rita@lume.example", "writer", false)]);
        server.drain().await;
        assert_eq!(sees(server, "rita", &[folder, file]).await, [true, false]);
        assert_eq!(mia.delete(&format!("/api/node/grant/{}", changed["grant_id"])).await.status, 204);
        assert_eq!(sees(server, "rita", &[folder, file]).await, [false, false]);
        assert_eq!(holders(&mia, &path).await, []);
        // A file has nothing below it to inherit a grant.
        let on_file = give(&mia, file, rita).await.ok();
        assert_eq!(on_file["recursive"], json!(false));
    });
}

#[test]
fn inherited_grants_are_listed_with_the_node_they_come_from() {
    on_both(async |server| {
        let (mia, ada) = (server.user("mia"), server.user("ada"));
        let outer = mia.folder(server.top, "outer").await.id();
        let inner = mia.folder(outer, "inner").await.id();
        give(&mia, outer, json!({ "users_id": server.users["rita"], "role": "manager" })).await.ok();
        give(&mia, outer, json!({ "user_group_id": server.groups["guests"], "recursive": false })).await.ok();
        let path = format!("/api/node/grant/{inner}/parents");
        let of_top =
            [held("managers", "manager", true), held("readers", "reader", true), held("writers", "writer", true)];
        let mut wanted = vec![held("rita@lume.example", "manager", true)];
        wanted.extend(of_top.clone());
        assert_eq!(holders(&mia, &format!("{path}?only_recursive=1")).await, wanted);
        wanted.insert(0, held("guests", "reader", false));
        assert_eq!(holders(&mia, &path).await, wanted);
        let first = |listed: &Value| listed["items"][0].clone();
        let told = first(&mia.get(&path).await.ok());
        assert_eq!(
            (&told["node_name"], &told["node_id"], &told["open"]),
            (&json!("outer"), &json!(outer), &json!(true))
        );
        // A person who may only traverse the nodes above knows their names, and cannot open them.
        let from_top = server.user("rita").get(&format!("{path}?only_recursive=1")).await.ok()["items"][1].clone();
        assert_eq!((&from_top["node_name"], &from_top["open"]), (&json!("library"), &json!(false)));
        assert_eq!(ada.get(&path).await.ok()["total"], json!(5));
    });
}

#[test]
fn only_managers_give_access_and_only_to_who_is_of_the_tenant() {
    on_both(async |server| {
        let mia = server.user("mia");
        let folder = mia.folder(server.top, "folder").await.id();
        let grant = give(&mia, folder, json!({ "users_id": server.users["rita"] })).await.ok();
        let (list, parents) = (format!("/api/node/grant/node/{folder}"), format!("/api/node/grant/{folder}/parents"));
        let one = format!("/api/node/grant/{}", grant["grant_id"]);
        for (name, status) in [("wim", 403), ("rea", 403), ("rita", 403), ("eva", 404), ("root", 404)] {
            let who = server.user(name);
            for path in [&list, &parents, &format!("{list}/candidate")] {
                assert_eq!(who.get(path).await.status, status, "{name} {path}");
            }
            let own = json!({ "users_id": server.users[name], "role": "manager" });
            assert_eq!(give(&who, folder, own).await.status, status, "{name} gives");
            // A person who may not see grants does not learn that this one exists.
            assert_eq!(who.delete(&one).await.status, 404, "{name} takes");
        }
        let before = server.count("SELECT COUNT(*) FROM security_grant").await;
        let theirs = server.count("SELECT COALESCE(MAX(user_group_id), 0) + 1000 FROM tenancy_usergroup").await;
        for holder in [
            json!({ "users_id": server.users["eva"] }),
            json!({ "users_id": server.users["root"] }),
            json!({ "users_id": 999_999 }),
            json!({ "user_group_id": theirs }),
        ] {
            assert_eq!(give(&mia, folder, holder.clone()).await.status, 422, "{holder}");
        }
        for (body, field, rule) in [
            (json!({}), "user_group_id", "mandatory"),
            (json!({ "users_id": 1, "user_group_id": 1 }), "users_id", "unknown"),
        ] {
            super::refused(&give(&mia, folder, body).await, field, rule);
        }
        assert_eq!(give(&mia, folder, json!({ "users_id": 1, "role": "owner" })).await.status, 422);
        assert_eq!(server.count("SELECT COUNT(*) FROM security_grant").await, before);
        assert_eq!(server.user("eva").delete("/api/node/grant/999999").await.status, 404);
    });
}

#[test]
fn a_group_of_another_tenant_is_given_nothing() {
    on_both(async |server| {
        let (eva, other) = (server.user("eva"), crate::quotas::tenant(server, "other").await);
        let companies = eva.get(&format!("/api/core/company/tenant/{other}")).await.ok();
        let new = json!({ "group_title": "G", "group_key": "g", "company_id": companies["items"][0]["company_id"] });
        let group = eva.post("/api/core/usergroup", new).await.ok()["user_group_id"].clone();
        assert_eq!(give(&server.user("ada"), server.top, json!({ "user_group_id": group })).await.status, 422);
        assert_eq!(give(&eva, server.other_top, json!({ "user_group_id": group })).await.status, 201);
        let found = server.user("ada").get(&format!("/api/node/grant/node/{}/candidate?q=eva", server.top)).await.ok();
        assert_eq!(found, json!({ "groups": [], "users": [], "guests": [] }));
    });
}

#[test]
fn removing_one_s_own_access_needs_a_confirmation() {
    on_both(async |server| {
        let (mia, managers) = (server.user("mia"), server.groups["managers"].0);
        let listed = mia.get(&format!("/api/node/grant/node/{}", server.top)).await.ok();
        let items = listed["items"].as_array().unwrap();
        let own = items.iter().find(|one| one["user_group_id"] == managers).unwrap()["grant_id"].clone();
        let path = format!("/api/node/grant/{own}");
        assert_eq!(mia.delete(&path).await.refusal(), (409, "self_removal"));
        let weaker = json!({ "user_group_id": managers, "role": "reader" });
        assert_eq!(give(&mia, server.top, weaker.clone()).await.refusal(), (409, "self_removal"));
        assert_eq!(sees(server, "mia", &[server.top]).await, [true], "nothing was changed");
        // An admin keeps their own access in any case.
        let ada = server.user("ada");
        assert_eq!(give(&ada, server.top, weaker).await.status, 201);
        give(&ada, server.top, json!({ "user_group_id": managers, "role": "manager" })).await.ok();
        let now = mia.get(&format!("/api/node/grant/node/{}", server.top)).await.ok();
        let items = now["items"].as_array().unwrap();
        let own = items.iter().find(|one| one["user_group_id"] == managers).unwrap()["grant_id"].clone();
        let sure = format!("/api/node/grant/{own}?confirm_self_removal=true");
        assert_eq!(mia.delete(&sure).await.status, 204);
        assert_eq!(sees(server, "mia", &[server.top]).await, [false]);
    });
}

#[test]
fn candidates_are_found_by_a_part_of_their_names() {
    on_both(async |server| {
        let path = |q: &str| format!("/api/node/grant/node/{}/candidate?q={q}", server.top);
        let mia = server.user("mia");
        let found = mia.get(&path("rea")).await.ok();
        assert_eq!(found["groups"][0]["group_key"], "readers");
        assert_eq!(found["users"][0]["email"], "rea@lume.example");
        assert_eq!(mia.get(&path("root")).await.ok()["users"], json!([]), "masters are at home nowhere");
        assert!(mia.get(&path("")).await.ok()["groups"].as_array().unwrap().len() == 5);
        let allowed = server.user("mia").get(&format!("actions/node/{}", server.top)).await.ok();
        assert!(allowed["items"].to_string().contains("grant_access"));
        let allowed = server.user("wim").get(&format!("actions/node/{}", server.top)).await.ok();
        assert!(!allowed["items"].to_string().contains("grant_access"));
    });
}

#[test]
fn a_grant_is_published_to_pages_and_recorded_in_the_log() {
    on_both(async |server| {
        let mia = server.user("mia");
        let folder = mia.folder(server.top, "folder").await.id();
        give(&mia, folder, json!({ "users_id": server.users["rita"] })).await.ok();
        let read = server.app.db.read(|c| {
            let sql = "SELECT room, body FROM jobs_event WHERE body LIKE '%\"access\"%' ORDER BY room";
            c.rows(sql, &[], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)))
        });
        let told = read.await.unwrap().into_iter();
        let told = told.map(|(room, body)| (room, serde_json::from_str::<Value>(&body).unwrap()));
        let told: Vec<_> = told.filter(|(_, body)| body["node_id"] == folder).collect();
        let mut rooms = [format!("node:{folder}"), format!("node:{}", server.top)];
        rooms.sort();
        assert_eq!(told.iter().map(|(room, _)| room.clone()).collect::<Vec<_>>(), rooms);
        assert_eq!(told[0].1["parent_id"], server.top);
        let read = server.app.db.read(|c| {
            let sql = "SELECT object_title, after_json FROM audit_entry WHERE what = 'grant_create'";
            c.get(sql, &[], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)))
        });
        let (title, after) = read.await.unwrap();
        let after: Value = serde_json::from_str(&after).unwrap();
        assert_eq!((title.as_str(), &after["name"], &after["role"]), ("folder", &json!("rita"), &json!("reader")));
    });
}

#[test]
fn a_grant_that_replaces_two_is_recorded_with_both() {
    on_both(async |server| {
        let mia = server.user("mia");
        let folder = mia.folder(server.top, "folder").await.id();
        give(&mia, folder, json!({ "users_id": server.users["rita"] })).await.ok();
        let another = server.app.db.write(move |tx| {
            let sql = "INSERT INTO security_grant
                         (tenant_id, node_id, user_group_id, users_id, role, recursive, given_by, given_at)
                       SELECT tenant_id, node_id, user_group_id, users_id, role, NOT recursive, given_by, given_at
                       FROM security_grant WHERE node_id = $1 AND users_id IS NOT NULL";
            tx.run(sql, db::params![folder]).map(|_| ())
        });
        another.await.unwrap();
        give(&mia, folder, json!({ "users_id": server.users["rita"] })).await.ok();
        let read = server.app.db.read(|c| {
            let sql = "SELECT before_json FROM audit_entry
                       WHERE what IN ('grant_create', 'grant_remove') AND before_json IS NOT NULL ORDER BY what";
            c.rows(sql, &[], |row| row.get::<String>(0))
        });
        let before = read.await.unwrap().into_iter().map(|text| serde_json::from_str::<Value>(&text).unwrap());
        let mut recursive: Vec<_> = before.map(|grant| grant["recursive"].as_bool()).collect();
        recursive.sort();
        assert_eq!(recursive, [Some(false), Some(true)]);
    });
}

#[test]
fn several_nodes_are_given_to_all_at_once_or_not_at_all() {
    on_both(async |server| {
        let mia = server.user("mia");
        let outer = mia.folder(server.top, "outer").await.id();
        let inner = mia.folder(outer, "inner").await.id();
        let file = mia.upload(server.top, "a.txt", "words").await.id();
        let rita = server.users["rita"];
        let several = async |who: &TestUser<'_>, nodes: &[i64], over: Value| {
            let mut whole = json!({ "node_ids": nodes, "users_id": rita, "role": "reader", "recursive": true });
            for (key, value) in over.as_object().unwrap() {
                whole[key] = value.clone();
            }
            who.post("/api/node/grant/collection", whole).await
        };
        // One below the other, and a file: each has its own grant.
        let given = several(&mia, &[outer, inner, file], json!({})).await;
        assert_eq!(given.status, 201);
        let given = given.ok();
        let of = |key: &str| given["items"].as_array().unwrap().iter().map(|one| one[key].clone()).collect::<Vec<_>>();
        assert_eq!(given["total"], 3);
        assert_eq!(of("node_id"), [json!(outer), json!(inner), json!(file)]);
        assert_eq!(of("recursive"), [json!(true), json!(true), json!(false)]);
        assert_eq!(sees(server, "rita", &[outer, inner, file]).await, [true, true, true]);
        assert_eq!(server.count("SELECT COUNT(*) FROM audit_entry WHERE what = 'grant_create_several'").await, 3);

        // Wim writes everywhere and manages one folder: with another one beside it, nothing changes.
        let own = mia.folder(server.top, "own").await.id();
        give(&mia, own, json!({ "users_id": server.users["wim"], "role": "manager" })).await.ok();
        let grants = server.count("SELECT COUNT(*) FROM security_grant").await;
        let wim = server.user("wim");
        assert_eq!(several(&wim, &[own, outer], json!({})).await.status, 403);
        assert_eq!(several(&wim, &[own, 999_999], json!({})).await.status, 404);
        assert_eq!(several(&server.user("eva"), &[outer], json!({})).await.status, 404);
        assert_eq!(several(&mia, &[outer, inner], json!({ "users_id": server.users["eva"] })).await.status, 422);
        assert_eq!(several(&mia, &[], json!({})).await.status, 422);
        assert_eq!(several(&mia, &vec![outer; 101], json!({})).await.status, 422);
        assert_eq!(server.count("SELECT COUNT(*) FROM security_grant").await, grants);
        assert_eq!(several(&wim, &[own], json!({})).await.status, 201);

        // Wim would lose the role manager, so the call needs his confirmation.
        let weaker = json!({ "users_id": server.users["wim"], "role": "reader" });
        let refused = several(&wim, &[own], weaker.clone()).await;
        assert_eq!((refused.status, &refused.body["code"]), (409, &json!("self_removal")));
        let mut confirmed = weaker;
        confirmed["confirm_self_removal"] = json!(true);
        assert_eq!(several(&wim, &[own], confirmed).await.status, 201);
        assert_eq!(give(&wim, own, json!({ "users_id": rita })).await.status, 403);
    });
}
