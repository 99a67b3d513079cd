//! What entries of all kinds say of their icons, in lists, in trees and on their own page.

use content::{EntryAddition, OpenEntry};
use db::Conn;
use primitives::NodeId;
use security::Access;
use serde::Serialize;
use utoipa::ToSchema;

use super::store;

pub(crate) fn addition() -> EntryAddition {
    EntryAddition::for_asker(in_lists, in_detail).also_in_trees()
}

#[derive(Debug, Default, Serialize, ToSchema)]
struct InLists {
    /// It has an icon of its own, which is shown instead of its picture, its cover or the sign of its type. This changes
    /// with the icon, and is a part of its address; absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    icon: Option<String>,
}

#[derive(Debug, Default, Serialize, ToSchema)]
struct InDetail {}

fn in_lists(conn: &mut Conn<'_>, _: &mut Access<'_>, entries: &[OpenEntry<'_>]) -> security::Result<Vec<InLists>> {
    let nodes: Vec<NodeId> = entries.iter().map(|(entry, _)| entry.id).collect();
    let mut icons = store::versions(conn, &nodes)?;
    Ok(nodes.iter().map(|node| InLists { icon: icons.remove(node) }).collect())
}

/// A page of its own has what lists have.
fn in_detail(_: &mut Conn<'_>, _: &mut Access<'_>, _: OpenEntry<'_>) -> security::Result<InDetail> {
    Ok(InDetail {})
}
