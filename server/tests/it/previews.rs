//! Previews, drawn by the built server in its confined child.

use serde_json::json;

use crate::harness::{on_both, on_disks};

const SVG: &str =
    "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20' fill='red'/></svg>";

fn pixels() -> Vec<u8> {
    (0..64 * 48).flat_map(|n| [(n % 256) as u8, (n / 64 * 5) as u8, 90]).collect()
}

pub fn jpeg() -> Vec<u8> {
    let mut bytes = Vec::new();
    jpeg_encoder::Encoder::new(&mut bytes, 80).encode(&pixels(), 64, 48, jpeg_encoder::ColorType::Rgb).unwrap();
    bytes
}

pub fn png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 64, 48);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&pixels()).unwrap();
    bytes
}

pub fn pdf() -> Vec<u8> {
    use pdf_writer::{Pdf, Rect, Ref};
    let (catalog, pages, page) = (Ref::new(1), Ref::new(2), Ref::new(3));
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    pdf.page(page).parent(pages).media_box(Rect::new(0.0, 0.0, 200.0, 100.0));
    pdf.finish()
}

#[test]
fn pictures_papers_and_texts_get_previews_and_broken_files_a_recorded_failure() {
    on_both(async |server| {
        let wim = server.user("wim");
        let mut broken = jpeg();
        broken.truncate(120);
        for (name, bytes, size) in [
            ("photo.jpg", jpeg(), Some((64, 48))),
            ("sign.png", png(), Some((64, 48))),
            ("logo.svg", SVG.into(), Some((40, 20))),
            ("paper.pdf", pdf(), Some((200, 100))),
            ("notes.txt", b"first line\nsecond line\n".to_vec(), None),
        ] {
            let entry = wim.upload(server.top, name, bytes).await.ok();
            assert_eq!(entry["preview"]["status"], "generating_preview", "{name}");
            let node = entry["node_id"].as_i64().unwrap();
            assert_eq!(wim.preview(node).await.status, 202, "{name}");
            server.drain().await;
            let preview = wim.get(&format!("entry/{node}")).await.ok()["preview"].clone();
            assert_eq!(preview["status"], "ready", "{name}");
            assert!(preview["placeholder"].as_str().is_some_and(|text| !text.is_empty()), "{name}");
            if let Some((width, height)) = size {
                assert_eq!(
                    (preview["width"].as_i64(), preview["height"].as_i64()),
                    (Some(width), Some(height)),
                    "{name}"
                );
            }
            let picture = wim.preview(node).await;
            assert_eq!((picture.status, picture.header("content-type")), (200, "image/webp"), "{name}");
            assert_eq!(&picture.bytes[8..12], b"WEBP", "{name}");
        }
        let node = wim.upload(server.top, "broken.jpg", broken).await.id();
        server.drain().await;
        let entry = wim.get(&format!("entry/{node}")).await.ok();
        assert_eq!((&entry["preview"]["status"], &entry["preview_reason"]), (&json!("error"), &json!("unreadable")));
        assert_eq!(wim.preview(node).await.status, 404);
        assert_eq!(
            server.count("SELECT COUNT(*) FROM media_rendition WHERE state = 'failed' AND reason IS NOT NULL").await,
            1
        );
        assert_eq!(
            wim.actions().await[0],
            ("broken.jpg".to_owned(), "success".to_owned()),
            "the upload itself went well"
        );
    });
}

#[test]
fn one_content_is_drawn_once_and_again_when_it_is_asked_for() {
    on_both(async |server| {
        let wim = server.user("wim");
        let one = wim.upload(server.top, "one.png", png()).await.id();
        server.drain().await;
        let two = wim.upload(server.top, "two.png", png()).await.id();
        server.drain().await;
        assert_eq!(server.count("SELECT COUNT(*) FROM media_rendition").await, 1);
        assert_eq!(wim.preview(two).await.status, 200);
        assert_eq!(server.user("rea").delete(&format!("rendition/{one}")).await.refusal(), (403, "needs_role.writer"));
        assert_eq!(wim.delete(&format!("rendition/{one}")).await.status, 204);
        for node in [one, two] {
            assert_eq!(wim.preview(node).await.status, 202, "both lose the picture they share");
        }
        server.drain().await;
        for node in [one, two] {
            assert_eq!(wim.preview(node).await.status, 200);
        }
    });
}

