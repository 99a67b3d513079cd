//! How the jobs are doing, kind by kind, for whoever looks after the installation.

use db::{Conn, Result, params};
use primitives::Seconds;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backlog {
    pub kind: String,
    pub queued: i64,
    pub running: i64,
    /// Failed for good since the time that was asked for.
    pub failed: i64,
    /// When the one that waits longest was to run.
    pub oldest_due_at: Option<Seconds>,
    /// What went wrong last, of those that failed or are tried again.
    pub last_error: Option<String>,
}

/// Every kind of which there is something to say; what failed before `since` is not.
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
