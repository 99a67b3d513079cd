//! Databases for tests: a fresh SQLite file, or a fresh database in one PostgreSQL cluster per test process.
//!
//! The cluster is made from whatever PostgreSQL the system has, listens on a Unix socket only, and ends with
//! the process that started it. `VITRINE_TEST_POSTGRES` may name the folder of its programs.

use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

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
        let made = Self::without_tables(engine).await;
        made.db.migrate(rooms).await.expect("the database migrates");
        made
    }

    /// An empty database on `engine`, before any migration.
    pub async fn without_tables(engine: Engine) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let url = match engine {
            Engine::Sqlite => DbUrl::Sqlite(folder.path().join("vitrine.db")),
            Engine::Postgres => tokio::task::spawn_blocking(create_database).await.expect("a database"),
        };
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

fn create_database() -> DbUrl {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    static CLUSTER: OnceLock<PathBuf> = OnceLock::new();
    let sockets = CLUSTER.get_or_init(start_cluster);
    let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let host = sockets.display();
    let admin = format!("host={host} user=postgres dbname=postgres");
    let mut client = postgres::Client::connect(&admin, postgres::NoTls).expect("the cluster answers");
    client.batch_execute(&format!("CREATE DATABASE {name}")).expect("a database is created");
    DbUrl::Postgres(format!("host={host} user=postgres dbname={name}"))
}

fn start_cluster() -> PathBuf {
    let programs = programs().expect("PostgreSQL's programs are needed: apt-get install postgresql");
    sweep_old_clusters();
    let folder = PathBuf::from(format!("/tmp/vitrine-test-pg-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the cluster's folder");
    if let Some((user, group)) = postgres_user() {
        chown(&folder, Some(user), Some(group)).expect("the cluster's folder changes hands");
    }
    let data = folder.join("data");
    let made = run_as_postgres(&programs.join("initdb"))
        .args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "-D"])
        .arg(&data)
        .stdout(Stdio::null())
        .status()
        .expect("initdb runs");
    assert!(made.success(), "initdb failed");
    serve(&programs, &data, &folder);
    folder
}

/// Starts the server from a thread that lives as long as the process, because the server ends with that thread.
fn serve(programs: &Path, data: &Path, sockets: &Path) {
    let mut server = run_as_postgres(&programs.join("postgres"));
    server.arg("-D").arg(data).arg("-k").arg(sockets).args(["-h", "", "-F", "-c", "full_page_writes=off"]);
    server
        .args(["-c", "max_connections=400", "-c", "log_min_messages=fatal"])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let (started, wait) = channel();
    std::thread::spawn(move || {
        let mut child = server.spawn().expect("postgres starts");
        started.send(()).expect("the starter waits");
        child.wait().expect("postgres ends with the tests");
    });
    wait.recv().expect("postgres starts");
    let url = format!("host={} user=postgres dbname=postgres", sockets.display());
    for _ in 0..300 {
        if postgres::Client::connect(&url, postgres::NoTls).is_ok() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("PostgreSQL did not answer within 15 seconds");
}

fn run_as_postgres(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "INT"]);
    if let Some((user, group)) = postgres_user() {
        command.arg(format!("--reuid={user}")).arg(format!("--regid={group}")).arg("--clear-groups");
    }
    command.arg(program).env("LC_ALL", "C.UTF-8");
    command
}

/// PostgreSQL refuses to run as root; the Debian package creates a user for it.
fn postgres_user() -> Option<(u32, u32)> {
    let number = |flag: &str, user: &[&str]| {
        let said = Command::new("id").arg(flag).args(user).output().ok()?;
        String::from_utf8(said.stdout).ok()?.trim().parse::<u32>().ok()
    };
    (number("-u", &[])? == 0).then(|| Some((number("-u", &["postgres"])?, number("-g", &["postgres"])?)))?
}

fn programs() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("VITRINE_TEST_POSTGRES") {
        return Some(folder.into());
    }
    let installed = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = installed.map(|version| version.path().join("bin")).collect();
    folders.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
    folders.retain(|folder| folder.join("initdb").exists());
    folders.into_iter().next()
}

/// Removes the folders of clusters whose process has ended.
fn sweep_old_clusters() {
    for entry in std::fs::read_dir("/tmp").into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(process) = name.strip_prefix("vitrine-test-pg-") else { continue };
        if !Path::new("/proc").join(process).exists() {
            std::fs::remove_dir_all(entry.path()).unwrap_or_default();
        }
    }
}
