//! Secrets that are read again are encrypted in the database, in a backup, and with a new key after it was changed.

use std::path::Path;

use db::Engine;
use serde_json::json;
use vitrine::app::App;
use vitrine::backup::back_up;
use vitrine::settings::Settings;

use crate::audit_people::code;
use crate::harness::{NOW, PASSWORD, TestServer, on_both, serve};

const FACTOR: &str = "SELECT secret FROM identity_second_factor";
const PROVIDER: &str = "SELECT client_secret FROM identity_provider";
const SIGNING: &str = "SELECT secret FROM identity_secret WHERE secret_key = 'signing'";

async fn stored(server: &TestServer, sql: &'static str) -> String {
    server.app.db.read(move |c| c.get(sql, &[], |row| row.get(0))).await.unwrap()
}

/// Enables two-step sign-in for `rea`, and an identity provider for her tenant. Returns the secret, as it is shown.
async fn begin(server: &TestServer) -> String {
    let rea = server.user("rea");
    let begun = rea.post("/api/core/user/second_factor", json!({ "password": PASSWORD })).await.ok();
    let secret = begun["secret"].as_str().unwrap().to_owned();
    let first = json!({ "code": code(&secret, NOW) });
    rea.post("/api/core/user/second_factor/confirm", first).await.ok();
    let provider =
        json!({ "title": "ID", "issuer": "https://id.example", "client_id": "v", "client_secret": "telhado" });
    server.user("ada").put("/api/core/tenant/1/identity_provider", provider).await.ok();
    secret
}

/// The same secret as it was stored by earlier versions.
fn hex(base32: &str) -> String {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let bits: String = base32.chars().map(|letter| format!("{:05b}", letters.find(letter).unwrap())).collect();
    bits.as_bytes()
        .chunks_exact(4)
        .map(|four| std::str::from_utf8(four).unwrap())
        .fold(String::new(), |hex, four| format!("{hex}{:x}", u8::from_str_radix(four, 2).unwrap()))
}

/// The installation is restarted with these keys, and `rea` signs in with the current code.
async fn signs_in_after_a_start(server: &TestServer, secret: &str, settings: &Settings) -> bool {
    server.clock.advance(60);
    let app = App::new(server.app.db.clone(), server.clock.clone(), settings).await.unwrap();
    let (base, serving, stop) = serve(&app).await;
    let body = json!({ "email": "rea@lume.example", "password": PASSWORD, "code": code(secret, server.clock.now()) });
    let answer = crate::test_users::TestUser { base, ..server.anonymous() }.post("/api/core/auth/login", body).await;
    stop.cancel();
    serving.await.unwrap();
    answer.status == 200
}

fn mentions(folder: &Path, words: &[&str]) -> bool {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).any(|path| {
        if path.is_dir() {
            return mentions(&path, words);
        }
        let bytes = std::fs::read(path).unwrap();
        words.iter().any(|word| bytes.windows(word.len()).any(|window| window == word.as_bytes()))
    })
}

fn keys(server: &TestServer, current: Option<&str>, former: &[&str]) -> Settings {
    Settings {
        data: server.test.folder().to_owned(),
        secret_key: current.map(mail::Secret::new),
        previous_secret_keys: former.iter().copied().map(mail::Secret::new).collect(),
        ..Settings::default()
    }
}

#[test]
fn neither_the_database_nor_a_backup_tells_a_secret() {
    on_both(async |server| {
        let secret = begin(server).await;
        assert!(stored(server, FACTOR).await.starts_with("v1."));
        assert!(stored(server, PROVIDER).await.starts_with("v1."));
        let place = tempfile::tempdir().unwrap();
        back_up(&server.app.db, &keys(server, None, &[]), place.path(), NOW).await.unwrap();
        assert!(mentions(place.path(), &["rea@lume.example"]), "it is a backup");
        assert!(!mentions(place.path(), &[&hex(&secret), &secret, "telhado"]));
    });
}

#[test]
fn plain_secrets_of_earlier_versions_are_encrypted_at_the_next_start() {
    on_both(async |server| {
        let secret = begin(server).await;
        let plain = hex(&secret);
        let write = move |tx: &mut db::Tx<'_>| {
            tx.run("UPDATE identity_second_factor SET secret = $1", db::params![&plain])?;
            tx.run("UPDATE identity_provider SET client_secret = 'telhado'", &[])
        };
        server.app.db.write(write).await.unwrap();
        assert!(signs_in_after_a_start(server, &secret, &keys(server, None, &[])).await);
        assert!(stored(server, FACTOR).await.starts_with("v1."));
        assert!(stored(server, PROVIDER).await.starts_with("v1."));
    });
}

/// PostgreSQL's files are its operator's, who is told what to do.
#[test]
fn the_files_of_sqlite_do_not_tell_what_a_secret_was_before_it_was_encrypted() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        let mut earlier = Vec::new();
        let secret = begin(server).await;
        let plain = hex(&secret);
        let write = move |tx: &mut db::Tx<'_>| {
            tx.run("UPDATE identity_second_factor SET secret = $1", db::params![&plain])?;
            tx.run("UPDATE identity_provider SET client_secret = 'telhado'", &[])
        };
        server.app.db.write(write).await.unwrap();
        for (key, former) in [("first", &[][..]), ("second", &["first"])] {
            for sql in [FACTOR, PROVIDER, SIGNING] {
                earlier.push(stored(server, sql).await);
            }
            for text in &earlier[earlier.len() - 3..] {
                assert!(mentions(server.test.folder(), &[text]), "{text}");
            }
            assert!(signs_in_after_a_start(server, &secret, &keys(server, Some(key), former)).await);
            for text in &earlier {
                assert!(!mentions(server.test.folder(), &[text]), "{text} is still there with the key {key}");
            }
        }
    });
}

#[test]
fn a_key_can_be_given_and_changed_and_nothing_opens_without_it() {
    on_both(async |server| {
        let secret = begin(server).await;
        let mut before = stored(server, FACTOR).await;
        for (settings, opens) in [
            (keys(server, Some("first"), &[]), true),
            (keys(server, Some("second"), &["first"]), true),
            (keys(server, Some("second"), &[]), true),
            (keys(server, Some("third"), &[]), false),
            (keys(server, None, &[]), false),
            (keys(server, None, &["second"]), true),
        ] {
            assert_eq!(signs_in_after_a_start(server, &secret, &settings).await, opens, "{settings:?}");
        }
        assert_ne!(stored(server, FACTOR).await, before);
        before = stored(server, FACTOR).await;
        assert!(signs_in_after_a_start(server, &secret, &keys(server, None, &[])).await);
        assert_eq!(stored(server, FACTOR).await, before, "encrypted with the current key, it stays as it is");
    });
}

#[test]
fn a_secret_is_no_good_in_another_row() {
    on_both(async |server| {
        let secret = begin(server).await;
        let zoe = server.user("zoe");
        zoe.post("/api/core/user/second_factor", json!({ "password": PASSWORD })).await.ok();
        let steal = "UPDATE identity_second_factor SET secret = (
                       SELECT o.secret FROM identity_second_factor o WHERE o.users_id <> identity_second_factor.users_id)
                     WHERE confirmed_at IS NULL";
        server.app.db.write(move |tx| tx.run(steal, &[])).await.unwrap();
        let stolen = json!({ "code": code(&secret, server.clock.now()) });
        assert_eq!(zoe.post("/api/core/user/second_factor/confirm", stolen).await.status, 500);
    });
}
