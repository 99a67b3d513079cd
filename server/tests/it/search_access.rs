//! A search finds the entries that the asker may see and nothing else, however much is hidden and whatever was just
//! changed.

use std::collections::HashSet;

use content::{CreateChild, Upload};
use primitives::{EntryName, NodeId, NodeRole, fold};
use security::Principal;
use serde_json::json;

use crate::harness::{NOW, TestServer, on_both};
use crate::seeded_rng::SeededRng;
use crate::test_users::TestUser;

/// Hidden entries that are newer than the visible ones: more than a search reads one by one.
const MANY: usize = 700;

/// A folder that zoe makes, with files of these names.
async fn folder(server: &TestServer, parent: i64, name: &str, files: Vec<String>) -> i64 {
    let name = EntryName::parse(name).unwrap();
    let (zoe, synthesised) = (server.actor("zoe").await, server.synthesised());
    let made = security::write(&server.app.db, &zoe, move |tx, access| {
        let into = access.authorize::<CreateChild>(tx, NodeId(parent))?;
        let folder = content::synthesise_folder(tx, access, &into, &name, NOW)?;
        let (into, place) = (access.authorize::<Upload>(tx, folder)?, synthesised.folder(tx, folder)?);
        for (number, name) in files.iter().enumerate() {
            content::synthesise_file(tx, &into, &place, &EntryName::parse(name)?, number, NOW)?;
        }
        Ok::<_, content::Error>(folder.0)
    });
    made.await.unwrap()
}

async fn all_pages(who: &TestUser<'_>, term: &str, below: Option<i64>, limit: usize) -> Vec<String> {
    let (limit, below) = (limit.to_string(), below.map(|folder| folder.to_string()));
    let (mut names, mut after) = (Vec::new(), None::<String>);
    loop {
        let mut query = vec![("term", term), ("limit", limit.as_str())];
        query.extend(below.as_deref().map(|folder| ("parent_id", folder)));
        query.extend(after.as_deref().map(|cursor| ("after", cursor)));
        let page = who.search(&query).await;
        after = page.body["next"].as_str().map(str::to_owned);
        names.extend(page.names());
        if after.is_none() {
            return names;
        }
    }
}

#[test]
fn a_search_skips_any_number_of_hidden_entries() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let (open, other) = (wim.folder(server.top, "open").await.id(), wim.folder(server.top, "other").await.id());
        for (folder, name) in [(open, "qvx one.txt"), (other, "qvx two.txt"), (open, "qvx three.txt")] {
            wim.upload(folder, name, "x").await.ok();
        }
        let hidden = (0..MANY).map(|number| format!("qvx hidden {number}.txt")).collect();
        let closed = folder(server, server.top, "closed", hidden).await;
        server.classify(closed).await;
        server.drain().await;
        for term in ["qvx", "qvx ", "qv", "vx", "q"] {
            let names = all_pages(&wim, term, None, 2).await;
            assert_eq!(names, ["qvx three.txt", "qvx two.txt", "qvx one.txt"], "{term}");
            assert_eq!(all_pages(&wim, term, Some(open), 2).await, ["qvx three.txt", "qvx one.txt"], "{term}");
        }
        for term in ["hidden", "qvx hidden 1", "hi"] {
            assert_eq!(wim.find(term).await, [""; 0], "{term}");
        }
        assert_eq!(zoe.find("hidden 699").await, ["qvx hidden 699.txt"]);
        // A new name is found by its n-grams, and the old one is not.
        let hit = wim.search(&[("term", "qvx one")]).await.ok();
        wim.rename(hit["items"][0]["node_id"].as_i64().unwrap(), "zkw.txt").await.ok();
        assert_eq!(wim.find("zk").await, ["zkw.txt"]);
        assert_eq!(wim.find("qv").await, ["qvx three.txt", "qvx two.txt"]);
        // Entries in the bin do not hide older ones, and are found again when they are restored.
        zoe.delete(&format!("entry/{closed}")).await.ok();
        assert_eq!(zoe.find("qvx").await, ["qvx three.txt", "qvx two.txt"]);
        zoe.post(&format!("entry/restore/{closed}"), json!({})).await.ok();
        assert_eq!(zoe.find("hidden 699").await, ["qvx hidden 699.txt"]);
    });
}

#[test]
fn a_search_for_what_only_hidden_entries_have_asks_as_much_whatever_their_number() {
    on_both(async |server| {
        let wim = server.user("wim");
        wim.upload(server.top, "qvx one.txt", "x").await.ok();
        let mut asked = Vec::new();
        for round in 0..4 {
            let hidden = (0..MANY).map(|number| format!("qvx hidden {round} {number}.txt")).collect();
            let closed = folder(server, server.top, &format!("closed {round}"), hidden).await;
            server.classify(closed).await;
            server.drain().await;
            let log = server.test.query_log();
            let mut statements = Vec::new();
            for term in ["hidden", "hiddem", "qvx hidden"] {
                assert_eq!(wim.find(term).await, [""; 0], "{term}");
                statements.push(log.take().len());
            }
            asked.push(statements);
        }
        // Which n-grams are the rarest may change; reading the further 1,400 names takes some dozen statements.
        for (few, many) in asked[1].iter().zip(&asked[3]) {
            assert!(*many <= few + 4, "{asked:?}");
        }
    });
}

