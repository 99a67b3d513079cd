//! Names in a folder: hidden entries are not revealed, and no name looks like another.

use primitives::NodeRole;
use reqwest::Method;
use security::Principal;
use serde_json::{Value, json};
use storage::CheckOptions;

use crate::harness::{TestServer, on_both, on_disks};
use crate::test_users::{Answer, TestUser};

/// The answer that a person gets, without values that differ between any two entries, and the statements of the
/// database.
async fn road(server: &TestServer, call: impl AsyncFnOnce() -> Answer) -> (u16, Value, Vec<String>) {
    let query_log = server.test.query_log();
    // Cached results of an earlier question do not belong to this one.
    server.app.db.background_ended().await;
    query_log.take();
    let answer = call().await;
    let heard = query_log.take().into_iter().filter(|sql| !sql.contains("jobs_event")).collect();
    let mut body = answer.body;
    if let Some(members) = body.as_object_mut() {
        for one in ["node_id", "name", "url", "callback", "bg_action_id", "bg_group_id"] {
            members.remove(one);
        }
    }
    (answer.status, body, heard)
}

/// A folder in which `hidden.txt` and `hidden folder` are marked.
async fn half_hidden(server: &TestServer) -> i64 {
    let zoe = server.user("zoe");
    let folder = zoe.folder(server.top, "shared").await.id();
    let file = zoe.upload(folder, "hidden.txt", "secret").await.id();
    let inner = zoe.folder(folder, "hidden folder").await.id();
    server.classify(file).await;
    server.classify(inner).await;
    server.grant(server.top, Principal::Group(server.groups["cleared"]), NodeRole::Writer).await;
    server.drain().await;
    folder
}

async fn upload_in_parts(who: &TestUser<'_>, folder: i64, name: &str) -> Answer {
    let prepared = who.prepare(folder, name, Some(1)).await.ok();
    who.patch(&prepared, 0, b"x", &[]).await
}

#[test]
fn a_hidden_name_is_reported_as_free() {
    on_both(async |server| {
        let folder = half_hidden(server).await;
        let wim = server.user("wim");
        let exists = async |name: &str| {
            wim.post(&format!("entry/exists/{folder}"), json!({ "names": [name, "other.txt"] })).await
        };
        assert_eq!(exists("hidden.txt").await.ok()["existing"], json!([]));

        // Pairs of a hidden name and a free one. The first calls bring the asker up to date.
        exists("hidden.txt").await.ok();
        let (hidden, free) = ("HIDDEN.txt", "absent.txt");
        assert_eq!(road(server, async || exists(hidden).await).await, road(server, async || exists(free).await).await);
        let prepare = async |name: &str| wim.prepare(folder, name, None).await;
        assert_eq!(
            road(server, async || prepare("Hidden.txt").await).await,
            road(server, async || prepare("Absent.txt").await).await
        );
        let make = async |name: &str| wim.folder(folder, name).await;
        let (of_hidden, of_free) = (
            road(server, async || make("hidden folder").await).await,
            road(server, async || make("absent folder").await).await,
        );
        assert_eq!(of_hidden.0, 201);
        assert_eq!(of_hidden, of_free);

        let (one, two) = (wim.upload(folder, "one.txt", "x").await.id(), wim.upload(folder, "two.txt", "x").await.id());
        // Its picture is still wanted when both are in the bin.
        wim.upload(folder, "three.txt", "x").await.ok();
        let bin = async |node: i64| wim.delete(&format!("entry/{node}")).await.ok();
        let restore = async |node: i64| wim.request(Method::POST, &format!("entry/restore/{node}"));
        // The names of binned entries are taken meanwhile: one by a hidden entry, the other by none.
        bin(one).await;
        bin(two).await;
        let zoe = server.user("zoe");
        let taken = zoe.upload(folder, "one.txt", "secret").await.id();
        server.classify(taken).await;
        server.drain().await;
        wim.list(folder).await;
        let back = async |node: i64| Answer::of(restore(node).await).await;
        let (of_hidden, of_free) =
            (road(server, async || back(one).await).await, road(server, async || back(two).await).await);
        assert_eq!(of_hidden.0, 200);
        assert_eq!((of_hidden.1, of_hidden.2), (of_free.1, of_free.2));
        assert_eq!(wim.list(folder).await, ["absent folder", "hidden folder", "one.txt", "three.txt", "two.txt"]);
    });
}

