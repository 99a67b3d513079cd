use primitives::fold;
use serde_json::Value;

use crate::harness::{TestServer, on_both};
use crate::test_users::TestUser;

/// Entries whose names, sizes and times all sort differently, with ties in size and time.
async fn fill(server: &TestServer, wim: &TestUser<'_>) {
    for name in ["b", "B2", "a", "é"] {
        server.clock.advance(1);
        wim.folder(server.top, name).await.ok();
    }
    for (name, size, later) in
        [("zebra.txt", 1, 5), ("Apple.txt", 900, 0), ("mango.txt", 1, 0), ("ápice.txt", 30, 1), ("banana.txt", 30, 0)]
    {
        server.clock.advance(later);
        wim.upload(server.top, name, vec![b'x'; size]).await.ok();
    }
}

/// Folders first, then by the requested column, then by id: the naive way.
fn sorted(mut items: Vec<Value>, order: &str) -> Vec<String> {
    // None is a picture with a date.
    let column = order.trim_start_matches('-').replace("taken_at", "modified_at");
    items.sort_by_key(|item| item["node_id"].as_i64());
    items.sort_by(|a, b| match column.as_str() {
        "name" => fold(a["name"].as_str().unwrap()).cmp(&fold(b["name"].as_str().unwrap())),
        by => a[by].as_i64().unwrap_or(0).cmp(&b[by].as_i64().unwrap_or(0)),
    });
    if order.starts_with('-') {
        items.reverse();
    }
    items.sort_by_key(|item| item["node_type"] == "file");
    items.iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect()
}

async fn pages(who: &TestUser<'_>, folder: i64, order: &str, limit: usize) -> Vec<Value> {
    let (mut items, mut after) = (Vec::new(), String::new());
    loop {
        let page = who.get(&format!("entry/list/{folder}?limit={limit}&order={order}{after}")).await.ok();
        assert!(page["items"].as_array().unwrap().len() <= limit);
        items.extend(page["items"].as_array().unwrap().clone());
        let Some(next) = page["next"].as_str() else { return items };
        after = format!("&after={next}");
    }
}

#[test]
fn empty_parameters_of_a_listing_are_ignored() {
    on_both(async |server| {
        let wim = server.user("wim");
        for name in ["b", "a", "c"] {
            wim.folder(server.top, name).await.id();
        }
        let list = format!("entry/list/{}", server.top);
        assert_eq!(wim.get(&format!("{list}?order=&limit=&after=")).await.names(), ["a", "b", "c"]);
        assert_eq!(wim.get(&format!("{list}?order=-name")).await.names(), ["c", "b", "a"]);
        assert_eq!(wim.get(&format!("{list}?order=colour")).await.status, 422);
    });
}

#[test]
fn every_order_and_page_size_agrees_with_a_naive_sort() {
    on_both(async |server| {
        let wim = server.user("wim");
        fill(server, &wim).await;
        let all = pages(&wim, server.top, "name", 200).await;
        assert_eq!(all.len(), 9);
        for order in ["name", "-name", "modified_at", "-modified_at", "taken_at", "-taken_at", "size", "-size"] {
            for limit in [1, 2, 4, 100] {
                let listed: Vec<_> = pages(&wim, server.top, order, limit).await;
                let names: Vec<_> = listed.iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect();
                assert_eq!(names, sorted(all.clone(), order), "{order} by {limit}");
            }
        }
    });
}

#[test]
fn pages_stay_in_step_while_entries_come_and_go() {
    on_both(async |server| {
        let wim = server.user("wim");
        let mut ids = Vec::new();
        for name in ["b.txt", "d.txt", "f.txt", "h.txt"] {
            ids.push(wim.upload(server.top, name, "x").await.id());
        }
        let first = wim.get(&format!("entry/list/{}?limit=2", server.top)).await.ok();
        assert_eq!(first["total"], 4);
        wim.delete(&format!("entry/{}", ids[0])).await.ok();
        wim.upload(server.top, "a.txt", "x").await.ok();
        wim.upload(server.top, "e.txt", "x").await.ok();
        let next = first["next"].as_str().unwrap();
        let rest = wim.get(&format!("entry/list/{}?limit=200&after={next}", server.top)).await.names();
        assert_eq!(rest, ["e.txt", "f.txt", "h.txt"]);
    });
}

#[test]
fn nonsense_in_the_query_is_refused_and_a_file_is_no_folder() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "a.txt", "x").await.id();
        for query in ["order=owner", "after=!!!", "limit=many"] {
            let answer = wim.get(&format!("entry/list/{}?{query}", server.top)).await;
            assert_eq!(answer.refusal(), (422, "invalid"), "{query}");
        }
        assert_eq!(wim.get(&format!("entry/list/{file}")).await.refusal(), (409, "wrong_kind"));
        assert_eq!(wim.get("entry/list/x").await.refusal(), (404, "not_found"));
    });
}
