//! Makes the folders of one step: their rows first, where nobody sees them, then the folders on disk.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use ::events::{Header, publish};
use audit::{Act, Object};
use authz::{Actor, Permit};
use db::Tx;
use primitives::{EntryName, NodeId, NodeKind, Seconds};
use rest::Problem;
use security::{Access, Copied};
use serde_json::json;
use storage::Owner;
use storage::intents::{self, Declared};

use super::failed;
use super::item::{self, Naming};
use super::running::Running;
use super::step::Stepped;
use super::store::{self, Item};
use crate::entries::create_folder;
use crate::events::FolderCopied;
use crate::{Content, CreateChild, Error, Result};

/// A folder that is about to be made.
#[derive(Clone, Debug)]
struct Making {
    item: Item,
    intent: i64,
    name: EntryName,
    /// The folder of the source.
    from: NodeId,
}

/// By their new nodes.
type Makings = HashMap<NodeId, Making>;

pub(super) async fn make(
    content: &Content,
    actor: &Arc<Actor>,
    running: &Running,
    items: Vec<Item>,
) -> Result<Stepped> {
    if items.is_empty() {
        return Ok(Stepped::default());
    }
    let (declared, makings, stepped) = declare(content, actor, running.naming, items).await?;
    let commit = |made: Vec<NodeId>| {
        let (makings, running) = (makings.clone(), running.clone());
        async move {
            let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
            let committed = security::write(&content.db, actor, move |tx, access| {
                let makings = made.into_iter().filter_map(|node| Some((node, makings.get(&node)?.clone()))).collect();
                commit(tx, access, (&running, makings), (&owner, now))
            });
            committed.await
        }
    };
    if declared.is_empty() {
        return Ok(stepped);
    }
    let (done, refused) = intents::carry_out_many(&content.storage, declared, commit).await?;
    let refused = refused.into_iter().filter_map(|(node, error)| Some((makings.get(&node)?.clone(), error)));
    let failed = fail(content, refused.collect()).await?;
    // What the second transaction refused is asked about again.
    let known: HashSet<_> = failed.1.into_iter().collect();
    let waits = makings.iter().filter(|(node, _)| !done.contains(node)).map(|(_, making)| making.item.id);
    let waits = waits.filter(|id| !known.contains(id)).collect();
    Ok(stepped.and(Stepped { failed: failed.0, waits, ..Stepped::default() }))
}

/// Notes those that the disk has refused for good, and returns their number and which they are.
async fn fail(content: &Content, refused: Vec<(Making, storage::Error)>) -> Result<(i64, Vec<store::CopyId>)> {
    use storage::ChangeError as _;
    let mut stuck = Vec::new();
    for (making, error) in refused {
        match error {
            error @ storage::Error::Disk(blobs::Error::Missing | blobs::Error::Exists) => {
                stuck.push((making, Problem::from(Error::from(error)).code()));
            }
            error if error.is_moving() => {}
            error => return Err(error.into()),
        }
    }
    if stuck.is_empty() {
        return Ok((0, Vec::new()));
    }
    let noted = content.db.write(move |tx| {
        let mut ids = Vec::new();
        for (Making { item, name, .. }, reason) in stuck {
            failed::note(tx, item.id, (name.as_str(), reason))?;
            ids.push(item.id);
        }
        Ok::<_, Error>(ids)
    });
    let ids = noted.await?;
    Ok((i64::try_from(ids.len()).unwrap_or(i64::MAX), ids))
}

