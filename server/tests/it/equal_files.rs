//! Files with the same content: of one file, of those that have just come, and of a repository for who manages it; nobody
//! learns of what they do not see.

use std::collections::BTreeSet;

use db::Engine;
use serde_json::{Value, json};

use crate::harness::on_both;
use crate::objects::Library;
use crate::plans::plans;
use crate::test_users::TestUser;

fn nodes(items: &Value) -> Vec<i64> {
    items["items"].as_array().unwrap().iter().map(|one| one["node_id"].as_i64().unwrap()).collect()
}

async fn equal(who: &TestUser<'_>, file: i64) -> Vec<i64> {
    nodes(&who.get(&format!("equal/entry/{file}")).await.ok())
}

/// The number, the wasted bytes and the oldest file of each group.
async fn groups(who: &TestUser<'_>, top: i64) -> Vec<(i64, i64, i64)> {
    let told = who.get(&format!("equal/repository/{top}")).await.ok();
    assert_eq!(told["next"], json!(null));
    told["items"].as_array().unwrap().iter().map(group).collect()
}

fn group(one: &Value) -> (i64, i64, i64) {
    let number = |key: &str| one[key].as_i64().unwrap();
    (number("count"), number("wasted"), one["first"]["node_id"].as_i64().unwrap())
}

#[test]
fn a_file_tells_where_else_its_content_is() {
    on_both(async |server| {
        let (ada, wim, library) = (server.user("ada"), server.user("wim"), Library::new(server).await);
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        let file = wim.upload(one, "a.txt", "the same").await.id();
        let second = wim.upload(two, "b.txt", "the same").await.id();
        wim.upload(two, "c.txt", "another").await.ok();
        let empty = wim.upload(one, "empty.txt", "").await.id();
        wim.upload(two, "empty too.txt", "").await.ok();
        let third = ada.upload(library.top, "d.txt", "the same").await.id();
        assert_eq!(equal(&wim, file).await, [second], "the bucket is not open to him");
        assert_eq!(equal(&ada, file).await, [second, third]);
        assert_eq!(equal(&wim, empty).await, [0; 0], "nothing is in it that could be equal");
        let told = ada.get(&format!("equal/entry/{file}?limit=1")).await.ok();
        assert_eq!((nodes(&told), &told["items"][0]["places"][1]["name"]), (vec![second], &json!("Two")));
        let next = format!("equal/entry/{file}?limit=1&after={}", told["next"].as_str().unwrap());
        let told = ada.get(&next).await.ok();
        assert_eq!((nodes(&told), &told["next"]), (vec![third], &json!(null)));
        // What is in the bin, or below a folder there, is no file any more.
        wim.delete(&format!("entry/{two}")).await.ok();
        assert_eq!(equal(&wim, file).await, [0; 0]);
        wim.post(&format!("entry/restore/{two}"), json!({})).await.ok();
        wim.replace(two, second, "another one").await.ok();
        assert_eq!(equal(&wim, file).await, [0; 0], "an earlier version is no file of its own");
        assert_eq!(wim.get(&format!("equal/entry/{one}")).await.refusal(), (409, "wrong_kind"));
        assert_eq!(server.user("rita").get(&format!("equal/entry/{file}")).await.refusal(), (404, "not_found"));
        assert_eq!(server.user("eva").get(&format!("equal/entry/{file}")).await.status, 404);
    });
}

