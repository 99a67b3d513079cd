//! The state of the jobs, kind by kind, for operators.

use db::{Conn, Result, params};
use primitives::Seconds;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backlog {
    pub kind: String,
    pub queued: i64,
    pub running: i64,
    /// Jobs that failed for good since the requested time.
    pub failed: i64,
    /// When the job that waits longest was due.
    pub oldest_due_at: Option<Seconds>,
    /// The last error of a job that failed or is tried again.
    pub last_error: Option<String>,
}

/// Every kind that has jobs to report; failures before `since` are left out.
pub fn backlog(conn: &mut Conn<'_>, since: Seconds) -> Result<Vec<Backlog>> {
    conn.rows(
        "SELECT j.kind,
           COUNT(*) FILTER (WHERE j.state = 'queued'),
           COUNT(*) FILTER (WHERE j.state = 'running'),
           COUNT(*) FILTER (WHERE j.state = 'failed'),
           MIN(j.run_at) FILTER (WHERE j.state = 'queued'),
           (SELECT e.error
            FROM jobs_job e
            WHERE e.kind = j.kind AND e.error IS NOT NULL AND e.state IN ('queued', 'running', 'failed')
              AND (e.finished_at IS NULL OR e.finished_at >= $1)
            ORDER BY e.job_id DESC
            LIMIT 1)
         FROM jobs_job j
         WHERE j.state IN ('queued', 'running') OR (j.state = 'failed' AND j.finished_at >= $1)
         GROUP BY j.kind
         ORDER BY j.kind",
        params![since],
        |row| {
            Ok(Backlog {
                kind: row.get(0)?,
                queued: row.get(1)?,
                running: row.get(2)?,
                failed: row.get(3)?,
                oldest_due_at: row.get(4)?,
                last_error: row.get(5)?,
            })
        },
    )
}
