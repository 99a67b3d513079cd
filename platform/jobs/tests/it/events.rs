//! The event log, through the public interface, on both engines.

use std::time::Duration;

use db::testing::TestDb;
use db::{Db, Engine};
use serde_json::json;
use tokio::sync::oneshot;
use vitrine_jobs::{Tail, publish};

const ENGINES: [Engine; 2] = [Engine::Sqlite, Engine::Postgres];

async fn say(db: &Db, name: &'static str) {
    db.write(move |tx| publish(tx, "room", name, None, &json!({"name": name}))).await.unwrap();
}

/// The names of the next events, until there are `count`.
async fn names(tail: &mut Tail, count: usize) -> Vec<String> {
    let mut names = Vec::new();
    while names.len() < count {
        let events = tokio::time::timeout(Duration::from_secs(10), tail.next()).await.expect("an event in time");
        names.extend(events.unwrap().into_iter().map(|event| event.name));
    }
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tail_delivers_each_later_event_once_and_in_order() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let other_process = Db::open(&test.url).unwrap();
        say(&test.db, "before").await;
        let mut tail = Tail::from_now(&test.db).await.unwrap();
        say(&test.db, "one").await;
        say(&other_process, "two").await;
        let undone = test.db.write(|tx| {
            publish(tx, "room", "undone", None, &json!({}))?;
            Err::<(), _>(db::Error::Missing)
        });
        assert!(undone.await.is_err());
        say(&test.db, "three").await;
        assert_eq!(names(&mut tail, 3).await, ["one", "two", "three"]);
        for next in ["four", "five"] {
            say(&test.db, next).await;
            assert_eq!(names(&mut tail, 1).await, [next], "nothing is told twice");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_carries_its_room_name_subject_and_body() {
    for engine in ENGINES {
        let test = TestDb::new(engine, &vitrine_jobs::migrations()).await;
        let mut tail = Tail::from_now(&test.db).await.unwrap();
        test.db.write(|tx| publish(tx, "node:7", "pipeline", Some("node:8"), &json!({"é": [1]}))).await.unwrap();
        let events = tail.next().await.unwrap();
        assert_eq!(events.len(), 1);
        assert_eq!((events[0].room.as_str(), events[0].name.as_str()), ("node:7", "pipeline"));
        assert_eq!(events[0].about.as_deref(), Some("node:8"));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&events[0].body).unwrap(), json!({"é": [1]}));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tail_delivers_an_event_committed_after_a_later_one() {
    let test = TestDb::new(Engine::Postgres, &vitrine_jobs::migrations()).await;
    say(&test.db, "first").await;
    let mut tail = Tail::from_now(&test.db).await.unwrap();
    let (written, is_written) = oneshot::channel();
    let (go_on, may_go_on) = oneshot::channel::<()>();
    let db = test.db.clone();
    let slow = tokio::spawn(async move {
        db.write(move |tx| {
            publish(tx, "room", "slow", None, &json!({}))?;
            written.send(()).unwrap();
            may_go_on.blocking_recv().unwrap();
            Ok::<_, db::Error>(())
        })
        .await
    });
    is_written.await.unwrap();
    say(&test.db, "quick").await;
    assert_eq!(names(&mut tail, 1).await, ["quick"]);
    go_on.send(()).unwrap();
    slow.await.unwrap().unwrap();
    assert_eq!(names(&mut tail, 1).await, ["slow"]);
}
