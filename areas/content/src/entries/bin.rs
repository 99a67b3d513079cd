//! `GET entry/bin`: what was removed and can still come back.

use authz::{Action, Purge, Restore};
use axum::extract::State;
use db::{Conn, Value};
use nodes::Node;
use primitives::{AppInstanceId, Cursor, NodeId, NodeKind, NodeRole, PageLimit, Seconds};
use rest::{Json, Path, Problem, Query, Who};
use security::Access;
use serde::{Deserialize, Serialize};

use crate::purges::{NOT_MARKED, holds_others};
use crate::{Content, Result};

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct BinQuery {
    /// 1 to 200; 60 if not given.
    limit: Option<u32>,
    /// `next` of the page before.
    after: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BinPage {
    /// What was removed last comes first.
    items: Vec<BinEntry>,
    #[schema(required)]
    next: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BinEntry {
    node_id: NodeId,
    name: String,
    node_type: NodeKind,
    /// Bytes; files only.
    #[schema(required)]
    size: Option<i64>,
    deleted_at: Seconds,
    #[schema(required)]
    deleted_by: Option<String>,
    /// When it is deleted for good.
    purge_at: Seconds,
    #[schema(required)]
    parent_id: Option<NodeId>,
    #[schema(required)]
    parent_name: Option<String>,
    /// The asker may delete it for good.
    purgeable: bool,
}

/// What lies in the bin and may be restored by the asker.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/entry/bin", tag = "content",
    operation_id = "bin_list", params(("application_instance_id" = i64, Path), BinQuery),
    responses((status = OK, body = BinPage, description = "One page")))]
pub async fn list(
    State(content): State<Content>,
    Who(actor): Who,
    Path(_instance): Path<AppInstanceId>,
    Query(query): Query<BinQuery>,
) -> Result<Json<BinPage>, Problem> {
    let after = query.after.as_deref().map(|text| Cursor::decode(text).ok_or(text)).transpose();
    let after = after.map_err(|_| Problem::invalid("after", "invalid"))?;
    let limit = PageLimit::clamp(query.limit).rows();
    let keeps = content.config.bin_keeps;
    let page = security::read(&content.db, &actor, move |c, access| page(c, access, after.clone(), limit, keeps));
    Ok(Json(page.await?))
}

/// Whether the asker finds anything in the bin.
pub(crate) fn holds_something(conn: &mut Conn<'_>, access: &mut Access<'_>) -> Result<bool> {
    Ok(!page(conn, access, None, 1, 0)?.items.is_empty())
}

/// Rows the asker may not restore are passed over, so several reads may be needed for a page. Whether there is a next one
/// is decided by what is shown on it.
fn page(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    mut after: Option<Cursor>,
    limit: usize,
    keeps: Seconds,
) -> Result<BinPage> {
    let mut items = Vec::new();
    loop {
        let rows = binned(conn, access, after.as_ref(), limit + 1)?;
        for (node, role) in &rows {
            after = Some(cursor(node));
            if let Some(entry) = visible(conn, access, node, *role, keeps)? {
                if items.len() == limit {
                    let next = items.last().map(|(_, cursor): &(_, Cursor)| cursor.encode());
                    return Ok(BinPage { items: shown(items), next });
                }
                items.push((entry, cursor(node)));
            }
        }
        if rows.len() <= limit {
            return Ok(BinPage { items: shown(items), next: None });
        }
    }
}

fn shown(items: Vec<(BinEntry, Cursor)>) -> Vec<BinEntry> {
    items.into_iter().map(|(entry, _)| entry).collect()
}

fn cursor(node: &Node) -> Cursor {
    Cursor { kind: 0, text: String::new(), number: node.binned_at.unwrap_or(0), id: node.id.0 }
}

/// What lies in the bin and has a guard that opens to the asker. Whether it may be restored is asked of each.
fn binned(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    after: Option<&Cursor>,
    limit: usize,
) -> Result<Vec<(Node, NodeRole)>> {
    let mut found = Vec::new();
    for tenant in access.actor().tenants() {
        let (sight, guard) = (access.sight(conn, tenant)?, access.guard_sql(conn, tenant)?);
        let further = after.map_or("", |_| "AND (n.binned_at, n.node_id) < ($4, $5)");
        let role = sight.role("$2", &format!("({guard})"));
        let sql = format!(
            "SELECT {role}, {} FROM nodes_node n {}
             WHERE n.tenant_id = $1 AND n.state = 2 AND {role} IS NOT NULL AND {NOT_MARKED} {further}
             ORDER BY n.binned_at DESC, n.node_id DESC LIMIT $3",
            nodes::COLUMNS,
            security::JOINED
        );
        let most = i64::try_from(limit).unwrap_or(i64::MAX);
        let mut values = vec![Value::from(tenant), Value::from(sight.set), Value::from(most)];
        if let Some(cursor) = after {
            values.extend([Value::from(cursor.number), Value::from(cursor.id)]);
        }
        found.extend(conn.rows(&sql, &values, |row| Ok((nodes::from_row(row, 1)?, row.get(0)?)))?);
    }
    found.sort_by_key(|(node, _)| std::cmp::Reverse((node.binned_at, node.id)));
    found.truncate(limit);
    Ok(found)
}

/// The bin's entry, where the asker could restore it.
fn visible(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    node: &Node,
    role: NodeRole,
    keeps: Seconds,
) -> Result<Option<BinEntry>> {
    match access.open_binned::<Restore>(conn, node.id) {
        Ok(_) => {}
        Err(security::Error::Denied(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    }
    let deleted_by = node.binned_by.map(|user| identity::name_of(conn, user)).transpose()?.flatten();
    let parent = node.parent.map(|parent| access.look(conn, parent)).and_then(std::result::Result::ok);
    let deleted_at = node.binned_at.unwrap_or(0);
    let purgeable =
        role >= Purge::RULE.role && (node.kind == NodeKind::File || !holds_others(conn, access, node.tenant, node.id)?);
    Ok(Some(BinEntry {
        node_id: node.id,
        name: node.name.clone(),
        node_type: node.kind,
        size: (node.kind == NodeKind::File).then_some(node.size),
        deleted_at,
        deleted_by,
        purge_at: deleted_at + keeps,
        parent_id: node.parent,
        parent_name: parent.map(|seen| seen.node.name),
        purgeable,
    }))
}
