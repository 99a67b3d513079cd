//! Pictures in other sizes and formats by a link: which of them it gives away, one by one and as an archive, and how many.

use image::ImageFormat;
use reqwest::Method;
use serde_json::{Value, json};

use super::visitor::Visitor;
use super::{made, state_of};
use crate::archives::unpacked;
use crate::conversions::photograph;
use crate::harness::{NOW, TestServer, on_both};
use crate::previews::png;
use crate::quotas::tenant;
use crate::test_users::{Answer, TestUser};

/// A folder with a photograph, a drawing and a text.
struct Album {
    folder: i64,
    photograph: i64,
}

impl Album {
    async fn of(server: &TestServer) -> Self {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Album").await.id();
        let photograph = wim.upload(folder, "beach.jpg", photograph(false)).await.id();
        wim.upload(folder, "sign.png", png()).await.id();
        wim.upload(folder, "notes.txt", "words").await.id();
        Self { folder, photograph }
    }
}

async fn preset(server: &TestServer, maker: &str, tenant: i64) -> i64 {
    let form =
        json!({ "name": "Square", "tenant_id": tenant, "width": 32, "height": 32, "fit": "cover", "format": "webp" });
    server.user(maker).post("rendition/preset", form).await.ok()["preset_id"].as_i64().unwrap()
}

fn format_of(answer: &Answer) -> ImageFormat {
    image::guess_format(&answer.bytes).unwrap()
}

/// The archive of pictures, once they are made.
async fn archive(server: &TestServer, guest: &Visitor<'_>, form: Value) -> Answer {
    let begun = guest.post("/pictures", form).await;
    assert_eq!(begun.status, 202, "{}", begun.body);
    server.drain().await;
    let key = begun.body["pictures_id"].as_str().unwrap().to_owned();
    let told = guest.get(&format!("/pictures/{key}")).await.ok();
    assert_eq!(told["ready"], true, "{told}");
    guest.get(&format!("/pictures/{key}/archive")).await
}

fn names(answer: &Answer) -> Vec<String> {
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/zip"));
    unpacked(&answer.bytes).into_keys().collect()
}

async fn downloads(mia: &TestUser<'_>) -> Value {
    mia.server.app.db.background_ended().await;
    mia.get("link").await.ok()["items"][0]["downloads"].clone()
}

#[test]
fn a_link_gives_away_what_its_maker_allows_and_nothing_else() {
    on_both(async |server| {
        let (mia, Album { folder, photograph }) = (server.user("mia"), Album::of(server).await);
        let preset = preset(server, "ada", tenant(server, "lume").await).await;
        let (no_files, no_sizes) = ("link_no_download", "link_no_sizes");
        // Per offer: files as they are, pictures of presets, and of sizes of one's own.
        for (offer, files, presets, sizes) in [
            (json!({}), true, true, true),
            (json!({ "sizes": "presets" }), true, true, false),
            (json!({ "sizes": "none" }), true, false, false),
            (json!({ "originals": false }), false, true, true),
            (json!({ "originals": false, "sizes": "presets" }), false, true, false),
            (json!({ "may_download": false }), false, false, false),
            (json!({ "watermark": {} }), false, false, false),
        ] {
            let mut form = json!({ "node_ids": [folder] });
            form.as_object_mut().unwrap().extend(offer.as_object().unwrap().clone());
            let guest = Visitor::of(server, &made(&mia, form).await);
            let shown = guest.get("").await.ok();
            assert_eq!(shown["originals"], files, "{offer}");
            let told = if sizes {
                "any"
            } else if presets {
                "presets"
            } else {
                "none"
            };
            assert_eq!(shown["sizes"], told, "{offer}");
            let own = json!({ "width": 40, "format": "webp" });
            let converted = format!("/converted/{photograph}");
            for (answer, is_given, refusal) in [
                (guest.get(&format!("/content/{photograph}")).await, files, no_files),
                (guest.get("/archive").await, files, no_files),
                (guest.get("/presets").await, presets, no_sizes),
                (guest.get(&format!("{converted}?preset={preset}")).await, presets, no_sizes),
                (guest.post("/pictures", json!({ "preset": preset })).await, presets, no_sizes),
                (guest.get(&format!("{converted}?width=40")).await, sizes, no_sizes),
                (guest.post("/pictures", own).await, sizes, no_sizes),
            ] {
                if is_given {
                    assert!([200, 202].contains(&answer.status), "{offer}: {} {}", answer.status, answer.body);
                } else {
                    assert_eq!(answer.refusal(), (403, refusal), "{offer}");
                }
            }
            server.drain().await;
        }
        let nothing = json!({ "node_ids": [folder], "originals": false, "sizes": "none" });
        let refused = mia.post("link", nothing).await;
        let key = refused.body["errors"][0]["key"].clone();
        assert_eq!((refused.status, key), (422, json!("link_rules.nothing_given")));
    });
}

