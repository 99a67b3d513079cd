//! Databases for tests: a fresh SQLite file, or a fresh database in one PostgreSQL cluster per test process.
//!
//! The cluster is made from whatever PostgreSQL the system has, listens on a Unix socket only, and ends with
//! the process that started it. `VITRINE_TEST_POSTGRES` may name the folder of its programs.

mod cluster;
mod template;
mod tls_server;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use cluster::Cluster;
pub use tls_server::TlsServer;

pub use crate::query_log::QueryLog;
use crate::{Db, DbUrl, Engine, Migrations};

/// A database that lives as long as this value.
pub struct TestDb {
    pub db: Db,
    pub url: DbUrl,
    folder: tempfile::TempDir,
}

impl TestDb {
    /// An empty database on `engine` with the tables of these rooms.
    pub async fn new(engine: Engine, rooms: &Migrations) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let url = template::copied(engine, rooms, folder.path().join("vitrine.db")).await;
        Self::open(url, folder)
    }

    /// An empty database on `engine`, before any migration.
    pub async fn without_tables(engine: Engine) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let url = match engine {
            Engine::Sqlite => DbUrl::Sqlite(folder.path().join("vitrine.db")),
            Engine::Postgres => tokio::task::spawn_blocking(|| create_database_of("")).await.expect("a database"),
        };
        Self::open(url, folder)
    }

    fn open(url: DbUrl, folder: tempfile::TempDir) -> Self {
        let db = Db::open(&url).expect("the database opens");
        Self { db, url, folder }
    }

    /// Runs a script of many statements.
    pub async fn run(&self, script: String) {
        self.db.write(move |tx| tx.batch(&script)).await.expect("the script runs");
    }

    /// Records the statements that this database is asked from now on.
    pub fn query_log(&self) -> QueryLog {
        QueryLog::of(match &self.url {
            DbUrl::Sqlite(path) => path.canonicalize().expect("the database lies there").display().to_string(),
            DbUrl::Postgres(url) => url.clone(),
        })
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// A new database of the process's cluster; `options` are PostgreSQL's for `CREATE DATABASE`.
fn create_database_of(options: &str) -> DbUrl {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let created = postgres_admin().batch_execute(&format!("CREATE DATABASE {name} {options}"));
    created.expect("a database is created");
    DbUrl::Postgres(format!("host={} user=postgres dbname={name}", sockets().display()))
}

/// A connection to the process's cluster, which the first one starts.
fn postgres_admin() -> postgres::Client {
    let admin = format!("host={} user=postgres dbname=postgres", sockets().display());
    postgres::Client::connect(&admin, postgres::NoTls).expect("the cluster answers")
}

fn sockets() -> &'static Path {
    static SOCKETS: OnceLock<PathBuf> = OnceLock::new();
    SOCKETS.get_or_init(|| {
        let cluster = Cluster::make("plain");
        cluster.start(&["-h", ""]).expect("PostgreSQL starts");
        cluster.folder
    })
}
