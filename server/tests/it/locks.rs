//! A locked entry: only the holder of the lock can do anything with it, except removing it.

use primitives::NodeId;
use serde_json::json;

use crate::harness::{TestServer, on_both};
use crate::test_users::TestUser;

async fn lock(server: &TestServer, node: i64, holder: &'static str) {
    let user = server.users[holder];
    let sql = "UPDATE nodes_node SET locked_by = $2 WHERE node_id = $1";
    server.app.db.write(move |tx| tx.run(sql, db::params![NodeId(node), user])).await.unwrap();
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
        let free = (offered(&wim, folder).await, offered(&wim, file).await);
        lock(server, folder, "wim").await;
        lock(server, file, "wim").await;
        assert_eq!((offered(&wim, folder).await, offered(&wim, file).await), free, "its holder may do everything");
        for node in [folder, file] {
            assert_eq!(offered(&mia, node).await, ["remove"]);
        }
        for refused in [
            mia.get(&format!("entry/{file}")).await,
            mia.get(&format!("actions/download/{file}")).await,
            mia.get(&format!("/api/file/content/{file}")).await,
            mia.rename(file, "other.txt").await,
            mia.folder(folder, "inner").await,
            mia.prepare(folder, "a.txt", None).await,
            mia.get(&format!("/api/node/grant/node/{folder}")).await,
        ] {
            assert!(refused.status == 403 && refused.body["code"] == "locked", "{refused:?}");
        }
        assert_eq!(mia.list(folder).await, ["file.txt"], "what lies in it is found as before");
        mia.delete(&format!("entry/{file}")).await.ok();
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
