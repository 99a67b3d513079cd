//! Long lists: where their letters and months begin, pages from any place on, and pages before one.

use primitives::NodeRole;
use security::Principal;
use serde_json::{Value, json};

use crate::harness::{NOW, TestServer, on_both};
use crate::test_users::TestUser;

/// Key and count of each bucket, folders with a slash.
async fn buckets(who: &TestUser<'_>, folder: i64, query: &str) -> Vec<(String, i64)> {
    let answer = who.get(&format!("entry/buckets/{folder}?{query}")).await.ok();
    let items = answer["items"].as_array().unwrap().clone();
    let shown = |item: &Value| {
        let slash = if item["node_type"] == "folder" { "/" } else { "" };
        (format!("{}{slash}", item["key"].as_str().unwrap()), item["count"].as_i64().unwrap())
    };
    items.iter().map(shown).collect()
}

fn of(wanted: &[(&str, i64)]) -> Vec<(String, i64)> {
    wanted.iter().map(|(key, count)| ((*key).to_owned(), *count)).collect()
}

async fn fill(server: &TestServer, wim: &TestUser<'_>) -> i64 {
    let folder = wim.folder(server.top, "Long").await.id();
    for name in ["alpha", "beta"] {
        wim.folder(folder, name).await.ok();
    }
    for name in ["1.txt", "apple.txt", "Avocado.txt", "mango.txt", "\u{e1}cai.txt"] {
        wim.upload(folder, name, "x").await.ok();
    }
    folder
}

#[test]
fn letters_begin_where_the_list_has_them() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = fill(server, &wim).await;
        let rising = [("a/", 1), ("b/", 1), ("0", 1), ("a", 3), ("m", 1)];
        assert_eq!(buckets(&wim, folder, "").await, of(&rising));
        let falling = [("b/", 1), ("a/", 1), ("m", 1), ("a", 3), ("0", 1)];
        assert_eq!(buckets(&wim, folder, "order=-name").await, of(&falling));
        assert!(buckets(&wim, folder, "order=size").await.is_empty());
        for order in ["name", "-name", "modified_at", "-modified_at", "taken_at", "-taken_at"] {
            let all = wim.get(&format!("entry/list/{folder}?order={order}")).await.names();
            let found = wim.get(&format!("entry/buckets/{folder}?order={order}")).await.ok();
            let mut begins = 0;
            for bucket in found["items"].as_array().unwrap() {
                let after = bucket["after"].as_str().unwrap();
                let page = wim.get(&format!("entry/list/{folder}?order={order}&after={after}")).await;
                assert!(page.body["previous"].is_string(), "{bucket}");
                assert_eq!(page.names(), all[begins..], "{order} from {}", bucket["key"]);
                begins += usize::try_from(bucket["count"].as_i64().unwrap()).unwrap();
            }
            assert_eq!(begins, all.len(), "{order}");
        }
        assert_eq!(wim.get(&format!("entry/buckets/{folder}?utc_offset=900")).await.refusal(), (422, "invalid"));
    });
}

#[test]
fn months_begin_by_the_asker_s_clock() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Months").await.id();
        for name in ["january.txt", "turn.txt", "march.txt", "late.txt"] {
            wim.upload(folder, name, "x").await.ok();
        }
        // 15 January 2027, 08:00 UTC; 1 February, 01:00 UTC; 13 March.
        for (name, moment) in [("january", NOW), ("turn", 1_801_443_600), ("march", 1_804_899_600), ("late", NOW)] {
            let sql = format!("UPDATE nodes_node SET modified_at = {moment} WHERE name = '{name}.txt'");
            server.test.run(sql).await;
        }
        let utc = [("2027-01", 2), ("2027-02", 1), ("2027-03", 1)];
        assert_eq!(buckets(&wim, folder, "order=modified_at").await, of(&utc));
        let sao_paulo = [("2027-03", 1), ("2027-01", 3)];
        assert_eq!(buckets(&wim, folder, "order=-modified_at&utc_offset=-180").await, of(&sao_paulo));
        // 2038 is more than ten years later.
        server.test.run("UPDATE nodes_node SET modified_at = 2150000000 WHERE name = 'late.txt'".to_owned()).await;
        assert_eq!(buckets(&wim, folder, "order=modified_at").await, of(&[("2027", 3), ("2038", 1)]));
    });
}

