//! Jobs, through the public interface, on both engines.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use db::testing::TestDb;
use db::{Db, Engine, params};
use primitives::{Clock, TenantId};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use vitrine_jobs::{Abandoned, JobError, JobId, Kind, NewJob, Outcome, Worker, cancel, enqueue, unfinished};

const ENGINES: [Engine; 2] = [Engine::Sqlite, Engine::Postgres];
const NOW: i64 = 1_900_000_000;

type Said = Arc<Mutex<Vec<String>>>;

fn note(said: &Said, text: impl Into<String>) {
    said.lock().unwrap().push(text.into());
}

fn heard(said: &Said) -> Vec<String> {
    said.lock().unwrap().clone()
}

fn job(text: &str) -> NewJob {
    NewJob::due("say", &serde_json::json!(text), NOW)
}

async fn add(db: &Db, job: NewJob) -> JobId {
    db.write(move |tx| enqueue(tx, &job)).await.unwrap()
}

async fn left(db: &Db) -> Vec<String> {
    db.read(unfinished).await.unwrap()
}

async fn state_of(db: &Db, job: JobId) -> (String, Option<String>) {
    let sql = "SELECT state, error FROM jobs_job WHERE job_id = $1";
    db.read(move |conn| conn.get(sql, params![job.0], |row| Ok((row.get(0)?, row.get(1)?)))).await.unwrap()
}

/// Looks again and again until it is so; a test that waits for a minute fails.
async fn eventually(what: &str, is_so: impl AsyncFn() -> bool) {
    let begin = Instant::now();
    while !is_so().await {
        assert!(begin.elapsed() < Duration::from_secs(60), "within a minute: {what}"); // time: the limit of all waiting
        tokio::time::sleep(Duration::from_millis(10)).await; // time: between two looks
    }
}

/// A kind "say" that records its payload.
fn say(said: &Said) -> Kind {
    let said = said.clone();
    Kind::new("say", move |context| {
        let said = said.clone();
        async move {
            note(&said, context.payload::<String>()?);
            Ok(Outcome::Done)
        }
    })
}

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

