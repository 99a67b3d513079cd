//! The rows of groups and of the files that failed.

use db::{Conn, Result, Row, Tx, params};
use primitives::{AppInstanceId, NodeId, Seconds, TenantId, UserId};

use super::failed_file::FailedFile;
use super::{UploadFailure, UploadFailureId, UploadGroup};

/// One group shows at most this many of its failures.
const SHOWN: i64 = 200;
/// Of one person at most this many groups that have ended stay.
const KEPT: i64 = 100;
/// One person has at most this many groups at once that have not ended.
const MOST_OPEN: i64 = 50;
/// Of one group at most this many failures are kept; the others are only counted, once it has ended.
pub const MOST_FAILURES: i64 = 1_000;

const COLUMNS: &str = "g.users_id, g.bg_group_id, g.bg_action_id, g.title, g.folder_id, g.files, g.done,
   (SELECT COUNT(*) FROM content_upload_failure f WHERE f.bg_group_id = g.bg_group_id), g.created_at, g.ended_at, g.application_instance_id,
   g.seen_at, (SELECT MAX(u.seen_at) FROM content_upload u WHERE u.bg_group_id = g.bg_group_id)";

fn group(row: &Row<'_>) -> Result<(UserId, UploadGroup)> {
    let (files, done, kept): (i64, i64, i64) = (row.get(5)?, row.get(6)?, row.get(7)?);
    let ended = row.get::<Option<Seconds>>(9)?.is_some();
    let (seen_at, received_at): (Seconds, Option<Seconds>) = (row.get(11)?, row.get(12)?);
    let failed = if ended && kept > 0 { kept.max(files - done) } else { kept };
    let found = UploadGroup {
        bg_group_id: row.get(1)?,
        bg_action_id: row.get(2)?,
        application_instance_id: row.get(10)?,
        title: row.get(3)?,
        folder_id: row.get(4)?,
        files: files.max(done + failed),
        done,
        failed,
        created_at: row.get(8)?,
        seen_at: received_at.map_or(seen_at, |at| at.max(seen_at)),
        quiet: false,
        ended,
        failures: Vec::new(),
    };
    Ok((row.get(0)?, found))
}

/// Where a group was begun, and for whom.
pub struct Begun<'g> {
    pub user: UserId,
    pub tenant: TenantId,
    pub instance: AppInstanceId,
    pub folder: NodeId,
    pub title: &'g str,
    pub files: i64,
}

pub fn insert(tx: &mut Tx<'_>, (group, action): (&str, &str), begun: &Begun<'_>, now: Seconds) -> Result<()> {
    let sql = "DELETE FROM content_upload_group
               WHERE users_id = $1 AND ended_at IS NOT NULL AND bg_group_id NOT IN (
                 SELECT bg_group_id FROM content_upload_group WHERE users_id = $1
                 ORDER BY created_at DESC, bg_group_id LIMIT $2)";
    tx.run(sql, params![begun.user, KEPT])?;
    tx.run(
        "INSERT INTO content_upload_group (bg_group_id, bg_action_id, users_id, tenant_id, application_instance_id,
           folder_id, title, files, created_at, seen_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)",
        params![group, action, begun.user, begun.tenant, begun.instance, begun.folder, begun.title, begun.files, now],
    )
    .map(drop)
}

/// Those open groups of a user that have been silent for longest, if there are too many to begin another one.
pub fn too_many(tx: &mut Tx<'_>, user: UserId) -> Result<Vec<String>> {
    let sql = "SELECT g.bg_group_id FROM content_upload_group g
               WHERE g.users_id = $1 AND g.ended_at IS NULL
               ORDER BY g.seen_at DESC, g.created_at DESC, g.bg_group_id
               LIMIT 500 OFFSET $2";
    tx.rows(sql, params![user, MOST_OPEN - 1], |row| row.get(0))
}

pub fn find(conn: &mut Conn<'_>, user: UserId, id: &str) -> Result<Option<UploadGroup>> {
    let sql = format!("SELECT {COLUMNS} FROM content_upload_group g WHERE g.bg_group_id = $1 AND g.users_id = $2");
    Ok(conn.find(&sql, params![id, user], group)?.map(|(_, found)| found))
}

/// A user's groups in an application instance, newest first, with their failures.
pub fn list(conn: &mut Conn<'_>, user: UserId, instance: AppInstanceId) -> Result<Vec<UploadGroup>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM content_upload_group g
         WHERE g.users_id = $1 AND g.application_instance_id = $2
         ORDER BY g.created_at DESC, g.bg_group_id LIMIT {KEPT}"
    );
    let mut groups: Vec<UploadGroup> =
        conn.rows(&sql, params![user, instance], group)?.into_iter().map(|(_, found)| found).collect();
    for found in groups.iter_mut().filter(|found| found.failed > 0) {
        found.failures = failures(conn, &found.bg_group_id)?;
    }
    Ok(groups)
}

