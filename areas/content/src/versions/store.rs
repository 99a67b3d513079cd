//! The rows of versions.

use db::{Conn, Tx, params};
use nodes::NO_NODE;
use primitives::{NodeId, Seconds, TenantId, UserId};

use super::VersionId;
use super::model::{Found, Version};
use crate::entries::model::Person;

/// Up to `limit` versions of a file with a number below `before`, the newest first; none if it was never replaced.
pub(super) fn of_file(conn: &mut Conn<'_>, file: NodeId, before: i64, limit: i64) -> db::Result<Vec<Version>> {
    let sql =
        "SELECT v.version_id, v.number, v.label, v.node_id IS NULL, n.size_bytes, n.mime, n.content_hash, v.made_at,
                 u.users_id, u.name, v.restored_from
               FROM content_version v
               JOIN nodes_node n ON n.node_id = COALESCE(v.node_id, v.file_id)
               LEFT JOIN identity_user u ON u.users_id = v.made_by
               WHERE v.file_id = $1 AND v.number < $2
               ORDER BY v.number DESC
               LIMIT $3";
    conn.rows(sql, params![file, before, limit], |row| {
        let person = row.get::<Option<UserId>>(8)?.zip(row.get::<Option<String>>(9)?);
        Ok(Version {
            version_id: row.get(0)?,
            number: row.get(1)?,
            label: row.get(2)?,
            is_current: row.get(3)?,
            size: row.get(4)?,
            mime: row.get(5)?,
            hash: row.get(6)?,
            made_at: row.get(7)?,
            made_by: person.map(|(users_id, name)| Person { users_id, name }),
            restored_from: row.get(10)?,
        })
    })
}

pub(super) fn find(conn: &mut Conn<'_>, id: VersionId) -> db::Result<Option<Found>> {
    let sql = "SELECT version_id, file_id, node_id, number, label FROM content_version WHERE version_id = $1";
    conn.find(sql, params![id], |row| {
        Ok(Found { id: row.get(0)?, file: row.get(1)?, kept: row.get(2)?, number: row.get(3)?, label: row.get(4)? })
    })
}

/// The number of the present version of a file that was replaced.
pub(super) fn present_number(conn: &mut Conn<'_>, file: NodeId) -> db::Result<Option<i64>> {
    let sql = "SELECT number FROM content_version WHERE file_id = $1 AND node_id IS NULL";
    conn.find(sql, params![file], |row| row.get(0))
}

/// The version that this node keeps.
pub(super) fn kept_as(conn: &mut Conn<'_>, file: NodeId, kept: NodeId) -> db::Result<Option<VersionId>> {
    let sql = "SELECT version_id FROM content_version WHERE node_id = $2 AND file_id = $1";
    conn.find(sql, params![file, kept], |row| row.get(0))
}

/// The file of a version. A missing version is asked about like one of a file that nobody sees.
pub(super) fn file_of(found: Option<&Found>) -> NodeId {
    found.map_or(NO_NODE, |found| found.file)
}

/// What a new version says of itself.
pub(crate) struct NewVersion<'v> {
    pub by: UserId,
    pub label: &'v str,
    pub restored_from: Option<i64>,
}

/// The file has another content, and `kept` has the one that it had. The first time, that one gets a row, too. Returns the
/// number of the new version.
pub(crate) fn note_replaced(
    tx: &mut Tx<'_>,
    (file, kept): (NodeId, NodeId),
    new: &NewVersion<'_>,
    now: Seconds,
) -> db::Result<i64> {
    let sql = "UPDATE content_version SET node_id = $2, replaced_at = $3 WHERE file_id = $1 AND node_id IS NULL";
    if tx.run(sql, params![file, kept, now])? == 0 {
        tx.run(
            "INSERT INTO content_version (tenant_id, file_id, node_id, number, made_by, made_at, replaced_at)
             SELECT f.tenant_id, f.node_id, k.node_id, 1, f.created_by, k.modified_at, CAST($3 AS BIGINT)
             FROM nodes_node f JOIN nodes_node k ON k.parent_id = f.node_id
             WHERE f.node_id = $1 AND k.node_id = $2",
            params![file, kept, now],
        )?;
    }
    let sql = "INSERT INTO content_version (tenant_id, file_id, number, label, made_by, made_at, restored_from)
               SELECT MAX(tenant_id), CAST($1 AS BIGINT), MAX(number) + 1, CAST($2 AS TEXT), CAST($3 AS BIGINT),
                 CAST($4 AS BIGINT), CAST($5 AS BIGINT)
               FROM content_version
               WHERE file_id = $1
               RETURNING number";
    tx.get(sql, params![file, new.label, new.by, now, new.restored_from], |row| row.get(0))
}

pub(super) fn set_label(tx: &mut Tx<'_>, id: VersionId, label: &str) -> db::Result<()> {
    tx.run("UPDATE content_version SET label = $2 WHERE version_id = $1", params![id, label]).map(drop)
}

pub(super) fn delete(tx: &mut Tx<'_>, id: VersionId) -> db::Result<()> {
    tx.run("DELETE FROM content_version WHERE version_id = $1", params![id]).map(drop)
}

/// How many earlier versions of each file a tenant keeps, and for how many days. Without a number, all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct KeptVersions {
    pub most: Option<i64>,
    pub days: Option<i64>,
}

pub(super) fn kept_versions(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<KeptVersions> {
    let sql = "SELECT most, days FROM content_version_rule WHERE tenant_id = $1";
    let found = conn.find(sql, params![tenant], |row| Ok(KeptVersions { most: row.get(0)?, days: row.get(1)? }))?;
    Ok(found.unwrap_or_default())
}

pub(super) fn keep_versions(tx: &mut Tx<'_>, tenant: TenantId, kept: KeptVersions) -> db::Result<()> {
    let sql = "INSERT INTO content_version_rule (tenant_id, most, days) VALUES ($1, $2, $3)
               ON CONFLICT (tenant_id) DO UPDATE SET most = excluded.most, days = excluded.days";
    tx.run(sql, params![tenant, kept.most, kept.days]).map(drop)
}
