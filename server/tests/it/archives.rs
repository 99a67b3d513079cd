//! Folders and selections as one archive: what is in it and what is not, in ranges, and cut off when rights end.

use std::collections::BTreeMap;
use std::process::Command;

use primitives::NodeId;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{PASSWORD, on_both};
use crate::test_users::{Answer, TestUser};

/// More than a connection holds while nobody reads.
const LARGE: usize = 24 << 20;

async fn link(who: &TestUser<'_>, selection: Value) -> Value {
    who.post("selection/download", selection).await.ok()
}

async fn fetched(who: &TestUser<'_>, selection: Value) -> Answer {
    let answer = who.get(link(who, selection).await["link"].as_str().unwrap()).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/zip"));
    answer
}

/// The names in an archive with their texts, as Python reads them; check sums are compared.
pub fn unpacked(archive: &[u8]) -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("archive.zip");
    std::fs::write(&path, archive).unwrap();
    let script = "import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    names = archive.namelist()
    assert len(names) == len(set(names)), names
    print(json.dumps([[name, archive.read(name)[:200].decode('utf-8', 'replace')] for name in names]))";
    let read = Command::new("python3").args(["-c", script]).arg(&path).output().expect("python3");
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    let tested = Command::new("unzip").arg("-tqq").arg(&path).output().expect("unzip");
    assert!(tested.status.success(), "{}", String::from_utf8_lossy(&tested.stdout));
    let entries: Vec<(String, String)> = serde_json::from_slice(&read.stdout).unwrap();
    entries.into_iter().collect()
}

fn names(archive: &[u8]) -> Vec<String> {
    unpacked(archive).into_keys().collect()
}

#[test]
fn a_folder_is_one_archive_with_everything_in_it() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Campanha São João").await.id();
        let inner = wim.folder(folder, "写真").await.id();
        wim.folder(folder, "vazia").await.id();
        for (parent, name, text) in [
            (folder, "Orçamento.txt", "ção"),
            (folder, ".profile", "dots"),
            (folder, "empty.txt", ""),
            (inner, "富士山 🏔️.txt", "山"),
        ] {
            wim.upload(parent, name, text).await.id();
        }
        let told = link(&wim, json!({ "node_ids": [folder] })).await;
        assert_eq!((&told["name"], &told["count"]), (&json!("Campanha São João.zip"), &json!(4)));
        let direct = wim.get(&format!("actions/download/{folder}")).await.ok();
        let sql = "SELECT COUNT(*) FROM audit_entry WHERE what = 'selection_download' AND object_kind = 'node'";
        assert_eq!(server.count(sql).await, 2, "each link is recorded as a download");
        for link in [&told["link"], &direct["link"]] {
            let answer = wim.get(link.as_str().unwrap()).await;
            assert_eq!(answer.header("content-length"), told["bytes"].to_string());
            let disposition = answer.header("content-disposition");
            assert!(disposition.ends_with("filename*=UTF-8''Campanha%20S%C3%A3o%20Jo%C3%A3o.zip"), "{disposition}");
            let wanted = [
                ("Campanha São João/", ""),
                ("Campanha São João/.profile", "dots"),
                ("Campanha São João/Orçamento.txt", "ção"),
                ("Campanha São João/empty.txt", ""),
                ("Campanha São João/vazia/", ""),
                ("Campanha São João/写真/", ""),
                ("Campanha São João/写真/富士山 🏔️.txt", "山"),
            ];
            let wanted = wanted.map(|(name, text)| (name.to_owned(), text.to_owned()));
            assert_eq!(unpacked(&answer.bytes), BTreeMap::from(wanted));
        }
    });
}

#[test]
fn a_selection_is_an_archive_called_by_its_folder() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        let mut files = Vec::new();
        for name in ["a.txt", "b.txt", "c.txt"] {
            files.push(wim.upload(folder, name, name).await.id());
        }
        let selection = json!({ "parent_id": folder, "except": [files[1]] });
        for (language, name) in [("en", "Folder – 2 files.zip"), ("pt-BR", "Folder – 2 arquivos.zip")] {
            let asked = wim.request(Method::POST, "selection/download").header("accept-language", language);
            assert_eq!(Answer::of(asked.json(&selection)).await.ok()["name"], name);
        }
        assert_eq!(names(&fetched(&wim, selection).await.bytes), ["a.txt", "c.txt"]);

        let nothing = wim.folder(server.top, "Nothing").await.id();
        let refused = wim.post("selection/download", json!({ "parent_id": nothing })).await;
        assert_eq!(refused.refusal(), (404, "not_found"), "nothing is selected");
        assert_eq!(wim.post("selection/download", json!({ "in_bin": true })).await.status, 422);
    });
}