#[test]
fn names_with_all_ngrams_of_a_term_but_not_the_term_do_not_hide_its_hits() {
    on_both(async |server| {
        let zoe = server.user("zoe");
        let older = ["folder 000101.txt", "folder 000102.txt", "folder 000103.txt"].map(str::to_owned).to_vec();
        folder(server, server.top, "older", older).await;
        let alike = (0..MANY).map(|number| format!("older 00 0001 {number}.txt")).collect();
        folder(server, server.top, "newer", alike).await;
        let found = ["folder 000103.txt", "folder 000102.txt", "folder 000101.txt"];
        assert_eq!(all_pages(&zoe, "folder 0001", None, 2).await, found);
        assert_eq!(all_pages(&zoe, "older 00 0001 69", None, 200).await.len(), 17, "69, 169 to 669, and 690 to 699");
    });
}

/// The names that a person must find, checked entry by entry: the newest with all words in the name, and then the newest
/// with some of them in the path that they see. Below a folder that they do not see, they find nothing.
async fn to_be_found(server: &TestServer, who: &str, term: &str, below: Option<i64>) -> Vec<String> {
    let (term, actor) = (fold(term), server.actor(who).await);
    let found = security::read(&server.app.db, &actor, move |c, access| {
        let sql = "SELECT node_id, name FROM nodes_node
                   WHERE kind > 0 AND state = 1 AND name LIKE 'qvx%' AND name NOT LIKE '%hidden%' ORDER BY node_id DESC";
        let all = c.rows(sql, &[], |row| Ok((row.get::<NodeId>(0)?, row.get::<String>(1)?)))?;
        let (mut named, mut placed) = (Vec::new(), Vec::new());
        for (node, name) in all {
            let mut sees = |c: &mut db::Conn<'_>, node| match access.find_visible(c, node) {
                Ok(seen) => Ok(Some(seen.facts.role.is_some())),
                Err(security::Error::Denied(_)) => Ok(None),
                Err(error) => Err(error),
            };
            if sees(c, node)? != Some(true) {
                continue;
            }
            if let Some(below) = below
                && sees(c, NodeId(below))?.is_none()
            {
                continue;
            }
            let above: Vec<_> = nodes::ancestors(c, node)?.into_iter().skip(1).collect();
            if below.is_some_and(|below| !above.iter().any(|step| step.id == NodeId(below))) {
                continue;
            }
            let mut names = vec![fold(&name)];
            let has = |names: &[String]| term.split(' ').all(|word| names.iter().any(|name| name.contains(word)));
            if has(&names) {
                named.push(name);
                continue;
            }
            for step in above {
                if sees(c, step.id)?.is_some() {
                    names.push(fold(&step.name));
                }
            }
            if has(&names) {
                placed.push(name);
            }
        }
        named.extend(placed);
        Ok::<_, security::Error>(named)
    });
    found.await.unwrap()
}

#[test]
fn a_change_of_rights_holds_for_the_very_next_search() {
    on_both(async |server| {
        let (zoe, mut rng) = (server.user("zoe"), SeededRng::new(7));
        let mut folders = vec![server.top];
        for number in 0..14 {
            let files = (0..3).map(|file| format!("qvx {number} {file}.txt")).collect();
            let parent = rng.pick(&folders).unwrap();
            folders.push(folder(server, parent, &format!("qvx folder {number}"), files).await);
        }
        let hidden = (0..MANY).map(|number| format!("qvx hidden {number}.txt")).collect();
        let closed = folder(server, server.top, "closed", hidden).await;
        server.classify(closed).await;
        let sql = "SELECT node_id FROM nodes_node WHERE kind > 0 AND name LIKE 'qvx%' AND name NOT LIKE '%hidden%'";
        let all = server.app.db.read(move |c| c.rows(sql, &[], |row| row.get::<i64>(0))).await.unwrap();
        let rita = Principal::User(server.users["rita"]);
        let (mut given, mut binned, mut seen) = (HashSet::new(), None, 0);
        for round in 0..40 {
            let node = rng.pick(&all).unwrap();
            match rng.below(8) {
                0 if round < 30 => server.classify(node).await,
                0 | 1 => match binned.take() {
                    None => {
                        let folder = rng.pick(&folders[1..]).unwrap();
                        zoe.delete(&format!("entry/{folder}")).await.ok();
                        binned = Some(folder);
                    }
                    Some(folder) => drop(zoe.post(&format!("entry/restore/{folder}"), json!({})).await.ok()),
                },
                2 => server.drain().await,
                3 if !given.is_empty() && binned.is_none() => {
                    let from = given.iter().min().copied().unwrap();
                    given.remove(&from);
                    server.revoke(from, rita).await;
                }
                _ if binned.is_none() && given.insert(node) => server.grant(node, rita, NodeRole::Reader).await,
                _ => {}
            }
            for who in ["rita", "wim"] {
                let term = rng.pick(&["q", "vx", "qvx", "qvx 1", "x 1", "R 1", "1 2.TXT"]).unwrap();
                let below = (rng.below(3) == 0).then(|| rng.pick(&folders).unwrap());
                let wanted = to_be_found(server, who, term, below).await;
                let found = all_pages(&server.user(who), term, below, 7).await;
                assert_eq!(found, wanted, "round {round}: {who} looks for {term:?} below {below:?}");
                seen += found.len();
            }
        }
        assert!(seen > 200, "{seen} entries were seen");
    });
}
