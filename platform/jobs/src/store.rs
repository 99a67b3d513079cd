//! The rows of jobs. A run is identified by its job and the number of its claim: once another worker has taken a job
//! over, that number differs, and statements of the former holder change nothing.

use db::{Conn, Engine, Result, Row, Tx, Wake, params, placeholders};
use primitives::Seconds;

use crate::JobId;

/// One run of one job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    pub job: JobId,
    pub number: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    pub claim: Claim,
    pub kind: String,
    pub payload: String,
    pub attempt: i64,
}

/// At most this many orphans are gathered in one transaction.
pub const ORPHANS: usize = 100;

/// A job that no worker runs: its lease expired, or it was cancelled before it began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orphan {
    pub claimed: Claimed,
    pub cancelled: bool,
}

pub(crate) const COLUMNS: &str = "job_id, claims, kind, payload, attempts";

pub(crate) fn claimed(row: &Row<'_>) -> Result<Claimed> {
    let claim = Claim { job: row.get(0)?, number: row.get(1)? };
    Ok(Claimed { claim, kind: row.get(2)?, payload: row.get(3)?, attempt: row.get(4)? })
}

/// `$1` and `$2` are times; the kinds follow.
fn with_kinds<'k>(now: Seconds, until: Seconds, kinds: &[&'k str]) -> Vec<db::Value<'k>> {
    let times = [db::Value::Int(now), db::Value::Int(until)];
    times.into_iter().chain(kinds.iter().map(|kind| db::Value::Text(kind))).collect()
}

/// Whether `orphans` may find something.
pub fn has_orphans(conn: &mut Conn<'_>, now: Seconds) -> Result<bool> {
    let silent = "SELECT CAST(1 AS BIGINT) FROM jobs_job WHERE state = 'running' AND lease_until < $1 LIMIT 1";
    let unwanted = "SELECT CAST(1 AS BIGINT) FROM jobs_job WHERE state = 'queued' AND cancel_requested LIMIT 1";
    Ok(conn.exists(silent, params![now])? || conn.exists(unwanted, &[])?)
}

/// Up to `ORPHANS` jobs of `kinds` that no worker runs; they stay locked until the transaction ends.
pub fn orphans(tx: &mut Tx<'_>, kinds: &[&str], now: Seconds) -> Result<Vec<Orphan>> {
    let skip_locked = match tx.engine() {
        Engine::Sqlite => "",
        Engine::Postgres => "FOR UPDATE SKIP LOCKED",
    };
    let sql = format!(
        "SELECT {COLUMNS}, cancel_requested
         FROM jobs_job
         WHERE ((state = 'running' AND lease_until < $1) OR (state = 'queued' AND cancel_requested AND $2 > 0))
           AND kind IN ({})
         ORDER BY job_id
         LIMIT {ORPHANS} {skip_locked}",
        placeholders(3, kinds.len())
    );
    tx.rows(&sql, &with_kinds(now, 1, kinds), |row| Ok(Orphan { claimed: claimed(row)?, cancelled: row.get(5)? }))
}

/// What a running job must check: None if the job is no longer this run's, else whether it is to be cancelled.
pub fn watch(conn: &mut Conn<'_>, claim: Claim) -> Result<Option<bool>> {
    conn.find(
        "SELECT cancel_requested FROM jobs_job WHERE job_id = $1 AND claims = $2 AND state = 'running'",
        params![claim.job, claim.number],
        |row| row.get(0),
    )
}

pub fn renew(tx: &mut Tx<'_>, claim: Claim, until: Seconds) -> Result<bool> {
    let touched = tx.run(
        "UPDATE jobs_job SET lease_until = $3 WHERE job_id = $1 AND claims = $2 AND state = 'running'",
        params![claim.job, claim.number, until],
    )?;
    Ok(touched == 1)
}

/// Wakes the workers, because jobs of the same serial key may follow.
pub fn finish(tx: &mut Tx<'_>, claim: Claim, now: Seconds) -> Result<bool> {
    tx.wake(Wake::Jobs);
    let touched = tx.run(
        "UPDATE jobs_job
         SET state = 'done', lease_until = NULL, finished_at = $3
         WHERE job_id = $1 AND claims = $2 AND state = 'running'",
        params![claim.job, claim.number, now],
    )?;
    Ok(touched == 1)
}

/// Ends a run, or a job that never ran, as `failed` or `cancelled`.
pub fn abandon(tx: &mut Tx<'_>, run: &Claimed, state: &'static str, reason: &str, now: Seconds) -> Result<bool> {
    tx.wake(Wake::Jobs);
    let touched = tx.run(
        "UPDATE jobs_job
         SET state = $3, error = $4, lease_until = NULL, finished_at = $5
         WHERE job_id = $1 AND claims = $2 AND state IN ('queued', 'running')",
        params![run.claim.job, run.claim.number, state, reason, now],
    )?;
    Ok(touched == 1)
}

/// Puts a run back into the queue. `attempts` is the count from which the next attempt continues.
pub fn requeue(tx: &mut Tx<'_>, run: &Claimed, attempts: i64, at: Seconds, reason: Option<&str>) -> Result<bool> {
    tx.wake(Wake::Jobs);
    let touched = tx.run(
        "UPDATE jobs_job
         SET state = 'queued', attempts = $3, run_at = $4, error = COALESCE($5, error), lease_until = NULL
         WHERE job_id = $1 AND claims = $2 AND state = 'running'",
        params![run.claim.job, run.claim.number, attempts, at, reason],
    )?;
    Ok(touched == 1)
}

/// Deletes jobs that ended before `before`.
pub fn prune(tx: &mut Tx<'_>, before: Seconds) -> Result<u64> {
    tx.run("DELETE FROM jobs_job WHERE finished_at < $1", params![before])
}
