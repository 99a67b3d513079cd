//! Themes as administrators create, edit and assign them, and as users see them.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::on_both;
use crate::quotas::tenant;
use crate::test_users::{Answer, TestUser};

async fn create(who: &TestUser<'_>, tenant: i64, key: &str) -> Answer {
    let body = json!({ "theme_title": format!("Theme {key}"), "theme_key": key, "tenant_id": tenant });
    who.post("/api/core/theme", body).await
}

fn path(theme: &Value) -> String {
    format!("/api/core/theme/{}", theme["theme_id"])
}

async fn send_logo(who: &TestUser<'_>, theme: &Value, bytes: Vec<u8>) -> Answer {
    let request = who.request(Method::PUT, &format!("{}/logo", path(theme)));
    Answer::of(request.header("content-type", "application/octet-stream").body(bytes)).await
}

async fn worn(who: &TestUser<'_>) -> String {
    who.get("/api/core/theme/user").await.ok()["theme_key"].as_str().unwrap().to_owned()
}

#[test]
fn a_group_s_theme_comes_before_the_tenant_s_and_that_before_the_default() {
    on_both(async |server| {
        let (ada, rea, wim, lume) =
            (server.user("ada"), server.user("rea"), server.user("wim"), tenant(server, "lume").await);
        let (day, night) = (create(&ada, lume, "day").await.ok(), create(&ada, lume, "night").await.ok());
        assert_eq!((worn(&rea).await, worn(&wim).await), ("green".into(), "green".into()));
        let (of_tenant, of_group) =
            (format!("{}/tenant/{lume}", path(&day)), format!("{}/group/{}", path(&night), server.groups["readers"]));
        assert_eq!(ada.put(&of_tenant, Value::Null).await.status, 204);
        assert_eq!((worn(&rea).await, worn(&wim).await), ("day".into(), "day".into()));
        assert_eq!(ada.put(&of_group, Value::Null).await.status, 204);
        assert_eq!((worn(&rea).await, worn(&wim).await), ("night".into(), "day".into()));
        let refused = ada.delete(&path(&night)).await;
        assert_eq!(refused.refusal(), (409, "in_use"));
        assert!(refused.body["message"].as_str().unwrap().contains("1 group"), "{}", refused.body);
        assert_eq!(ada.delete(&of_group).await.status, 204);
        assert_eq!(ada.delete(&of_group).await.status, 404, "it wears another already");
        assert_eq!(ada.delete(&of_tenant).await.status, 204);
        assert_eq!((worn(&rea).await, worn(&wim).await), ("green".into(), "green".into()));
        assert_eq!(ada.delete(&path(&night)).await.status, 204);
        assert_eq!(ada.get(&path(&night)).await.status, 404);
    });
}

#[test]
fn a_theme_says_nothing_to_a_browser_but_colours_a_font_and_its_own_logo() {
    on_both(async |server| {
        let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
        let theme = create(&ada, lume, "brand").await.ok();
        assert_eq!(create(&ada, lume, "brand").await.refusal(), (409, "key_taken"));
        let change = async |field: &str, value: Value| {
            let mut config = theme["theme_config"].clone();
            config[field] = value;
            ada.put(&path(&theme), json!({ "theme_title": "Brand", "theme_config": config })).await
        };
        for (field, value) in [
            ("primary", json!("red;background:url(//evil.example)")),
            ("appBackground", json!("")),
            ("font", json!("Inter; color: red")),
            ("font", json!("url(x)")),
            ("logo", json!("//evil.example/x.svg")),
            ("logo", json!("javascript:alert(1)")),
        ] {
            let answer = change(field, value.clone()).await;
            let named = answer.body["errors"][0]["field"].clone();
            assert_eq!((answer.status, named), (422, json!(format!("theme_config.{field}"))), "{value}");
        }
        let changed = change("primary", json!("#123456")).await;
        assert!(changed.header("etag").starts_with("\"2-"));
        assert_eq!(changed.ok()["theme_config"]["primary"], "#123456");
        let stale = ada.request(Method::PUT, &path(&theme)).header("if-match", "\"1\"");
        let body = json!({ "theme_title": "Mine", "theme_config": theme["theme_config"] });
        assert_eq!(Answer::of(stale.json(&body)).await.status, 412);
        let missing =
            ada.post("/api/core/theme", json!({ "theme_title": "", "theme_key": "", "tenant_id": null })).await;
        let fields: Vec<_> =
            missing.body["errors"].as_array().unwrap().iter().map(|error| error["field"].clone()).collect();
        assert_eq!(fields, ["theme_title", "theme_key", "tenant_id"]);
    });
}

