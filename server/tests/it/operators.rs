//! Operating the server: wrong settings, copied folders, old versions, other accounts on the host.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Output;

use db::{DbUrl, Engine};
use tokio::process::Command;
use vitrine::rooms::migrations;

use crate::eventually::eventually;
use crate::harness::{TestServer, on_both, on_disks};
use crate::spawned::ServerProcess;
use crate::stores::trusting;
use crate::test_users::TestUser;

fn vitrine(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine"));
    command.args(words).envs(trusting()).kill_on_drop(true);
    command
}

fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Makes an installation in a folder.
async fn installation(data: &Path) {
    let words = ["user", "create", "root@lume.example", "--name", "Rita", "--master", "--data"];
    assert!(vitrine(&words).arg(data).output().await.unwrap().status.success());
}

fn alone<T>(story: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(story)
}

#[test]
fn a_wrong_setting_is_named_with_its_place_and_the_right_one() {
    alone(async {
        let place = tempfile::tempdir().unwrap();
        let (data, file) = (place.path().join("data"), place.path().join("vitrine.toml"));
        let (data, config) = (data.to_str().unwrap(), file.to_str().unwrap());
        let folder = place.path().join("x");
        let commands: [&[&str]; 7] = [
            &["serve"],
            &["migrate"],
            &["seed"],
            &["doctor"],
            &["backup", folder.to_str().unwrap()],
            &["restore", folder.to_str().unwrap()],
            &["audit", "verify"],
        ];
        for words in commands {
            let run = async || {
                let mut command = vitrine(words);
                complaint(&command.args(["--data", data, "--config", config]).output().await.unwrap())
            };
            std::fs::remove_file(&file).unwrap_or_default();
            let said = run().await;
            assert!(said.contains(config) && said.contains("No such file"), "{words:?}: {said}");
            std::fs::write(&file, "# mine\nlisen = \"127.0.0.1:0\"\n").unwrap();
            let said = run().await;
            assert!(said.contains("line 2") && said.contains("did you mean listen?"), "{words:?}: {said}");
            std::fs::write(&file, "workers = \"many\"\n").unwrap();
            assert!(run().await.contains("workers"), "{words:?}");
            std::fs::write(&file, "log = \"a=b=c\"\n").unwrap();
            assert!(run().await.contains("log: "), "{words:?}");
        }
        let said =
            complaint(&vitrine(&["migrate", "--data", data]).env("VITRINE_WORKERS", "many").output().await.unwrap());
        assert!(said.contains("VITRINE_WORKERS"), "{said}");
        assert!(!Path::new(data).exists(), "nothing was made");
    });
}

#[test]
fn a_variable_that_is_no_setting_is_told_and_disturbs_nothing() {
    alone(async {
        let place = tempfile::tempdir().unwrap();
        installation(place.path()).await;
        let mut command = vitrine(&["migrate", "--data", place.path().to_str().unwrap()]);
        command.env("VITRINE_SERVICE_HOST", "10.0.0.1").env("VITRINE_PORT", "tcp://10.0.0.1:80");
        let migrated = command.env("VITRINE_WORKER", "3").output().await.unwrap();
        let said = String::from_utf8(migrated.stderr).unwrap();
        assert!(migrated.status.success(), "{said}");
        assert!(said.contains("VITRINE_SERVICE_HOST") && said.contains("VITRINE_PORT"), "{said}");
        assert!(said.contains("did you mean VITRINE_WORKERS?"), "{said}");
    });
}

