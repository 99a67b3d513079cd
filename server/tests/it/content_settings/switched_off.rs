//! An inactive repository is invisible in every way; activated again, it is as before.

use serde_json::json;

use super::{give, ground};
use crate::harness::{TestServer, on_both};

/// Whether anything of it is visible: list, entry, search, download, upload.
async fn shows(server: &TestServer, name: &str, top: i64, file: i64) -> Vec<bool> {
    let who = server.user(name);
    let listed = who.get("repository").await.ok()["items"].to_string().contains(&format!("\"node_id\":{top},"));
    let found = who.get("search?term=seldom").await.ok()["items"].to_string().contains("seldom.txt");
    let mut seen = vec![listed, found];
    for path in [
        format!("entry/{top}"),
        format!("entry/list/{top}"),
        format!("entry/{file}"),
        format!("actions/download/{file}"),
    ] {
        seen.push(who.get(&path).await.status != 404);
    }
    seen.push(who.folder(top, "planted").await.status != 404);
    seen
}

#[test]
fn an_inactive_repository_is_hidden_from_everybody() {
    on_both(async |server| {
        let (ada, mia) = (server.user("ada"), server.user("mia"));
        let (_, made) = ground(server, "disk", "films").await;
        let top = made["node_id"].as_i64().unwrap();
        give(&ada, top, json!({ "user_group_id": server.groups["managers"], "role": "manager" })).await.ok();
        let folder = mia.folder(top, "inside").await.id();
        let file = mia.upload(folder, "seldom.txt", "words").await.id();
        give(&mia, folder, json!({ "user_group_id": server.groups["readers"] })).await.ok();
        let binned = mia.upload(top, "binned.txt", "words").await.id();
        mia.delete(&format!("entry/{binned}")).await.ok();
        let prepared = mia.prepare(top, "late.txt", Some(5)).await.ok();
        server.drain().await;
        assert_eq!(server.user("rea").get(&format!("entry/{file}")).await.status, 200);
        let path = format!("repository/{}", made["repository_id"]);
        let switch = async |active: bool| {
            let form = json!({ "title": "Films", "file_server_id": made["file_server_id"], "active": active });
            assert_eq!(ada.put(&path, form).await.ok()["active"], json!(active));
        };
        switch(false).await;
        for name in ["ada", "zoe", "mia", "rea"] {
            let shown = shows(server, name, top, file).await;
            assert_eq!(shown, vec![false; shown.len()], "{name}");
        }
        let bin = mia.get("entry/bin").await.ok();
        assert_eq!(bin["items"], json!([]), "{bin}");
        assert_eq!(mia.post(&format!("entry/restore/{binned}"), json!(null)).await.status, 404);
        assert_eq!(mia.send(&prepared, "words").await.status, 404, "what was on its way does not arrive");
        assert_eq!(server.user("rea").get(&format!("entry/{}", server.top)).await.status, 200, "the others are served");
        let listed = ada.get("repository/admin?q=films").await.ok();
        assert_eq!(listed["items"][0]["active"], json!(false));
        switch(true).await;
        assert_eq!(shows(server, "rea", top, file).await[2..5], [true, true, true]);
        assert_eq!(mia.folder(top, "goes on").await.status, 201);
        assert_eq!(mia.get("entry/bin").await.ok()["items"].as_array().unwrap().len(), 1);
    });
}