#[test]
fn a_page_that_has_the_picture_is_not_sent_it_again() {
    on_both(async |server| {
        let wim = server.user("wim");
        let node = wim.upload(server.top, "one.png", png()).await.id();
        server.drain().await;
        let path = format!("rendition/preview/{node}?size=256");
        let tag = wim.get(&path).await.header("etag").to_owned();
        let again = wim.request(reqwest::Method::GET, &path).header("if-none-match", &tag);
        let again = crate::test_users::Answer::of(again).await;
        assert_eq!((again.status, again.bytes.len()), (304, 0));
        assert!(again.header("cache-control").contains("private"));
    });
}

/// All stored pictures.
pub fn rendition_files(server: &crate::harness::TestServer) -> Vec<std::path::PathBuf> {
    let folders = std::fs::read_dir(server.test.folder().join("renditions")).unwrap();
    let folders = folders.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    folders.flat_map(|folder| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path())).collect()
}

#[test]
fn a_picture_that_is_gone_or_damaged_is_drawn_again_by_itself() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let node = wim.upload(server.top, "one.png", png()).await.id();
        server.drain().await;
        let first = rea.preview(node).await.bytes;
        let harms: [fn(&std::path::Path); 4] = [
            |path| std::fs::remove_file(path).unwrap(),
            |path| std::fs::write(path, b"").unwrap(),
            |path| std::fs::write(path, [7; 400]).unwrap(),
            |path| {
                let mut bytes = std::fs::read(path).unwrap();
                let middle = bytes.len() / 2;
                bytes[middle] ^= 1;
                std::fs::write(path, bytes).unwrap();
            },
        ];
        for harm in harms {
            let pictures = rendition_files(server);
            assert_eq!(pictures.len(), 2, "{pictures:?}");
            pictures.iter().for_each(|path| harm(path));
            assert_eq!(rea.preview(node).await.status, 202);
            assert_eq!(rea.preview(node).await.status, 202, "asking twice is no second job");
            let status = rea.get(&format!("entry/{node}")).await.ok()["preview"]["status"].clone();
            assert_eq!(status, "generating_preview");
            assert_eq!(server.count("SELECT COUNT(*) FROM jobs_job WHERE state = 'queued'").await, 1);
            server.drain().await;
            let again = rea.preview(node).await;
            assert_eq!((again.status, again.header("content-type")), (200, "image/webp"));
            assert_eq!(again.bytes, first);
        }
    });
}

/// The state of the entry's preview, and why it has none.
async fn standing(wim: &crate::test_users::TestUser<'_>, node: i64) -> (String, String) {
    let entry = wim.get(&format!("entry/{node}")).await.ok();
    let word = |value: &serde_json::Value| value.as_str().unwrap_or("").to_owned();
    (word(&entry["preview"]["status"]), word(&entry["preview_reason"]))
}

