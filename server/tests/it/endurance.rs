//! Thirty-two people at mixed work for minutes: every answer is right, and the server does not grow.
//!
//! `PROVE_MINUTES` says how long on each engine; without it, some seconds show that the proof works.

mod life;
mod vitals;

use std::time::{Duration, Instant};

use futures_util::future::join_all;

use crate::harness::{TestServer, on_both};
use crate::spawned::ServerProcess;
use life::Life;
use vitals::Vitals;

const PEOPLE: usize = 32;

/// The allowed growth of the server's own memory between the beginning, when everything was used once, and the end.
/// Caches have bounds and are full by then; only fragmentation still changes, by some MiB. Ten minutes are some hundred
/// thousand requests: a leak of a hundred bytes in each would exceed this.
const MAY_GROW: i64 = 16 * 1024;
/// The most memory while all of them work, in KiB. Two passwords at a time are hashed in 19 MiB each, of which the
/// allocator keeps a few; the rest is caches of connections and bodies.
const MAY_HOLD: i64 = 300 * 1024;
/// In a run of seconds caches are still filling, so it only finds leaks of kilobytes per request.
const MAY_GROW_IN_SECONDS: i64 = 64 * 1024;
/// All of them sign in at the same moment, and on a busy machine more requests run at once.
const MAY_HOLD_IN_SECONDS: i64 = 600 * 1024;

#[test]
fn thirty_two_people_at_work_meet_no_error_and_the_server_does_not_grow() {
    let minutes = std::env::var("PROVE_MINUTES").ok().map(|text| text.parse::<u64>().unwrap());
    let lasts = minutes.map_or(Duration::from_secs(12), |minutes| Duration::from_secs(60 * minutes));
    on_both(async |server| {
        let users = server.add_users(PEOPLE).await;
        let mut process = ServerProcess::start(server).await;
        let until = Instant::now() + lasts;
        let lives = users.iter().enumerate().map(|(number, user)| live(server, &process.base, number, user.0, until));
        let (lives, vitals) = tokio::join!(join_all(lives), Vitals::watch(process.child.id().unwrap(), lasts));
        let requests: usize = lives.iter().map(|life| life.requests).sum();
        let put_off: usize = lives.iter().map(|life| life.told_to_come_back).sum();
        let slowest = lives.iter().map(|life| life.slowest).max().unwrap_or_default();
        let faults: Vec<_> = lives.into_iter().flat_map(|life| life.faults).collect();
        let (engine, count) = (server.app.db.engine(), faults.len());
        println!(
            "{engine:?}: {requests} requests in {lasts:?}, {put_off} put off, the slowest {slowest:?}, {count} faults; {vitals}"
        );
        assert_eq!(faults, [""; 0]);
        assert!(requests > 2 * PEOPLE, "{requests} requests");
        let (may_grow, may_hold) =
            if minutes.is_some() { (MAY_GROW, MAY_HOLD) } else { (MAY_GROW_IN_SECONDS, MAY_HOLD_IN_SECONDS) };
        assert!(vitals.grown_kib() <= may_grow, "{vitals}");
        assert!(vitals.most_kib() <= may_hold, "{vitals}");
        assert!(vitals.files_at_end() <= vitals.files_at_most() && vitals.files_at_end() < 400, "{vitals}");
        process.child.kill().await.unwrap();
    });
}

async fn live<'h>(server: &'h TestServer, base: &str, number: usize, user: i64, until: Instant) -> Life<'h> {
    let mut life = Life::begin(server, base, number, user).await;
    while Instant::now() < until {
        life.step().await;
    }
    life
}
