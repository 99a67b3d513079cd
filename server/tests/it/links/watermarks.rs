//! Links whose pictures have a text over them: visitors get nothing else.

use serde_json::{Value, json};

use super::made;
use super::visitor::Visitor;
use crate::conversions::photograph;
use crate::harness::{TestServer, on_both};
use crate::previews::pdf;
use crate::test_users::Answer;

/// A folder with a photograph, a drawing and a document, whose pictures are drawn.
async fn filled(server: &TestServer) -> (i64, [i64; 3]) {
    let wim = server.user("wim");
    let folder = wim.folder(server.top, "Campaign").await.id();
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20'/></svg>";
    let photograph = wim.upload(folder, "beach.jpg", photograph(false)).await.id();
    let drawing = wim.upload(folder, "logo.svg", drawing).await.id();
    let paper = wim.upload(folder, "paper.pdf", pdf()).await.id();
    server.drain().await;
    (folder, [photograph, drawing, paper])
}

/// Some pixels of a picture.
#[track_caller]
fn pixels(answer: &Answer) -> image::RgbImage {
    assert_eq!((answer.status, answer.header("content-type")), (200, "image/webp"));
    image::load_from_memory(&answer.bytes).unwrap().to_rgb8()
}

/// How many pixels differ much.
fn changed(one: &image::RgbImage, other: &image::RgbImage) -> usize {
    assert_eq!(one.dimensions(), other.dimensions());
    let differs = |(one, other): &(&image::Rgb<u8>, &image::Rgb<u8>)| {
        one.0.iter().zip(other.0).any(|(one, other)| one.abs_diff(other) > 16)
    };
    one.pixels().zip(other.pixels()).filter(differs).count()
}

#[test]
fn every_picture_of_a_marked_link_has_the_text_in_its_pixels() {
    on_both(async |server| {
        let (mia, (folder, files)) = (server.user("mia"), filled(server).await);
        let plain = Visitor::of(server, &made(&mia, json!({ "node_ids": [folder] })).await);
        let marked = made(&mia, json!({ "node_ids": [folder], "watermark": { "dated": true } })).await;
        assert_eq!((&marked["may_download"], &marked["watermark"]["text"]), (&json!(false), &Value::Null));
        let marked = Visitor::of(server, &marked);
        let shown = marked.get("").await.ok();
        assert_eq!((&shown["has_watermark"], &shown["may_download"]), (&json!(true), &json!(false)));
        for file in files {
            for size in [96, 320, 640] {
                let path = format!("/picture/{file}?size={size}");
                let (before, after) = (plain.get(&path).await, marked.get(&path).await);
                let count = changed(&pixels(&before), &pixels(&after));
                assert!(count > 200, "{count} pixels of {file} at {size}");
                assert_ne!(before.header("etag"), after.header("etag"));
            }
        }
        // What the plain link has is not what the marked one is asked for, and the other way round.
        let path = format!("/picture/{}?size=640", files[0]);
        let (before, after) = (plain.get(&path).await, marked.get(&path).await);
        for (visitor, tag) in [(&marked, before.header("etag")), (&plain, after.header("etag"))] {
            let asked = visitor.request(reqwest::Method::GET, &path).header("if-none-match", tag);
            assert_eq!(visitor.send(asked).await.status, 200);
        }
        let known = marked.request(reqwest::Method::GET, &path).header("if-none-match", after.header("etag"));
        assert_eq!(marked.send(known).await.status, 304);
        assert_eq!(marked.get(&path).await.bytes, after.bytes, "it is kept");
        // People who see the folder see the pictures as they are.
        let own = server.user("rea").get(&format!("rendition/preview/{}?size=640", files[0])).await;
        assert_eq!(own.bytes, before.bytes);
        server.clock.advance(86_400);
        assert_ne!(marked.get(&path).await.header("etag"), after.header("etag"), "another day is another picture");
    });
}

#[test]
fn a_marked_link_gives_nothing_else_away() {
    on_both(async |server| {
        let (mia, (folder, files)) = (server.user("mia"), filled(server).await);
        let link = made(&mia, json!({ "node_ids": [folder], "watermark": { "text": "For review" } })).await;
        let visitor = Visitor::of(server, &link);
        for file in files {
            for query in ["", "?download=1"] {
                let refused = visitor.get(&format!("/content/{file}{query}")).await;
                assert_eq!(refused.refusal(), (403, "link_no_download"));
            }
            assert_eq!(visitor.get_range(&format!("/content/{file}"), "bytes=0-9").await.status, 403);
        }
        assert_eq!(visitor.get("/archive").await.refusal(), (403, "link_no_download"));
        assert_eq!(visitor.get(&format!("/archive?node_ids={}", files[0])).await.status, 403);

        // Its maker cannot have both, and gets downloads back only without the mark.
        let path = format!("link/{}", link["link_id"]);
        let both = json!({ "watermark": { "text": "x" }, "may_download": true });
        assert_eq!(mia.put(&path, both.clone()).await.status, 422);
        let mut new = both;
        new["node_ids"] = json!([folder]);
        assert_eq!(mia.post("link", new).await.status, 422);
        // What a new link refuses, a change refuses, too: the mark that the link has counts as one that is given.
        let refused = mia.put(&path, json!({ "may_download": true })).await;
        let complaint = &refused.body["errors"][0];
        assert_eq!((refused.status, &complaint["field"]), (422, &json!("may_download")), "{}", refused.body);
        assert_eq!(complaint["key"], "link_rules.watermark");
        // What an answer says can be sent back.
        assert_eq!(mia.put(&path, json!({ "may_download": false, "label": "Press" })).await.ok()["label"], "Press");
        assert_eq!(visitor.get("/archive").await.status, 403);
        let long = json!({ "watermark": { "text": "x".repeat(81) } });
        assert_eq!(mia.put(&path, long).await.status, 422);
        for unseen in ["\u{200b}", "\u{2060}\u{200b}", "\u{202e}For review"] {
            let mark = json!({ "node_ids": [folder], "watermark": { "text": unseen } });
            assert_eq!(mia.post("link", mark.clone()).await.status, 422, "{unseen:?}");
            assert_eq!(mia.put(&path, mark).await.status, 422, "{unseen:?}");
        }
        let changed = mia.put(&path, json!({ "watermark": null, "may_download": true })).await.ok();
        assert_eq!((&changed["watermark"], &changed["may_download"]), (&Value::Null, &json!(true)));
        assert_eq!(visitor.get("/archive").await.status, 200);
        // As a new link with a mark, one that gets a mark gives no files away any more.
        let changed = mia.put(&path, json!({ "watermark": {} })).await.ok();
        assert_eq!(changed["may_download"], false);
        assert_eq!(visitor.get("/archive").await.refusal(), (403, "link_no_download"));
    });
}

#[test]
fn a_picture_that_cannot_be_marked_is_not_shown() {
    on_both(async |server| {
        let (mia, (folder, files)) = (server.user("mia"), filled(server).await);
        let marked = Visitor::of(server, &made(&mia, json!({ "node_ids": [folder], "watermark": {} })).await);
        // Nothing can be kept, so nothing is drawn.
        std::fs::write(server.test.folder().join("renditions/marked"), "in the way").unwrap();
        let answer = marked.get(&format!("/picture/{}?size=640", files[0])).await;
        assert_eq!((answer.status, answer.header("content-type")), (503, "application/problem+json"));
    });
}
