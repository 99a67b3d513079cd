//! `GET entry/folders/{node_id}`: the folders of a folder, for a tree.

use std::collections::HashSet;

use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, Cursor, NodeId, NodeKind, NodeRole, PageLimit};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::{Access, PrincipalScope};
use serde::{Deserialize, Serialize};

use super::additions::{self, Fields};
use super::list::{cursor, folder_of, inside, opening};
use super::model::{Order, is_false};
use super::store::{self, Child, Part, Wanted};
use crate::{Content, Result};

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct FoldersQuery {
    /// 1 to 200; 60 if not given.
    limit: Option<u32>,
    /// `next` of the page before.
    after: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct FolderPage {
    pub items: Vec<FolderOfTree>,
    /// Send it as `after` to get the next page; null on the last page.
    #[schema(required)]
    pub next: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct FolderOfTree {
    pub node_id: NodeId,
    pub name: String,
    pub locked: bool,
    /// The asker has locked it, and may go on with it.
    #[serde(skip_serializing_if = "is_false")]
    #[schema(required = false)]
    pub is_locked_by_me: bool,
    /// The asker's role; null: it can only be traversed.
    #[schema(required)]
    pub role: Option<NodeRole>,
    /// Whether the asker sees folders in it.
    pub has_folders: bool,
    /// What rooms above add.
    #[serde(flatten)]
    #[schema(ignore)]
    pub added: Fields,
}

/// Lists the folders of a folder by name.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/entry/folders/{node_id}", tag = "content",
    operation_id = "entry_folders",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), FoldersQuery),
    responses((status = OK, body = FolderPage, description = "One page")))]
pub async fn folders(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<FoldersQuery>,
) -> Result<Json<FolderPage>, Problem> {
    let after = cursor("after", query.after.as_deref())?;
    let limit = PageLimit::clamp(query.limit);
    let page = security::read(&content.db, &actor, move |c, access| page(c, access, node, after.as_ref(), limit));
    Ok(Json(page.await?))
}

fn page(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    node: NodeId,
    after: Option<&Cursor>,
    limit: PageLimit,
) -> Result<FolderPage> {
    let seen = access.find_visible(conn, node)?;
    let folder = folder_of(conn, access, &seen)?;
    let part = after.map_or(Part::First, Part::After);
    let wanted =
        Wanted { kinds: &[NodeKind::Folder], filter: None, order: Order::Name, part, skip: 0, limit: limit.rows() + 1 };
    let mut children = store::children(conn, seen.scope, folder, wanted)?;
    let more = children.len() > limit.rows();
    children.truncate(limit.rows());
    let next = children.last().filter(|_| more).map(|child| child.cursor(Order::Name).encode());
    let parents = with_folders(conn, access, seen.scope, &children)?;
    let asker = access.actor().user;
    let shown: Vec<_> = children.iter().map(|child| (&child.node, opening(&child.node, child.role, asker))).collect();
    let added = additions::in_trees(conn, access, &shown)?;
    let folder = |(child, added): (Child, Fields)| FolderOfTree {
        has_folders: parents.contains(&child.node.id),
        node_id: child.node.id,
        locked: child.role.is_some() && child.node.locked_by.is_some(),
        is_locked_by_me: child.role.is_some() && child.node.locked_by == Some(asker),
        role: child.role,
        name: child.node.name,
        added,
    };
    Ok(FolderPage { items: children.into_iter().zip(added).map(folder).collect(), next })
}

/// Those of the folders in which the asker sees a folder.
fn with_folders(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    children: &[Child],
) -> Result<HashSet<NodeId>> {
    let ids: Vec<NodeId> = children.iter().map(|child| child.node.id).collect();
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let folders = inside(conn, access, scope, &ids)?;
    let found = store::newest(conn, scope, &folders, NodeKind::Folder, 1)?;
    Ok(found.into_iter().filter_map(|child| child.node.parent).collect())
}
