//! Renames an entry, in the tree and on disk: what its two transactions do.
//!
//! An intent is durable before the disk is touched; the row's new name and the intent's end are one commit. A crash in
//! between leaves the intent, and `recovery` restores the old name on disk.

use ::events::{Header, publish};
use audit::{Act, Object};
use authz::{Denied, Permit};
use blobs::{Change, TreePath};
use db::Tx;
use primitives::{DiskName, EntryName, NodeId, Seconds};
use security::Access;
use serde_json::json;
use storage::intents::{self, Declared, Kind, Plan};
use storage::{Owner, disk};

use crate::events::EntryRenamed;
use crate::{Rename, Result, names, search_index};

/// What the second transaction of a new name needs.
#[derive(Clone, Debug)]
pub(crate) struct Renaming {
    pub old_name: String,
    name: EntryName,
    place: TreePath,
}

impl Renaming {
    pub fn name(&self) -> &str {
        self.name.as_str()
    }
}

/// Notes the intent. None if the entry already has that name.
pub(crate) fn declare(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    node: NodeId,
    name: &EntryName,
    (owner, now): (&Owner, Seconds),
) -> Result<Option<(Declared, Renaming)>> {
    let permit = access.authorize::<Rename>(tx, node)?;
    // The path is read, and the name claimed, while no other change is noted.
    nodes::hold_tree(tx, permit.tenant())?;
    let found = nodes::find(tx, node)?.ok_or(db::Error::Missing)?;
    if found.name == name.as_str() {
        return Ok(None);
    }
    let folder = permit.parent().ok_or(Denied::WrongKind)?;
    names::claim(tx, access, (permit.tenant(), folder), name, Some(node))?;
    let from = disk::place(tx, node)?;
    let place = from.beside(&disk_name(tx, folder, node, name)?);
    let plan = Plan {
        kind: Kind::Rename,
        node,
        tenant: permit.tenant(),
        repository: permit.repository(),
        source: &found.name,
        target: Some((folder, name.as_str())),
        disk_name: place.name(),
    };
    let intent = intents::declare(tx, &plan, owner, now)?;
    let change = if from == place { Change::Nothing } else { Change::Rename { from, to: place.clone() } };
    let declared = Declared::new(intent, node, disk::store(tx, permit.repository())?, change);
    Ok(Some((declared, Renaming { old_name: found.name, name: name.clone(), place })))
}

/// The transaction after its bytes have their new name.
pub(crate) fn commit(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (node, intent, renaming): (NodeId, i64, &Renaming),
    (owner, now): (&Owner, Seconds),
) -> Result<Permit<Rename>> {
    let permit = access.authorize::<Rename>(tx, node)?;
    let folder = permit.parent().ok_or(Denied::WrongKind)?;
    let name = &renaming.name;
    nodes::hold_tree(tx, permit.tenant())?;
    names::claim(tx, access, (permit.tenant(), folder), name, Some(node))?;
    let old = nodes::find(tx, node)?.ok_or(db::Error::Missing)?.name;
    let act = Act::new("entry_rename", permit.tenant(), Object::new("node", node.0, name.as_str()))
        .before(json!({ "name": &old }))
        .after(json!({ "name": name.as_str() }));
    audit::record(tx, access.actor(), act, now);
    nodes::rename(tx, &permit, name, now)?;
    search_index::index_again(tx, node, name.as_str())?;
    intents::complete(tx, intent, owner)?;
    let header = Header::by(access.actor(), permit.tenant(), now);
    publish(tx, &EntryRenamed { header, folder: permit.parent(), node, old_name: old })?;
    // A hidden entry of that name may have come or gone: then the name on disk is another one.
    if disk::place(tx, node)? != renaming.place {
        return Err(storage::Error::Moving.into());
    }
    Ok(permit)
}

/// The name on disk that `node` gets when it is called `name` in `folder` now.
pub(crate) fn disk_name(tx: &mut Tx<'_>, folder: NodeId, node: NodeId, name: &EntryName) -> Result<DiskName> {
    let duplicate = nodes::is_duplicate_in(tx, folder, name, node)?;
    DiskName::parse(&DiskName::of(name.as_str(), node, duplicate)).ok_or(blobs::Error::Missing.into())
}
