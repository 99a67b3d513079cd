//! What an entry is to people, and what is known of its content.

use serde_json::json;

use crate::harness::{TestServer, on_both};
use crate::previews::png;

async fn types(server: &TestServer) -> Vec<(String, String)> {
    let page = server.user("rea").get(&format!("entry/list/{}", server.top)).await.ok();
    let items = page["items"].as_array().unwrap().iter();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    items.map(|entry| (text(&entry["name"]), text(&entry["entry_type"]))).collect()
}

#[test]
fn the_content_of_a_file_decides_its_type_and_a_new_name_changes_nothing() {
    on_both(async |server| {
        let wim = server.user("wim");
        wim.post("folder", json!({ "folder_parent_id": server.top, "name": "sub" })).await.ok();
        let picture = wim.upload(server.top, "a.txt", png()).await.id();
        wim.upload(server.top, "b.csv", "name;price\n1;2\n").await.ok();
        wim.upload(server.top, "c.pdf", "%PDF-1.7\n").await.ok();
        wim.upload(server.top, "d.bin", vec![0_u8, 1, 2]).await.ok();
        wim.upload(server.top, "e.md", "# Words").await.ok();
        wim.upload(server.top, "f.js", "let a = 1;\n").await.ok();
        let pairs = |wanted: &[(&str, &str)]| -> Vec<(String, String)> {
            wanted.iter().map(|(name, kind)| ((*name).to_owned(), (*kind).to_owned())).collect()
        };
        let mut wanted = vec![("sub", "folder"), ("a.txt", "image"), ("b.csv", "sheet"), ("c.pdf", "pdf")];
        wanted.extend([("d.bin", "file"), ("e.md", "text"), ("f.js", "code")]);
        assert_eq!(types(server).await, pairs(&wanted));
        wim.put(&format!("entry/rename/{picture}"), json!({ "name": "a.pdf" })).await.ok();
        wanted[1].0 = "a.pdf";
        assert_eq!(types(server).await, pairs(&wanted));
    });
}

#[test]
fn a_drawn_file_has_its_properties_and_so_has_the_next_of_the_same_content() {
    on_both(async |server| {
        let wim = server.user("wim");
        let first = wim.upload(server.top, "first.png", png()).await.id();
        let entry = async |node: i64| wim.get(&format!("entry/{node}")).await.ok();
        assert_eq!(entry(first).await["properties"], json!({}));
        server.drain().await;
        let drawn = entry(first).await;
        let (width, height) = (&drawn["preview"]["width"], &drawn["preview"]["height"]);
        assert!(width.as_i64().is_some_and(|pixels| pixels > 0), "{drawn}");
        let colours = &drawn["properties"]["colours"];
        assert!(colours.as_i64().is_some_and(|bits| bits > 0), "{drawn}");
        assert_eq!(drawn["properties"], json!({ "width": width, "height": height, "colours": colours }));

        // Nobody waits for what is known.
        let second = wim.upload(server.top, "second.png", png()).await.id();
        let same = entry(second).await;
        assert_eq!((&same["preview"]["status"], &same["properties"]), (&json!("ready"), &drawn["properties"]));
        assert_eq!(wim.preview(second).await.status, 200);
        assert_eq!(server.count("SELECT COUNT(*) FROM jobs_job WHERE state = 'queued'").await, 0);

        // A deleted file leaves none.
        for node in [first, second] {
            assert_eq!(wim.delete(&format!("entry/{node}")).await.status, 200);
        }
        assert_eq!(server.user("ada").delete("entry/bin").await.status, 202);
        server.drain().await;
        assert_eq!(server.count("SELECT COUNT(*) FROM nodes_value").await, 0);
    });
}
