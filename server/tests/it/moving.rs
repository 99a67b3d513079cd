//! Moving entries into other folders: in the tree, on disk, in search, for everybody's access, one or many, and back.

use primitives::{NodeId, NodeRole};
use security::Principal;
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both, on_disks};
use crate::test_users::{Answer, TestUser};

async fn relocate(who: &TestUser<'_>, node: i64, target: i64) -> Answer {
    who.post(&format!("entry/move/{node}"), json!({ "target_id": target })).await
}

async fn several(who: &TestUser<'_>, selection: Value) -> Value {
    let answer = who.post("entry/move", selection).await;
    assert_eq!(answer.status, 202, "{}", answer.body);
    answer.ok()
}

async fn status(who: &TestUser<'_>, begun: &Value) -> Value {
    let all = who.get("/api/core/background-action").await.ok();
    let id = &begun["bg_action"]["bg_action_id"];
    all["items"].as_array().unwrap().iter().find(|one| one["bg_action_id"] == *id).unwrap()["status"].clone()
}

async fn intents(server: &TestServer) -> i64 {
    server.count("SELECT COUNT(*) FROM content_intent").await
}

#[test]
fn a_folder_moves_with_everything_in_it_in_lists_search_and_on_disk() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (from, to) = (wim.folder(server.top, "From").await.id(), wim.folder(server.top, "To").await.id());
        let moved = wim.folder(from, "Moved").await.id();
        let file = wim.upload(moved, "deep.txt", "letters").await.id();
        let action = relocate(&wim, moved, to).await.ok();
        assert_eq!(
            (&action["type"], &action["status"], &action["title"]),
            (&json!("move"), &json!("success"), &json!("Moved"))
        );
        assert_eq!((wim.list(from).await, wim.list(to).await), (vec![], vec!["Moved".to_owned()]));
        assert_eq!(server.bytes_at("To/Moved/deep.txt").await, b"letters");
        assert_eq!(server.names_at("From").await, [""; 0]);
        assert_eq!(wim.content(file).await.bytes, b"letters");
        let parents = wim.get(&format!("entry/{file}/parent")).await.names();
        assert!(parents.ends_with(&["To".to_owned(), "Moved".to_owned()]), "{parents:?}");
        // A word of a folder finds what lies in it.
        assert_eq!(wim.find("to deep").await, ["deep.txt"]);
        assert_eq!(wim.find("from deep").await, [""; 0]);
        let in_folder = |folder: i64| [("term", "moved".to_owned()), ("parent_id", folder.to_string())];
        for (folder, found) in [(from, 0), (to, 2)] {
            let query = in_folder(folder);
            let query: Vec<_> = query.iter().map(|(key, value)| (*key, value.as_str())).collect();
            assert_eq!(wim.search(&query).await.names().len(), found);
        }
        assert_eq!(intents(server).await, 0);
        let counted = wim.get(&format!("entry/{to}")).await.ok();
        assert_eq!(counted["item_count"], 1);
    });
}

#[test]
fn what_cannot_be_there_stays_and_says_why() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        let inner = wim.folder(one, "Inner").await.id();
        let file = wim.upload(one, "same.txt", "1").await.id();
        wim.upload(two, "SAME.txt", "2").await.id();
        assert_eq!(relocate(&wim, file, two).await.refusal(), (409, "name_taken"));
        assert_eq!(relocate(&wim, one, inner).await.refusal(), (409, "into_itself"));
        assert_eq!(relocate(&wim, one, one).await.refusal(), (409, "into_itself"));
        assert_eq!(relocate(&wim, file, one).await.refusal(), (409, "already_there"));
        assert_eq!(relocate(&wim, file, file).await.refusal(), (409, "wrong_kind"));
        assert_eq!(relocate(&wim, server.top, one).await.refusal(), (409, "wrong_kind"));
        assert_eq!(relocate(&wim, file, 999_999).await.refusal(), (404, "not_found"));
        assert_eq!(relocate(&rea, file, two).await.refusal(), (403, "needs_role.writer"));
        assert_eq!(wim.list(one).await, ["Inner", "same.txt"]);
        assert_eq!(intents(server).await, 0);

        let renamed = wim.post(&format!("entry/move/{file}"), json!({ "target_id": two, "name": "other.txt" })).await;
        assert_eq!(renamed.ok()["title"], "other.txt");
        assert_eq!(wim.list(two).await, ["other.txt", "SAME.txt"]);
        assert_eq!(server.bytes_at("Two/other.txt").await, b"1");
    });
}

