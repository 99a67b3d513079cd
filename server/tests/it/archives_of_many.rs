//! An archive of many files, with names of several languages, as the programs open it that people have: `unzip`, `7zz` and
//! Python. `PROVE_FILES` says how many files; without it, some hundred show that the proof works.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use content::Upload;
use primitives::{EntryName, NodeId};
use serde_json::json;

use crate::harness::{NOW, TestServer, on_both};
use crate::links::visitor::Visitor;

const FEW: usize = 300;
/// In one folder.
const OF_FOLDER: usize = 5_000;
/// What their names begin with.
const NAMES: [&str; 6] = ["São João", "Orçamento é ação", "富士山の写真", "データ", "Férias 🏔️ 🌊", "plain"];

/// The paths in an archive, with the texts of files; a folder has none.
type Found = BTreeMap<String, Option<String>>;

fn wanted_files() -> usize {
    std::env::var("PROVE_FILES").map_or(FEW, |count| count.parse().expect("PROVE_FILES: a number"))
}

/// A folder with so many files in folders, and what an archive of it has.
async fn filled(server: &TestServer, count: usize) -> (i64, Found) {
    let wim = server.user("wim");
    let top = wim.folder(server.top, "Coleção 写真 🌊").await.id();
    let mut found = Found::from([("Coleção 写真 🌊".to_owned(), None)]);
    let who = server.actor("wim").await;
    for first in (0..count).step_by(OF_FOLDER) {
        let name = format!("{} {first}", NAMES[first / OF_FOLDER % NAMES.len()]);
        let folder = wim.folder(top, &name).await.id();
        let path = format!("Coleção 写真 🌊/{name}");
        found.insert(path.clone(), None);
        let indices = first..count.min(first + OF_FOLDER);
        let name_of = |index: usize| format!("{} {index}.txt", NAMES[index % NAMES.len()]);
        for index in indices.clone() {
            let name = name_of(index);
            found.insert(format!("{path}/{name}"), Some(format!("{name}\n").repeat(index % 13 + 1)));
        }
        let synthesised = server.synthesised();
        let made = security::write(&server.app.db, &who, move |tx, access| {
            let folder = NodeId(folder);
            let (into, place) = (access.authorize::<Upload>(tx, folder)?, synthesised.folder(tx, folder)?);
            for index in indices.clone() {
                content::synthesise_file(tx, &into, &place, &EntryName::parse(&name_of(index))?, index, NOW)?;
            }
            Ok::<_, content::Error>(())
        });
        made.await.unwrap();
        server.send_synthesised(folder).await;
    }
    (top, found)
}

/// What a program takes out of an archive.
fn taken_out(program: &str, arguments: &[&str], archive: &Path) -> Found {
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("out");
    fs::create_dir(&into).unwrap();
    let arguments = arguments.iter().map(|argument| match *argument {
        "ARCHIVE" => archive.to_str().unwrap().to_owned(),
        other => other.replace("FOLDER", into.to_str().unwrap()),
    });
    // Names are those of Unicode, whatever the machine speaks.
    let run = Command::new(program).args(arguments).env("LC_ALL", "C.UTF-8").output();
    let run = run.unwrap_or_else(|error| panic!("{program}, which scripts/need installs: {error}"));
    let said = String::from_utf8_lossy(&run.stdout).into_owned() + &String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{program}: {said}");
    let mut found = Found::new();
    look_through(&into, "", &mut found);
    found
}

fn look_through(folder: &Path, above: &str, found: &mut Found) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{above}{}", entry.file_name().to_str().expect("a name of Unicode"));
        if entry.file_type().unwrap().is_dir() {
            look_through(&entry.path(), &format!("{path}/"), found);
            found.insert(path, None);
        } else {
            found.insert(path, Some(fs::read_to_string(entry.path()).unwrap()));
        }
    }
}

fn assert_opens(bytes: &[u8], wanted: &Found) {
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("archive.zip");
    fs::write(&archive, bytes).unwrap();
    let script = "import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1]) as archive: archive.extractall(sys.argv[2])";
    let programs: [(&str, &[&str]); 3] = [
        ("unzip", &["-qq", "ARCHIVE", "-d", "FOLDER"]),
        ("7zz", &["x", "-y", "-bso0", "-bsp0", "-oFOLDER", "ARCHIVE"]),
        ("python3", &["-c", script, "ARCHIVE", "FOLDER"]),
    ];
    for (program, arguments) in programs {
        let found = taken_out(program, arguments, &archive);
        assert_eq!(found.len(), wanted.len(), "{program}");
        let differing = wanted.iter().find(|(path, text)| found.get(*path) != Some(*text));
        assert_eq!(differing, None, "{program}");
    }
}

#[test]
fn archives_of_many_files_open_with_the_programs_that_people_have() {
    let count = wanted_files();
    on_both(async |server| {
        let mia = server.user("mia");
        let (folder, wanted) = filled(server, count).await;
        let told = mia.post("selection/download", json!({ "node_ids": [folder] })).await.ok();
        assert_eq!(told["count"], count);
        let archive = mia.get(told["link"].as_str().unwrap()).await;
        assert_eq!((archive.status, archive.header("content-length")), (200, told["bytes"].to_string().as_str()));
        assert_opens(&archive.bytes, &wanted);

        let link = mia.post("link", json!({ "node_ids": [folder] })).await.ok();
        let by_link = Visitor::of(server, &link).get("/archive").await;
        assert_eq!(by_link.status, 200);
        assert_opens(&by_link.bytes, &wanted);
    });
}
