//! Copies of entries: what they are called, what of a folder they have, the marks that they keep, between repositories, how
//! they end, and how they are taken back.

use primitives::{NodeId, NodeRole};
use security::Principal;
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both, on_disks};
use crate::previews::png;
use crate::quotas::tenant;
use crate::test_users::{Answer, TestUser};

pub async fn copy(who: &TestUser<'_>, node: i64, target: i64) -> Answer {
    who.put(&format!("entry/copy/{node}/to/{target}"), json!({})).await
}

async fn keeping_both(who: &TestUser<'_>, node: i64, target: i64) -> Answer {
    who.put(&format!("entry/copy/{node}/to/{target}?keep_both=true"), json!({})).await
}

async fn several(who: &TestUser<'_>, selection: Value) -> Value {
    let answer = who.post("entry/copy", selection).await;
    assert_eq!(answer.status, 202, "{}", answer.body);
    answer.ok()
}

pub async fn action(who: &TestUser<'_>, begun: &Value) -> Value {
    let all = who.get("/api/core/background-action").await.ok();
    let id = &begun["bg_action"]["bg_action_id"];
    all["items"].as_array().unwrap().iter().find(|one| one["bg_action_id"] == *id).unwrap().clone()
}

/// The node called `name` in `folder`.
pub async fn named(who: &TestUser<'_>, folder: i64, name: &str) -> i64 {
    let list = who.get(&format!("entry/list/{folder}?limit=500")).await.ok();
    let found = list["items"].as_array().unwrap().iter().find(|one| one["name"] == name);
    found.unwrap_or_else(|| panic!("no {name}: {list}"))["node_id"].as_i64().unwrap()
}

/// Nothing is on its way any more.
pub async fn nothing_is_left(server: &TestServer) {
    for sql in [
        "SELECT COUNT(*) FROM content_intent",
        "SELECT COUNT(*) FROM content_upload",
        "SELECT COUNT(*) FROM nodes_node WHERE state = 0",
    ] {
        assert_eq!(server.count(sql).await, 0, "{sql}");
    }
    assert_eq!(server.staged().await, [""; 0]);
}

/// The row of a copy of `file` in `folder` that was being made when the program was killed.
pub async fn half_made(server: &TestServer, file: NodeId, folder: NodeId) -> NodeId {
    let made = server.app.db.write(move |tx| {
        let node: NodeId = tx.get(
            "INSERT INTO nodes_node (tenant_id, repository_id, parent_id, kind, name, name_key, state, size_bytes,
               created_at, modified_at, entry_type, duplicate)
             SELECT tenant_id, repository_id, $2, 2, name, name_key, 0, size_bytes, 0, 0, entry_type, FALSE
             FROM nodes_node WHERE node_id = $1
             RETURNING node_id",
            db::params![file, folder],
            |row| row.get(0),
        )?;
        tx.run(
            "INSERT INTO content_upload (node_id, users_id, ticket_hash, bg_action_id, created_at, seen_at, owner,
               lease_until, one_call)
             SELECT $1, users_id, 'nobody has it', '', 0, 0, '', 0, TRUE FROM content_copying",
            db::params![node],
        )?;
        tx.run("UPDATE content_copy SET made_id = $1", db::params![node])?;
        Ok::<_, db::Error>(node)
    });
    made.await.unwrap()
}

/// A second repository of the tenant, on the same file server.
pub async fn another_repository(server: &TestServer) -> i64 {
    let ada = server.user("ada");
    let file_server = server.count("SELECT MIN(file_server_id) FROM content_repository").await;
    let new = json!({
        "title": "Second", "folder_name": "second", "file_server_id": file_server, "tenant_id": tenant(server, "lume").await
    });
    let top = ada.post("repository", new).await.ok()["node_id"].as_i64().unwrap();
    server.grant(top, Principal::Group(server.groups["writers"]), NodeRole::Writer).await;
    top
}

