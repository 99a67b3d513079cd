//! The rows of requests.

use std::collections::HashSet;

use db::{Conn, Row, Tx, Value, params};
use nodes::in_list;
use primitives::{NodeId, Seconds, TenantId, UserId};

use super::model::{AskedRequest, UsageRequestId};

/// So many folders are named in one statement.
const AT_ONCE: usize = 256;

const SELECT: &str = "SELECT q.request_id, q.folder_id, q.node_id, q.users_id, u.name, q.reason, q.asked_at,
      q.answered_at, q.allowed_until
    FROM usage_request q
    JOIN identity_user u ON u.users_id = q.users_id";

fn asked(row: &Row<'_>) -> db::Result<AskedRequest> {
    Ok(AskedRequest {
        id: row.get(0)?,
        folder: row.get(1)?,
        node: row.get(2)?,
        user: row.get(3)?,
        name: row.get(4)?,
        reason: row.get(5)?,
        asked_at: row.get(6)?,
        answered_at: row.get(7)?,
        allowed_until: row.get(8)?,
    })
}

/// The folders from which somebody has been let download until later than now.
pub(crate) fn allowed(conn: &mut Conn<'_>, user: UserId, now: Seconds) -> db::Result<HashSet<NodeId>> {
    let sql = "SELECT folder_id FROM usage_request WHERE users_id = $1 AND allowed_until > $2";
    Ok(conn.rows(sql, params![user, now], |row| row.get(0))?.into_iter().collect())
}

/// What somebody has asked last at a folder.
pub(crate) fn latest(conn: &mut Conn<'_>, folder: NodeId, user: UserId) -> db::Result<Option<AskedRequest>> {
    let sql = format!("{SELECT} WHERE q.folder_id = $1 AND q.users_id = $2 ORDER BY q.request_id DESC LIMIT 1");
    conn.find(&sql, params![folder, user], asked)
}

pub(crate) fn find(conn: &mut Conn<'_>, id: UsageRequestId) -> db::Result<Option<AskedRequest>> {
    conn.find(&format!("{SELECT} WHERE q.request_id = $1"), params![id], asked)
}

/// Those of these folders at which somebody waits for an answer.
pub(crate) fn waits_at(conn: &mut Conn<'_>, user: UserId, folders: &[NodeId]) -> db::Result<Vec<NodeId>> {
    let mut found = Vec::new();
    for some in folders.chunks(AT_ONCE) {
        let (list, ids) = in_list(2, some);
        let sql = format!(
            "SELECT folder_id FROM usage_request
             WHERE users_id = $1 AND folder_id IN ({list}) AND answered_at IS NULL
             ORDER BY folder_id"
        );
        let values: Vec<Value<'_>> = std::iter::once(user.into()).chain(ids).collect();
        found.extend(conn.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
    }
    Ok(found)
}

/// Those of a folder that wait, the first to ask first.
pub(crate) fn waiting(
    conn: &mut Conn<'_>,
    folder: NodeId,
    after: UsageRequestId,
    most: usize,
) -> db::Result<Vec<AskedRequest>> {
    let sql = format!(
        "{SELECT}
         WHERE q.folder_id = $1 AND q.request_id > $2 AND q.answered_at IS NULL
         ORDER BY q.request_id
         LIMIT $3"
    );
    conn.rows(&sql, params![folder, after, i64::try_from(most).unwrap_or(i64::MAX)], asked)
}

/// Counted up to a thousand.
pub(crate) fn count_waiting(conn: &mut Conn<'_>, folder: NodeId) -> db::Result<i64> {
    let sql = "SELECT COUNT(*) FROM (
                 SELECT 1 FROM usage_request WHERE folder_id = $1 AND answered_at IS NULL LIMIT 1000
               ) waiting";
    conn.get(sql, params![folder], |row| row.get(0))
}

/// A new request.
pub(crate) struct New<'n> {
    pub tenant: TenantId,
    pub folder: NodeId,
    pub node: NodeId,
    pub user: UserId,
    pub reason: &'n str,
}

/// None if they wait for an answer there already.
pub(crate) fn insert(tx: &mut Tx<'_>, new: &New<'_>, now: Seconds) -> db::Result<Option<UsageRequestId>> {
    let sql = "INSERT INTO usage_request (tenant_id, folder_id, node_id, users_id, reason, asked_at)
               VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (folder_id, users_id) WHERE answered_at IS NULL DO NOTHING
               RETURNING request_id";
    tx.find(sql, params![new.tenant, new.folder, new.node, new.user, new.reason, now], |row| row.get(0))
}

/// False if it has an answer already.
pub(crate) fn answer(
    tx: &mut Tx<'_>,
    id: UsageRequestId,
    (by, allowed_until): (UserId, Option<Seconds>),
    now: Seconds,
) -> db::Result<bool> {
    let sql = "UPDATE usage_request
               SET answered_at = $2, answered_by = $3, allowed_until = $4
               WHERE request_id = $1 AND answered_at IS NULL";
    Ok(tx.run(sql, params![id, now, by, allowed_until])? > 0)
}

/// Forgets what was asked before a time and gives nobody anything now.
pub(crate) fn forget(tx: &mut Tx<'_>, before: Seconds, now: Seconds) -> db::Result<u64> {
    let sql = "DELETE FROM usage_request WHERE asked_at < $1 AND COALESCE(allowed_until, 0) <= $2";
    tx.run(sql, params![before, now])
}
