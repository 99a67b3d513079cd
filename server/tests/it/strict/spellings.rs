//! An id has one spelling: an address or a text that spells it differently names nothing.

use reqwest::multipart::{Form, Part};
use serde_json::json;

use crate::harness::on_both;
use crate::test_users::Answer;

/// Other spellings of a number, in an address and in a text.
fn others(id: i64) -> [(String, String); 7] {
    [
        (format!("%20{id}"), format!(" {id}")),
        (format!("{id}%20"), format!("{id} ")),
        (format!("%2B{id}"), format!("+{id}")),
        (format!("0{id}"), format!("0{id}")),
        (format!("{id}.0"), format!("{id}.0")),
        (format!("{id}e0"), format!("{id}e0")),
        (format!("%09{id}"), format!("\t{id}")),
    ]
}

#[test]
fn an_address_spells_an_id_in_one_way() {
    on_both(async |server| {
        let (wim, ada) = (server.user("wim"), server.user("ada"));
        let file = wim.upload(server.top, "a.txt", "a").await.id();
        for (spelt, _) in others(file) {
            for path in [format!("entry/{spelt}"), format!("/api/file/content/{spelt}")] {
                assert_eq!(wim.get(&path).await.refusal(), (404, "not_found"), "{path}");
            }
            let removed = wim.delete(&format!("entry/{spelt}")).await;
            assert_eq!(removed.refusal(), (404, "not_found"), "{spelt}");
        }
        for (spelt, _) in others(server.content.0) {
            let listed = wim.get(&format!("/api/app/{spelt}/entry/list/{}", server.top)).await;
            assert_eq!(listed.refusal(), (404, "not_found"), "{spelt}");
        }
        for (spelt, _) in others(server.users["rea"].0) {
            assert_eq!(ada.get(&format!("/api/core/users/{spelt}")).await.refusal(), (404, "not_found"), "{spelt}");
        }
        assert_eq!(wim.content(file).await.bytes, b"a");
    });
}

#[test]
fn a_parameter_and_a_text_in_a_form_spell_a_number_in_one_way() {
    on_both(async |server| {
        let wim = server.user("wim");
        for (spelt, text) in others(server.top) {
            let told = wim.get(&format!("entry/list/{}?limit={spelt}", server.top)).await;
            assert_eq!((told.status, &told.body["errors"][0]["field"]), (422, &json!("limit")), "{spelt}");
            let told = wim.post("folder", json!({ "folder_parent_id": text, "name": "Folder" })).await;
            assert_eq!((told.status, &told.body["errors"][0]["field"]), (422, &json!("folder_parent_id")), "{text:?}");
        }
        let prepared = wim.prepare(server.top, "prepared.txt", None).await.ok();
        for (field, address, file, id) in [
            ("folder_parent_id", "file", "file", json!(server.top)),
            ("node_id", "/api/file/upload", "raw_data", prepared["node_id"].clone()),
        ] {
            for text in [format!("+{id}"), format!("0{id}"), format!("{id}.0"), format!(" {id}"), format!("{id}\n")] {
                let form = Form::new().text(field, text.clone()).text("callback", prepared["callback"].to_string());
                let form = form.part(file, Part::text("a").file_name("a.txt"));
                let told = Answer::of(wim.request(reqwest::Method::POST, address).multipart(form)).await;
                let (said, wrong) = (told.refusal(), &told.body["errors"][0]);
                assert_eq!((said, &wrong["field"]), ((422, "invalid"), &json!(field)), "{text:?}");
                assert_eq!(wrong["key"], "invalid", "{text:?}");
            }
        }
        let as_text = json!({ "folder_parent_id": server.top.to_string(), "name": "As text" });
        wim.post("folder", as_text).await.ok();
        #[expect(clippy::cast_precision_loss, reason = "ids of a story are small")]
        let as_decimal = json!({ "folder_parent_id": server.top as f64, "name": "As a decimal number" });
        wim.post("folder", as_decimal).await.ok();
        assert_eq!(wim.list(server.top).await, ["As a decimal number", "As text"]);
    });
}