#[test]
fn a_rename_onto_a_hidden_name_succeeds_like_any_other() {
    on_both(async |server| {
        let folder = half_hidden(server).await;
        let wim = server.user("wim");
        let (one, two) = (wim.upload(folder, "a.txt", "x").await.id(), wim.upload(folder, "b.txt", "x").await.id());
        server.drain().await;
        wim.list(folder).await;
        let (of_hidden, of_free) = (
            road(server, async || wim.rename(one, "hidden.txt").await).await,
            road(server, async || wim.rename(two, "absent.txt").await).await,
        );
        assert_eq!(of_hidden.0, 200);
        assert_eq!(of_hidden, of_free);
        // Names of visible entries are taken as usual.
        assert_eq!(wim.rename(two, "HIDDEN.TXT").await.refusal(), (409, "name_taken"));
    });
}

#[test]
fn two_entries_of_one_name_keep_their_bytes_apart_through_all_they_go_through() {
    on_both(async |server| {
        let folder = half_hidden(server).await;
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let duplicate = wim.upload(folder, "hidden.txt", "open").await.id();
        upload_in_parts(&wim, folder, "hidden folder").await;
        let names = server.names_at("shared").await;
        assert!(names.contains(&format!("hidden~vitrine{duplicate}.txt")), "{names:?}");
        assert_eq!(server.bytes_at("shared/hidden.txt").await, b"secret");
        let bytes = async |who: &TestUser<'_>, node: i64| who.get(&format!("/api/file/content/{node}")).await.bytes;
        assert_eq!(bytes(&wim, duplicate).await, b"open");

        // A person who sees both sees which one is marked.
        let listed = zoe.get(&format!("entry/list/{folder}")).await.ok();
        let both = listed["items"].as_array().unwrap().iter().filter(|item| item["name"] == "hidden.txt");
        let marks: Vec<usize> = both.map(|item| item["marks"].as_array().unwrap().len()).collect();
        assert_eq!(marks.iter().sum::<usize>(), 1, "{marks:?}");
        assert_eq!(marks.len(), 2);
        assert_eq!(zoe.folder(folder, "Hidden.txt").await.refusal(), (409, "name_taken"));
        assert_eq!(wim.upload(folder, "hidden.txt", "again").await.refusal(), (409, "name_taken"));

        wim.delete(&format!("entry/{duplicate}")).await.ok();
        wim.post(&format!("entry/restore/{duplicate}"), json!({})).await.ok();
        assert_eq!(bytes(&wim, duplicate).await, b"open");
        // With a name of its own it has that name on disk, and under the old one it is a duplicate again.
        wim.rename(duplicate, "open.txt").await.ok();
        assert!(server.is_at("shared/open.txt").await);
        wim.rename(duplicate, "hidden.txt").await.ok();
        assert_eq!(bytes(&wim, duplicate).await, b"open");
        assert_eq!(server.bytes_at("shared/hidden.txt").await, b"secret");

        storage::recover(&server.app.db, &server.app.content.storage.config.owner, server.clock.now()).await.unwrap();
        let mut found = Vec::new();
        let look = CheckOptions { repair: false, hashes: true };
        storage::examine(&server.app.db, look, None, |finding| found.push(finding)).await.unwrap();
        assert_eq!(found, []);
    });
}

#[test]
fn recovery_moves_a_duplicate_back_to_the_bin_after_a_crash() {
    on_disks(async |server| {
        let folder = half_hidden(server).await;
        let wim = server.user("wim");
        let duplicate = wim.upload(folder, "hidden.txt", "open").await.id();
        wim.delete(&format!("entry/{duplicate}")).await.ok();
        // As after a crash between moving the bytes back and the commit.
        let (bin, place) = (
            server.disk.join(format!(".vitrine/bin/{duplicate}")),
            server.disk.join(format!("shared/hidden~vitrine{duplicate}.txt")),
        );
        std::fs::rename(&bin, &place).unwrap();
        storage::recover(&server.app.db, &server.app.content.storage.config.owner, server.clock.now()).await.unwrap();
        assert!(bin.exists() && !place.exists());
        assert_eq!(server.bytes_at("shared/hidden.txt").await, b"secret");
    });
}

