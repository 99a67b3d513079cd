use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::middleware::map_request;
use axum::routing::get;
use db::testing::TestDb;
use db::{Db, Engine};
use primitives::{NodeId, UserId};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use vitrine_activity::{About, at_usual_path, socket, start, tell_node, tell_user};

use crate::page::{At, Page};
use crate::test_users::{ANA, ENGINES, NOW, People, RUI, action};

/// Often, so that rooms are checked while they are joined and left.
const SWEEP_EVERY: Duration = Duration::from_millis(20);

struct Server {
    test: TestDb,
    people: Arc<People>,
    address: SocketAddr,
    stop: CancellationToken,
}

impl Server {
    /// As `socket` asks, the layer is put around the routes with a fallback handler, like in the server.
    async fn start(engine: Engine) -> Self {
        Self::sweeping_every(Duration::from_secs(30), engine).await
    }

    async fn sweeping_every(every: Duration, engine: Engine) -> Self {
        let test = TestDb::new(engine, &vitrine_activity::migrations()).await;
        let people = People::new();
        let (layer, relay) = socket(test.db.clone(), people.clone(), people.clone());
        let routes = Router::new().route("/healthz", get(|| async { "ok" })).fallback(|| async { "the web app" });
        let app =
            Router::new().fallback_service(routes.with_state::<()>(())).layer(layer).layer(map_request(at_usual_path));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        tokio::spawn(async move { axum::serve(listener, app).await });
        tokio::spawn(relay.sweeping_every(every).run(stop.clone()));
        Self { test, people, address, stop }
    }

    fn db(&self) -> &Db {
        &self.test.db
    }

    async fn say_to_user(&self, user: UserId, body: Value) {
        self.db().write(move |tx| tell_user(tx, user, &body)).await.unwrap();
    }

    /// An event about the folder itself.
    async fn say_to_node(&self, node: NodeId, body: Value) {
        self.say_about(About::Node(node), node, body).await;
    }

    async fn say_about(&self, about: About, folder: NodeId, body: Value) {
        self.db().write(move |tx| tell_node(tx, folder, about, &body)).await.unwrap();
    }

