//! A move or a copy onto a file of the same name makes its next version: what is kept, who may, which marks stop it, and
//! how it is taken back.

use primitives::NodeRole;
use security::Principal;
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::objects::Library;
use crate::quotas::tenant;
use crate::test_users::{Answer, TestUser};
use crate::versions::versions;

async fn copy(who: &TestUser<'_>, node: i64, target: i64) -> Answer {
    who.put(&format!("entry/copy/{node}/to/{target}?replace=true"), json!({})).await
}

async fn begun(who: &TestUser<'_>, nodes: &[i64], target: i64) -> Value {
    let wanted = json!({ "node_ids": nodes, "target_id": target, "replace": true });
    let answer = who.post("entry/move", wanted).await;
    assert_eq!(answer.status, 202, "{}", answer.body);
    answer.ok()
}

/// Its background action, once it has ended.
async fn ended(server: &TestServer, who: &TestUser<'_>, begun: &Value) -> Value {
    server.drain().await;
    let all = who.get("/api/core/background-action").await.ok();
    let id = &begun["bg_action"]["bg_action_id"];
    all["items"].as_array().unwrap().iter().find(|one| one["bg_action_id"] == *id).unwrap().clone()
}

async fn undone(server: &TestServer, who: &TestUser<'_>, begun: &Value) -> Value {
    let id = begun["bg_action"]["bg_action_id"].as_str().unwrap();
    let answer = who.post(&format!("selection/undo/{id}"), json!({})).await;
    assert_eq!(answer.status, 202, "{}", answer.body);
    ended(server, who, &answer.body).await
}

/// Why each entry stays.
async fn reasons(who: &TestUser<'_>, action: &Value) -> Vec<String> {
    let id = action["bg_action_id"].as_str().unwrap();
    let failures = who.get(&format!("selection/failures/{id}")).await.ok();
    let reason = |one: &Value| one["reason"].as_str().unwrap_or("").to_owned();
    failures["items"].as_array().unwrap().iter().map(reason).collect()
}

/// Two folders, and a file of the same name in each of them.
async fn two_of_a_name(server: &TestServer, who: &TestUser<'_>) -> [i64; 4] {
    let (one, two) = (who.folder(server.top, "One").await.id(), who.folder(server.top, "Two").await.id());
    let source = who.upload(one, "plan.txt", "of one").await.id();
    let file = who.upload(two, "PLAN.txt", "of number two").await.id();
    [one, two, source, file]
}

async fn check(who: &TestUser<'_>, nodes: &[i64], target: i64, copy: bool) -> Value {
    let asked = json!({ "node_ids": nodes, "target_id": target, "copy": copy });
    who.put("entry/copymove/check", asked).await.ok()
}

async fn nothing_is_left(server: &TestServer) {
    for sql in [
        "SELECT COUNT(*) FROM content_intent",
        "SELECT COUNT(*) FROM content_upload",
        "SELECT COUNT(*) FROM nodes_node WHERE state = 0",
    ] {
        assert_eq!(server.count(sql).await, 0, "{sql}");
    }
    assert_eq!(server.staged().await, [""; 0]);
    let broken = server.app.db.read(|c| room::broken_rules(&vitrine::rooms::rooms(), c)).await.unwrap();
    assert_eq!(broken, [""; 0]);
}

#[test]
fn a_copy_becomes_the_next_version_of_the_file_that_has_its_name() {
    on_both(async |server| {
        let wim = server.user("wim");
        let [one, two, source, file] = two_of_a_name(server, &wim).await;
        let told = check(&wim, &[source], two, true).await;
        let taken = &told["existing"][0];
        assert_eq!((&taken["may_replace"], &taken["why_not"]), (&json!(true), &json!(null)), "{told}");
        assert_eq!((&taken["bytes"], &taken["existing_bytes"]), (&json!(6), &json!(13)));
        let plain = wim.put(&format!("entry/copy/{source}/to/{two}"), json!({})).await;
        assert_eq!(plain.refusal(), (409, "name_taken"), "nobody has said so");
        let begun = copy(&wim, source, two).await.ok();
        let told = ended(server, &wim, &begun).await;
        assert_eq!((&told["status"], &told["can_undo"]), (&json!("success"), &json!(true)), "{told}");
        assert_eq!((wim.list(one).await, wim.list(two).await), (vec!["plan.txt".into()], vec!["PLAN.txt".to_owned()]));
        assert_eq!(wim.content(file).await.bytes, b"of one");
        assert_eq!(server.bytes_at("Two/PLAN.txt").await, b"of one");
        let all = versions(&wim, file).await;
        assert_eq!(all.iter().map(|one| one["number"].as_i64().unwrap()).collect::<Vec<_>>(), [2, 1]);
        let first = format!("/api/file/version/{}", all[1]["version_id"]);
        assert_eq!(wim.get(&first).await.bytes, b"of number two", "what it had is kept");
        nothing_is_left(server).await;

        let back = undone(server, &wim, &begun).await;
        assert_eq!((&back["status"], &back["done"]), (&json!("success"), &json!(1)), "{back}");
        assert_eq!(wim.content(file).await.bytes, b"of number two");
        assert_eq!(wim.get("entry/bin").await.names(), [""; 0], "nothing that was there before is removed");
        assert_eq!(versions(&wim, file).await[0]["restored_from"], 1);
        nothing_is_left(server).await;
    });
}

