//! Addresses in answers when a proxy serves the server below a path: a client that uses them unchanged reaches their
//! targets.

use reqwest::Method;
use serde_json::{Value, json};

use crate::administration::calls::PNG;
use crate::harness::on_both;
use crate::other_servers::Other;
use crate::quotas::tenant;
use crate::test_users::Answer;

const PUBLIC: &str = "https://host.example/dam";

#[test]
fn addresses_of_this_server_in_answers_are_absolute() {
    on_both(async |server| {
        let other = Other::with(server, |settings| settings.public_url = Some(PUBLIC.into())).await;
        let (ada, rea) = (other.user(server, "ada"), other.user(server, "rea"));
        let apps = rea.get("/api/core/usergroup/application").await.ok();
        assert_eq!(apps["items"][0]["access_url"], format!("{PUBLIC}/api/app/{}", server.content));
        assert_eq!(apps["items"][0]["here"], true);
        let user = format!("/api/core/users/{}", server.users["rea"]);
        let picture = server.user("rea").request(Method::PUT, &format!("{user}/avatar")).body(PNG.to_vec());
        let set = Answer::of(picture).await.ok()["avatar_url"].as_str().unwrap().replace(&server.base, PUBLIC);
        assert!(set.starts_with(&format!("{PUBLIC}{user}/avatar?v=")), "{set}");
        assert_eq!(rea.get(&user).await.ok()["avatar_url"], set.as_str());
        let listed = ada.get("/api/core/users?q=rea").await.ok();
        assert_eq!(listed["items"][0]["avatar_url"], set.as_str());
        let at_hand = set.replace(PUBLIC, &rea.base);
        assert_eq!(rea.get(&at_hand).await.status, 200);
        let direct = server.user("rea").get(&user).await.ok();
        assert_eq!(direct["avatar_url"], set.replace(PUBLIC, &server.base).as_str(), "or else the request's own");
        other.close().await;
    });
}

#[test]
fn a_logo_that_was_read_is_sent_back_and_stays() {
    on_both(async |server| {
        let other = Other::with(server, |settings| settings.public_url = Some(PUBLIC.into())).await;
        let ada = other.user(server, "ada");
        let theme = json!({ "theme_title": "Day", "theme_key": "day", "tenant_id": tenant(server, "lume").await });
        let path = format!("/api/core/theme/{}", ada.post("/api/core/theme", theme).await.ok()["theme_id"]);
        let logo = |theme: &Value| theme["theme_config"]["logo"].as_str().unwrap_or("").to_owned();
        let theme = server.user("ada").get(&path).await.ok();
        assert_eq!(logo(&theme), "");
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='35'><rect width='9' height='9'/></svg>";
        let picture = server.user("ada").request(Method::PUT, &format!("{path}/logo"));
        Answer::of(picture.header("content-type", "application/octet-stream").body(svg)).await.ok();
        let mut theme = ada.get(&path).await.ok();
        let whole = logo(&theme);
        assert!(whole.starts_with(&format!("{PUBLIC}{path}/logo?v=")), "{whole}");
        theme["theme_title"] = "Evening".into();
        assert_eq!(logo(&ada.put(&path, theme).await.ok()), whole);
        assert_eq!(ada.get(&whole.replace(PUBLIC, &ada.base)).await.status, 200, "its picture is still there");
        let stored = "SELECT COUNT(*) FROM tenancy_theme WHERE theme_config LIKE '%host.example%'";
        assert_eq!(server.count(stored).await, 0, "what it is called today is not kept");
        other.close().await;
    });
}

#[test]
fn the_document_and_its_page_stay_below_the_path() {
    on_both(async |server| {
        let other = Other::with(server, |settings| settings.public_url = Some(PUBLIC.into())).await;
        let nobody = other.anonymous(server);
        let moved = nobody.http.get(format!("{}/dam/api/docs", nobody.base)).send().await.unwrap();
        assert_eq!(moved.url().path(), "/dam/api/docs/");
        let page = String::from_utf8(nobody.get("/dam/api/docs/").await.bytes).unwrap();
        for part in ["../openapi.json", "page.css", "page.js"] {
            assert!(page.contains(&format!("=\"{part}\"")), "{part} is named from here");
            assert_eq!(nobody.get(&format!("/dam/api/docs/{part}")).await.status, 200, "{part}");
        }
        let document = nobody.get("/dam/api/openapi.json").await.ok();
        assert_eq!(document["servers"], json!([{ "url": PUBLIC }]));
        let plain = server.anonymous().get("/api/openapi.json").await.ok();
        assert_eq!(plain["servers"], json!([{ "url": "/" }]));
        other.close().await;
    });
}
