use serde_json::json;

use crate::harness::on_both;

#[test]
fn a_user_lists_the_repository_and_makes_a_folder_in_it() {
    on_both(async |server| {
        let wim = server.user("wim");
        let repositories = wim.get("repository").await.ok();
        assert_eq!(repositories["total"], 1);
        let first = &repositories["items"][0];
        assert_eq!(
            (&first["title"], &first["role"], &first["node_id"]),
            (&json!("library"), &json!("writer"), &json!(server.top))
        );
        let summer = wim.folder(server.top, "Summer 2027").await.id();
        let inner = wim.folder(summer, "São João").await.id();
        assert_eq!(server.names_at("Summer 2027/São João").await, [""; 0]);
        assert_eq!(wim.list(server.top).await, ["Summer 2027"]);
        let parents = wim.get(&format!("entry/{inner}/parent")).await.ok();
        let wanted = json!([
            { "node_id": server.top, "name": "library", "node_type": "repository" },
            { "node_id": summer, "name": "Summer 2027", "node_type": "folder" },
        ]);
        assert_eq!(parents["items"], wanted);
        let detail = wim.get(&format!("entry/{inner}")).await.ok();
        assert_eq!(
            (&detail["created_by"]["name"], &detail["created_at"]),
            (&json!("wim"), &json!(crate::harness::NOW))
        );
    });
}

#[test]
fn a_name_that_is_taken_in_any_spelling_is_refused() {
    on_both(async |server| {
        let wim = server.user("wim");
        wim.folder(server.top, "Café").await.ok();
        for taken in ["Café", "CAFÉ", "Cafe\u{301}"] {
            let answer = wim.folder(server.top, taken).await;
            assert_eq!(answer.refusal(), (409, "name_taken"), "{taken}");
            assert!(answer.body["message"].as_str().unwrap().contains("already exists"), "{}", answer.body);
            assert_eq!(wim.prepare(server.top, taken, None).await.refusal(), (409, "name_taken"), "{taken}");
            assert_eq!(wim.upload(server.top, taken, "x").await.refusal(), (409, "name_taken"), "{taken}");
        }
        assert_eq!(wim.list(server.top).await, ["Café"]);
        assert_eq!(server.staged().await, [""; 0]);
        wim.folder(server.top, "Cafe").await.ok();
    });
}

#[test]
fn hostile_names_are_refused_wherever_a_name_is_given() {
    on_both(async |server| {
        let wim = server.user("wim");
        let real = wim.folder(server.top, "Real").await.id();
        let long = "x".repeat(300);
        for (name, key) in [
            ("../escape", "form_rules.invalid_filename"),
            ("..", "form_rules.invalid_filename"),
            ("/etc/passwd", "form_rules.invalid_filename"),
            ("a\0b", "form_rules.invalid_filename"),
            ("CON", "form_rules.invalid_filename"),
            ("nul.txt", "form_rules.invalid_filename"),
            ("trailing.", "form_rules.invalid_filename"),
            ("gpj\u{202e}exe", "form_rules.invalid_filename"),
            (".vitrine", "form_rules.invalid_filename"),
            (long.as_str(), "form_rules.invalid_filename"),
            ("", "form_rules.mandatory"),
        ] {
            for answer in [
                wim.folder(server.top, name).await,
                wim.prepare(server.top, name, None).await,
                wim.rename(real, name).await,
            ] {
                assert_eq!(answer.refusal(), (422, "invalid"), "{name:?}");
                assert_eq!(answer.body["errors"][0]["key"], key, "{name:?}");
            }
        }
        assert_eq!(server.names_at("").await, [".vitrine", "Real"]);
        assert_eq!(server.count("SELECT COUNT(*) FROM nodes_node WHERE parent_id IS NOT NULL").await, 1);
    });
}

#[test]
fn refusals_speak_the_language_of_the_caller() {
    on_both(async |server| {
        let wim = server.user("wim");
        let asked = wim.request(reqwest::Method::GET, "entry/999999").header("accept-language", "pt-BR,pt;q=0.9");
        let answer = crate::test_users::Answer::of(asked).await;
        let english = wim.get("entry/999999").await;
        assert_eq!(answer.header("content-type"), "application/problem+json");
        assert_eq!((answer.status, english.status), (404, 404));
        assert_ne!(answer.body["message"], english.body["message"]);
    });
}

#[test]
fn taken_names_are_listed_as_they_were_asked() {
    on_both(async |server| {
        let wim = server.user("wim");
        wim.folder(server.top, "One").await.ok();
        wim.prepare(server.top, "two.txt", None).await.ok();
        let asked = json!({ "names": ["ONE", "two.TXT", "three", "../x"] });
        let path = format!("entry/exists/{}", server.top);
        assert_eq!(wim.post(&path, asked.clone()).await.ok()["existing"], json!(["ONE", "two.TXT"]));
        let four = wim.upload(server.top, "four.txt", "four").await.id();
        let entries = wim.post(&path, json!({ "names": ["One", "Four.txt"] })).await.ok()["entries"].clone();
        assert_eq!((&entries[0]["bytes"], &entries[0]["modified_at"]), (&json!(null), &json!(null)), "a folder");
        assert_eq!((&entries[1]["node_id"], &entries[1]["bytes"]), (&json!(four), &json!(4)));
        assert!(entries[1]["modified_at"].as_i64().is_some_and(|moment| moment > 0));
        assert_eq!(server.user("rea").post(&path, asked).await.refusal(), (403, "needs_role.writer"));
        let many: Vec<_> = (0..1001).map(|n| n.to_string()).collect();
        assert_eq!(wim.post(&path, json!({ "names": many })).await.refusal(), (422, "invalid"));
    });
}