#[test]
fn who_does_not_see_a_file_learns_nothing_of_it() {
    on_both(async |server| {
        let (wim, zoe, mia) = (server.user("wim"), server.user("zoe"), server.user("mia"));
        let sealed = zoe.upload(server.top, "sealed.txt", "a secret").await.id();
        server.classify(sealed).await;
        let folder = wim.folder(server.top, "Folder").await.id();
        let own = wim.upload(folder, "own.txt", "a secret").await.id();
        assert_eq!((equal(&wim, own).await, equal(&zoe, own).await), (vec![], vec![sealed]));
        let known = async |who: &TestUser<'_>| {
            let told = who.post("equal/entries", json!({ "node_ids": [own, sealed, 999_999] })).await.ok();
            let pair = |one: &Value| (one["node_id"].as_i64().unwrap(), one["other"]["node_id"].as_i64().unwrap());
            told["items"].as_array().unwrap().iter().map(pair).collect::<Vec<_>>()
        };
        assert!(known(&wim).await.is_empty());
        assert_eq!(known(&zoe).await, [(own, sealed), (sealed, own)]);
        assert!(groups(&mia, server.top).await.is_empty(), "she manages the repository, and does not see it");
        let again = wim.upload(folder, "again.txt", "a secret").await.id();
        assert_eq!(groups(&mia, server.top).await, [(2, 8, own)], "nor is it counted");
        let hash = wim.get(&format!("entry/{own}")).await.ok()["hash"].as_str().unwrap().to_owned();
        let members = mia.get(&format!("equal/repository/{}/{hash}", server.top)).await.ok();
        assert_eq!(nodes(&members), [own, again]);
        let too_many = wim.post("equal/entries", json!({ "node_ids": vec![own; 101] })).await;
        assert_eq!((too_many.status, &too_many.body["errors"][0]["field"]), (422, &json!("node_ids")));
    });
}

#[test]
fn who_manages_a_repository_gets_what_wastes_most_first() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let mut first = Vec::new();
        for (name, bytes, copies) in [("small", 10, 5), ("large", 1000, 2), ("middle", 100, 4), ("single", 5000, 1)] {
            for copy in 0..copies {
                let folder = wim.folder(server.top, &format!("{name} {copy}")).await.id();
                let file = wim.upload(folder, "same.bin", vec![b'x'; bytes]).await.id();
                if copy == 0 {
                    first.push(file);
                }
            }
        }
        let all = [(2, 1000, first[1]), (4, 300, first[2]), (5, 40, first[0])];
        assert_eq!(groups(&mia, server.top).await, all);
        let mut after = String::new();
        for wanted in all {
            let told = mia.get(&format!("equal/repository/{}?limit=1{after}", server.top)).await.ok();
            assert_eq!(group(&told["items"][0]), wanted);
            after = told["next"].as_str().map(|next| format!("&after={next}")).unwrap_or_default();
        }
        assert_eq!(after, "", "the last page says so");
        for who in ["wim", "rea"] {
            let refused = server.user(who).get(&format!("equal/repository/{}", server.top)).await;
            assert_eq!(refused.refusal(), (403, "needs_role.manager"));
        }
        let (folder, hash) = (wim.folder(server.top, "Other").await.id(), "0".repeat(64));
        assert_eq!(mia.get(&format!("equal/repository/{folder}")).await.refusal(), (409, "wrong_kind"));
        assert_eq!(nodes(&mia.get(&format!("equal/repository/{}/{hash}", server.top)).await.ok()), [0; 0]);
        // All but the oldest go to the bin, and come back.
        let content = mia.get(&format!("equal/repository/{}", server.top)).await.ok()["items"][1]["hash"].clone();
        let path = format!("equal/repository/{}/{}", server.top, content.as_str().unwrap());
        let members = nodes(&mia.get(&path).await.ok());
        let removal = mia.post("selection/remove", json!({ "node_ids": members[1..] })).await.ok();
        server.drain().await;
        assert_eq!(groups(&mia, server.top).await, [all[0], all[2]]);
        let id = removal["bg_action"]["bg_action_id"].as_str().unwrap();
        mia.post(&format!("selection/undo/{id}"), json!({})).await;
        server.drain().await;
        assert_eq!(groups(&mia, server.top).await, all);
    });
}

