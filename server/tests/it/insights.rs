//! How often entries and links are used: counted beside the database, and told to who manages a repository, but nothing of
//! what they do not see.

use std::collections::BTreeSet;

use db::Engine;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::links::visitor::Visitor;
use crate::plans::plans;
use crate::test_users::{Answer, TestUser};

const DAY: i64 = 86_400;
/// Who comes again after so long is counted again.
const LATER: i64 = 3_601;

/// Writes what is counted, and surveys what was not surveyed on this day.
pub async fn sum_up(server: &TestServer) {
    for schedule in server.app.schedules().iter().filter(|one| one.failure.starts_with("Uses of entries")) {
        schedule.run().await;
    }
}

pub async fn of_repository(who: &TestUser<'_>, rest: &str) -> Answer {
    who.get(&format!("insights/repository/{}{rest}", who.server.top)).await
}

/// Names and numbers of what is used most.
pub async fn used(who: &TestUser<'_>, query: &str) -> Vec<(String, i64)> {
    let page = of_repository(who, &format!("/used?{query}")).await.ok();
    page["items"].as_array().unwrap().iter().map(pair).collect()
}

fn pair(item: &Value) -> (String, i64) {
    (item["entry"]["name"].as_str().unwrap().to_owned(), item["number"].as_i64().unwrap())
}

/// Views, downloads and shares of all days together.
pub async fn total(who: &TestUser<'_>, period: &str) -> [i64; 3] {
    let told = of_repository(who, &format!("?period={period}")).await.ok();
    sum_of(&told["items"])
}

fn sum_of(days: &Value) -> [i64; 3] {
    let sum = |key: &str| days.as_array().unwrap().iter().map(|day| day[key].as_i64().unwrap()).sum();
    ["views", "downloads", "shares"].map(sum)
}

async fn of_entry(who: &TestUser<'_>, node: i64) -> [i64; 3] {
    sum_of(&who.get(&format!("insights/entry/{node}")).await.ok()["items"])
}

pub async fn view(who: &TestUser<'_>, node: i64) {
    assert_eq!(who.post(&format!("home/visit/{node}"), json!({})).await.status, 204);
}

pub async fn download(who: &TestUser<'_>, node: i64) {
    assert_eq!(who.get(&format!("/api/file/content/{node}?download=true")).await.status, 200);
}

#[test]
fn views_downloads_and_shares_are_counted_once_each() {
    on_both(async |server| {
        let (mia, wim, rea) = (server.user("mia"), server.user("wim"), server.user("rea"));
        let folder = wim.folder(server.top, "Photos").await.id();
        let file = wim.upload(folder, "pier.txt", "some words").await.id();
        for who in [&wim, &rea, &rea] {
            view(who, file).await;
        }
        // What is shown in place is no download, nor is asking for its headers; ranges are parts of one.
        rea.content(file).await;
        let path = format!("/api/file/content/{file}?download=true");
        Answer::of(rea.request(Method::HEAD, &path)).await;
        download(&rea, file).await;
        let range = Answer::of(rea.request(Method::GET, &path).header("range", "bytes=2-4")).await;
        assert_eq!(range.status, 206);
        sum_up(server).await;
        assert_eq!(of_entry(&mia, file).await, [2, 1, 0]);
        server.clock.advance(LATER);
        view(&rea, file).await;
        download(&rea, file).await;
        // An archive counts for what was selected.
        let archive = rea.post("selection/download", json!({ "node_ids": [folder] })).await.ok();
        assert_eq!(rea.get(archive["link"].as_str().unwrap()).await.status, 200);
        sum_up(server).await;
        assert_eq!((of_entry(&mia, file).await, of_entry(&mia, folder).await), ([3, 2, 0], [0, 1, 0]));
        assert_eq!(total(&mia, "week").await, [3, 3, 0]);
        assert_eq!(used(&mia, "by=downloads").await, [("pier.txt".to_owned(), 2), ("Photos".to_owned(), 1)]);
        assert_eq!(used(&mia, "by=downloads&kind=folder").await, [("Photos".to_owned(), 1)]);
        assert!(used(&mia, "by=shares").await.is_empty());
    });
}