#[test]
fn a_copy_beside_its_source_is_called_a_copy_and_elsewhere_keeps_its_name() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        let file = wim.upload(one, "a.txt", "letters").await.id();
        for _ in 0..2 {
            let begun = copy(&wim, file, one).await;
            assert_eq!((begun.status, &begun.body["bg_action"]["type"]), (202, &json!("copy")), "{}", begun.body);
            server.drain().await;
            assert_eq!(action(&wim, &begun.body).await["status"], "success");
        }
        assert_eq!(wim.list(one).await, ["a.txt", "Copy of a (2).txt", "Copy of a.txt"]);
        let path = format!("entry/copy/{file}/to/{one}");
        let in_portuguese = wim.request(reqwest::Method::PUT, &path).header("accept-language", "pt-BR");
        Answer::of(in_portuguese).await.ok();
        server.drain().await;
        named(&wim, one, "Cópia de a.txt").await;

        copy(&wim, file, two).await.ok();
        server.drain().await;
        assert_eq!(copy(&wim, file, two).await.refusal(), (409, "name_taken"));
        keeping_both(&wim, file, two).await.ok();
        server.drain().await;
        assert_eq!(wim.list(two).await, ["a (2).txt", "a.txt"]);
        assert_eq!(wim.content(named(&wim, two, "a (2).txt").await).await.bytes, b"letters");
        assert_eq!(server.bytes_at("Two/a.txt").await, b"letters");
        assert!(wim.find("copy").await.contains(&"Copy of a (2).txt".to_owned()), "copies are found");
        nothing_is_left(server).await;
    });
}

#[test]
fn a_folder_is_copied_with_everything_in_it_that_the_asker_sees() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let (from, to) = (wim.folder(server.top, "From").await.id(), wim.folder(server.top, "To").await.id());
        let inner = wim.folder(from, "Inner").await.id();
        let deep = wim.folder(inner, "Deep").await.id();
        wim.upload(deep, "deep.txt", "deep").await.ok();
        wim.upload(from, "plain.txt", "plain").await.ok();
        let sealed = zoe.upload(inner, "sealed.txt", "secret").await.id();
        let closed = zoe.folder(from, "Closed").await.id();
        zoe.upload(closed, "closed.txt", "secret").await.ok();
        server.classify(sealed).await;
        server.classify(closed).await;
        server.drain().await;

        let begun = copy(&wim, from, to).await.ok();
        server.drain().await;
        let told = action(&wim, &begun).await;
        assert_eq!((&told["status"], &told["done"]), (&json!("success"), &json!(5)), "{told}");
        assert_eq!(server.names_at("To/From").await, ["Inner", "plain.txt"]);
        assert_eq!(server.names_at("To/From/Inner").await, ["Deep"]);
        assert_eq!(server.bytes_at("To/From/Inner/Deep/deep.txt").await, b"deep");
        let copied = named(&wim, to, "From").await;
        assert_eq!(zoe.list(copied).await, ["Inner", "plain.txt"], "what is hidden was not copied for anybody");
        assert_eq!(wim.get(&format!("entry/{copied}")).await.ok()["item_count"], 2);
        assert_eq!(wim.list(from).await, ["Inner", "plain.txt"], "the source is as it was");
        nothing_is_left(server).await;
    });
}

#[test]
fn copies_keep_the_marks_of_their_sources() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let (sealed, open) = (zoe.folder(server.top, "Sealed").await.id(), zoe.folder(server.top, "Open").await.id());
        let folder = zoe.folder(sealed, "Folder").await.id();
        zoe.upload(folder, "deep.txt", "secret").await.ok();
        let file = zoe.upload(sealed, "file.txt", "secret").await.id();
        let own = zoe.upload(open, "own.txt", "secret").await.id();
        server.classify(sealed).await;
        server.classify(own).await;
        server.drain().await;
        let check = json!({ "parent_id": sealed, "target_id": open, "copy": true });
        let check = zoe.put("entry/copymove/check", check).await.ok();
        assert_eq!((&check["possible"], &check["keeps_marks"]), (&json!(2), &json!(true)));
        for node in [folder, file, own] {
            copy(&zoe, node, open).await.ok();
        }
        server.drain().await;
        let copies = [
            named(&zoe, open, "Folder").await,
            named(&zoe, open, "file.txt").await,
            named(&zoe, open, "Copy of own.txt").await,
        ];
        let deep = named(&zoe, copies[0], "deep.txt").await;
        for node in copies.into_iter().chain([deep]) {
            assert_eq!(wim.get(&format!("entry/{node}")).await.status, 404);
            assert_eq!(wim.content(node).await.status, 404);
        }
        assert_eq!(zoe.content(deep).await.bytes, b"secret");
        assert_eq!(wim.list(open).await, [""; 0]);
        // Of what lies in a marked copy, the mark is inherited.
        assert_eq!(server.count("SELECT COUNT(*) FROM security_node_mark").await, 5);
        let told =
            server.count("SELECT COUNT(*) FROM audit_entry WHERE what = 'entry_copied' AND after_json LIKE '%marks%'");
        assert_eq!(told.await, 3, "the log says that marks were kept");
    });
}

