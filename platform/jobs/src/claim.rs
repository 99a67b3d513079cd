//! Whose turn it is. Within a kind the more urgent go first; among equally urgent ones the tenants that wait take
//! turns, and each tenant's jobs go in the order of their times. Every step is a seek in one index, so that a long
//! queue costs a claim no more than a short one.

use db::{Conn, Engine, Result, Tx, params};
use primitives::Seconds;

use crate::store::{COLUMNS, Claimed, claimed};

/// What may be claimed; the words of the index's own condition.
const OPEN: &str = "state = 'queued' AND NOT cancel_requested";

/// So many of a tenant's first jobs are looked at for one that waits for no other of its serial key.
const NEAR: i64 = 64;

/// Which of `kinds` have a job that is due; asked before writing, because most wakes are for others.
pub fn due<'k>(conn: &mut Conn<'_>, kinds: &[&'k str], now: Seconds) -> Result<Vec<&'k str>> {
    let sql = format!(
        "SELECT CAST(1 AS BIGINT)
         FROM jobs_job
         WHERE {OPEN} AND kind = $1 AND priority = $2 AND tenant_id = $3 AND run_at <= $4
         LIMIT 1"
    );
    let mut due = Vec::new();
    for kind in kinds {
        let one = in_turn(conn, kind, i64::MIN, |conn, priority, tenant| {
            Ok(conn.exists(&sql, params![*kind, priority, tenant, now])?.then_some(()))
        });
        due.extend(one?.map(|()| *kind));
    }
    Ok(due)
}

/// Takes the next job of `kind` until `until`, and says whose it is. `served` is the tenant that had its turn last.
/// `Error::Unique` means that a job of the same serial key was taken at the same moment.
pub fn claim(tx: &mut Tx<'_>, kind: &str, served: i64, now: Seconds, until: Seconds) -> Result<Option<(i64, Claimed)>> {
    in_turn(tx, kind, served, |conn, priority, tenant| {
        Ok(take(conn, kind, priority, tenant, now, until)?.map(|claimed| (tenant, claimed)))
    })
}

/// Asks the tenants that wait, those after `served` first, of one urgency after the other, until one has something.
fn in_turn<T>(
    conn: &mut Conn<'_>,
    kind: &str,
    served: i64,
    mut ask: impl FnMut(&mut Conn<'_>, i64, i64) -> Result<Option<T>>,
) -> Result<Option<T>> {
    let mut urgency = next_priority(conn, kind, i64::MIN)?;
    while let Some(priority) = urgency {
        for (from, to) in [(served.saturating_add(1), i64::MAX), (i64::MIN, served)] {
            let mut waiting = next_tenant(conn, kind, priority, from, to)?;
            while let Some(tenant) = waiting {
                if let Some(found) = ask(conn, priority, tenant)? {
                    return Ok(Some(found));
                }
                waiting = next_tenant(conn, kind, priority, tenant.saturating_add(1), to)?;
            }
        }
        urgency = next_priority(conn, kind, priority.saturating_add(1))?;
    }
    Ok(None)
}

fn next_priority(conn: &mut Conn<'_>, kind: &str, from: i64) -> Result<Option<i64>> {
    let sql = format!(
        "SELECT priority FROM jobs_job WHERE {OPEN} AND kind = $1 AND priority >= $2 ORDER BY priority LIMIT 1"
    );
    conn.find(&sql, params![kind, from], |row| row.get(0))
}

fn next_tenant(conn: &mut Conn<'_>, kind: &str, priority: i64, from: i64, to: i64) -> Result<Option<i64>> {
    let sql = format!(
        "SELECT tenant_id
         FROM jobs_job
         WHERE {OPEN} AND kind = $1 AND priority = $2 AND tenant_id >= $3 AND tenant_id <= $4
         ORDER BY tenant_id
         LIMIT 1"
    );
    conn.find(&sql, params![kind, priority, from, to], |row| row.get(0))
}

/// The tenant's first due job that waits for no earlier one of its serial key.
fn take(
    conn: &mut Conn<'_>,
    kind: &str,
    priority: i64,
    tenant: i64,
    now: Seconds,
    until: Seconds,
) -> Result<Option<Claimed>> {
    let skip_locked = match conn.engine() {
        Engine::Sqlite => "",
        Engine::Postgres => "FOR UPDATE OF j SKIP LOCKED",
    };
    let sql = format!(
        "UPDATE jobs_job
         SET state = 'running', attempts = attempts + 1, claims = claims + 1, lease_until = $5
         WHERE state = 'queued' AND job_id = (
           SELECT j.job_id
           FROM (SELECT job_id
                 FROM jobs_job
                 WHERE {OPEN} AND kind = $1 AND priority = $2 AND tenant_id = $3 AND run_at <= $4
                 ORDER BY run_at, job_id
                 LIMIT {NEAR}) near
           JOIN jobs_job j ON j.job_id = near.job_id
           WHERE j.state = 'queued' AND (j.serial_key IS NULL OR NOT EXISTS (
             SELECT 1
             FROM jobs_job earlier
             WHERE earlier.serial_key = j.serial_key AND earlier.state IN ('queued', 'running')
               AND earlier.job_id < j.job_id))
           ORDER BY j.run_at, j.job_id
           LIMIT 1 {skip_locked})
         RETURNING {COLUMNS}"
    );
    conn.find(&sql, params![kind, priority, tenant, now, until], claimed)
}
