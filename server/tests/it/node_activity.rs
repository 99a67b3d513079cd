//! What is told beside an entry of what was done to it: to readers and writers who did what, to managers everything.

use primitives::NodeRole;
use security::Principal;
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::test_users::TestUser;

async fn told(who: &TestUser<'_>, node: i64) -> Vec<Value> {
    who.get(&format!("activity/{node}")).await.ok()["items"].as_array().unwrap().clone()
}

fn acts(told: &[Value]) -> Vec<&str> {
    told.iter().map(|one| one["what"].as_str().unwrap()).collect()
}

async fn renamed_and_given(server: &TestServer) -> i64 {
    let wim = server.user("wim");
    let node = wim.upload(server.top, "draft.txt", "x").await.id();
    wim.rename(node, "final.txt").await.ok();
    let grant =
        json!({ "node_id": node, "user_group_id": server.groups["guests"], "role": "reader", "recursive": true });
    server.user("zoe").post("/api/node/grant", grant).await.ok();
    node
}

#[test]
fn everybody_reads_what_their_role_tells_them() {
    on_both(async |server| {
        let node = renamed_and_given(server).await;
        let (rea, wim, mia) = (server.user("rea"), server.user("wim"), server.user("mia"));
        let change = json!({ "field": "name", "before": "draft.txt", "after": "final.txt" });
        let to_reader = told(&rea, node).await;
        assert_eq!(acts(&to_reader), ["entry_rename", "file_create"]);
        assert_eq!((&to_reader[0]["name"], &to_reader[0]["changes"]), (&json!("wim"), &json!([])));
        for hidden in ["email", "origin", "session_id", "hash"] {
            assert_eq!(to_reader[0].get(hidden), None);
        }
        // An earlier name may be from under a mark that is gone; who gave the new one knows it.
        let to_renamer = told(&wim, node).await;
        assert_eq!((acts(&to_renamer), &to_renamer[0]["changes"]), (acts(&to_reader), &json!([change])));
        let to_manager = told(&mia, node).await;
        assert_eq!(acts(&to_manager), ["grant_create", "entry_rename", "file_create"]);
        assert_eq!(to_manager[1]["changes"], json!([change]));
    });
}

#[test]
fn it_comes_in_pages() {
    on_both(async |server| {
        let node = renamed_and_given(server).await;
        let mia = server.user("mia");
        let first = mia.get(&format!("activity/{node}?limit=2")).await.ok();
        assert_eq!(acts(first["items"].as_array().unwrap()), ["grant_create", "entry_rename"]);
        let next = first["next"].as_str().unwrap();
        let last = mia.get(&format!("activity/{node}?limit=2&after={next}")).await.ok();
        assert_eq!((acts(last["items"].as_array().unwrap()), &last["next"]), (vec!["file_create"], &json!(null)));
        assert_eq!(mia.get(&format!("activity/{node}?after=nonsense")).await.status, 422);
    });
}

#[test]
fn who_does_not_see_an_entry_is_told_nothing() {
    on_both(async |server| {
        let node = renamed_and_given(server).await;
        let (rita, eva, wim) = (server.user("rita"), server.user("eva"), server.user("wim"));
        let guest = acts(&told(&rita, node).await).len();
        assert_eq!(guest, 2);
        server.revoke(node, Principal::Group(server.groups["guests"])).await;
        server.classify(node).await;
        for (who, id) in [(&rita, node), (&eva, node), (&wim, node), (&wim, 999_999)] {
            assert_eq!(who.get(&format!("activity/{id}")).await.refusal(), (404, "not_found"));
        }
        server.grant(node, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        assert_eq!(rita.get(&format!("activity/{node}")).await.refusal(), (404, "not_found"), "she is not cleared");
    });
}

#[test]
fn the_source_of_a_copy_is_told_to_those_who_see_it() {
    on_both(async |server| {
        let (mia, zoe) = (server.user("mia"), server.user("zoe"));
        let to = zoe.folder(server.top, "To").await.id();
        let from = zoe.folder(server.top, "From").await.id();
        let source = zoe.upload(from, "origin.txt", "x").await.id();
        zoe.put(&format!("entry/copy/{source}/to/{to}"), json!({})).await.ok();
        server.drain().await;
        let list = zoe.get(&format!("entry/list/{to}")).await.ok();
        let copy = list["items"][0]["node_id"].as_i64().unwrap();
        let source_of = |told: &Value| {
            let changes = told["changes"].as_array().unwrap().iter();
            changes.filter(|one| one["field"] == "source_id").map(|one| one["after"].clone()).collect::<Vec<_>>()
        };
        let known = vec![json!(source.to_string())];
        assert_eq!(source_of(&told(&mia, copy).await[0]), known);
        server.classify(from).await;
        assert_eq!(mia.get(&format!("entry/{source}")).await.status, 404);
        let hidden = told(&mia, copy).await;
        assert_eq!((acts(&hidden), source_of(&hidden[0])), (vec!["entry_copied"], vec![]));
        assert_eq!(hidden[0]["changes"].as_array().unwrap().len(), 1, "the folder of the copy is told: {hidden:?}");
        assert_eq!(source_of(&told(&zoe, copy).await[0]), known);
        for (name, wanted) in [("zoe", &known), ("ada", &vec![])] {
            let log = server.user(name).get("/api/core/system_log?what=entry_copied").await.ok();
            assert_eq!(source_of(&log["items"][0]), *wanted, "{name}");
        }
    });
}

#[test]
fn a_move_names_the_folders_that_its_reader_sees() {
    on_both(async |server| {
        let (wim, zoe, mia, rea) = (server.user("wim"), server.user("zoe"), server.user("mia"), server.user("rea"));
        let (from, to) = (wim.folder(server.top, "Campaigns").await.id(), wim.folder(server.top, "Prints").await.id());
        let file = wim.upload(from, "file.txt", "x").await.id();
        wim.post(&format!("entry/move/{file}"), json!({ "target_id": to })).await.ok();
        for who in [&rea, &wim, &mia] {
            let told = told(who, file).await;
            assert_eq!(acts(&told)[0], "entry_move");
            assert_eq!(told[0]["moved"], json!({ "from": "Campaigns", "to": "Prints" }));
            assert_eq!(told[1]["moved"], json!(null));
        }
        assert_eq!(told(&rea, file).await[0]["changes"], json!([]));
        server.classify(from).await;
        assert_eq!(told(&rea, file).await[0]["moved"], json!({ "from": null, "to": "Prints" }));
        // By the name that it has now.
        zoe.rename(from, "Old campaigns").await.ok();
        assert_eq!(told(&zoe, file).await[0]["moved"]["from"], "Old campaigns");

        let logged = async |name| {
            let log = server.user(name).get("/api/core/system_log?what=entry_move").await.ok();
            log["items"][0]["moved"].clone()
        };
        assert_eq!(logged("zoe").await, json!({ "from": "Old campaigns", "to": "Prints" }));
        assert_eq!(logged("ada").await, json!({ "from": null, "to": "Prints" }));
        assert_eq!(logged("root").await, json!(null), "of what a master does not see nothing is told");
    });
}
