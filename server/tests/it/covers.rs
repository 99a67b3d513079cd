//! What the cards of folders show: pictures that the asker may open, and no trace of any other.

use std::collections::BTreeSet;

use db::params;
use primitives::{NodeId, NodeRole};
use security::Principal;
use serde_json::{Value, json};

use crate::harness::{PEOPLE, TestServer, on_both};
use crate::previews::png;
use crate::seeded_rng::SeededRng;
use crate::test_users::TestUser;

async fn covers(who: &TestUser<'_>, folders: &[i64]) -> Value {
    let ids = folders.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    who.get(&format!("rendition/covers?node_ids={ids}")).await.ok()["items"].clone()
}

/// The names of the pictures of a folder; None: the folder is not answered.
async fn names(who: &TestUser<'_>, folder: i64) -> Option<Vec<String>> {
    let covers = covers(who, &[folder]).await;
    let pictures = covers.as_array().unwrap().first()?["pictures"].as_array().unwrap().clone();
    Some(pictures.iter().map(|picture| picture["name"].as_str().unwrap().to_owned()).collect())
}

fn some(names: &[&str]) -> Option<Vec<String>> {
    Some(names.iter().map(|name| (*name).to_owned()).collect())
}

/// A picture that is newer than all before.
async fn picture(who: &TestUser<'_>, folder: i64, name: &str) -> i64 {
    who.server.clock.advance(1);
    who.upload(folder, name, png()).await.id()
}

async fn choose(who: &TestUser<'_>, folder: i64, picture: Option<i64>) -> (u16, String) {
    let chosen = who.put(&format!("rendition/cover/{folder}"), json!({ "picture_node_id": picture })).await;
    let (status, code) = chosen.refusal();
    (status, code.to_owned())
}

#[test]
fn a_cover_has_the_newest_pictures_of_the_folder_and_then_of_those_below() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "folder").await.id();
        let below = wim.folder(folder, "below").await.id();
        let deep = wim.folder(below, "deep").await.id();
        assert_eq!(names(&wim, folder).await, some(&[]), "nothing is in it");
        wim.upload(folder, "notes.txt", "only words\n").await.ok();
        server.drain().await;
        assert_eq!(names(&wim, folder).await, some(&["notes.txt"]), "there is nothing else");
        picture(&wim, deep, "deep.png").await;
        assert_eq!(names(&wim, folder).await, some(&["notes.txt"]), "the picture is not drawn yet");
        server.drain().await;
        assert_eq!(names(&wim, folder).await, some(&["deep.png"]));
        picture(&wim, below, "below.png").await;
        picture(&wim, folder, "old.png").await;
        picture(&wim, folder, "new.png").await;
        wim.upload(folder, "unknown.bin", vec![0_u8, 1, 2]).await.ok();
        server.drain().await;
        assert_eq!(names(&wim, folder).await, some(&["new.png", "old.png", "below.png"]));
        let more = wim.get(&format!("rendition/covers?node_ids={folder}&pictures=24")).await.ok();
        assert_eq!(more["items"][0]["pictures"].as_array().unwrap().len(), 4);
        let shown = &more["items"][0]["pictures"][0];
        assert_eq!((&shown["entry_type"], &shown["preview"]["status"]), (&json!("image"), &json!("ready")));
        // Several at once, in whatever order, each once; a file has its own picture.
        let file = shown["node_id"].as_i64().unwrap();
        let all = covers(&wim, &[deep, folder, server.top, deep, file, 999_999]).await;
        let ids: Vec<_> = all.as_array().unwrap().iter().map(|cover| cover["node_id"].as_i64().unwrap()).collect();
        assert_eq!(ids, [server.top, folder, deep, file]);
        assert_eq!(all[3]["pictures"], json!([shown]));
        assert_eq!(all[0]["pictures"], all[1]["pictures"], "the repository's only folder has all its pictures");
        for wrong in ["", "x", "1,", "-4", &vec!["1"; 61].join(",")] {
            assert_eq!(wim.get(&format!("rendition/covers?node_ids={wrong}")).await.status, 422, "{wrong:?}");
        }
    });
}

