//! Lists by the date on which pictures were taken; what has none stands behind them.

use primitives::NodeId;
use serde_json::{Value, json};

use crate::harness::{NOW, TestServer, on_both};
use crate::test_users::TestUser;

/// 2 January 2027, 10:00 UTC, and 13 March, 09:00. What is uploaded in these stories comes on 15 January.
const JANUARY: i64 = 1_798_884_000;
const MARCH: i64 = 1_804_928_400;

/// A JPEG whose EXIF says when it was taken, by a clock of UTC.
fn photograph(taken: &str) -> Vec<u8> {
    let pixels: Vec<u8> = (0..32 * 24).flat_map(|n| [(n % 256) as u8, (n / 32 * 9) as u8, 90]).collect();
    let field = |tag: u16, kind: u16, count: u32, value: u32| {
        [&tag.to_be_bytes()[..], &kind.to_be_bytes(), &count.to_be_bytes(), &value.to_be_bytes()].concat()
    };
    // A header, a directory with one field that points to a second directory, and that with the time and the offset.
    let (second, texts) = (26, 56);
    let exif = [
        b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01".to_vec(),
        field(0x8769, 4, 1, second),
        b"\0\0\0\0\0\x02".to_vec(),
        field(0x9003, 2, 20, texts),
        field(0x9011, 2, 7, texts + 20),
        b"\0\0\0\0".to_vec(),
        format!("{taken}\0+00:00\0").into_bytes(),
    ];
    let mut bytes = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut bytes, 80);
    encoder.add_app_segment(1, exif.concat()).unwrap();
    encoder.encode(&pixels, 32, 24, jpeg_encoder::ColorType::Rgb).unwrap();
    bytes
}

/// A folder with a folder, two photographs and a text between them; the ids of the photographs, the older one first.
async fn album(server: &TestServer, wim: &TestUser<'_>) -> (i64, [i64; 2]) {
    let folder = wim.folder(server.top, "Album").await.id();
    wim.folder(folder, "More").await.id();
    let newer = wim.upload(folder, "a.jpg", photograph("2027:03:13 09:00:00")).await.id();
    wim.upload(folder, "b.txt", "words").await.id();
    let older = wim.upload(folder, "c.jpg", photograph("2027:01:02 10:00:00")).await.id();
    server.drain().await;
    (folder, [older, newer])
}

async fn listed(who: &TestUser<'_>, folder: i64, order: &str) -> Vec<String> {
    who.get(&format!("entry/list/{folder}?order={order}")).await.names()
}

async fn months(who: &TestUser<'_>, folder: i64, order: &str) -> Vec<(String, i64)> {
    let answer = who.get(&format!("entry/buckets/{folder}?order={order}")).await.ok();
    let files = answer["items"].as_array().unwrap().iter().filter(|one| one["node_type"] == "file");
    files.map(|one| (one["key"].as_str().unwrap().to_owned(), one["count"].as_i64().unwrap())).collect()
}

#[test]
fn photographs_stand_by_when_they_were_taken() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (folder, [older, _]) = album(server, &wim).await;
        assert_eq!(listed(&wim, folder, "taken_at").await, ["More", "c.jpg", "a.jpg", "b.txt"]);
        assert_eq!(listed(&wim, folder, "-taken_at").await, ["More", "a.jpg", "c.jpg", "b.txt"]);
        let of = |wanted: [(&str, i64); 3]| wanted.map(|(key, count)| (key.to_owned(), count));
        let falling = of([("2027-03", 1), ("2027-01", 1), ("undated", 1)]);
        assert_eq!(months(&wim, folder, "-taken_at").await, falling);
        assert_eq!(months(&wim, folder, "taken_at").await, of([("2027-01", 1), ("2027-03", 1), ("undated", 1)]));
        let days = months(&wim, folder, "taken_at&days=true").await;
        assert_eq!(days, of([("2027-01-02", 1), ("2027-03-13", 1), ("undated", 1)]));
        let items = wim.get(&format!("entry/list/{folder}?order=taken_at")).await.ok()["items"].clone();
        let told: Vec<_> = (1..4).map(|at| items[at]["preview"]["taken_at"].as_i64()).collect();
        assert_eq!(told, [Some(JANUARY), Some(MARCH), None]);
        // Without a date, by when they were changed, in both directions.
        server.clock.advance(60);
        wim.upload(folder, "0.txt", "words").await.id();
        assert_eq!(listed(&wim, folder, "taken_at").await[3..], ["b.txt", "0.txt"]);
        assert_eq!(listed(&wim, folder, "-taken_at").await[3..], ["0.txt", "b.txt"]);
        let undated = wim.get(&format!("entry/buckets/{folder}?order=-taken_at")).await.ok()["items"][3].clone();
        let page = format!("entry/list/{folder}?order=-taken_at&after={}", undated["after"].as_str().unwrap());
        assert_eq!(wim.get(&page).await.names(), ["0.txt", "b.txt"]);

        // A new name changes when the entry was changed, and not when its picture was taken.
        server.clock.advance(60);
        wim.rename(older, "d.jpg").await.ok();
        assert_eq!(listed(&wim, folder, "-modified_at").await[1], "d.jpg");
        assert_eq!(listed(&wim, folder, "taken_at").await, ["More", "d.jpg", "a.jpg", "b.txt", "0.txt"]);
        // What is known of a content holds for each file that has it.
        wim.upload(folder, "again.jpg", photograph("2027:01:02 10:00:00")).await.id();
        assert_eq!(listed(&wim, folder, "taken_at").await[..4], ["More", "d.jpg", "again.jpg", "a.jpg"]);
    });
}

