//! Versions of a file: its content is replaced, what it was before is kept, seen with the rights to the file, and taken up
//! again.

use std::fs;

use primitives::NodeRole;
use security::Principal;
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both, on_disks};
use crate::objects::Library;
use crate::previews::png;
use crate::quotas::tenant;
use crate::test_users::{Answer, TestUser};

pub async fn versions(who: &TestUser<'_>, file: i64) -> Vec<Value> {
    let listed = who.get(&format!("version/entry/{file}")).await.ok();
    listed["versions"].as_array().unwrap().clone()
}

/// The number, the size and the name of each.
fn told(versions: &[Value]) -> Vec<(i64, i64, &str)> {
    let number = |version: &Value, key: &str| version[key].as_i64().unwrap();
    versions.iter().map(|one| (number(one, "number"), number(one, "size"), one["label"].as_str().unwrap())).collect()
}

fn id(version: &Value) -> i64 {
    version["version_id"].as_i64().unwrap()
}

async fn bytes(who: &TestUser<'_>, version: i64) -> Answer {
    who.get(&format!("/api/file/version/{version}")).await
}

async fn restore(who: &TestUser<'_>, version: i64) -> Answer {
    who.post(&format!("version/restored/{version}"), json!({})).await
}

async fn set_rule(server: &TestServer, rule: Value) -> Answer {
    let lume = tenant(server, "lume").await;
    server.sign_in("ada").await.put(&format!("version/rule/tenant/{lume}"), rule).await
}

#[test]
fn a_replaced_file_keeps_its_place_and_what_it_was() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let file = wim.upload(server.top, "plan.txt", "one").await.id();
        let alone = wim.get(&format!("version/entry/{file}")).await.ok();
        assert_eq!(told(alone["versions"].as_array().unwrap()), [(1, 3, "")], "a file that was never replaced");
        assert_eq!((&alone["may_change"], id(&alone["versions"][0])), (&json!(true), 0));
        server.clock.advance(60);
        let stored = wim.replace(server.top, file, "number two").await.ok();
        assert_eq!((&stored["node_id"], &stored["name"]), (&json!(file), &json!("plan.txt")));
        server.clock.advance(60);
        wim.replace(server.top, file, "three").await.ok();
        assert_eq!(wim.list(server.top).await, ["plan.txt"]);
        assert_eq!(wim.content(file).await.bytes, b"three");
        assert_eq!(server.bytes_at("plan.txt").await, b"three", "the readable tree has it, too");
        let all = versions(&wim, file).await;
        assert_eq!(told(&all), [(3, 5, ""), (2, 10, ""), (1, 3, "")]);
        let times: Vec<_> = all.iter().map(|one| one["made_at"].as_i64().unwrap() - crate::harness::NOW).collect();
        assert_eq!(times, [120, 60, 0]);
        assert!(all.iter().all(|one| one["made_by"]["name"] == "wim"));
        assert_eq!(bytes(&wim, id(&all[0])).await.bytes, b"three");
        assert_eq!(bytes(&wim, id(&all[1])).await.bytes, b"number two");
        let first = bytes(&rea, id(&all[2])).await;
        assert_eq!((first.status, first.bytes.as_slice()), (200, &b"one"[..]), "a reader of the file");
        assert!(first.header("content-disposition").contains("plan.txt"), "under the name of the file");
        let entry = wim.get(&format!("entry/{file}")).await.ok();
        assert_eq!((&entry["size"], &entry["hash"]), (&json!(5), &all[0]["hash"]));
        assert_eq!(wim.get("entry/bin").await.names(), [""; 0], "nobody has removed anything");
        assert_eq!(server.names_at("").await, [".vitrine", "plan.txt"]);
        assert_eq!((server.binned().await.len(), server.staged().await.len()), (2, 0));
        assert_eq!(server.count("SELECT COUNT(*) FROM content_intent").await, 0);
        // One that is coming lies below the file, too.
        let coming = json!({ "folder_parent_id": server.top, "filename": "plan.txt", "replaces": file });
        wim.post("file/prepare", coming).await.ok();
        let broken = server.app.db.read(|c| room::broken_rules(&vitrine::rooms::rooms(), c)).await.unwrap();
        assert_eq!(broken, [""; 0], "the doctor knows where versions lie");
    });
}