#[test]
fn names_with_invisible_characters_are_refused() {
    on_both(async |server| {
        let wim = server.user("wim");
        for name in ["plan\u{200b}.txt", "pl\u{ad}an.txt", "plan\u{2060}", "\u{3164}", "a\u{fffe}", "a／b", ".VİTRİNE"]
        {
            assert_eq!(wim.folder(server.top, name).await.refusal(), (422, "invalid"), "{name:?}");
            assert_eq!(wim.prepare(server.top, name, None).await.refusal(), (422, "invalid"), "{name:?}");
        }
        for name in ["👩\u{200d}👧.png", "نامه\u{200c}ها.txt", "❤\u{fe0f}.svg"] {
            wim.upload(server.top, name, "x").await.ok();
        }
        let named = json!({ "name": "Ada\u{202e}" });
        assert_eq!(
            wim.put(&format!("/api/core/users/{}", server.users["wim"]), named).await.refusal(),
            (422, "invalid")
        );
    });
}

#[test]
fn folders_lie_in_each_other_so_deep_and_no_deeper() {
    on_both(async |server| {
        let wim = server.user("wim");
        let mut deepest = server.top;
        for _ in 0..255 {
            deepest = wim.folder(deepest, "d").await.id();
        }
        assert_eq!(wim.folder(deepest, "d").await.refusal(), (409, "too_deep"));
        assert_eq!(wim.upload(deepest, "a.txt", "x").await.refusal(), (409, "too_deep"));
        let query_log = server.test.query_log();
        let asked = async |node: i64| {
            query_log.take();
            let above = wim.get(&format!("entry/{node}/parent")).await.ok();
            (above["total"].as_u64().unwrap(), query_log.take().len())
        };
        let far = asked(deepest).await;
        assert_eq!(far.0, 255);
        assert!(far.1 < 20, "{} statements", far.1);
    });
}

#[test]
fn the_place_of_a_folder_is_its_own_where_another_has_its_name() {
    on_disks(async |server| {
        let (wim, zoe) = (server.user("wim"), server.actor("zoe").await);
        let first = wim.folder(server.top, "Plans").await.id();
        server.classify(first).await;
        let second = wim.folder(server.top, "Plans").await.id();
        let inner = wim.folder(second, "Inner").await.id();
        let synthesise = move |tx: &mut db::Tx<'_>, access: &mut security::Access<'_>| {
            let inner = primitives::NodeId(inner);
            let (into, place) = (access.authorize::<content::Upload>(tx, inner)?, content::folder_on_disk(tx, inner)?);
            let name = primitives::EntryName::parse("a.txt").unwrap();
            content::synthesise_file(tx, &into, &place, &name, 1, crate::harness::NOW)
        };
        security::write(&server.app.db, &zoe, synthesise).await.unwrap();
        let mut found = Vec::new();
        let look = CheckOptions { repair: false, hashes: true };
        storage::examine(&server.app.db, look, None, |finding| found.push(finding.to_string())).await.unwrap();
        assert_eq!(found, [""; 0]);
    });
}

#[test]
fn a_folder_that_came_to_nothing_is_not_on_the_disk() {
    on_both(async |server| {
        let wim = server.user("wim");
        wim.list(server.top).await;
        let rename = |from: &'static str, to: &'static str| {
            server.app.db.write(move |tx| tx.run(&format!("ALTER TABLE {from} RENAME TO {to}"), &[]))
        };
        rename("audit_entry", "audit_entry_away").await.unwrap();
        let answer = wim.folder(server.top, "lost").await;
        rename("audit_entry_away", "audit_entry").await.unwrap();
        assert!(answer.status >= 500, "{}", answer.status);
        assert_eq!(server.names_at("").await, [".vitrine"]);
        wim.folder(server.top, "lost").await.ok();
    });
}
