//! What a page is told before anybody has signed in: whose it is, by its own host.

use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::quotas::tenant;
use crate::test_users::Answer;

async fn front(server: &TestServer, host: &str) -> Value {
    server.anonymous().get(&format!("/api/core/front?host={host}")).await.ok()
}

/// An instance at this address, which a tenant has.
async fn place(server: &TestServer, tenant: i64, url: &str) {
    let body = json!({ "application_instance_title": "Media", "application_id": 1, "access_url": url });
    let made = server.user("root").post("/api/core/application_instance", body).await.ok();
    let instance = made["application_instance_id"].as_i64().unwrap();
    let give = "INSERT INTO tenancy_tenant_application (tenant_id, application_instance_id) VALUES ($1, $2)";
    server.app.db.write(move |tx| tx.run(give, db::params![tenant, instance])).await.unwrap();
}

#[test]
fn a_host_tells_the_name_the_colours_and_the_logo_of_its_tenant_and_nothing_else() {
    on_both(async |server| {
        let nobody = json!({ "tenant_title": null, "theme_config": null });
        let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
        assert_eq!(front(server, "media.lume.example").await, nobody);
        place(server, lume, "https://Media.lume.example/api/app/7").await;
        let bare = json!({ "tenant_title": "lume", "theme_config": null });
        assert_eq!(front(server, "media.lume.example").await, bare);
        assert_eq!(front(server, "MEDIA.lume.example").await, bare);
        for other in ["media.lume.example:8443", "lume.example", "evil-media.lume.example", "%25"] {
            assert_eq!(front(server, other).await, nobody, "{other}");
        }

        let theme = json!({ "theme_title": "Brand", "theme_key": "brand", "tenant_id": lume });
        let theme = ada.post("/api/core/theme", theme).await.ok();
        let path = format!("/api/core/theme/{}", theme["theme_id"]);
        assert_eq!(ada.put(&format!("{path}/tenant/{lume}"), Value::Null).await.status, 204);
        let shown = front(server, "media.lume.example").await;
        assert_eq!(shown["theme_config"]["primary"], theme["theme_config"]["primary"]);
        assert_eq!(shown["theme_config"]["logo"], Value::Null);
        let fields: Vec<&String> = shown.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["tenant_title", "theme_config"]);

        let logo = "/api/core/front/logo?host=media.lume.example";
        assert_eq!(server.anonymous().get(logo).await.refusal(), (404, "not_found"));
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="#0a0"/></svg>"##;
        let request = ada.request(reqwest::Method::PUT, &format!("{path}/logo"));
        Answer::of(request.header("content-type", "application/octet-stream").body(svg)).await.ok();
        let address = front(server, "media.lume.example").await["theme_config"]["logo"].as_str().unwrap().to_owned();
        assert!(address.contains("/api/core/front/logo?host=media.lume.example&v="), "{address}");
        let picture = server.anonymous().get(&address).await;
        assert_eq!((picture.status, picture.header("content-type")), (200, "image/webp"));
        assert_eq!(server.anonymous().get(&format!("{path}/logo")).await.status, 401, "the other address stays closed");
    });
}

#[test]
fn a_host_of_several_tenants_or_of_one_that_is_switched_off_is_nobody_s() {
    on_both(async |server| {
        let (lume, other) = (tenant(server, "lume").await, tenant(server, "other").await);
        place(server, lume, "https://shared.example/api/app/7").await;
        assert_eq!(front(server, "shared.example").await["tenant_title"], "lume");
        place(server, other, "https://shared.example/api/app/8").await;
        assert_eq!(front(server, "shared.example").await["tenant_title"], Value::Null);
        place(server, lume, "https://own.example").await;
        assert_eq!(front(server, "own.example").await["tenant_title"], "lume");
        let off = "UPDATE tenancy_tenant SET active = FALSE WHERE tenant_id = $1";
        server.app.db.write(move |tx| tx.run(off, db::params![lume])).await.unwrap();
        assert_eq!(front(server, "own.example").await["tenant_title"], Value::Null);
    });
}

#[test]
fn a_host_is_nobody_s_however_many_instances_stand_before_the_second_tenant_s() {
    on_both(async |server| {
        let (lume, other) = (tenant(server, "lume").await, tenant(server, "other").await);
        place(server, lume, "https://shared.example").await;
        let far = "INSERT INTO tenancy_application_instance (application_instance_title, application_id, access_url)
                   VALUES ('Far', 1, 'https://far.example')";
        let give = "INSERT INTO tenancy_tenant_application (tenant_id, application_instance_id)
                    SELECT CAST($1 AS BIGINT), i.application_instance_id
                    FROM tenancy_application_instance i WHERE i.application_instance_title = 'Far'";
        let filled = server.app.db.write(move |tx| {
            for _ in 0..1_100 {
                tx.run(far, &[])?;
            }
            tx.run(give, db::params![lume])
        });
        filled.await.unwrap();
        assert_eq!(front(server, "shared.example").await["tenant_title"], "lume");
        assert_eq!(front(server, "far.example").await["tenant_title"], "lume");
        place(server, other, "http://Shared.example?here").await;
        assert_eq!(front(server, "shared.example").await["tenant_title"], Value::Null);
    });
}
