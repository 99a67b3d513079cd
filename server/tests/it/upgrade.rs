//! A database of the last program with one list of migrations for all rooms, with people and files in it, and what this
//! program makes of it.

use std::collections::BTreeSet;
use std::path::Path;

use db::testing::TestDb;
use db::{Db, DbUrl, Engine, Error, Migrations};
use primitives::{Clock, sort_key};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use vitrine::app::App;
use vitrine::earlier::EARLIER;
use vitrine::rooms::migrations;
use vitrine::settings::Settings;

use crate::exact_schema::exact_schema;
use crate::harness::{NOW, PASSWORD, serve};
use crate::test_users::http;

const SQLITE: &str = include_str!("earlier/sqlite.sql");
const POSTGRES: &str = include_str!("earlier/postgres.sql");
const ROWS: &str = include_str!("earlier/rows.sql");
const LAST: &str = "0201_keys_of_propagations";

/// The database as that program left it, and its repositories' empty disks.
async fn left_behind(engine: Engine) -> TestDb {
    let test = TestDb::without_tables(engine).await;
    let files = test.folder().join("files");
    let schema = if engine == Engine::Sqlite { SQLITE } else { POSTGRES };
    test.run(schema.replace("-- @rows", ROWS).replace("@files", files.to_str().unwrap())).await;
    if engine == Engine::Postgres {
        test.run(COUNTED_ON.to_owned()).await;
    }
    let folders = "SELECT folder_name FROM content_repository";
    let repositories = test.db.read(|c| c.rows(folders, &[], |row| row.get::<String>(0))).await.unwrap();
    for repository in repositories {
        for area in ["staging", "bin"] {
            std::fs::create_dir_all(files.join(&repository).join(".vitrine").join(area)).unwrap();
        }
        std::fs::write(files.join(&repository).join(".vitrine/repository"), "").unwrap();
    }
    test
}

/// Rows that came with their ids did not advance PostgreSQL's counters.
const COUNTED_ON: &str = "DO $$ DECLARE counted record; BEGIN
    FOR counted IN SELECT table_name AS t, column_name AS c FROM information_schema.columns
                   WHERE table_schema = 'public' AND is_identity = 'YES' LOOP
      EXECUTE format('SELECT setval(pg_get_serial_sequence(%L, %L), COALESCE(MAX(%I), 0) + 1) FROM %I',
                     counted.t, counted.c, counted.c, counted.t);
    END LOOP; END $$";

/// Runs on both engines. A PostgreSQL client must not be dropped in asynchronous code.
fn on_each_engine<T>(tried: impl AsyncFn(Engine) -> T) {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let left = runtime.block_on(tried(engine));
        drop(left);
    }
}

async fn noted(db: &Db) -> Vec<(String, Option<String>)> {
    let sql = "SELECT name, checksum FROM db_migration ORDER BY name";
    db.read(move |c| c.rows(sql, &[], |row| Ok((row.get(0)?, row.get(1)?)))).await.unwrap()
}

/// The tables as the earlier migrations have left them.
fn baselines() -> Migrations {
    Migrations::of(migrations().iter().filter(|step| step.number() == "0001").copied()).replacing(&EARLIER)
}

/// Nothing tells this database from one that these have made.
async fn is_as_if_made_by(db: &Db, these: &Migrations) -> TestDb {
    let new = TestDb::new(db.engine(), these).await;
    assert_eq!(noted(db).await, noted(&new.db).await);
    let (here, there) = (db.read(exact_schema).await.unwrap(), new.db.read(exact_schema).await.unwrap());
    let (only_here, only_there): (BTreeSet<_>, BTreeSet<_>) = (&here - &there, &there - &here);
    assert!(here.len() > 600 && only_here.is_empty() && only_there.is_empty(), "{only_here:#?} {only_there:#?}");
    new
}

