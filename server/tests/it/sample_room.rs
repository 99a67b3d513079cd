//! A room that is added beside all others by its description alone, and by which the program without it is no different.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use authz::{Gate, Rule};
use axum::extract::State;
use content::{ContentStored, EntryCreated};
use db::{Conn, Db, Migration, Migrations, Tx, params};
use events::Listener;
use jobs::{Kind, NewJob, Outcome, Worker};
use primitives::{AppInstanceId, Application, NodeId, NodeRole};
use rest::{CurrentUser, Json, Path, Problem, Routes, routes};
use room::{DeletionBlocker, DeletionTarget, Opened, Recovery, Room, Schedule, Sentences};
use vitrine::app::App;
use vitrine::rooms::{migrations_of, rooms};
use vitrine::serve::Listeners;

use crate::harness::{TestServer, on_both, serve};
use crate::stores::settings_in;
use crate::test_users::TestUser;

authz::acts! {
    /// Say that one likes it.
    Admire = Rule::new("admire", 1000, NodeRole::Writer, Rule::FILES).in_menu();
}

/// What `db::migrations!("sample", 8, ["9000_entries"])` says of a room that has its files.
const ENTRIES: Migration =
    Migration { room: "sample", floor: 8, name: "sample/9000_entries", sqlite: TABLE, postgres: TABLE, fill: None };
const TABLE: &str = "-- A file, and how often it was admired.
CREATE TABLE sample_entry (
  node_id BIGINT NOT NULL PRIMARY KEY REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  admired BIGINT NOT NULL
);";
const SENTENCES: Sentences = Sentences {
    en: r#"{"blocked_by.samples.one": "1 sample", "blocked_by.samples.other": "{count} samples"}"#,
    pt: r#"{"blocked_by.samples.one": "1 amostra", "blocked_by.samples.other": "{count} amostras"}"#,
};
const COUNT: &str = "sample.count";
static SWEPT: AtomicUsize = AtomicUsize::new(0);

fn room() -> Room {
    Room::new("sample", 8)
        .with_migrations(Migrations::of([ENTRIES]))
        .with_listeners([Listener::to(created), Listener::to(stored)])
        .with_deletion_blockers([DeletionBlocker { word: "samples", count }])
        .with_check(broken_rules)
        .with_acts(ACTS)
        .with_sentences(SENTENCES)
        .opening(|deps| {
            Box::pin(async move {
                let db = deps.db.clone();
                let (routes, counting) = (routes(db.clone()), db);
                let counting = Kind::new(COUNT, move |job| {
                    let db = counting.clone();
                    async move {
                        let node = job.payload::<i64>()?;
                        let sql = "UPDATE sample_entry SET admired = admired + 100 WHERE node_id = $1";
                        db.write(move |tx| tx.run(sql, params![node])).await?;
                        Ok(Outcome::Done)
                    }
                });
                let sweep = async || {
                    SWEPT.fetch_add(1, Ordering::Relaxed);
                    Ok(())
                };
                let schedules = vec![Schedule::new(Duration::from_secs(600), "Samples stay for now", sweep)];
                Ok(Opened { routes, jobs: vec![counting], schedules, ..Opened::default() })
            })
        })
}

fn created(tx: &mut Tx<'_>, created: &EntryCreated) -> db::Result<()> {
    tx.run("INSERT INTO sample_entry (node_id, admired) VALUES ($1, 0)", params![created.node]).map(drop)
}

fn stored(tx: &mut Tx<'_>, stored: &ContentStored) -> db::Result<()> {
    jobs::enqueue(tx, &NewJob::due(COUNT, &stored.node.0.into(), stored.header.at).of(stored.header.tenant)).map(drop)
}

fn count(conn: &mut Conn<'_>, _: DeletionTarget) -> db::Result<i64> {
    conn.get("SELECT COUNT(*) FROM sample_entry", &[], |row| row.get(0))
}

fn broken_rules(conn: &mut Conn<'_>) -> db::Result<Vec<String>> {
    let sql = "SELECT node_id FROM sample_entry WHERE admired < 0";
    conn.rows(sql, &[], |row| Ok(format!("node {} is admired less than never", row.get::<i64>(0)?)))
}

fn routes(db: Db) -> Routes {
    let routes = Routes::default().route(Gate::App(Application::Content), routes!(admire));
    routes.tagged("sample", "How often files were admired.").with_state(db)
}

/// Admires a file.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/sample/{node_id}", tag = "sample",
    operation_id = "sample_admire",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = i64, description = "How often it was admired")))]