#[test]
fn covers_are_as_if_what_is_marked_had_never_been() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "folder").await.id();
        let vault = wim.folder(folder, "vault").await.id();
        picture(&wim, folder, "open.png").await;
        let secret = picture(&wim, folder, "secret.png").await;
        picture(&wim, vault, "vaulted.png").await;
        server.drain().await;
        server.classify(secret).await;
        server.classify(vault).await;
        // Before and after the propagation to what is in the vault.
        for propagated in [false, true] {
            if propagated {
                server.drain().await;
            }
            for name in ["ada", "mia", "wim", "rea"] {
                let who = server.user(name);
                assert_eq!(names(&who, folder).await, some(&["open.png"]), "{name}, propagated: {propagated}");
                assert_eq!(names(&who, server.top).await, some(&["open.png"]), "{name}, propagated: {propagated}");
                let of_vault = who.get(&format!("rendition/covers?node_ids={vault}")).await;
                let of_nothing = who.get("rendition/covers?node_ids=999999").await;
                assert_eq!(of_vault.bytes, of_nothing.bytes, "{name}, propagated: {propagated}");
            }
            for name in ["zoe", "clea"] {
                let all = some(&["secret.png", "open.png", "vaulted.png"]);
                assert_eq!(names(&server.user(name), folder).await, all, "{name}");
            }
            for name in ["rita", "eva"] {
                assert_eq!(names(&server.user(name), folder).await, None, "{name}");
            }
        }
    });
}

#[test]
fn a_closed_folder_shows_only_what_is_open_in_it() {
    on_both(async |server| {
        let (wim, rita) = (server.user("wim"), server.user("rita"));
        let way = wim.folder(server.top, "way").await.id();
        let open = wim.folder(way, "open").await.id();
        picture(&wim, way, "beside.png").await;
        picture(&wim, open, "yours.png").await;
        server.drain().await;
        assert_eq!(names(&rita, server.top).await, None);
        server.grant(open, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        for folder in [open, way, server.top] {
            assert_eq!(names(&rita, folder).await, some(&["yours.png"]), "also where she only passes");
        }
        server.revoke(open, Principal::Group(server.groups["guests"])).await;
        for folder in [open, way, server.top] {
            assert_eq!(names(&rita, folder).await, None);
        }
    });
}

#[test]
fn what_lies_in_the_bin_or_is_locked_by_another_is_on_no_cover() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let folder = wim.folder(server.top, "folder").await.id();
        let below = wim.folder(folder, "below").await.id();
        let here = picture(&wim, folder, "here.png").await;
        picture(&wim, below, "below.png").await;
        server.drain().await;
        let both = some(&["here.png", "below.png"]);
        assert_eq!(names(&mia, folder).await, both);
        for (binned, left) in [(here, "below.png"), (below, "here.png")] {
            mia.delete(&format!("entry/{binned}")).await.ok();
            assert_eq!(names(&mia, folder).await, some(&[left]));
            assert_eq!(names(&mia, binned).await, None);
            mia.post(&format!("entry/restore/{binned}"), json!({})).await.ok();
            assert_eq!(names(&mia, folder).await, both);
        }
        mia.delete(&format!("entry/{folder}")).await.ok();
        for inside in [folder, below] {
            assert_eq!(names(&mia, inside).await, None);
        }
        mia.post(&format!("entry/restore/{folder}"), json!({})).await.ok();
        let holder = server.users["wim"];
        let lock = "UPDATE nodes_node SET locked_by = $2 WHERE node_id = $1";
        server.app.db.write(move |tx| tx.run(lock, params![NodeId(here), holder])).await.unwrap();
        assert_eq!(mia.preview(here).await.refusal(), (403, "locked"));
        assert_eq!(names(&mia, folder).await, some(&["below.png"]));
        assert_eq!(names(&wim, folder).await, both, "its holder sees it");
        assert_eq!((names(&mia, here).await, names(&wim, here).await), (None, some(&["here.png"])));
    });
}

