//! Every role of the program as a process of its own: what one takes, another works at.

use std::time::Duration;

use db::Engine;
use reqwest::Method;

use crate::harness::{House, on_both};
use crate::people::{Answer, Person};
use crate::spawned::Server;

const PICTURE: &str =
    "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20' fill='red'/></svg>";

fn at<'h>(house: &'h House, server: &Server) -> Person<'h> {
    Person { base: server.base.clone(), ..house.person("wim") }
}

async fn is_up(house: &House, server: &Server) {
    for path in ["/healthz", "/readyz"] {
        assert_eq!(at(house, server).get(path).await.status, 200, "{path}");
    }
}

/// The picture of `node`, once it is drawn.
async fn picture(house: &House, node: i64) {
    let wim = house.person("wim");
    for _ in 0..240 {
        if wim.preview(node).await.status == 200 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    panic!("no picture within a minute: {}", wim.get(&format!("entry/{node}")).await.body);
}

/// A process that plays `role`, in place of the one before on SQLite: of a SQLite installation there is one at a time.
async fn play(house: &House, role: &str, before: Option<Server>) -> (Server, Option<Server>) {
    let before = match before {
        Some(server) if house.app.db.engine() == Engine::Sqlite => {
            assert!(server.stop().await.success());
            None
        }
        other => other,
    };
    let server = Server::start_with(house, &["--role", role]).await;
    is_up(house, &server).await;
    (server, before)
}

#[test]
fn every_role_starts_and_does_its_work() {
    on_both(async |house| {
        let (api, _) = play(house, "api", None).await;
        let mut prepared = at(house, &api).prepare(house.top, "sign.svg", None).await.ok();
        let asked = api.base.clone();
        let (file, api) = play(house, "file", Some(api)).await;
        // What a proxy does, which has all of them behind one address.
        prepared["url"] = prepared["url"].as_str().unwrap().replace(&asked, &file.base).into();
        at(house, &file).send(&prepared, PICTURE).await.ok();
        let none = Answer::of(at(house, &file).request(Method::GET, "/api/core/session")).await;
        assert_eq!(none.status, 404, "who moves files does nothing else");
        let (work, file) = play(house, "work", Some(file)).await;
        picture(house, prepared["node_id"].as_i64().unwrap()).await;
        let none = Answer::of(at(house, &work).request(Method::GET, "/api/core/session")).await;
        assert_eq!(none.status, 404, "who works answers nobody");
        let (all, work) = play(house, "all", Some(work)).await;
        let node = at(house, &all).upload(house.top, "other.svg", PICTURE.replace("red", "blue")).await.id();
        picture(house, node).await;
        for server in [api, file, work, Some(all)].into_iter().flatten() {
            assert!(server.stop().await.success());
        }
    });
}