#[test]
fn a_renamed_setting_is_still_read_by_its_old_name_with_a_warning() {
    alone(async {
        let place = tempfile::tempdir().unwrap();
        let (data, file) = (place.path().join("data"), place.path().join("vitrine.toml"));
        installation(&data).await;
        let run = async |settings: &str, variables: &[(&str, &str)]| {
            std::fs::write(&file, settings).unwrap();
            let mut command = vitrine(&["migrate", "--data", data.to_str().unwrap()]);
            command.args(["--config", file.to_str().unwrap()]).envs(variables.iter().copied());
            let output = command.output().await.unwrap();
            (output.status.success(), String::from_utf8(output.stderr).unwrap())
        };
        let (done, said) = run("bin_days = \"many\"", &[]).await;
        assert!(!done && said.contains("bin_retention_days cannot be read"), "the value is used: {said}");
        let (done, said) = run("", &[("VITRINE_LARGEST_FILE", "many")]).await;
        assert!(!done && said.contains("VITRINE_MAX_FILE_BYTES cannot be read"), "the value is used: {said}");
        let (done, said) = run("near_hosts = [\"x\"]", &[("VITRINE_FORMER_SECRET_KEYS", "a,b")]).await;
        assert!(done && said.contains("near_hosts") && said.contains("is called trusted_hosts now"), "{said}");
        assert!(said.contains("VITRINE_FORMER_SECRET_KEYS is called VITRINE_PREVIOUS_SECRET_KEYS now"), "{said}");
        let old = "https = true\nsmtp_authority = \"a.pem\"\noutbound_authority = \"b.pem\"";
        let (_, said) = run(old, &[]).await;
        for (old, new) in [
            ("https", "secure_cookies"),
            ("smtp_authority", "smtp_ca_file"),
            ("outbound_authority", "outbound_ca_file"),
        ] {
            assert!(said.contains(&format!("The setting {old} of ")), "{old}: {said}");
            assert!(said.contains(&format!(" is called {new} now")), "{old}: {said}");
        }
        let (done, said) = run("bin_days = \"many\"\nbin_retention_days = 3", &[]).await;
        assert!(done, "the new name is the one that counts: {said}");
    });
}

/// A command on the installation of the test server.
async fn at_home(server: &TestServer, words: &[&str]) -> Output {
    on(server, server.test.folder(), words).await
}

async fn on(server: &TestServer, data: &Path, words: &[&str]) -> Output {
    let (verb, rest) = words.split_at(if words[0] == "audit" { 2 } else { 1 });
    let mut command = vitrine(verb);
    command.arg("--data").arg(data).args(rest);
    if let DbUrl::Postgres(url) = &server.test.url {
        command.args(["--database", url]);
    }
    command.output().await.unwrap()
}

#[test]
fn a_program_that_is_older_than_its_database_leaves_it_alone() {
    on_both(async |server| {
        let place = tempfile::tempdir().unwrap();
        let (old, new) = (place.path().join("old"), place.path().join("new"));
        assert!(at_home(server, &["backup", old.to_str().unwrap()]).await.status.success());
        server.test.run("INSERT INTO db_migration (name) VALUES ('9999_future')".into()).await;
        for words in [&["serve", "--listen", "127.0.0.1:0"][..], &["migrate"], &["doctor"], &["audit", "verify"]] {
            let said = complaint(&at_home(server, words).await);
            assert!(said.contains("9999_future") && said.contains("newer version"), "{words:?}: {said}");
        }
        let said = complaint(&at_home(server, &["backup", new.to_str().unwrap()]).await);
        assert!(said.contains("9999_future"), "{said}");
        let made_newer = match server.app.db.engine() {
            Engine::Sqlite => {
                let copy = db::Db::open(&DbUrl::Sqlite(old.join("database/vitrine.db"))).unwrap();
                let sql = "INSERT INTO db_migration (name) VALUES ('9999_future')";
                copy.write(move |tx| tx.run(sql, &[])).await.is_ok()
            }
            Engine::Postgres => {
                let file = old.join("database/db_migration.copy");
                let rows = std::fs::read_to_string(&file).unwrap() + "9999_future\t\\N\n";
                std::fs::write(file, rows).is_ok()
            }
        };
        assert!(made_newer);
        let (data, test) =
            (place.path().join("data"), db::testing::TestDb::without_tables(server.app.db.engine()).await);
        let url = match &test.url {
            DbUrl::Sqlite(_) => DbUrl::Sqlite(data.join("vitrine.db")),
            DbUrl::Postgres(url) => DbUrl::Postgres(url.clone()),
        };
        let refused = db::Db::from_copy(&url, &old.join("database"), "tried", &migrations()).await;
        assert!(matches!(refused, Err(db::Error::Newer(names)) if names == ["9999_future"]));
        assert!(!data.join("vitrine.db").exists());
        tokio::task::spawn_blocking(move || drop(test)).await.unwrap();
    });
}