#[test]
fn a_picture_comes_in_a_size_of_the_organisation_or_of_one_s_own() {
    on_both(async |server| {
        let (mia, Album { folder, photograph }) = (server.user("mia"), Album::of(server).await);
        let (lume, other) = (tenant(server, "lume").await, tenant(server, "other").await);
        let (ours, theirs) = (preset(server, "ada", lume).await, preset(server, "eva", other).await);
        let guest = Visitor::of(server, &made(&mia, json!({ "node_ids": [folder] })).await);
        let listed = guest.get("/presets").await.ok();
        let wanted = json!({ "preset_id": ours, "name": "Square", "width": 32, "height": 32, "format": "webp" });
        assert_eq!(listed["items"], json!([wanted]), "of this tenant alone, and nothing else of them");

        let path = format!("/converted/{photograph}");
        let square = guest.get(&format!("{path}?preset={ours}")).await;
        assert_eq!((square.status, format_of(&square)), (200, ImageFormat::WebP));
        assert!(square.header("content-disposition").contains("beach-32x32.webp"));
        for (query, format, name) in [
            ("width=300&height=300", ImageFormat::Jpeg, "beach-300x200.jpg"),
            ("format=png&width=60", ImageFormat::Png, "beach-60x40.png"),
            ("format=webp&width=9000", ImageFormat::WebP, "beach-600x400.webp"),
        ] {
            let picture = guest.get(&format!("{path}?{query}")).await;
            assert_eq!((picture.status, format_of(&picture)), (200, format), "{query}");
            assert!(picture.header("content-disposition").contains(name), "{query}");
            assert_eq!(picture.header("referrer-policy"), "no-referrer");
        }
        for (query, status) in [(format!("preset={theirs}"), 422), ("width=0".to_owned(), 422)] {
            assert_eq!(guest.get(&format!("{path}?{query}")).await.status, status, "{query}");
        }
        let sound = server.user("wim").upload(folder, "sound.flac", b"fLaC\0\0\0\x22".to_vec()).await.id();
        assert_eq!(guest.get(&format!("/converted/{sound}?width=9")).await.refusal(), (409, "not_convertible"));
        for node in [folder, server.top, 999_999] {
            assert_eq!(guest.get(&format!("/converted/{node}?width=9")).await.refusal(), (404, "not_found"));
        }
        server.classify(photograph).await;
        assert_eq!(
            guest.get(&format!("{path}?width=300&height=300")).await.refusal(),
            (404, "not_found"),
            "also if made"
        );
    });
}

