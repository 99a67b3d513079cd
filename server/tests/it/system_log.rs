//! The log as administrators read it: their own, filtered, in pages, as a file, and never beyond their access.

use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::test_users::{Answer, TestUser};

const LOG: &str = "/api/core/system_log";

async fn log(who: &TestUser<'_>, query: &str) -> Vec<Value> {
    who.get(&format!("{LOG}?{query}")).await.ok()["items"].as_array().unwrap().clone()
}

/// The acts and titles, newest first.
fn told(entries: &[Value]) -> Vec<String> {
    let text = |entry: &Value, key: &str| entry[key].as_str().unwrap_or("-").to_owned();
    entries.iter().map(|entry| format!("{} {}", text(entry, "what"), text(entry, "object_title"))).collect()
}

async fn export(who: &TestUser<'_>, query: &str) -> Answer {
    who.get(&format!("{LOG}/export?{query}")).await
}

/// A person makes a folder, renames it an hour later and removes it the next day.
async fn story(server: &TestServer) -> i64 {
    let wim = server.user("wim");
    let folder = wim.folder(server.top, "=draft").await.id();
    server.clock.advance(3600);
    wim.rename(folder, "final").await.ok();
    server.clock.advance(20_000);
    wim.delete(&format!("entry/{folder}")).await.ok();
    folder
}

#[test]
fn admins_read_their_tenant_s_log_and_masters_every_one() {
    on_both(async |server| {
        let folder = story(server).await;
        let (ada, eva, root) = (server.user("ada"), server.user("eva"), server.user("root"));
        let wanted = ["entry_remove final", "entry_rename final", "folder_create =draft"];
        let about = format!("object_kind=node&object_id={folder}");
        assert_eq!(told(&log(&ada, &about).await), wanted);
        assert_eq!(log(&eva, &about).await, [] as [Value; 0]);
        // A master reads that something happened, and of nodes no more than they may see.
        let hidden = log(&root, &about).await;
        assert_eq!(told(&hidden), ["entry_remove -", "entry_rename -", "folder_create -"]);
        assert!(hidden.iter().all(|entry| entry["hidden"] == true && entry["changes"] == json!([])));
        let theirs = log(&eva, "").await;
        assert!(!theirs.is_empty() && theirs.iter().all(|entry| entry["tenant_title"] == "other"), "{theirs:?}");
        let tenants = |entries: Vec<Value>| {
            let mut titles: Vec<_> = entries.iter().map(|entry| entry["tenant_title"].to_string()).collect();
            titles.sort();
            titles.dedup();
            titles
        };
        assert_eq!(tenants(log(&root, "limit=200").await), ["\"lume\"", "\"other\"", "null"]);
        let lume = log(&ada, "").await[0]["tenant_id"].clone();
        assert_eq!(eva.get(&format!("{LOG}?tenant_id={lume}")).await.status, 404);
        assert_eq!(tenants(log(&root, &format!("tenant_id={lume}")).await), ["\"lume\""]);
    });
}

#[test]
fn the_filter_knows_person_action_object_and_time() {
    on_both(async |server| {
        let begun = server.clock.now();
        story(server).await;
        let ada = server.user("ada");
        let wim = server.users["wim"];
        for (query, wanted) in [
            (format!("users_id={wim}&what=entry_rename"), vec!["entry_rename final"]),
            ("person=WIM@lume&what=entry_remove".to_owned(), vec!["entry_remove final"]),
            ("person=w_m%25&what=entry_remove".to_owned(), vec![]),
            (format!("from={}", begun + 1), vec!["entry_remove final", "entry_rename final"]),
            (format!("from={}&to={}", begun + 1, begun + 3600), vec!["entry_rename final"]),
            (format!("to={}", begun - 1), vec![]),
            ("object_kind=nothing".to_owned(), vec![]),
        ] {
            assert_eq!(told(&log(&ada, &query).await), wanted, "{query}");
        }
        let change = &log(&ada, "what=entry_rename").await[0]["changes"];
        assert_eq!(*change, json!([{ "field": "name", "before": "=draft", "after": "final" }]));
        assert_eq!(ada.get(&format!("{LOG}?after=nonsense")).await.status, 422);
    });
}

