//! Pictures are found by the colours that lead in them, also those that were drawn before anybody looked for these.

use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::test_users::TestUser;

const TEAL: [u8; 4] = [63, 159, 166, 255];
const ORANGE: [u8; 4] = [240, 145, 58, 255];
const RED: [u8; 4] = [201, 55, 44, 255];
const BROWN: [u8; 4] = [111, 78, 55, 255];
const GREY: [u8; 4] = [128, 128, 128, 255];
const WHITE: [u8; 4] = [255; 4];
const CLEAR_GREEN: [u8; 4] = [0, 160, 0, 0];

/// A picture of 320 × 240 pixels in columns, each of a colour and so many eightieths wide.
fn columns(all: &[([u8; 4], usize)]) -> Vec<u8> {
    let row: Vec<u8> = all.iter().flat_map(|(colour, width)| colour.repeat(4 * width)).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 320, 240);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header().unwrap().write_image_data(&row.repeat(240)).unwrap();
    bytes
}

async fn bring_pictures(server: &TestServer, wim: &TestUser<'_>) {
    for (name, bytes) in [
        ("qvx sea.png", columns(&[(TEAL, 60), (ORANGE, 20)])),
        ("qvx lamp.png", columns(&[(WHITE, 75), (RED, 5)])),
        ("qvx logo.png", columns(&[(CLEAR_GREEN, 70), (ORANGE, 10)])),
        ("qvx paper.png", columns(&[(WHITE, 80)])),
        ("qvx bench.png", columns(&[(BROWN, 50), (GREY, 30)])),
        ("qvx notes.txt", b"words".to_vec()),
    ] {
        wim.upload(server.top, name, bytes).await.ok();
    }
    server.drain().await;
}

/// The colours that some hits have, and how many; all are there.
async fn colours(who: &TestUser<'_>, query: &str) -> Vec<(String, i64)> {
    let facets = who.get(&format!("search/facets?term=qvx{query}")).await.ok();
    let all = facets["colours"].as_array().unwrap();
    let named: Vec<&Value> = all.iter().map(|one| &one["colour"]).collect();
    let words = "red orange yellow green teal blue purple black brown grey white";
    assert_eq!(json!(named), json!(words.split(' ').collect::<Vec<_>>()));
    let counted = all.iter().map(|one| (one["colour"].as_str().unwrap().to_owned(), one["count"].as_i64().unwrap()));
    counted.filter(|(_, count)| *count > 0).collect()
}

fn some(all: &[(&str, i64)]) -> Vec<(String, i64)> {
    all.iter().map(|(colour, count)| ((*colour).to_owned(), *count)).collect()
}

#[test]
fn pictures_are_narrowed_by_their_leading_colours_and_counts_follow_the_other_choices() {
    on_both(async |server| {
        let wim = server.user("wim");
        bring_pictures(server, &wim).await;
        for (filter, found) in [
            (vec![("colours", "teal")], vec!["qvx sea.png"]),
            (vec![("colours", "orange")], vec!["qvx logo.png", "qvx sea.png"]),
            (vec![("colours", "red,teal")], vec!["qvx lamp.png", "qvx sea.png"]),
            (vec![("colours", "green,black")], vec![]),
            (vec![("colours", "brown")], vec!["qvx bench.png"]),
            (vec![("colours", "grey,yellow")], vec!["qvx bench.png"]),
            // The paper of a text is no colour of it.
            (vec![("colours", "white")], vec!["qvx paper.png", "qvx lamp.png"]),
            (vec![("colours", "orange"), ("types", "text")], vec![]),
            (
                vec![("colours", "orange"), ("pixels_from", "320"), ("until", "9999999999")],
                vec!["qvx logo.png", "qvx sea.png"],
            ),
        ] {
            let query: Vec<_> = [("term", "qvx")].into_iter().chain(filter.iter().copied()).collect();
            assert_eq!(wim.search(&query).await.names(), found, "{filter:?}");
        }
        for wrong in ["beige", "Red", "red,"] {
            assert_eq!(wim.get(&format!("search?term=qvx&colours={wrong}")).await.status, 422, "{wrong:?}");
        }
        let plain = [("brown", 1), ("grey", 1), ("white", 2)];
        let all = some(&[&[("red", 1), ("orange", 2), ("teal", 1)][..], &plain].concat());
        assert_eq!(colours(&wim, "").await, all);
        assert_eq!(colours(&wim, "&colours=teal").await, all, "a choice does not narrow its own kind");
        assert_eq!(colours(&wim, "&types=text").await, some(&[]));
        let of_teal = wim.get("search/facets?term=qvx&colours=teal").await.ok();
        assert_eq!((&of_teal["total"], &of_teal["types"][0]["count"]), (&json!(1), &json!(1)));
    });
}

#[test]
fn pictures_from_before_get_their_colours_without_being_drawn_again() {
    on_both(async |server| {
        let wim = server.user("wim");
        bring_pictures(server, &wim).await;
        let known = colours(&wim, "").await;
        let forgotten = server.app.db.write(|tx| {
            tx.run("UPDATE media_rendition SET colours = NULL", &[])?;
            tx.run(
                "DELETE FROM nodes_value
                 WHERE property_id = (SELECT property_id FROM nodes_property WHERE property_key = 'colours')",
                &[],
            )
        });
        assert_eq!(forgotten.await.unwrap(), 5);
        assert_eq!(colours(&wim, "").await, some(&[]));
        for _ in 0..2 {
            for schedule in server.app.schedules() {
                schedule.run().await;
            }
        }
        let drawing = "SELECT COUNT(*) FROM jobs_job WHERE state = 'queued' AND kind LIKE 'media.%'";
        assert_eq!(server.count(drawing).await, 0, "nothing is drawn");
        assert_eq!(server.count("SELECT COUNT(*) FROM media_rendition WHERE colours IS NULL").await, 0);
        assert_eq!(colours(&wim, "").await, known);
    });
}
