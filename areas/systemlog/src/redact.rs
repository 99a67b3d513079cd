//! Redacts log entries about nodes that the reader may not see, and sources of copies; and names the folders of moves.

use std::collections::HashMap;

use authz::Actor;
use db::{Conn, params};
use nodes::NodeState;
use primitives::{NodeId, TenantId};
use security::{Access, Error, MarkId, Result, See};

use crate::entry::LogEntry;
use crate::moved::FolderNames;

/// Whether the reader sees each node, cached for one answer.
pub(crate) type Seen = HashMap<i64, bool>;

pub(crate) fn redact(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    seen: &mut Seen,
    entries: &mut [LogEntry],
) -> Result<()> {
    let mut folders = FolderNames::default();
    for entry in entries.iter_mut().filter(|entry| entry.object_kind == "node") {
        let visible = match (seen.get(&entry.object_id), entry.tenant_id) {
            (Some(known), _) => *known,
            (None, Some(tenant)) => sees(conn, access, NodeId(entry.object_id), tenant)?,
            (None, None) => false,
        };
        seen.insert(entry.object_id, visible);
        if visible {
            entry.moved = folders.of_move(conn, access, &entry.changes)?;
            folders.hide_source(conn, access, &mut entry.changes)?;
        } else {
            entry.hide();
        }
    }
    Ok(())
}

fn sees(conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId, tenant: TenantId) -> Result<bool> {
    let looked = match nodes::find(conn, node)?.map(|found| found.state) {
        None => return saw(conn, access.actor(), node, tenant),
        Some(NodeState::Binned) => access.authorize_binned::<See>(conn, node).map(|_| ()),
        Some(NodeState::Ready | NodeState::Staging) => access.authorize::<See>(conn, node).map(|_| ()),
    };
    match looked {
        Ok(()) => Ok(true),
        Err(Error::Denied(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// For a purged node the former access is unknown. The tenant's admins had access; the marks at its end still exclude
/// people who are not cleared for them. Entries that were deleted with their folder are shown to nobody.
fn saw(conn: &mut Conn<'_>, actor: &Actor, node: NodeId, tenant: TenantId) -> Result<bool> {
    if !actor.is_admin_of(tenant) {
        return Ok(false);
    }
    let sql = "SELECT marks FROM audit_entry WHERE object_kind = 'node' AND object_id = $1 AND marks IS NOT NULL
               ORDER BY audit_id DESC LIMIT 1";
    let Some(marks) = conn.find(sql, params![node], |row| row.get::<String>(0))? else { return Ok(false) };
    let marks: Option<_> = marks.split_whitespace().map(|id| id.parse().ok().map(MarkId)).collect();
    let Some(marks) = marks else { return Ok(false) };
    Ok(security::clears(conn, actor, tenant, &marks)?)
}
