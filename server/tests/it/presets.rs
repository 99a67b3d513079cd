//! Named sizes of a tenant: its admins make them, everybody who may download a file of it uses them.

use serde_json::{Value, json};

use crate::content_settings::refused;
use crate::harness::{TestServer, on_both};
use crate::previews::png;
use crate::quotas::tenant;
use crate::test_users::{Answer, TestUser};

fn square(tenant: i64) -> Value {
    json!({ "name": "Square", "tenant_id": tenant, "width": 32, "height": 32, "fit": "cover", "format": "webp" })
}

async fn make(who: &TestUser<'_>, form: Value) -> Answer {
    who.post("rendition/preset", form).await
}

async fn offered(server: &TestServer, name: &str, node: i64) -> Answer {
    server.user(name).get(&format!("rendition/preset/of/{node}")).await
}

#[test]
fn a_preset_is_made_by_admins_and_used_by_whoever_may_download() {
    on_both(async |server| {
        let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
        for name in ["mia", "wim", "rea", "clea", "rita"] {
            assert_eq!(make(&server.user(name), square(lume)).await.status, 403, "{name}");
            assert_eq!(server.user(name).get("rendition/preset").await.status, 403, "{name}");
        }
        let made = make(&ada, square(lume)).await.ok();
        assert_eq!(
            (&made["quality"], &made["enlarge"], &made["background"]),
            (&json!(85), &json!(false), &json!(null))
        );
        let id = &made["preset_id"];
        let node = server.user("wim").upload(server.top, "sign.png", png()).await.id();
        assert_eq!(offered(server, "rea", node).await.names(), ["Square"]);
        let picture = server.user("rea").get(&format!("/api/file/converted/{node}?preset={id}")).await;
        assert_eq!((picture.status, picture.header("content-type")), (200, "image/webp"));
        assert!(picture.header("content-disposition").contains("sign-32x32.webp"));

        let path = format!("rendition/preset/{id}");
        let changed = ada.put(&path, json!({ "width": 16, "height": 16 })).await.ok();
        assert_eq!((&changed["fit"], &changed["version"]), (&json!("cover"), &json!(2)), "what is left out stays");
        let picture = server.user("rea").get(&format!("/api/file/converted/{node}?preset={id}&width=5")).await;
        assert!(picture.header("content-disposition").contains("sign-16x16.webp"));
        assert_eq!(ada.delete(&path).await.status, 204);
        assert!(offered(server, "rea", node).await.names().is_empty());
        let gone = server.user("rea").get(&format!("/api/file/converted/{node}?preset={id}")).await;
        refused(&gone, "preset", "unknown");
    });
}

#[test]
fn another_tenant_s_preset_is_as_good_as_missing() {
    on_both(async |server| {
        let (ada, eva) = (server.user("ada"), server.user("eva"));
        let (lume, other) = (tenant(server, "lume").await, tenant(server, "other").await);
        let theirs = make(&eva, square(other)).await.ok()["preset_id"].clone();
        make(&ada, square(lume)).await.ok();
        refused(&make(&ada, square(other)).await, "tenant_id", "unknown");
        refused(&ada.post("rendition/preset/usual", json!({ "tenant_id": other })).await, "tenant_id", "unknown");
        for id in [&theirs, &json!(999_999)] {
            let path = format!("rendition/preset/{id}");
            assert_eq!(ada.put(&path, json!({ "name": "Mine" })).await.status, 404);
            assert_eq!(ada.delete(&path).await.status, 404);
        }
        assert_eq!(eva.get("rendition/preset").await.names(), ["Square"]);
        let node = server.user("wim").upload(server.top, "sign.png", png()).await.id();
        let asked = ada.get(&format!("/api/file/converted/{node}?preset={theirs}")).await;
        let missing = ada.get(&format!("/api/file/converted/{node}?preset=999999")).await;
        assert_eq!((asked.status, asked.body), (missing.status, missing.body));
        assert_eq!(offered(server, "eva", node).await.status, 404);
        server.classify(node).await;
        assert_eq!(offered(server, "rea", node).await.status, 404);
        assert_eq!(offered(server, "clea", node).await.names(), ["Square"]);
    });
}