pub fn failures(conn: &mut Conn<'_>, group: &str) -> Result<Vec<UploadFailure>> {
    let sql = "SELECT upload_failure_id, folder_id, name, size_bytes, reason, failed_at FROM content_upload_failure
               WHERE bg_group_id = $1 ORDER BY upload_failure_id LIMIT $2";
    conn.rows(sql, params![group, SHOWN], |row| {
        Ok(UploadFailure {
            upload_failure_id: row.get(0)?,
            folder_id: row.get(1)?,
            name: row.get(2)?,
            size: row.get(3)?,
            reason: row.get(4)?,
            failed_at: row.get(5)?,
        })
    })
}

/// The group after a change, without its failures; its owner is first. It has ended when all of its files are there or
/// have failed.
pub fn refreshed(tx: &mut Tx<'_>, id: &str, now: Seconds) -> Result<Option<(UserId, UploadGroup)>> {
    tx.run(
        "UPDATE content_upload_group
         SET seen_at = $2, ended_at = CASE
           WHEN ended_at IS NULL AND files <= done
             + (SELECT COUNT(*) FROM content_upload_failure f WHERE f.bg_group_id = content_upload_group.bg_group_id)
           THEN $2 ELSE ended_at END
         WHERE bg_group_id = $1",
        params![id, now],
    )?;
    let sql = format!("SELECT {COLUMNS} FROM content_upload_group g WHERE g.bg_group_id = $1");
    tx.find(&sql, params![id], group)
}

/// Nothing more is sent: only what is there or has failed belongs to it. If not all failures were kept, everything that
/// is not there has failed.
pub fn end(tx: &mut Tx<'_>, id: &str, now: Seconds) -> Result<()> {
    tx.run(
        "UPDATE content_upload_group
         SET ended_at = $2, files = CASE
           WHEN (SELECT COUNT(*) FROM content_upload_failure f WHERE f.bg_group_id = content_upload_group.bg_group_id) < $3
           THEN done
             + (SELECT COUNT(*) FROM content_upload_failure f WHERE f.bg_group_id = content_upload_group.bg_group_id)
           ELSE files END
         WHERE bg_group_id = $1 AND ended_at IS NULL",
        params![id, now, MOST_FAILURES],
    )
    .map(drop)
}

/// A failed file is sent again, so the group goes on.
pub fn reopen(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.run("UPDATE content_upload_group SET ended_at = NULL WHERE bg_group_id = $1", params![id]).map(drop)
}

/// A failed file is left out.
pub fn leave_out(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    let sql = "UPDATE content_upload_group SET files = files - 1 WHERE bg_group_id = $1 AND files > 0";
    tx.run(sql, params![id]).map(drop)
}

pub fn delete(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.run("DELETE FROM content_upload_group WHERE bg_group_id = $1", params![id]).map(drop)
}

/// Groups that nothing has happened to since `before`, although nothing has ended them.
pub fn silent(tx: &mut Tx<'_>, before: Seconds) -> Result<Vec<String>> {
    let sql = "SELECT g.bg_group_id FROM content_upload_group g
               WHERE g.ended_at IS NULL AND g.seen_at < $1
                 AND NOT EXISTS (SELECT 1 FROM content_upload u WHERE u.bg_group_id = g.bg_group_id)
               LIMIT 500";
    tx.rows(sql, params![before], |row| row.get(0))
}

/// The folder is one that the sender could see when they chose it; if it is gone, so is the failure.
pub fn insert_failure(tx: &mut Tx<'_>, group: &str, file: &FailedFile, now: Seconds) -> Result<()> {
    tx.run(
        "INSERT INTO content_upload_failure (bg_group_id, folder_id, name, size_bytes, reason, failed_at)
         SELECT $1, n.node_id, $3, CAST($4 AS BIGINT), $5, CAST($6 AS BIGINT) FROM nodes_node n WHERE n.node_id = $2
         ON CONFLICT (bg_group_id, folder_id, name) DO UPDATE SET reason = excluded.reason",
        params![
            group,
            file.folder_id,
            &file.name,
            i64::try_from(file.size).unwrap_or(i64::MAX),
            file.reason.code(),
            now
        ],
    )
    .map(drop)
}

/// False if the group has no such failure.
pub fn delete_failure(tx: &mut Tx<'_>, group: &str, failure: UploadFailureId) -> Result<bool> {
    let sql = "DELETE FROM content_upload_failure WHERE bg_group_id = $1 AND upload_failure_id = $2";
    Ok(tx.run(sql, params![group, failure])? > 0)
}