#[test]
fn bytes_that_a_file_has_already_make_no_version_unless_its_own_are_damaged() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "plan.txt", "one").await.id();
        let before = server.count("SELECT COUNT(*) FROM nodes_node").await;
        let replaced = "SELECT COUNT(*) FROM audit_entry WHERE what = 'file_replace'";
        let stored = wim.replace(server.top, file, "one").await.ok();
        assert_eq!((&stored["node_id"], &stored["unchanged"]), (&json!(file), &json!(true)));
        let wanted = json!({ "folder_parent_id": server.top, "filename": "any name", "replaces": file });
        let prepared = wim.post("file/prepare", wanted).await.ok();
        let sent = wim.patch(&prepared, 0, b"one", &[("upload-length", "3")]).await;
        assert_eq!((sent.status, sent.header("upload-unchanged")), (204, "true"));
        assert_eq!(told(&versions(&wim, file).await), [(1, 3, "")]);
        assert_eq!((server.count(replaced).await, server.count("SELECT COUNT(*) FROM nodes_node").await), (0, before));
        assert_eq!(server.count("SELECT COUNT(*) FROM content_upload").await, 0);
        assert_eq!(server.binned().await, [""; 0]);
        assert_eq!(server.user("rea").replace(server.top, file, "one").await.refusal(), (403, "needs_role.writer"));
        // They are the way to give a damaged file its bytes back.
        server.overwrite("plan.txt", "two").await;
        assert_eq!(wim.content(file).await.refusal(), (500, "damaged"));
        assert_eq!(wim.replace(server.top, file, "one").await.ok()["unchanged"], false);
        assert_eq!(wim.content(file).await.bytes, b"one");
        assert_eq!(versions(&wim, file).await.len(), 2);
    });
}

#[test]
fn of_two_uploads_of_the_same_new_bytes_that_race_one_makes_a_version() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "plan.txt", "first").await.id();
        for round in 1..=8 {
            let bytes = format!("number {round}");
            let send = || wim.replace(server.top, file, bytes.clone());
            let (one, two) = tokio::join!(send(), send());
            let (one, two) = (one.ok(), two.ok());
            assert_ne!(one["unchanged"], two["unchanged"], "round {round}");
            assert_eq!(wim.content(file).await.bytes, bytes.as_bytes());
            let replaced = server.count("SELECT COUNT(*) FROM audit_entry WHERE what = 'file_replace'").await;
            assert_eq!(replaced, round);
        }
        assert_eq!(server.staged().await, [""; 0]);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_upload").await, 0);
    });
}

#[test]
fn an_earlier_version_is_taken_up_again_without_losing_the_present_one() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let file = wim.upload(server.top, "plan.txt", "one").await.id();
        wim.replace(server.top, file, "two").await.ok();
        let first = versions(&wim, file).await.pop().unwrap();
        wim.put(&format!("version/{}", id(&first)), json!({ "label": " As agreed " })).await;
        for label in ["As\nagreed", "As \u{202e}deerga"] {
            let refused = wim.put(&format!("version/{}", id(&first)), json!({ "label": label })).await;
            assert_eq!((refused.status, &refused.body["errors"][0]["field"]), (422, &json!("label")));
        }
        let after = restore(&mia, id(&first)).await.ok();
        let all = after["versions"].as_array().unwrap();
        assert_eq!(told(all), [(3, 3, "As agreed"), (2, 3, "")]);
        assert_eq!((&all[0]["restored_from"], &all[0]["made_by"]["name"]), (&json!(1), &json!("mia")));
        assert_eq!(wim.content(file).await.bytes, b"one");
        assert_eq!(server.bytes_at("plan.txt").await, b"one");
        assert_eq!(bytes(&wim, id(&all[1])).await.bytes, b"two");
        assert_eq!(restore(&wim, id(&all[0])).await.refusal(), (409, "current_version"));
        assert_eq!(restore(&wim, id(&first)).await.refusal(), (404, "not_found"), "it is the third one now");
        restore(&wim, id(&all[1])).await.ok();
        assert_eq!(wim.content(file).await.bytes, b"two");
        assert_eq!((server.binned().await.len(), server.staged().await.len()), (1, 0));
    });
}

