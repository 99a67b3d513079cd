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
        let to_reader = told(&rea, node).await;
        assert_eq!(acts(&to_reader), ["entry_rename", "file_create"]);
        assert_eq!((&to_reader[0]["name"], &to_reader[0]["changes"]), (&json!("wim"), &json!([])));
        for hidden in ["email", "origin", "session_id", "hash"] {
            assert_eq!(to_reader[0].get(hidden), None);
        }
        // An earlier name may be from under a mark that is gone.
        assert_eq!(told(&wim, node).await, to_reader);
        let to_manager = told(&mia, node).await;
        assert_eq!(acts(&to_manager), ["grant_create", "entry_rename", "file_create"]);
        let change = json!({ "field": "name", "before": "draft.txt", "after": "final.txt" });
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
