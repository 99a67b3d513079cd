//! Databases that have their tables already: a new one is a copy, which takes a tenth of the time of making them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::Mutex;

use super::{TestDb, create_database_of, postgres_admin};
use crate::{DbUrl, Engine, Migrations};

/// One for each engine and each list of migrations, for as long as the process lives.
static TEMPLATES: Mutex<Option<HashMap<String, Template>>> = Mutex::const_new(None);

#[derive(Clone)]
enum Template {
    /// The whole file.
    Sqlite(Arc<[u8]>),
    /// The name of a database that lets nobody connect.
    Postgres(String),
}

/// A new database with the tables of these rooms; SQLite's lies at `file`.
pub(super) async fn copied(engine: Engine, rooms: &Migrations, file: PathBuf) -> DbUrl {
    let template = template(engine, rooms).await;
    let copy = move || match template {
        Template::Sqlite(made) => {
            std::fs::write(&file, made).expect("the database is copied");
            DbUrl::Sqlite(file)
        }
        Template::Postgres(made) => create_database_of(&format!("TEMPLATE {made}")),
    };
    tokio::task::spawn_blocking(copy).await.expect("a database")
}

async fn template(engine: Engine, rooms: &Migrations) -> Template {
    let steps = rooms.iter().map(|step| format!("{}={} ", step.name, step.checksum(engine)));
    let key = format!("{engine:?} {}", steps.collect::<String>());
    let mut templates = TEMPLATES.lock().await;
    let templates = templates.get_or_insert_default();
    if let Some(made) = templates.get(&key) {
        return made.clone();
    }
    let made = make(engine, rooms).await;
    templates.insert(key, made.clone());
    made
}

async fn make(engine: Engine, rooms: &Migrations) -> Template {
    let made = TestDb::without_tables(engine).await;
    made.db.migrate(rooms).await.expect("the database migrates");
    let close = move || match made.url.clone() {
        DbUrl::Sqlite(path) => Template::Sqlite(settled(&path)),
        DbUrl::Postgres(url) => Template::Postgres(closed(&url)),
    };
    tokio::task::spawn_blocking(close).await.expect("a template")
}

/// The file, after what lay beside it is in it.
fn settled(path: &Path) -> Arc<[u8]> {
    let connection = rusqlite::Connection::open(path).expect("the database opens");
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
    let busy: i64 = connection.query_row(checkpoint, [], |row| row.get(0)).expect("a checkpoint");
    assert_eq!(busy, 0, "nobody else is at it");
    std::fs::read(path).expect("the file is read").into()
}

/// Lets nobody connect to the database any more, and ends who is connected: PostgreSQL copies only such a one.
fn closed(url: &str) -> String {
    let name = url.rsplit('=').next().expect("its name is last").to_owned();
    let script = format!(
        "ALTER DATABASE {name} ALLOW_CONNECTIONS false;
         SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{name}'"
    );
    postgres_admin().batch_execute(&script).expect("the template is closed");
    name
}