#[test]
fn pages_and_places_by_date_agree_with_the_whole_list() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (folder, [older, newer]) = album(server, &wim).await;
        // All at one moment, and pictures of that moment among them.
        let made = [wim.upload(folder, "e.txt", "e").await.id(), wim.upload(folder, "f.txt", "f").await.id()];
        server.test.run(format!("UPDATE nodes_node SET taken_at = {NOW} WHERE node_id IN ({older}, {newer})")).await;
        for order in ["taken_at", "-taken_at"] {
            let whole = wim.get(&format!("entry/list/{folder}?order={order}")).await.ok();
            let ids = |page: &Value| -> Vec<i64> {
                page["items"].as_array().unwrap().iter().map(|one| one["node_id"].as_i64().unwrap()).collect()
            };
            let whole = ids(&whole);
            assert!(made.iter().all(|id| whole.contains(id)));
            let list = format!("entry/list/{folder}?order={order}&limit=2");
            let (mut pages, mut next) = (Vec::new(), String::new());
            loop {
                let page = wim.get(&format!("{list}{next}")).await.ok();
                pages.push(page.clone());
                let Some(after) = page["next"].as_str() else { break };
                next = format!("&after={after}");
            }
            assert_eq!(pages.iter().flat_map(&ids).collect::<Vec<_>>(), whole, "{order}");
            let mut back = ids(pages.last().unwrap());
            let mut previous = pages.last().unwrap()["previous"].clone();
            while let Some(before) = previous.as_str() {
                let page = wim.get(&format!("{list}&before={before}")).await.ok();
                back.splice(0..0, ids(&page));
                previous = page["previous"].clone();
            }
            assert_eq!(back, whole, "{order}, from its end");
            for (place, id) in whole.iter().enumerate() {
                let at = wim.get(&format!("entry/buckets/{folder}?order={order}&at={id}")).await.ok();
                assert_eq!(at["index"], json!(place), "{order}");
            }
        }
    });
}

#[test]
fn a_date_tells_nothing_of_a_photograph_that_somebody_does_not_see() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let (folder, [_, newer]) = album(server, &wim).await;
        server.classify(newer).await;
        server.drain().await;
        assert_eq!(listed(&rea, folder, "-taken_at").await, ["More", "c.jpg", "b.txt"]);
        let seen = [("2027-01".to_owned(), 1), ("undated".to_owned(), 1)];
        assert_eq!(months(&rea, folder, "-taken_at").await, seen);
        let clea = server.user("clea");
        assert_eq!(months(&clea, folder, "-taken_at").await.len(), 3);
    });
}

#[test]
fn a_content_without_a_date_takes_the_date_away() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (folder, [older, _]) = album(server, &wim).await;
        let none = [(nodes::TAKEN_AT, None)];
        server.app.db.write(move |tx| nodes::set_properties(tx, &[NodeId(older)], &none)).await.unwrap();
        assert_eq!(listed(&wim, folder, "taken_at").await, ["More", "a.jpg", "b.txt", "c.jpg"]);
    });
}