#[test]
fn each_size_is_a_download_of_the_link_and_making_one_is_none() {
    on_both(async |server| {
        let (mia, Album { photograph, .. }) = (server.user("mia"), Album::of(server).await);
        let link = made(&mia, json!({ "node_ids": [photograph], "download_limit": 2 })).await;
        let guest = Visitor::of(server, &link);
        let path = format!("/converted/{photograph}?width=60");
        let head = guest.send(guest.request(Method::HEAD, &path)).await;
        assert_eq!((head.status, downloads(&mia).await), (200, json!(0)), "it is made, and nothing was sent");
        let whole = guest.get(&path).await;
        for range in ["bytes=0-9", "bytes=10-"] {
            assert_eq!(guest.get_range(&path, range).await.status, 206);
        }
        assert_eq!((whole.status, downloads(&mia).await), (200, json!(1)));
        assert_eq!(guest.get(&format!("/converted/{photograph}?width=61")).await.status, 200);
        assert_eq!(state_of(&mia, &link).await, "used_up");
        for other in [format!("/converted/{photograph}?width=62"), format!("/content/{photograph}")] {
            assert_eq!(guest.get(&other).await.refusal(), (404, "not_found"), "{other}");
        }
        assert_eq!(guest.get(&path).await.status, 200, "who has begun one goes on");
        let another = Visitor::of(server, &link);
        assert_eq!(another.get(&path).await.refusal(), (404, "not_found"));
    });
}

#[test]
fn the_pictures_of_a_link_come_as_one_archive() {
    on_both(async |server| {
        let (mia, Album { folder, photograph }) = (server.user("mia"), Album::of(server).await);
        let guest = Visitor::of(server, &made(&mia, json!({ "node_ids": [folder] })).await);
        let all = archive(server, &guest, json!({ "width": 60, "format": "webp" })).await;
        assert!(all.header("content-disposition").contains("filename=\"Album.zip\""));
        assert_eq!(names(&all), ["Album/", "Album/beach.webp", "Album/notes.txt", "Album/sign.webp"]);
        let rest = Visitor::of(server, &mia.get("link").await.ok()["items"][0]);
        let same = rest.post("/pictures", json!({ "width": 60, "format": "webp" })).await.body;
        assert_eq!(same["ready"], true, "who wants the same shares what is made");
        let one = archive(server, &guest, json!({ "node_ids": [photograph], "width": 50 })).await;
        assert_eq!(names(&one), ["beach.jpg"]);
        assert_eq!(downloads(&mia).await, 2);

        // What comes later makes another archive, and is no part of the first one.
        server.user("wim").upload(folder, "later.png", crate::conversions::photograph(true)).await.id();
        let again = rest.post("/pictures", json!({ "width": 60, "format": "webp" })).await.body;
        assert_ne!(again["pictures_id"], same["pictures_id"]);
        let key = same["pictures_id"].as_str().unwrap();
        let before = rest.get(&format!("/pictures/{key}/archive")).await;
        assert!(!names(&before).contains(&"Album/later.webp".to_owned()));
        let actions = mia.actions().await;
        assert_eq!(actions, [], "its maker is told nothing of it");
        for (form, refusal) in [
            (json!({ "folder": server.top }), (404, "not_found")),
            (json!({ "node_ids": [999_999] }), (404, "not_found")),
        ] {
            assert_eq!(guest.post("/pictures", form).await.refusal(), refusal);
        }
        assert_eq!(guest.post("/pictures", json!({ "preset": 999_999 })).await.status, 422);
        assert_eq!(guest.get("/pictures/0123456789abcdef0123456789abcdef").await.refusal(), (404, "not_found"));
    });
}

#[test]
fn an_archive_of_pictures_is_of_its_link_and_ends_with_what_that_gives() {
    on_both(async |server| {
        let (mia, Album { folder, photograph }) = (server.user("mia"), Album::of(server).await);
        let link = made(&mia, json!({ "node_ids": [folder], "originals": false })).await;
        let guest = Visitor::of(server, &link);
        let whole = archive(server, &guest, json!({ "width": 60 })).await;
        assert_eq!(names(&whole), ["Album/", "Album/beach.jpg", "Album/sign.jpg"], "files as they are stay inside");
        let key = guest.post("/pictures", json!({ "width": 60 })).await.body["pictures_id"].clone();
        let path = format!("/pictures/{}/archive", key.as_str().unwrap());
        let other = Visitor::of(server, &made(&mia, json!({ "node_ids": [folder] })).await);
        assert_eq!(other.get(&path).await.refusal(), (404, "not_found"), "another link");

        server.classify(photograph).await;
        assert_eq!(names(&guest.get(&path).await), ["Album/", "Album/sign.jpg"]);
        let own = format!("link/{}", link["link_id"]);
        mia.put(&own, json!({ "label": "Summer" })).await.ok();
        assert_eq!(guest.get(&path).await.status, 200, "another title takes nothing away");
        mia.put(&own, json!({ "sizes": "presets" })).await.ok();
        assert_eq!(guest.get(&path).await.refusal(), (404, "not_found"));
        let refused = mia.put(&own, json!({ "sizes": "none" })).await;
        assert_eq!(refused.status, 422, "nothing would be given");
        mia.put(&own, json!({ "sizes": "any" })).await.ok();
        let again = archive(server, &guest, json!({ "width": 60 })).await;
        assert_eq!(names(&again), ["Album/", "Album/sign.jpg"]);
        mia.delete(&own).await;
        assert_eq!(server.count("SELECT COUNT(*) FROM media_prepared").await, 0);
    });
}

