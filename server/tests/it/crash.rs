//! The real server, killed at random moments while people work, and its recovery at the next start.
//!
//! `PROVE_KILLS` says how often in all, `PROVE_SEED` repeats a run as far as timing allows.

mod audit;
mod bucket;
mod work;

use std::sync::Mutex;
use std::time::Duration;

use primitives::NodeRole;
use security::Principal;

use crate::eventually::eventually;
use crate::harness::{TestServer, on_disks};
use crate::objects::Library;
use crate::seeded_rng::SeededRng;
use crate::spawned::ServerProcess;
use crate::test_users::TestUser;
use work::{Told, work};

/// The store of objects runs on this machine.
pub const TRUSTED: &[(&str, &str)] = &[("VITRINE_TRUSTED_HOSTS", "127.0.0.1")];

pub fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().unwrap())
}

/// Waits until somebody was told that a file is stored; a slow machine answers nothing in the pause.
async fn until_one_is_stored(told: &Mutex<Told>) {
    let stored = || told.lock().unwrap().stored.len();
    let before = stored();
    eventually("a file is stored", async || stored() > before).await;
}

/// What nobody got done yet.
async fn missing(server: &TestServer, in_bucket: bool) -> Option<&'static str> {
    let copied = "SELECT COUNT(*) FROM content_copy WHERE state = 1";
    let between = "SELECT COUNT(*) FROM content_copy c
                   JOIN nodes_node n ON n.node_id = c.into_id
                   JOIN nodes_node s ON s.node_id = c.source_id
                   WHERE c.state = 1 AND n.repository_id <> s.repository_id";
    let moved = "SELECT COUNT(*) FROM storage_crossing WHERE state = 'left'";
    let taken_up_again = "SELECT COUNT(*) FROM content_version WHERE restored_from IS NOT NULL";
    for (what, sql) in [
        ("a copy", copied),
        ("a copy between disk and bucket", between),
        ("a move between disk and bucket", moved),
        ("a version that was taken up again", taken_up_again),
    ] {
        if server.count(sql).await == 0 && (in_bucket || ![between, moved].contains(&sql)) {
            return Some(what);
        }
    }
    None
}

#[test]
fn a_server_that_is_killed_at_any_moment_leaves_nothing_half_done() {
    let rounds = number("PROVE_KILLS").unwrap_or(40).div_ceil(2);
    let seed = number("PROVE_SEED").unwrap_or(1);
    // The short form is about the disk.
    let in_bucket = number("PROVE_KILLS").is_some();
    on_disks(async |server| {
        let library = Library::new(server).await;
        server.grant(library.top, Principal::Group(server.groups["managers"]), NodeRole::Manager).await;
        let both = [server.top, library.top];
        let told = Mutex::new(Told::of(if in_bucket { &both } else { &both[..1] }));
        let mut rng = SeededRng::new(seed);
        let connections = library.objects.connections();
        let mut process = ServerProcess::start_with_variables(server, TRUSTED).await;
        let mut round = 0;
        // Chance decides what people do and a slow machine does little: it goes on until each kind of work was done.
        while round < rounds || (round < 4 * rounds && missing(server, in_bucket).await.is_some()) {
            let mia = TestUser { base: process.base.clone(), ..server.user("mia") };
            let (pause, forks) = (Duration::from_millis(20 + rng.below(350)), [rng.fork(), rng.fork(), rng.fork()]);
            let [one, two, three] = forks.map(|rng| work(&mia, &told, rng));
            let kill = async {
                tokio::time::sleep(pause).await; // time: people work between two kills
                if round % 2 == 1 {
                    until_one_is_stored(&told).await;
                }
                process.child.kill().await.unwrap();
                if in_bucket {
                    library.objects.until_connections(connections);
                }
            };
            tokio::join!(one, two, three, kill);
            process = ServerProcess::start_with_variables(server, TRUSTED).await;
            eventually("copies go on and end", async || {
                server.count("SELECT COUNT(*) FROM content_copying WHERE ended_at IS NULL").await == 0
            })
            .await;
            eventually("moves go on and end", async || {
                // What moves between disk and bucket waits for uploads in it, also for those that nobody continues.
                let sql = "SELECT COUNT(*) FROM content_batch_entry e WHERE e.state = 0 AND NOT EXISTS (
                             SELECT 1 FROM storage_crossing c
                             WHERE c.node_id = e.node_id AND c.state = 'copying' AND c.ready_at IS NOT NULL)";
                server.count(sql).await == 0
            })
            .await;
            eventually("what moved between disk and bucket has left its place, or was given up", async || {
                let sql = "SELECT (SELECT COUNT(*) FROM content_intent WHERE act = 'leave')
                             + (SELECT COUNT(*) FROM storage_crossing WHERE state = 'dropped')";
                server.count(sql).await == 0
            })
            .await;
            let mut faults = audit::faults(server, &told).await;
            faults.extend(bucket::faults(server, &library).await);
            assert_eq!(faults, [""; 0], "after kill {round} with seed {seed}");
            round += 1;
        }
        process.child.kill().await.unwrap();
        let done = told.into_inner().unwrap();
        assert_eq!(missing(server, in_bucket).await, None, "after {round} kills with seed {seed}");
        assert!(!done.stored.is_empty() && !done.parents.is_empty(), "people got something done between the kills");
    });
}