    /// Waits until the relay follows the log: a page gets an event of its own.
    async fn warm(&self, page: &mut Page, user: UserId) {
        for word in 0.. {
            self.say_to_user(user, json!({"topic": "warm", "value": word})).await;
            let heard = tokio::time::timeout(Duration::from_millis(500), page.event()).await;
            if let Ok((_, mut body)) = heard {
                while body["value"] != word {
                    body = page.event().await.1;
                }
                return;
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_receives_events_of_its_user_s_actions_only() {
    for engine in ENGINES {
        let server = Server::start(engine).await;
        let mut ana = Page::of(server.address, 1, "ana").await;
        let mut rui = Page::of(server.address, 2, "rui").await;
        server.warm(&mut ana, ANA).await;
        for (user, title) in [(ANA, "hers"), (RUI, "his"), (ANA, "hers too")] {
            server.db().write(move |tx| start(tx, &action(user, title), NOW)).await.unwrap();
        }
        for (page, titles) in [(&mut ana, &["hers", "hers too"][..]), (&mut rui, &["his"][..])] {
            for title in titles {
                let (name, body) = page.event().await;
                assert_eq!((name.as_str(), &body["title"]), ("message", &json!(title)));
                assert_eq!(body["status"], "in_progress");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_subscription_made_during_a_sweep_of_the_socket_rooms_is_kept() {
    let server = Server::sweeping_every(SWEEP_EVERY, Engine::Sqlite).await;
    let mut ana = Page::of(server.address, 1, "ana").await;
    server.warm(&mut ana, ANA).await;
    server.people.show(ANA, NodeId(1));
    assert_eq!(ana.ask("subscribe", json!({"room": "node:1"})).await["ok"], true);
    for node in 2..10 {
        server.people.show(ANA, NodeId(node));
        // Only a sweep asks about node 1 now.
        let joins = async {
            assert_eq!(ana.ask("subscribe", json!({"room": format!("node:{node}")})).await["ok"], true);
        };
        server.people.while_checking(NodeId(1), joins).await;
        server.say_to_node(NodeId(node), json!({"status": "changed", "number": node})).await;
        assert_eq!(ana.event().await.1["number"], node);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn events_wait_while_access_cannot_be_checked() {
    let server = Server::sweeping_every(SWEEP_EVERY, Engine::Sqlite).await;
    let mut ana = Page::of(server.address, 1, "ana").await;
    server.warm(&mut ana, ANA).await;
    for node in [7, 70] {
        server.people.show(ANA, NodeId(node));
    }
    assert_eq!(ana.ask("subscribe", json!({"room": "node:7"})).await["ok"], true);
    let mut refused = server.people.refused.subscribe();
    server.people.down.store(true, Ordering::SeqCst);
    assert_eq!(ana.ask("subscribe", json!({"room": "node:8"})).await["ok"], false);
    // A sweep asks about the room, the event about its entry, too.
    refused.wait_for(|nodes| nodes.contains(&NodeId(7))).await.unwrap();
    server.say_about(About::Node(NodeId(70)), NodeId(7), json!({"status": "changed"})).await;
    refused.wait_for(|nodes| nodes.contains(&NodeId(70))).await.unwrap();
    server.people.down.store(false, Ordering::SeqCst);
    assert_eq!(ana.event().await.1["status"], "changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handshake_without_a_valid_token_of_its_user_is_refused_with_a_reason() {
    let server = Server::start(Engine::Sqlite).await;
    for (auth, refusal) in [
        (json!({"users_id": 1, "token": "forged"}), "expired_token"),
        (json!({"users_id": 2, "token": "ana"}), "no_session"),
        (json!({"users_id": 1, "token": "ana-reset"}), "password_reset_due"),
        (json!({"users_id": 1}), "no_session"),
        (json!({"users_id": "2", "token": "ana"}), "no_session"),
        (json!({"users_id": [1], "token": "ana"}), "no_session"),
        (json!({}), "no_session"),
        (json!("ana"), "no_session"),
    ] {
        let answer = Page::connect(server.address, auth.clone()).await;
        assert_eq!(answer.err().as_deref(), Some(refusal), "{auth}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handshake_accepts_user_and_token_in_auth_query_or_header() {
    let server = Server::start(Engine::Sqlite).await;
    let bearer = "Authorization: Bearer ana\r\n";
    for (path, query, header, auth) in [
        ("/api/socket.io", "", "", json!({"users_id": 1, "token": "ana"})),
        ("/socket.io", "", "", json!({"users_id": "1", "token": "ana"})),
        ("/socket.io", "&users_id=1", "", json!({"token": "ana"})),
        ("/socket.io", "&users_id=1&token=ana", "", Value::Null),
        ("/api/socket.io", "&users_id=1", bearer, Value::Null),
        ("/socket.io", "", bearer, json!({"users_id": 1})),
        ("/api/socket.io", "", "", json!({"token": "ana"})),
    ] {
        let at = At { server: server.address, path, query, header };
        let mut page =
            Page::connect(at, auth.clone()).await.unwrap_or_else(|why| panic!("{path} {query} {auth}: {why}"));
        server.warm(&mut page, ANA).await;
    }
    for (query, header) in [("&users_id=2", bearer), ("&users_id=ana", bearer), ("&users_id=1", "")] {
        let at = At { server: server.address, path: "/socket.io", query, header };
        assert_eq!(Page::connect(at, Value::Null).await.err().as_deref(), Some("no_session"), "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_subscribes_to_64_rooms_at_most() {
    let server = Server::start(Engine::Sqlite).await;
    let mut ana = Page::of(server.address, 1, "ana").await;
    // Its user's room is one of the 64.
    for node in 1..64 {
        server.people.show(ANA, NodeId(node));
        assert_eq!(ana.ask("subscribe", json!({"room": format!("node:{node}")})).await, json!({"ok": true}), "{node}");
    }
    server.people.show(ANA, NodeId(64));
    let room = json!({"room": "node:64"});
    assert_eq!(ana.ask("subscribe", room.clone()).await, json!({"ok": false, "code": "too_many_rooms"}));
    assert_eq!(ana.ask("subscribe", json!({"room": "node:1"})).await, json!({"ok": true}), "one that it is in already");
    ana.ask("unsubscribe", json!({"room": "node:1"})).await;
    assert_eq!(ana.ask("subscribe", room).await, json!({"ok": true}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_subscribes_only_to_rooms_of_nodes_that_its_user_may_see() {
    let server = Server::start(Engine::Sqlite).await;
    server.people.show(ANA, NodeId(7));
    let mut ana = Page::of(server.address, 1, "ana").await;
    for (wanted, ok) in [
        (json!({"room": "node:7"}), true),
        (json!({"room": "node:8"}), false),
        (json!({"room": "user:2"}), false),
        (json!({"room": "user:1"}), false),
        (json!({"room": ""}), false),
        (json!({"rooms": 3}), false),
        (json!(null), false),
    ] {
        assert_eq!(ana.ask("subscribe", wanted.clone()).await["ok"], ok, "{wanted}");
    }
    assert_eq!(ana.ask("unsubscribe", json!({"room": "user:1"})).await, json!({"ok": false, "code": "invalid"}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_receives_events_of_a_folder_until_it_unsubscribes() {
    for engine in ENGINES {
        let server = Server::start(engine).await;
        for node in [7, 8] {
            server.people.show(ANA, NodeId(node));
        }
        let mut ana = Page::of(server.address, 1, "ana").await;
        server.warm(&mut ana, ANA).await;
        assert_eq!(ana.ask("subscribe", json!({"room": "node:7"})).await, json!({"ok": true}));
        let created = json!({"type": "entry", "node_id": 8, "parent_id": 7, "status": "created"});
        server.say_to_node(NodeId(6), json!({"status": "elsewhere"})).await;
        server.say_to_node(NodeId(7), created.clone()).await;
        assert_eq!(ana.event().await, ("pipeline".into(), created));
        assert_eq!(ana.ask("unsubscribe", json!({"room": "node:7"})).await, json!({"ok": true}));
        server.say_to_node(NodeId(7), json!({"status": "unheard"})).await;
        server.say_to_user(ANA, json!({"topic": "end", "value": 1})).await;
        assert_eq!(ana.event().await.1["topic"], "end");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_receives_no_event_after_its_user_s_right_is_revoked() {
    for engine in ENGINES {
        let server = Server::start(engine).await;
        server.people.show(ANA, NodeId(7));
        server.people.show(RUI, NodeId(7));
        let mut ana = Page::of(server.address, 1, "ana").await;
        let mut rui = Page::of(server.address, 2, "rui").await;
        server.warm(&mut ana, ANA).await;
        for page in [&mut ana, &mut rui] {
            assert_eq!(page.ask("subscribe", json!({"room": "node:7"})).await, json!({"ok": true}));
        }
        server.people.hide(RUI, NodeId(7));
        server.say_to_node(NodeId(7), json!({"status": "secret"})).await;
        server.say_to_user(RUI, json!({"topic": "end", "value": 1})).await;
        assert_eq!(ana.event().await.1["status"], "secret");
        assert_eq!(rui.event().await.1["topic"], "end");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_receives_no_events_of_entries_that_its_user_may_not_see() {
    for engine in ENGINES {
        let server = Server::start(engine).await;
        for node in [7, 70] {
            server.people.show(ANA, NodeId(node));
        }
        let mut ana = Page::of(server.address, 1, "ana").await;
        server.warm(&mut ana, ANA).await;
        assert_eq!(ana.ask("subscribe", json!({"room": "node:7"})).await, json!({"ok": true}));
        let seen = |node| (About::Node(NodeId(node)), node);
        let gone = |node| (About::Removed(NodeId(node)), node);
        let said = [(seen(71), "created"), (seen(70), "created"), (gone(70), "removed"), (seen(72), "updated")];
        for ((about, node), status) in said.into_iter().chain([(gone(73), "removed")]) {
            let body = json!({"type": "entry", "node_id": node, "status": status});
            server.say_about(about, NodeId(7), body).await;
        }
        for node in [70, 74] {
            server.people.bin(ANA, NodeId(node));
        }
        // The words of an event decide nothing.
        for ((about, node), status) in [(seen(74), "removed"), (gone(70), "removed")] {
            let body = json!({"type": "entry", "node_id": node, "status": status});
            server.say_about(about, NodeId(7), body).await;
        }
        server.say_to_user(ANA, json!({"topic": "end"})).await;
        let mut heard = Vec::new();
        loop {
            let (_, body) = ana.event().await;
            if body["topic"] == "end" {
                break;
            }
            heard.push((body["node_id"].clone(), body["status"].clone()));
        }
        // Whether the first "created" of 70 was sent before it was hidden depends on timing.
        heard.retain(|(_, status)| status != "created");
        assert_eq!(heard, vec![(json!(70), json!("removed")); 2]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_is_disconnected_when_its_session_ends() {
    for engine in ENGINES {
        let server = Server::start(engine).await;
        server.people.show(ANA, NodeId(7));
        let mut ana = Page::of(server.address, 1, "ana").await;
        server.warm(&mut ana, ANA).await;
        server.people.end("ana");
        server.say_to_user(ANA, json!({"topic": "secret"})).await;
        assert_eq!(ana.next().await, "41", "a disconnection, and no event before it");

        let mut rui = Page::of(server.address, 2, "rui").await;
        server.people.end("rui");
        let asked = rui.say(r#"427["subscribe",{"room":"node:7"}]"#);
        asked.await;
        assert_eq!(rui.next().await, "41");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn events_beyond_the_buffer_of_a_page_that_does_not_read_are_dropped() {
    let server = Server::start(Engine::Sqlite).await;
    let mut sleeper = Page::of(server.address, 1, "ana").await;
    let mut reader = Page::of(server.address, 2, "rui").await;
    server.warm(&mut sleeper, ANA).await;
    let flood = server
        .db()
        .write(|tx| (0..3000).try_for_each(|number| tell_user(tx, ANA, &json!({"topic": "flood", "value": number}))));
    flood.await.unwrap();
    server.say_to_user(RUI, json!({"topic": "after"})).await;
    assert_eq!(reader.event().await.1["topic"], "after");

    let mut heard = vec![sleeper.event().await.1["value"].as_i64().unwrap()];
    // There is room again.
    server.say_to_user(ANA, json!({"topic": "last"})).await;
    loop {
        let (_, body) = sleeper.event().await;
        if body["topic"] == "last" {
            break;
        }
        heard.push(body["value"].as_i64().unwrap());
    }
    assert!(heard.len() < 600, "{} waited", heard.len());
    assert_eq!(heard, (0..heard.len() as i64).collect::<Vec<_>>(), "the oldest ones, in order");
    assert!(heard.len() > 100);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_web_app_and_other_routes_answer_beside_the_socket() {
    let server = Server::start(Engine::Sqlite).await;
    for (path, body) in [("/healthz", "ok"), ("/anything", "the web app")] {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let mut stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.ends_with(&format!("\r\n\r\n{body}")), "{answer}");
    }
}