#[test]
fn links_count_for_their_entries_and_for_themselves() {
    on_both(async |server| {
        let (mia, wim) = (server.user("mia"), server.user("wim"));
        let file = wim.upload(server.top, "flyer.txt", "some words").await.id();
        let other = wim.upload(server.top, "other.txt", "other words").await.id();
        let form = json!({ "node_ids": [file], "label": "Press" });
        let link = mia.post("link", form).await.ok();
        let several = mia.post("link", json!({ "node_ids": [file, other], "download_limit": 5 })).await.ok();
        let guest = Visitor::of(server, &link);
        for _ in 0..2 {
            guest.get("").await.ok();
            guest.get(&format!("/content/{file}")).await;
        }
        // Of several entries a visit shows none yet; its downloads are limited, and counted otherwise.
        let second = Visitor::of(server, &several);
        second.get("").await.ok();
        for _ in 0..2 {
            assert_eq!(second.get(&format!("/content/{other}")).await.status, 200);
        }
        sum_up(server).await;
        assert_eq!((of_entry(&mia, file).await, of_entry(&mia, other).await), ([1, 1, 2], [0, 1, 1]));
        let links = of_repository(&mia, "/links").await.ok();
        let told = |link: &Value| {
            let number = |key: &str| link[key].as_i64().unwrap();
            (link["label"].clone(), number("visits"), number("downloads"), link["entry"]["name"].clone())
        };
        let told: Vec<_> = links["items"].as_array().unwrap().iter().map(told).collect();
        // Of equals, the later one comes first.
        let wanted = [(json!(null), 1, 1, json!("flyer.txt")), (json!("Press"), 1, 1, json!("flyer.txt"))];
        assert_eq!(told, wanted);
        // A link to what she does not see is not listed.
        server.classify(file).await;
        server.classify(other).await;
        assert_eq!(of_repository(&mia, "/links").await.ok()["items"], json!([]));
        assert_eq!(of_repository(&server.user("zoe"), "/links").await.ok()["items"][0]["visits"], 1);
    });
}

#[test]
fn only_who_manages_is_told() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "pier.txt", "some words").await.id();
        let folder = wim.folder(server.top, "Photos").await.id();
        view(&wim, file).await;
        sum_up(server).await;
        let lists = ["", "/used", "/unused", "/storage", "/links", "/export?list=used"];
        for list in lists {
            for (who, refused) in [
                ("wim", (403, "needs_role.manager")),
                ("rea", (403, "needs_role.manager")),
                ("rita", (404, "not_found")),
                ("eva", (404, "not_found")),
            ] {
                assert_eq!(of_repository(&server.user(who), list).await.refusal(), refused, "{who} {list}");
            }
            for who in ["ada", "zoe", "mia"] {
                assert_eq!(of_repository(&server.user(who), list).await.status, 200, "{who} {list}");
            }
            let of_folder = server.user("mia").get(&format!("insights/repository/{folder}{list}")).await;
            assert_eq!(of_folder.refusal(), (409, "wrong_kind"), "{list}");
        }
        let of_file = format!("insights/entry/{file}");
        assert_eq!(wim.get(&of_file).await.refusal(), (403, "needs_role.manager"));
        assert_eq!(server.user("eva").get(&of_file).await.refusal(), (404, "not_found"));
        // Those of another tenant have their own, and nothing of this.
        let theirs = server.user("eva").get(&format!("insights/repository/{}/used", server.other_top)).await;
        assert_eq!(theirs.ok()["items"], json!([]));
        for wrong in ["?period=decade", "/used?by=love", "/used?after=x", "/export?list=everything"] {
            let status = of_repository(&server.user("mia"), wrong).await.status;
            assert!((400..500).contains(&status), "{wrong}: {status}");
        }
    });
}

#[test]
fn what_a_mark_hides_is_in_no_list_and_no_sum() {
    on_both(async |server| {
        let (zoe, clea, mia, ada) = (server.user("zoe"), server.user("clea"), server.user("mia"), server.user("ada"));
        let open = zoe.upload(server.top, "open.txt", "some words").await.id();
        let sealed = zoe.upload(server.top, "sealed.txt", "a secret").await.id();
        server.classify(sealed).await;
        for who in [&zoe, &clea] {
            view(who, sealed).await;
            download(who, sealed).await;
            view(who, open).await;
        }
        sum_up(server).await;
        for who in [&mia, &ada] {
            assert_eq!(total(who, "month").await, [2, 0, 0], "an admin is bound by marks, too");
            assert_eq!(used(who, "").await, [("open.txt".to_owned(), 2)]);
            assert!(used(who, "by=downloads").await.is_empty());
            assert_eq!(who.get(&format!("insights/entry/{sealed}")).await.refusal(), (404, "not_found"));
            let csv = of_repository(who, "/export?list=used&by=downloads").await;
            assert!(!String::from_utf8(csv.bytes).unwrap().contains("sealed"));
        }
        assert_eq!(total(&zoe, "month").await, [4, 2, 0]);
        assert_eq!(used(&zoe, "by=downloads").await, [("sealed.txt".to_owned(), 2)]);

        // What is marked later leaves lists at once, and sums with the next survey.
        server.classify(open).await;
        assert!(used(&mia, "").await.is_empty());
        server.clock.advance(DAY);
        sum_up(server).await;
        let (mia, zoe) = (server.sign_in("mia").await, server.sign_in("zoe").await);
        assert_eq!((total(&mia, "month").await, total(&zoe, "month").await), ([0, 0, 0], [4, 2, 0]));
    });
}