/// A job that runs until it is told to end, and counts how often it began.
fn long(runs: &Arc<AtomicUsize>, end: &CancellationToken) -> Kind {
    let (runs, end) = (runs.clone(), end.clone());
    Kind::new("long", move |_| {
        runs.fetch_add(1, Ordering::SeqCst);
        let end = end.clone();
        async move {
            end.cancelled().await;
            Ok(Outcome::Done)
        }
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_does_not_take_over_its_own_job_after_a_sleep() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let (said, clock) = (Said::default(), Clock::fixed(NOW));
        let (runs, end) = (Arc::new(AtomicUsize::new(0)), CancellationToken::new());
        let long = long(&runs, &end);
        let stop = CancellationToken::new();
        let worker = Worker::new(test.db.clone(), clock.clone(), vec![long, say(&said)], 2);
        let working = tokio::spawn(worker.run(stop.clone()));
        let id = add(&test.db, NewJob { kind: "long", ..job("") }).await;
        eventually("it runs", async || runs.load(Ordering::SeqCst) == 1).await;
        clock.advance(3600);
        for word in ["one", "two"] {
            add(&test.db, job(word)).await;
            eventually("the worker looked around", async || heard(&said).last().is_some_and(|last| last == word)).await;
        }
        end.cancel();
        eventually("it is done", async || state_of(&test.db, id).await.0 == "done").await;
        assert_eq!(runs.load(Ordering::SeqCst), 1);
        stop.cancel();
        working.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_longer_than_its_lease_stays_with_its_worker_while_that_lives() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let (said, clock) = (Said::default(), Clock::fixed(NOW));
        let (runs, end) = (Arc::new(AtomicUsize::new(0)), CancellationToken::new());
        let long = long(&runs, &end);
        let stop = CancellationToken::new();
        let other = Db::open(&test.url).unwrap();
        let workers = [&test.db, &other].map(|db| {
            let worker = Worker::new(db.clone(), clock.clone(), vec![long.clone(), say(&said)], 1).with_lease(2);
            tokio::spawn(worker.run(stop.clone()))
        });
        let id = add(&test.db, NewJob { kind: "long", ..job("") }).await;
        eventually("it runs", async || runs.load(Ordering::SeqCst) == 1).await;
        let lease = async || {
            let sql = "SELECT lease_until FROM jobs_job WHERE job_id = $1";
            test.db.read(move |conn| conn.get(sql, params![id.0], |row| row.get::<i64>(0))).await.unwrap()
        };
        for word in ["one", "two"] {
            clock.advance(2);
            eventually("its lease is renewed", async || lease().await == clock.now() + 2).await;
            add(&test.db, job(word)).await;
            eventually("the other worker looked around", async || heard(&said).last().is_some_and(|last| last == word))
                .await;
        }
        assert!(clock.now() > NOW + 2, "its first lease has run out");
        end.cancel();
        eventually("it is done", async || state_of(&test.db, id).await.0 == "done").await;
        assert_eq!(runs.load(Ordering::SeqCst), 1);
        stop.cancel();
        for worker in workers {
            worker.await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_that_fails_leaves_no_job() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let refused = test.db.write(|tx| {
            enqueue(tx, &job("never"))?;
            Err::<(), db::Error>(db::Error::Missing)
        });
        assert!(refused.await.is_err());
        assert_eq!(left(&test.db).await, Vec::<String>::new());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_hear_of_new_jobs_at_once_and_every_job_runs_exactly_once() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let said = Said::default();
        let stop = CancellationToken::new();
        let other = Db::open(&test.url).unwrap();
        let workers = [&test.db, &other].map(|db| {
            let worker = Worker::new(db.clone(), Clock::fixed(NOW), vec![say(&said)], 3);
            tokio::spawn(worker.run(stop.clone()))
        });
        for number in 0..60 {
            add(&test.db, job(&format!("{number:02}"))).await;
        }
        eventually("all jobs run", async || heard(&said).len() >= 60 && left(&test.db).await.is_empty()).await;
        stop.cancel();
        for worker in workers {
            worker.await.unwrap();
        }
        let mut heard = heard(&said);
        heard.sort();
        assert_eq!(heard, (0..60).map(|number| format!("{number:02}")).collect::<Vec<_>>());
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

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_goes_wrong_is_tried_again_after_longer_and_longer_pauses_and_then_fails() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let (clock, abandoned) = (Clock::fixed(NOW), Arc::new(Mutex::new(Vec::<Abandoned>::new())));
        let told = abandoned.clone();
        let kind = Kind::new("say", |context| async move {
            if context.attempt == 2 {
                panic!("a bug");
            }
            Err(JobError::Retry(format!("attempt {}", context.attempt)))
        })
        .attempts(3)
        .on_abandoned(move |_, end| {
            told.lock().unwrap().push(end.clone());
            Ok(())
        });
        let worker = Worker::new(test.db.clone(), clock.clone(), vec![kind], 1);
        let id = add(&test.db, job("x")).await;
        for pause in [2, 8] {
            assert_eq!(worker.drain().await.unwrap(), 1);
            clock.advance(pause - 1);
            assert_eq!(worker.drain().await.unwrap(), 0, "it waits {pause} seconds");
            clock.advance(1);
        }
        assert_eq!(worker.drain().await.unwrap(), 1);
        assert_eq!(state_of(&test.db, id).await, ("failed".into(), Some("attempt 3".into())));
        let abandoned = abandoned.lock().unwrap().clone();
        assert_eq!(abandoned.len(), 1);
        assert_eq!((abandoned[0].job, abandoned[0].cancelled), (id, false));
        assert_eq!(abandoned[0].payload, "\"x\"");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_in_batches_goes_on_without_using_up_its_attempts() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let batches = Arc::new(AtomicUsize::new(0));
        let counted = batches.clone();
        let kind = Kind::new("say", move |context| {
            let batch = counted.fetch_add(1, Ordering::SeqCst);
            async move {
                assert_eq!(context.attempt, 1);
                Ok(if batch < 4 { Outcome::Again(NOW) } else { Outcome::Done })
            }
        });
        let worker = Worker::new(test.db.clone(), Clock::fixed(NOW), vec![kind.attempts(1)], 1);
        let id = add(&test.db, job("")).await;
        assert_eq!(worker.drain().await.unwrap(), 5);
        assert_eq!(state_of(&test.db, id).await.0, "done");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_worker_s_job_runs_again_and_its_own_completion_is_refused() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let clock = Clock::fixed(NOW);
        let kept = Arc::new(Mutex::new(None));
        let kind = {
            let kept = kept.clone();
            Kind::new("say", move |context| {
                *kept.lock().unwrap() = Some(context);
                std::future::pending()
            })
        };
        let id = add(&test.db, job("again")).await;
        let doomed =
            tokio::spawn(Worker::new(test.db.clone(), clock.clone(), vec![kind], 1).run(CancellationToken::new()));
        eventually("it runs", async || kept.lock().unwrap().is_some()).await;
        doomed.abort();

        let said = Said::default();
        let heir = Worker::new(test.db.clone(), clock.clone(), vec![say(&said)], 1);
        assert_eq!(heir.drain().await.unwrap(), 0, "the lease is still running");
        clock.advance(60);
        assert_eq!(heir.drain().await.unwrap(), 1);
        assert_eq!(heard(&said), ["again"]);
        assert_eq!(state_of(&test.db, id).await.0, "done");

        let context = kept.lock().unwrap().take().unwrap();
        assert!(test.db.write(move |tx| context.complete(tx)).await.is_err());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_kills_its_worker_every_time_ends_as_failed() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let (clock, runs) = (Clock::fixed(NOW), Arc::new(AtomicUsize::new(0)));
        let counted = runs.clone();
        let kind = Kind::new("say", move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
            std::future::pending()
        });
        let kind = kind.attempts(2);
        let id = add(&test.db, job("")).await;
        for run in 1..=2 {
            let worker = Worker::new(test.db.clone(), clock.clone(), vec![kind.clone()], 1);
            let doomed = tokio::spawn(worker.run(CancellationToken::new()));
            eventually("it runs", async || runs.load(Ordering::SeqCst) == run).await;
            doomed.abort();
            clock.advance(60);
        }
        let worker = Worker::new(test.db.clone(), clock, vec![kind], 1);
        assert_eq!(worker.drain().await.unwrap(), 0);
        assert_eq!(state_of(&test.db, id).await.0, "failed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_job_that_waits_never_runs_and_one_that_runs_hears_of_it() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let (said, ends_heard) = (Said::default(), Said::default());
        let kind = {
            let (said, ends_heard) = (said.clone(), ends_heard.clone());
            let kind = Kind::new("say", move |context| {
                let said = said.clone();
                async move {
                    note(&said, context.payload::<String>()?);
                    context.cancel.cancelled().await;
                    Ok(Outcome::Cancelled)
                }
            });
            kind.on_abandoned(move |_, end| {
                note(&ends_heard, format!("{} {}", end.payload, end.cancelled));
                Ok(())
            })
        };
        let stop = CancellationToken::new();
        let worker = tokio::spawn(Worker::new(test.db.clone(), Clock::fixed(NOW), vec![kind], 1).run(stop.clone()));
        let first = add(&test.db, job("first")).await;
        eventually("it runs", async || heard(&said) == ["first"]).await;
        let second = add(&test.db, job("second")).await;
        assert!(test.db.write(move |tx| cancel(tx, second)).await.unwrap());
        eventually("the second is gone", async || state_of(&test.db, second).await.0 == "cancelled").await;

        assert!(test.db.write(move |tx| cancel(tx, first)).await.unwrap());
        eventually("the first is gone", async || state_of(&test.db, first).await.0 == "cancelled").await;
        assert!(!test.db.write(move |tx| cancel(tx, first)).await.unwrap(), "it has ended");
        stop.cancel();
        worker.await.unwrap();
        assert_eq!(heard(&said), ["first"]);
        assert_eq!(heard(&ends_heard), ["\"second\" true", "\"first\" true"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "it measures time: make prove PART=time"]
async fn a_running_job_hears_of_its_cancellation_within_a_second() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let heard = Arc::new(Notify::new());
        let (begun, ended) = (heard.clone(), heard.clone());
        let kind = Kind::new("say", move |context| {
            let (begun, ended) = (begun.clone(), ended.clone());
            async move {
                begun.notify_one();
                context.cancel.cancelled().await;
                ended.notify_one();
                Ok(Outcome::Cancelled)
            }
        });
        let stop = CancellationToken::new();
        let worker = tokio::spawn(Worker::new(test.db.clone(), Clock::fixed(NOW), vec![kind], 1).run(stop.clone()));
        let id = add(&test.db, job("")).await;
        heard.notified().await;
        let asked = Instant::now();
        assert!(test.db.write(move |tx| cancel(tx, id)).await.unwrap());
        heard.notified().await;
        let took = asked.elapsed();
        assert!(took < Duration::from_secs(1), "{took:?}");
        stop.cancel();
        worker.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_puts_its_job_back_for_the_next_one() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let said = Said::default();
        let kind = {
            let said = said.clone();
            Kind::new("say", move |context| {
                let said = said.clone();
                async move {
                    note(&said, "begun");
                    context.shutdown.cancelled().await;
                    Ok(Outcome::Again(NOW))
                }
            })
        };
        let stop = CancellationToken::new();
        let worker = tokio::spawn(Worker::new(test.db.clone(), Clock::fixed(NOW), vec![kind], 1).run(stop.clone()));
        add(&test.db, job("goes on")).await;
        eventually("it runs", async || heard(&said) == ["begun"]).await;
        stop.cancel();
        worker.await.unwrap();
        let next = Worker::new(test.db.clone(), Clock::fixed(NOW), vec![say(&said)], 1);
        assert_eq!(next.drain().await.unwrap(), 1);
        assert_eq!(heard(&said), ["begun", "goes on"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_that_ended_a_week_ago_are_forgotten() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let (said, clock) = (Said::default(), Clock::fixed(NOW));
        Worker::new(test.db.clone(), clock.clone(), vec![say(&said)], 1).drain().await.unwrap();
        add(&test.db, job("old")).await;
        let worker = Worker::new(test.db.clone(), clock.clone(), vec![say(&said)], 1);
        worker.drain().await.unwrap();
        clock.advance(8 * 24 * 3600);
        let fresh = add(&test.db, job("fresh")).await;
        worker.drain().await.unwrap();
        let stop = CancellationToken::new();
        let running = tokio::spawn(worker.run(stop.clone()));
        let sql = "SELECT job_id FROM jobs_job";
        let ids = async || test.db.read(move |conn| conn.rows(sql, &[], |row| row.get::<i64>(0))).await.unwrap();
        eventually("the old one is gone", async || ids().await == [fresh.0]).await;
        stop.cancel();
        running.await.unwrap();
    }
}
