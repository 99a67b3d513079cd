//! Every role of the program as a process of its own: jobs that one accepts, another runs.

use db::Engine;
use reqwest::Method;

use crate::eventually::eventually;
use crate::harness::{TestServer, on_both};
use crate::spawned::ServerProcess;
use crate::test_users::{Answer, TestUser};

const PICTURE: &str =
    "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20' fill='red'/></svg>";

fn at<'h>(server: &'h TestServer, process: &ServerProcess) -> TestUser<'h> {
    TestUser { base: process.base.clone(), ..server.user("wim") }
}

async fn is_up(server: &TestServer, process: &ServerProcess) {
    for path in ["/healthz", "/readyz"] {
        assert_eq!(at(server, process).get(path).await.status, 200, "{path}");
    }
}

/// Waits until the picture of `node` is drawn.
async fn picture(server: &TestServer, node: i64) {
    let wim = server.user("wim");
    eventually("the picture is drawn", async || wim.preview(node).await.status == 200).await;
}

/// A process with `role`; on SQLite it replaces the one before, because only one may run.
async fn play(
    server: &TestServer,
    role: &str,
    before: Option<ServerProcess>,
) -> (ServerProcess, Option<ServerProcess>) {
    let before = match before {
        Some(process) if server.app.db.engine() == Engine::Sqlite => {
            assert!(process.stop().await.success());
            None
        }
        other => other,
    };
    let process = ServerProcess::start_with(server, &["--role", role]).await;
    is_up(server, &process).await;
    (process, before)
}

#[test]
fn every_role_starts_and_does_its_work() {
    on_both(async |server| {
        let (api, _) = play(server, "api", None).await;
        let mut prepared = at(server, &api).prepare(server.top, "sign.svg", None).await.ok();
        let asked = api.base.clone();
        let (file, api) = play(server, "file", Some(api)).await;
        // Acts as a proxy, which serves all of them at one address.
        prepared["url"] = prepared["url"].as_str().unwrap().replace(&asked, &file.base).into();
        at(server, &file).send(&prepared, PICTURE).await.ok();
        let none = Answer::of(at(server, &file).request(Method::GET, "/api/core/session")).await;
        assert_eq!(none.status, 404, "who moves files does nothing else");
        let none = Answer::of(at(server, &file).request(Method::POST, "/api/app/1/file")).await;
        assert_eq!(none.refusal(), (404, "not_found"));
        assert_eq!(none.header("content-type"), "application/problem+json");
        let (work, file) = play(server, "work", Some(file)).await;
        picture(server, prepared["node_id"].as_i64().unwrap()).await;
        let none = Answer::of(at(server, &work).request(Method::GET, "/api/core/session")).await;
        assert_eq!(none.status, 404, "who works answers nobody");
        let (all, work) = play(server, "all", Some(work)).await;
        let node = at(server, &all).upload(server.top, "other.svg", PICTURE.replace("red", "blue")).await.id();
        picture(server, node).await;
        for process in [api, file, work, Some(all)].into_iter().flatten() {
            assert!(process.stop().await.success());
        }
    });
}