#[test]
fn what_somebody_does_not_see_is_in_no_bucket() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = fill(server, &wim).await;
        let mango = wim.get(&format!("entry/list/{folder}")).await.ok()["items"][6]["node_id"].as_i64().unwrap();
        server.drain().await;
        server.classify(mango).await;
        let all = [("a/", 1), ("b/", 1), ("0", 1), ("a", 3), ("m", 1)];
        let open = [("a/", 1), ("b/", 1), ("0", 1), ("a", 3)];
        assert_eq!(buckets(&server.user("clea"), folder, "").await, of(&all));
        for name in ["wim", "rea"] {
            assert_eq!(buckets(&server.user(name), folder, "").await, of(&open), "{name}");
        }
        // Who may only pass through a folder sees what is open to them in it.
        let apple = wim.get(&format!("entry/list/{folder}")).await.ok()["items"][4]["node_id"].as_i64().unwrap();
        server.grant(apple, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        server.drain().await;
        assert_eq!(buckets(&server.user("rita"), folder, "").await, of(&[("a", 1)]));
    });
}

#[test]
fn an_entry_s_place_in_a_list_is_that_of_who_asks() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = fill(server, &wim).await;
        let ids = ids_of(&wim, folder, "name").await;
        let (apple, mango) = (ids[4], ids[6]);
        server.drain().await;
        server.classify(mango).await;
        server.grant(apple, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        server.drain().await;
        for (name, listed) in [("clea", 7), ("wim", 6), ("rita", 1)] {
            let who = server.user(name);
            for order in ["name", "-name", "modified_at", "-modified_at", "taken_at", "-taken_at"] {
                let shown = ids_of(&who, folder, order).await;
                assert_eq!(shown.len(), listed, "{name}");
                for id in ids.iter().chain([&server.top, &0]) {
                    let path = format!("entry/buckets/{folder}?order={order}&at={id}");
                    let place = shown.iter().position(|one| one == id);
                    assert_eq!(who.get(&path).await.ok()["index"], json!(place), "{name}, {order}, {id}");
                }
            }
        }
        let by_size = wim.get(&format!("entry/buckets/{folder}?order=size&at={apple}")).await.ok();
        assert_eq!(by_size, json!({ "items": [], "index": null }));
    });
}

async fn ids_of(who: &TestUser<'_>, folder: i64, order: &str) -> Vec<i64> {
    let page = who.get(&format!("entry/list/{folder}?order={order}")).await.ok();
    page["items"].as_array().unwrap().iter().map(|item| item["node_id"].as_i64().unwrap()).collect()
}

#[test]
fn hidden_entries_do_not_decide_how_a_list_is_divided() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Divided").await.id();
        for (name, moment) in [("old", 0), ("january", NOW), ("march", 1_804_899_600), ("late", 2_150_000_000)] {
            let made = wim.upload(folder, &format!("{name}.txt"), "x").await.id();
            server.test.run(format!("UPDATE nodes_node SET modified_at = {moment} WHERE node_id = {made}")).await;
            if matches!(name, "old" | "late") {
                server.drain().await;
                server.classify(made).await;
            }
        }
        server.drain().await;
        let years = [("1970", 1), ("2027", 2), ("2038", 1)];
        assert_eq!(buckets(&server.user("clea"), folder, "order=modified_at").await, of(&years));
        assert_eq!(buckets(&wim, folder, "order=modified_at").await, of(&[("2027-01", 1), ("2027-03", 1)]));
        assert_eq!(buckets(&wim, folder, "order=-modified_at").await, of(&[("2027-03", 1), ("2027-01", 1)]));
    });
}