#[test]
fn versions_are_open_to_those_to_whom_the_file_is_open() {
    on_both(async |server| {
        let (wim, rea, rita) = (server.user("wim"), server.user("rea"), server.user("rita"));
        let folder = wim.folder(server.top, "folder").await.id();
        let file = wim.upload(folder, "plan.txt", "one").await.id();
        wim.replace(folder, file, "two").await.ok();
        let first = id(versions(&wim, file).await.last().unwrap());
        let kept = server.count("SELECT node_id FROM content_version WHERE node_id IS NOT NULL").await;
        for (who, refusal) in [(&rea, (403, "needs_role.writer")), (&rita, (404, "not_found"))] {
            assert_eq!(restore(who, first).await.refusal(), refusal);
            assert_eq!(who.delete(&format!("version/{first}")).await.refusal(), refusal);
            assert_eq!(who.put(&format!("version/{first}"), json!({ "label": "mine" })).await.refusal(), refusal);
            assert_eq!(who.replace(folder, file, "theirs").await.refusal(), refusal);
        }
        assert_eq!(rea.get(&format!("version/entry/{file}")).await.ok()["may_change"], false);
        assert_eq!(bytes(&rita, first).await.refusal(), (404, "not_found"));
        assert_eq!(rita.get(&format!("version/entry/{file}")).await.refusal(), (404, "not_found"));
        assert_eq!(server.user("eva").get(&format!("version/entry/{file}")).await.status, 404);
        server.grant(file, Principal::User(server.users["rita"]), NodeRole::Reader).await;
        assert_eq!(bytes(&rita, first).await.bytes, b"one");
        server.classify(file).await;
        assert_eq!(bytes(&rita, first).await.refusal(), (404, "not_found"), "a mark hides what the file was, too");
        // The node that keeps it is nobody's entry.
        let ada = server.user("ada");
        for who in [&wim, &ada, &rita] {
            assert_eq!(who.content(kept).await.status, 404);
            assert_eq!(who.get(&format!("entry/{kept}")).await.status, 404);
            assert_eq!(who.preview(kept).await.status, 404);
            assert_eq!(who.get(&format!("version/entry/{kept}")).await.status, 404);
            assert_eq!(who.post(&format!("entry/restore/{kept}"), json!({})).await.status, 404);
            assert_eq!(who.delete(&format!("entry/bin/{kept}")).await.status, 404);
            who.post("entry/bin/delete", json!({ "node_ids": [kept] })).await;
        }
        server.drain().await;
        assert_eq!(server.binned().await, [kept.to_string()]);
    });
}

#[test]
fn a_file_that_is_locked_or_gone_is_not_replaced() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (one, two) = (wim.folder(server.top, "one").await.id(), wim.folder(server.top, "two").await.id());
        let file = wim.upload(one, "plan.txt", "one").await.id();
        assert_eq!(mia.replace(two, file, "words").await.refusal(), (404, "not_found"), "it lies in another folder");
        assert_eq!(mia.replace(server.top, one, "words").await.refusal(), (409, "wrong_kind"));
        let prepared = mia
            .post("file/prepare", json!({ "folder_parent_id": one, "filename": "plan.txt", "replaces": file }))
            .await
            .ok();
        wim.post(&format!("entry/lock/{file}"), json!({})).await.ok();
        assert_eq!(mia.replace(one, file, "words").await.refusal(), (403, "locked"));
        assert_eq!(
            mia.send(&prepared, "words").await.refusal(),
            (403, "locked"),
            "rights are asked for at its end again"
        );
        let exists = |who: &TestUser<'_>| {
            let path = format!("entry/exists/{one}");
            let asked = who.request(reqwest::Method::POST, &path).json(&json!({ "names": ["PLAN.txt"] }));
            async move { Answer::of(asked).await.ok()["entries"][0].clone() }
        };
        let (theirs, own) = (exists(&mia).await, exists(&wim).await);
        assert_eq!((&theirs["may_replace"], &own["may_replace"]), (&json!(false), &json!(true)));
        assert_eq!(own["node_id"], file);
        wim.replace(one, file, "of its holder").await.ok();
        wim.delete(&format!("entry/lock/{file}")).await.ok();
        wim.delete(&format!("entry/{file}")).await.ok();
        assert_eq!(mia.send(&prepared, "words").await.refusal(), (404, "not_found"));
        assert_eq!(wim.replace(one, file, "words").await.refusal(), (404, "not_found"));
        wim.post(&format!("entry/restore/{file}"), json!({})).await.ok();
        assert_eq!(told(&versions(&wim, file).await).len(), 2, "its versions come back with it");
    });
}

