//! Which worker has a job: leases, workers that are killed or sleep, servers that stop.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use db::testing::TestDb;
use db::{Db, params};
use primitives::Clock;
use tokio_util::sync::CancellationToken;
use vitrine_jobs::{Kind, NewJob, Outcome, Worker};

use crate::stage::{ENGINES, NOW, Said, add, eventually, heard, job, left, note, say, state_of};

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