#[test]
fn a_damaged_file_spoils_no_picture_of_the_right_bytes() {
    on_both(async |server| {
        let wim = server.user("wim");
        let node = wim.upload(server.top, "one.png", png()).await.id();
        server.drain().await;
        let lose_picture = async || {
            assert_eq!(wim.delete(&format!("rendition/{node}")).await.status, 204);
            server.drain().await;
            assert_eq!(standing(&wim, node).await, ("error".into(), "unreadable".into()));
            assert_eq!(server.count("SELECT COUNT(*) FROM media_rendition WHERE state <> 'undrawn'").await, 0);
            let wait = "SELECT COUNT(*) FROM activity_action WHERE status = 'generating_preview'";
            assert_eq!(server.count(wait).await, 0);
        };
        server.overwrite("one.png", "other bytes").await;
        lose_picture().await;

        // A download after the bytes were restored causes the preview to be drawn.
        server.overwrite("one.png", png()).await;
        assert_eq!(wim.content(node).await.bytes, png());
        assert_eq!(wim.preview(node).await.status, 202);
        server.drain().await;
        assert_eq!(wim.preview(node).await.status, 200);

        // So does the doctor.
        server.lose("one.png").await;
        lose_picture().await;
        let hash = blake3::hash(&png()).to_hex().to_string();
        let store = server.test.folder().join("store");
        std::fs::create_dir_all(store.join(&hash[..2])).unwrap();
        std::fs::write(store.join(&hash[..2]).join(&hash), png()).unwrap();
        let mend = storage::CheckOptions { repair: true, hashes: false };
        storage::examine(&server.app.db, mend, Some(&store), |_| {}).await.unwrap();
        assert_eq!(wim.preview(node).await.status, 202);
        server.drain().await;
        assert_eq!(wim.preview(node).await.status, 200);

        // The same bytes elsewhere get their preview.
        server.overwrite("one.png", "other bytes").await;
        lose_picture().await;
        let two = wim.upload(server.top, "two.png", png()).await.id();
        server.drain().await;
        assert_eq!(wim.preview(two).await.status, 200);
    });
}

#[test]
fn a_file_without_a_picture_says_why() {
    on_both(async |server| {
        let wim = server.user("wim");
        let locked = include_bytes!("locked.pdf").to_vec();
        let mut broken = png();
        broken.truncate(60);
        for (name, bytes, status, reason) in [
            ("locked.pdf", locked, "error", "password"),
            ("broken.png", broken, "error", "unreadable"),
            ("other.PNG", vec![0xb7, 0x1e, 0, 0xff, 0x90, 3, 0, 0xd2], "error", "unreadable"),
            ("other.bin", vec![0xb7, 0x1e, 0, 0xff, 0x90, 3, 0, 0xd1], "unavailable", "unsupported"),
            ("sound.flac", b"fLaC\0\0\0\x22".to_vec(), "unavailable", "unsupported"),
        ] {
            let node = wim.upload(server.top, name, bytes).await.id();
            server.drain().await;
            let entry = wim.get(&format!("entry/{node}")).await.ok();
            assert_eq!(
                (&entry["preview"]["status"], &entry["preview_reason"]),
                (&json!(status), &json!(reason)),
                "{name}"
            );
        }
    });
}

#[test]
fn a_picture_waits_for_a_disk_that_is_away_however_long_and_is_then_drawn() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let node = wim.upload(server.top, "one.png", png()).await.id();
        let away = server.disk.with_file_name("away");
        std::fs::rename(&server.disk, &away).unwrap();
        for _ in 0..5 {
            server.drain().await;
            server.clock.advance(60);
        }
        assert_eq!(wim.preview(node).await.status, 202);
        std::fs::rename(&away, &server.disk).unwrap();
        server.drain().await;
        assert_eq!(wim.preview(node).await.status, 200);
    });
}

#[test]
fn a_picture_that_no_try_could_draw_is_not_waited_for() {
    on_both(async |server| {
        let wim = server.user("wim");
        let node = wim.upload(server.top, "one.png", png()).await.id();
        let renditions = server.test.folder().join("renditions");
        std::fs::remove_dir_all(&renditions).ok();
        std::fs::write(&renditions, "in the way").unwrap();
        for _ in 0..4 {
            server.drain().await;
            server.clock.advance(600);
        }
        assert_eq!(standing(&wim, node).await.0, "error");
        let wait = "SELECT COUNT(*) FROM activity_action WHERE status = 'generating_preview'";
        assert_eq!(server.count(wait).await, 0);
        std::fs::remove_file(&renditions).unwrap();
        assert_eq!(wim.delete(&format!("rendition/{node}")).await.status, 204);
        server.drain().await;
        assert_eq!(standing(&wim, node).await.0, "ready");
    });
}
