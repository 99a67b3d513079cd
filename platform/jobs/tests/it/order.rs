//! The order of jobs: priority, time, tenants, kinds, serial keys.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use db::testing::TestDb;
use db::{Db, params};
use primitives::{Clock, TenantId, UserId};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use vitrine_jobs::{Kind, NewJob, Outcome, Worker};

use crate::stage::{ENGINES, NOW, Said, add, eventually, heard, job, left, note, say};

#[tokio::test(flavor = "multi_thread")]
async fn due_jobs_run_once_by_priority_then_time_then_order() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let (said, clock) = (Said::default(), Clock::fixed(NOW));
        let worker = Worker::new(test.db.clone(), clock.clone(), vec![say(&said)], 1);
        add(&test.db, job("third")).await;
        add(&test.db, job("fourth")).await;
        add(&test.db, NewJob { run_at: NOW - 5, ..job("second") }).await;
        add(&test.db, NewJob { priority: -1, ..job("first") }).await;
        add(&test.db, NewJob { run_at: NOW + 60, ..job("later") }).await;
        add(&test.db, NewJob { kind: "of another worker", ..job("") }).await;

        assert_eq!(worker.drain().await.unwrap(), 4);
        assert_eq!(heard(&said), ["first", "second", "third", "fourth"]);
        assert_eq!(left(&test.db).await, ["say", "of another worker"]);
        clock.advance(60);
        assert_eq!(worker.drain().await.unwrap(), 1);
        assert_eq!(left(&test.db).await, ["of another worker"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tenants_that_wait_take_turns() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let (said, clock) = (Said::default(), Clock::fixed(NOW));
        let worker = Worker::new(test.db.clone(), clock.clone(), vec![say(&said)], 1);
        for number in 1..=4 {
            add(&test.db, job(&format!("a{number}")).of(TenantId(7))).await;
        }
        add(&test.db, job("b1").of(TenantId(9))).await;
        add(&test.db, job("b2").of(TenantId(9))).await;
        add(&test.db, job("nobody's")).await;
        add(&test.db, NewJob { run_at: NOW + 9, ..job("c1").of(TenantId(8)) }).await;
        add(&test.db, NewJob { priority: -1, ..job("urgent").of(TenantId(7)) }).await;
        worker.drain().await.unwrap();
        assert_eq!(heard(&said), ["urgent", "b1", "nobody's", "a1", "b2", "a2", "a3", "a4"]);
        clock.advance(9);
        worker.drain().await.unwrap();
        assert_eq!(heard(&said).pop().unwrap(), "c1");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn people_of_a_tenant_take_turns_and_many_of_them_take_no_more_than_their_tenants() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let (said, clock) = (Said::default(), Clock::fixed(NOW));
        let worker = Worker::new(test.db.clone(), clock.clone(), vec![say(&said)], 1);
        let of = |text: &str, tenant: i64, user: i64| job(text).of(TenantId(tenant)).for_user(Some(UserId(user)));
        for number in 1..=4 {
            add(&test.db, of(&format!("ada{number}"), 7, 1)).await;
        }
        add(&test.db, of("ben1", 7, 2)).await;
        add(&test.db, NewJob { run_at: NOW + 9, ..of("ben2", 7, 2) }).await;
        add(&test.db, of("cleo1", 7, 3)).await;
        for number in 1..=3 {
            add(&test.db, of(&format!("dan{number}"), 9, 4)).await;
        }
        worker.drain().await.unwrap();
        let turns = ["ada1", "dan1", "ben1", "dan2", "cleo1", "dan3", "ada2", "ada3", "ada4"];
        assert_eq!(heard(&said), turns);
        clock.advance(9);
        worker.drain().await.unwrap();
        assert_eq!(heard(&said).pop().unwrap(), "ben2");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_kind_waits_behind_another_and_half_the_places_are_at_least_one() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let (said, running) = (Said::default(), Arc::new(AtomicUsize::new(0)));
        let counted = running.clone();
        let long = Kind::new("long", move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
            std::future::pending()
        });
        let kinds = vec![long.in_half_the_places(), say(&said)];
        let worker = Worker::new(test.db.clone(), Clock::fixed(NOW), kinds, 3);
        for _ in 0..5 {
            add(&test.db, NewJob { kind: "long", ..job("") }).await;
        }
        let doomed = tokio::spawn(worker.run(CancellationToken::new()));
        eventually("it runs", async || running.load(Ordering::SeqCst) == 1).await;
        add(&test.db, job("at once")).await;
        eventually("the other kind runs", async || heard(&said) == ["at once"]).await;
        assert_eq!(running.load(Ordering::SeqCst), 1, "half of three places is one");
        doomed.abort();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_the_place_of_each_person_leaves_the_other_place_to_others() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let (said, end) = (Said::default(), CancellationToken::new());
        let (saying, ending) = (said.clone(), end.clone());
        let long = Kind::new("long", move |context| {
            let (said, end) = (saying.clone(), ending.clone());
            async move {
                note(&said, context.payload::<String>()?);
                end.cancelled().await;
                Ok(Outcome::Done)
            }
        });
        let of =
            |text: &str, user: i64| NewJob { kind: "long", ..job(text) }.of(TenantId(7)).for_user(Some(UserId(user)));
        for number in 1..=3 {
            add(&test.db, of(&format!("ada{number}"), 1)).await;
        }
        let stop = CancellationToken::new();
        let worker = Worker::new(test.db.clone(), Clock::fixed(NOW), vec![long.one_for_each_person()], 1);
        let working = tokio::spawn(worker.run(stop.clone()));
        eventually("the first one runs", async || heard(&said) == ["ada1"]).await;
        add(&test.db, of("ben1", 2)).await;
        eventually("another person's runs beside it", async || heard(&said) == ["ada1", "ben1"]).await;
        end.cancel();
        eventually("all run", async || left(&test.db).await.is_empty()).await;
        assert_eq!(heard(&said), ["ada1", "ben1", "ada2", "ada3"]);
        stop.cancel();
        working.await.unwrap();
    }
}

