//! `POST` and `DELETE entry/lock/{node_id}`: locks an entry, and ends a lock. The rows alone know of it: nothing happens
//! on disk.

use std::sync::Arc;

use ::events::{Header, publish};
use accounts::RightsLost;
use audit::{Act, Object};
use authz::{Actor, Denied, Facts};
use axum::extract::State;
use db::Tx;
use primitives::{AppInstanceId, NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde_json::json;

use super::model::Entry;
use super::show;
use crate::events::LockChanged;
use crate::{Content, Lock, Result, Unlock};

/// Locks an entry for the asker: others can only remove it. Nothing happens if they hold its lock already.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/entry/lock/{node_id}", tag = "content",
    operation_id = "entry_lock",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = Entry, description = "The entry, locked")))]
pub async fn lock(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<Entry>, Problem> {
    change(&content, &actor, node, begin).await
}

/// Ends the lock of an entry: its holder does, or a manager. Nothing happens if it is not locked.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/entry/lock/{node_id}", tag = "content",
    operation_id = "entry_unlock",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = Entry, description = "The entry, not locked any more")))]
pub async fn unlock(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<Entry>, Problem> {
    change(&content, &actor, node, end).await
}

type Change = fn(&mut Tx<'_>, &mut Access<'_>, NodeId, Seconds) -> Result<()>;

async fn change(content: &Content, actor: &Arc<Actor>, node: NodeId, change: Change) -> Result<Json<Entry>, Problem> {
    let now = content.clock.now();
    let changed = security::write(&content.db, actor, move |tx, access| {
        change(tx, access, node, now)?;
        let seen = access.find_visible(tx, node)?;
        show::entry(tx, access, &seen)
    });
    Ok(Json(changed.await?))
}

fn begin(tx: &mut Tx<'_>, access: &mut Access<'_>, node: NodeId, now: Seconds) -> Result<()> {
    let permit = access.authorize::<Lock>(tx, node)?;
    if permit.facts().locked_by.is_some() {
        return Ok(());
    }
    if !nodes::lock(tx, &permit, now)? {
        return Err(Denied::Locked.into());
    }
    note(tx, access, "entry_lock", permit.facts(), now)
}

fn end(tx: &mut Tx<'_>, access: &mut Access<'_>, node: NodeId, now: Seconds) -> Result<()> {
    let permit = access.authorize::<Unlock>(tx, node)?;
    if !nodes::unlock(tx, &permit)? {
        return Ok(());
    }
    note(tx, access, "entry_unlock", permit.facts(), now)
}

fn note(tx: &mut Tx<'_>, access: &Access<'_>, what: &'static str, before: &Facts, now: Seconds) -> Result<()> {
    let name = nodes::find(tx, before.node)?.ok_or(db::Error::Missing)?.name;
    let act = Act::new(what, before.tenant, Object::new("node", before.node.0, &name));
    let act = match before.locked_by {
        Some(holder) => act.before(json!({ "locked_by": holder })),
        None => act,
    };
    audit::record(tx, access.actor(), act, now);
    let header = Header::by(access.actor(), before.tenant, now);
    publish(tx, &LockChanged { header, folder: before.parent, node: before.node })?;
    Ok(())
}

/// Ends the locks of somebody where they are not any more, or everywhere once they are switched off.
pub(crate) fn end_of_gone(tx: &mut Tx<'_>, lost: &RightsLost) -> db::Result<()> {
    let tenants = nodes::tenants_of_locks(tx, lost.user)?;
    if tenants.is_empty() {
        return Ok(());
    }
    let holder = accounts::find_actor(tx, lost.user)?;
    for tenant in tenants {
        if holder.as_ref().is_some_and(|holder| holder.belongs_to(tenant)) {
            continue;
        }
        for ended in nodes::end_locks(tx, lost.user, tenant)? {
            let act = Act::new("entry_unlock", tenant, Object::new("node", ended.node.0, &ended.name));
            audit::record(tx, lost.author, act.before(json!({ "locked_by": lost.user })), lost.at);
            let header = Header::by(lost.author, tenant, lost.at);
            publish(tx, &LockChanged { header, folder: ended.folder, node: ended.node })?;
        }
    }
    Ok(())
}
