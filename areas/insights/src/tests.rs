//! Counting and surveys, on both engines. The server's stories test who may see the results.

mod world;

use content::{UseKind, UsedBy};
use primitives::UserId;
use serde_json::json;

use self::world::{DAY, NOW, on_both};

#[tokio::test(flavor = "multi_thread")]
async fn uses_are_counted_by_day_and_summed() {
    on_both(async |world| {
        let (file, folder) = (world.file, world.folder);
        world.views(1, file);
        world.views(1, file);
        world.views(2, file);
        world.uses(UseKind::Downloaded, &[folder, file], UsedBy::Person(UserId(1)));
        world.uses(UseKind::Shared, &[file], UsedBy::Person(UserId(1)));
        world.uses(UseKind::Viewed, &[file], UsedBy::Visitor(77));
        world.sum_up().await;
        world.views(3, file);
        world.sum_up().await;
        let day = json!({ "day": NOW - NOW % DAY, "views": 4, "downloads": 2, "shares": 1 });
        assert_eq!(world.over_time("month").await["items"], json!([day]));
        assert_eq!(world.used(json!({})).await, [("file".to_owned(), 4)]);
        let downloaded = [("file".to_owned(), 1), ("folder".to_owned(), 1)];
        assert_eq!(world.used(json!({ "by": "downloads", "period": "year" })).await, downloaded);
        assert_eq!(world.used(json!({ "by": "downloads", "kind": "folder" })).await, downloaded[1..]);
        let told = world.of_entry(file).await;
        assert_eq!(told["ever"], json!({ "views": 4, "downloads": 1, "shares": 1 }));
        assert_eq!(world.links().await["items"], json!([]), "that link is gone");
        assert_eq!(
            world.csv("used").await,
            format!("\u{feff}node_id,name,entry_type,number\r\n{file},file,file,4\r\n")
        );
        assert!(world.csv("over_time").await.ends_with("2027-01-15,4,2,1\r\n"));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sums_lose_days_and_days_become_months() {
    on_both(async |world| {
        world.views(1, world.file);
        world.sum_up().await;
        world.clock.advance(DAY);
        world.views(1, world.file);
        world.clock.advance(6 * DAY);
        world.sum_up().await;
        let one = |number| vec![("file".to_owned(), number)];
        assert_eq!(world.used(json!({ "period": "week" })).await, one(1));
        assert_eq!(world.used(json!({ "period": "month" })).await, one(2));
        world.clock.advance(420 * DAY);
        world.sum_up().await;
        assert_eq!(world.used(json!({ "period": "year" })).await, []);
        assert_eq!(world.of_entry(world.file).await["ever"]["views"], 2);
        assert_eq!(world.count("SELECT COUNT(*) FROM insights_day WHERE is_month").await, 1);
        assert_eq!(world.count("SELECT COUNT(*) FROM insights_day").await, 1);
        assert_eq!(world.count("SELECT COUNT(*) FROM insights_acl_day").await, 0);
        world.clock.advance(6 * 366 * DAY);
        world.sum_up().await;
        assert_eq!(world.count("SELECT COUNT(*) FROM insights_day").await, 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_finds_what_takes_space_and_what_nobody_uses() {
    on_both(async |world| {
        world.sum_up().await;
        let told = world.storage().await;
        assert_eq!((&told["total"], &told["surveyed_at"]), (&json!({ "files": 1, "bytes": 700 }), &json!(NOW)));
        assert_eq!(told["folders"][0]["entry"]["name"], "folder");
        assert_eq!((&told["people"][0]["name"], &told["people"][0]["bytes"]), (&json!("ana"), &json!(700)));
        assert_eq!(world.unused().await["items"], json!([]));
        world.clock.advance(370 * DAY);
        world.sum_up().await;
        assert_eq!(world.unused().await["items"][0]["name"], "file");
        assert_eq!(world.count("SELECT COUNT(*) FROM insights_storage").await, 1, "of the last survey alone");
        world.views(1, world.file);
        world.sum_up().await;
        assert_eq!(world.unused().await["items"], json!([]), "at once");
        assert!(world.csv("folders").await.ends_with(",folder,folder,1,700\r\n"));
        assert!(world.csv("people").await.ends_with(",ana,1,700\r\n"));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn uses_go_into_another_repository_once_when_two_take_them_there() {
    on_both(async |world| {
        world.views(1, world.file);
        world.sum_up().await;
        world.put_elsewhere(world.file).await;
        world.take_along_twice(world.file).await;
        let sums = world.count("SELECT COUNT(*) FROM insights_acl_day WHERE views <> 0").await;
        let views = world.count("SELECT views FROM insights_acl_day WHERE repository_id = 77").await;
        assert_eq!((sums, views), (1, 1));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_use_is_counted_where_the_others_are_by_then() {
    on_both(async |world| {
        world.views(1, world.file);
        world.sum_up().await;
        world.put_elsewhere(world.file).await;
        // It is not known yet that the file has gone.
        world.views(2, world.file);
        world.insights.counts.write(&world.insights.db).await.unwrap();
        assert_eq!(world.count("SELECT COUNT(*) FROM insights_acl_day WHERE repository_id = 77").await, 0);
        world.take_along_twice(world.file).await;
        assert_eq!(world.count("SELECT views FROM insights_acl_day WHERE repository_id = 77").await, 2);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_go_along_when_an_entry_gets_another_access() {
    on_both(async |world| {
        world.views(1, world.file);
        world.sum_up().await;
        world.give_access(world.file).await;
        world.views(2, world.file);
        world.sum_up().await;
        let accesses = "SELECT COUNT(DISTINCT acl_id) FROM insights_day";
        let sums = "SELECT COUNT(*) FROM insights_acl_day WHERE views > 0";
        assert_eq!((world.count(accesses).await, world.count(sums).await), (2, 2));
        world.clock.advance(DAY);
        world.sum_up().await;
        assert_eq!((world.count(accesses).await, world.count(sums).await), (1, 1));
        assert_eq!(world.over_time("week").await["items"][0]["views"], 2);
        assert_eq!(world.used(json!({ "period": "week" })).await, [("file".to_owned(), 2)]);
    })
    .await;
}
