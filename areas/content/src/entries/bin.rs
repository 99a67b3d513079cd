//! `GET entry/bin`: removed entries that can be restored.

use std::collections::{BTreeMap, HashMap, HashSet};

use authz::Action;
use axum::extract::State;
use db::{Conn, Value};
use nodes::{BINNED, Listed, Node, in_list};
use primitives::{AppInstanceId, Cursor, NodeId, NodeKind, NodeRole, PageLimit, Seconds, TenantId, fold};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::{Deserialize, Serialize};

use super::additions::{self, Fields};
use super::list::opening;
use super::model::is_false;
use crate::purges::{NOT_MARKED, holding_others};
use crate::uppermost::uppermost;
use crate::{Content, Purge, Restore, Result};

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct BinQuery {
    /// 1 to 200; 60 if not given.
    limit: Option<u32>,
    /// `next` of the page before.
    after: Option<String>,
    /// A part of the name; case and accents are ignored.
    term: Option<String>,
    /// Only what the asker removed.
    #[serde(default)]
    mine: bool,
}

/// The part of the bin that is asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    /// Folded; what the names have in them.
    term: Option<String>,
    /// Only what the asker removed.
    mine: bool,
}

impl Part {
    pub fn of(term: Option<&str>, mine: bool) -> Self {
        Self { term: term.map(|term| fold(term.trim())), mine }
    }

    fn has(&self, node: &Node) -> bool {
        self.term.as_deref().is_none_or(|term| fold(&node.name).contains(term))
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BinPage {
    /// The last removed come first. A page may have fewer items than requested without being the last.
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
    /// What the entry is to people, as in lists of a folder.
    entry_type: String,
    /// Somebody has locked it: others see no picture of it here either.
    locked: bool,
    /// Of what is locked: the asker has done so.
    #[serde(skip_serializing_if = "is_false")]
    #[schema(required = false)]
    is_locked_by_me: bool,
    /// Of what is locked: who has done so.
    #[serde(skip_serializing_if = "Option::is_none")]
    locked_by_name: Option<String>,
    /// Of what is locked: since when.
    #[serde(skip_serializing_if = "Option::is_none")]
    locked_at: Option<Seconds>,
    /// What rooms above add.
    #[serde(flatten)]
    #[schema(ignore)]
    added: Fields,
}

/// Lists the entries in the bin that the asker may restore.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/entry/bin", tag = "content",
    operation_id = "bin_list", params(("application_instance_id" = i64, Path), BinQuery),
    responses((status = OK, body = BinPage, description = "One page")))]
pub async fn list(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Query(query): Query<BinQuery>,
) -> Result<Json<BinPage>, Problem> {
    let after = query.after.as_deref().map(|text| Cursor::decode(text).ok_or(text)).transpose();
    let after = after.map_err(|_| Problem::invalid("after", "invalid"))?;
    let limit = PageLimit::clamp(query.limit).rows();
    let (keeps, part) = (content.config.bin_keeps, Part::of(query.term.as_deref(), query.mine));
    let page = security::read_long(&content.db, &actor, move |c, access| {
        page(c, access, (after.clone(), &part), limit, keeps)
    });
    Ok(Json(page.await?))
}

/// Whether the asker sees anything in the bin.
pub(crate) fn holds_something(conn: &mut Conn<'_>, access: &mut Access<'_>) -> Result<bool> {
    Ok(!page(conn, access, (None, &Part::default()), 1, 0)?.items.is_empty())
}

/// Entries below another entry of the bin are skipped, so a page may take several reads; after this many rows it ends.
const MOST_READ: usize = 4000;
/// Rows of each read but the first.
const MORE: usize = 500;

/// An entry in the bin that the asker may restore.
struct Binned {
    node: Node,
    role: NodeRole,
    deleted_by: Option<String>,
    locked_by_name: Option<String>,
}

fn page(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (mut after, part): (Option<Cursor>, &Part),
    limit: usize,
    keeps: Seconds,
) -> Result<BinPage> {
    let (mut found, mut read) = (Vec::new(), 0);
    let next = loop {
        let most = if read == 0 { limit + 1 } else { MORE };
        let rows = binned(conn, access, (after.as_ref(), part), most)?;
        let is_end = rows.len() < most;
        read += rows.len();
        after = rows.last().map(|row| cursor(&row.node)).or(after);
        found.extend(uppermost(conn, named(rows, part), |row| &row.node)?);
        if found.len() > limit {
            found.truncate(limit);
            break found.last().map(|row| cursor(&row.node));
        }
        if is_end {
            break None;
        }
        if read >= MOST_READ {
            break after;
        }
    };
    Ok(BinPage { items: shown(conn, access, found, keeps)?, next: next.map(|cursor| cursor.encode()) })
}

/// Those of `rows` that are called as the part says.
fn named(mut rows: Vec<Binned>, part: &Part) -> Vec<Binned> {
    rows.retain(|row| part.has(&row.node));
    rows
}

/// Everything in this part of the bin that the asker may restore, up to `most` entries.
pub(crate) fn all(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    part: &Part,
    most: usize,
) -> Result<Vec<(Node, NodeRole)>> {
    let (mut found, mut after) = (Vec::new(), None);
    while found.len() < most {
        let rows = binned(conn, access, (after.as_ref(), part), MOST_READ)?;
        let Some(last) = rows.last() else { break };
        after = Some(cursor(&last.node));
        found.extend(uppermost(conn, named(rows, part), |row| &row.node)?);
    }
    found.truncate(most);
    Ok(found.into_iter().map(|row| (row.node, row.role)).collect())
}

