//! Operators at the command line, with the built program, while the server runs.

use std::path::Path;
use std::process::Output;

use db::testing::TestDb;
use db::{DbUrl, Engine};
use serde_json::{Value, json};
use tokio::process::Command;
use vitrine::rooms::migrations;

use crate::harness::{TestServer, on_both, on_disks};
use crate::stores::trusting;
use crate::test_users::{Answer, TestUser};

/// Runs `vitrine` on a data folder and a database.
pub async fn run(data: &Path, url: &DbUrl, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine"));
    let (verb, rest) = words.split_at(if ["user", "audit"].contains(&words[0]) { 2 } else { 1 });
    command.args(verb).arg("--data").arg(data).args(rest).env("VITRINE_LOG", "error").envs(trusting());
    if let DbUrl::Postgres(url) = url {
        command.args(["--database", url]);
    }
    command.output().await.unwrap()
}

/// Why the program failed, in its own words.
pub fn why(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

async fn at_home(server: &TestServer, words: &[&str]) -> Output {
    run(server.test.folder(), &server.test.url, words).await
}

#[track_caller]
fn said(output: &Output) -> String {
    assert!(output.status.success(), "{}", why(output));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The password in "The password is … and must be changed".
fn password(said: &str) -> String {
    said.split("password is ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned()
}

async fn sign_in(server: &TestServer, email: &str, password: &str) -> Answer {
    server.anonymous().post("/api/core/auth/login", json!({ "email": email, "password": password })).await
}

async fn verify(backup: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vitrine")).args(["backup", "verify"]).arg(backup).output().await.unwrap()
}

#[test]
fn accounts_are_made_with_a_password_that_must_be_changed() {
    on_both(async |server| {
        for (email, kind) in [
            ("m@cli.example", vec!["--master"]),
            ("a@cli.example", vec!["--company", "lume/lume", "--admin", "--language", "pt"]),
            ("u@cli.example", vec!["--company", "lume/lume"]),
        ] {
            let words = [vec!["user", "create", email, "--name", "Made Here"], kind].concat();
            let first = password(&said(&at_home(server, &words).await));
            let token = sign_in(server, email, &first).await.ok()["token"].as_str().unwrap().to_owned();
            let made = TestUser { token: Some(token), ..server.anonymous() };
            assert_eq!(made.get("/api/core/tenant").await.refusal(), (403, "password_reset_due"));
            let new = json!({ "password": first, "new_password": "farol telhado neblina" });
            let token =
                made.post("/api/core/auth/reset_password", new).await.ok()["token"].as_str().unwrap().to_owned();
            let made = TestUser { token: Some(token), ..server.anonymous() };
            let wanted = if email.starts_with('u') { 403 } else { 200 };
            assert_eq!(made.get("/api/core/tenant").await.status, wanted, "{email}");
        }
        for words in [
            ["user", "create", "m@cli.example", "--name", "Again", "--master", "--language", "en"],
            ["user", "create", "nobody", "--name", "N", "--master", "--language", "en"],
            ["user", "create", "x@cli.example", "--name", "X", "--company", "lume/none", "--admin"],
        ] {
            let refused = at_home(server, &words).await;
            assert!(!refused.status.success() && refused.stdout.is_empty(), "{words:?}");
        }
    });
}

#[test]
fn a_reset_password_ends_sessions_and_can_take_a_lost_second_factor_away() {
    on_both(async |server| {
        let rea = server.user("rea");
        let enabled = "UPDATE identity_second_factor SET confirmed_at = 1";
        rea.post("/api/core/user/second_factor", json!({ "password": crate::harness::PASSWORD })).await.ok();
        server.app.db.write(move |tx| tx.run(enabled, &[])).await.unwrap();
        let address = "rea@lume.example";
        let new = password(&said(&at_home(server, &["user", "reset-password", address]).await));
        assert_eq!(rea.get("/api/core/session").await.status, 401, "the sessions are over");
        assert_eq!(sign_in(server, address, crate::harness::PASSWORD).await.refusal(), (401, "invalid_credentials"));
        assert_eq!(sign_in(server, address, &new).await.refusal(), (401, "second_factor_needed"));
        let lost = at_home(server, &["user", "reset-password", address, "--without-second-factor"]).await;
        sign_in(server, address, &password(&said(&lost))).await.ok();
        assert!(!at_home(server, &["user", "reset-password", "nobody@lume.example"]).await.status.success());
    });
}

#[test]
fn a_backup_of_a_running_server_is_restored_into_an_empty_installation() {
    on_disks(async |server| {
        let place = tempfile::tempdir().unwrap();
        let backup = place.path().join("backup");
        let file = server.user("mia").upload(server.top, "kept.txt", "words").await.id();
        let copied = said(&at_home(server, &["backup", backup.to_str().unwrap()]).await);
        assert!(copied.contains("1 contents"), "{copied}");
        let manifest: Value = serde_json::from_slice(&std::fs::read(backup.join("manifest.json")).unwrap()).unwrap();
        let heads: Value = serde_json::from_str(&said(&at_home(server, &["audit", "head"]).await)).unwrap();
        assert_eq!(manifest["audit"], heads["audit"], "the ends of the log are in the backup");
        assert!(!heads["audit"].as_array().unwrap().is_empty());
        assert!(said(&verify(&backup).await).contains("files of the backup"));
        let data = place.path().join("restored");
        let fresh = match server.app.db.engine() {
            Engine::Sqlite => None,
            Engine::Postgres => Some(TestDb::without_tables(Engine::Postgres).await),
        };
        let url = fresh.as_ref().map_or(DbUrl::Sqlite(data.join("vitrine.db")), |test| test.url.clone());
        let given = run(&data, &url, &["restore", backup.to_str().unwrap()]).await;
        assert!(said(&given).contains("entries restored"));
        assert!(
            !run(&data, &url, &["restore", backup.to_str().unwrap()]).await.status.success(),
            "never over what is there"
        );
        let compared = said(&run(&data, &url, &["doctor", "--hashes"]).await);
        assert!(compared.contains("0 faults repaired"), "{compared}");
        said(&run(&data, &url, &["audit", "verify"]).await);
        let library = server.disk.strip_prefix(server.test.folder()).unwrap();
        let bytes = std::fs::read(data.join(library).join("kept.txt")).unwrap();
        assert_eq!((bytes.as_slice(), file > 0), (b"words".as_slice(), true));
        let damaged = data.join(library).join("kept.txt");
        std::fs::write(&damaged, "wordz").unwrap();
        assert!(!run(&data, &url, &["doctor", "--hashes", "--repair"]).await.status.success(), "nobody has the bytes");
        let mended = ["doctor", "--hashes", "--repair", "--from", backup.to_str().unwrap()];
        assert!(said(&run(&data, &url, &mended).await).contains("1 faults repaired"));
        assert_eq!(std::fs::read(damaged).unwrap(), b"words");
        let hash = blake3::hash(b"words").to_hex().to_string();
        let kept = format!("content/{}/{hash}", &hash[..2]);
        std::fs::write(backup.join(&kept), "wordz").unwrap();
        let told = verify(&backup).await;
        let words = String::from_utf8(told.stdout).unwrap();
        assert!(!told.status.success() && words.contains(&format!("{kept} has other bytes")), "{words}");
        drop(fresh);
    });
}

/// Changes the database as somebody with full access to it could, past the triggers.
async fn tamper(server: &TestServer) {
    let change = "UPDATE audit_entry SET what = 'nothing'
                  WHERE audit_id = (SELECT MAX(audit_id) FROM audit_entry WHERE chain_id = 1)";
    let script = match server.app.db.engine() {
        Engine::Postgres => {
            format!("SET session_replication_role = replica; {change}; SET session_replication_role = DEFAULT;")
        }
        Engine::Sqlite => format!("DROP TRIGGER audit_entry_never_updated; {change};"),
    };
    server.test.run(script).await;
}

#[test]
fn the_doctor_and_the_log_s_verifier_say_what_is_wrong_and_fail() {
    on_both(async |server| {
        let file = server.user("mia").upload(server.top, "here.txt", "words").await.id();
        assert!(said(&at_home(server, &["doctor"]).await).contains("0 faults repaired"));
        let whole = said(&at_home(server, &["audit", "verify"]).await);
        assert!(whole.contains("installation: ") && whole.contains("tenant 1: ") && whole.contains("whole"), "{whole}");
        server.lose("here.txt").await;
        let found = at_home(server, &["doctor"]).await;
        assert!(
            !found.status.success() && String::from_utf8_lossy(&found.stdout).contains("here.txt"),
            "{file} is gone"
        );
        tamper(server).await;
        let found = at_home(server, &["audit", "verify"]).await;
        let told = String::from_utf8(found.stdout).unwrap();
        assert!(!found.status.success() && told.contains("tenant 1: entry ") && told.contains("was changed"), "{told}");
        let found = at_home(server, &["doctor"]).await;
        let told = String::from_utf8(found.stdout).unwrap();
        assert!(!found.status.success() && told.contains("audit: chain 1: entry "), "{told}");
    });
}

#[test]
fn an_installation_that_has_outgrown_sqlite_takes_everything_to_postgresql() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        let mia = server.user("mia");
        let folder = mia.folder(server.top, "Ação não").await.id();
        let file = mia.upload(folder, "kept ß 日本.txt", "words").await.id();
        mia.upload(server.top, "gone.txt", "more words").await.ok();
        let target = TestDb::without_tables(Engine::Postgres).await;
        let DbUrl::Postgres(to) = &target.url else { unreachable!("it is PostgreSQL") };
        let moved = said(&at_home(server, &["migrate", "--to", to]).await);
        assert!(moved.contains("moved and compared"), "{moved}");
        assert!(!at_home(server, &["migrate", "--to", to]).await.status.success(), "never over what is there");

        let data = server.test.folder();
        assert!(said(&run(data, &target.url, &["doctor", "--hashes"]).await).contains("0 faults repaired"));
        said(&run(data, &target.url, &["audit", "verify"]).await);
        let there = target.db.read(move |c| {
            let found = "SELECT name FROM nodes_node WHERE node_id = $1";
            let name: String = c.get(found, db::params![file], |row| row.get(0))?;
            let findable = c.exists("SELECT 1 FROM content_search WHERE node_id = $1", db::params![file])?;
            Ok::<_, db::Error>((name, findable))
        });
        assert_eq!(there.await.unwrap(), ("kept ß 日本.txt".to_owned(), true));
        // New ids continue after the last one, and references are enforced again.
        let insert = |tenant: i64| {
            target.db.write(move |tx| {
                let sql = "INSERT INTO security_category (tenant_id, mark_category_key) VALUES ($1, $2)";
                tx.run(sql, db::params![tenant, "later"])
            })
        };
        assert_eq!(insert(1).await.unwrap(), 1);
        assert!(insert(999_999).await.is_err());
    });
}