#[test]
fn pages_of_the_log_stay_complete_while_it_grows() {
    on_both(async |server| {
        story(server).await;
        let ada = server.user("ada");
        let whole: Vec<_> = log(&ada, "limit=200").await.iter().map(|entry| entry["audit_id"].clone()).collect();
        let (mut found, mut next) = (Vec::new(), String::new());
        loop {
            let page = ada.get(&format!("{LOG}?limit=3{next}")).await.ok();
            found.extend(page["items"].as_array().unwrap().iter().map(|entry| entry["audit_id"].clone()));
            server.user("wim").folder(server.top, &format!("more {}", found.len())).await.ok();
            let Some(after) = page["next"].as_str() else { break };
            next = format!("&after={after}");
        }
        assert_eq!(found, whole);
    });
}

#[test]
fn a_file_has_what_the_filter_lets_through_and_runs_nothing() {
    on_both(async |server| {
        story(server).await;
        let ada = server.user("ada");
        let csv = export(&ada, "format=csv&what=folder_create").await;
        assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
        let text = String::from_utf8(csv.bytes).unwrap();
        let lines: Vec<_> = text.trim_start_matches('\u{feff}').lines().collect();
        assert!(lines[0].starts_with("audit_id,at,users_id,name,email"), "{text}");
        assert!(
            lines.len() == 2 && lines[1].contains(",2027-01-15T08:00:00Z,") && lines[1].contains(",'=draft,"),
            "{text}"
        );
        let lines = export(&ada, "format=jsonl").await;
        assert_eq!(lines.header("content-disposition"), "attachment; filename=\"system_log.jsonl\"");
        let text = String::from_utf8(lines.bytes).unwrap();
        let exported: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(exported, log(&ada, "limit=200").await);
        assert_eq!(export(&ada, "format=xml").await.status, 422);
        assert_eq!(export(&server.user("wim"), "format=csv").await.status, 403);
    });
}

#[test]
fn a_purged_node_keeps_its_marks_in_the_log() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (open, sealed) = (wim.folder(server.top, "open").await.id(), wim.folder(server.top, "sealed").await.id());
        server.classify(sealed).await;
        let zoe = server.user("zoe");
        for folder in [open, sealed] {
            zoe.delete(&format!("entry/{folder}")).await.ok();
            zoe.delete(&format!("entry/bin/{folder}")).await.ok();
        }
        let about = |folder: i64| format!("object_kind=node&object_id={folder}&what=bin_purge");
        let ada = server.user("ada");
        assert_eq!(told(&log(&ada, &about(open)).await), ["bin_purge open"]);
        assert_eq!(told(&log(&ada, &about(sealed)).await), ["bin_purge -"]);
        assert_eq!(told(&log(&zoe, &about(sealed)).await), ["bin_purge sealed"]);
    });
}

#[test]
fn an_admin_who_gets_themselves_cleared_stands_in_the_log_for_the_others_to_read() {
    on_both(async |server| {
        let (ada, zoe) = (server.user("ada"), server.user("zoe"));
        let secret = zoe.folder(server.top, "Secret").await.id();
        server.classify(secret).await;
        let entry = format!("entry/{secret}");
        assert_eq!(ada.get(&entry).await.status, 404);
        let (group, ada_id) = (server.groups["cleared"], server.users["ada"]);
        let member = format!("/api/core/usergroup/{group}/users/{ada_id}");
        assert_eq!(ada.put(&member, json!({})).await.status, 204);
        assert_eq!(ada.get(&entry).await.status, 200, "from the very next request on");
        assert_eq!(ada.delete(&member).await.status, 204);
        assert_eq!(ada.get(&entry).await.status, 404);
        let entries = log(&zoe, &format!("object_kind=usergroup&object_id={group}")).await;
        assert_eq!(told(&entries), ["group_member_remove lume", "group_member_put lume"], "as the group is titled");
        for entry in &entries {
            assert_eq!((&entry["users_id"], &entry["email"]), (&json!(ada_id), &json!("ada@lume.example")));
        }
        let changes = entries[1]["changes"].as_array().unwrap();
        let who = changes.iter().find(|change| change["field"] == "users_id").unwrap();
        assert_eq!(who["after"], json!(ada_id.to_string()), "whom it was about, and that it was herself");
    });
}
