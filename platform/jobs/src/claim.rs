//! Decides which job is next. Within a kind, more urgent jobs go first; among equally urgent ones the waiting tenants
//! take turns, within a tenant the people take turns, and each one's jobs go in the order of their times. Every step is
//! a seek in one index, so a claim costs the same on a long queue as on a short one.

use db::{Conn, Engine, Result, Tx, params};
use primitives::Seconds;

use crate::store::{COLUMNS, Claimed, claimed};
use crate::turns::{Turn, Turns};

/// The condition for a job that can be claimed, as the index states it.
const OPEN: &str = "state = 'queued' AND NOT cancel_requested";

/// A claim looks at no more jobs of one person than this.
const NEAR: i64 = 64;

/// Which of `kinds` have a due job, but for jobs of the people that are named with the kind. It is asked before writing,
/// because most wake-ups are for other workers.
pub fn due<'k>(conn: &mut Conn<'_>, kinds: &[(&'k str, Vec<Turn>)], now: Seconds) -> Result<Vec<&'k str>> {
    let sql = format!(
        "SELECT CAST(1 AS BIGINT)
         FROM jobs_job
         WHERE {OPEN} AND kind = $1 AND priority = $2 AND tenant_id = $3 AND users_id = $4 AND run_at <= $5
         LIMIT 1"
    );
    let mut due = Vec::new();
    for (kind, but) in kinds {
        let one = in_turn(conn, kind, (&Turns::default(), but), |conn, priority, turn| {
            Ok(conn.exists(&sql, params![*kind, priority, turn.tenant, turn.user, now])?.then_some(()))
        });
        due.extend(one?.map(|()| *kind));
    }
    Ok(due)
}

/// Claims the next job of `kind` until `until`, but for those of the people in `but`. Returns the job with its tenant and
/// person. `Error::Unique` means that another worker claimed a job of the same serial key at the same moment.
pub fn claim(
    tx: &mut Tx<'_>,
    kind: &str,
    (last, but): (&Turns, &[Turn]),
    now: Seconds,
    until: Seconds,
) -> Result<Option<(Turn, Claimed)>> {
    in_turn(tx, kind, (last, but), |conn, priority, turn| {
        Ok(take(conn, kind, priority, turn, now, until)?.map(|claimed| (turn, claimed)))
    })
}

/// Asks the waiting tenants and their people, those after the last ones first, one urgency after the other, until one
/// has a job. Those in `but` are left out.
fn in_turn<T>(
    conn: &mut Conn<'_>,
    kind: &str,
    (last, but): (&Turns, &[Turn]),
    mut ask: impl FnMut(&mut Conn<'_>, i64, Turn) -> Result<Option<T>>,
) -> Result<Option<T>> {
    let mut urgency = next_priority(conn, kind, i64::MIN)?;
    while let Some(priority) = urgency {
        let tenants = |conn: &mut Conn<'_>, from, to| next_tenant(conn, kind, priority, from, to);
        let found = around(conn, last.tenant(), tenants, |conn, tenant| {
            let people = |conn: &mut Conn<'_>, from, to| next_user(conn, kind, priority, tenant, from, to);
            around(conn, last.user(tenant), people, |conn, user| {
                let turn = Turn { tenant, user };
                if but.contains(&turn) { Ok(None) } else { ask(conn, priority, turn) }
            })
        })?;
        if found.is_some() {
            return Ok(found);
        }
        urgency = next_priority(conn, kind, priority.saturating_add(1))?;
    }
    Ok(None)
}

/// Asks all that `next` finds between two numbers, those after `last` first.
fn around<T>(
    conn: &mut Conn<'_>,
    last: i64,
    next: impl Fn(&mut Conn<'_>, i64, i64) -> Result<Option<i64>>,
    mut ask: impl FnMut(&mut Conn<'_>, i64) -> Result<Option<T>>,
) -> Result<Option<T>> {
    for (from, to) in [(last.saturating_add(1), i64::MAX), (i64::MIN, last)] {
        let mut waiting = next(conn, from, to)?;
        while let Some(one) = waiting {
            if let Some(found) = ask(conn, one)? {
                return Ok(Some(found));
            }
            waiting = next(conn, one.saturating_add(1), to)?;
        }
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

fn next_user(conn: &mut Conn<'_>, kind: &str, priority: i64, tenant: i64, from: i64, to: i64) -> Result<Option<i64>> {
    let sql = format!(
        "SELECT users_id
         FROM jobs_job
         WHERE {OPEN} AND kind = $1 AND priority = $2 AND tenant_id = $3 AND users_id >= $4 AND users_id <= $5
         ORDER BY users_id
         LIMIT 1"
    );
    conn.find(&sql, params![kind, priority, tenant, from, to], |row| row.get(0))
}

/// Claims the first due job of a person. It passes over a job whose serial key is taken.
fn take(
    conn: &mut Conn<'_>,
    kind: &str,
    priority: i64,
    turn: Turn,
    now: Seconds,
    until: Seconds,
) -> Result<Option<Claimed>> {
    let skip_locked = match conn.engine() {
        Engine::Sqlite => "",
        Engine::Postgres => "FOR UPDATE OF j SKIP LOCKED",
    };
    let sql = format!(
        "UPDATE jobs_job
         SET state = 'running', attempts = attempts + 1, claims = claims + 1, lease_until = $6
         WHERE state = 'queued' AND job_id = (
           SELECT j.job_id
           FROM (SELECT job_id
                 FROM jobs_job
                 WHERE {OPEN} AND kind = $1 AND priority = $2 AND tenant_id = $3 AND users_id = $4 AND run_at <= $5
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
    conn.find(&sql, params![kind, priority, turn.tenant, turn.user, now, until], claimed)
}
