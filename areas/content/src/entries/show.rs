//! `GET entry/{node_id}`: all data of one entry.

use std::collections::BTreeMap;

use authz::Denied;
use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, NodeId, NodeKind, UserId};
use rest::{CurrentUser, Json, Path, Problem};
use security::{Access, VisibleNode};

use super::additions;
use super::counts;
use super::list::opening;
use super::model::{Entry, EntryDetail, MarkChip, Person};
use super::store::Folder;
use crate::{Content, Inform, Result};

/// All data of one entry.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/entry/{node_id}", tag = "content",
    operation_id = "entry_show",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = EntryDetail, description = "The entry")))]
pub async fn show(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<EntryDetail>, Problem> {
    let detail = security::read(&content.db, &actor, move |c, access| {
        let seen = access.find_visible(c, node)?;
        match seen.permit::<Inform>() {
            _ if seen.facts.traversable => as_listed(c, access, &seen),
            // What a list tells of a locked entry, it tells here: pages that show it learn whose lock it is.
            Err(security::Error::Denied(Denied::Locked)) => as_listed(c, access, &seen),
            Err(refused) => Err(refused.into()),
            Ok(_) => detail(c, access, &seen),
        }
    });
    Ok(Json(detail.await?))
}

fn detail(conn: &mut Conn<'_>, access: &mut Access<'_>, seen: &VisibleNode) -> Result<EntryDetail> {
    let node = &seen.node;
    let listed = node.clone().into();
    let creator = node.created_by.map(|user| person(conn, user)).transpose()?.flatten();
    let opened = opening(&listed, seen.facts.role, access.actor().user);
    Ok(EntryDetail {
        entry: entry(conn, access, seen)?,
        created_at: node.created_at,
        created_by: creator,
        hash: node.facts.hash.clone(),
        repository_id: node.repository,
        tenant_id: node.tenant,
        properties: nodes::properties_of(conn, node.id)?,
        added: additions::in_detail(conn, access, (&listed, opened))?,
    })
}

/// What can only be traversed, or is locked by somebody else, with the data that lists show of it.
fn as_listed(conn: &mut Conn<'_>, access: &mut Access<'_>, seen: &VisibleNode) -> Result<EntryDetail> {
    Ok(EntryDetail {
        entry: entry(conn, access, seen)?,
        created_at: 0,
        created_by: None,
        hash: None,
        repository_id: seen.node.repository,
        tenant_id: seen.node.tenant,
        properties: BTreeMap::new(),
        added: additions::in_detail(conn, access, (&seen.node.clone().into(), None))?,
    })
}

/// A visible node as an entry.
pub(crate) fn entry(conn: &mut Conn<'_>, access: &mut Access<'_>, seen: &VisibleNode) -> Result<Entry> {
    let node = &seen.node;
    let acl = access.acl_of(conn, node)?;
    let marks = security::effective_marks(conn, &[acl])?;
    let chips = marks.get(&acl).into_iter().flatten();
    let chips = chips.map(|(id, key)| MarkChip { security_mark_id: *id, security_mark_key: key.clone() }).collect();
    let count = match node.kind {
        NodeKind::File => None,
        NodeKind::Folder | NodeKind::Repository => {
            let (flow, role) = access.within_seen(conn, seen)?;
            let folder = Folder { id: node.id, flow, role };
            Some(counts::count(conn, seen.scope, folder)?)
        }
    };
    let listed = node.clone().into();
    let opened = opening(&listed, seen.facts.role, access.actor().user);
    let added = additions::in_lists(conn, access, &[(&listed, opened)])?.pop().unwrap_or_default();
    let holder = node.locked_by;
    let name = holder.map(|user| accounts::name_of(conn, user)).transpose()?.flatten();
    let entry = Entry::of(listed, seen.facts.role, chips, count, added);
    Ok(entry.with_holder(holder == Some(access.actor().user), name))
}

fn person(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<Person>> {
    let name = accounts::name_of(conn, user)?;
    Ok(name.map(|name| Person { users_id: user, name }))
}
