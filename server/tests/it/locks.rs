//! A locked entry: only the holder of the lock can do anything with it, except removing it.

use primitives::NodeRole;
use security::Principal;
use serde_json::{Value, json};

use crate::harness::{NOW, on_both};
use crate::previews::png;
use crate::test_users::{Answer, TestUser};

async fn lock(who: &TestUser<'_>, node: i64) -> Answer {
    who.post(&format!("entry/lock/{node}"), json!({})).await
}

async fn unlock(who: &TestUser<'_>, node: i64) -> Answer {
    who.delete(&format!("entry/lock/{node}")).await
}

/// The entry as a list has it.
async fn listed(who: &TestUser<'_>, folder: i64, node: i64) -> Value {
    let page = who.get(&format!("entry/list/{folder}")).await.ok();
    page["items"].as_array().unwrap().iter().find(|entry| entry["node_id"] == node).unwrap().clone()
}

/// Whether it is locked, whether by this person, by whom and since when.
fn told(entry: &Value) -> [&Value; 4] {
    ["locked", "is_locked_by_me", "locked_by_name", "locked_at"].map(|field| &entry[field])
}

async fn offered(who: &TestUser<'_>, node: i64) -> Vec<String> {
    let offered = who.get(&format!("actions/node/{node}")).await.ok();
    let keys = offered["items"].as_array().unwrap().iter().map(|item| item["action_key"].as_str().unwrap().to_owned());
    keys.collect()
}

#[test]
fn a_locked_entry_is_removed_by_others_and_nothing_else() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let folder = wim.folder(server.top, "folder").await.id();
        let file = wim.upload(folder, "file.txt", "words").await.id();
        let aside = wim.upload(server.top, "aside.txt", "words").await.id();
        let free = (offered(&wim, folder).await, offered(&wim, file).await);
        server.grant(server.top, Principal::User(server.users["rita"]), NodeRole::Writer).await;
        let rita = server.user("rita");
        lock(&wim, folder).await.ok();
        lock(&wim, file).await.ok();
        let to_holder = |acts: Vec<String>| -> Vec<String> {
            acts.into_iter().map(|act| if act == "lock" { "unlock".to_owned() } else { act }).collect()
        };
        let free = (to_holder(free.0), to_holder(free.1));
        assert_eq!((offered(&wim, folder).await, offered(&wim, file).await), free, "its holder may do everything");
        for node in [folder, file] {
            assert_eq!(offered(&mia, node).await, ["unlock", "remove"], "a manager");
            assert_eq!(offered(&rita, node).await, ["remove"], "a writer");
        }
        for refused in [
            mia.get(&format!("actions/download/{file}")).await,
            mia.get(&format!("/api/file/content/{file}")).await,
            mia.rename(file, "other.txt").await,
            mia.post(&format!("entry/move/{file}"), json!({ "target_id": server.top })).await,
            mia.post(&format!("entry/move/{aside}"), json!({ "target_id": folder })).await,
            mia.put(&format!("entry/copy/{file}/to/{}", server.top), json!({})).await,
            mia.put(&format!("entry/copy/{aside}/to/{folder}"), json!({})).await,
            lock(&mia, file).await,
            unlock(&rita, file).await,
            mia.folder(folder, "inner").await,
            mia.prepare(folder, "a.txt", None).await,
            mia.get(&format!("/api/node/grant/node/{folder}")).await,
        ] {
            assert!(refused.status == 403 && refused.body["code"] == "locked", "{refused:?}");
        }
        assert_eq!(mia.list(folder).await, ["file.txt"], "what lies in it is found as before");
        let told = mia.get(&format!("entry/{file}")).await.ok();
        assert_eq!(told["locked_by_name"], "wim", "what lists tell of it");
        assert_eq!((&told["hash"], &told["created_at"]), (&json!(null), &json!(0)), "and nothing more");
        mia.delete(&format!("entry/{file}")).await.ok();
    });
}