#[test]
fn every_rule_of_the_form_is_a_rule_of_the_server() {
    on_both(async |server| {
        let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
        let made = make(&ada, square(lume)).await.ok();
        let path = format!("rendition/preset/{}", made["preset_id"]);
        for (field, value, rule) in [
            ("name", json!(" "), "mandatory"),
            ("name", json!("a\nb"), "one_line"),
            ("name", json!("a".repeat(201)), "max_length"),
            ("width", json!(0), "pixels"),
            ("height", json!(16_001), "pixels"),
            ("height", json!(null), "both_sides"),
            ("quality", json!(0), "quality"),
            ("background", json!("green"), "invalid_color"),
        ] {
            let mut form = square(lume);
            form[field] = value;
            refused(&ada.put(&path, form.clone()).await, field, rule);
            form["name"] = if field == "name" { form["name"].clone() } else { json!("Another") };
            refused(&make(&ada, form).await, field, rule);
        }
        let again = make(&ada, json!({ "name": "SQUARE ", "tenant_id": lume })).await;
        assert_eq!(again.refusal(), (409, "preset_taken"));
        refused(&again, "name", "taken");
        let other = make(&ada, json!({ "name": "As it is", "tenant_id": lume, "format": "png" })).await.ok();
        assert_eq!((&other["width"], &other["height"], &other["fit"]), (&json!(null), &json!(null), &json!("contain")));
        let renamed = ada.put(&format!("rendition/preset/{}", other["preset_id"]), json!({ "name": "square" })).await;
        assert_eq!(renamed.refusal(), (409, "preset_taken"));
        let stale = ada.request(reqwest::Method::PUT, &path).header("if-match", "\"7\"").json(&json!({ "name": "B" }));
        assert_eq!(Answer::of(stale).await.status, 412);
        assert_eq!(ada.get("rendition/preset?order=-name").await.names(), ["Square", "As it is"]);
        assert_eq!(ada.get("rendition/preset?q=squ").await.names(), ["Square"]);
    });
}

#[test]
fn the_usual_ones_are_added_once_in_the_asker_s_language() {
    on_both(async |server| {
        let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
        make(&ada, json!({ "name": "web 1600", "tenant_id": lume, "width": 1 })).await.ok();
        let add = async || ada.post("rendition/preset/usual", json!({ "tenant_id": lume })).await;
        let added = add().await;
        assert_eq!(added.status, 201);
        assert_eq!(added.names(), ["Instagram square", "Instagram story", "LinkedIn post", "E-mail 800"]);
        assert!(add().await.names().is_empty());
        let all = ada.get("rendition/preset").await.ok();
        let sides = |one: &Value| (one["width"].as_i64(), one["height"].as_i64());
        let sides: Vec<_> = all["items"].as_array().unwrap().iter().map(sides).collect();
        let wanted = [(800, Some(800)), (1080, Some(1080)), (1080, Some(1920)), (1200, Some(627)), (1, None)];
        assert_eq!(sides, wanted.map(|(width, height)| (Some(width), height)));
        let told = "SELECT COUNT(*) FROM audit_entry WHERE what = 'preset_add_usual'";
        assert_eq!(server.count(told).await, 1, "what adds nothing is not recorded");
    });
}

#[test]
fn presets_do_not_keep_a_tenant_and_go_with_it() {
    on_both(async |server| {
        let root = server.user("root");
        let body = json!({ "title": "Empty", "key": "empty", "cnpj": "11222333000181", "app_instance_ids": [] });
        let empty = root.post("/api/core/tenant_with_company", body).await.ok()["tenant_id"].as_i64().unwrap();
        let insert = "INSERT INTO media_preset (tenant_id, name, folded, fit, format, quality, enlarge)
                      VALUES ($1, 'Web', 'web', 'contain', 'jpeg', 85, FALSE)";
        server.app.db.write(move |tx| tx.run(insert, db::params![empty])).await.unwrap();
        assert_eq!(root.delete(&format!("/api/core/tenant/{empty}")).await.status, 204);
        assert_eq!(server.count("SELECT COUNT(*) FROM media_preset").await, 0);
    });
}
