//! Secrets that are read again lie encrypted in the database, in a backup, and under a new key after it was changed.

use std::path::Path;

use serde_json::json;
use vitrine::app::App;
use vitrine::backup::back_up;
use vitrine::settings::Settings;

use crate::audit_people::code;
use crate::harness::{House, NOW, PASSWORD, on_both, serve};

const FACTOR: &str = "SELECT secret FROM identity_second_factor";
const PROVIDER: &str = "SELECT client_secret FROM identity_provider";

async fn stored(house: &House, sql: &'static str) -> String {
    house.app.db.read(move |c| c.get(sql, &[], |row| row.get(0))).await.unwrap()
}

/// Puts two-step sign-in on for `rea`, and an identity provider into her tenant. The secret, as it is shown.
async fn begin(house: &House) -> String {
    let rea = house.person("rea");
    let begun = rea.post("/api/core/user/second_factor", json!({ "password": PASSWORD })).await.ok();
    let secret = begun["secret"].as_str().unwrap().to_owned();
    let first = json!({ "code": code(&secret, NOW) });
    rea.post("/api/core/user/second_factor/confirm", first).await.ok();
    let provider =
        json!({ "title": "ID", "issuer": "https://id.example", "client_id": "v", "client_secret": "telhado" });
    house.person("ada").put("/api/core/tenant/1/identity_provider", provider).await.ok();
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

/// The installation started anew with these keys, and `rea` signing in with the code of the moment.
async fn signs_in_after_a_start(house: &House, secret: &str, settings: &Settings) -> bool {
    house.clock.advance(60);
    let app = App::new(house.app.db.clone(), house.clock.clone(), settings).await.unwrap();
    let (base, serving, stop) = serve(&app).await;
    let body = json!({ "email": "rea@lume.example", "password": PASSWORD, "code": code(secret, house.clock.now()) });
    let answer = crate::people::Person { base, ..house.anonymous() }.post("/api/core/auth/login", body).await;
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

fn keys(house: &House, current: Option<&str>, former: &[&str]) -> Settings {
    Settings {
        data: house.test.folder().to_owned(),
        secret_key: current.map(mail::Secret::new),
        previous_secret_keys: former.iter().copied().map(mail::Secret::new).collect(),
        ..Settings::default()
    }
}

#[test]
fn neither_the_database_nor_a_backup_tells_a_secret() {
    on_both(async |house| {
        let secret = begin(house).await;
        assert!(stored(house, FACTOR).await.starts_with("v1."));
        assert!(stored(house, PROVIDER).await.starts_with("v1."));
        let place = tempfile::tempdir().unwrap();
        back_up(&house.app.db, &keys(house, None, &[]), place.path(), NOW).await.unwrap();
        assert!(mentions(place.path(), &["rea@lume.example"]), "it is a backup");
        assert!(!mentions(place.path(), &[&hex(&secret), &secret, "telhado"]));
    });
}

#[test]
fn plain_secrets_of_earlier_versions_are_encrypted_at_the_next_start() {
    on_both(async |house| {
        let secret = begin(house).await;
        let plain = hex(&secret);
        let write = move |tx: &mut db::Tx<'_>| {
            tx.run("UPDATE identity_second_factor SET secret = $1", db::params![&plain])?;
            tx.run("UPDATE identity_provider SET client_secret = 'telhado'", &[])
        };
        house.app.db.write(write).await.unwrap();
        assert!(signs_in_after_a_start(house, &secret, &keys(house, None, &[])).await);
        assert!(stored(house, FACTOR).await.starts_with("v1."));
        assert!(stored(house, PROVIDER).await.starts_with("v1."));
    });
}

#[test]
fn a_key_can_be_given_and_changed_and_nothing_opens_without_it() {
    on_both(async |house| {
        let secret = begin(house).await;
        let mut before = stored(house, FACTOR).await;
        for (settings, opens) in [
            (keys(house, Some("first"), &[]), true),
            (keys(house, Some("second"), &["first"]), true),
            (keys(house, Some("second"), &[]), true),
            (keys(house, Some("third"), &[]), false),
            (keys(house, None, &[]), false),
            (keys(house, None, &["second"]), true),
        ] {
            assert_eq!(signs_in_after_a_start(house, &secret, &settings).await, opens, "{settings:?}");
        }
        assert_ne!(stored(house, FACTOR).await, before);
        before = stored(house, FACTOR).await;
        assert!(signs_in_after_a_start(house, &secret, &keys(house, None, &[])).await);
        assert_eq!(stored(house, FACTOR).await, before, "encrypted with the current key, it stays as it is");
    });
}

#[test]
fn a_secret_is_no_good_in_another_row() {
    on_both(async |house| {
        let secret = begin(house).await;
        let zoe = house.person("zoe");
        zoe.post("/api/core/user/second_factor", json!({ "password": PASSWORD })).await.ok();
        let steal = "UPDATE identity_second_factor SET secret = (
                       SELECT o.secret FROM identity_second_factor o WHERE o.users_id <> identity_second_factor.users_id)
                     WHERE confirmed_at IS NULL";
        house.app.db.write(move |tx| tx.run(steal, &[])).await.unwrap();
        let stolen = json!({ "code": code(&secret, house.clock.now()) });
        assert_eq!(zoe.post("/api/core/user/second_factor/confirm", stolen).await.status, 500);
    });
}