#[test]
fn a_move_to_postgresql_that_was_cut_off_goes_on() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        server.user("mia").upload(server.top, "kept.txt", "words").await.ok();
        let target = TestDb::without_tables(Engine::Postgres).await;
        let DbUrl::Postgres(to) = &target.url else { unreachable!("it is PostgreSQL") };
        target.db.begin_transfer().await.unwrap();
        target.db.migrate(&migrations()).await.unwrap();
        // Some of it has arrived; a partly filled table is replaced.
        target.run("INSERT INTO security_epoch (tenant_id, epoch) VALUES (1, 999)".to_owned()).await;
        // So is the log of an earlier try, although its rows cannot be deleted otherwise.
        let sql = "INSERT INTO audit_chain (chain_id, length, hash) VALUES (1, 1, 'of an earlier try')";
        target.run(sql.to_owned()).await;
        // It may have been interrupted when only the last step was left.
        std::fs::write(server.test.folder().join("vitrine.db.moved"), "postgres://db.example/vitrine\n").unwrap();
        said(&at_home(server, &["migrate", "--to", to]).await);
        assert!(!target.db.is_transfer_target().await.unwrap());
        let epochs = |db: &db::Db| {
            let db = db.clone();
            async move {
                let sql = "SELECT tenant_id, epoch FROM security_epoch ORDER BY tenant_id";
                db.read(move |c| c.rows(sql, &[], |row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?)))).await.unwrap()
            }
        };
        assert_eq!(epochs(&target.db).await, epochs(&server.app.db).await);
        let forbidden = target.db.write(|tx| tx.run("DELETE FROM audit_chain", &[])).await;
        assert!(forbidden.unwrap_err().to_string().contains("append-only"), "the triggers are in force again");
    });
}