/// How many rows each table of rooms has, apart from search indexes.
async fn rows(db: &Db) -> Vec<(String, i64)> {
    let columns = db.read(db::schema::columns).await.unwrap();
    let tables: BTreeSet<_> = columns.iter().map(|column| column.split('.').next().unwrap().to_owned()).collect();
    let counted = db.read(move |c| {
        let of_rooms = tables.into_iter().filter(|table| !table.starts_with("db_"));
        let count = |table: String| {
            let rows = c.get(&format!("SELECT COUNT(*) FROM {table}"), &[], |row| row.get::<i64>(0))?;
            Ok::<_, Error>((table, rows))
        };
        of_rooms.map(count).collect::<Result<Vec<_>, _>>()
    });
    counted.await.unwrap()
}

async fn count(db: &Db, sql: &'static str) -> i64 {
    db.read(|c| c.get(sql, &[], |row| row.get(0))).await.unwrap()
}

/// More files than get their keys by one statement, or in one step.
const MANY: &str =
    "INSERT INTO nodes_node (tenant_id, repository_id, parent_id, kind, state, name, name_key, created_at, modified_at)
    WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 5000)
    SELECT 1, 1, 6, 2, 1, 'Foto ' || number, 'foto ' || number, 0, 0 FROM numbers";

/// Every name has the key that lists go by.
async fn assert_in_order(db: &Db) {
    let sql = "SELECT name, sort_key FROM nodes_node";
    let named = db.read(|c| c.rows(sql, &[], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)))).await.unwrap();
    let wrong: Vec<_> = named.iter().filter(|(name, key)| *key != sort_key(name)).collect();
    assert!(named.len() > 10 && wrong.is_empty(), "{wrong:?}");
}

#[test]
fn a_database_of_an_earlier_version_is_migrated() {
    on_each_engine(async |engine| {
        let test = left_behind(engine).await;
        let before = rows(&test.db).await;
        assert!(test.db.outdated_by(&migrations()).await.unwrap() > 0);
        assert_eq!(test.db.migrate(&baselines()).await.unwrap(), 1, "nothing is made again");
        assert_eq!(rows(&test.db).await, before);
        let taken_over = is_as_if_made_by(&test.db, &baselines()).await;
        let unknown = "SELECT COUNT(*) FROM nodes_node n WHERE n.content_hash IS NOT NULL
                       AND NOT EXISTS (SELECT 1 FROM content_check k WHERE k.node_id = n.node_id)";
        test.run("DELETE FROM content_check WHERE node_id < 10".to_owned()).await;
        assert_eq!(count(&test.db, unknown).await, 4);
        let dated = "UPDATE nodes_node SET taken_at = 1700000000
                     WHERE node_id = (SELECT MIN(node_id) FROM nodes_node WHERE kind = 2)";
        test.run(format!("{dated}; {MANY}")).await;

        test.db.migrate(&migrations()).await.unwrap();
        assert_eq!(count(&test.db, unknown).await, 0);
        assert_in_order(&test.db).await;
        let dated = "SELECT COUNT(*) FROM nodes_node WHERE taken_at = 1700000000 AND kind = 2";
        assert_eq!(count(&test.db, dated).await, 1);
        let new = is_as_if_made_by(&test.db, &migrations()).await;
        assert_eq!(test.db.outdated_by(&migrations()).await.unwrap(), 0);
        assert_eq!(test.db.migrate(&migrations()).await.unwrap(), 0);
        (go_on(&test).await, test, new, taken_over)
    });
}

#[test]
fn a_database_that_lacks_a_part_of_the_earlier_migrations_is_refused_and_left_alone() {
    on_each_engine(async |engine| {
        let test = left_behind(engine).await;
        test.run(format!("DELETE FROM db_migration WHERE name IN ('{LAST}', '0009_counted_by_index')")).await;
        let before = noted(&test.db).await;
        let refused = test.db.migrate(&migrations()).await.unwrap_err();
        assert!(matches!(&refused, Error::TooOld(last) if last == LAST), "{refused}");
        assert!(refused.to_string().contains("start the last version that has the migration 0201"), "{refused}");
        assert!(matches!(test.db.outdated_by(&migrations()).await, Err(Error::TooOld(_))));
        assert_eq!(noted(&test.db).await, before);

        // What a later one has changed is newer, whatever was made before.
        test.run("INSERT INTO db_migration (name) VALUES ('content/9999_future')".into()).await;
        let refused = test.db.migrate(&migrations()).await.unwrap_err();
        assert!(matches!(&refused, Error::Newer(names) if names == &["content/9999_future"]), "{refused}");
        test
    });
}

