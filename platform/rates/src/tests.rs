use std::sync::Arc;

use db::testing::TestDb;
use db::{Db, Engine};
use primitives::Clock;

use crate::{Limit, Rates, migrations};

const LIMIT: Limit = Limit { name: "guesses", burst: 2, interval: 10 };

/// Two processes with one database, and their clock.
async fn two(engine: Engine) -> ([Rates; 2], Clock, TestDb) {
    let (test, clock) = (TestDb::new(engine, &migrations()).await, Clock::fixed(1_000_000));
    let one = || Rates { db: test.db.clone(), clock: clock.clone(), key: Arc::new([7; blake3::KEY_LEN]) };
    ([one(), one()], clock, test)
}

/// A PostgreSQL client must not be dropped in asynchronous code.
async fn end(both: [Rates; 2], test: TestDb) {
    tokio::task::spawn_blocking(move || drop((both, test))).await.unwrap();
}

async fn rows(db: &Db) -> i64 {
    db.read(|c| c.get("SELECT COUNT(*) FROM rates_count", &[], |row| row.get(0))).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_count_together() {
    let ([here, there], clock, test) = two(Engine::Postgres).await;
    assert_eq!(here.take_one(LIMIT, "a").await, Ok(()));
    assert_eq!(there.take_one(LIMIT, "a").await, Ok(()));
    assert_eq!((here.take_one(LIMIT, "a").await, there.take_one(LIMIT, "a").await), (Err(10), Err(10)));
    assert_eq!(there.take_one(LIMIT, "b").await, Ok(()), "of another there are others");
    let other = Limit { name: "uses", ..LIMIT };
    assert_eq!(there.take_one(other, "a").await, Ok(()), "and under another limit");
    clock.advance(10);
    assert_eq!((there.take_one(LIMIT, "a").await, here.take_one(LIMIT, "a").await), (Ok(()), Err(10)));
    here.give_back(vec![here.count(LIMIT, "a")]).await;
    assert_eq!(there.take_one(LIMIT, "a").await, Ok(()));
    end([here, there], test).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_before_a_refused_one_stays_counted_and_each_is_told_by_itself() {
    let ([here, there], _clock, test) = two(Engine::Postgres).await;
    let once = Limit { name: "once", burst: 1, interval: 60 };
    let (first, second, third) = (here.count(once, 1), here.count(once, 2), here.count(once, 3));
    assert_eq!(here.take(vec![first]).await, Ok(()));
    assert_eq!(there.take(vec![second, first, third]).await, Err(60));
    assert_eq!(here.take_each(vec![third, second, third]).await.unwrap(), [true, false, false]);
    end([here, there], test).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_was_set_back_lets_nobody_wait() {
    let ([here, there], clock, test) = two(Engine::Postgres).await;
    for _ in 0..2 {
        here.take_one(LIMIT, "a").await.unwrap();
    }
    clock.advance(-900_000);
    assert_eq!(there.take_one(LIMIT, "a").await, Ok(()));
    end([here, there], test).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn empty_counts_are_forgotten_and_nobody_can_read_what_was_counted() {
    let ([here, there], clock, test) = two(Engine::Postgres).await;
    for subject in ["ana@lume.example", "bia@lume.example"] {
        here.take_one(LIMIT, subject).await.unwrap();
    }
    here.clone().sweep().await.unwrap();
    assert_eq!(rows(&test.db).await, 2);
    clock.advance(3610);
    here.take_one(LIMIT, "bia@lume.example").await.unwrap();
    there.clone().sweep().await.unwrap();
    assert_eq!(rows(&test.db).await, 1);
    end([here, there], test).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_sqlite_there_is_one_process_and_nothing_is_written() {
    let ([here, there], _clock, test) = two(Engine::Sqlite).await;
    for _ in 0..5 {
        assert_eq!(here.take_one(LIMIT, "a").await, Ok(()));
    }
    assert_eq!(here.take_each(vec![here.count(LIMIT, "a")]).await.unwrap(), [true]);
    assert_eq!(rows(&test.db).await, 0);
    end([here, there], test).await;
}