async fn admire(
    State(db): State<Db>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<i64>, Problem> {
    let admired = security::write(&db, &actor, move |tx, access| {
        let permit = access.authorize::<Admire>(tx, node)?;
        let sql = "UPDATE sample_entry SET admired = admired + 1 WHERE node_id = $1 RETURNING admired";
        Ok::<_, security::Error>(tx.get(sql, params![permit.node()], |row| row.get::<i64>(0))?)
    });
    Ok(Json(admired.await?))
}

/// The server's installation, served once more with the sample room.
async fn with_sample(server: &TestServer) -> App {
    let settings = settings_in(server.test.folder());
    let all: Vec<_> = rooms().into_iter().chain([room()]).collect();
    assert_eq!(server.test.db.migrate(&migrations_of(&all)).await.unwrap(), 1, "its own table is made");
    let drawing = previews::Worker::at(env!("CARGO_BIN_EXE_vitrine"));
    App::of_rooms(&all, drawing, server.test.db.clone(), server.clock.clone(), &settings).await.unwrap()
}

async fn acts_of(user: &TestUser<'_>, node: i64) -> Vec<String> {
    let acts = user.get(&format!("actions/node/{node}")).await.ok();
    let items = acts["items"].as_array().unwrap().iter();
    items.map(|act| act["action_key"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_room_is_added_by_its_description_alone() {
    on_both(async |server| {
        let before = server.user("wim").upload(server.top, "before.txt", "words").await.id();
        let app = with_sample(server).await;
        let (base, serving, stop) = serve(&app).await;
        let at = |name: &str| TestUser { base: base.clone(), ..server.user(name) };

        // It hears of what happens below, and its jobs run.
        let node = at("wim").upload(server.top, "seen.txt", "words").await.id();
        let kinds = app.jobs().into_iter().filter(|kind| kind.name() == COUNT).collect();
        assert_eq!(Worker::new(app.db.clone(), server.clock.clone(), kinds, 1).drain().await.unwrap(), 1);

        // The document describes its tag.
        let described = vitrine::app::split(app.routes()).1.written().tags.unwrap_or_default();
        assert!(described.iter().any(|tag| tag.name == "sample"));

        // Its operation asks for its act, which menus offer to whom it is allowed.
        let path = format!("sample/{node}");
        assert_eq!(at("wim").post(&path, serde_json::Value::Null).await.ok(), 101);
        assert_eq!(at("rea").post(&path, serde_json::Value::Null).await.status, 403);
        assert_eq!(at("eva").post(&path, serde_json::Value::Null).await.status, 404);
        assert!(acts_of(&at("wim"), node).await.contains(&"admire".to_owned()));
        assert!(!acts_of(&at("rea"), node).await.contains(&"admire".to_owned()));
        assert_eq!(server.count("SELECT COUNT(*) FROM sample_entry").await, 1, "it was not there for the first file");

        // The doctor asks it about its rows.
        let ask = async || app.db.read(|c| room::broken_rules(&[room()], c)).await.unwrap();
        assert_eq!(ask().await, [""; 0]);
        let spoil = |tx: &mut Tx<'_>| tx.run("UPDATE sample_entry SET admired = -1", &[]);
        app.db.write(spoil).await.unwrap();
        assert_eq!(ask().await, [format!("sample: node {node} is admired less than never")]);

        // It says what blocks a deletion, and is swept.
        let tenant =
            server.count("SELECT CAST(tenant_id AS BIGINT) FROM tenancy_tenant WHERE tenant_key = 'lume'").await;
        let refused = at("root").delete(&format!("/api/core/tenant/{tenant}")).await;
        let message = refused.body["message"].as_str().unwrap_or_default();
        assert!(message.ends_with(", 1 sample."), "{:?}", refused.body);
        for schedule in app.schedules().iter().filter(|schedule| schedule.failure.starts_with("Samples")) {
            schedule.run().await;
        }
        assert!(SWEPT.load(Ordering::Relaxed) > 0);
        stop.cancel();
        serving.await.unwrap();

        // Without it nothing of it is left in the program.
        assert_eq!(server.user("wim").post(&path, serde_json::Value::Null).await.status, 404);
        assert!(!acts_of(&server.user("wim"), node).await.contains(&"admire".to_owned()));
        assert_eq!(server.user("wim").delete(&format!("entry/{before}")).await.status, 200);
    });
}

/// A room that recovers when it is asked for the second time.
fn recovering(asked: Arc<AtomicUsize>) -> Room {
    Room::new("recovering", 8).opening(move |_| {
        let recovery = Recovery::new("samples are lost", &asked, async |asked| {
            let is_early = asked.fetch_add(1, Ordering::Relaxed) == 0;
            if is_early { Err(db::Error::Unavailable("it is too early".to_owned())) } else { Ok(()) }
        });
        Box::pin(async { Ok(Opened { recoveries: vec![recovery], ..Opened::default() }) })
    })
}

#[test]
fn the_server_starts_only_after_every_room_has_recovered() {
    on_both(async |server| {
        let settings = settings_in(server.test.folder());
        let asked = Arc::new(AtomicUsize::new(0));
        let all: Vec<_> = rooms().into_iter().chain([recovering(asked.clone())]).collect();
        let drawing = previews::Worker::at(env!("CARGO_BIN_EXE_vitrine"));
        let app = App::of_rooms(&all, drawing, server.test.db.clone(), server.clock.clone(), &settings).await.unwrap();
        let serve = async || {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let listeners = Listeners { listener, measured: None };
            vitrine::serve::run(&app, &settings, vitrine::Role::File, listeners, async {}).await
        };
        let refused = serve().await.unwrap_err();
        assert!(format!("{refused:#}").starts_with("samples are lost: "), "{refused:#}");
        serve().await.unwrap();
        assert_eq!(asked.load(Ordering::Relaxed), 2);
    });
}