#[test]
fn versions_go_with_their_file_and_by_themselves() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let folder = wim.folder(server.top, "folder").await.id();
        let file = wim.upload(folder, "plan.txt", "one").await.id();
        for words in ["two", "three"] {
            wim.replace(folder, file, words).await.ok();
        }
        let all = versions(&wim, file).await;
        assert_eq!(wim.delete(&format!("version/{}", id(&all[0]))).await.refusal(), (409, "current_version"));
        assert_eq!(wim.delete(&format!("version/{}", id(&all[2]))).await.status, 204);
        assert_eq!(bytes(&wim, id(&all[2])).await.refusal(), (404, "not_found"));
        assert_eq!((told(&versions(&wim, file).await).len(), server.binned().await.len()), (2, 1));
        let moved = wim.folder(server.top, "elsewhere").await.id();
        wim.post(&format!("entry/move/{file}"), json!({ "target_id": moved })).await.ok();
        wim.rename(file, "renamed.txt").await.ok();
        assert_eq!(bytes(&wim, id(&all[1])).await.bytes, b"two", "a move and a new name change nothing");
        wim.put(&format!("entry/copy/{file}/to/{folder}"), json!({})).await;
        server.drain().await;
        let copy = wim.get(&format!("entry/list/{folder}")).await.ok()["items"][0]["node_id"].as_i64().unwrap();
        assert_eq!(told(&versions(&wim, copy).await), [(1, 5, "")], "a copy begins anew");
        mia.delete(&format!("entry/{moved}")).await.ok();
        assert_eq!(mia.delete(&format!("entry/bin/{moved}")).await.status, 204);
        assert_eq!(server.binned().await, [""; 0]);
        let left = "SELECT COUNT(*) FROM nodes_node WHERE parent_id NOT IN (SELECT node_id FROM nodes_node)";
        assert_eq!(server.count(left).await, 0);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_version").await, 0);
    });
}

#[test]
fn a_tenant_keeps_as_many_versions_as_it_says_and_those_with_a_name() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "plan.txt", "0").await.id();
        for number in 1..=3 {
            wim.replace(server.top, file, number.to_string()).await.ok();
        }
        let first = id(versions(&wim, file).await.last().unwrap());
        wim.put(&format!("version/{first}"), json!({ "label": "The first" })).await;
        assert_eq!(set_rule(server, json!({ "most": 1, "days": null })).await.ok(), json!({ "most": 1, "days": null }));
        content::sweep(&server.app.content).await.unwrap();
        let numbers = |all: &[Value]| told(all).iter().map(|one| one.0).collect::<Vec<_>>();
        assert_eq!(numbers(&versions(&wim, file).await), [4, 3, 1], "a stricter rule holds for what there is");
        wim.replace(server.top, file, "4").await.ok();
        assert_eq!(numbers(&versions(&wim, file).await), [5, 4, 1]);
        assert_eq!(server.binned().await.len(), 2);
        set_rule(server, json!({ "most": null, "days": 30 })).await.ok();
        server.clock.advance(29 * 86_400);
        content::sweep(&server.app.content).await.unwrap();
        assert_eq!(numbers(&versions(&server.sign_in("wim").await, file).await), [5, 4, 1]);
        server.clock.advance(2 * 86_400);
        content::sweep(&server.app.content).await.unwrap();
        assert_eq!(numbers(&versions(&server.sign_in("wim").await, file).await), [5, 1]);
        assert_eq!(server.binned().await.len(), 1);
        assert_eq!(set_rule(server, json!({ "most": 5 })).await.ok(), json!({ "most": 5, "days": 30 }), "one field");
        assert_eq!(set_rule(server, json!({ "days": null })).await.ok(), json!({ "most": 5, "days": null }));
        for (rule, field) in [(json!({ "most": -1, "days": null }), "most"), (json!({ "most": 1, "days": 0 }), "days")]
        {
            let refused = set_rule(server, rule).await;
            assert_eq!((refused.status, &refused.body["errors"][0]["field"]), (422, &json!(field)), "{}", refused.body);
        }
    });
}

#[test]
fn a_long_list_of_versions_goes_on_where_it_ended() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "plan.txt", "one").await.id();
        wim.replace(server.top, file, "two").await.ok();
        let more = format!(
            "INSERT INTO content_version (file_id, number, made_at)
             WITH RECURSIVE numbers (number) AS (SELECT 3 UNION ALL SELECT number + 1 FROM numbers WHERE number < 250)
             SELECT {file}, number, 0 FROM numbers"
        );
        server.test.run(more).await;
        let newest = wim.get(&format!("version/entry/{file}")).await.ok();
        let numbers = |page: &Value| -> Vec<i64> {
            page["versions"].as_array().unwrap().iter().map(|one| one["number"].as_i64().unwrap()).collect()
        };
        assert_eq!(numbers(&newest), (51..=250).rev().collect::<Vec<_>>());
        let next = newest["next"].as_str().unwrap();
        let oldest = wim.get(&format!("version/entry/{file}?after={next}")).await.ok();
        assert_eq!(numbers(&oldest), (1..=50).rev().collect::<Vec<_>>());
        assert_eq!((&oldest["next"], &oldest["may_change"]), (&Value::Null, &json!(true)));
        assert_eq!(wim.get(&format!("version/entry/{file}?after=nonsense")).await.status, 422);
    });
}