#[test]
fn any_number_of_hidden_entries_leaves_the_buckets_as_they_are() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = fill(server, &wim).await;
        add_hidden(server, folder, 5_100).await;
        let rising = [("a/", 1), ("b/", 1), ("0", 1), ("a", 3), ("m", 1)];
        assert_eq!(buckets(&wim, folder, "").await, of(&rising));
        let month = of(&[("2027-01/", 2), ("2027-01", 5)]);
        assert_eq!(buckets(&wim, folder, "order=modified_at").await, month);
    });
}

#[test]
fn a_page_begins_within_a_bucket_and_pages_before_it_lead_back_to_the_beginning() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = fill(server, &wim).await;
        for order in ["name", "-name", "modified_at", "-modified_at", "taken_at", "-taken_at", "size", "-size"] {
            let all = wim.get(&format!("entry/list/{folder}?order={order}")).await.names();
            let list = format!("entry/list/{folder}?order={order}&limit=2");
            let first = wim.get(&format!("entry/list/{folder}?order={order}&limit=3")).await.ok();
            assert_eq!(first.get("previous"), None);
            let after = first["next"].as_str().unwrap().to_owned();
            let mut page = wim.get(&format!("{list}&after={after}&skip=2")).await.ok();
            let names = |page: &Value| -> Vec<String> {
                page["items"].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect()
            };
            assert_eq!(names(&page), all[5..], "{order}");
            let mut back = names(&page);
            while let Some(before) = page["previous"].as_str().map(str::to_owned) {
                page = wim.get(&format!("{list}&before={before}")).await.ok();
                assert!(page["items"].as_array().unwrap().len() <= 2);
                back.splice(0..0, names(&page));
            }
            assert_eq!(back, all, "{order}");
            for query in
                ["skip=1".to_owned(), format!("after={after}&before={after}"), format!("after={after}&skip=100001")]
            {
                assert_eq!(wim.get(&format!("{list}&{query}")).await.status, 422, "{query}");
            }
        }
    });
}

#[test]
fn a_total_is_the_whole_one_and_lists_tell_who_made_what() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let folder = fill(server, &wim).await;
        let many = "INSERT INTO nodes_tally (folder_id, slot, entries) VALUES ($1, 7, 100000)
                    ON CONFLICT (folder_id, slot) DO UPDATE SET entries = nodes_tally.entries + 100000";
        let page = rea.get(&format!("entry/list/{folder}?limit=3")).await.ok();
        assert_eq!((&page["total"], page.get("total_at_least")), (&json!(7), None));
        assert_eq!(page["items"][2]["created_by_name"], "wim");
        server.app.db.write(move |tx| tx.run(many, db::params![folder])).await.unwrap();
        let page = rea.get(&format!("entry/list/{folder}?limit=3")).await.ok();
        assert_eq!((&page["total"], page.get("total_at_least")), (&json!(100_007), None));
        let above = rea.get(&format!("entry/list/{}", server.top)).await.ok();
        assert_eq!(above["items"][0]["item_count"], 100_007);
    });
}

#[test]
fn the_tree_has_the_folders_that_somebody_sees_and_says_which_of_them_have_some() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = fill(server, &wim).await;
        let alpha = wim.get(&format!("entry/list/{folder}")).await.ok()["items"][0]["node_id"].as_i64().unwrap();
        let inner = wim.folder(alpha, "inner").await.id();
        let shown = async |name: &str, of: i64| -> Vec<(String, bool)> {
            let page = server.user(name).get(&format!("entry/folders/{of}")).await.ok();
            let items = page["items"].as_array().unwrap().clone();
            let one = |item: &Value| (item["name"].as_str().unwrap().to_owned(), item["has_folders"] == json!(true));
            items.iter().map(one).collect()
        };
        let both = |has: bool| vec![("alpha".to_owned(), has), ("beta".to_owned(), false)];
        assert_eq!(shown("rea", folder).await, both(true));
        assert_eq!(shown("rea", server.top).await, [("Long".to_owned(), true)]);
        let first = wim.get(&format!("entry/folders/{folder}?limit=1")).await.ok();
        let next = first["next"].as_str().unwrap();
        assert_eq!(wim.get(&format!("entry/folders/{folder}?after={next}")).await.names(), ["beta"]);
        server.drain().await;
        server.classify(inner).await;
        assert_eq!(shown("rea", folder).await, both(false), "it is not told that there is something");
        assert_eq!(shown("clea", folder).await, both(true));
        server.classify(alpha).await;
        assert_eq!(shown("rea", folder).await, [("beta".to_owned(), false)]);
    });
}