#[test]
fn an_archive_in_a_size_of_the_organisation_goes_with_that_size() {
    on_both(async |server| {
        let (mia, ada, Album { folder, .. }) = (server.user("mia"), server.user("ada"), Album::of(server).await);
        let preset = preset(server, "ada", tenant(server, "lume").await).await;
        let guest = Visitor::of(server, &made(&mia, json!({ "node_ids": [folder], "sizes": "presets" })).await);
        let (form, at) = (json!({ "preset": preset }), format!("rendition/preset/{preset}"));
        let key_of = async || {
            let whole = archive(server, &guest, form.clone()).await;
            assert_eq!(names(&whole), ["Album/", "Album/beach.webp", "Album/notes.txt", "Album/sign.webp"]);
            guest.post("/pictures", form.clone()).await.body["pictures_id"].as_str().unwrap().to_owned()
        };
        let statuses = async |key: &str| {
            let archive = guest.get(&format!("/pictures/{key}/archive")).await;
            (guest.get(&format!("/pictures/{key}")).await.status, archive.status)
        };
        let first = key_of().await;
        ada.put(&at, json!({ "name": "Small square" })).await.ok();
        assert_eq!(statuses(&first).await, (200, 200), "another name is no other size");
        ada.put(&at, json!({ "width": 16, "height": 16 })).await.ok();
        assert_eq!(statuses(&first).await, (404, 404));
        let second = key_of().await;
        assert_eq!((statuses(&first).await, statuses(&second).await), ((404, 404), (200, 200)));
        assert_eq!(ada.delete(&at).await.status, 204);
        assert_eq!(statuses(&second).await, (404, 404));
        assert_eq!(guest.post("/pictures", form.clone()).await.status, 422);
    });
}

#[test]
fn nothing_is_made_of_a_link_whose_downloads_are_used_up() {
    on_both(async |server| {
        let (mia, Album { folder, photograph }) = (server.user("mia"), Album::of(server).await);
        let link = made(&mia, json!({ "node_ids": [folder], "download_limit": 1 })).await;
        let guest = Visitor::of(server, &link);
        let path = |width: u32| format!("/converted/{photograph}?width={width}");
        assert_eq!(guest.get(&path(60)).await.status, 200);
        let converted = server.test.folder().join("renditions/converted");
        let made = || std::fs::read_dir(&converted).unwrap().count();
        assert_eq!((state_of(&mia, &link).await.as_str(), made()), ("used_up", 1));
        let another = Visitor::of(server, &link);
        for (who, width, status) in [(&guest, 60, 200), (&guest, 61, 404), (&another, 60, 404), (&another, 61, 404)] {
            let head = who.send(who.request(Method::HEAD, &path(width))).await;
            assert_eq!(head.status, status, "{width}");
        }
        assert_eq!(guest.get(&path(61)).await.refusal(), (404, "not_found"));
        assert_eq!(made(), 1);
        assert_eq!(guest.send(guest.request(Method::HEAD, "/archive")).await.status, 404);
        assert_eq!(guest.post("/pictures", json!({ "width": 60 })).await.refusal(), (404, "not_found"));
        assert_eq!(server.count("SELECT COUNT(*) FROM media_prepared").await, 0);
    });
}

