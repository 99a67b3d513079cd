//! `GET entry/list/{node_id}`: the entries of a folder, page by page.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use authz::Denied;
use axum::extract::State;
use db::Conn;
use nodes::Listed;
use primitives::{AppInstanceId, Cursor, NodeId, NodeKind, NodeRole, PageLimit, UserId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::{Access, AclId, PrincipalScope, See, VisibleNode};
use serde::Deserialize;

use super::additions;
use super::counts::{self, Counted};
use super::model::{Count, Entry, EntryPage, MarkChip, Order};
use super::store::{self, Child, Folder, KINDS, Part, Wanted};
use crate::filter::FilterQuery;
use crate::{Content, Result};

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct ListQuery {
    /// 1 to 200; 60 if not given.
    limit: Option<u32>,
    /// `next` of the page before, or `after` of a bucket.
    after: Option<String>,
    /// `previous` of the page behind; not together with `after`.
    before: Option<String>,
    /// So many entries of the kind of `after` are left out behind it, for a page that begins within a bucket.
    #[param(maximum = 100000)]
    skip: Option<u32>,
    #[param(inline, value_type = Order, required = false)]
    order: Option<Order>,
}

/// Lists the entries of a folder: folders first, then files. A list that is narrowed has no total.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/entry/list/{node_id}", tag = "content",
    operation_id = "entry_list",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), ListQuery, FilterQuery),
    responses((status = OK, body = EntryPage, description = "One page")))]
pub async fn list(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<ListQuery>,
    Query(filter): Query<FilterQuery>,
) -> Result<Json<EntryPage>, Problem> {
    let filter = filter.parse()?;
    let is_narrowed = !filter.is_empty();
    let after = cursor("after", query.after.as_deref())?;
    let before = cursor("before", query.before.as_deref())?;
    if after.is_some() && before.is_some() {
        return Err(Problem::invalid("before", "invalid"));
    }
    let limit = PageLimit::clamp(query.limit);
    let skip = query.skip.unwrap_or(0);
    if skip > MOST_SKIPPED || (skip > 0 && after.is_none()) {
        return Err(Problem::invalid("skip", "invalid"));
    }
    let order = query.order.unwrap_or_default();
    let counted = content.counted.clone();
    let ask = move |c: &mut Conn<'_>, access: &mut Access<'_>| {
        let part = match (&after, &before) {
            (Some(after), _) => Part::After(after),
            (None, Some(before)) => Part::Before(before),
            (None, None) => Part::First,
        };
        let filter = is_narrowed.then_some(&filter);
        let wanted = Wanted { kinds: &KINDS, filter, order, part, skip, limit: limit.rows() + 1 };
        if is_narrowed {
            return c.within(TIMEOUT, |c| page(c, access, (node, &counted), wanted));
        }
        page(c, access, (node, &counted), wanted)
    };
    // What is skipped is read, too, and what does not fit.
    let page = if skip > 0 || is_narrowed {
        security::read_long(&content.db, &actor, ask).await?
    } else {
        security::read(&content.db, &actor, ask).await?
    };
    Ok(Json(page))
}

/// A parameter that names a place in a list.
pub(crate) fn cursor(field: &'static str, text: Option<&str>) -> Result<Option<Cursor>, Problem> {
    let cursor = text.map(|text| Cursor::decode(text).ok_or(text)).transpose();
    cursor.map_err(|_| Problem::invalid(field, "invalid"))
}

const MOST_SKIPPED: u32 = 100_000;

/// Looking for what fits takes no longer.
const TIMEOUT: Duration = Duration::from_secs(2);

/// One entry more is asked for than a page has: whether there is another page.
fn page(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (node, counted): (NodeId, &Counted),
    wanted: Wanted<'_>,
) -> Result<EntryPage> {
    let Wanted { order, part, filter, .. } = wanted;
    let rows = wanted.limit - 1;
    let seen = access.find_visible(conn, node)?;
    let folder = folder_of(conn, access, &seen)?;
    let mut children = store::children(conn, seen.scope, folder, wanted)?;
    let more = children.len() > rows;
    let is_before = matches!(part, Part::Before(_));
    if more && is_before {
        children.remove(0);
    }
    children.truncate(rows);
    let at = |child: Option<&Child>| child.map(|child| child.cursor(order).encode());
    // What lies on the other side of a page is not looked for: a page there may be empty.
    let next = at(children.last().filter(|_| more || is_before));
    let previous = at(children.first().filter(|_| if is_before { more } else { !matches!(part, Part::First) }));
    let is_counted = filter.is_none() && matches!(part, Part::First);
    let count = is_counted.then(|| counted.count(conn, seen.scope, folder)).transpose()?;
    let items = entries(conn, access, seen.scope, children)?;
    let total_at_least = count.is_some_and(|count| count.at_least);
    Ok(EntryPage { items, next, previous, total: count.map(|count| count.entries), total_at_least })
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
    let asker = access.actor().user;
    let shown: Vec<_> = children.iter().map(|child| (&child.node, opening(&child.node, child.role, asker))).collect();
    let added = additions::in_lists(conn, access, &shown)?;
    let counts = item_counts(conn, access, scope, &children)?;
    let people = children.iter().flat_map(|child| [child.node.created_by, child.node.locked_by]);
    let people: BTreeSet<UserId> = people.flatten().collect();
    let names = accounts::names_of(conn, &people.into_iter().collect::<Vec<_>>())?;
    let entries = children.into_iter().zip(added).map(|(child, added)| {
        let chips = marks.get(&child.acl).into_iter().flatten();
        let chips = chips.map(|(id, key)| MarkChip { security_mark_id: *id, security_mark_key: key.clone() }).collect();
        let is_counted = child.role.is_some() && child.node.kind != NodeKind::File;
        let count = is_counted.then(|| counts.get(&child.node.id).copied().unwrap_or_default());
        let name = |user: UserId| names.get(&user).cloned();
        let maker = child.node.created_by.and_then(name).filter(|_| child.role.is_some());
        let (holder, role) = (child.node.locked_by, child.role);
        let entry = Entry::of(child.node, role, chips, count, added);
        Entry { created_by_name: maker, ..entry.with_holder(holder == Some(asker), holder.and_then(name)) }
    });
    Ok(entries.collect())
}

/// The role of the asker at what they may open: nobody opens what somebody else has locked.
pub(crate) fn opening(node: &Listed, role: Option<NodeRole>, asker: UserId) -> Option<NodeRole> {
    role.filter(|_| node.locked_by.is_none_or(|holder| holder == asker))
}

/// How many entries the asker sees in those of `children` that are folders.
fn item_counts(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    children: &[Child],
) -> Result<HashMap<NodeId, Count>> {
    let folders = children.iter().filter(|child| child.role.is_some() && child.node.kind != NodeKind::File);
    let folders: Vec<NodeId> = folders.map(|child| child.node.id).collect();
    if folders.is_empty() {
        return Ok(HashMap::new());
    }
    let folders = inside(conn, access, scope, &folders)?;
    Ok(counts::counts(conn, scope, &folders)?)
}

/// These folders, with the asker's rights in each.
pub(super) fn inside(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    folders: &[NodeId],
) -> Result<Vec<Folder>> {
    let within = access.within_folders(conn, scope, folders)?;
    Ok(within.into_iter().map(|(id, flow, role)| Folder { id, flow, role }).collect())
}