#[test]
fn migrations_are_kept_with_their_checksums_and_a_changed_one_is_told() {
    on_both(async |server| {
        assert_eq!(server.count("SELECT COUNT(*) FROM db_migration WHERE checksum IS NULL").await, 0);
        let quiet = at_home(server, &["migrate"]).await;
        assert!(quiet.status.success() && !String::from_utf8_lossy(&quiet.stderr).contains("0001_baseline"));
        server.test.run("UPDATE db_migration SET checksum = 'x' WHERE name = 'content/0001_baseline'".into()).await;
        let told = at_home(server, &["migrate"]).await;
        let said = String::from_utf8_lossy(&told.stderr).into_owned();
        assert!(told.status.success() && said.contains("Migration content/0001_baseline is not"), "{said}");
    });
}

/// The rights of others on each item of a data folder outside the trees.
fn open_to_others(folder: &Path) -> BTreeMap<PathBuf, String> {
    let (mut found, mut open) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(path) = open.pop() {
        let known = std::fs::symlink_metadata(&path).unwrap();
        if known.permissions().mode() & 0o077 != 0 {
            found.insert(path.clone(), format!("{:o}", known.permissions().mode()));
        }
        if known.is_dir() && path != folder.join("files") {
            open.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
    }
    found.remove(&folder.join("files"));
    found
}

#[test]
fn files_of_the_data_folder_are_readable_by_the_owner_only() {
    on_both(async |server| {
        let data = server.test.folder();
        std::fs::create_dir_all(data.join("mail")).unwrap();
        std::fs::write(data.join("mail/old.eml"), "a link").unwrap();
        for name in ["", "mail", "mail/old.eml"] {
            std::fs::set_permissions(data.join(name), PermissionsExt::from_mode(0o755)).unwrap();
        }
        if server.app.db.engine() == Engine::Sqlite {
            std::fs::set_permissions(data.join("vitrine.db"), PermissionsExt::from_mode(0o644)).unwrap();
        }
        let process = ServerProcess::start_with_umask(server, "000").await;
        let wim = TestUser { base: process.base.clone(), ..server.user("wim") };
        let picture = "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'/>";
        let node = wim.upload(server.top, "sign.svg", picture).await.id();
        let forgotten = serde_json::json!({ "email": "wim@lume.example" });
        wim.post("/api/core/auth/forgotten_password", forgotten).await.ok();
        let emails = || std::fs::read_dir(data.join("mail")).unwrap().count();
        eventually("an e-mail is written", async || emails() > 1).await;
        eventually("a picture is drawn", async || wim.preview(node).await.status == 200).await;
        assert_eq!(open_to_others(data), BTreeMap::new());
        assert!(process.stop().await.success());
        let backup = tempfile::tempdir().unwrap();
        let target = backup.path().join("backup");
        let shown = target.to_str().unwrap();
        assert!(at_home(server, &["backup", shown]).await.status.success());
        assert_eq!(open_to_others(&target), BTreeMap::new());
    });
}

#[test]
fn the_log_tells_a_refused_sign_in_and_which_request_it_was() {
    on_both(async |server| {
        let log = server.test.folder().join("log");
        let process = ServerProcess::start_logging(server, &log).await;
        let nobody = TestUser { base: process.base.clone(), ..server.anonymous() };
        let wrong = serde_json::json!({ "email": "wim@lume.example", "password": "not his password" });
        assert_eq!(nobody.post("/api/core/auth/login", wrong).await.status, 401);
        assert!(process.stop().await.success());
        let log = std::fs::read_to_string(log).unwrap();
        let line = log.lines().find(|line| line.contains("A sign-in was refused")).unwrap_or_else(|| panic!("{log}"));
        assert!(line.contains("story") && line.contains("credentials"), "{line}");
        assert!(!log.contains("wim@") && !log.contains("not his password"), "{log}");
    });
}

/// `cp -r`, like an operator.
async fn copy(from: &Path, to: &Path) {
    assert!(Command::new("cp").arg("-r").arg(from).arg(to).status().await.unwrap().success());
}

#[test]
fn a_second_server_on_one_folder_is_refused_and_told_who_has_it() {
    on_both(async |server| {
        let process = ServerProcess::start(server).await;
        let number = process.child.id().unwrap().to_string();
        if server.app.db.engine() == Engine::Postgres {
            let second = ServerProcess::start(server).await;
            assert!(second.stop().await.success() && process.stop().await.success());
            return;
        }
        let backup = tempfile::tempdir().unwrap();
        let target = backup.path().join("backup");
        for words in [&["serve", "--listen", "127.0.0.1:0"][..], &["migrate"], &["seed"]] {
            let said = complaint(&at_home(server, words).await);
            assert!(said.contains("is in use by process") && said.contains(&number), "{words:?}: {said}");
        }
        // The same with another data folder on the same database.
        let other = backup.path().join("other");
        let DbUrl::Sqlite(database) = &server.test.url else { unreachable!("it is SQLite") };
        let url = format!("sqlite:{}", database.display());
        let said = complaint(&on(server, &other, &["serve", "--listen", "127.0.0.1:0", "--database", &url]).await);
        assert!(said.contains("is in use by process") && said.contains(&number), "{said}");
        for words in [&["doctor"][..], &["audit", "verify"], &["backup", target.to_str().unwrap()]] {
            let beside = at_home(server, words).await;
            assert!(beside.status.success(), "{words:?}: {}", String::from_utf8_lossy(&beside.stderr));
        }
        // A crash releases it.
        let mut process = process;
        process.child.kill().await.unwrap();
        assert!(ServerProcess::start(server).await.stop().await.success());
    });
}

#[test]
fn a_copied_folder_works_on_its_own_files() {
    on_disks(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        let wim = server.user("wim");
        let kept = wim.upload(server.top, "kept.txt", "words").await.id();
        let place = tempfile::tempdir().unwrap();
        // With the absolute path of an earlier version, and with the current one.
        let full = server.test.folder().join("files/lume").to_str().unwrap().to_owned();
        for (name, url) in [("old", full), ("new", "lume".to_owned())] {
            let sql = format!("UPDATE content_file_server SET url = '{url}' WHERE label = 'library'");
            server.test.run(sql).await;
            let data = place.path().join(name);
            copy(server.test.folder(), &data).await;
            let process = ServerProcess::start_in(server, &data).await;
            let wim = TestUser { base: process.base.clone(), ..server.user("wim") };
            wim.folder(server.top, name).await.ok();
            wim.delete(&format!("entry/{kept}")).await.ok();
            assert!(data.join("files/lume/library").join(name).is_dir(), "{name}");
            assert!(!server.disk.join(name).exists() && server.disk.join("kept.txt").exists(), "{name}");
            assert!(process.stop().await.success());
            let compared = on(server, &data, &["doctor"]).await;
            assert!(compared.status.success(), "{}", String::from_utf8_lossy(&compared.stdout));
            // After a move.
            let moved = place.path().join(format!("{name} moved"));
            std::fs::rename(&data, &moved).unwrap();
            let compared = on(server, &moved, &["doctor"]).await;
            assert!(compared.status.success(), "{}", String::from_utf8_lossy(&compared.stdout));
        }
    });
}

#[test]
fn a_copy_that_names_the_first_one_s_disk_outside_is_refused_while_that_is_at_work() {
    on_disks(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        let place = tempfile::tempdir().unwrap();
        let (outside, data) = (place.path().join("outside"), place.path().join("copy"));
        copy(&server.test.folder().join("files/lume"), &outside).await;
        let sql = format!("UPDATE content_file_server SET url = '{}' WHERE label = 'library'", outside.display());
        server.test.run(sql).await;
        copy(server.test.folder(), &data).await;
        let process = ServerProcess::start(server).await;
        let holder = format!("outside/library is in use by process {} on ", process.child.id().unwrap());
        let said = complaint(&on(server, &data, &["serve", "--listen", "127.0.0.1:0"]).await);
        assert!(said.contains(&holder), "{said}");
        assert!(process.stop().await.success());
        assert!(ServerProcess::start_in(server, &data).await.stop().await.success(), "nobody else is at work there");
    });
}