#[test]
fn a_logo_is_drawn_anew_and_what_cannot_be_drawn_is_refused() {
    on_both(async |server| {
        let (ada, rea, eva) = (server.user("ada"), server.user("rea"), server.user("eva"));
        let theme = create(&ada, tenant(server, "lume").await, "brand").await.ok();
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='35' onload='alert(1)'>\
                   <script>alert(2)</script><image href='file:///etc/passwd' width='9' height='9'/>\
                   <rect width='200' height='35' fill='#c00'/></svg>";
        let with_logo = send_logo(&ada, &theme, svg.into()).await.ok();
        let logo = with_logo["theme_config"]["logo"].as_str().unwrap().to_owned();
        let shown = rea.get(&logo).await;
        assert_eq!((shown.status, shown.header("content-type")), (200, "image/webp"));
        assert_eq!(&shown.bytes[..4], b"RIFF");
        assert!(!String::from_utf8_lossy(&shown.bytes).contains("script"));
        let again = rea.request(Method::GET, &logo).header("if-none-match", shown.header("etag"));
        assert_eq!(Answer::of(again).await.status, 304);
        assert_eq!(eva.get(&logo).await.status, 404, "of another tenant");
        for (bytes, status) in [
            (b"no picture".to_vec(), 422),
            (b"<svg xmlns='http://www.w3.org/2000/svg'><broken".to_vec(), 422),
            (b"%PDF-1.4".to_vec(), 422),
            (vec![0; 1024 * 1024 + 1], 413),
        ] {
            assert_eq!(send_logo(&ada, &theme, bytes).await.status, status);
        }
        assert_eq!(send_logo(&eva, &theme, svg.into()).await.status, 404);
        let mut config = with_logo["theme_config"].clone();
        config["logo"] = Value::Null;
        ada.put(&path(&theme), json!({ "theme_title": "Brand", "theme_config": config })).await.ok();
        assert_eq!(rea.get(&logo).await.status, 404);
    });
}

#[test]
fn the_platform_s_themes_are_edited_by_nobody_and_another_tenant_s_are_nowhere() {
    on_both(async |server| {
        let (ada, eva, root) = (server.user("ada"), server.user("eva"), server.user("root"));
        let (lume, other) = (tenant(server, "lume").await, tenant(server, "other").await);
        let theme = create(&ada, lume, "brand").await.ok();
        let keys = async |who: &TestUser<'_>, query: &str| -> Vec<String> {
            let list = who.get(&format!("/api/core/theme/admin{query}")).await.ok();
            let items = list["items"].as_array().unwrap().clone();
            items.iter().map(|item| item["theme_key"].as_str().unwrap().to_owned()).collect()
        };
        let platform = ["blue", "green", "orange", "purple", "red", "yellow"].map(str::to_owned);
        assert_eq!(keys(&eva, "?order=theme_key").await, platform);
        assert_eq!(keys(&ada, "?q=brand").await, ["brand"]);
        assert_eq!(keys(&root, "?q=THEME").await, ["brand"]);
        assert_eq!(keys(&ada, &format!("/tenant/{lume}?order=-tenant_id&limit=1")).await, ["brand"]);
        assert_eq!(eva.get(&format!("/api/core/theme/admin/tenant/{lume}")).await.status, 404);
        let body = json!({ "theme_title": "Mine", "theme_config": theme["theme_config"] });
        for (method, there) in [
            (Method::GET, path(&theme)),
            (Method::PUT, path(&theme)),
            (Method::DELETE, path(&theme)),
            (Method::PUT, format!("{}/tenant/{lume}", path(&theme))),
            (Method::PUT, format!("{}/tenant/{other}", path(&theme))),
            (Method::PUT, format!("/api/core/theme/1/group/{}", server.groups["readers"])),
        ] {
            let answer = Answer::of(eva.request(method.clone(), &there).json(&body)).await;
            assert_eq!(answer.status, 404, "{method} {there}");
        }
        assert_eq!(create(&eva, lume, "planted").await.status, 422);
        for who in [&ada, &root] {
            assert_eq!(who.get("/api/core/theme/1").await.status, 200);
            assert_eq!(who.put("/api/core/theme/1", body.clone()).await.refusal(), (403, "platform_theme"));
            assert_eq!(who.delete("/api/core/theme/1").await.refusal(), (403, "platform_theme"));
        }
        assert_eq!(ada.put(&format!("/api/core/theme/2/tenant/{lume}"), Value::Null).await.status, 204);
        assert_eq!(worn(&server.user("rea")).await, "blue");
    });
}
