//! Rows that break the rules of background work, for `vitrine doctor`.

use db::{Conn, Result};

/// At most this many findings are reported per rule.
const MOST: i64 = 20;

/// Actions that wait for a job that has ended: nothing will ever end them.
pub(crate) fn broken_rules(conn: &mut Conn<'_>) -> Result<Vec<String>> {
    let sql = format!(
        "SELECT a.bg_action_id
         FROM activity_action a
         WHERE a.job_id IS NOT NULL AND a.status IN ('in_progress', 'generating_preview')
           AND NOT EXISTS (SELECT 1 FROM jobs_job j WHERE j.job_id = a.job_id AND j.state IN ('queued', 'running'))
         LIMIT {MOST}"
    );
    conn.rows(&sql, &[], |row| Ok(format!("action {} waits for work that has ended", row.get::<String>(0)?)))
}
