//! The Google document of a repository: who may read and set it, its rules, and what is missing to use it.

use serde_json::{Value, json};

use super::{faults, ground};
use crate::harness::{TestServer, on_both};

const NONE: &str = "not_set";

async fn path(server: &TestServer) -> String {
    let (_, made) = ground(server, "disk", "films").await;
    format!("repository/{}/gdrive_config", made["repository_id"])
}

#[test]
fn a_document_is_kept_with_its_owner_and_says_what_is_missing() {
    on_both(async |server| {
        let (path, ada) = (path(server).await, server.user("ada"));
        let empty = json!({ "document_id": null, "owner_email": null, "state": NONE });
        assert_eq!(ada.get(&path).await.ok(), empty);
        let form = json!({ "document_id": " 1aB_c-9 ", "owner_email": "ada@lume.example" });
        let kept = json!({ "document_id": "1aB_c-9", "owner_email": "ada@lume.example", "state": "no_credential" });
        assert_eq!(ada.post(&path, form).await.ok(), kept);
        assert_eq!(ada.get(&path).await.ok(), kept);
        // What was read is sent back.
        assert_eq!(ada.post(&path, kept.clone()).await.ok(), kept);
        let log = ada.get("/api/core/system_log?limit=50").await.ok().to_string();
        assert_eq!(log.matches("repository_gdrive_set").count(), 1, "what changes nothing is not recorded: {log}");
        assert_eq!(ada.post(&path, json!({ "document_id": "", "owner_email": null })).await.ok(), empty);
        assert_eq!(ada.post(&path, empty.clone()).await.ok(), empty);
    });
}

#[test]
fn a_document_without_an_owner_is_none_nor_is_an_address() {
    on_both(async |server| {
        let (path, ada) = (path(server).await, server.user("ada"));
        for (id, owner, field, rule) in [
            ("1aB", "", "owner_email", "mandatory"),
            ("", "ada@lume.example", "document_id", "mandatory"),
            ("1aB", "ada", "owner_email", "invalid_email"),
            ("https://docs.google.com/document/d/1aB/edit", "ada@lume.example", "document_id", "google_document"),
            ("a\u{200b}b", "ada@lume.example", "document_id", "google_document"),
        ] {
            let answer = ada.post(&path, json!({ "document_id": id, "owner_email": owner })).await;
            assert_eq!(faults(&answer), [(field.to_owned(), rule.to_owned())], "{id} {owner}");
        }
        assert_eq!(ada.get(&path).await.ok()["state"], NONE);
    });
}

#[test]
fn the_document_of_a_repository_is_for_admins_who_see_it() {
    on_both(async |server| {
        let (path, ada) = (path(server).await, server.user("ada"));
        let form = json!({ "document_id": "1aB", "owner_email": "ada@lume.example" });
        for name in ["mia", "wim", "rea", "clea", "rita"] {
            assert_eq!(server.user(name).get(&path).await.refusal(), (403, "wrong_role"), "{name}");
            assert_eq!(server.user(name).post(&path, form.clone()).await.refusal(), (403, "wrong_role"), "{name}");
        }
        assert_eq!(server.user("eva").get(&path).await.status, 404);
        assert_eq!(server.user("eva").post(&path, form.clone()).await.status, 404);
        assert_eq!(ada.get("repository/999999/gdrive_config").await.status, 404);
        // Marks bind admins, too.
        let all = ada.get("repository/admin?q=fil").await.ok();
        let top: &Value = &all["items"][0]["node_id"];
        server.classify(top.as_i64().unwrap()).await;
        assert_eq!(ada.get(&path).await.status, 404);
        assert_eq!(ada.post(&path, form.clone()).await.status, 404);
        assert_eq!(server.user("zoe").post(&path, form).await.ok()["state"], "no_credential");
    });
}
