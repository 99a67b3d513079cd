//! Closed entries are absent: from lists, totals, search, paths, bytes and previews.

use std::sync::mpsc::channel;

use db::{Db, Tx};
use primitives::NodeRole;
use security::Principal;
use serde_json::json;

use crate::harness::on_both;

#[test]
fn a_marked_entry_is_nowhere_for_the_uncleared_and_everywhere_for_the_cleared() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Launch").await.id();
        let open = wim.upload(folder, "launch open.txt", "open").await.id();
        let secret = wim.upload(folder, "launch secret.txt", "secret").await.id();
        server.drain().await;
        server.classify(secret).await;
        let shown = vec!["launch open.txt", "launch secret.txt"];
        for (name, seen) in [
            ("zoe", shown.clone()),
            ("clea", shown),
            ("ada", vec!["launch open.txt"]),
            ("mia", vec!["launch open.txt"]),
            ("wim", vec!["launch open.txt"]),
            ("rea", vec!["launch open.txt"]),
        ] {
            let who = server.user(name);
            let page = who.get(&format!("entry/list/{folder}")).await;
            assert_eq!(page.body["total"], seen.len(), "{name}'s total");
            assert_eq!(page.names(), seen, "{name}'s list");
            let above = who.get(&format!("entry/list/{}", server.top)).await.ok();
            assert_eq!(above["items"][0]["item_count"], seen.len(), "{name}'s count on the card");
            let mut found = who.find("launch").await;
            found.sort();
            let all: Vec<_> = std::iter::once("Launch").chain(seen.iter().copied()).collect();
            assert_eq!(found, all, "{name}'s search");
            let expected = if seen.len() == 2 { 200 } else { 404 };
            assert_eq!(who.content(secret).await.status, expected, "{name}'s bytes");
            assert_eq!(who.preview(secret).await.status, expected, "{name}'s preview");
            assert_eq!(who.content(open).await.status, 200, "{name} sees the other");
        }
        // They can use a name that they do not see.
        let duplicate = wim.upload(folder, "Launch SECRET.txt", "theirs").await.id();
        assert_eq!(wim.content(duplicate).await.bytes, b"theirs");
        assert_eq!(server.user("clea").content(secret).await.status, 200);
    });
}

#[test]
fn a_mark_on_a_folder_closes_what_is_in_it_and_what_comes_into_it() {
    on_both(async |server| {
        let zoe = server.user("zoe");
        let folder = zoe.folder(server.top, "Vault").await.id();
        let deep = zoe.folder(folder, "vault deep").await.id();
        let old = zoe.upload(deep, "vault old.txt", "x").await.id();
        server.classify(folder).await;
        server.drain().await;
        let new = zoe.upload(deep, "vault new.txt", "x").await.id();
        for (name, names) in [("clea", 4), ("zoe", 4), ("ada", 0), ("wim", 0)] {
            let who = server.user(name);
            let status = if names == 0 { 404 } else { 200 };
            for node in [folder, deep, old, new] {
                assert_eq!(who.get(&format!("entry/{node}")).await.status, status, "{name} {node}");
            }
            assert_eq!(who.find("vault").await.len(), names, "{name}");
            assert_eq!(who.find("va").await.len(), names, "{name}");
            let below = folder.to_string();
            let found = who.search(&[("term", "vault"), ("parent_id", &below)]).await.names();
            assert_eq!(found.len(), names.saturating_sub(1), "{name}");
        }
    });
}