fn cursor(node: &Node) -> Cursor {
    Cursor { kind: 0, text: String::new(), number: node.binned_at.unwrap_or(0), id: node.id.0 }
}

/// The entries in the bin whose ACL lets the asker restore them; their names are not looked at.
fn binned(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (after, part): (Option<&Cursor>, &Part),
    limit: usize,
) -> Result<Vec<Binned>> {
    let (mut found, user) = (Vec::new(), access.actor().user);
    for tenant in access.actor().tenants() {
        let (scope, acl) = (access.scope(conn, tenant)?, access.acl_sql(conn, tenant)?);
        let (most, needed) = (i64::try_from(limit).unwrap_or(i64::MAX), Restore::RULE.role.code());
        let mut values = vec![Value::from(tenant), Value::from(scope.set), Value::from(most), Value::from(needed)];
        let mut narrow = String::new();
        if let Some(cursor) = after {
            values.extend([Value::from(cursor.number), Value::from(cursor.id)]);
            narrow += "AND (n.binned_at, n.node_id) < ($5, $6)";
        }
        if part.mine {
            values.push(Value::from(user));
            narrow += &format!(" AND n.binned_by = ${}", values.len());
        }
        let role = scope.role("$2", &format!("({acl})"));
        let sql = format!(
            "SELECT {role}, (SELECT u.name FROM identity_user u WHERE u.users_id = n.binned_by),
               (SELECT u.name FROM identity_user u WHERE u.users_id = n.locked_by), {}
             FROM nodes_node n {}
             WHERE n.tenant_id = $1 AND n.state = {BINNED} AND n.binned_at IS NOT NULL AND {role} >= $4 AND {NOT_MARKED} {narrow}
             ORDER BY n.binned_at DESC, n.node_id DESC LIMIT $3",
            nodes::COLUMNS,
            security::JOINED
        );
        found.extend(conn.rows(&sql, &values, |row| {
            let (role, deleted_by, locked_by_name) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(Binned { node: nodes::from_row(row, 3)?, role, deleted_by, locked_by_name })
        })?);
    }
    found.sort_by_key(|row| std::cmp::Reverse((row.node.binned_at, row.node.id)));
    found.truncate(limit);
    Ok(found)
}

/// The entries of a page; their other data are read all at once.
fn shown(conn: &mut Conn<'_>, access: &mut Access<'_>, found: Vec<Binned>, keeps: Seconds) -> Result<Vec<BinEntry>> {
    let mut by_tenant: BTreeMap<TenantId, Vec<&Binned>> = BTreeMap::new();
    for row in &found {
        by_tenant.entry(row.node.tenant).or_default().push(row);
    }
    let (mut parents, mut closed) = (HashMap::new(), HashSet::new());
    for (tenant, rows) in by_tenant {
        let above: HashSet<NodeId> = rows.iter().filter_map(|row| row.node.parent).collect();
        parents.extend(names_seen(conn, access, tenant, &above.into_iter().collect::<Vec<_>>())?);
        let folders = rows.iter().filter(|row| row.node.kind == NodeKind::Folder && row.role >= Purge::RULE.role);
        let folders: Vec<NodeId> = folders.map(|row| row.node.id).collect();
        closed.extend(holding_others(conn, access, tenant, &folders)?);
    }
    let listed: Vec<Listed> = found.iter().map(|row| row.node.clone().into()).collect();
    let asker = access.actor().user;
    let pictured = listed.iter().zip(&found).map(|(node, row)| {
        let role = Some(row.role).filter(|_| node.kind == NodeKind::File);
        (node, opening(node, role, asker))
    });
    let added = additions::in_lists(conn, access, &pictured.collect::<Vec<_>>())?;
    let entry = |(Binned { node, role, deleted_by, locked_by_name }, added): (Binned, Fields)| {
        let deleted_at = node.binned_at.unwrap_or(0);
        BinEntry {
            node_id: node.id,
            node_type: node.kind,
            size: (node.kind == NodeKind::File).then_some(node.size),
            deleted_at,
            deleted_by,
            purge_at: deleted_at + keeps,
            parent_id: node.parent,
            parent_name: node.parent.and_then(|parent| parents.get(&parent).cloned()),
            purgeable: role >= Purge::RULE.role && !closed.contains(&node.id),
            name: node.name,
            entry_type: node.entry_type,
            locked: node.locked_by.is_some(),
            is_locked_by_me: node.locked_by == Some(asker),
            locked_by_name,
            locked_at: node.locked_at,
            added,
        }
    };
    Ok(found.into_iter().zip(added).map(entry).collect())
}

/// The names of those folders, none below another entry of the bin, that the asker sees or may traverse.
fn names_seen(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    folders: &[NodeId],
) -> Result<HashMap<NodeId, String>> {
    let (scope, acl) = (access.scope(conn, tenant)?, access.acl_sql(conn, tenant)?);
    let role = scope.role("$1", &format!("({acl})"));
    let (list, nodes) = in_list(2, folders);
    let sql = format!(
        "SELECT n.node_id, n.name FROM nodes_node n {}
         WHERE n.node_id IN ({list}) AND ({role} IS NOT NULL OR {})",
        security::JOINED,
        scope.passes("$1", "n.node_id")
    );
    let values: Vec<_> = std::iter::once(Value::from(scope.set)).chain(nodes).collect();
    let named = conn.rows(&sql, &values, |row| Ok((row.get::<NodeId>(0)?, row.get::<String>(1)?)))?;
    Ok(named.into_iter().collect())
}