/// The time it takes to claim and end `count` of the waiting jobs.
async fn time_of(worker: &Worker, db: &Db, count: i64, waiting: i64) -> Duration {
    let sql = "INSERT INTO jobs_job (kind, payload, tenant_id, priority, state, run_at)
        SELECT 'say', '\"x\"', $3, 10, 'queued', CAST($2 AS BIGINT) FROM (
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) SELECT i FROM n) AS many";
    let fill = move |tx: &mut db::Tx<'_>| {
        tx.run(sql, params![waiting, NOW + 9, 1])?;
        tx.run(sql, params![waiting, NOW - 9, 2])?;
        tx.run("UPDATE jobs_job SET kind = 'of another worker' WHERE tenant_id = 2", &[])?;
        tx.run(sql, params![count, NOW, 3])
    };
    db.write(fill).await.unwrap();
    let begin = Instant::now();
    assert_eq!(worker.drain().await.unwrap() as i64, count);
    begin.elapsed()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "it measures time: make prove PART=time"]
async fn a_claim_costs_no_more_where_many_wait() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let said = Said::default();
        let worker = Worker::new(test.db.clone(), Clock::fixed(NOW), vec![say(&said)], 1);
        time_of(&worker, &test.db, 20, 1).await;
        let few = time_of(&worker, &test.db, 100, 10).await;
        let many = time_of(&worker, &test.db, 100, 40_000).await;
        assert!(many < few * 5 + Duration::from_millis(200), "{engine:?}: {few:?} with few, {many:?} with many");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_of_one_serial_key_follow_each_other_in_order() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let (said, busy, overlaps) = (Said::default(), Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let looked = Arc::new(Notify::new());
        let kind = {
            let (said, busy, overlaps) = (said.clone(), busy.clone(), overlaps.clone());
            let (db, looked) = (test.db.clone(), looked.clone());
            Kind::new("say", move |context| {
                let (said, busy, overlaps) = (said.clone(), busy.clone(), overlaps.clone());
                let (db, looked) = (db.clone(), looked.clone());
                async move {
                    overlaps.fetch_add(usize::from(busy.swap(true, Ordering::SeqCst)), Ordering::SeqCst);
                    note(&said, context.payload::<String>()?);
                    // It goes on until a worker has looked for jobs beside it.
                    add(&db, NewJob { kind: "look", ..job("") }).await;
                    looked.notified().await;
                    busy.store(false, Ordering::SeqCst);
                    Ok(Outcome::Done)
                }
            })
        };
        let look = Kind::new("look", move |_| {
            looked.notify_one();
            async { Ok(Outcome::Done) }
        });
        for number in 0..12 {
            // The later job may be more urgent, but its key holds it back.
            let key = Some("tree 1".to_owned());
            add(&test.db, NewJob { serial_key: key, priority: -number, ..job(&format!("{number:02}")) }).await;
        }
        let stop = CancellationToken::new();
        let other = Db::open(&test.url).unwrap();
        let workers = [&test.db, &other].map(|db| {
            let worker = Worker::new(db.clone(), Clock::fixed(NOW), vec![kind.clone(), look.clone()], 4);
            tokio::spawn(worker.run(stop.clone()))
        });
        eventually("all jobs run", async || left(&test.db).await.is_empty()).await;
        stop.cancel();
        for worker in workers {
            worker.await.unwrap();
        }
        assert_eq!(heard(&said), (0..12).map(|number| format!("{number:02}")).collect::<Vec<_>>());
        assert_eq!(overlaps.load(Ordering::SeqCst), 0);
    }
}
