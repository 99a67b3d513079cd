//! A job: a room writes one, in the transaction that makes the work necessary.

use db::{Conn, Result, Tx, Wake, params};
use primitives::{Seconds, TenantId, UserId};

db::id!(JobId);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewJob {
    /// The name under which a `Kind` is registered with a worker.
    pub kind: &'static str,
    /// JSON, read back by `JobContext::payload`.
    pub payload: String,
    /// The tenant whose work it is: waiting tenants take turns. Without a tenant, the work belongs to the installation.
    pub tenant: Option<TenantId>,
    /// The person who waits for it: within a tenant, they take turns too.
    pub user: Option<UserId>,
    /// Jobs that share a key run one after the other, in the order they were enqueued.
    pub serial_key: Option<String>,
    /// Lower runs first.
    pub priority: i64,
    pub run_at: Seconds,
}

impl NewJob {
    /// A job that is due at `now`, of priority 0, beside all others.
    pub fn due(kind: &'static str, payload: &serde_json::Value, now: Seconds) -> Self {
        Self {
            kind,
            payload: payload.to_string(),
            tenant: None,
            user: None,
            serial_key: None,
            priority: 0,
            run_at: now,
        }
    }

    pub fn of(self, tenant: TenantId) -> Self {
        Self { tenant: Some(tenant), ..self }
    }

    pub fn for_user(self, user: Option<UserId>) -> Self {
        Self { user, ..self }
    }
}

/// Jobs without a tenant take turns as if they were one more tenant, and those without a person likewise.
const NOBODYS: i64 = 0;

/// Enqueues `job`; workers are woken when the transaction is committed.
pub fn enqueue(tx: &mut Tx<'_>, job: &NewJob) -> Result<JobId> {
    tx.wake(Wake::Jobs);
    tx.get(
        "INSERT INTO jobs_job (kind, payload, tenant_id, users_id, serial_key, priority, state, run_at)
         VALUES ($1, $2, $3, $4, $5, $6, 'queued', $7)
         RETURNING job_id",
        params![
            job.kind,
            &job.payload,
            job.tenant.map_or(NOBODYS, |tenant| tenant.0),
            job.user.map_or(NOBODYS, |user| user.0),
            job.serial_key.as_deref(),
            job.priority,
            job.run_at
        ],
        |row| row.get(0),
    )
}

/// As `enqueue`, unless a job of the kind already waits or runs; for work that needs only one job.
pub fn enqueue_once(tx: &mut Tx<'_>, job: &NewJob) -> Result<Option<JobId>> {
    tx.lock(ONCE)?;
    let sql = "SELECT 1 FROM jobs_job WHERE kind = $1 AND state IN ('queued', 'running')";
    if tx.exists(sql, params![job.kind])? { Ok(None) } else { enqueue(tx, job).map(Some) }
}

/// Locked while the existing jobs of a kind are looked for.
const ONCE: i64 = 0x6a6f_6273;

/// Asks for the end of a job; false if it has ended already. A worker ends it within a second, and calls the room's
/// `Kind::on_abandoned`.
pub fn cancel(tx: &mut Tx<'_>, job: JobId) -> Result<bool> {
    tx.wake(Wake::Jobs);
    let touched = tx.run(
        "UPDATE jobs_job
         SET cancel_requested = TRUE
         WHERE job_id = $1 AND state IN ('queued', 'running')",
        params![job],
    )?;
    Ok(touched == 1)
}

/// The kinds of the jobs that have not ended, due or not, in order of their ids. A test that drains
/// its worker asserts that none is left.
pub fn unfinished(conn: &mut Conn<'_>) -> Result<Vec<String>> {
    conn.rows("SELECT kind FROM jobs_job WHERE state IN ('queued', 'running') ORDER BY job_id LIMIT 1000", &[], |row| {
        row.get(0)
    })
}
