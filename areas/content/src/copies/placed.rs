//! The transaction that makes copies of files visible, whose bytes are in place.

use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};

use ::events::{Header, publish};
use audit::{Act, Object};
use authz::Permit;
use db::Tx;
use nodes::{Arrived, Node};
use primitives::{NodeId, NodeKind, Seconds};
use security::{Access, Copied};
use serde_json::json;
use storage::{Owner, integrity};

use super::bytes::Placed;
use super::item;
use super::running::Running;
use super::step::Stepped;
use super::store;
use crate::events::{ContentStored, EntryCopied, EntryCreated};
use crate::uploads::made_here;
use crate::{Result, Upload, search_index};

/// The permits that were given in this transaction, by their folders.
pub(super) type Permits = HashMap<NodeId, Permit<Upload>>;

pub(super) fn permit<'p>(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    into: &'p mut Permits,
    folder: NodeId,
) -> Result<&'p Permit<Upload>> {
    Ok(match into.entry(folder) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(new) => new.insert(access.authorize::<Upload>(tx, folder)?),
    })
}

/// The transaction that makes them visible. Returns those that are.
pub(super) fn commit(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (running, placed): (&Running, Vec<Placed>),
    (owner, now): (&Owner, Seconds),
) -> Result<HashSet<NodeId>> {
    if running.is_stopped(tx)? {
        return Ok(HashSet::new());
    }
    let (mut into, mut refused) = (Permits::new(), Stepped::default());
    let mut copies: HashMap<NodeId, Vec<Copied>> = HashMap::new();
    let mut done = HashMap::new();
    for one in placed {
        let source = match item::source(tx, access, &one.item) {
            Ok(source) => source,
            Err(error) => {
                refused.note_source(tx, access, &one.item, error)?;
                continue;
            }
        };
        match commit_one(tx, access, (&one, &source, &mut into), (owner, now)) {
            Ok(from) => {
                let copied = Copied { source: one.source.id, from, copy: one.node, kind: NodeKind::File };
                copies.entry(one.item.into).or_default().push(copied);
                done.insert(one.node, one);
            }
            // It wrote nothing.
            Err(error) => refused.note(tx, &one.item, (one.name.as_str(), error))?,
        }
    }
    for (folder, copies) in copies {
        let Some(permit) = into.get(&folder) else { continue };
        let marked: HashMap<_, _> = security::mark_copies(tx, permit, &copies, now)?.into_iter().collect();
        for copied in copies {
            let Some(one) = done.get(&copied.copy) else { continue };
            let keys = marked.get(&copied.copy).map(|marks| security::keys_of(tx, marks)).transpose()?;
            audit::record(tx, access.actor(), told(permit, one, keys), now);
        }
    }
    Ok(done.into_keys().collect())
}

fn told(into: &Permit<Upload>, one: &Placed, marks: Option<Vec<String>>) -> Act {
    let mut after = json!({ "parent_id": into.node(), "source_id": one.source.id });
    if let Some(marks) = marks {
        after["marks"] = json!(marks);
    }
    Act::new("entry_copied", into.tenant(), Object::new("node", one.node.0, one.name.as_str())).after(after)
}

/// Returns the folder of the source.
fn commit_one(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (one, source, into): (&Placed, &Node, &mut Permits),
    (owner, now): (&Owner, Seconds),
) -> Result<NodeId> {
    let permit = permit(tx, access, into, one.item.into)?;
    // Marks are set under the lock of the tree, which comes before those of rows.
    nodes::hold_tree(tx, permit.tenant())?;
    // Something above the copy may have moved.
    storage::refuse_elsewhere(tx, permit.repository(), (&one.way, &one.store))?;
    // Its content may be another one by now.
    if source.facts.hash.as_ref() != Some(&one.hash) || !made_here::complete(tx, one.node, owner)? {
        return Err(storage::Error::Moving.into());
    }
    let mime = source.facts.mime.as_deref().unwrap_or("application/octet-stream");
    let arrived = Arrived { name: one.name.as_str(), size: source.size, hash: &one.hash, mime, now };
    nodes::place(tx, permit, one.node, &arrived)?;
    integrity::note_right(tx, one.node, one.modified_ns, now)?;
    search_index::index(tx, one.node, one.name.as_str())?;
    store::note_made(tx, &one.item, (one.node, one.name.as_str()))?;
    let header = Header::by(access.actor(), permit.tenant(), now);
    publish(tx, &EntryCreated { header, folder: Some(one.item.into), node: one.node })?;
    publish(tx, &EntryCopied { header, source: source.id, folder: one.item.into, node: one.node })?;
    publish(tx, &ContentStored { header, node: one.node, hash: one.hash.clone(), mime: mime.to_owned() })?;
    Ok(source.parent.unwrap_or(source.id))
}