#[test]
fn commands_refuse_the_old_database_after_a_move() {
    on_both(async |server| {
        let DbUrl::Sqlite(file) = &server.test.url else { return };
        let target = TestDb::without_tables(Engine::Postgres).await;
        let DbUrl::Postgres(to) = &target.url else { unreachable!("it is PostgreSQL") };
        let (data, secret) = (server.test.folder(), format!("{to} password=geheim"));
        let moved = said(&at_home(server, &["migrate", "--to", &secret]).await);
        let place = tempfile::tempdir().unwrap();
        let backup = place.path().join("backup").display().to_string();
        let by_link = place.path().join("link.db");
        std::os::unix::fs::symlink(file, &by_link).unwrap();
        let by_link = format!("sqlite:{}", by_link.display());
        let name = to.split("dbname=").nth(1).unwrap();
        for words in [
            &["doctor"][..],
            &["backup", &backup],
            &["migrate"],
            &["migrate", "--to", to],
            &["user", "reset-password", "rea@lume.example"],
            &["seed"],
            &["serve", "--listen", "127.0.0.1:0"],
            &["serve", "--listen", "127.0.0.1:0", "--database", &by_link],
        ] {
            let refused = at_home(server, words).await;
            let why = why(&refused);
            assert_eq!(refused.status.code(), Some(1), "{words:?}");
            assert!(why.contains("was moved to postgres://") && why.contains(name), "{words:?}: {why}");
            assert!(!why.contains("geheim") && !moved.contains("geheim"), "{words:?}: {why}");
        }
        said(&run(data, &target.url, &["doctor"]).await);
        said(&run(data, &target.url, &["backup", &backup]).await);
        // An operator who goes back to it removes the note that the error names.
        std::fs::remove_file(data.join("vitrine.db.moved")).unwrap();
        said(&at_home(server, &["doctor"]).await);
    });
}

