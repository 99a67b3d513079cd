//! Uploads and downloads as in the specification, with addresses that any HTTP client can use unchanged.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::json;

use crate::harness::{names_in, on_both};
use crate::test_users::Answer;

#[test]
fn addresses_in_answers_are_whole_and_lead_to_the_bytes() {
    on_both(async |server| {
        let wim = server.user("wim");
        let prepared = wim.prepare(server.top, "poster.txt", Some(6)).await.ok();
        let url = prepared["url"].as_str().unwrap();
        assert!(url.starts_with(&format!("{}/api/file/upload?", server.base)), "{url}");
        // Like a client that is not a browser: the whole address, and the session's token as in all calls.
        let form = Form::new()
            .text("parent_id", prepared["parent_external_id"].as_str().unwrap().to_owned())
            .text("node_id", prepared["node_id"].to_string())
            .text("file_name", "poster.txt")
            .text("callback", prepared["callback"].as_str().unwrap().to_owned())
            .part("raw_data", Part::bytes(b"poster".to_vec()).file_name("poster.txt"));
        assert_eq!(Answer::of(wim.request(Method::POST, url).multipart(form)).await.status, 200);
        let link = wim.get(&format!("actions/download/{}", prepared["node_id"])).await.ok();
        let link = link["link"].as_str().unwrap();
        assert!(link.starts_with(&format!("{}/api/file/content/", server.base)), "{link}");
        assert_eq!(Answer::of(wim.request(Method::GET, link)).await.bytes, b"poster");
    });
}

#[test]
fn a_field_that_comes_twice_is_refused_by_its_name_and_nothing_is_kept() {
    on_both(async |server| {
        let wim = server.user("wim");
        let prepared = wim.prepare(server.top, "one.txt", None).await.ok();
        let (node, ticket) = (prepared["node_id"].to_string(), prepared["callback"].as_str().unwrap().to_owned());
        let top = server.top.to_string();
        let named = [("node_id", node.as_str()), ("callback", ticket.as_str())];
        let send = async |address: &str, fields: &[(&'static str, &str)]| {
            let form = fields.iter().fold(Form::new(), |form, (name, value)| match *name {
                "raw_data" => form.part(*name, Part::bytes(value.as_bytes().to_vec()).file_name("one.txt")),
                "file" => form.part(*name, Part::bytes(value.as_bytes().to_vec()).file_name("two.txt")),
                name => form.text(name, (*value).to_owned()),
            });
            Answer::of(wim.request(Method::POST, address).multipart(form)).await
        };
        for (address, fields, twice) in [
            ("/api/file/upload", vec![named[0], named[1], ("raw_data", "one"), ("raw_data", "two")], "raw_data"),
            ("/api/file/upload", vec![("raw_data", "one"), ("raw_data", "two"), named[0], named[1]], "raw_data"),
            ("/api/file/upload", vec![named[0], named[1], ("raw_data", "one"), ("node_id", "7")], "node_id"),
            ("/api/file/upload", vec![named[0], named[1], ("callback", "x"), ("raw_data", "one")], "callback"),
            ("file", vec![("folder_parent_id", &top), ("file", "one"), ("file", "two")], "file"),
            ("file", vec![("file", "one"), ("folder_parent_id", &top), ("file", "two")], "file"),
            ("file", vec![("folder_parent_id", "7"), ("folder_parent_id", &top), ("file", "x")], "folder_parent_id"),
        ] {
            let told = send(address, &fields).await;
            assert_eq!(told.refusal(), (422, "invalid"), "{fields:?}");
            assert_eq!(told.body["errors"][0]["field"], twice, "{fields:?}");
            assert_eq!(wim.list(server.top).await, [""; 0], "{fields:?}");
        }
        let fields = [named[0], named[1], ("raw_data", "one"), ("parent_id", &top), ("parent_id", &top)];
        assert_eq!(send("/api/file/upload", &fields).await.status, 200, "of what is not read any number may come");
        assert_eq!(server.bytes_at("one.txt").await, b"one");
        assert_eq!(server.staged().await, [""; 0]);
    });
}

#[test]
fn a_file_may_come_before_its_folder() {
    on_both(async |server| {
        let bytes = vec![7_u8; 200_000];
        let send = async |who: &str, name: &str, folder: i64| {
            let part = Part::bytes(bytes.clone()).file_name(name.to_owned());
            let form = Form::new().part("file", part).text("folder_parent_id", folder.to_string());
            Answer::of(server.user(who).request(Method::POST, "file").multipart(form)).await
        };
        let made = send("wim", "first.bin", server.top).await;
        assert_eq!((made.status, &made.body["size"]), (201, &json!(200_000)), "{}", made.body);
        assert_eq!(server.bytes_at("first.bin").await, bytes);
        assert_eq!(send("rea", "refused.bin", server.top).await.status, 403);
        assert_eq!(send("wim", "nowhere.bin", 999_999).await.status, 404);
        assert_eq!(server.user("wim").list(server.top).await, ["first.bin"]);
        let mut names = names_in(&server.test.folder().join("files"));
        names.retain(|name| name != "lume");
        assert_eq!(names, ["other"], "what was kept meanwhile is gone");
    });
}
