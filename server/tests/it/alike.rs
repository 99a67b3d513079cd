//! Pictures that look alike are found, whatever their size, by who sees them.

use serde_json::Value;

use crate::harness::{TestServer, on_both};
use crate::test_users::TestUser;

/// Hills, in so many pixels across, darker by `shade`; mirrored, it is another picture.
fn hills(width: u32, shade: f32, is_mirrored: bool) -> Vec<u8> {
    hills_in(|light| [light, light, light / 2], width, shade, is_mirrored)
}

fn hills_in(colour: impl Fn(u8) -> [u8; 3], width: u32, shade: f32, is_mirrored: bool) -> Vec<u8> {
    let height = width * 3 / 4;
    let mut pixels = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let (x, y) = (x as f32 / width as f32, y as f32 / height as f32);
            let x = if is_mirrored { 1.0 - x } else { x };
            let light = 0.5 + 0.3 * (x * 9.0).sin() * (y * 7.0).cos() + 0.2 * (x * 23.0 + y * 5.0).sin();
            let light = (light * shade * 255.0) as u8;
            pixels.extend(colour(light));
        }
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    bytes
}

async fn alike(who: &TestUser<'_>, file: i64) -> Vec<i64> {
    let told = who.get(&format!("rendition/alike/{file}")).await.ok();
    told["items"].as_array().unwrap().iter().map(|one: &Value| one["node_id"].as_i64().unwrap()).collect()
}

#[test]
fn a_picture_tells_which_others_look_like_it() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let large = wim.upload(server.top, "large.png", hills(640, 1.0, false)).await.id();
        let small = wim.upload(server.top, "small.png", hills(200, 1.0, false)).await.id();
        wim.upload(server.top, "same.png", hills(640, 1.0, false)).await.ok();
        wim.upload(server.top, "mirrored.png", hills(640, 1.0, true)).await.ok();
        let sealed = zoe.upload(server.top, "sealed.png", hills(400, 0.9, false)).await.id();
        let text = wim.upload(server.top, "text.txt", "words").await.id();
        server.classify(sealed).await;
        server.drain().await;
        assert_eq!(alike(&wim, large).await, [small], "what has the same content is told elsewhere");
        let mut seen = alike(&zoe, small).await;
        seen.sort_unstable();
        assert_eq!(seen.len(), 3, "{seen:?}");
        assert!(seen.contains(&sealed));
        assert_eq!(alike(&wim, text).await, [0; 0]);
        wim.delete(&format!("entry/{small}")).await.ok();
        assert_eq!(alike(&wim, large).await, [0; 0]);
        assert_eq!(server.user("rita").get(&format!("rendition/alike/{large}")).await.status, 404);
    });
}

#[test]
fn the_same_shapes_in_far_colours_do_not_look_alike() {
    on_both(async |server| {
        let wim = server.user("wim");
        let yellow = wim.upload(server.top, "yellow.png", hills_in(|l| [l, l, l / 8], 640, 1.0, false)).await.id();
        let grey = wim.upload(server.top, "grey.png", hills_in(|l| [l, l, l], 320, 1.0, false)).await.id();
        let darker = wim.upload(server.top, "darker.png", hills_in(|l| [l, l, l / 6], 400, 0.8, false)).await.id();
        // As light as the yellow one.
        let purple = |l: u8| [l - l / 4, l - l / 4, l.saturating_mul(2)];
        let purple = wim.upload(server.top, "purple.png", hills_in(purple, 500, 0.6, false)).await.id();
        server.drain().await;
        let mut seen = alike(&wim, yellow).await;
        seen.sort_unstable();
        assert_eq!(seen, [grey, darker]);
        assert_eq!(alike(&wim, purple).await, [grey], "it has the same shapes as all of them");
    });
}

/// A hundred contents that look the same as one, with as many files below a folder that nobody sees: their access is their
/// own, and is not recorded.
async fn add_hidden(server: &TestServer, hash: &str, folder: i64) {
    let numbers = "WITH RECURSIVE numbers (number) AS (
        SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 100)";
    let name = format!("'hidden {folder} ' || number");
    let hidden = format!(
        "INSERT INTO media_rendition (content_hash, definition_version, state, width, height, made_at, likeness)
         {numbers}
         SELECT {name}, r.definition_version, r.state, r.width, r.height, r.made_at, r.likeness
         FROM numbers CROSS JOIN media_rendition r WHERE r.content_hash = '{hash}';
         INSERT INTO nodes_node (tenant_id, repository_id, parent_id, kind, state, name, name_key, sort_key, has_own_acl,
           size_bytes, content_hash, created_at, modified_at)
         {numbers}
         SELECT n.tenant_id, n.repository_id, n.node_id, 2, 1, {name}, {name}, {name}, TRUE, 9, {name}, 0, 0
         FROM numbers CROSS JOIN nodes_node n WHERE n.node_id = {folder};"
    );
    server.test.run(hidden).await;
}

#[test]
fn what_somebody_does_not_see_takes_no_place_among_what_is_alike() {
    on_both(async |server| {
        let wim = server.user("wim");
        let large = wim.upload(server.top, "large.png", hills(640, 1.0, false)).await.id();
        let small = wim.upload(server.top, "small.png", hills(200, 1.0, false)).await.id();
        server.drain().await;
        let hash = wim.get(&format!("entry/{large}")).await.ok()["hash"].as_str().unwrap().to_owned();
        for folder in [server.top, server.other_top] {
            add_hidden(server, &hash, folder).await;
        }
        assert_eq!(alike(&wim, large).await, [small]);
    });
}

#[test]
fn pictures_from_before_are_looked_at_little_by_little() {
    on_both(async |server| {
        let wim = server.user("wim");
        let large = wim.upload(server.top, "large.png", hills(640, 1.0, false)).await.id();
        let small = wim.upload(server.top, "small.png", hills(200, 1.0, false)).await.id();
        server.drain().await;
        server.test.run("UPDATE media_rendition SET likeness = NULL".to_owned()).await;
        assert_eq!(alike(&wim, large).await, [0; 0]);
        for _ in 0..2 {
            for schedule in server.app.schedules() {
                schedule.run().await;
            }
        }
        assert_eq!(alike(&wim, large).await, [small]);
    });
}