#[test]
fn the_way_to_something_open_shows_names_and_nothing_else() {
    on_both(async |server| {
        let (wim, rita) = (server.user("wim"), server.user("rita"));
        let way = wim.folder(server.top, "Way").await.id();
        let open = wim.folder(way, "Open").await.id();
        let closed = wim.upload(way, "beside.txt", "x").await.id();
        let file = wim.upload(open, "open.txt", "yours").await.id();
        assert_eq!(rita.get("repository").await.ok()["total"], 0);
        server.grant(open, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        let repositories = rita.get("repository").await.ok();
        assert_eq!((&repositories["total"], &repositories["items"][0]["role"]), (&json!(1), &json!(null)));
        assert_eq!(rita.list(server.top).await, ["Way"]);
        assert_eq!(rita.list(way).await, ["Open"], "what lies beside is not shown");
        assert_eq!(rita.list(open).await, ["open.txt"]);
        assert_eq!(rita.content(file).await.bytes, b"yours");
        let passed = rita.get(&format!("entry/{way}")).await.ok();
        for (key, value) in
            [("role", json!(null)), ("item_count", json!(null)), ("modified_at", json!(0)), ("created_by", json!(null))]
        {
            assert_eq!(passed[key], value, "{key}");
        }
        assert_eq!(rita.get(&format!("entry/{closed}")).await.status, 404);
        assert_eq!(rita.find("beside").await, [""; 0]);
        let on_the_way = rita.find("way").await;
        assert!(on_the_way.iter().all(|name| name != "Way"), "what can only be passed is not found: {on_the_way:?}");
        let parents = rita.get(&format!("entry/{file}/parent")).await.ok();
        assert_eq!(parents["items"][1]["name"], "Way");
        assert_eq!(rita.folder(way, "Mine").await.refusal(), (403, "needs_role.writer"));
    });
}

#[test]
fn a_binned_ancestor_is_not_traversable() {
    on_both(async |server| {
        let (wim, mia, rita) = (server.user("wim"), server.user("mia"), server.user("rita"));
        let way = wim.folder(server.top, "Way").await.id();
        let open = wim.folder(way, "Open").await.id();
        let file = wim.upload(open, "open.txt", "yours").await.id();
        let other = wim.folder(server.top, "Other").await.id();
        for node in [open, other] {
            server.grant(node, Principal::Group(server.groups["guests"]), NodeRole::Writer).await;
        }
        assert_eq!(rita.list(server.top).await, ["Other", "Way"]);
        mia.delete(&format!("entry/{way}")).await.ok();
        for _ in 0..2 {
            assert_eq!(rita.list(server.top).await, ["Other"]);
            for gone in [
                format!("entry/{way}"),
                format!("entry/list/{way}"),
                format!("entry/list/{open}"),
                format!("entry/{file}/parent"),
            ] {
                assert_eq!(rita.get(&gone).await.refusal(), (404, "not_found"), "{gone}");
            }
            assert_eq!(rita.content(file).await.refusal(), (404, "not_found"));
            assert_eq!(rita.get("entry/bin").await.names(), [""; 0], "its name is nobody's who could only pass");
            assert_eq!(rita.post(&format!("entry/restore/{way}"), json!({})).await.refusal(), (404, "not_found"));
            assert_eq!(rita.delete(&format!("entry/bin/{way}")).await.refusal(), (404, "not_found"));
            // Once more after the background work of a removal.
            server.drain().await;
        }
        mia.post(&format!("entry/restore/{way}"), json!({})).await.ok();
        assert_eq!(rita.list(server.top).await, ["Other", "Way"]);
        assert_eq!(rita.list(way).await, ["Open"]);
    });
}

#[test]
fn an_ancestor_that_is_hidden_by_a_mark_of_its_own_has_no_name() {
    on_both(async |server| {
        let zoe = server.user("zoe");
        let above = zoe.folder(server.top, "Codename").await.id();
        let file = zoe.upload(above, "inside.txt", "x").await.id();
        server.classify(above).await;
        server.drain().await;
        let rea = server.user("rea");
        assert_eq!(rea.get(&format!("entry/{file}/parent")).await.status, 404, "the mark flows down");
        let clea = server.user("clea").get(&format!("entry/{file}/parent")).await.ok();
        assert_eq!(clea["items"][1]["name"], "Codename");
    });
}

#[test]
fn a_revoked_right_is_gone_with_the_very_next_request() {
    on_both(async |server| {
        let file = server.user("wim").upload(server.top, "a.txt", "x").await.id();
        let (rita, user) = (server.user("rita"), Principal::User(server.users["rita"]));
        for _ in 0..3 {
            server.grant(server.top, user, NodeRole::Reader).await;
            assert_eq!(rita.content(file).await.status, 200);
            server.revoke(server.top, user).await;
            assert_eq!(rita.content(file).await.status, 404);
            assert_eq!(rita.get("repository").await.ok()["total"], 0);
        }
    });
}

#[test]
fn the_menu_offers_the_acts_that_the_role_allows() {
    on_both(async |server| {
        let file = server.user("wim").upload(server.top, "a.txt", "x").await.id();
        let reading = ["information", "preview", "download"];
        let writing = ["information", "preview", "download", "rename", "remove"];
        let managing = ["information", "preview", "download", "rename", "remove", "grant_access"];
        for (name, offered) in [("rea", &reading[..]), ("wim", &writing), ("mia", &managing), ("ada", &managing)] {
            let body = server.user(name).get(&format!("actions/node/{file}")).await.ok();
            let items = body["items"].as_array().unwrap().iter();
            let mut keys: Vec<_> = items.map(|item| item["action_key"].as_str().unwrap()).collect();
            // Another room may offer more.
            keys.retain(|key| managing.contains(key));
            assert_eq!(keys, offered, "{name}");
        }
    });
}

#[test]
fn search_finds_granted_entries_while_a_propagation_is_pending() {
    on_both(async |server| {
        let (wim, rita) = (server.user("wim"), server.user("rita"));
        let outer = wim.folder(server.top, "fresh outer").await.id();
        let inner = wim.folder(outer, "fresh inner").await.id();
        wim.upload(inner, "fresh file.txt", "x").await.ok();
        server.drain().await;
        assert_eq!(rita.find("fresh").await, [""; 0]);
        let rita_alone = Principal::User(server.users["rita"]);
        server.grant(outer, rita_alone, NodeRole::Reader).await;
        assert_eq!(
            server.count("SELECT COUNT(*) FROM security_propagation").await,
            1,
            "the folder within is not propagated yet"
        );
        let mut found = rita.find("fresh").await;
        found.sort();
        assert_eq!(found, ["fresh file.txt", "fresh inner", "fresh outer"]);
        let mut found = rita.find("fr").await;
        found.sort();
        assert_eq!(found, ["fresh file.txt", "fresh inner", "fresh outer"]);
        server.revoke(outer, rita_alone).await;
        assert_eq!(rita.find("fresh").await, [""; 0]);
    });
}

#[test]
fn a_binned_folder_makes_its_ancestors_invisible_again() {
    on_both(async |server| {
        let (wim, rita) = (server.user("wim"), server.user("rita"));
        let way = wim.folder(server.top, "Way").await.id();
        let open = wim.folder(way, "Open").await.id();
        server.grant(open, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        server.drain().await;
        assert_eq!(rita.list(server.top).await, ["Way"]);
        wim.delete(&format!("entry/{open}")).await.ok();
        for node in [server.top, way, open] {
            assert_eq!(rita.get(&format!("entry/{node}")).await.status, 404, "{node}");
        }
        assert_eq!(rita.get("repository").await.ok()["total"], 0);
        wim.post(&format!("entry/restore/{open}"), json!(null)).await.ok();
        assert_eq!(rita.list(server.top).await, ["Way"]);
        assert_eq!(rita.list(way).await, ["Open"]);
        let within = wim.folder(way, "Within").await.id();
        let deep = wim.folder(within, "Deep").await.id();
        server.grant(deep, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        let both = || async { (rita.list(way).await, rita.get(&format!("entry/{within}")).await.status) };
        assert_eq!(both().await, (vec!["Open".to_owned(), "Within".to_owned()], 200));
        wim.delete(&format!("entry/{within}")).await.ok();
        assert_eq!(both().await, (vec!["Open".to_owned()], 404));
    });
}

#[test]
fn lists_and_searches_after_a_grant_do_not_wait_for_a_writer() {
    on_both(async |server| {
        let (wim, rita, rea) = (server.user("wim"), server.user("rita"), server.user("rea"));
        let folder = wim.folder(server.top, "Letters").await.id();
        wim.upload(folder, "letter.txt", "x").await.ok();
        server.drain().await;
        assert_eq!((rita.find("letter").await.len(), rea.find("letter").await.len()), (0, 2));
        server.app.db.background_ended().await;
        server.grant(folder, Principal::User(server.users["rita"]), NodeRole::Reader).await;
        let elsewhere = Db::open(&server.test.url).unwrap();
        let tenant = server.actor("zoe").await.tenants()[0];
        let ((begun, begins), (over, ends)) = (channel(), channel::<()>());
        let holding = tokio::spawn(async move {
            let hold = move |tx: &mut Tx<'_>| {
                nodes::hold_tree(tx, tenant)?;
                begun.send(()).unwrap();
                ends.recv().unwrap_or_default();
                Ok::<_, db::Error>(())
            };
            elsewhere.write(hold).await.unwrap();
            tokio::task::spawn_blocking(move || drop(elsewhere)).await.unwrap();
        });
        tokio::task::spawn_blocking(move || begins.recv().unwrap()).await.unwrap();
        assert_eq!(rita.list(server.top).await, ["Letters"]);
        assert_eq!(rita.list(folder).await, ["letter.txt"]);
        assert_eq!(rita.find("letter").await.len(), 2);
        assert_eq!(rea.list(folder).await, ["letter.txt"]);
        drop(over);
        holding.await.unwrap();
    });
}