#[test]
fn a_reader_copies_what_they_see_to_where_they_may_write() {
    on_both(async |server| {
        let (wim, rea, rita) = (server.user("wim"), server.user("rea"), server.user("rita"));
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        let theirs = wim.folder(server.top, "Theirs").await.id();
        let inner = wim.folder(one, "Inner").await.id();
        let file = wim.upload(one, "a.txt", "1").await.id();
        server.grant(one, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        server.grant(theirs, Principal::Group(server.groups["guests"]), NodeRole::Writer).await;
        assert_eq!(copy(&rea, file, two).await.refusal(), (403, "needs_role.writer"));
        assert_eq!(copy(&rita, file, two).await.refusal(), (404, "not_found"));
        assert_eq!(copy(&wim, one, inner).await.refusal(), (409, "into_itself"));
        assert_eq!(copy(&wim, server.top, two).await.refusal(), (409, "wrong_kind"));
        assert_eq!(copy(&wim, file, file).await.refusal(), (409, "wrong_kind"));
        assert_eq!(copy(&server.user("eva"), file, server.other_top).await.refusal(), (404, "not_found"));
        copy(&rita, one, theirs).await.ok();
        server.drain().await;
        let copied = named(&rita, theirs, "One").await;
        assert_eq!(rita.list(copied).await, ["Inner", "a.txt"]);
        // The grant of the source is not copied, and whoever made the copy has made it.
        let made = rita.get(&format!("entry/{copied}")).await.ok();
        assert_eq!(made["role"], "writer", "{made}");
        // Somebody's lock keeps nobody from copying the folder around it, and is not copied.
        let mia = server.users["mia"];
        let locked = server.app.db.write(move |tx| {
            tx.run("UPDATE nodes_node SET locked_by = $2 WHERE node_id = $1", db::params![NodeId(file), mia])
        });
        locked.await.unwrap();
        assert_eq!(copy(&wim, file, two).await.refusal(), (403, "locked"));
        copy(&wim, one, two).await.ok();
        server.drain().await;
        let unlocked = named(&wim, named(&wim, two, "One").await, "a.txt").await;
        assert_eq!(wim.get(&format!("entry/{unlocked}")).await.ok()["locked"], false);
    });
}

#[test]
fn copies_go_into_other_repositories() {
    on_both(async |server| {
        let wim = server.user("wim");
        let second = another_repository(server).await;
        let folder = wim.folder(server.top, "Folder").await.id();
        let picture = wim.upload(folder, "picture.png", png()).await.id();
        server.drain().await;
        assert_eq!(wim.preview(picture).await.status, 200);
        let check = json!({ "node_ids": [folder], "target_id": second, "copy": true });
        assert_eq!(wim.put("entry/copymove/check", check.clone()).await.ok()["possible"], 1);
        copy(&wim, folder, second).await.ok();
        // Nothing is drawn again: there is no program that could.
        let kinds = server.jobs_drawing_with(previews::Worker::at("/nowhere"));
        jobs::Worker::new(server.app.db.clone(), server.clock.clone(), kinds, 1).drain().await.unwrap();
        let copied = named(&wim, named(&wim, second, "Folder").await, "picture.png").await;
        assert_eq!(wim.content(copied).await.bytes, png());
        assert_eq!(wim.preview(copied).await.bytes, wim.preview(picture).await.bytes);
        let (one, other) = (wim.get(&format!("entry/{picture}")).await, wim.get(&format!("entry/{copied}")).await);
        let (one, other) = (one.ok(), other.ok());
        assert_eq!((&one["entry_type"], &one["size"]), (&other["entry_type"], &other["size"]));
        if server.bucket.is_none() {
            let disk = server.disk.with_file_name("second").join("Folder/picture.png");
            assert_eq!(std::fs::read(disk).unwrap(), png());
        }
        assert_eq!(wim.put("entry/copymove/check", check).await.ok()["existing_count"], 1);
        nothing_is_left(server).await;
    });
}

#[test]
fn many_are_copied_and_what_was_not_is_named() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        let mut files = Vec::new();
        for number in 0..120 {
            files.push(wim.upload(one, &format!("{number:03}.txt"), number.to_string()).await.id());
        }
        wim.upload(two, "007.txt", "theirs").await.ok();
        server.overwrite("One/009.txt", "x").await;
        let begun = several(&wim, json!({ "parent_id": one, "target_id": two })).await;
        assert_eq!(begun["count"], 120);
        server.drain().await;
        let told = action(&wim, &begun).await;
        assert_eq!(
            (&told["status"], &told["done"], &told["failed"]),
            (&json!("partial_error"), &json!(118), &json!(2))
        );
        let text = told["text"].as_str().unwrap();
        assert!(text.contains("007.txt") && text.contains("009.txt"), "{text}");
        assert_eq!(server.names_at("Two").await.len(), 119);
        assert_eq!(server.bytes_at("Two/011.txt").await, b"11");
        let rest = several(&wim, json!({ "node_ids": [files[7], one, files[8]], "target_id": two })).await;
        assert_eq!(rest["count"], 1, "what lies in a selected folder is copied with it");
        server.drain().await;
        assert_eq!(server.names_at("Two/One").await.len(), 119);
        nothing_is_left(server).await;
    });
}

