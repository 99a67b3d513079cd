//! The rows of repositories in administration.

use authz::Actor;
use db::{Conn, Page, Row, Table, Tx, Value, params, placeholders};
use primitives::{EntryName, Listing, NodeId, RepositoryId, TenantId, fold};

use super::model::{RepositoryMoveObstacle, RepositoryMoving, RepositorySettings};
use crate::{Error, FileServerId, Result};

const COLUMNS: &str = concat!(
    "r.repository_id, r.node_id, r.title, r.folder_name, r.file_server_id, s.label, r.tenant_id,
    t.tenant_title, r.lib3d_node_id, r.active,
    NOT EXISTS (SELECT 1 FROM nodes_node n WHERE n.parent_id = r.node_id AND n.state IN (",
    nodes::state!(Staging, Ready, Binned),
    ")), r.version, m.state, m.file_server_id, ms.label, m.copied, m.bytes,
    m.waits_for, m.waits_since"
);
const FROM: &str = "content_repository r
    JOIN content_file_server s ON s.file_server_id = r.file_server_id
    JOIN tenancy_tenant t ON t.tenant_id = r.tenant_id
    LEFT JOIN storage_move m ON m.repository_id = r.repository_id
    LEFT JOIN content_file_server ms ON ms.file_server_id = m.file_server_id";

fn settings(row: &Row<'_>) -> db::Result<RepositorySettings> {
    Ok(RepositorySettings {
        repository_id: row.get(0)?,
        node_id: row.get(1)?,
        title: row.get(2)?,
        folder_name: row.get(3)?,
        file_server_id: row.get(4)?,
        file_server_label: row.get(5)?,
        tenant_id: row.get(6)?,
        tenant_title: row.get(7)?,
        lib3d_node_id: row.get(8)?,
        active: row.get(9)?,
        empty: row.get(10)?,
        version: row.get(11)?,
        moving: moving(row)?,
    })
}

fn moving(row: &Row<'_>) -> db::Result<Option<RepositoryMoving>> {
    if row.get::<Option<String>>(12)?.is_none() {
        return Ok(None);
    }
    let (copied, bytes): (i64, i64) = (row.get(15)?, row.get(16)?);
    Ok(Some(RepositoryMoving {
        state: row.get(12)?,
        file_server_id: row.get(13)?,
        file_server_label: row.get(14)?,
        progress: (copied.saturating_mul(100) / bytes.max(1)).clamp(0, 99),
        waits_for: RepositoryMoveObstacle::in_row(row, 17)?,
        waits_since: row.get(18)?,
    }))
}

/// The repositories of `tenants`, except those with marks that the actor is not cleared for.
pub(super) fn page(
    conn: &mut Conn<'_>,
    actor: &Actor,
    tenants: &[TenantId],
    listing: &Listing,
) -> Result<Page<RepositorySettings>> {
    let mut values: Vec<Value<'_>> = tenants.iter().copied().map(Value::from).collect();
    let theirs = if tenants.is_empty() { "NULL".to_owned() } else { placeholders(1, tenants.len()) };
    let mut filter = format!("r.tenant_id IN ({theirs}) AND r.node_id IS NOT NULL");
    let mut hidden = Vec::new();
    for tenant in tenants {
        hidden.extend(hidden_in(conn, actor, *tenant)?);
    }
    if !hidden.is_empty() {
        filter += &format!(" AND r.node_id NOT IN ({})", placeholders(values.len() + 1, hidden.len()));
        values.extend(hidden.into_iter().map(Value::from));
    }
    let table = Table {
        columns: COLUMNS,
        from: FROM,
        filter,
        values,
        searched: "r.folded",
        order: match listing.column {
            "folder_name" => "r.folder_name",
            "tenant_title" => "t.folded",
            "file_server_label" => "s.folded",
            _ => "r.folded",
        },
        id: "r.repository_id",
    };
    Ok(conn.page(&table, listing, settings)?)
}

fn hidden_in(conn: &mut Conn<'_>, actor: &Actor, tenant: TenantId) -> Result<Vec<NodeId>> {
    let sql = "SELECT node_id FROM content_repository WHERE tenant_id = $1 AND node_id IS NOT NULL";
    let nodes: Vec<NodeId> = conn.rows(sql, params![tenant], |row| row.get(0))?;
    Ok(security::not_cleared_for(conn, actor, tenant, &nodes)?.into_iter().collect())
}

/// One of the repositories of `tenants` that `page` lists.
pub(crate) fn find(
    conn: &mut Conn<'_>,
    actor: &Actor,
    id: RepositoryId,
    tenants: &[TenantId],
) -> Result<Option<RepositorySettings>> {
    let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE r.repository_id = $1 AND r.node_id IS NOT NULL");
    let found = conn.find(&sql, params![id], settings)?.filter(|found| tenants.contains(&found.tenant_id));
    let Some(found) = found else { return Ok(None) };
    let hidden = security::not_cleared_for(conn, actor, found.tenant_id, &[found.node_id])?;
    Ok(Some(found).filter(|found| !hidden.contains(&found.node_id)))
}

/// Whether the file server has a repository in a folder of this name, ignoring case, or one that moves there, or has left
/// it there.
pub(crate) fn is_taken(conn: &mut Conn<'_>, file_server: FileServerId, folder: &EntryName) -> Result<bool> {
    let sql = "SELECT folder_name FROM content_repository WHERE file_server_id = $1
               UNION ALL SELECT folder_name FROM storage_move WHERE file_server_id = $1";
    let names: Vec<String> = conn.rows(sql, params![file_server], |row| row.get(0))?;
    Ok(names.iter().any(|name| EntryName::key_of(name) == folder.key()))
}

/// Whether a move to another file server has not ended, or bytes lie there of entries that enter it or have left it.
pub(super) fn is_moving(conn: &mut Conn<'_>, id: RepositoryId) -> db::Result<bool> {
    let sql = "SELECT 1 FROM storage_move WHERE repository_id = $1
               UNION ALL
               SELECT 1 FROM storage_crossing WHERE at_id = $1
               LIMIT 1";
    conn.exists(sql, params![id])
}

pub(super) fn set_lib3d(tx: &mut Tx<'_>, id: RepositoryId, node: Option<i64>) -> db::Result<()> {
    let sql = "UPDATE content_repository SET lib3d_node_id = $2 WHERE repository_id = $1";
    tx.run(sql, params![id, node]).map(|_| ())
}

pub(super) fn change(
    tx: &mut Tx<'_>,
    old: &RepositorySettings,
    title: &EntryName,
    file_server: FileServerId,
    active: bool,
) -> Result<(), Error> {
    let folded = folded(title, &old.folder_name);
    tx.run(
        "UPDATE content_repository
         SET title = $2, file_server_id = $3, active = $4, folded = $5, version = version + 1
         WHERE repository_id = $1",
        params![old.repository_id, title.as_str(), file_server, active, &folded],
    )?;
    Ok(())
}

/// The text by which a repository is found.
pub(crate) fn folded(title: &EntryName, folder: &str) -> String {
    fold(&format!("{title} {folder}"))
}
