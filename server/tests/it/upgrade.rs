//! A database of the first version, with people and files in it, used by this one.

use db::Engine;
use db::testing::TestDb;
use primitives::Clock;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use vitrine::app::App;
use vitrine::settings::Settings;

use crate::harness::{NOW, PASSWORD, serve};

const LEFT: &str = include_str!("first-road.sql");

/// The database as that version left it, and its repositories' empty disks.
async fn left_behind(engine: Engine) -> TestDb {
    let test = TestDb::without_tables(engine).await;
    test.db.migrate_to("0008_media").await.unwrap();
    let files = test.folder().join("files");
    let node = if engine == Engine::Sqlite { "rowid" } else { "node_id" };
    let rows = LEFT.replace("@files", files.to_str().unwrap()).replace("@node", node);
    test.run(rows).await;
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

#[test]
fn what_the_first_version_left_is_there_and_goes_on() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let test = runtime.block_on(left_behind(engine));
        let app = runtime.block_on(go_on(&test));
        drop((app, test));
    }
}

async fn go_on(test: &TestDb) -> App {
    assert!(test.db.migrate().await.unwrap() > 0, "there is something to bring up to date");
    assert_eq!(test.db.migrate().await.unwrap(), 0);
    let settings = Settings { data: test.folder().to_owned(), ..Settings::default() };
    let app = App::new(test.db.clone(), Clock::fixed(NOW), &settings).await.unwrap();
    let (base, serving, stop) = serve(&app).await;
    let http = reqwest::Client::new();
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
