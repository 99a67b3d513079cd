//! Unreadable files and folders: each is reported by its path, and prevents nothing else.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Output;

use db::DbUrl;
use reqwest::Method;
use rustix::process::getuid;
use serde_json::{Value, json};
use tokio::process::Command;

use crate::harness::{TestServer, names_in, on_both, on_disks};
use crate::stores::trusting;
use crate::test_users::Answer;

/// The built program, for an account that file rights apply to.
pub fn limited() -> Command {
    let program = env!("CARGO_BIN_EXE_vitrine");
    if !getuid().is_root() {
        return Command::new(program);
    }
    let (mut command, less) = (Command::new("setpriv"), "-dac_override,-dac_read_search");
    command.args(["--bounding-set", less, "--inh-caps", less, program]);
    command
}

/// Runs `vitrine` on a server's folder and database, as an account that file rights apply to.
pub async fn run(server: &TestServer, words: &[&str]) -> Output {
    let mut command = limited();
    command.args(&words[..1]).arg("--data").arg(server.test.folder()).args(&words[1..]).env("VITRINE_LOG", "error");
    command.envs(trusting());
    if let DbUrl::Postgres(url) = &server.test.url {
        command.args(["--database", url]);
    }
    command.kill_on_drop(true).output().await.unwrap()
}

pub fn told(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn shut(path: &Path) {
    fs::set_permissions(path, Permissions::from_mode(0o000)).unwrap();
}

#[test]
fn the_doctor_names_what_cannot_be_read_goes_on_and_gives_it_back_from_a_backup() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Verão").await.id();
        let closed = wim.folder(server.top, "closed").await.id();
        let file = wim.upload(folder, "shut.txt", "words").await.id();
        wim.upload(folder, "gone.txt", "more words").await.ok();
        wim.upload(closed, "inside.txt", "inside").await.ok();
        let backup = server.test.folder().join("backup");
        let backup = backup.to_str().unwrap();
        assert!(run(server, &["backup", backup]).await.status.success());

        let at = |name: &str| server.disk.join(name);
        shut(&at("Verão/shut.txt"));
        shut(&at("closed"));
        fs::remove_file(at("Verão/gone.txt")).unwrap();
        for words in [&["doctor"][..], &["doctor", "--hashes"]] {
            let found = run(server, words).await;
            let said = told(&found);
            assert_eq!(found.status.code(), Some(1), "{said}");
            for line in ["Verão/shut.txt cannot be read", "closed cannot be read", "Verão/gone.txt has no bytes"] {
                assert!(said.contains(line), "{line}: {said}");
            }
            assert!(!said.contains("inside.txt") && said.contains("entries compared"), "{said}");
        }
        let sql = "SELECT COUNT(*) FROM content_check WHERE flaw IS NOT NULL";
        assert_eq!(server.count(sql).await, 1, "what cannot be read is not called damaged");

        let found = run(server, &["doctor", "--repair", "--hashes", "--from", backup]).await;
        let said = told(&found);
        assert_eq!(found.status.code(), Some(1), "the folder's rights are nobody's to change: {said}");
        assert!(said.contains("Verão/shut.txt could not be read and has its bytes again"), "{said}");
        assert!(said.contains("closed cannot be read") && said.contains("2 faults repaired"), "{said}");
        assert_eq!(wim.content(file).await.bytes, b"words");
        assert_eq!(fs::read(at("Verão/gone.txt")).unwrap(), b"more words");
        assert_eq!(names_in(&at(".vitrine/lost")).len(), 1, "the file that could not be read is set aside");
        fs::set_permissions(at("closed"), Permissions::from_mode(0o700)).unwrap();
        assert!(run(server, &["doctor", "--hashes"]).await.status.success());
    });
}

#[test]
fn a_backup_names_what_cannot_be_read_and_holds_all_else() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Verão").await.id();
        let file = wim.upload(folder, "shut.txt", "words").await.id();
        wim.upload(folder, "twin.txt", "twin").await.ok();
        wim.upload(server.top, "twin.txt", "twin").await.ok();
        wim.upload(server.top, "well.txt", "well").await.ok();
        shut(&server.disk.join("Verão/shut.txt"));
        shut(&server.disk.join("twin.txt"));
        let backup = server.test.folder().join("backup");
        let taken = run(server, &["backup", backup.to_str().unwrap()]).await;
        let (said, why) = (told(&taken), String::from_utf8(taken.stderr.clone()).unwrap());
        assert_eq!(taken.status.code(), Some(1), "{said}{why}");
        assert!(said.contains(&format!("Verão/shut.txt (node {file}) cannot be read")), "{said}");
        assert!(said.contains("2 contents") && !said.contains("twin.txt"), "{said}");
        assert!(why.contains("1 contents have no bytes"), "{why}");
        let manifest: Value = serde_json::from_slice(&fs::read(backup.join("manifest.json")).unwrap()).unwrap();
        assert_eq!(manifest["lost"], json!([blake3::hash(b"words").to_hex().to_string()]));
        assert!(backup.join("checksums.b3").is_file());
        fs::set_permissions(server.disk.join("Verão/shut.txt"), Permissions::from_mode(0o600)).unwrap();
        assert!(run(server, &["backup", backup.to_str().unwrap()]).await.status.success());
    });
}

