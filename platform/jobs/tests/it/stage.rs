//! Jobs that say what they were told, and ways to look at them.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use db::{Db, Engine, params};
use vitrine_jobs::{JobId, Kind, NewJob, Outcome, enqueue, unfinished};

pub const ENGINES: [Engine; 2] = [Engine::Sqlite, Engine::Postgres];
pub const NOW: i64 = 1_900_000_000;

pub type Said = Arc<Mutex<Vec<String>>>;

pub fn note(said: &Said, text: impl Into<String>) {
    said.lock().unwrap().push(text.into());
}

pub fn heard(said: &Said) -> Vec<String> {
    said.lock().unwrap().clone()
}

pub fn job(text: &str) -> NewJob {
    NewJob::due("say", &serde_json::json!(text), NOW)
}

pub async fn add(db: &Db, job: NewJob) -> JobId {
    db.write(move |tx| enqueue(tx, &job)).await.unwrap()
}

pub async fn left(db: &Db) -> Vec<String> {
    db.read(unfinished).await.unwrap()
}

pub async fn state_of(db: &Db, job: JobId) -> (String, Option<String>) {
    let sql = "SELECT state, error FROM jobs_job WHERE job_id = $1";
    db.read(move |conn| conn.get(sql, params![job.0], |row| Ok((row.get(0)?, row.get(1)?)))).await.unwrap()
}

/// Looks again and again until it is so; a test that waits for a minute fails.
pub async fn eventually(what: &str, is_so: impl AsyncFn() -> bool) {
    let begin = Instant::now();
    while !is_so().await {
        assert!(begin.elapsed() < Duration::from_secs(60), "within a minute: {what}"); // time: the limit of all waiting
        tokio::time::sleep(Duration::from_millis(10)).await; // time: between two looks
    }
}

/// A kind "say" that records its payload.
pub fn say(said: &Said) -> Kind {
    let said = said.clone();
    Kind::new("say", move |context| {
        let said = said.clone();
        async move {
            note(&said, context.payload::<String>()?);
            Ok(Outcome::Done)
        }
    })
}
