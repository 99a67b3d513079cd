//! A revoked right ends with the next request, while a propagation is pending below and readers ask continuously.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use content::{CreateChild, Upload};
use futures_util::future::join_all;
use primitives::{EntryName, NodeId, NodeRole};
use reqwest::Method;
use security::{AclPropagation, Principal};

use crate::eventually::eventually;
use crate::harness::{NOW, TestServer, on_both};
use crate::test_users::{Answer, TestUser};

const FOLDERS: usize = 300;
const FILES_IN_EACH: usize = 8;
/// Folders that one step of the propagation handles.
const STEP: usize = 10;

/// A folder with some thousand entries in nested folders. Returns it, and some of the entries.
async fn grow(server: &TestServer) -> (i64, Vec<i64>) {
    let (zoe, synthesised) = (server.actor("zoe").await, server.synthesised());
    let top = NodeId(server.top);
    let built = security::write(&server.app.db, &zoe, move |tx, access| {
        let into = access.authorize::<CreateChild>(tx, top)?;
        let most = content::synthesise_folder(tx, access, &into, &EntryName::parse("most")?, NOW)?;
        let (mut folders, mut within) = (vec![most], Vec::new());
        for number in 0..FOLDERS {
            let parent = folders[number * 7 / 11];
            let into = access.authorize::<CreateChild>(tx, parent)?;
            let folder =
                content::synthesise_folder(tx, access, &into, &EntryName::parse(&format!("deep {number}"))?, NOW)?;
            let (into, place) = (access.authorize::<Upload>(tx, folder)?, synthesised.folder(tx, folder)?);
            for file in 0..FILES_IN_EACH {
                let name = EntryName::parse(&format!("needle {number} {file}.jpg"))?;
                content::synthesise_file(tx, &into, &place, &name, file, NOW)?;
            }
            folders.push(folder);
            within.push(folder.0);
        }
        Ok::<_, content::Error>((most.0, within))
    });
    built.await.unwrap()
}

/// The answers that readers get while a right is revoked.
#[derive(Default)]
struct Watch {
    taken_away: AtomicBool,
    over: AtomicBool,
    shown: AtomicUsize,
    /// Answers to requests that were sent after the right was revoked.
    refused: AtomicUsize,
    leaks: Mutex<Vec<String>>,
}

impl Watch {
    async fn reaches(&self, count: &AtomicUsize, wanted: usize) {
        eventually("the readers go on asking", async || count.load(Ordering::SeqCst) >= wanted).await;
    }

    /// Sends one request after the other, and records the answers.
    async fn read(&self, who: &TestUser<'_>, nodes: &[i64], from: usize) {
        for at in from.. {
            if self.over.load(Ordering::SeqCst) {
                return;
            }
            let node = nodes[at * 13 % nodes.len()];
            let path = match at % 4 {
                0 => format!("entry/{node}"),
                1 => format!("entry/list/{node}?limit=5"),
                2 => format!("entry/{node}/parent"),
                _ => "search?term=needle%207&limit=5".to_owned(),
            };
            let is_late = self.taken_away.load(Ordering::SeqCst);
            // An idle connection may be closed just as it is used again.
            let Ok(answer) = Answer::attempt(who.request(Method::GET, &path)).await else { continue };
            let is_search = at % 4 == 3;
            // On a busy machine a search may reach its time limit; then it shows nothing.
            if is_search && answer.status == 503 {
                continue;
            }
            assert!(answer.status == 200 || (answer.status == 404 && !is_search), "{path}: {}", answer.status);
            let is_empty = is_search && answer.body["items"].as_array().unwrap().is_empty();
            let is_shown = answer.status == 200 && !is_empty;
            match (is_late, is_shown) {
                (true, true) => self.leaks.lock().unwrap().push(format!("{path}: {}", answer.body)),
                (true, false) => drop(self.refused.fetch_add(1, Ordering::SeqCst)),
                (false, true) => drop(self.shown.fetch_add(1, Ordering::SeqCst)),
                (false, false) => {}
            }
        }
    }
}

/// Revokes a right while `name` reads, and propagates step by step; between two steps everybody asks again.
async fn take_away(server: &TestServer, name: &str, within: &[i64], take: impl AsyncFn()) {
    let (watch, people) = (Watch::default(), [0; 6].map(|_| server.user(name)));
    let readers = people.iter().enumerate().map(|(at, who)| watch.read(who, within, at * 31));
    let taking = async {
        watch.reaches(&watch.shown, 40).await;
        take().await;
        watch.taken_away.store(true, Ordering::SeqCst);
        let pending =
            server.app.db.read(|c| c.rows("SELECT propagation_id FROM security_propagation", &[], |row| row.get(0)));
        let pending: Vec<i64> = pending.await.unwrap();
        let [id] = pending[..] else { panic!("one propagation is pending: {pending:?}") };
        let mut propagation = AclPropagation::begin(&server.app.db, id).await.unwrap().unwrap();
        let mut steps = 0;
        loop {
            let asked = watch.refused.load(Ordering::SeqCst);
            watch.reaches(&watch.refused, asked + 2 * people.len()).await;
            if !propagation.step(&server.app.db, STEP).await.unwrap() {
                break;
            }
            steps += 1;
        }
        assert!(steps >= FOLDERS / STEP, "{steps} steps");
        let asked = watch.refused.load(Ordering::SeqCst);
        watch.reaches(&watch.refused, asked + 2 * people.len()).await;
        watch.over.store(true, Ordering::SeqCst);
    };
    tokio::join!(taking, join_all(readers));
    assert_eq!(*watch.leaks.lock().unwrap(), [""; 0]);
    assert_eq!(server.count("SELECT COUNT(*) FROM security_propagation").await, 0);
}

#[test]
fn a_mark_is_in_force_for_the_next_request_while_a_propagation_is_pending() {
    on_both(async |server| {
        let (most, within) = grow(server).await;
        take_away(server, "rea", &within, async || server.classify(most).await).await;
        assert_eq!(server.user("clea").get(&format!("entry/{}", within[7])).await.status, 200);
    });
}

#[test]
fn a_grant_that_is_taken_back_is_gone_while_it_is_still_being_written_to_the_folders() {
    on_both(async |server| {
        let (most, within) = grow(server).await;
        let guests = Principal::Group(server.groups["guests"]);
        server.grant(most, guests, NodeRole::Reader).await;
        take_away(server, "rita", &within, async || server.revoke(most, guests).await).await;
        assert_eq!(server.user("rea").get(&format!("entry/{}", within[7])).await.status, 200);
    });
}