#[test]
fn a_page_of_the_most_used_begins_where_the_one_before_ended() {
    on_both(async |server| {
        let (mia, wim, rea) = (server.user("mia"), server.user("wim"), server.user("rea"));
        let people = [&wim, &rea, &mia];
        let mut wanted = Vec::new();
        for (at, name) in ["one.txt", "two.txt", "three.txt"].into_iter().enumerate() {
            let file = wim.upload(server.top, name, name).await.id();
            for who in &people[..=at] {
                view(who, file).await;
            }
            wanted.insert(0, (name.to_owned(), i64::try_from(at + 1).unwrap()));
        }
        sum_up(server).await;
        assert_eq!(used(&mia, "").await, wanted);
        let query_log = server.test.query_log();
        let (mut found, mut after) = (Vec::new(), String::new());
        loop {
            let page = of_repository(&mia, &format!("/used?limit=1{after}")).await.ok();
            found.extend(page["items"].as_array().unwrap().iter().map(pair));
            let Some(next) = page["next"].as_str() else { break };
            after = format!("&after={next}");
        }
        assert_eq!(found, wanted);
        if server.app.db.engine() == Engine::Sqlite {
            let sql = query_log.take().into_iter().find(|sql| sql.contains("FROM insights_sum s")).unwrap();
            let (_, plan) = plans(server, &BTreeSet::from([sql])).await.remove(0);
            assert!(plan.iter().any(|step| step.contains("insights_sum_most")), "{plan:#?}");
            assert!(plan.iter().all(|step| !step.contains("SCAN") && !step.contains("TEMP B-TREE")), "{plan:#?}");
        }
        // What is in the bin, or below a folder there, is not listed.
        let folder = wim.folder(server.top, "Folder").await.id();
        let within = wim.upload(folder, "within.txt", "x").await.id();
        view(&rea, within).await;
        sum_up(server).await;
        assert_eq!(used(&mia, "").await.len(), 4);
        wim.delete(&format!("entry/{folder}")).await.ok();
        assert_eq!(used(&mia, "").await, wanted);
    });
}

#[test]
fn a_download_writes_nothing_to_the_database() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let file = wim.upload(server.top, "pier.txt", "some words").await.id();
        download(&rea, file).await;
        server.clock.advance(LATER);
        let query_log = server.test.query_log();
        download(&rea, file).await;
        let words = ["INSERT", "UPDATE", "DELETE"];
        // Of who asks, it is noted from time to time that they were here, and what they may see. `db_note` is the
        // connection's own.
        let others = ["identity_session", "security_", "db_note"];
        let is_of_others = |sql: &String| others.iter().any(|table| sql.contains(table));
        let heard: Vec<_> = query_log.take().into_iter().filter(|sql| !is_of_others(sql)).collect();
        assert!(heard.iter().any(|sql| sql.starts_with("SELECT")));
        assert_eq!(heard.iter().find(|sql| words.iter().any(|word| sql.trim_start().starts_with(word))), None);
    });
}

#[test]
fn lists_come_as_csv_without_formulas() {
    on_both(async |server| {
        let (mia, wim) = (server.user("mia"), server.user("wim"));
        let file = wim.upload(server.top, "=1+1.txt", "some words").await.id();
        view(&wim, file).await;
        sum_up(server).await;
        let csv = of_repository(&mia, "/export?list=used").await;
        assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
        assert_eq!(csv.header("content-disposition"), "attachment; filename=\"insights.csv\"");
        let text = String::from_utf8(csv.bytes).unwrap();
        assert_eq!(text, format!("\u{feff}node_id,name,entry_type,number\r\n{file},'=1+1.txt,text,1\r\n"));
        for (list, head) in [
            ("over_time", "day,views,downloads,shares\r\n2027-01-15,1,0,0\r\n"),
            ("unused", "node_id,name,entry_type,bytes,modified_on\r\n"),
            ("folders", "node_id,name,entry_type,files,bytes\r\n"),
            ("links", "link_id,label,entry,made_by,visits,downloads\r\n"),
        ] {
            let csv = of_repository(&mia, &format!("/export?list={list}")).await;
            assert_eq!(String::from_utf8(csv.bytes).unwrap(), format!("\u{feff}{head}"), "{list}");
        }
    });
}
