//! How jobs end: done, failed after several attempts, cancelled, forgotten.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use db::testing::TestDb;
use primitives::Clock;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use vitrine_jobs::{Abandoned, JobError, Kind, Outcome, Worker, cancel, enqueue};

use crate::stage::{ENGINES, NOW, Said, add, eventually, heard, job, left, note, say, state_of};

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