#[test]
fn names_are_right_on_every_system() {
    on_both(async |server| {
        let wim = server.user("wim");
        let mut files = Vec::new();
        for (folder, name) in [("one", "Readme.md"), ("two", "README.md"), ("three", "what.md")] {
            let folder = wim.folder(server.top, folder).await.id();
            files.push(wim.upload(folder, name, name).await.id());
        }
        // It came with a disk, from a system that has such names. An object's name does not change.
        if server.bucket.is_none() {
            std::fs::rename(server.disk.join("three/what.md"), server.disk.join("three/what?.md")).unwrap();
        }
        let (odd, sql) =
            (files[2], "UPDATE nodes_node SET name = 'what?.md', name_key = 'what?.md' WHERE node_id = $1");
        server.app.db.write(move |tx| tx.run(sql, db::params![NodeId(odd)])).await.unwrap();
        let found = unpacked(&fetched(&wim, json!({ "node_ids": files })).await.bytes);
        let found: Vec<_> = found.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        assert_eq!(found, [("README (2).md", "README.md"), ("Readme.md", "Readme.md"), ("what_.md", "what.md")]);
    });
}

#[test]
fn what_somebody_may_not_see_is_not_in_it() {
    on_both(async |server| {
        let (wim, zoe, rea) = (server.user("wim"), server.user("zoe"), server.user("rea"));
        let folder = wim.folder(server.top, "Folder").await.id();
        wim.upload(folder, "open.txt", "open").await.id();
        let sealed = zoe.upload(folder, "sealed.txt", "secret").await.id();
        let closed = zoe.folder(folder, "closed").await.id();
        zoe.upload(closed, "within.txt", "secret").await.id();
        server.classify(sealed).await;
        server.classify(closed).await;

        let everything = json!({ "node_ids": [folder] });
        let told = link(&rea, everything.clone()).await;
        assert_eq!(told["count"], 1, "nothing hidden is counted");
        let archive = fetched(&rea, everything.clone()).await;
        assert_eq!(told["bytes"].to_string(), archive.header("content-length"));
        assert_eq!(names(&archive.bytes), ["Folder/", "Folder/open.txt"]);
        assert_eq!(names(&fetched(&rea, json!({ "parent_id": folder })).await.bytes), ["open.txt"]);
        assert_eq!(unpacked(&fetched(&zoe, everything.clone()).await.bytes).len(), 5);
        for selection in
            [json!({ "node_ids": [sealed] }), json!({ "parent_id": closed }), json!({ "node_ids": [999_999] })]
        {
            assert_eq!(rea.post("selection/download", selection).await.refusal(), (404, "not_found"));
        }
        assert_eq!(server.user("eva").post("selection/download", everything).await.status, 404);
        assert_eq!(rea.get(&format!("actions/download/{closed}")).await.status, 404);
    });
}

#[test]
fn a_link_is_for_the_session_that_asked_for_it() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        wim.upload(folder, "a.txt", "words").await.id();
        let told = link(&wim, json!({ "node_ids": [folder] })).await;
        let link = told["link"].as_str().unwrap();
        assert_eq!(server.anonymous().get(link).await.status, 401);
        for other in [server.user("mia"), server.sign_in("wim").await] {
            assert_eq!(other.get(link).await.refusal(), (404, "not_found"));
        }
        let nothing = "/api/file/archive/00000000000000000000000000000000";
        assert_eq!(wim.get(nothing).await.refusal(), (404, "not_found"));

        // The browser follows it with its cookie.
        let login = json!({ "email": "wim@lume.example", "password": PASSWORD });
        let signed_in = server.anonymous().post("/api/core/auth/login", login).await;
        let cookie = signed_in.header("set-cookie").split(';').next().unwrap().to_owned();
        let again = TestUser { token: signed_in.ok()["token"].as_str().map(str::to_owned), ..server.anonymous() };
        let told = self::link(&again, json!({ "node_ids": [folder] })).await;
        let asked = server.anonymous().request(Method::GET, told["link"].as_str().unwrap()).header("cookie", cookie);
        assert_eq!(names(&Answer::of(asked).await.bytes), ["Folder/", "Folder/a.txt"]);

        server.clock.advance(6 * 3600);
        content::sweep(&server.app.content).await.unwrap();
        assert_eq!(server.count("SELECT COUNT(*) FROM content_archive").await, 0);
    });
}

