//! The call of the services screen: it reports what works, and what does not.

use serde_json::{Value, json};

use crate::eventually::eventually;
use crate::harness::{on_both, on_disks};
use crate::spawned::ServerProcess;
use crate::test_users::TestUser;

fn of_kind<'s>(services: &'s Value, kind: &str) -> &'s Value {
    services["items"].as_array().unwrap().iter().find(|service| service["kind"] == kind).unwrap()
}

#[test]
fn a_master_sees_the_state_of_every_service() {
    on_disks(async |server| {
        let root = server.user("root");
        let services = root.get("/api/core/service").await.ok();
        for kind in ["program", "database", "file_server", "engine"] {
            let service = of_kind(&services, kind);
            assert_eq!(service["state"], "ok", "{service}");
        }
        let mail = of_kind(&services, "mail");
        assert_eq!(
            (&mail["name"], &mail["state"]),
            (&json!("folder"), &json!("trouble")),
            "nobody gets what is written"
        );
        assert!(of_kind(&services, "database")["version"].as_str().unwrap().starts_with(|c: char| c.is_ascii_digit()));
        let files = server.disk.parent().unwrap().to_owned();
        std::fs::rename(&files, files.with_extension("away")).unwrap();
        server
            .app
            .db
            .write(|tx| {
                let job = jobs::NewJob::due("media.draw", &serde_json::json!({}), 1);
                jobs::enqueue(tx, &job).map(|_| ())
            })
            .await
            .unwrap();
        let services = root.get("/api/core/service").await.ok();
        let down = of_kind(&services, "file_server");
        assert_eq!(down["state"], "down");
        assert!(down["last_error"].is_string(), "{down}");
        let queue = of_kind(&services, "queue");
        assert_eq!((&queue["state"], &queue["waiting"]), (&json!("trouble"), &json!(1)));
        assert_eq!(server.user("ada").get("/api/core/service").await.status, 403);
    });
}

#[test]
fn a_missing_landlock_is_logged_and_shown_as_trouble() {
    on_both(async |server| {
        let log = server.test.folder().join("log");
        let process = ServerProcess::start_without_landlock(server, &log).await;
        let root = TestUser { base: process.base.clone(), ..server.user("root") };
        let services = root.get("/api/core/service").await.ok();
        let engine = of_kind(&services, "engine");
        assert_eq!((&engine["lacks"], &engine["state"]), (&json!("landlock"), &json!("trouble")), "{engine}");
        let log = || std::fs::read_to_string(&log).unwrap();
        eventually("it is logged", async || log().contains("This kernel has no Landlock")).await;
        assert!(process.stop().await.success());
    });
}