#[test]
fn visitors_get_no_picture_of_what_may_not_be_used_any_more() {
    on_both(async |server| {
        let (mia, Album { folder, photograph }) = (server.user("mia"), Album::of(server).await);
        let guest = Visitor::of(server, &made(&mia, json!({ "node_ids": [folder] })).await);
        let path = format!("/converted/{photograph}?width=60");
        assert_eq!(guest.get(&path).await.status, 200);
        let set = crate::usage::set(&mia, photograph, json!({ "usable_until": NOW + 60 })).await;
        assert_eq!(set.status, 200, "{}", set.body);
        server.clock.advance(60);
        assert_eq!(guest.get(&path).await.refusal(), (403, "rights_ended"));
        let found = unpacked(&archive(server, &guest, json!({ "width": 60, "format": "png" })).await.bytes);
        let names: Vec<_> = found.keys().map(String::as_str).collect();
        assert_eq!(names, ["Album/", "Album/notes.txt", "Album/sign.png", "Left out.txt"]);
        assert!(found["Left out.txt"].contains("Album/beach"), "{found:?}");
    });
}

/// Archives for visitors, as the last one is.
const TWENTY_MORE: &str = "INSERT INTO media_prepared
      (tenant_id, users_id, application_instance_id, bg_action_id, name, node_ids, look, keeps_others, begun_at,
       ready_at, bytes, link_id, wish)
    WITH RECURSIVE more (number) AS (
      SELECT 1 UNION ALL SELECT number + 1 FROM more WHERE number < 20
    )
    SELECT tenant_id, users_id, application_instance_id, bg_action_id || number, name, node_ids, look, keeps_others,
      begun_at, ready_at, bytes, link_id, wish || number
    FROM media_prepared, more
    WHERE prepared_id = (SELECT MAX(prepared_id) FROM media_prepared WHERE link_id IS NOT NULL)";

#[test]
fn visitors_take_no_turn_from_people_who_work() {
    on_both(async |server| {
        let (mia, Album { folder, photograph }) = (server.user("mia"), Album::of(server).await);
        let guest = Visitor::of(server, &made(&mia, json!({ "node_ids": [folder] })).await);
        let mut refused = None;
        for width in 100..200 {
            let answer = guest.get(&format!("/converted/{photograph}?width={width}")).await;
            if answer.status != 200 {
                refused = Some(answer);
                break;
            }
        }
        assert_eq!(refused.expect("a limit").refusal(), (429, "rate_limited"));
        assert_eq!(guest.get(&format!("/converted/{photograph}?width=100")).await.status, 200, "what is made is there");
        let own = mia.get(&format!("/api/file/converted/{photograph}?width=301")).await;
        assert_eq!(own.status, 200, "the maker has turns of her own");
        // Two archives of one link are made at once.
        let statuses = async |widths: [i64; 3]| {
            let mut statuses = Vec::new();
            for width in widths {
                statuses.push(guest.post("/pictures", json!({ "width": width })).await.status);
            }
            statuses
        };
        assert_eq!(statuses([50, 51, 52]).await, [202, 202, 429]);
        let theirs = json!({ "selection": { "node_ids": [folder] }, "width": 20 });
        assert_eq!(mia.post("rendition/archive", theirs).await.status, 202);
        server.drain().await;
        assert_eq!(guest.post("/pictures", json!({ "width": 52 })).await.status, 202);
        server.drain().await;
        // However much was wanted of a link, the next one finds a place: the oldest goes.
        server.test.run(TWENTY_MORE.to_owned()).await;
        let kept = "SELECT COUNT(*) FROM media_prepared WHERE link_id IS NOT NULL";
        assert_eq!(server.count(kept).await, 23);
        assert_eq!(guest.post("/pictures", json!({ "width": 53 })).await.status, 202);
        assert_eq!(server.count(kept).await, 23);
    });
}
