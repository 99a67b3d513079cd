//! Lists, searches and the bin with marked entries among the open ones: names, totals, order, the number of pages and
//! their cursors equal those of a folder where the marked ones never existed.

use primitives::Cursor;
use serde_json::{Value, json};

use super::UNCLEARED;
use crate::harness::on_both;
use crate::test_users::{Answer, TestUser};

/// What an asker learns from all pages.
#[derive(Debug, PartialEq, Eq)]
struct Walk {
    pages: Vec<Vec<String>>,
    total: Value,
}

/// Every page of `path`. A cursor may only contain what its page says of its last entry.
async fn walk(who: &TestUser<'_>, path: &str) -> Walk {
    let mut walk = Walk { pages: vec![], total: Value::Null };
    let mut after = String::new();
    loop {
        let page = who.get(&format!("{path}{after}")).await;
        let body = page.clone().ok();
        if after.is_empty() {
            walk.total = body["total"].clone();
        }
        walk.pages.push(names(page));
        let Some(next) = body["next"].as_str() else { return walk };
        let last = body["items"].as_array().unwrap().last().expect("a page that has a next one is not empty");
        assert_eq!(json!(Cursor::decode(next).unwrap().id), last["node_id"], "{path}{after}");
        after = format!("&after={next}");
    }
}

fn names(page: Answer) -> Vec<String> {
    // The two folders' names begin with different letters.
    page.names().iter().map(|name| name[1..].to_owned()).collect()
}

/// Files of all sizes and both kinds; the odd ones are marked in the first folder and never made in the second.
async fn twins(server: &crate::harness::TestServer) -> [i64; 2] {
    let wim = server.user("wim");
    let mut folders = [0; 2];
    let mut marked = Vec::new();
    for (twin, letter) in ["m", "p"].into_iter().enumerate() {
        let folder = wim.folder(server.top, &format!("{letter} twin")).await.id();
        for number in 0..9_u8 {
            let is_marked = number % 2 == 1;
            if is_marked && twin == 1 {
                continue;
            }
            server.clock.advance(1);
            let name = format!("{letter}item {number}");
            let node = match number {
                0..4 => wim.folder(folder, &name).await.id(),
                _ => wim.upload(folder, &format!("{name}.txt"), vec![b'x'; usize::from(40 - number)]).await.id(),
            };
            if is_marked {
                marked.push(node);
            }
        }
        folders[twin] = folder;
    }
    server.drain().await;
    for node in marked {
        server.classify(node).await;
    }
    folders
}

#[test]
fn lists_and_searches_are_as_if_the_marked_had_never_been() {
    on_both(async |server| {
        let [mixed, plain] = twins(server).await;
        // Before and after the propagation to the marked folders.
        for propagated in [false, true] {
            if propagated {
                server.drain().await;
            }
            for name in UNCLEARED.iter().filter(|name| !["rita", "eva", "root"].contains(name)) {
                let who = server.user(name);
                for limit in [1, 2, 3, 200] {
                    for order in ["name", "-name", "modified_at", "-modified_at", "size", "-size"] {
                        let path = |folder: i64| format!("entry/list/{folder}?limit={limit}&order={order}");
                        let (found, wanted) = (walk(&who, &path(mixed)).await, walk(&who, &path(plain)).await);
                        assert_eq!(found, wanted, "{name}: {limit} by {order}, propagated: {propagated}");
                        assert_eq!(found.total, 5);
                    }
                    for term in ["item", "it"] {
                        let path = |folder: i64| format!("search?term={term}&limit={limit}&parent_id={folder}");
                        let (found, wanted) = (walk(&who, &path(mixed)).await, walk(&who, &path(plain)).await);
                        assert_eq!(found, wanted, "{name}: {limit} of {term}, propagated: {propagated}");
                        assert_eq!(found.pages.concat().len(), 5);
                    }
                    let alone = walk(&who, &format!("search?term=mitem&limit={limit}")).await;
                    assert_eq!(alone.pages.concat().len(), 5, "{name}");
                    assert_eq!(alone.pages.len(), 5_usize.div_ceil(limit), "{name}: no page is for what is not shown");
                }
                let cards = who.get(&format!("entry/list/{}", server.top)).await.ok();
                for card in cards["items"].as_array().unwrap() {
                    assert_eq!(card["item_count"], 5, "{name}: {}", card["name"]);
                }
                assert_eq!(who.get(&format!("entry/{mixed}")).await.ok()["item_count"], 5, "{name}");
            }
            assert_eq!(walk(&server.user("clea"), &format!("entry/list/{mixed}?limit=2")).await.total, 9);
        }
    });
}

#[test]
fn search_hides_marked_subtrees_while_a_propagation_is_pending() {
    on_both(async |server| {
        let wim = server.user("wim");
        let vault = wim.folder(server.top, "vault").await.id();
        wim.upload(server.top, "xneedle first.txt", "x").await.id();
        for number in 0..4 {
            let deep = wim.folder(vault, &format!("deep {number}")).await.id();
            wim.upload(deep, &format!("xneedle {number}.txt"), "x").await.id();
        }
        wim.upload(server.top, "xneedle last.txt", "x").await.id();
        server.drain().await;
        server.classify(vault).await;
        assert_eq!(server.count("SELECT COUNT(*) FROM security_propagation").await, 1, "nothing is propagated yet");
        for limit in [1, 2, 200] {
            let path = format!("search?term=needle&limit={limit}");
            let found = walk(&wim, &path).await;
            assert_eq!(found.pages.concat(), ["needle last.txt", "needle first.txt"]);
            assert_eq!(found.pages.len(), 2_usize.div_ceil(limit), "no page is for what is not shown");
            assert_eq!(walk(&server.user("clea"), &path).await.pages.concat().len(), 6);
        }
    });
}

#[test]
fn the_bin_shows_pages_of_what_may_be_restored_and_loses_none_of_it() {
    on_both(async |server| {
        let zoe = server.user("zoe");
        let mut marked = Vec::new();
        let mut nodes = Vec::new();
        for number in 0..9 {
            let node = zoe.upload(server.top, &format!("x{number}.txt"), "x").await.id();
            nodes.push(node);
            if [0, 1, 4, 7, 8].contains(&number) {
                marked.push(node);
            }
        }
        server.drain().await;
        for node in marked {
            server.classify(node).await;
        }
        for node in nodes {
            server.clock.advance(1);
            zoe.delete(&format!("entry/{node}")).await.ok();
        }
        for name in ["mia", "ada"] {
            let who = server.user(name);
            for limit in 1..6 {
                let found = walk(&who, &format!("entry/bin?limit={limit}")).await;
                assert_eq!(found.pages.concat(), ["6.txt", "5.txt", "3.txt", "2.txt"], "{name} by {limit}");
                assert_eq!(found.pages.len(), 4_usize.div_ceil(limit), "{name} by {limit}");
            }
        }
        assert_eq!(walk(&zoe, "entry/bin?limit=2").await.pages.concat().len(), 9);
    });
}
