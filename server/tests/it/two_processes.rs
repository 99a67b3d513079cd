//! Two processes of one installation, between which a balancer changes as it likes: what each counts in its memory is
//! counted by both together. Uploads have their own stories (`taken_over.rs`), and so have roles (`roles.rs`).

use std::time::Duration;

use db::Engine;
use db::testing::TestDb;
use serde_json::json;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use vitrine::app::App;
use vitrine::rooms::rooms;
use vitrine::settings::Settings;

use crate::harness::{PASSWORD, TestServer, on_both, serve};
use crate::insights::{download, view};
use crate::links::visitor::Visitor;
use crate::page::Page;
use crate::spawned::ServerProcess;
use crate::stores::settings_in;
use crate::test_users::{Answer, TestUser};

const HEARD_WITHIN: Duration = Duration::from_secs(30);

/// Another server on the database and disk of the test's; both may stand behind proxies.
struct Process {
    app: App,
    base: String,
    serving: JoinHandle<()>,
    stop: CancellationToken,
}

impl Process {
    async fn start(server: &TestServer) -> Self {
        let settings = Settings { trust_forwarded: true, ..settings_in(server.test.folder()) };
        let drawing = previews::Worker::at(env!("CARGO_BIN_EXE_vitrine"));
        let db = server.app.db.clone();
        let app = App::of_rooms(&rooms(), drawing, db, server.clock.clone(), &settings).await.unwrap();
        let (base, serving, stop) = serve(&app).await;
        Self { app, base, serving, stop }
    }

    fn user<'h>(&self, server: &'h TestServer, name: &str) -> TestUser<'h> {
        TestUser { base: self.base.clone(), ..server.user(name) }
    }

    /// An attempt to sign in that comes from this address.
    async fn sign_in(&self, server: &TestServer, address: &str, password: &str) -> u16 {
        let nobody = TestUser { base: self.base.clone(), ..server.anonymous() };
        let login = json!({ "email": "wim@lume.example", "password": password });
        let asked = nobody.request(reqwest::Method::POST, "/api/core/auth/login").json(&login);
        Answer::of(asked.header("x-forwarded-for", address)).await.status
    }

    async fn end(self) {
        self.stop.cancel();
        self.serving.await.unwrap();
    }
}

/// Two of them, which is only so on PostgreSQL.
async fn two(server: &TestServer) -> Option<[Process; 2]> {
    match server.app.db.engine() {
        Engine::Sqlite => None,
        Engine::Postgres => Some([Process::start(server).await, Process::start(server).await]),
    }
}

#[test]
fn guesses_at_a_password_are_counted_by_both() {
    on_both(async |server| {
        let Some([one, other]) = two(server).await else { return };
        let guess = async |process: &Process| process.sign_in(server, "203.0.113.7", "a wrong guess").await;
        for process in [&one, &other, &one, &other, &one] {
            assert_eq!(guess(process).await, 401);
        }
        assert_eq!((guess(&other).await, guess(&one).await), (429, 429));
        assert_eq!(other.sign_in(server, "203.0.113.7", PASSWORD).await, 429, "the right one waits, too");
        server.clock.advance(20);
        assert_eq!(other.sign_in(server, "203.0.113.7", PASSWORD).await, 200);
        assert_eq!((guess(&one).await, guess(&other).await), (401, 429), "it was given back, the guesses were not");
        one.end().await;
        other.end().await;
    });
}

#[test]
fn guesses_from_many_addresses_keep_nobody_out_who_signed_in_through_the_other() {
    on_both(async |server| {
        let Some([one, other]) = two(server).await else { return };
        assert_eq!(one.sign_in(server, "203.0.113.7", PASSWORD).await, 200);
        let mut let_through = 0;
        for last in 1..=10 {
            for process in [&one, &other, &one, &other] {
                let guessed = process.sign_in(server, &format!("198.51.100.{last}"), "a wrong guess").await;
                let_through += usize::from(guessed == 401);
            }
        }
        assert_eq!(let_through, 30, "of both together");
        assert_eq!(other.sign_in(server, "198.51.100.99", PASSWORD).await, 429, "a stranger waits");
        assert_eq!(other.sign_in(server, "203.0.113.7", PASSWORD).await, 200, "the owner's place is known");
        one.end().await;
        other.end().await;
    });
}

