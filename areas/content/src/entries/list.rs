//! `GET entry/list/{node_id}`: the entries of a folder, page by page.

use std::collections::HashMap;

use authz::Denied;
use axum::extract::State;
use db::Conn;
use nodes::Listed;
use primitives::{AppInstanceId, Cursor, NodeId, NodeKind, NodeRole, PageLimit};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::{Access, AclId, PrincipalScope, See, VisibleNode};
use serde::Deserialize;

use super::additions;
use super::model::{Entry, EntryPage, MarkChip, Order};
use super::store::{self, Child, Folder};
use crate::{Content, Result};

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct ListQuery {
    /// 1 to 200; 60 if not given.
    limit: Option<u32>,
    /// `next` of the page before.
    after: Option<String>,
    #[param(inline, value_type = Order, required = false)]
    order: Option<Order>,
}

/// Lists the entries of a folder: folders first, then files.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/entry/list/{node_id}", tag = "content",
    operation_id = "entry_list",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), ListQuery),
    responses((status = OK, body = EntryPage, description = "One page")))]
pub async fn list(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<ListQuery>,
) -> Result<Json<EntryPage>, Problem> {
    let after = query.after.as_deref().map(|text| Cursor::decode(text).ok_or(text)).transpose();
    let after = after.map_err(|_| Problem::invalid("after", "invalid"))?;
    let limit = PageLimit::clamp(query.limit);
    let order = query.order.unwrap_or_default();
    let page =
        security::read(&content.db, &actor, move |c, access| page(c, access, node, order, after.as_ref(), limit));
    Ok(Json(page.await?))
}

fn page(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    node: NodeId,
    order: Order,
    after: Option<&Cursor>,
    limit: PageLimit,
) -> Result<EntryPage> {
    let seen = access.find_visible(conn, node)?;
    let folder = folder_of(conn, access, &seen)?;
    let mut children = store::children(conn, seen.scope, folder, order, after, limit.rows() + 1)?;
    let more = children.len() > limit.rows();
    children.truncate(limit.rows());
    let next = children.last().filter(|_| more).map(|child| child.cursor(order).encode());
    let total = if after.is_none() { Some(store::count(conn, seen.scope, folder)?) } else { None };
    let items = entries(conn, access, seen.scope, children)?;
    Ok(EntryPage { items, next, total })
}

/// A folder that may be listed: visible, or at least traversable.
pub(crate) fn folder_of(conn: &mut Conn<'_>, access: &mut Access<'_>, seen: &VisibleNode) -> Result<Folder> {
    if !seen.node.kind.is_container() {
        return Err(Denied::WrongKind.into());
    }
    if !seen.facts.traversable {
        seen.permit::<See>()?;
    }
    let (flow, role) = access.within_seen(conn, seen)?;
    Ok(Folder { id: seen.node.id, flow, role })
}

/// Children as entries, with their marks and, for folders, their counts.
pub(crate) fn entries(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    children: Vec<Child>,
) -> Result<Vec<Entry>> {
    let acls: Vec<AclId> = children.iter().map(|child| child.acl).collect();
    let marks = security::effective_marks(conn, &acls)?;
    let shown: Vec<_> = children.iter().map(|child| (&child.node, is_open(&child.node, child.role))).collect();
    let added = additions::in_lists(conn, &shown)?;
    let counts = item_counts(conn, access, scope, &children)?;
    let entries = children.into_iter().zip(added).map(|(child, added)| {
        let chips = marks.get(&child.acl).into_iter().flatten();
        let chips = chips.map(|(id, key)| MarkChip { security_mark_id: *id, security_mark_key: key.clone() }).collect();
        let is_counted = child.role.is_some() && child.node.kind != NodeKind::File;
        let count = is_counted.then(|| counts.get(&child.node.id).copied().unwrap_or(0));
        Entry::of(child.node, child.role, chips, count, added)
    });
    Ok(entries.collect())
}

/// Whether the asker may open a file.
pub(crate) fn is_open(node: &Listed, role: Option<NodeRole>) -> bool {
    role.is_some() && node.kind == NodeKind::File
}

/// How many entries the asker sees in those of `children` that are folders.
fn item_counts(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    children: &[Child],
) -> Result<HashMap<NodeId, i64>> {
    let folders = children.iter().filter(|child| child.role.is_some() && child.node.kind != NodeKind::File);
    let folders: Vec<NodeId> = folders.map(|child| child.node.id).collect();
    if folders.is_empty() {
        return Ok(HashMap::new());
    }
    let within = access.within_folders(conn, scope, &folders)?;
    let folders: Vec<_> = within.into_iter().map(|(id, flow, role)| Folder { id, flow, role }).collect();
    Ok(store::counts(conn, scope, &folders)?)
}