/// Adds entries that nobody sees: their access is their own, and is not recorded.
async fn add_hidden(server: &TestServer, folder: i64, count: usize) {
    let hidden = format!(
        "INSERT INTO nodes_node (tenant_id, repository_id, parent_id, kind, state, name, name_key, sort_key, has_own_acl,
           created_at, modified_at)
         WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < {count})
         SELECT n.tenant_id, n.repository_id, n.node_id, 2, 1, 'z' || number, 'z' || number,
           'z' || LENGTH(CAST(number AS TEXT)) || number, TRUE, 0, 0
         FROM numbers CROSS JOIN nodes_node n WHERE n.node_id = {folder}"
    );
    server.test.run(hidden).await;
}

#[test]
fn a_list_s_total_is_what_the_asker_sees_of_any_number_of_entries_with_an_access_of_their_own() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = fill(server, &wim).await;
        let ids = ids_of(&wim, folder, "name").await;
        let (alpha, apple, mango) = (ids[0], ids[4], ids[6]);
        let inside = wim.upload(alpha, "inside.txt", "x").await.id();
        server.drain().await;
        server.classify(alpha).await;
        server.classify(mango).await;
        for open in [apple, inside] {
            server.grant(open, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        }
        server.drain().await;
        for hidden in [0, 300] {
            if hidden > 0 {
                add_hidden(server, folder, hidden).await;
            }
            for (name, listed) in [("clea", 7), ("wim", 5), ("rita", 1)] {
                let list = server.user(name).get(&format!("entry/list/{folder}")).await.ok();
                assert_eq!(list["items"].as_array().unwrap().len(), listed, "{name}, {hidden} hidden");
                assert_eq!(list["total"], json!(listed), "{name}, {hidden} hidden");
            }
        }
    });
}

#[test]
fn a_list_s_total_follows_each_change_of_an_entry_with_an_access_of_its_own() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let guests = Principal::Group(server.groups["guests"]);
        let folder = fill(server, &wim).await;
        let ids = ids_of(&wim, folder, "name").await;
        let (alpha, apple, lemon, mango) = (ids[0], ids[4], ids[5], ids[6]);
        let inside = wim.upload(alpha, "inside.txt", "x").await.id();
        server.grant(apple, guests, NodeRole::Reader).await;
        // Each is asked twice: the second answer may be a remembered one.
        let totals = async |step: &str, expected: [i64; 3]| {
            for _ in 0..2 {
                for (name, expected) in ["clea", "wim", "rita"].into_iter().zip(expected) {
                    let list = server.user(name).get(&format!("entry/list/{folder}")).await.ok();
                    assert_eq!(list["total"], json!(expected), "{name}, {step}");
                    assert_eq!(list["items"].as_array().unwrap().len() as i64, expected, "{name}, {step}");
                }
            }
        };
        totals("first", [7, 7, 1]).await;
        server.classify(mango).await;
        totals("classified", [7, 6, 1]).await;
        server.grant(lemon, guests, NodeRole::Reader).await;
        totals("granted", [7, 6, 2]).await;
        mia.delete(&format!("entry/{lemon}")).await.ok();
        totals("in the bin", [6, 5, 1]).await;
        mia.post(&format!("entry/restore/{lemon}"), json!(null)).await.ok();
        totals("restored", [7, 6, 2]).await;
        server.revoke(lemon, guests).await;
        totals("revoked", [7, 6, 1]).await;
        server.grant(inside, guests, NodeRole::Reader).await;
        totals("open below", [7, 6, 2]).await;
        mia.delete(&format!("entry/{inside}")).await.ok();
        totals("nothing open below", [7, 6, 1]).await;
        wim.upload(folder, "zucchini.txt", "x").await.ok();
        totals("one more", [8, 7, 1]).await;
    });
}