/// Makes the rows, which nobody sees yet, and notes the intents.
async fn declare(
    content: &Content,
    actor: &Arc<Actor>,
    naming: Naming,
    items: Vec<Item>,
) -> Result<(Vec<Declared>, Makings, Stepped)> {
    let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
    let declared = security::write(&content.db, actor, move |tx, access| {
        let (mut declared, mut makings, mut stepped) = (Vec::new(), Makings::new(), Stepped::default());
        for item in items {
            let source = match item::source(tx, access, &item) {
                Ok(source) => source,
                Err(error) => {
                    stepped.note_source(tx, access, &item, error)?;
                    continue;
                }
            };
            match declare_one(tx, access, naming, (&item, &source), (&owner, now)) {
                Ok((one, name)) => {
                    store::note_begun(tx, item.id, one.node)?;
                    let from = source.parent.unwrap_or(source.id);
                    makings.insert(one.node, Making { item, intent: one.intent, name, from });
                    declared.push(one);
                }
                Err(error) => stepped.note(tx, &item, (&source.name, error))?,
            }
        }
        Ok::<_, Error>((declared, makings, stepped))
    });
    declared.await
}

fn declare_one(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    naming: Naming,
    (item, source): (&Item, &nodes::Node),
    (owner, now): (&Owner, Seconds),
) -> Result<(Declared, EntryName)> {
    let permit = access.authorize::<CreateChild>(tx, item.into)?;
    nodes::hold_tree(tx, permit.tenant())?;
    item::refuse_place(tx, item, (source, permit.tenant()))?;
    let name = item::claim_name(tx, access, naming, (item, source), (permit.tenant(), permit.node()))?;
    let declared = create_folder::declare(tx, access, &permit, &name, owner, now)?;
    Ok((declared, name))
}

/// The transaction after the folders exist on disk. Returns those that became visible.
fn commit(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (running, makings): (&Running, Vec<(NodeId, Making)>),
    (owner, now): (&Owner, Seconds),
) -> Result<HashSet<NodeId>> {
    if running.is_stopped(tx)? {
        return Ok(HashSet::new());
    }
    let mut placed: HashMap<NodeId, (Permit<CreateChild>, Vec<Copied>)> = HashMap::new();
    let mut done = HashMap::new();
    let mut refused = Stepped::default();
    for (node, making) in makings {
        if let Err(error) = item::source(tx, access, &making.item) {
            refused.note_source(tx, access, &making.item, error)?;
            continue;
        }
        match commit_one(tx, access, (node, &making), (owner, now)) {
            Ok(Some(permit)) => {
                let copied =
                    Copied { source: making.item.source, from: making.from, copy: node, kind: NodeKind::Folder };
                placed.entry(permit.node()).or_insert_with(|| (permit, Vec::new())).1.push(copied);
                done.insert(node, making);
            }
            Ok(None) => {}
            // It wrote nothing.
            Err(error) => refused.note(tx, &making.item, (making.name.as_str(), error))?,
        }
    }
    for (permit, copies) in placed.values() {
        let marked: HashMap<_, _> = security::mark_copies(tx, permit, copies, now)?.into_iter().collect();
        for copied in copies {
            let Some(making) = done.get(&copied.copy) else { continue };
            let mut after = json!({ "parent_id": permit.node(), "source_id": copied.source });
            if let Some(marks) = marked.get(&copied.copy) {
                after["marks"] = json!(security::keys_of(tx, marks)?);
            }
            let object = Object::new("node", copied.copy.0, making.name.as_str());
            audit::record(tx, access.actor(), Act::new("entry_copied", permit.tenant(), object).after(after), now);
        }
    }
    Ok(done.into_keys().collect())
}

/// None if it is not waited for any more.
fn commit_one(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (node, making): (NodeId, &Making),
    (owner, now): (&Owner, Seconds),
) -> Result<Option<Permit<CreateChild>>> {
    let permit = access.authorize::<CreateChild>(tx, making.item.into)?;
    nodes::hold_tree(tx, permit.tenant())?;
    if !store::note_made(tx, &making.item, (node, making.name.as_str()))? {
        return Ok(None);
    }
    intents::complete(tx, making.intent, owner)?;
    let header = Header::by(access.actor(), permit.tenant(), now);
    create_folder::appear(tx, header, &permit, node, &making.name)?;
    publish(tx, &FolderCopied { header, source: making.item.source, node })?;
    Ok(Some(permit))
}