#[test]
fn a_file_that_moves_onto_another_becomes_its_next_version_and_comes_back_whole() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let [one, two, source, file] = two_of_a_name(server, &wim).await;
        wim.replace(one, source, "of one, later").await.ok();
        let other = wim.upload(one, "other.txt", "other").await.id();
        let begun = begun(&mia, &[source, other], two).await;
        let told = ended(server, &mia, &begun).await;
        assert_eq!((&told["status"], &told["done"]), (&json!("success"), &json!(2)), "{told}");
        assert_eq!((wim.list(one).await, wim.list(two).await.len()), (vec![], 2));
        assert_eq!(wim.content(file).await.bytes, b"of one, later");
        assert_eq!(versions(&wim, file).await.len(), 2);
        assert_eq!(wim.get("entry/bin").await.names(), ["plan.txt"], "its own entry, with its own earlier version");
        nothing_is_left(server).await;

        let back = undone(server, &mia, &begun).await;
        assert_eq!((&back["status"], &back["done"]), (&json!("success"), &json!(2)), "{back}");
        assert_eq!(wim.content(file).await.bytes, b"of number two");
        assert_eq!(wim.content(source).await.bytes, b"of one, later");
        assert_eq!(versions(&wim, source).await.len(), 2, "its versions are its own again");
        assert_eq!(server.names_at("One").await, ["other.txt", "plan.txt"]);
        assert_eq!(server.names_at("Two").await, ["PLAN.txt"]);
        nothing_is_left(server).await;
    });
}

#[test]
fn who_may_not_replace_a_file_is_told_so_and_changes_nothing() {
    on_both(async |server| {
        let (wim, mia, rea) = (server.user("wim"), server.user("mia"), server.user("rea"));
        let [one, two, source, file] = two_of_a_name(server, &wim).await;
        let to = Principal::User(server.users["rea"]);
        let own = rea_s_folder(server, &wim, to).await;
        assert_eq!(copy(&rea, source, two).await.refusal(), (403, "needs_role.writer"));
        assert_eq!(copy(&rea, source, own).await.status, 202, "where there is none of its name");
        wim.post(&format!("entry/lock/{file}"), json!({})).await.ok();
        let taken = check(&mia, &[source], two, false).await["existing"][0].clone();
        assert_eq!((&taken["may_replace"], &taken["why_not"]), (&json!(false), &json!("locked")));
        assert_eq!(copy(&mia, source, two).await.refusal(), (403, "locked"));
        let told = ended(server, &mia, &begun(&mia, &[source], two).await).await;
        assert_eq!((&told["status"], reasons(&mia, &told).await), (&json!("partial_error"), vec!["locked".to_owned()]));
        // A folder is not replaced, and replaces nothing.
        let (folder, other) = (wim.folder(one, "Same").await.id(), wim.folder(two, "Same").await.id());
        let taken = check(&mia, &[folder], two, true).await["existing"][0].clone();
        assert_eq!((&taken["existing_node_id"], &taken["why_not"]), (&json!(other), &json!("wrong_kind")));
        assert_eq!(copy(&mia, folder, two).await.refusal(), (409, "name_taken"));
        server.drain().await;
        assert_eq!(wim.content(file).await.bytes, b"of number two");
        assert_eq!(
            (wim.list(one).await, versions(&wim, file).await.len()),
            (vec!["Same".into(), "plan.txt".into()], 1)
        );
        nothing_is_left(server).await;
    });
}

async fn rea_s_folder(server: &TestServer, wim: &TestUser<'_>, rea: Principal) -> i64 {
    let own = wim.folder(server.top, "Hers").await.id();
    server.grant(own, rea, NodeRole::Writer).await;
    own
}