#[test]
fn an_archive_is_fetched_on_where_it_was_interrupted() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        for (name, size) in [("a.txt", 1_000), ("b.txt", 600_000), ("c.txt", 0), ("d.txt", 3)] {
            wim.upload(folder, name, "x".repeat(size)).await.id();
        }
        let told = link(&wim, json!({ "node_ids": [folder] })).await;
        let (link, length) = (told["link"].as_str().unwrap(), told["bytes"].as_u64().unwrap());
        let part = async |range: String, tag: &str| {
            let asked = wim.request(Method::GET, link).header("range", range);
            Answer::of(if tag.is_empty() { asked } else { asked.header("if-range", tag) }).await
        };
        // Nothing of it was read before: the directory needs the check sums all the same.
        let end = part("bytes=-300".to_owned(), "").await;
        let whole = wim.get(link).await;
        assert_eq!((whole.bytes.len() as u64, unpacked(&whole.bytes).len()), (length, 5));
        assert_eq!((end.status, end.bytes.as_slice()), (206, &whole.bytes[whole.bytes.len() - 300..]));
        let tag = whole.header("etag").to_owned();
        for first in [0, 1, 30, 700, 1_100, 300_000, 601_150, length - 400, length - 22, length - 1] {
            let rest = part(format!("bytes={first}-"), &tag).await;
            assert_eq!(rest.status, 206, "{first}");
            assert_eq!(rest.header("content-range"), format!("bytes {first}-{}/{length}", length - 1));
            assert!(rest.bytes == whole.bytes[usize::try_from(first).unwrap()..], "{first}");
        }
        let middle = part("bytes=900-1400".to_owned(), "").await;
        assert!(middle.bytes == whole.bytes[900..=1400]);
        assert_eq!(part(format!("bytes={length}-"), "").await.status, 416);

        // What has changed is another archive: it begins again.
        wim.upload(folder, "e.txt", "new").await.id();
        let again = part("bytes=900-".to_owned(), &tag).await;
        assert_eq!((again.status, unpacked(&again.bytes).len()), (200, 6));
    });
}

#[test]
fn an_archive_is_cut_off_when_a_right_ends_in_the_middle() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        wim.upload(folder, "1.bin", vec![7; LARGE]).await.id();
        let second = wim.upload(folder, "2.txt", "words").await.id();
        let told = link(&wim, json!({ "node_ids": [folder] })).await;
        let link = told["link"].as_str().unwrap();
        let mut answer = wim.request(Method::GET, link).send().await.unwrap();
        answer.chunk().await.unwrap().unwrap();
        server.classify(second).await;
        let mut rest = 0;
        let cut_off = loop {
            match answer.chunk().await {
                Ok(Some(chunk)) => rest += chunk.len(),
                ended => break ended,
            }
        };
        assert!(cut_off.is_err() && rest < LARGE + 500, "{rest}");
        assert_eq!(names(&wim.get(link).await.bytes), ["Folder/", "Folder/1.bin"]);
    });
}

#[test]
fn what_cannot_be_had_is_named_in_a_text_at_the_end() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let folder = wim.folder(server.top, "Folder").await.id();
        wim.upload(folder, "fine.txt", "words").await.id();
        wim.upload(folder, "gone.txt", "words").await.id();
        let locked = wim.upload(folder, "locked.txt", "words").await.id();
        let (user, sql) = (server.users["wim"], "UPDATE nodes_node SET locked_by = $2 WHERE node_id = $1");
        server.app.db.write(move |tx| tx.run(sql, db::params![NodeId(locked), user])).await.unwrap();
        server.lose("Folder/gone.txt").await;

        let told = link(&mia, json!({ "node_ids": [folder] })).await;
        let link = told["link"].as_str().unwrap();
        assert!(Answer::attempt(mia.request(Method::GET, link)).await.is_err(), "nobody knew yet that it is gone");
        let found = unpacked(&mia.get(link).await.bytes);
        let note = "These files are not in this archive:\r\n\r\nFolder/gone.txt: damaged on this server\r\n\
                    Folder/locked.txt: locked by somebody else\r\n";
        let wanted = [("Folder/", ""), ("Folder/fine.txt", "words"), ("Left out.txt", note)];
        assert_eq!(found, BTreeMap::from(wanted.map(|(name, text)| (name.to_owned(), text.to_owned()))));
        let refused = mia.post("selection/download", json!({ "node_ids": [locked] })).await;
        assert_eq!(refused.status, 403);
    });
}