#[test]
fn what_a_stricter_rule_would_delete_is_told_before_it_is_saved() {
    on_both(async |server| {
        let wim = server.user("wim");
        let mut files = Vec::new();
        for name in ["plan.txt", "list.txt", "once.txt"] {
            files.push(wim.upload(server.top, name, "0").await.id());
        }
        for number in 1..=3 {
            wim.replace(server.top, files[0], number.to_string()).await.ok();
        }
        server.clock.advance(40 * 86_400);
        let wim = server.sign_in("wim").await;
        wim.replace(server.top, files[1], "1").await.ok();
        let named = id(versions(&wim, files[0]).await.last().unwrap());
        wim.put(&format!("version/{named}"), json!({ "label": "The first" })).await;
        let (lume, ada) = (tenant(server, "lume").await, server.sign_in("ada").await);
        let told = async |rule: Value| {
            let told = ada.post(&format!("version/rule/tenant/{lume}/check"), rule).await.ok();
            assert_eq!(told["at_least"], false);
            (told["versions"].as_i64().unwrap(), told["files"].as_i64().unwrap())
        };
        assert_eq!(told(json!({ "most": null, "days": null })).await, (0, 0));
        assert_eq!(told(json!({ "most": 0 })).await, (3, 2), "what has a name stays");
        assert_eq!(told(json!({ "most": 1 })).await, (1, 1));
        assert_eq!(told(json!({ "days": 30 })).await, (2, 1));
        set_rule(server, json!({ "most": 1 })).await.ok();
        assert_eq!(told(json!({ "days": 30 })).await, (2, 1), "with what is left out as it is");
        content::sweep(&server.app.content).await.unwrap();
        assert_eq!((versions(&wim, files[0]).await.len(), told(json!({ "most": 0 })).await), (3, (2, 2)));
        let wrong = ada.post(&format!("version/rule/tenant/{lume}/check"), json!({ "most": -1 })).await;
        assert_eq!((wrong.status, &wrong.body["errors"][0]["field"]), (422, &json!("most")));
    });
}

#[test]
fn a_picture_and_its_earlier_versions_have_pictures() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let file = wim.upload(server.top, "a.png", png()).await.id();
        server.drain().await;
        let before = wim.get(&format!("entry/{file}")).await.ok();
        assert!(before["properties"]["width"].is_i64());
        wim.replace(server.top, file, [0, 1, 2, 3]).await.ok();
        server.drain().await;
        let after = wim.get(&format!("entry/{file}")).await.ok();
        assert_eq!((&after["properties"]["width"], &after["entry_type"]), (&json!(null), &json!("file")));
        let all = versions(&wim, file).await;
        let picture = async |version: i64| rea.get(&format!("rendition/version/{version}?size=96")).await.status;
        assert_eq!((picture(id(&all[1])).await, picture(id(&all[0])).await), (200, 404));
        assert_eq!(server.user("rita").get(&format!("rendition/version/{}", id(&all[1]))).await.status, 404);
    });
}

#[test]
fn in_a_bucket_each_version_is_an_object() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let file = ada.upload(library.top, "plan.txt", "one").await.id();
        ada.replace(library.top, file, "two").await.ok();
        assert_eq!(library.bytes(file).unwrap(), b"two");
        let first = id(versions(&ada, file).await.last().unwrap());
        assert_eq!(bytes(&ada, first).await.bytes, b"one");
        let restored = restore(&ada, first).await.ok();
        assert_eq!(ada.content(file).await.bytes, b"one");
        let second = id(&restored["versions"][1]);
        assert_eq!(bytes(&ada, second).await.bytes, b"two");
        assert_eq!(library.objects.keys().len(), 3, "two contents, and what tells that the repository is there");
        assert_eq!(ada.delete(&format!("version/{second}")).await.status, 204);
        assert_eq!(library.objects.keys().len(), 2);
    });
}