#[test]
fn a_lock_says_who_holds_it_since_when_and_ends_by_them_or_a_manager() {
    on_both(async |server| {
        let (wim, mia, rea) = (server.user("wim"), server.user("mia"), server.user("rea"));
        let folder = wim.folder(server.top, "folder").await.id();
        let file = wim.upload(folder, "file.txt", "words").await.id();
        assert_eq!(told(&listed(&rea, folder, file).await), [&json!(false), &json!(null), &json!(null), &json!(null)]);
        let (own, name, since) = (json!(true), json!("wim"), json!(NOW));
        assert_eq!(told(&lock(&wim, file).await.ok()), [&own, &own, &name, &since]);
        server.clock.advance(60);
        assert_eq!(told(&lock(&wim, file).await.ok()), [&own, &own, &name, &since], "it is locked already");
        assert_eq!(told(&wim.get(&format!("entry/{file}")).await.ok()), [&own, &own, &name, &since]);
        assert_eq!(told(&listed(&rea, folder, file).await), [&own, &json!(null), &name, &since]);
        assert_eq!(unlock(&rea, file).await.refusal(), (403, "needs_role.writer"));
        assert_eq!(told(&unlock(&mia, file).await.ok())[0], &json!(false));
        assert_eq!(told(&unlock(&wim, file).await.ok())[0], &json!(false), "it is not locked any more");
        assert_eq!(wim.rename(file, "mine.txt").await.status, 200);

        assert_eq!(lock(&rea, file).await.refusal(), (403, "needs_role.writer"));
        assert_eq!(lock(&server.user("rita"), file).await.refusal(), (404, "not_found"));
        assert_eq!(lock(&wim, server.top).await.refusal(), (409, "wrong_kind"));
        let count = "SELECT COUNT(*) FROM audit_entry WHERE what IN ('entry_lock', 'entry_unlock')";
        assert_eq!(server.count(count).await, 2, "what changes nothing is not recorded");
        let ended = server.app.db.read(|c| {
            let sql = "SELECT before_json FROM audit_entry WHERE what = 'entry_unlock'";
            c.get(sql, &[], |row| row.get::<String>(0))
        });
        let whose = json!({ "locked_by": server.users["wim"] });
        assert_eq!(serde_json::from_str::<Value>(&ended.await.unwrap()).unwrap(), whose, "whose lock it was");
        let tree = wim.get(&format!("entry/folders/{}", server.top)).await.ok();
        assert_eq!((&tree["items"][0]["locked"], &tree["items"][0]["is_locked_by_me"]), (&json!(false), &json!(null)));
        lock(&wim, folder).await.ok();
        for (who, is_own) in [(&wim, json!(true)), (&rea, json!(null))] {
            let tree = who.get(&format!("entry/folders/{}", server.top)).await.ok();
            assert_eq!((&tree["items"][0]["locked"], &tree["items"][0]["is_locked_by_me"]), (&json!(true), &is_own));
        }
    });
}

#[test]
fn a_lock_goes_with_a_moved_and_a_removed_entry() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (one, two) = (wim.folder(server.top, "one").await.id(), wim.folder(server.top, "two").await.id());
        let file = wim.upload(one, "file.txt", "words").await.id();
        lock(&wim, file).await.ok();
        wim.post(&format!("entry/move/{file}"), json!({ "target_id": two })).await.ok();
        assert_eq!(mia.rename(file, "hers.txt").await.refusal(), (403, "locked"));
        mia.delete(&format!("entry/{file}")).await.ok();
        wim.post(&format!("entry/restore/{file}"), json!({})).await.ok();
        assert_eq!(mia.rename(file, "hers.txt").await.refusal(), (403, "locked"));
    });
}

#[test]
fn what_a_lock_hides_stays_hidden_in_the_bin() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let held = wim.upload(server.top, "held.png", png()).await.id();
        let free = wim.upload(server.top, "free.png", png()).await.id();
        lock(&wim, held).await.ok();
        server.drain().await;
        assert_eq!(mia.preview(held).await.refusal(), (403, "locked"));
        for file in [held, free] {
            mia.delete(&format!("entry/{file}")).await.ok();
        }
        assert_eq!(mia.preview(free).await.status, 200);
        assert_eq!(mia.preview(held).await.refusal(), (403, "locked"));
        assert_eq!(wim.preview(held).await.status, 200, "its holder");
        assert_eq!(server.user("rita").preview(held).await.refusal(), (404, "not_found"), "who does not see it");
        for (who, is_own, shown) in [(&mia, json!(null), "none"), (&wim, json!(true), "ready")] {
            let bin = who.get("entry/bin").await.ok();
            let items = bin["items"].as_array().unwrap();
            let entry = |node: i64| items.iter().find(|one| one["node_id"] == node).unwrap();
            assert_eq!(told(entry(held)), [&json!(true), &is_own, &json!("wim"), &json!(NOW)]);
            assert_eq!(told(entry(free)), [&json!(false), &json!(null), &json!(null), &json!(null)]);
            assert_eq!(entry(held)["preview"]["status"], shown);
            assert_eq!(entry(free)["preview"]["status"], "ready");
        }
        mia.post(&format!("entry/restore/{held}"), json!({})).await.ok();
        assert_eq!(mia.preview(held).await.refusal(), (403, "locked"));
    });
}