#[test]
fn an_untracked_file_on_the_disk_is_not_replaced_by_a_move() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        let inner = wim.folder(one, "Inner").await.id();
        std::fs::write(server.disk.join("Two/Inner"), "stray").unwrap();
        assert_eq!(relocate(&wim, inner, two).await.refusal(), (409, "name_taken"));
        assert_eq!(std::fs::read(server.disk.join("Two/Inner")).unwrap(), b"stray");
        assert_eq!(wim.list(one).await, ["Inner"]);
        assert_eq!(intents(server).await, 0);
    });
}

#[test]
fn a_name_that_only_others_see_blocks_nothing() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        let sealed = zoe.upload(two, "plan.txt", "secret").await.id();
        server.classify(sealed).await;
        let plain = wim.upload(one, "plan.txt", "plain").await.id();
        let check = json!({ "node_ids": [plain], "target_id": two });
        assert_eq!(wim.put("entry/copymove/check", check).await.ok()["existing_count"], 0);
        relocate(&wim, plain, two).await.ok();
        assert_eq!(wim.content(plain).await.bytes, b"plain");
        assert_eq!(zoe.content(sealed).await.bytes, b"secret");
        assert_eq!(wim.list(two).await, ["plan.txt"]);
        assert_eq!(zoe.list(two).await, ["plan.txt", "plan.txt"]);
    });
}

#[test]
fn a_move_out_of_a_marked_folder_keeps_the_mark() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let sealed = zoe.folder(server.top, "Sealed").await.id();
        let open = zoe.folder(server.top, "Open").await.id();
        let folder = zoe.folder(sealed, "Folder").await.id();
        let deep = zoe.upload(folder, "deep.txt", "secret").await.id();
        let file = zoe.upload(sealed, "file.txt", "secret").await.id();
        server.classify(sealed).await;
        server.drain().await;
        let check = json!({ "parent_id": sealed, "target_id": open });
        let check = zoe.put("entry/copymove/check", check).await.ok();
        assert_eq!((&check["possible"], &check["keeps_marks"]), (&json!(2), &json!(true)));
        relocate(&zoe, file, open).await.ok();
        relocate(&zoe, folder, open).await.ok();
        // Also before the folders below have heard of it.
        for _ in 0..2 {
            assert_eq!(wim.list(open).await, [""; 0]);
            for node in [file, folder, deep] {
                assert_eq!(wim.get(&format!("entry/{node}")).await.status, 404);
                assert_eq!(wim.content(node).await.status, 404);
                assert_eq!(zoe.get(&format!("entry/{node}")).await.status, 200);
            }
            server.drain().await;
        }
        let told =
            server.count("SELECT COUNT(*) FROM audit_entry WHERE what = 'entry_move' AND after_json LIKE '%marks%'");
        assert_eq!(told.await, 2, "the log says that marks were kept");
        // Back under the mark nothing changes, and a place without marks takes what has none.
        let plain = wim.upload(open, "plain.txt", "x").await.id();
        relocate(&zoe, file, sealed).await.ok();
        assert_eq!(zoe.content(file).await.bytes, b"secret");
        relocate(&zoe, plain, sealed).await.ok();
        assert_eq!(wim.get(&format!("entry/{plain}")).await.status, 404, "it inherits the mark");
    });
}

