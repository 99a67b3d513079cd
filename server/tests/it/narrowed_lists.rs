//! Lists of a folder narrowed by type or person: what fits, page by page, how much there is of each, and all of it selected.

use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::test_users::TestUser;

const FILES: [&str; 7] = ["a.txt", "b.csv", "c.txt", "d.json", "e.txt", "f.csv", "g.txt"];

/// A folder with one folder and seven files: four texts, two sheets and one of code; wim brought all but the last.
async fn filled(server: &TestServer) -> i64 {
    let (wim, zoe) = (server.user("wim"), server.user("zoe"));
    let folder = wim.folder(server.top, "Mixed").await.id();
    wim.folder(folder, "Inner").await.ok();
    for name in FILES {
        let who = if name == "g.txt" { &zoe } else { &wim };
        who.upload(folder, name, "x").await.ok();
    }
    folder
}

async fn listed(who: &TestUser<'_>, folder: i64, query: &str) -> Vec<String> {
    who.get(&format!("entry/list/{folder}?{query}")).await.names()
}

async fn facets(who: &TestUser<'_>, folder: i64, query: &str) -> Value {
    who.get(&format!("entry/facets/{folder}?{query}")).await.ok()
}

fn counts(facets: &Value, of: &str, key: &str) -> Vec<(String, i64)> {
    let one = |item: &Value| (item[key].as_str().unwrap().to_owned(), item["count"].as_i64().unwrap());
    let mut counts: Vec<_> = facets[of].as_array().unwrap().iter().map(one).collect();
    counts.sort();
    counts
}

fn of(wanted: &[(&str, i64)]) -> Vec<(String, i64)> {
    wanted.iter().map(|(key, count)| ((*key).to_owned(), *count)).collect()
}

#[test]
fn a_narrowed_list_has_what_fits_in_every_order_and_page_by_page() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = filled(server).await;
        assert_eq!(listed(&wim, folder, "types=text").await, ["a.txt", "c.txt", "e.txt", "g.txt"]);
        assert_eq!(
            listed(&wim, folder, "types=text,folder&order=-name").await,
            ["Inner", "g.txt", "e.txt", "c.txt", "a.txt"]
        );
        assert_eq!(listed(&wim, folder, "types=video").await, [""; 0]);
        let (me, zoe) = (server.users["wim"], server.users["zoe"]);
        assert_eq!(listed(&wim, folder, &format!("types=text&people={me}")).await, ["a.txt", "c.txt", "e.txt"]);
        assert_eq!(listed(&wim, folder, &format!("people={zoe}")).await, ["g.txt"]);
        for order in ["name", "-name", "modified_at", "-size"] {
            let whole = listed(&wim, folder, &format!("types=text,sheet,folder&order={order}")).await;
            let (mut paged, mut next) = (Vec::new(), String::new());
            loop {
                let query = format!("types=text,sheet,folder&order={order}&limit=2{next}");
                let page = wim.get(&format!("entry/list/{folder}?{query}")).await.ok();
                assert_eq!(page["total"], Value::Null, "a narrowed list has no total");
                paged.extend(
                    page["items"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()),
                );
                let Some(after) = page["next"].as_str() else { break };
                next = format!("&after={after}");
            }
            assert_eq!(paged, whole, "{order}");
        }
        for wrong in ["types=NO", "people=0", "orientations=round"] {
            assert_eq!(wim.get(&format!("entry/list/{folder}?{wrong}")).await.refusal(), (422, "invalid"), "{wrong}");
        }
    });
}

#[test]
fn what_a_list_can_be_narrowed_by_is_counted_inside_the_walls() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = filled(server).await;
        let all = facets(&wim, folder, "").await;
        assert_eq!(all["complete"], true);
        assert_eq!(counts(&all, "types", "entry_type"), of(&[("code", 1), ("folder", 1), ("sheet", 2), ("text", 4)]));
        assert_eq!(all["types"][0]["entry_type"], "text", "the most frequent one comes first");
        let people: Vec<i64> = counts(&all, "people", "name").into_iter().map(|(_, count)| count).collect();
        assert_eq!(people.iter().sum::<i64>(), 8);
        // A choice does not narrow its own kind.
        let texts = facets(&wim, folder, "types=text").await;
        assert_eq!(counts(&texts, "types", "entry_type"), counts(&all, "types", "entry_type"));
        assert_eq!(counts(&texts, "people", "name").iter().map(|(_, count)| count).sum::<i64>(), 4);
        let by_zoe = facets(&wim, folder, &format!("people={}", server.users["zoe"])).await;
        assert_eq!(counts(&by_zoe, "types", "entry_type"), of(&[("text", 1)]));

        // What the asker does not see is neither listed nor counted.
        let hidden =
            wim.get(&format!("entry/list/{folder}?types=code")).await.ok()["items"][0]["node_id"].as_i64().unwrap();
        server.classify(hidden).await;
        server.drain().await;
        assert_eq!(
            counts(&facets(&wim, folder, "").await, "types", "entry_type"),
            of(&[("folder", 1), ("sheet", 2), ("text", 4)])
        );
        assert_eq!(listed(&wim, folder, "types=code").await, [""; 0]);
        let clea = server.user("clea");
        assert_eq!(listed(&clea, folder, "types=code").await, ["d.json"]);
        let rita = server.user("rita");
        assert_eq!(
            rita.get(&format!("entry/facets/{folder}")).await.status,
            rita.get(&format!("entry/list/{folder}")).await.status
        );
    });
}

#[test]
fn all_that_a_narrowed_list_shows_is_selected_and_nothing_else() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = filled(server).await;
        let selection = json!({ "parent_id": folder, "filter": { "types": "text" } });
        let sum = wim.post("selection", selection.clone()).await.ok();
        assert_eq!(sum["count"], 4);
        let kept = wim.get(&format!("entry/list/{folder}?types=text")).await.ok()["items"][0]["node_id"].clone();
        let but_one = json!({ "parent_id": folder, "filter": { "types": "text" }, "except": [kept] });
        assert_eq!(wim.post("selection", but_one.clone()).await.ok()["count"], 3);
        let removal = wim.post("selection/remove", but_one).await;
        assert_eq!((removal.status, &removal.body["count"]), (202, &json!(3)));
        server.drain().await;
        assert_eq!(listed(&wim, folder, "").await, ["Inner", "a.txt", "b.csv", "d.json", "f.csv"]);
        let named = json!({ "node_ids": [1], "filter": { "types": "text" } });
        assert_eq!(wim.post("selection", named).await.refusal(), (422, "invalid"));
    });
}
