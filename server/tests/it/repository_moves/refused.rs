//! Who may not move a repository, and where it cannot go.

use serde_json::json;

use super::{address, archive, ask, files_folder, repository};
use crate::content_settings::refused;
use crate::harness::on_both;
use crate::quotas::tenant;

#[test]
fn only_admins_of_its_tenant_move_a_repository_and_only_to_their_own_file_servers() {
    on_both(async |server| {
        let (ada, eva) = (server.user("ada"), server.user("eva"));
        let to = archive(server, "archive").await;
        for (who, status) in [("mia", 403), ("wim", 403), ("rea", 403), ("eva", 404), ("root", 404)] {
            let who = server.user(who);
            let address = address(server, server.top).await;
            assert_eq!(ask(server, &who, server.top, to).await.status, status);
            assert_eq!(who.get(&format!("{address}/check?file_server_id={to}")).await.status, status);
            assert_eq!(who.get(&address).await.status, status);
            assert_eq!(who.delete(&address).await.status, status);
            assert_eq!(who.post(&format!("{address}/retry"), json!({})).await.status, status);
        }
        let other = tenant(server, "other").await;
        let theirs = json!({ "label": "Theirs", "url": "theirs", "type": "posix", "tenant_ids": [other] });
        let theirs = eva.post("fileserver", theirs).await.ok()["file_server_id"].as_i64().unwrap();
        let home = repository(server, server.top).await["file_server_id"].as_i64().unwrap();
        for (id, rule) in [(theirs, "unknown"), (999_999, "unknown"), (home, "same_file_server")] {
            let answer = ask(server, &ada, server.top, id).await;
            assert_eq!(answer.status, 422, "{}", answer.body);
            refused(&answer, "file_server_id", rule);
        }
        assert_eq!(server.count("SELECT COUNT(*) FROM storage_move").await, 0);
    });
}

#[test]
fn a_place_that_is_taken_is_refused_and_one_that_is_asked_for_is_kept() {
    on_both(async |server| {
        let ada = server.user("ada");
        let (to, lume) = (archive(server, "archive").await, tenant(server, "lume").await);
        let folder = files_folder(server).join("archive/library");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("theirs.txt"), "words").unwrap();
        assert_eq!(ask(server, &ada, server.top, to).await.refusal(), (409, "folder_not_empty"));
        let address = address(server, server.top).await;
        let check = ada.get(&format!("{address}/check?file_server_id={to}")).await.ok();
        assert_eq!((&check["folder_free"], &check["folder_taken"]), (&json!(false), &json!("not_empty")), "{check}");
        let elsewhere = json!({ "file_server_id": to, "folder_name": "films" });
        assert_eq!(ada.post(&address, elsewhere.clone()).await.status, 202);

        let same = json!({ "title": "Films", "folder_name": "Films", "file_server_id": to, "tenant_id": lume });
        assert_eq!(ada.post("repository", same).await.refusal(), (409, "folder_taken"));
        assert_eq!(ada.post(&address, elsewhere).await.refusal(), (409, "repository_moves"));
        let elsewhere = json!({ "label": "Archive", "url": "elsewhere", "type": "posix", "tenant_ids": [lume] });
        refused(&ada.put(&format!("fileserver/{to}"), elsewhere).await, "url", "in_use");
        server.drain().await;
        let told = repository(server, server.top).await;
        assert_eq!((&told["file_server_id"], &told["folder_name"]), (&json!(to), &json!("films")), "{told}");
        assert_eq!(std::fs::read(folder.join("theirs.txt")).unwrap(), b"words");
    });
}
