//! Names stand in natural order wherever a list of them is shown: numbers by their value, accents and case last.

use primitives::sort_key;
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::test_users::TestUser;

/// As they are listed.
const FILES: [&str; 9] = [
    "2 água.txt",
    "10 água.txt",
    "_rascunho.txt",
    "Água 2.txt",
    "água 10.txt",
    "Água 010.txt",
    "ÁGUA 100.txt",
    "zebra.txt",
    "写真 3.txt",
];
const FOLDERS: [&str; 4] = ["Maçã 1", "maca 9", "Maçã 10", "Zoo"];

/// A folder with all of them, made in another order.
async fn filled(server: &TestServer, wim: &TestUser<'_>) -> i64 {
    let folder = wim.folder(server.top, "Natural").await.id();
    for name in FOLDERS.iter().rev() {
        wim.folder(folder, name).await.id();
    }
    for at in [4, 8, 0, 6, 2, 7, 5, 1, 3] {
        wim.upload(folder, FILES[at], "x").await.id();
    }
    folder
}

fn whole() -> Vec<&'static str> {
    FOLDERS.iter().chain(&FILES).copied().collect()
}

/// Every page, from the beginning to the end or back.
async fn walked(who: &TestUser<'_>, path: &str) -> Vec<String> {
    let (mut names, mut next) = (Vec::new(), String::new());
    loop {
        let page = who.get(&format!("{path}{next}")).await;
        let after = page.body["next"].as_str().map(str::to_owned);
        names.extend(page.names());
        let Some(after) = after else { return names };
        next = format!("&after={after}");
    }
}

#[test]
fn every_list_of_a_folder_is_in_natural_order() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = filled(server, &wim).await;
        for limit in [1, 2, 5, 200] {
            assert_eq!(walked(&wim, &format!("entry/list/{folder}?limit={limit}")).await, whole(), "by {limit}");
            assert_eq!(walked(&wim, &format!("entry/folders/{folder}?limit={limit}")).await, FOLDERS, "by {limit}");
            let texts = format!("entry/list/{folder}?types=text&limit={limit}");
            assert_eq!(walked(&wim, &texts).await, FILES, "by {limit}");
        }
        let falling: Vec<_> = FOLDERS.iter().rev().chain(FILES.iter().rev()).copied().collect();
        assert_eq!(walked(&wim, &format!("entry/list/{folder}?order=-name&limit=3")).await, falling);
        let buckets = wim.get(&format!("entry/buckets/{folder}")).await.ok();
        let shown = |one: &Value| (one["key"].as_str().unwrap().to_owned(), one["count"].as_i64().unwrap());
        let shown: Vec<_> = buckets["items"].as_array().unwrap().iter().map(shown).collect();
        let wanted = [("m", 3), ("z", 1), ("0", 2), ("_", 1), ("a", 4), ("z", 1), ("写", 1)];
        assert_eq!(shown, wanted.map(|(key, count)| (key.to_owned(), count)));
    });
}

#[test]
fn a_name_has_its_place_however_it_came_about() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let folder = filled(server, &wim).await;
        let other = wim.folder(server.top, "Other").await.id();
        let moved = wim.upload(other, "x", "x").await.id();
        let body = json!({ "target_id": folder, "name": "água 9.txt" });
        mia.post(&format!("entry/move/{moved}"), body).await.ok();
        let renamed = wim.upload(folder, "y", "x").await.id();
        wim.rename(renamed, "Zebra 10.txt").await.ok();
        let restored = wim.upload(folder, "zebra 9.txt", "x").await.id();
        mia.delete(&format!("entry/{restored}")).await.ok();
        mia.post(&format!("entry/restore/{restored}"), json!(null)).await.ok();
        let mut wanted = whole();
        wanted.splice(8..8, ["água 9.txt"]);
        let at = wanted.iter().position(|name| *name == "zebra.txt").unwrap();
        let listed = mia.list(folder).await;
        assert_eq!(listed[..at], wanted[..at]);
        assert_eq!(listed[at..at + 3], ["zebra 9.txt", "Zebra 10.txt", "zebra.txt"]);
        let named = server.app.db.read(|c| {
            let sql = "SELECT name, sort_key FROM nodes_node WHERE state > 0";
            c.rows(sql, &[], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)))
        });
        let named = named.await.unwrap();
        assert!(named.len() > 18, "{named:?}");
        let wrong: Vec<_> = named.iter().filter(|(name, key)| *key != sort_key(name)).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    });
}

#[test]
fn an_archive_has_its_files_in_the_order_of_the_list() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = filled(server, &wim).await;
        let link = wim.post("selection/download", json!({ "parent_id": folder })).await.ok();
        let archive = wim.get(link["link"].as_str().unwrap()).await.bytes;
        let place = |name: &&str| archive.windows(name.len()).position(|bytes| bytes == name.as_bytes()).unwrap();
        let places: Vec<_> = whole().iter().map(place).collect();
        assert!(places.is_sorted(), "{places:?}");
    });
}