#[test]
fn whoever_sees_only_the_folder_does_not_take_what_is_in_it() {
    on_both(async |server| {
        let (wim, rita) = (server.user("wim"), server.user("rita"));
        let guests = Principal::Group(server.groups["guests"]);
        let (given, theirs) = (wim.folder(server.top, "Given").await.id(), wim.folder(server.top, "Theirs").await.id());
        let hidden = wim.upload(given, "hidden.txt", "x").await.id();
        server.grant(theirs, guests, NodeRole::Writer).await;
        let grant = json!({
            "node_id": given, "user_group_id": server.groups["guests"], "role": "writer", "recursive": false
        });
        server.user("zoe").post("/api/node/grant", grant).await.ok();
        server.drain().await;
        assert_eq!(rita.get(&format!("entry/{given}")).await.status, 200);
        assert_eq!(rita.get(&format!("entry/{hidden}")).await.status, 404);
        assert_eq!(relocate(&rita, given, theirs).await.refusal(), (403, "needs_role.writer"));
        let many = json!({ "node_ids": [given], "target_id": theirs });
        assert_eq!(rita.post("entry/move", many.clone()).await.status, 403);
        assert_eq!(rita.put("entry/copymove/check", many).await.ok()["not_allowed"], 1);
        let all = json!({ "parent_id": server.top, "target_id": theirs });
        let check = rita.put("entry/copymove/check", all).await.ok();
        assert_eq!(
            (&check["possible"], &check["not_allowed"], &check["into_itself"]),
            (&json!(0), &json!(1), &json!(1)),
            "it is counted among all, too"
        );
        // Everything in the top folder, one of them the target itself: none of it can go.
        let begun = several(&rita, json!({ "parent_id": server.top, "target_id": theirs })).await;
        server.drain().await;
        assert_eq!(status(&rita, &begun).await, "partial_error");
        assert_eq!(wim.list(theirs).await, [""; 0]);
        assert_eq!(rita.get(&format!("entry/{hidden}")).await.status, 404);
        assert_eq!(wim.list(given).await, ["hidden.txt"]);
    });
}

#[test]
fn a_check_of_all_counts_folders_of_which_the_name_alone_is_seen() {
    on_both(async |server| {
        let (wim, rita) = (server.user("wim"), server.user("rita"));
        let guests = Principal::Group(server.groups["guests"]);
        let (closed, theirs) =
            (wim.folder(server.top, "Closed").await.id(), wim.folder(server.top, "Theirs").await.id());
        let inner = wim.folder(closed, "Inner").await.id();
        for open in [inner, theirs] {
            server.grant(open, guests, NodeRole::Writer).await;
        }
        server.drain().await;
        assert_eq!(rita.list(server.top).await, ["Closed", "Theirs"], "one leads to what is open");
        for mut planned in [json!({ "node_ids": [closed] }), json!({ "parent_id": server.top, "except": [theirs] })] {
            planned["target_id"] = json!(theirs);
            for copy in [false, true] {
                planned["copy"] = json!(copy);
                let check = rita.put("entry/copymove/check", planned.clone()).await.ok();
                assert_eq!((&check["possible"], &check["not_allowed"]), (&json!(0), &json!(1)), "{planned}");
            }
        }
    });
}

#[test]
fn many_move_in_the_background_and_go_back() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        for number in 0..120 {
            wim.upload(one, &format!("{number:03}.txt"), "x").await.ok();
        }
        wim.upload(two, "007.txt", "theirs").await.ok();
        let check = wim.put("entry/copymove/check", json!({ "parent_id": one, "target_id": two })).await.ok();
        assert_eq!((&check["possible"], &check["existing_count"]), (&json!(120), &json!(1)));
        assert_eq!(check["existing"][0]["name"], "007.txt");

        let begun = several(&wim, json!({ "parent_id": one, "target_id": two })).await;
        assert_eq!((&begun["count"], &begun["bg_action"]["type"]), (&json!(120), &json!("move")));
        server.drain().await;
        assert_eq!(status(&wim, &begun).await, "partial_error");
        assert_eq!(wim.list(one).await, ["007.txt"], "its name is taken");
        assert_eq!(server.names_at("Two").await.len(), 120);

        let rest = several(&wim, json!({ "parent_id": one, "target_id": two, "keep_both": true })).await;
        server.drain().await;
        assert_eq!(status(&wim, &rest).await, "success");
        assert!(wim.get(&format!("entry/list/{two}?limit=500")).await.names().contains(&"007 (2).txt".to_owned()));

        for begun in [&rest, &begun] {
            let id = begun["bg_action"]["bg_action_id"].as_str().unwrap();
            let other = server.user("mia").post(&format!("selection/undo/{id}"), json!({})).await;
            assert_eq!(other.refusal(), (404, "not_found"));
            let undone = wim.post(&format!("selection/undo/{id}"), json!({})).await;
            assert_eq!(undone.status, 202);
            server.drain().await;
        }
        let back: Vec<String> = (0..120).map(|number| format!("{number:03}.txt")).collect();
        assert_eq!(server.names_at("One").await, back);
        assert_eq!(wim.list(two).await, ["007.txt"]);
        assert_eq!(intents(server).await, 0);
    });
}

