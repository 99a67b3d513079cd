//! Moves an entry to the bin, from which it can be restored: what its two transactions do.

use ::events::{Header, publish};
use audit::{Act, Object};
use authz::Permit;
use blobs::{Area, Change};
use db::Tx;
use nodes::Node;
use primitives::{NodeId, Seconds};
use security::Access;
use serde_json::json;
use storage::intents::{self, Declared, Kind, Plan};
use storage::{Owner, disk};

use crate::events::EntryRemoved;
use crate::{Remove, Result};

/// The transaction after its bytes are in the bin.
pub(crate) fn commit(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (node, intent): (NodeId, i64),
    (owner, now): (&Owner, Seconds),
) -> Result<(Permit<Remove>, Node)> {
    let permit = access.authorize::<Remove>(tx, node)?;
    nodes::hold_tree(tx, permit.tenant())?;
    let found = nodes::find(tx, node)?.ok_or(db::Error::Missing)?;
    intents::complete(tx, intent, owner)?;
    nodes::bin(tx, &permit, now)?;
    security::binned(tx, &permit)?;
    let header = Header::by(access.actor(), permit.tenant(), now);
    publish(tx, &EntryRemoved { header, folder: permit.parent(), node })?;
    let act = Act::new("entry_remove", permit.tenant(), Object::new("node", node.0, &found.name));
    audit::record(tx, access.actor(), act.before(json!({ "parent_id": permit.parent() })), now);
    Ok((permit, found))
}

/// Notes the intent to move the entry's bytes to the bin.
pub(crate) fn declare(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    node: NodeId,
    (owner, now): (&Owner, Seconds),
) -> Result<Declared> {
    let permit = access.authorize::<Remove>(tx, node)?;
    nodes::hold_tree(tx, permit.tenant())?;
    let found = nodes::find(tx, node)?.ok_or(db::Error::Missing)?;
    let plan = Plan {
        kind: Kind::Bin,
        node,
        tenant: permit.tenant(),
        repository: permit.repository(),
        source: &found.name,
        target: None,
        disk_name: "",
    };
    let intent = intents::declare(tx, &plan, owner, now)?;
    let change = Change::MoveOut { from: disk::place(tx, node)?, area: Area::Bin };
    Ok(Declared::new(intent, node, disk::store(tx, permit.repository())?, change))
}