#[test]
fn a_content_that_marks_protect_does_not_replace_one_that_they_do_not() {
    on_both(async |server| {
        let zoe = server.user("zoe");
        let [one, two, source, file] = two_of_a_name(server, &zoe).await;
        server.classify(one).await;
        server.drain().await;
        let taken = check(&zoe, &[source], two, true).await["existing"][0].clone();
        assert_eq!((&taken["may_replace"], &taken["why_not"]), (&json!(false), &json!("loses_marks")));
        assert_eq!(copy(&zoe, source, two).await.refusal(), (409, "loses_marks"));
        let told = ended(server, &zoe, &begun(&zoe, &[source], two).await).await;
        assert_eq!(reasons(&zoe, &told).await, ["loses_marks"]);
        assert_eq!(server.user("wim").content(file).await.bytes, b"of number two");
        // Where the same marks apply, it is replaced.
        server.classify(file).await;
        let told = ended(server, &zoe, &begun(&zoe, &[source], two).await).await;
        assert_eq!(told["status"], "success", "{told}");
        assert_eq!(zoe.content(file).await.bytes, b"of one");
        assert_eq!(server.user("wim").content(file).await.status, 404);
    });
}

#[test]
fn of_several_with_one_name_the_first_replaces_the_file() {
    on_both(async |server| {
        let wim = server.user("wim");
        let [_, two, source, file] = two_of_a_name(server, &wim).await;
        let three = wim.folder(server.top, "Three").await.id();
        let third = wim.upload(three, "plan.txt", "of three").await.id();
        let (new, newer) = (wim.upload(three, "new.txt", "1").await.id(), wim.folder(three, "Deep").await.id());
        let newer = wim.upload(newer, "new.txt", "2").await.id();
        let told = check(&wim, &[source, third, new, newer], two, true).await;
        let may = |one: &Value| (one["node_id"].as_i64().unwrap(), one["may_replace"].as_bool().unwrap());
        let mut may: Vec<_> = told["existing"].as_array().unwrap().iter().map(may).collect();
        may.sort_unstable();
        assert_eq!(may, [(source, true), (third, false), (newer, false)]);
        let told = ended(server, &wim, &begun(&wim, &[source, third, new, newer], two).await).await;
        assert_eq!((&told["done"], reasons(&wim, &told).await), (&json!(2), vec!["name_taken".to_owned(); 2]));
        assert_eq!((versions(&wim, file).await.len(), wim.content(file).await.bytes), (2, b"of one".to_vec()));
        assert_eq!(wim.content(third).await.bytes, b"of three");
        nothing_is_left(server).await;
    });
}

#[test]
fn what_has_changed_since_is_not_taken_back() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let [one, two, source, file] = two_of_a_name(server, &wim).await;
        let moved = begun(&wim, &[source], two).await;
        server.drain().await;
        mia.replace(two, file, "hers").await.ok();
        let back = undone(server, &wim, &moved).await;
        assert_eq!(
            (&back["status"], reasons(&wim, &back).await),
            (&json!("partial_error"), vec!["changed_since".into()])
        );
        assert_eq!((wim.content(file).await.bytes, wim.list(one).await), (b"hers".to_vec(), vec![]));
        // Of what is not kept there is no way back.
        let (lume, ada) = (tenant(server, "lume").await, server.sign_in("ada").await);
        ada.put(&format!("version/rule/tenant/{lume}"), json!({ "most": 0, "days": null })).await.ok();
        let again = wim.upload(one, "plan.txt", "again").await.id();
        let copied = copy(&wim, again, two).await.ok();
        server.drain().await;
        let back = undone(server, &wim, &copied).await;
        assert_eq!(reasons(&wim, &back).await, ["version_gone"]);
        assert_eq!(wim.content(file).await.bytes, b"again");
        nothing_is_left(server).await;
    });
}

#[test]
fn a_replacement_goes_from_one_repository_into_a_bucket() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let source = ada.upload(server.top, "plan.txt", "of the disk").await.id();
        let file = ada.upload(library.top, "plan.txt", "of the bucket").await.id();
        let begun = copy(&ada, source, library.top).await.ok();
        server.drain().await;
        assert_eq!(library.bytes(file).unwrap(), b"of the disk");
        let kept = versions(&ada, file).await[1]["version_id"].clone();
        assert_eq!(ada.get(&format!("/api/file/version/{kept}")).await.bytes, b"of the bucket");
        undone(server, &ada, &begun).await;
        assert_eq!(ada.content(file).await.bytes, b"of the bucket");
        nothing_is_left(server).await;
    });
}