#[test]
fn readers_of_a_file_that_is_replaced_get_one_content_whole() {
    on_both(async |server| {
        let (wim, mia, rea) = (server.user("wim"), server.user("mia"), server.user("rea"));
        // Nothing is kept that a late reader could be given.
        set_rule(server, json!({ "most": 0, "days": null })).await.ok();
        let file = wim.upload(server.top, "plan.txt", "content 00").await.id();
        let done = std::sync::atomic::AtomicUsize::new(0);
        let is_over = || done.load(std::sync::atomic::Ordering::Relaxed) == 2;
        let write = async |who: &TestUser<'_>, first: usize| {
            for number in first..first + 10 {
                let answer = who.replace(server.top, file, format!("content {number:02}")).await;
                assert!([200, 201, 409].contains(&answer.status), "{} {}", answer.status, answer.body);
            }
            done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        };
        let read = async || {
            while !is_over() {
                let asked = rea.request(reqwest::Method::GET, &format!("/api/file/content/{file}"));
                let answer = match Answer::attempt(asked).await {
                    // Of an object nothing more is read once it is another one.
                    Err(_) if server.bucket.is_some() => continue,
                    answered => answered.unwrap(),
                };
                assert_eq!(answer.status, 200, "{}", answer.body);
                let tag = format!("\"{}\"", blake3::hash(&answer.bytes).to_hex());
                assert_eq!(answer.header("etag"), tag, "the tag is that of these bytes");
            }
        };
        tokio::join!(write(&wim, 10), write(&mia, 30), read(), read(), read());
        assert_eq!(server.count("SELECT COUNT(*) FROM content_check WHERE flaw IS NOT NULL").await, 0);
        assert_eq!(server.count("SELECT COUNT(*) FROM audit_entry WHERE what = 'file_damaged'").await, 0);
    });
}

/// A replacement that a killed process has left: how far it has come on disk.
async fn left_behind(server: &TestServer, file: i64, steps: usize) -> i64 {
    let wim = server.user("wim");
    let wanted = json!({ "folder_parent_id": server.top, "filename": "plan.txt", "size": 3, "replaces": file });
    let prepared = wim.post("file/prepare", wanted).await.ok();
    let staged = prepared["node_id"].as_i64().unwrap();
    fs::write(server.disk.join(format!(".vitrine/staging/{staged}")), "two").unwrap();
    let mut child = std::process::Command::new("true").spawn().unwrap();
    let gone = storage::Owner::of(child.id()).as_str().to_owned();
    child.wait().unwrap();
    let now = server.clock.now();
    server
        .test
        .run(format!(
            "INSERT INTO content_intent (node_id, tenant_id, repository_id, act, source, target, created_at, owner, lease_until,
               way, taken_id, kept_id)
             SELECT {file}, tenant_id, repository_id, 'replace', 'plan.txt', '', {now}, '{gone}', {now} + 60,
               '/{top}/{file}/', {staged}, {staged}
             FROM nodes_node WHERE node_id = {file}",
            top = server.top
        ))
        .await;
    let at = server.disk.join("plan.txt");
    if steps > 0 {
        fs::rename(&at, server.disk.join(format!(".vitrine/bin/{staged}"))).unwrap();
    }
    if steps > 1 {
        fs::rename(server.disk.join(format!(".vitrine/staging/{staged}")), &at).unwrap();
    }
    staged
}

#[test]
fn a_replacement_that_a_crash_cut_off_is_undone_and_nobody_sees_it_meanwhile() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "plan.txt", "one").await.id();
        for steps in 0..3 {
            let staged = left_behind(server, file, steps).await;
            assert_eq!(wim.content(file).await.bytes, b"one", "while it is unfinished, after {steps} steps");
            assert_eq!(wim.replace(server.top, file, "more").await.refusal(), (409, "moving"));
            let owner = storage::Owner::this_process();
            storage::reconcile(&server.app.db, &owner, server.clock.now() + 1).await.unwrap();
            assert_eq!(server.bytes_at("plan.txt").await, b"one");
            assert_eq!(wim.content(file).await.bytes, b"one");
            assert!(server.staged().await.contains(&staged.to_string()), "the upload may go on");
            assert_eq!((server.binned().await, versions(&wim, file).await.len()), (vec![], 1));
            server.test.run(format!("DELETE FROM content_upload WHERE node_id = {staged}")).await;
            server.test.run(format!("DELETE FROM nodes_node WHERE node_id = {staged}")).await;
            fs::remove_file(server.disk.join(format!(".vitrine/staging/{staged}"))).unwrap();
        }
        assert_eq!(server.count("SELECT COUNT(*) FROM content_check WHERE flaw IS NOT NULL").await, 0);
    });
}
