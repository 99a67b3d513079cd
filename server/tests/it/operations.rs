//! What the program does as somebody: as they could, and no more.

use std::collections::BTreeSet;

use authz::Origin;
use rest::Answer;
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};

/// As a job does it, that remembers who asked.
async fn call(server: &TestServer, name: &str, operation: &str, mut input: Value) -> Answer {
    input["application_instance_id"] = server.content.0.into();
    let user = server.users[name];
    let actor = server.app.db.read(move |c| accounts::find_actor(c, user)).await.unwrap().unwrap();
    assert_eq!(actor.origin, Origin::Job);
    server.app.operations.call(actor.into(), operation, input.as_object().unwrap()).await.unwrap()
}

#[test]
fn an_operation_does_as_somebody_what_they_may_and_refuses_the_rest_in_their_words() {
    on_both(async |server| {
        let top = server.top;
        let made = call(server, "wim", "folder_create", json!({ "body": { "folder_parent_id": top, "name": "made" } }));
        let made = made.await;
        assert_eq!((made.status.as_u16(), &made.body["name"]), (201, &json!("made")));
        let folder = &made.body["node_id"];
        let listed = call(server, "rea", "entry_list", json!({ "node_id": top, "limit": 5 })).await;
        assert_eq!(listed.body["items"][0]["node_id"], *folder);

        for (name, status) in [("rea", 403), ("eva", 404)] {
            let refused = call(server, name, "entry_rename", json!({ "node_id": folder, "body": { "name": "x" } }));
            assert_eq!(refused.await.status.as_u16(), status, "{name}");
        }
        let twice =
            call(server, "wim", "folder_create", json!({ "body": { "folder_parent_id": top, "name": "made" } }));
        let twice = twice.await;
        assert_eq!(twice.status.as_u16(), 409);
        assert!(twice.body["message"].as_str().is_some_and(|told| told.contains("made")), "{}", twice.body);

        // The log says who, and that no request was made.
        let logged = "SELECT COUNT(*) FROM audit_entry WHERE what = 'folder_create' AND origin = 'job'";
        assert_eq!(server.count(logged).await, 1);
    });
}

#[test]
fn rights_that_ended_since_they_were_found_end_an_operation() {
    on_both(async |server| {
        let user = server.users["wim"];
        let actor = server.app.db.read(move |c| accounts::find_actor(c, user)).await.unwrap().unwrap();
        server.test.run(format!("UPDATE identity_user SET active = FALSE WHERE users_id = {}", user.0)).await;
        let input = json!({
            "application_instance_id": server.content.0, "body": { "folder_parent_id": server.top, "name": "late" }
        });
        let late = server.app.operations.call(actor.into(), "folder_create", input.as_object().unwrap()).await.unwrap();
        assert_eq!(late.status.as_u16(), 401, "{}", late.body);
    });
}

#[test]
fn every_operation_describes_itself_with_schemas_that_stand_alone() {
    on_both(async |server| {
        let all: Vec<_> = server.app.operations.list().collect();
        let names: BTreeSet<_> = all.iter().map(|operation| operation.name.as_str()).collect();
        assert!(names.is_superset(&["entry_list", "folder_create", "search"].into()), "{names:?}");
        assert!(!names.contains("login") && !names.contains("file_upload"), "{names:?}");
        for operation in all.iter().copied() {
            for schema in [&operation.input, &operation.output] {
                let text = schema.to_string();
                assert!(!text.contains("#/components/"), "{}: {text}", operation.name);
                for named in text.split("#/$defs/").skip(1).filter_map(|rest| rest.split('"').next()) {
                    assert!(!schema["$defs"][named].is_null(), "{}: {named}", operation.name);
                }
            }
            assert!(!operation.description.is_empty(), "{}", operation.name);
        }
        let search = all.iter().find(|operation| operation.name == "search").unwrap();
        assert!(search.only_reads);
        assert_eq!(search.input["required"], json!(["application_instance_id", "term"]));
    });
}