#[test]
fn commands_refuse_a_half_moved_database() {
    on_both(async |server| {
        let DbUrl::Sqlite(_) = server.test.url else { return };
        let target = TestDb::without_tables(Engine::Postgres).await;
        target.db.begin_transfer().await.unwrap();
        let place = tempfile::tempdir().unwrap();
        let backup = place.path().join("backup").display().to_string();
        let data = server.test.folder();
        // It would need a migration, and does not even get that.
        for words in [
            &["serve", "--listen", "127.0.0.1:0"][..],
            &["migrate"],
            &["doctor"],
            &["seed"],
            &["backup", &backup],
            &["audit", "verify"],
            &["audit", "head"],
            &["user", "reset-password", "rea@lume.example"],
        ] {
            let refused = run(data, &target.url, words).await;
            let why = why(&refused);
            assert_eq!(refused.status.code(), Some(1), "{words:?}");
            assert!(why.contains("run `vitrine migrate --to` again"), "{words:?}: {why}");
        }
        let tables = "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = current_schema()";
        let made = target.db.read(move |c| c.get(tables, &[], |row| row.get::<i64>(0)));
        assert_eq!(made.await.unwrap(), 1, "and nothing is made in it");
    });
}

#[test]
fn commands_without_an_installation_fail_and_make_none() {
    on_both(async |server| {
        let place = tempfile::tempdir().unwrap();
        let data = place.path().join("mistyped");
        let fresh = match server.app.db.engine() {
            Engine::Sqlite => None,
            Engine::Postgres => Some(TestDb::without_tables(Engine::Postgres).await),
        };
        let url = fresh.as_ref().map_or(DbUrl::Sqlite(data.join("vitrine.db")), |test| test.url.clone());
        let backup = place.path().join("backup").display().to_string();
        for words in [
            &["migrate"][..],
            &["doctor"],
            &["doctor", "--repair", "--hashes"],
            &["backup", &backup],
            &["audit", "verify"],
            &["audit", "head"],
            &["user", "reset-password", "rea@lume.example"],
        ] {
            let refused = run(&data, &url, words).await;
            let why = why(&refused);
            assert_eq!(refused.status.code(), Some(1), "{words:?}");
            assert!(why.contains("there is no installation"), "{words:?}: {why}");
            assert!(refused.stdout.is_empty(), "{words:?}");
        }
        let target = TestDb::without_tables(Engine::Postgres).await;
        if let (None, DbUrl::Postgres(to)) = (&fresh, &target.url) {
            let refused = run(&data, &url, &["migrate", "--to", to]).await;
            let why = why(&refused);
            assert_eq!(refused.status.code(), Some(1), "{why}");
            assert!(why.contains("there is no installation"), "{why}");
        }
        assert!(!run(&data, &url, &["restore", server.test.folder().to_str().unwrap()]).await.status.success());
        assert_eq!(crate::harness::names_in(place.path()), [""; 0], "nothing is made");
        for test in fresh.iter().chain([&target]) {
            let tables = "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = current_schema()";
            let made = test.db.read(move |c| c.get(tables, &[], |row| row.get::<i64>(0)));
            assert_eq!(made.await.unwrap(), 0);
        }
        drop((fresh, target));
    });
}