#[test]
fn a_file_that_its_disk_does_not_give_is_refused_with_a_true_sentence() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let node = wim.upload(server.top, "a.txt", "words").await.id();
        let refused = async |language: &str, sentence: &str| {
            let asked = wim.request(Method::GET, &format!("/api/file/content/{node}"));
            let answer = Answer::of(asked.header("accept-language", language)).await;
            assert_eq!(answer.refusal(), (503, "disk_unavailable"));
            assert!(answer.body["message"].as_str().unwrap().starts_with(sentence), "{}", answer.body);
        };
        fs::remove_file(server.disk.join("a.txt")).unwrap();
        let socket = std::os::unix::net::UnixListener::bind(server.disk.join("a.txt")).unwrap();
        refused("en", "The disk of this file cannot be used right now.").await;
        drop(socket);
        let away = server.disk.with_extension("away");
        fs::rename(&server.disk, &away).unwrap();
        refused("pt", "O disco deste arquivo não pode ser usado agora.").await;
        fs::rename(&away, &server.disk).unwrap();
    });
}

#[test]
fn a_name_forges_no_finding_and_what_is_set_aside_is_found_again() {
    on_disks(async |server| {
        let wim = server.user("wim");
        for name in ["a.txt", "b.txt"] {
            wim.upload(server.top, name, "bytes").await.ok();
        }
        fs::write(server.disk.join("stray\nrepository 9: forged has no bytes\u{1b}[2J"), "not ours").unwrap();
        fs::write(server.disk.join("a.txt"), "other").unwrap();
        let said = told(&run(server, &["doctor", "--repair", "--hashes"]).await);
        assert!(!said.contains("\nrepository 9") && !said.contains('\u{1b}'), "{said}");
        assert!(said.contains("stray\\nrepository 9: forged has no bytes\\u{1b}[2J is no entry"), "{said}");
        // The same for invisible characters, and characters that change the text direction.
        let unseen = ['\u{202e}', '\u{2028}', '\u{2029}', '\u{200b}', '\u{2066}', '\u{feff}', '\u{e0041}'];
        for sign in unseen {
            fs::write(server.disk.join(format!("of{sign}nobody")), "not ours").unwrap();
        }
        let told_again = told(&run(server, &["doctor"]).await);
        for sign in unseen {
            let shown = format!("of{}nobody is no entry", sign.escape_unicode());
            assert!(told_again.contains(&shown) && !told_again.contains(sign), "{told_again}");
        }
        for (line, bytes) in [("stray", "not ours"), ("a.txt", "other")] {
            let line = said.lines().find(|told| told.contains(line)).unwrap();
            let aside = line.split(".vitrine/lost/").nth(1).unwrap_or_else(|| panic!("{line}"));
            let name: String = aside.chars().take_while(char::is_ascii_hexdigit).collect();
            assert_eq!(fs::read_to_string(server.disk.join(".vitrine/lost").join(name)).unwrap(), bytes);
        }
    });
}

#[test]
fn a_preview_or_email_that_cannot_be_read_is_named_and_keeps_nothing_back() {
    on_both(async |server| {
        server.user("wim").upload(server.top, "kept.txt", "words").await.ok();
        let (data, place) = (server.test.folder(), tempfile::tempdir().unwrap());
        for (name, text) in [
            ("renditions/ab/shut.webp", "a picture"),
            ("renditions/ab/well.webp", "another picture"),
            ("renditions/cd/inside.webp", "a third picture"),
            ("mail/shut.eml", "Subject: closed"),
            ("mail/well.eml", "Subject: open"),
        ] {
            fs::create_dir_all(data.join(name).parent().unwrap()).unwrap();
            fs::write(data.join(name), text).unwrap();
        }
        let closed = ["renditions/ab/shut.webp", "renditions/cd", "mail/shut.eml"];
        closed.iter().for_each(|name| shut(&data.join(name)));
        let pipe = data.join("renditions/ab/pipe");
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();

        let backup = place.path().join("backup");
        let words = ["backup", backup.to_str().unwrap()];
        let taken = tokio::time::timeout(std::time::Duration::from_secs(120), run(server, &words)).await.unwrap();
        let (said, why) = (told(&taken), String::from_utf8(taken.stderr.clone()).unwrap());
        assert_eq!(taken.status.code(), Some(1), "{said}{why}");
        for line in closed.map(|name| format!("{name} cannot be read")) {
            assert!(said.contains(&line), "{line}: {said}");
        }
        assert!(said.contains("renditions/ab/pipe is no file") && said.contains("1 contents"), "{said}");
        assert!(why.contains("4 previews and e-mails are not in the backup"), "{why}");
        assert_eq!(names_in(&backup.join("renditions/ab")), ["well.webp"]);
        assert_eq!(names_in(&backup.join("mail")), ["well.eml"]);
        assert!(vitrine::backup::faults_of(&backup).is_empty());

        fs::remove_file(pipe).unwrap();
        closed.iter().for_each(|name| fs::set_permissions(data.join(name), Permissions::from_mode(0o700)).unwrap());
        assert!(run(server, &words).await.status.success());
        assert_eq!(fs::read(backup.join("renditions/cd/inside.webp")).unwrap(), b"a third picture");
        assert_eq!(names_in(&backup.join("mail")), ["shut.eml", "well.eml"]);
    });
}