#[test]
fn guesses_at_the_password_of_a_link_are_counted_by_both() {
    on_both(async |server| {
        let Some([one, other]) = two(server).await else { return };
        let mia = server.user("mia");
        let file = mia.upload(server.top, "flyer.txt", "some words").await.id();
        let link = mia.post("link", json!({ "node_ids": [file], "password": "girassol amarelo" })).await.ok();
        let mut guest = Visitor::of(server, &link);
        for process in [&one, &other, &one, &other, &one] {
            guest.go_to(&process.base);
            assert_eq!(guest.enter("girassol azul").await.status, 403);
        }
        guest.go_to(&other.base);
        assert_eq!(guest.enter("girassol amarelo").await.status, 429);
        server.clock.advance(20);
        assert_eq!(guest.enter("girassol amarelo").await.status, 204);
        guest.go_to(&one.base);
        assert_eq!(guest.get("").await.ok()["state"], "open", "what one has opened is open at the other");
        one.end().await;
        other.end().await;
    });
}

#[test]
fn uses_are_counted_once_whichever_process_is_asked() {
    on_both(async |server| {
        let Some([one, other]) = two(server).await else { return };
        let mia = server.user("mia");
        let file = mia.upload(server.top, "pier.txt", "some words").await.id();
        for process in [&one, &other, &one, &other] {
            let rea = process.user(server, "rea");
            view(&rea, file).await;
            download(&rea, file).await;
        }
        let link = mia.post("link", json!({ "node_ids": [file] })).await.ok();
        let mut guest = Visitor::of(server, &link);
        for process in [&one, &other, &one] {
            guest.go_to(&process.base);
            guest.get("").await.ok();
            assert_eq!(guest.get_range(&format!("/content/{file}"), "bytes=2-4").await.status, 206);
        }
        for process in [&one, &other] {
            for schedule in process.app.schedules().iter().filter(|one| one.failure.starts_with("Uses of entries")) {
                schedule.run().await;
            }
        }
        server.app.db.background_ended().await;
        let link = mia.get("link").await.ok()["items"][0].clone();
        assert_eq!((&link["visits"], &link["downloads"]), (&json!(1), &json!(1)));
        let days = mia.get(&format!("insights/entry/{file}")).await.ok()["items"].clone();
        let sum = |key: &str| days.as_array().unwrap().iter().map(|day| day[key].as_i64().unwrap()).sum::<i64>();
        assert_eq!((sum("views"), sum("downloads")), (2, 2), "the person's and the visitor's");
        one.end().await;
        other.end().await;
    });
}

#[test]
fn a_page_hears_of_what_happens_at_another_process() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Sqlite {
            return;
        }
        let (process, wim) = (ServerProcess::start(server).await, server.user("wim"));
        let there = TestUser { base: process.base.clone(), ..server.user("rea") };
        let mut page = Page::of(&there, server.users["rea"].0).await;
        assert!(page.ask("subscribe", &format!("node:{}", server.top)).await);
        let made = wim.folder(server.top, "Heard").await.id();
        assert!(page.hears_of(made, HEARD_WITHIN).await);
        page.leave().await;
        assert!(process.stop().await.success());
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_that_start_at_once_make_one_installation() {
    let (test, data) = (TestDb::without_tables(Engine::Postgres).await, tempfile::tempdir().unwrap());
    let start = || ServerProcess::start_on(data.path(), &test.url);
    let (one, other, third) = tokio::join!(start(), start(), start());
    let masters =
        test.db.read(|c| c.get("SELECT COUNT(*) FROM identity_user WHERE master", &[], |row| row.get::<i64>(0)));
    assert_eq!(masters.await.unwrap(), 1);
    for process in [one, other, third] {
        assert!(process.stop().await.success());
    }
    // A PostgreSQL client must not be dropped in asynchronous code.
    tokio::task::spawn_blocking(move || drop(test)).await.unwrap();
}