#[test]
fn a_chosen_cover_comes_first_for_who_may_see_it_and_is_nowhere_for_others() {
    on_both(async |server| {
        let (wim, clea) = (server.user("wim"), server.user("clea"));
        let folder = wim.folder(server.top, "folder").await.id();
        let below = wim.folder(folder, "below").await.id();
        let elsewhere = picture(&wim, server.top, "elsewhere.png").await;
        let chosen = picture(&wim, below, "chosen.png").await;
        picture(&wim, folder, "newest.png").await;
        server.drain().await;
        let newest_first = some(&["newest.png", "chosen.png"]);
        assert_eq!(names(&wim, folder).await, newest_first);
        assert_eq!(choose(&server.user("rea"), folder, Some(chosen)).await, (403, "needs_role.writer".to_owned()));
        assert_eq!(choose(&server.user("rita"), folder, Some(chosen)).await.0, 404);
        for (wrong, status) in [(elsewhere, 404), (999_999, 404), (below, 409)] {
            assert_eq!(choose(&wim, folder, Some(wrong)).await.0, status);
        }
        assert_eq!(names(&wim, folder).await, newest_first, "nothing was chosen");

        assert_eq!(choose(&wim, folder, Some(chosen)).await.0, 204);
        assert_eq!(choose(&wim, server.top, Some(chosen)).await.0, 204, "a repository has a cover, too");
        assert_eq!(names(&wim, folder).await, some(&["chosen.png", "newest.png"]));
        assert_eq!(covers(&wim, &[folder]).await[0]["chosen_node_id"], chosen);
        assert_eq!(names(&wim, server.top).await.unwrap()[0], "chosen.png");
        assert_eq!(wim.put(&format!("rendition/cover/{folder}"), json!({})).await.status, 204);
        assert_eq!(names(&wim, folder).await.unwrap()[0], "chosen.png", "what is not sent stays");

        server.classify(chosen).await;
        let of_uncleared = covers(&wim, &[folder]).await;
        assert_eq!(names(&wim, folder).await, some(&["newest.png"]));
        assert_eq!(of_uncleared[0]["chosen_node_id"], json!(null));
        assert_eq!(names(&clea, folder).await, some(&["chosen.png", "newest.png"]));
        assert_eq!(choose(&wim, folder, Some(chosen)).await.0, 404, "it is as good as missing");

        let zoe = server.user("zoe");
        zoe.delete(&format!("entry/{chosen}")).await.ok();
        assert_eq!(covers(&clea, &[folder]).await[0]["chosen_node_id"], json!(null));
        zoe.post(&format!("entry/restore/{chosen}"), json!({})).await.ok();
        assert_eq!(covers(&clea, &[folder]).await[0]["chosen_node_id"], chosen);
        assert_eq!(choose(&zoe, folder, None).await.0, 204);
        assert_eq!(names(&clea, folder).await, newest_first);
        // What is deleted for good takes its choice with it.
        zoe.delete(&format!("entry/{chosen}")).await.ok();
        zoe.delete("entry/bin").await.ok();
        server.drain().await;
        assert_eq!(server.count("SELECT COUNT(*) FROM media_cover").await, 0);
    });
}

/// A tree of folders with pictures, and pictures that were chosen at random.
async fn grow(server: &TestServer, rng: &mut SeededRng) -> (Vec<i64>, Vec<i64>) {
    let zoe = server.user("zoe");
    let (mut folders, mut pictures) = (vec![server.top], Vec::new());
    for number in 0..9 {
        let parent = rng.pick(&folders).unwrap();
        let folder = zoe.folder(parent, &format!("folder {number}")).await.id();
        for file in 0..2 {
            pictures.push(picture(&zoe, folder, &format!("picture {number} {file}.png")).await);
        }
        folders.push(folder);
    }
    server.drain().await;
    for folder in &folders {
        let picture = rng.pick(&pictures).unwrap();
        assert!([204, 404].contains(&choose(&zoe, *folder, Some(picture)).await.0));
    }
    (folders, pictures)
}

#[test]
fn every_picture_of_every_cover_can_be_opened_whatever_has_just_changed() {
    on_both(async |server| {
        let (zoe, mut rng) = (server.user("zoe"), SeededRng::new(11));
        let (folders, pictures) = grow(server, &mut rng).await;
        let all: Vec<i64> = folders[1..].iter().chain(&pictures).copied().collect();
        let rita = Principal::User(server.users["rita"]);
        let (mut binned, mut given, mut shown, mut missing) = (None, BTreeSet::new(), 0, 0);
        for round in 0..16 {
            let node = rng.pick(&all).unwrap();
            match rng.below(5) {
                0 if binned.is_none() => server.classify(node).await,
                1 => server.drain().await,
                2 => match binned.take() {
                    Some(folder) => drop(zoe.post(&format!("entry/restore/{folder}"), json!({})).await.ok()),
                    None => {
                        let folder = rng.pick(&folders[1..]).unwrap();
                        zoe.delete(&format!("entry/{folder}")).await.ok();
                        binned = Some(folder);
                    }
                },
                _ if binned.is_none() && given.insert(node) => server.grant(node, rita, NodeRole::Reader).await,
                _ => {}
            }
            for name in PEOPLE.iter().filter(|name| **name != "root") {
                let who = server.user(name);
                let covers = covers(&who, &folders).await;
                let seen: Vec<i64> =
                    covers.as_array().unwrap().iter().map(|cover| cover["node_id"].as_i64().unwrap()).collect();
                for folder in &folders {
                    let listed = who.get(&format!("entry/list/{folder}")).await.status == 200;
                    assert_eq!(seen.contains(folder), listed, "round {round}: {name} and folder {folder}");
                    missing += usize::from(!listed);
                }
                let pictures =
                    covers.as_array().unwrap().iter().flat_map(|cover| cover["pictures"].as_array().unwrap());
                let pictures: BTreeSet<_> = pictures.map(|picture| picture["node_id"].as_i64().unwrap()).collect();
                for picture in &pictures {
                    assert_eq!(who.preview(*picture).await.status, 200, "round {round}: {name} and {picture}");
                }
                shown += pictures.len();
            }
        }
        assert!(shown > 200 && missing > 100, "{shown} pictures were shown, {missing} folders were not");
    });
}