#[test]
fn a_chosen_cover_that_has_moved_away_is_not_shown() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        let picture = wim.upload(one, "picture.png", crate::previews::png()).await.id();
        server.drain().await;
        let chosen = wim.put(&format!("rendition/cover/{one}"), json!({ "picture_node_id": picture })).await;
        assert_eq!(chosen.status, 204);
        relocate(&wim, picture, two).await.ok();
        let covers = wim.get(&format!("rendition/covers?node_ids={one},{two}")).await.ok();
        for cover in covers["items"].as_array().unwrap() {
            let shown = cover["pictures"].as_array().unwrap().len();
            assert_eq!((shown, &cover["chosen_node_id"]), (usize::from(cover["node_id"] == two), &json!(null)));
        }
    });
}

#[test]
fn folders_that_move_into_each_other_at_once_make_no_circle() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        for _ in 0..6 {
            let (first, second) = tokio::join!(relocate(&wim, one, two), relocate(&mia, two, one));
            let moved: Vec<_> =
                [(first, one), (second, two)].into_iter().filter(|(told, _)| told.status == 200).collect();
            assert_eq!(moved.len(), 1, "one of them is refused");
            for (_, node) in moved {
                relocate(&wim, node, server.top).await.ok();
            }
        }
        assert_eq!(server.names_at("").await, [".vitrine", "One", "Two"]);
    });
}

#[test]
fn what_moves_again_and_again_is_read_and_its_target_renamed() {
    on_both(async |server| {
        let (wim, mia, rea) = (server.user("wim"), server.user("mia"), server.user("rea"));
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        let folder = wim.folder(one, "Folder").await.id();
        let read = wim.upload(folder, "read.txt", "bytes").await.id();
        let moves = async {
            for number in 0..24 {
                relocate(&mia, folder, if number % 2 == 0 { two } else { one }).await.ok();
            }
        };
        let renames = async {
            for number in 0..16 {
                wim.rename(two, &format!("Two {number}")).await.ok();
            }
        };
        let reads = async {
            for _ in 0..40 {
                assert_eq!(rea.content(read).await.bytes, b"bytes");
            }
        };
        tokio::join!(moves, renames, reads);
        assert_eq!(server.names_at("").await, [".vitrine", "One", "Two 15"]);
        assert_eq!(server.bytes_at("One/Folder/read.txt").await, b"bytes");
        assert_eq!(server.count("SELECT COUNT(*) FROM content_check WHERE flaw IS NOT NULL").await, 0);
        assert_eq!(intents(server).await, 0);
    });
}

