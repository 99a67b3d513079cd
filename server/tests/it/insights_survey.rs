//! What a survey finds once a day: what takes space, what nobody uses, and sums that lose what is long ago.

use serde_json::{Value, json};

use crate::harness::on_both;
use crate::insights::{download, of_repository, sum_up, total, used, view};
use crate::test_users::TestUser;

const DAY: i64 = 86_400;

async fn storage(who: &TestUser<'_>) -> Value {
    of_repository(who, "/storage").await.ok()
}

/// Names, files and bytes of a list.
fn amounts(items: &Value, name: impl Fn(&Value) -> &Value) -> Vec<(String, i64, i64)> {
    let told = |item: &Value| {
        (name(item).as_str().unwrap().to_owned(), item["files"].as_i64().unwrap(), item["bytes"].as_i64().unwrap())
    };
    items.as_array().unwrap().iter().map(told).collect()
}

async fn unused(who: &TestUser<'_>) -> Vec<String> {
    of_repository(who, "/unused").await.names()
}

#[test]
fn storage_is_told_by_folder_and_by_person() {
    on_both(async |server| {
        let (mia, wim, zoe) = (server.user("mia"), server.user("wim"), server.user("zoe"));
        let photos = wim.folder(server.top, "Photos").await.id();
        let inner = wim.folder(photos, "Inner").await.id();
        let plans = wim.folder(server.top, "Plans").await.id();
        wim.upload(photos, "a.txt", vec![b'a'; 100]).await.ok();
        wim.upload(inner, "b.txt", vec![b'b'; 1000]).await.ok();
        mia.upload(plans, "c.txt", vec![b'c'; 500]).await.ok();
        wim.upload(server.top, "d.txt", vec![b'd'; 7]).await.ok();
        let sealed = zoe.upload(plans, "sealed.txt", vec![b's'; 9000]).await.id();
        server.classify(sealed).await;
        assert_eq!(storage(&mia).await["surveyed_at"], json!(null), "nobody has looked yet");
        sum_up(server).await;

        let told = storage(&mia).await;
        let folders = amounts(&told["folders"], |item| &item["entry"]["name"]);
        assert_eq!(folders, [("Photos".to_owned(), 2, 1100), ("Plans".to_owned(), 1, 500)]);
        let people = amounts(&told["people"], |item| &item["name"]);
        assert_eq!(people, [("wim".to_owned(), 3, 1107), ("mia".to_owned(), 1, 500)]);
        assert_eq!((&told["elsewhere"], &told["total"]["bytes"]), (&json!({ "files": 1, "bytes": 7 }), &json!(1607)));
        let told = storage(&zoe).await;
        assert_eq!(told["total"]["bytes"], 10_607, "who is cleared has it counted");
        assert_eq!(amounts(&told["people"], |item| &item["name"])[0], ("zoe".to_owned(), 1, 9000));

        // A folder in the bin is nobody's to see; the next survey leaves nothing of the one before.
        wim.delete(&format!("entry/{photos}")).await.ok();
        server.clock.advance(DAY);
        sum_up(server).await;
        let mia = server.sign_in("mia").await;
        assert_eq!(storage(&mia).await["total"], json!({ "files": 2, "bytes": 507 }));
        assert_eq!(server.count("SELECT COUNT(DISTINCT survey) FROM insights_storage").await, 1);
        let sql = "SELECT COUNT(*) FROM insights_tenant WHERE leased_until = 0";
        assert_eq!(server.count(sql).await, 2, "a tenant is free again");
    });
}

#[test]
fn what_nobody_has_used_for_a_year_is_found() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let mut files = Vec::new();
        for (name, size) in [("small.txt", 10), ("large.txt", 1000), ("used.txt", 500), ("looked at.txt", 50)] {
            files.push(wim.upload(server.top, name, vec![b'x'; size]).await.id());
        }
        let sealed = zoe.upload(server.top, "sealed.txt", vec![b's'; 9000]).await.id();
        server.classify(sealed).await;
        view(&wim, files[0]).await;
        sum_up(server).await;
        assert_eq!(unused(&server.user("mia")).await, [""; 0], "they are new");
        server.clock.advance(370 * DAY);
        let (rea, mia, zoe) = (server.sign_in("rea").await, server.sign_in("mia").await, server.sign_in("zoe").await);
        download(&rea, files[2]).await;
        sum_up(server).await;
        assert_eq!(unused(&mia).await, ["large.txt", "looked at.txt", "small.txt"], "its view is too long ago");
        assert_eq!(unused(&zoe).await[0], "sealed.txt");
        // What is used again leaves the list at once.
        view(&rea, files[3]).await;
        sum_up(server).await;
        assert_eq!(unused(&mia).await, ["large.txt", "small.txt"]);
        let page = of_repository(&mia, "/unused?limit=1").await.ok();
        let next = page["next"].as_str().unwrap();
        assert_eq!(of_repository(&mia, &format!("/unused?limit=1&after={next}")).await.names(), ["small.txt"]);
    });
}

#[test]
fn sums_lose_what_is_long_ago_and_days_become_months() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "pier.txt", "some words").await.id();
        view(&wim, file).await;
        sum_up(server).await;
        server.clock.advance(DAY);
        let again = server.sign_in("rea").await;
        view(&again, file).await;
        server.clock.advance(6 * DAY);
        sum_up(server).await;
        let mia = server.sign_in("mia").await;
        let one = |number| vec![("pier.txt".to_owned(), number)];
        assert_eq!((used(&mia, "period=week").await, total(&mia, "week").await), (one(1), [1, 0, 0]));
        assert_eq!((used(&mia, "").await, total(&mia, "month").await), (one(2), [2, 0, 0]));
        server.clock.advance(30 * DAY);
        sum_up(server).await;
        let mia = server.sign_in("mia").await;
        assert_eq!((used(&mia, "").await, used(&mia, "period=quarter").await), (vec![], one(2)));
        // Both days are of January 2027.
        server.clock.advance(420 * DAY);
        sum_up(server).await;
        let mia = server.sign_in("mia").await;
        assert_eq!((used(&mia, "period=year").await, total(&mia, "year").await), (vec![], [0, 0, 0]));
        let told = mia.get(&format!("insights/entry/{file}")).await.ok();
        assert_eq!((&told["items"], &told["ever"]["views"]), (&json!([]), &json!(2)));
        assert_eq!(server.count("SELECT COUNT(*) FROM insights_day WHERE is_month").await, 1);
        assert_eq!(server.count("SELECT COUNT(*) FROM insights_day").await, 1);
        assert_eq!(server.count("SELECT COUNT(*) FROM insights_sum").await, 0);
        assert_eq!(server.count("SELECT COUNT(*) FROM insights_acl_day").await, 0);
        // Counts go with their entry.
        let wim = server.sign_in("wim").await;
        wim.delete(&format!("entry/{file}")).await.ok();
        mia.delete(&format!("entry/bin/{file}")).await;
        server.drain().await;
        assert_eq!(server.count("SELECT COUNT(*) FROM insights_day").await, 0);
    });
}
