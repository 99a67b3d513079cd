//! The folders that terms are set at, as far as the asker may know of them.

use db::Conn;
use primitives::NodeId;
use security::{Access, VisibleNode};
use serde::Serialize;

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct UsageFolder {
    pub node_id: NodeId,
    pub name: String,
}

/// A folder, if the asker sees it.
pub(crate) fn folder(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    at: Option<NodeId>,
) -> security::Result<Option<UsageFolder>> {
    Ok(seen(conn, access, at)?.map(named))
}

/// A folder, if it is open to the asker. One that is closed may be asked for something in it that is open.
pub(crate) fn open_folder(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    at: Option<NodeId>,
) -> security::Result<Option<UsageFolder>> {
    Ok(seen(conn, access, at)?.filter(|seen| seen.facts.role.is_some()).map(named))
}

fn seen(conn: &mut Conn<'_>, access: &mut Access<'_>, at: Option<NodeId>) -> security::Result<Option<VisibleNode>> {
    let Some(at) = at else { return Ok(None) };
    match access.find_visible(conn, at) {
        Ok(seen) => Ok(Some(seen)),
        Err(security::Error::Denied(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

fn named(seen: VisibleNode) -> UsageFolder {
    UsageFolder { node_id: seen.node.id, name: seen.node.name }
}