/// As a crash leaves it: the bytes are at the new path, and the row at the old one.
#[test]
fn a_move_that_a_crash_cut_off_is_undone_wherever_its_target_is() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        let file = wim.upload(one, "file.txt", "bytes").await.id();
        std::fs::rename(server.disk.join("One/file.txt"), server.disk.join("Two/file.txt")).unwrap();
        let top = server.top;
        let noted = server.app.db.write(move |tx| {
            tx.run(
                "INSERT INTO content_intent (node_id, tenant_id, repository_id, act, source, target, detail, folder_id,
                   target_key, way, target_way, created_at, owner, lease_until)
                 SELECT node_id, tenant_id, repository_id, 'move', name, name, name, $2, name_key, $3, $4, 0, 'gone', 0
                 FROM nodes_node WHERE node_id = $1",
                db::params![NodeId(file), NodeId(two), &format!("/{top}/{one}/{file}/"), &format!("/{top}/{two}/")],
            )
        });
        noted.await.unwrap();
        // Whoever reads meanwhile finds the bytes where they are.
        assert_eq!(wim.content(file).await.bytes, b"bytes");
        storage::reconcile(&server.app.db, &storage::Owner::this_process(), server.clock.now() + 1).await.unwrap();
        assert_eq!(server.names_at("One").await, ["file.txt"]);
        assert_eq!(server.names_at("Two").await, [""; 0]);
        assert_eq!(wim.content(file).await.bytes, b"bytes");
        assert_eq!(intents(server).await, 0);
    });
}

async fn undo(who: &TestUser<'_>, server: &TestServer, action: &Value) -> Value {
    let id = action["bg_action_id"].as_str().unwrap();
    let undone = who.post(&format!("selection/undo/{id}"), json!({})).await;
    assert_eq!(undone.status, 202, "{}", undone.body);
    server.drain().await;
    status(who, &undone.ok()).await
}

#[test]
fn an_undo_drops_the_marks_that_its_move_kept_and_keeps_those_that_it_would_lose() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let (sealed, open) = (zoe.folder(server.top, "Sealed").await.id(), zoe.folder(server.top, "Open").await.id());
        let inner = zoe.upload(sealed, "inner.txt", "secret").await.id();
        let plain = wim.upload(open, "plain.txt", "open").await.id();
        server.classify(sealed).await;
        let own = "SELECT COUNT(*) FROM security_node_mark";
        assert_eq!(server.count(own).await, 1);

        // Into the mark and back: what was under the mark stays under it.
        let action = relocate(&zoe, plain, sealed).await.ok();
        assert_eq!(wim.get(&format!("entry/{plain}")).await.status, 404);
        assert_eq!(undo(&zoe, server, &action).await, "success");
        assert_eq!(zoe.list(open).await, ["plain.txt"]);
        assert_eq!(wim.content(plain).await.status, 404);
        assert_eq!(server.count(own).await, 2);

        // Out of the mark and back: what it kept is inherited again.
        let action = relocate(&zoe, inner, open).await.ok();
        assert_eq!(server.count(own).await, 3);
        assert_eq!(undo(&zoe, server, &action).await, "success");
        assert_eq!(server.count(own).await, 2);
        assert_eq!(wim.get(&format!("entry/{inner}")).await.status, 404);
        assert_eq!(zoe.list(sealed).await, ["inner.txt"]);
    });
}

#[test]
fn an_undo_touches_nothing_that_others_have_changed_since() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        let third = wim.folder(server.top, "Three").await.id();
        let (first, second) =
            (wim.upload(one, "first.txt", "1").await.id(), wim.upload(one, "second.txt", "2").await.id());
        let begun = several(&wim, json!({ "parent_id": one, "target_id": two })).await;
        server.drain().await;
        relocate(&mia, first, third).await.ok();
        mia.rename(second, "hers.txt").await.ok();
        assert_eq!(undo(&wim, server, &begun["bg_action"]).await, "partial_error");
        assert_eq!((wim.list(two).await, wim.list(third).await), (vec!["hers.txt".into()], vec!["first.txt".into()]));
        assert_eq!(wim.list(one).await, [""; 0]);
    });
}

