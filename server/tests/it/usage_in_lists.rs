//! What lists say to a reader about entries that are asked for first.

use primitives::NodeRole;
use security::Principal;
use serde_json::{Value, json};

use crate::harness::{NOW, on_both};
use crate::notices::told;
use crate::test_users::TestUser;
use crate::usage::{Album, answer, ask, set};

const DAY: i64 = 24 * 3_600;

/// What the list of a folder says to somebody about asking for each of its entries.
async fn to_ask(who: &TestUser<'_>, folder: i64) -> Vec<(String, Value)> {
    let listed = who.get(&format!("entry/list/{folder}")).await.ok();
    let told = |item: &Value| (item["name"].as_str().unwrap().to_owned(), item["download_request"].clone());
    listed["items"].as_array().unwrap().iter().map(told).collect()
}

#[test]
fn lists_say_to_readers_alone_what_is_asked_for_first_and_who_answers() {
    on_both(async |server| {
        let (rea, wim, mia) = (server.user("rea"), server.user("wim"), server.user("mia"));
        let Album { folder, picture, text, .. } = Album::of(server).await;
        let below = mia.folder(folder, "Below").await.id();
        let names = |asked: &[(String, Value)]| {
            let named: Vec<_> = asked.iter().filter(|(_, request)| !request.is_null()).collect();
            named.into_iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&to_ask(&rea, folder).await), [""; 0]);
        set(&mia, folder, json!({ "asks_first": true })).await.ok();
        set(&mia, text, json!({ "usable_until": NOW - DAY })).await.ok();
        let asked = to_ask(&rea, folder).await;
        assert_eq!(names(&asked), ["Below", "beach.jpg"], "asking does not help with what has ended");
        let album = json!({ "node_id": folder, "name": "Album" });
        assert_eq!(asked[0].1, json!({ "of": album, "waits": false, "asked": null, "others": false }));
        let above = to_ask(&rea, server.top).await;
        let itself = above.iter().find(|(name, _)| name == "Album").unwrap();
        assert_eq!(itself.1["of"], album);
        for name in ["wim", "mia"] {
            assert_eq!(names(&to_ask(&server.user(name), folder).await), [""; 0], "{name}");
        }
        let request = ask(&rea, picture, "A poster").await.ok();
        let shown = rea.get(&format!("entry/{picture}")).await.ok()["download_request"].clone();
        assert_eq!((&shown["waits"], &shown["asked"]), (&json!(true), &json!("mia")));
        assert_eq!(rea.get(&format!("entry/{below}")).await.ok()["download_request"], shown, "all of the folder");
        assert_eq!(server.user("clea").get(&format!("entry/{picture}")).await.ok()["download_request"]["waits"], false);
        assert_eq!(wim.get(&format!("entry/{picture}")).await.ok()["download_request"], Value::Null);
        assert_eq!(mia.get(&format!("usage/request/{folder}?after=1")).await.status, 422);
        answer(&mia, &request, Some(2)).await;
        assert_eq!(names(&to_ask(&rea, folder).await), [""; 0]);
        server.clock.advance(2 * DAY);
        let rea = server.sign_in("rea").await;
        assert_eq!(names(&to_ask(&rea, folder).await), ["Below", "beach.jpg"]);
    });
}

#[test]
fn who_sees_a_file_alone_is_not_told_the_name_of_the_folder_that_is_asked() {
    on_both(async |server| {
        let (mia, rita) = (server.user("mia"), server.user("rita"));
        let Album { folder, picture, .. } = Album::of(server).await;
        server.grant(picture, Principal::User(server.users["rita"]), NodeRole::Reader).await;
        set(&mia, folder, json!({ "asks_first": true })).await.ok();
        let shown = rita.get(&format!("entry/{picture}")).await.ok()["download_request"].clone();
        assert_eq!(shown, json!({ "of": null, "waits": false, "asked": null, "others": false }));
        assert_eq!(rita.get(&format!("usage/{picture}")).await.ok()["asks_first_of"], Value::Null);
        let request = ask(&rita, picture, "A poster").await.ok();
        assert_eq!(answer(&mia, &request, Some(2)).await.status, 204);
        let notice = told(&rita).await.remove(0);
        assert_eq!(
            (&notice["about"]["title"], &notice["entry"]["name"], &notice["detail"]["is_file"]),
            (&Value::Null, &json!("beach.jpg"), &json!(false))
        );
    });
}