#[test]
fn an_act_on_many_leaves_what_others_have_locked_and_says_so() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (from, to) = (wim.folder(server.top, "from").await.id(), wim.folder(server.top, "to").await.id());
        let mut files = Vec::new();
        for name in ["free.txt", "held.txt"] {
            files.push(wim.upload(from, name, "words").await.id());
        }
        lock(&wim, files[1]).await.ok();
        for (act, selected) in [
            ("entry/copy", json!({ "node_ids": files, "target_id": to })),
            ("entry/move", json!({ "node_ids": files, "target_id": server.top })),
        ] {
            let begun = mia.post(act, selected).await;
            assert_eq!(begun.status, 202, "{}", begun.body);
            let id = begun.ok()["bg_action"]["bg_action_id"].as_str().unwrap().to_owned();
            server.drain().await;
            assert_eq!(mia.actions().await.remove(0).1, "partial_error", "{act}");
            if act == "entry/copy" {
                continue;
            }
            let failures = mia.get(&format!("selection/failures/{id}")).await.ok();
            let failures = failures["items"].as_array().unwrap();
            assert_eq!(failures.len(), 1, "{act}");
            assert_eq!((&failures[0]["name"], &failures[0]["reason"]), (&json!("held.txt"), &json!("locked")), "{act}");
        }
        assert_eq!((mia.list(from).await, mia.list(to).await), (vec!["held.txt".into()], vec!["free.txt".into()]));
        let alone = mia.post("entry/move", json!({ "node_ids": [files[1]], "target_id": to })).await;
        assert_eq!(alone.refusal(), (403, "locked"));
    });
}

#[test]
fn the_locks_of_a_person_end_where_they_are_not_any_more() {
    on_both(async |server| {
        let (ada, wim, mia) = (server.user("ada"), server.user("wim"), server.user("mia"));
        let (eva, writers) = (server.users["eva"], server.groups["writers"]);
        let joined = server.app.db.write(move |tx| {
            tx.run("INSERT INTO identity_member (users_id, user_group_id) VALUES ($1, $2)", db::params![eva, writers])?;
            tenancy::bump_epoch(tx)
        });
        joined.await.unwrap();
        let guest = server.user("eva");
        let file = wim.upload(server.top, "file.txt", "words").await.id();
        let (theirs, folder) = (guest.folder(server.other_top, "theirs").await.id(), wim.folder(server.top, "folder"));
        let folder = folder.await.id();
        lock(&guest, file).await.ok();
        lock(&guest, theirs).await.ok();
        lock(&wim, folder).await.ok();
        assert_eq!(mia.rename(file, "hers.txt").await.refusal(), (403, "locked"));

        ada.delete(&format!("/api/core/usergroup/{writers}/users/{eva}")).await;
        assert_eq!(mia.rename(file, "hers.txt").await.status, 200, "she has left the tenant");
        assert_eq!(told(&listed(&guest, server.other_top, theirs).await)[0], &json!(true), "she is at home there");
        assert_eq!(mia.rename(folder, "hers").await.refusal(), (403, "locked"), "he has not left");

        let path = format!("/api/core/users/{}", server.users["wim"]);
        ada.put(&path, json!({ "name": "wim", "active": false })).await.ok();
        assert_eq!(mia.rename(folder, "hers").await.status, 200, "he is switched off");
        let ended = "SELECT COUNT(*) FROM audit_entry WHERE what = 'entry_unlock'";
        assert_eq!(server.count(ended).await, 2);
    });
}

#[test]
fn an_upload_whose_file_goes_before_its_picture_comes_has_ended() {
    on_both(async |server| {
        let wim = server.user("wim");
        let picture = b"<svg xmlns='http://www.w3.org/2000/svg' width='4' height='2'/>".to_vec();
        let send = async |folder: i64, name: &str| {
            let prepared = wim.prepare(folder, name, None).await.ok();
            wim.send(&prepared, picture.clone()).await.id()
        };
        let folder = wim.folder(server.top, "folder").await.id();
        let alone = send(server.top, "alone.png").await;
        send(folder, "within.png").await;
        let states = async || wim.actions().await.into_iter().map(|(_, status)| status).collect::<Vec<_>>();
        assert_eq!(states().await, ["generating_preview", "generating_preview"]);
        for node in [alone, folder] {
            wim.delete(&format!("entry/{node}")).await.ok();
        }
        server.drain().await;
        assert_eq!(states().await, ["success"; 4]);
        let cleared = wim.delete("/api/core/background-action").await;
        assert_eq!(cleared.status, 204, "{cleared:?}");
        assert_eq!(wim.actions().await, []);
        // Restored from the bin, it gets its preview after all.
        wim.post(&format!("entry/restore/{alone}"), json!({})).await.ok();
        server.drain().await;
        let entry = wim.get(&format!("entry/{alone}")).await.ok();
        assert_ne!(entry["preview"]["status"], "generating_preview");
    });
}
