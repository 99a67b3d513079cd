//! Small pictures at a CDN domain: one address for everybody who may see them, for a while.

use reqwest::Method;
use serde_json::{Value, json};

use super::{allowing, at, choose, get};
use crate::harness::on_both;
use crate::previews::jpeg;
use crate::test_users::{Answer, TestUser};

/// Where lists say that the small picture of a file is cached, and until when.
async fn cached(who: &TestUser<'_>, node: i64) -> Value {
    who.get(&format!("entry/{node}")).await.ok()["preview"]["cached"].clone()
}

#[test]
fn a_small_picture_is_cached_for_everybody_who_may_see_it_and_for_half_an_hour() {
    on_both(async |server| {
        choose(server).await;
        let other = allowing(server).await;
        let (wim, rea, nobody) = (other.user(server, "wim"), other.user(server, "rea"), other.anonymous(server));
        let file = wim.upload(server.top, "a.jpg", jpeg()).await.id();
        assert_eq!(cached(&wim, file).await, Value::Null, "there is no picture yet");
        server.drain().await;
        let told = cached(&wim, file).await;
        let (address, until) = (told["address"].as_str().unwrap(), told["until"].as_i64().unwrap());
        let left = until - server.clock.now();
        assert!((901..=1800).contains(&left), "{left}");
        assert_eq!(cached(&rea, file).await, told, "a network keeps one for all");
        assert!(address.starts_with("https://cdn.example/api/file/picture/"), "{address}");
        let (small, own) = (format!("{address}/320"), format!("rendition/preview/{file}?size=320"));
        let answer = get(&nobody, &small).await;
        assert_eq!((answer.status, &answer.bytes), (200, &wim.get(&own).await.bytes));
        assert_eq!(answer.header("cache-control"), format!("public, max-age={left}, immutable"));
        assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin");
        let known = at(&nobody, Method::GET, &small).header("if-none-match", answer.header("etag"));
        assert_eq!(Answer::of(known).await.status, 304);
        let ticket = address.rsplit('/').next().unwrap();
        for wrong in
            [ticket.replacen(&file.to_string(), &server.top.to_string(), 1), format!("{ticket}0"), "x".to_owned()]
        {
            let answer = get(&nobody, &format!("https://cdn.example/api/file/picture/{wrong}/320")).await;
            assert_eq!((answer.status, answer.header("cache-control")), (404, "no-store"), "{wrong}");
        }
        // Its end is not in who asks, but in the clock.
        server.clock.advance(left - 1);
        assert_eq!(get(&nobody, &small).await.status, 200);
        server.clock.advance(1);
        let over = get(&nobody, &small).await;
        assert_eq!((over.status, over.header("cache-control")), (404, "no-store"), "nor is it kept that it is over");
        let told = cached(&wim, file).await;
        let now = format!("{}/320", told["address"].as_str().unwrap());
        assert_eq!(get(&nobody, &now).await.status, 200);
        other.close().await;
    });
}

#[test]
fn a_cached_picture_is_of_one_content_and_of_a_file_server_with_the_domain() {
    on_both(async |server| {
        choose(server).await;
        let other = allowing(server).await;
        let (wim, nobody) = (other.user(server, "wim"), other.anonymous(server));
        let file = wim.upload(server.top, "a.jpg", jpeg()).await.id();
        server.drain().await;
        let now = format!("{}/96", cached(&wim, file).await["address"].as_str().unwrap());
        assert_eq!(get(&nobody, &now).await.status, 200);
        server.user("wim").replace(server.top, file, crate::conversions::photograph(false)).await.ok();
        assert_eq!(get(&nobody, &now).await.status, 404, "it is of a content");
        let other_file = wim.upload(server.top, "b.jpg", jpeg()).await.id();
        server.drain().await;
        let now = format!("{}/96", cached(&wim, other_file).await["address"].as_str().unwrap());
        assert_eq!(get(&nobody, &now).await.status, 200);
        let disk = server.user("ada").get("fileserver").await.ok()["items"][0].clone();
        let without = json!({ "cdn_domain": null });
        server.user("ada").put(&format!("fileserver/{}", disk["file_server_id"]), without).await.ok();
        assert_eq!(get(&nobody, &now).await.status, 404, "without the domain nothing opens");
        assert_eq!(cached(&wim, other_file).await, Value::Null);
        other.close().await;
    });
}

#[test]
fn a_removed_picture_is_gone_and_large_ones_are_not_cached() {
    on_both(async |server| {
        choose(server).await;
        let other = allowing(server).await;
        let (wim, nobody) = (other.user(server, "wim"), other.anonymous(server));
        let file = wim.upload(server.top, "a.jpg", crate::conversions::photograph(false)).await.id();
        server.drain().await;
        let address = cached(&wim, file).await["address"].as_str().unwrap().to_owned();
        assert_eq!(get(&nobody, &format!("{address}/640")).await.status, 200);
        for large in [1280, 2560] {
            assert_eq!(get(&nobody, &format!("{address}/{large}")).await.status, 404, "{large}");
        }
        wim.delete(&format!("entry/{file}")).await.ok();
        assert_eq!(get(&nobody, &format!("{address}/640")).await.status, 404);
        other.close().await;
    });
}

#[test]
fn a_cached_picture_has_one_address_so_that_caches_are_not_filled_with_it() {
    on_both(async |server| {
        choose(server).await;
        let other = allowing(server).await;
        let (wim, nobody) = (other.user(server, "wim"), other.anonymous(server));
        let file = wim.upload(server.top, "a.jpg", jpeg()).await.id();
        server.drain().await;
        let address = cached(&wim, file).await["address"].as_str().unwrap().to_owned();
        let (base, ticket) = address.rsplit_once('/').unwrap();
        let parts: Vec<&str> = ticket.splitn(4, '-').collect();
        let [node, until, signature, version] = parts[..] else { panic!("{ticket}") };
        for size in ["96", "320", "640"] {
            assert_eq!(get(&nobody, &format!("{address}/{size}")).await.status, 200, "{size}");
        }
        for other in [
            format!("{address}/321"),
            format!("{address}/1"),
            format!("{address}/0320"),
            format!("{address}/+320"),
            format!("{address}/%3320"),
            format!("{address}/320?1"),
            format!("{address}/320?"),
            format!("{base}/0{ticket}/320"),
            format!("{base}/+{ticket}/320"),
            format!("{base}/{node}-0{until}-{signature}-{version}/320"),
            format!("{base}/{node}-{until}-{}-{version}/320", signature.to_ascii_uppercase()),
        ] {
            assert_eq!(get(&nobody, &other).await.status, 404, "{other}");
        }
        other.close().await;
    });
}