#[test]
fn a_refused_connection_to_postgresql_is_reported_with_its_reason() {
    on_both(async |server| {
        let DbUrl::Postgres(url) = &server.test.url else { return };
        let name = url.split("dbname=").nth(1).unwrap();
        for (wrong, reason) in [
            (url.replace(name, "nobody_s"), "database \"nobody_s\" does not exist"),
            (url.replace("user=postgres", "user=nobody_s"), "role \"nobody_s\" does not exist"),
        ] {
            let refused = run(server.test.folder(), &DbUrl::Postgres(wrong), &["audit", "head"]).await;
            let said = why(&refused);
            assert!(!refused.status.success() && said.contains(reason), "{said}");
        }
    });
}

#[test]
fn the_ends_of_the_log_noted_elsewhere_tell_one_that_was_cut_short() {
    on_both(async |server| {
        let mia = server.user("mia");
        mia.folder(server.top, "One").await.ok();
        let place = tempfile::tempdir().unwrap();
        let noted = place.path().join("noted.json");
        std::fs::write(&noted, said(&at_home(server, &["audit", "head"]).await)).unwrap();
        mia.folder(server.top, "Two").await.ok();
        let against = ["audit", "verify", "--against", noted.to_str().unwrap()];
        said(&at_home(server, &against).await);
        let rewind = "DELETE FROM audit_entry WHERE chain_id = 1;
                      UPDATE audit_chain SET length = 0, hash = '' WHERE chain_id = 1";
        let script = match server.app.db.engine() {
            Engine::Postgres => {
                format!("SET session_replication_role = replica; {rewind}; SET session_replication_role = DEFAULT;")
            }
            Engine::Sqlite => {
                format!("DROP TRIGGER audit_entry_never_deleted; DROP TRIGGER audit_chain_only_grows; {rewind};")
            }
        };
        server.test.run(script).await;
        let told = at_home(server, &against).await;
        let words = String::from_utf8(told.stdout.clone()).unwrap();
        assert!(!told.status.success() && words.contains("tenant 1: no longer has the entry"), "{words}");
    });
}

#[test]
fn the_demonstration_obeys_the_rules_of_the_forms_and_leaves_a_doctor_nothing_to_find() {
    on_both(async |server| {
        // Drawing takes half a minute, and the rules of forms do not depend on the engine.
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        let place = tempfile::tempdir().unwrap();
        let url = DbUrl::Sqlite(place.path().join("vitrine.db"));
        let words = ["seed", "--nodes", "30", "--password", "farol telhado neblina"];
        said(&run(place.path(), &url, &words).await);
        let compared = said(&run(place.path(), &url, &["doctor", "--hashes"]).await);
        assert!(compared.contains("0 faults repaired"), "{compared}");
        let db = db::Db::open(&url).unwrap();
        let count = async |sql: &'static str| db.read(move |c| c.get(sql, &[], |row| row.get::<i64>(0))).await.unwrap();
        let numbers = db.read(|c| {
            let sql = "SELECT cnpj FROM tenancy_tenant UNION ALL SELECT cnpj FROM tenancy_company";
            c.rows(sql, &[], |row| row.get::<Option<String>>(0))
        });
        let numbers = numbers.await.unwrap();
        assert_eq!(numbers.len(), 7);
        for number in numbers {
            let number = number.expect("a number is mandatory");
            assert!(primitives::Cnpj::parse(&number).is_ok(), "{number}");
        }
        assert_eq!(count("SELECT COUNT(DISTINCT theme_id) FROM tenancy_tenant WHERE theme_id IS NOT NULL").await, 3);
        let partners = "SELECT COUNT(*) FROM tenancy_external_company x
            JOIN tenancy_usergroup g ON g.user_group_id = x.user_group_id
            JOIN tenancy_company c ON c.company_id = x.company_id AND c.tenant_id <> g.tenant_id
            JOIN identity_user u ON u.company_id = c.company_id
            JOIN identity_member m ON m.users_id = u.users_id AND m.user_group_id = g.user_group_id
            WHERE x.accepted_at IS NOT NULL";
        assert_eq!(count(partners).await, 1);
        let synthetic = "SELECT COUNT(*) FROM nodes_node WHERE name LIKE 'asset-%' AND content_hash IS NOT NULL";
        assert_eq!(count(synthetic).await, 30);
    });
}