#[test]
fn what_waits_behind_hidden_files_is_found_in_its_order() {
    on_both(async |server| {
        let (wim, zoe, mia) = (server.user("wim"), server.user("zoe"), server.user("mia"));
        let sealed = zoe.folder(server.top, "Sealed").await.id();
        server.classify(sealed).await;
        server.drain().await;
        let folder = wim.folder(server.top, "Folder").await.id();
        for number in 0..70 {
            // More than are counted at once: all of them waste more, and most of it is hidden.
            let bytes = vec![b'a'; 2_000 + number];
            for name in ["one", "two"] {
                zoe.upload(sealed, &format!("{name} {number}.bin"), bytes.clone()).await.ok();
            }
            if number == 69 {
                wim.upload(folder, "seen.bin", bytes).await.ok();
            }
        }
        let file = wim.upload(folder, "plain.bin", "plain").await.id();
        wim.upload(folder, "plain too.bin", "plain").await.ok();
        assert_eq!(groups(&mia, server.top).await, [(2, 5, file)]);
        let told = zoe.get(&format!("equal/repository/{}?limit=2", server.top)).await.ok();
        assert_eq!(group(&told["items"][0]).0, 3, "she sees all three");
        assert_eq!(told["items"].as_array().unwrap().len(), 2);
    });
}

#[test]
fn many_files_are_asked_about_with_as_many_statements_as_one() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (old, new) = (wim.folder(server.top, "Old").await.id(), wim.folder(server.top, "New").await.id());
        let (mut first, mut files) = (Vec::new(), Vec::new());
        for number in 0..9 {
            let (name, text) = (format!("{number}.txt"), format!("text {number}"));
            first.push(wim.upload(old, &name, text.clone()).await.id());
            files.push(wim.upload(new, &name, text).await.id());
        }
        let query_log = server.test.query_log();
        let asked = async |nodes: &[i64]| {
            query_log.take();
            let told = wim.post("equal/entries", json!({ "node_ids": nodes })).await.ok();
            let pair = |one: &Value| (one["node_id"].as_i64().unwrap(), one["other"]["node_id"].as_i64().unwrap());
            let pairs: Vec<(i64, i64)> = told["items"].as_array().unwrap().iter().map(pair).collect();
            (pairs, query_log.take().iter().filter(|sql| sql.contains("nodes_node")).count())
        };
        let pairs: Vec<(i64, i64)> = files.iter().copied().zip(first.iter().copied()).collect();
        let (of_one, one) = asked(&files[..1]).await;
        let (of_many, many) = asked(&files).await;
        assert_eq!((of_one, of_many, many), (pairs[..1].to_vec(), pairs, one));
        // What is below a folder in the bin is no file any more, and hides no other.
        wim.delete(&format!("entry/{old}")).await.ok();
        assert_eq!(asked(&files).await.0, [(0, 0); 0]);
        let third = wim.upload(server.top, "third.txt", "text 4").await.id();
        assert_eq!(asked(&files).await.0, [(files[4], third)]);
    });
}

#[test]
fn equal_files_are_read_from_their_index() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let file = wim.upload(server.top, "a.txt", "the same").await.id();
        wim.upload(server.top, "b.txt", "the same").await.ok();
        let query_log = server.test.query_log();
        equal(&wim, file).await;
        groups(&mia, server.top).await;
        let heard: BTreeSet<String> =
            query_log.take().into_iter().filter(|sql| sql.contains("nodes_node_equal")).collect();
        assert_eq!(heard.len(), 3, "{heard:#?}");
        // A million files of a tenant are a million entries of the index, and no row.
        let steps: Vec<String> = plans(server, &heard).await.into_iter().flat_map(|(_, steps)| steps).collect();
        let has = |wanted: &str| steps.iter().any(|step| step.contains(wanted));
        assert!(has("COVERING INDEX nodes_node_equal (tenant_id=?)"), "{steps:#?}");
        assert!(has("nodes_node_equal (tenant_id=? AND content_hash=? AND "), "{steps:#?}");
        assert!(has("nodes_node_equal (tenant_id=? AND content_hash=? AND repository_id=?)"), "{steps:#?}");
        assert!(!steps.iter().any(|step| step == "USE TEMP B-TREE FOR GROUP BY"), "{steps:#?}");
    });
}