#[test]
fn a_check_is_true_for_all_that_is_selected() {
    on_both(async |server| {
        let (wim, mia, zoe) = (server.user("wim"), server.user("mia"), server.user("zoe"));
        let (one, two) = (zoe.folder(server.top, "One").await.id(), zoe.folder(server.top, "Two").await.id());
        let sealed = zoe.folder(server.top, "Sealed").await.id();
        let secret = zoe.upload(sealed, "secret.txt", "x").await.id();
        server.classify(sealed).await;
        server.drain().await;
        let mut files = Vec::new();
        for number in 0..201 {
            files.push(zoe.upload(one, &format!("{number:03}.txt"), "x").await.id());
        }
        let checked = async |who: &TestUser<'_>, planned: Value| {
            let check = who.put("entry/copymove/check", planned).await.ok();
            (check["possible"].as_i64().unwrap(), check["not_allowed"].as_i64().unwrap(), check["keeps_marks"] == true)
        };
        assert_eq!(checked(&zoe, json!({ "node_ids": files, "target_id": two })).await, (201, 0, false));
        let with_secret = [&files[..], &[secret]].concat();
        assert_eq!(checked(&zoe, json!({ "node_ids": with_secret, "target_id": two })).await, (202, 0, true));
        for locked in &files[..3] {
            mia.post(&format!("entry/lock/{locked}"), json!({})).await.ok();
        }
        let all = json!({ "parent_id": one, "target_id": two, "except": [files[0], files[9]] });
        assert_eq!(checked(&wim, all.clone()).await, (197, 2, false), "what somebody else has locked stays");
        assert_eq!(checked(&mia, all).await, (199, 0, false));
    });
}

#[test]
fn many_of_one_name_are_all_kept() {
    on_both(async |server| {
        let wim = server.user("wim");
        let target = wim.folder(server.top, "Target").await.id();
        let mut files = Vec::new();
        for number in 0..12 {
            let folder = wim.folder(server.top, &format!("Folder {number:02}")).await.id();
            files.push(wim.upload(folder, "same.txt", number.to_string()).await.id());
        }
        let planned = json!({ "node_ids": files, "target_id": target, "keep_both": true });
        let check = wim.put("entry/copymove/check", planned.clone()).await.ok();
        assert_eq!((&check["possible"], &check["existing_count"]), (&json!(12), &json!(11)));
        let begun = several(&wim, planned).await;
        server.drain().await;
        assert_eq!(status(&wim, &begun).await, "success");
        assert_eq!(server.names_at("Target").await.len(), 12);
    });
}

#[test]
fn no_move_makes_a_path_deeper_than_folders_can_be_made() {
    on_both(async |server| {
        let wim = server.user("wim");
        let mut chains = Vec::new();
        for name in ["one", "two"] {
            let top = wim.folder(server.top, name).await.id();
            let mut below = top;
            for _ in 0..150 {
                below = wim.folder(below, "f").await.id();
            }
            chains.push((top, below));
        }
        let [(one, deepest), (two, _)] = chains[..] else { unreachable!() };
        assert_eq!(relocate(&wim, two, deepest).await.refusal(), (409, "too_deep"));
        let begun = several(&wim, json!({ "node_ids": [two], "target_id": deepest })).await;
        server.drain().await;
        assert_eq!(status(&wim, &begun).await, "partial_error");
        // What gets no deeper may always move.
        let side = wim.folder(server.top, "side").await.id();
        relocate(&wim, two, side).await.ok();
        relocate(&wim, two, server.top).await.ok();
        assert_eq!(server.names_at("").await, [".vitrine", "one", "side", "two"]);
        assert_eq!(wim.get(&format!("entry/{one}")).await.status, 200);
    });
}

#[test]
fn a_move_makes_nothing_newer_but_comes_after_a_selection() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        let file = wim.upload(one, "file.txt", "1").await.id();
        wim.upload(two, "there.txt", "2").await.id();
        let before = wim.get(&format!("entry/{file}")).await.ok()["modified_at"].clone();
        let as_of = wim.post("selection", json!({ "parent_id": two })).await.ok()["as_of"].clone();
        server.clock.advance(60);
        relocate(&wim, file, two).await.ok();
        assert_eq!(wim.get(&format!("entry/{file}")).await.ok()["modified_at"], before);
        let sum = wim.post("selection", json!({ "parent_id": two, "as_of": as_of })).await.ok();
        assert_eq!(sum["count"], 1, "it was not there when everything was selected");
    });
}