/// A database that was made from the copy, and where it is.
async fn restored(test: &TestDb, copy: &Path) -> (TestDb, Db) {
    let place = TestDb::without_tables(test.db.engine()).await;
    let url = match &place.url {
        DbUrl::Sqlite(_) => DbUrl::Sqlite(place.folder().join("restored.db")),
        DbUrl::Postgres(url) => DbUrl::Postgres(url.clone()),
    };
    let from_copy = async || Db::from_copy(&url, copy, "tried", &migrations()).await.unwrap();
    // It may be cut off, and is then run again.
    from_copy().await;
    let db = from_copy().await;
    assert!(db.migrate(&migrations()).await.unwrap() > 0);
    db.write(|tx| tx.forget_restore()).await.unwrap();
    (place, db)
}

#[test]
fn a_backup_of_an_earlier_version_is_restored() {
    on_each_engine(async |engine| {
        let test = left_behind(engine).await;
        let copy = test.folder().join("copy");
        test.db.copy_to(copy.clone(), &migrations(), |_| Ok::<_, Error>(())).await.unwrap();
        let (place, db) = restored(&test, &copy).await;
        let new = is_as_if_made_by(&db, &migrations()).await;
        assert_in_order(&db).await;
        test.db.migrate(&migrations()).await.unwrap();
        assert_eq!(rows(&db).await, rows(&test.db).await);
        (db, place, new, test)
    });
}

async fn go_on(test: &TestDb) -> App {
    let settings = Settings { data: test.folder().to_owned(), ..Settings::default() };
    let app = App::new(test.db.clone(), Clock::fixed(NOW), &settings).await.unwrap();
    let (base, serving, stop) = serve(&app).await;
    let http = http().build().unwrap();
    let login = json!({ "email": "ana.souza@casalumen.example", "password": PASSWORD });
    let answer = http.post(format!("{base}/api/core/auth/login")).json(&login).send().await.unwrap();
    let token = answer.json::<Value>().await.unwrap()["token"].as_str().unwrap().to_owned();
    let get = async |path: String| -> Value {
        let answer = http.get(path.clone()).bearer_auth(&token).send().await.unwrap();
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        answer.json().await.unwrap()
    };
    let applications = get(format!("{base}/api/core/usergroup/application")).await;
    let is_content = |one: &&Value| one["application_key"] == "content";
    let content = applications["items"].as_array().unwrap().iter().find(is_content).unwrap();
    let content = content["access_url"].as_str().unwrap();
    let repositories = get(format!("{content}/repository")).await;
    let top = repositories["items"][0]["node_id"].as_i64().unwrap();
    let listed = get(format!("{content}/entry/list/{top}")).await;
    let before = listed["items"].as_array().unwrap().len();
    assert!(before > 0 && listed["total"] == json!(before), "{listed}");
    let found = get(format!("{content}/search?term=summer")).await;
    assert!(!found["items"].as_array().unwrap().is_empty());

    let part = Part::bytes(b"new".to_vec()).file_name("new.txt");
    let form = Form::new().text("folder_parent_id", top.to_string()).part("file", part);
    let stored = http.post(format!("{content}/file")).bearer_auth(&token).multipart(form).send().await.unwrap();
    assert_eq!(stored.status(), 201, "{}", stored.text().await.unwrap());
    assert_eq!(get(format!("{content}/entry/list/{top}")).await["total"], json!(before + 1));
    stop.cancel();
    serving.await.unwrap();
    app
}