#[test]
fn what_is_selected_twice_or_lies_in_another_is_in_it_once() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        let inner = wim.folder(folder, "Inner").await.id();
        let file = wim.upload(inner, "a.txt", "a").await.id();
        let selection = json!({ "node_ids": [file, inner, file, folder, folder, inner] });
        assert_eq!(link(&wim, selection.clone()).await["count"], 1);
        let archive = fetched(&wim, selection).await.bytes;
        assert_eq!(names(&archive), ["Folder/", "Folder/Inner/", "Folder/Inner/a.txt"]);
        let twice = link(&wim, json!({ "node_ids": [file, file] })).await;
        assert_eq!((&twice["name"], &twice["count"]), (&json!("a.txt.zip"), &json!(1)));
    });
}

#[test]
fn an_archive_is_of_one_tenant_whose_log_has_it() {
    on_both(async |server| {
        let (wim, eva) = (server.user("wim"), server.user("eva"));
        let ours = wim.upload(server.top, "ours.txt", "ours").await.id();
        let theirs = eva.upload(server.other_top, "theirs.txt", "theirs").await.id();
        let (user, group) = (server.users["eva"], server.groups["managers"]);
        let join = "INSERT INTO identity_member (users_id, user_group_id, manager) VALUES ($1, $2, FALSE)";
        let joined = server.app.db.write(move |tx| {
            tx.run(join, db::params![user, group])?;
            tenancy::bump_epoch(tx)
        });
        joined.await.unwrap();
        for one in [ours, theirs] {
            link(&eva, json!({ "node_ids": [one] })).await;
        }
        let both = eva.post("selection/download", json!({ "node_ids": [theirs, ours] })).await;
        assert_eq!(both.refusal(), (409, "other_tenant"));
    });
}

#[test]
fn what_comes_into_an_archive_after_its_link_is_recorded_when_it_is_sent() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        let told = link(&wim, json!({ "node_ids": [folder] })).await;
        let link = told["link"].as_str().unwrap();
        let sql = "SELECT COUNT(*) FROM audit_entry WHERE what = 'selection_download'";
        let fetched = async || {
            assert_eq!(wim.get(link).await.status, 200);
            server.count(sql).await
        };
        assert_eq!((fetched().await, fetched().await), (1, 1), "an empty folder was recorded, and is sent");
        let file = wim.upload(folder, "late.txt", "late").await.id();
        assert_eq!(Answer::of(wim.request(Method::HEAD, link)).await.status, 200);
        assert_eq!(server.count(sql).await, 1, "nothing is sent");
        assert_eq!((fetched().await, fetched().await), (2, 2));
        wim.rename(file, "later.txt").await.ok();
        assert_eq!(fetched().await, 2, "it gives the same away");
        wim.replace(folder, file, "another content").await.ok();
        let part = Answer::of(wim.request(Method::GET, link).header("range", "bytes=0-9")).await;
        assert_eq!((part.status, server.count(sql).await), (206, 3));
        let of_one = "SELECT COUNT(*) FROM audit_entry WHERE what = 'selection_download' AND after_json LIKE '%:1,%'";
        assert_eq!(server.count(of_one).await, 2, "with the number of files");
    });
}

#[test]
fn a_person_fetches_few_archives_at_once() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "large.bin", vec![7; LARGE]).await.id();
        let told = link(&wim, json!({ "node_ids": [file] })).await;
        let link = told["link"].as_str().unwrap();
        let mut running = Vec::new();
        for _ in 0..4 {
            running.push(wim.request(Method::GET, link).send().await.unwrap());
        }
        assert_eq!(wim.get(link).await.refusal(), (429, "rate_limited"));
        drop(running);
        crate::eventually::eventually("the turns come back", async || {
            Answer::of(wim.request(Method::HEAD, link)).await.status == 200
        })
        .await;
    });
}