async fn undo(who: &TestUser<'_>, begun: &Value) -> Answer {
    let id = begun["bg_action"]["bg_action_id"].as_str().unwrap();
    who.post(&format!("selection/undo/{id}"), json!({})).await
}

#[test]
fn a_copy_that_is_taken_back_goes_to_the_bin() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        wim.upload(one, "a.txt", "1").await.ok();
        let begun = copy(&wim, one, two).await.ok();
        server.drain().await;
        let copied = named(&wim, two, "One").await;
        assert_eq!(undo(&mia, &begun).await.refusal(), (404, "not_found"));
        assert_eq!(undo(&wim, &begun).await.status, 202);
        server.drain().await;
        assert_eq!((wim.list(two).await, wim.list(one).await), (vec![], vec!["a.txt".to_owned()]));
        assert_eq!(server.binned().await, [copied.to_string()]);
        assert_eq!(undo(&wim, &begun).await.status, 409, "it was taken back already");
    });
}

#[test]
fn a_copy_that_is_cancelled_leaves_no_half_folder() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        for number in 0..300 {
            wim.upload(one, &format!("{number:03}.txt"), "x").await.ok();
        }
        let cancel = async |begun: &Value| {
            let id = begun["bg_action"]["bg_action_id"].as_str().unwrap();
            wim.post(&format!("/api/core/background-action/{id}/cancel"), json!({})).await.status
        };
        // Before it has begun.
        let begun = copy(&wim, one, two).await.ok();
        assert_eq!(cancel(&begun).await, 204);
        server.drain().await;
        assert_eq!(wim.list(two).await, [""; 0]);
        assert_eq!(server.binned().await, [""; 0]);

        // In its middle.
        let begun = copy(&wim, one, two).await.ok();
        let watch = async {
            while wim.list(two).await.is_empty() {
                tokio::task::yield_now().await;
            }
            cancel(&begun).await
        };
        let (status, ()) = tokio::join!(watch, server.drain());
        assert_eq!(status, 204, "it was over too soon");
        server.drain().await;
        assert_eq!(wim.list(two).await, [""; 0]);
        assert_eq!(server.binned().await.len(), 1, "what was begun lies in the bin");
        assert_eq!(server.names_at("Two").await, [""; 0]);
        let all = wim.get("/api/core/background-action").await.ok();
        assert!(all["items"].as_array().unwrap().iter().all(|one| one["type"] != "copy"), "{all}");
        nothing_is_left(server).await;
    });
}

#[test]
fn a_copy_of_a_folder_does_not_copy_itself() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        wim.upload(one, "a.txt", "1").await.ok();
        copy(&wim, one, two).await.ok();
        // Before the job begins, its target comes into what it copies.
        wim.post(&format!("entry/move/{two}"), json!({ "target_id": one })).await.ok();
        server.drain().await;
        assert_eq!(wim.list(one).await, ["Two", "a.txt"]);
        assert_eq!(wim.list(two).await, [""; 0]);
        nothing_is_left(server).await;
    });
}

/// As a crash leaves it: a file's copy is in place, and its row still in staging.
#[test]
fn a_copy_that_a_crash_cut_off_goes_on_and_leaves_nothing_half() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        let file = wim.upload(one, "a.txt", "whole").await.id();
        let begun = copy(&wim, file, two).await.ok();
        std::fs::write(server.disk.join("Two/a.txt"), "who").unwrap();
        half_made(server, NodeId(file), NodeId(two)).await;
        let owner = storage::Owner::this_process();
        storage::recover(&server.app.db, &owner, server.clock.now() + 1).await.unwrap();
        server.drain().await;
        assert_eq!(action(&wim, &begun).await["status"], "success");
        assert_eq!(wim.list(two).await, ["a.txt"]);
        assert_eq!(server.bytes_at("Two/a.txt").await, b"whole");
        nothing_is_left(server).await;
    });
}
