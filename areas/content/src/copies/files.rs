//! Copies the files of one step: their rows first, where nobody sees them, then their bytes, and then one transaction that
//! makes them visible.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use authz::Actor;
use db::{Engine, Tx};
use futures_util::stream::{self, StreamExt as _};
use nodes::{NewNode, Node, NodeState};
use primitives::{EntryName, NodeId, NodeKind, Seconds};
use rest::Problem;
use security::Access;
use storage::blocking::undo;
use storage::disk::{self, NodePath};
use storage::lease::while_renewed;
use storage::{ChangeError as _, Owner, integrity};
use tokio_util::sync::CancellationToken;

use super::bytes::{self, Begun, Moved, Placed, Unplaced};
use super::placed::{self, Permits, permit};
use super::running::Running;
use super::step::Stepped;
use super::store::{self, CopyId, Item};
use super::{failed, item, replacing};
use crate::uploads::{MadeHere, made_here};
use crate::{Content, Error, Result};

/// Files whose bytes are copied at once.
const AT_ONCE: usize = 8;

pub(super) async fn copy(
    content: &Content,
    actor: &Arc<Actor>,
    running: &Running,
    items: Vec<Item>,
) -> Result<Stepped> {
    if items.is_empty() {
        return Ok(Stepped::default());
    }
    let (noted, now, stop) = (Instant::now(), content.clock.now(), &running.context.cancel);
    let (begun, onto, mut stepped) = begin(content, actor, running, items).await?;
    let owner = content.storage.config.owner.clone();
    let nodes = begun.iter().map(|one| one.node).collect();
    let made_here = Arc::new(MadeHere::new((content.db.clone(), content.clock.clone()), owner, nodes, noted));
    let place = |one| bytes::place(content.clone(), made_here.clone(), one, (stop.clone(), now));
    let placing = stream::iter(begun).map(place);
    let placing = placing.buffer_unordered(AT_ONCE).collect::<Vec<_>>();
    let (mut placed, mut moved, mut unplaced) = (Vec::new(), Vec::new(), Vec::new());
    for one in while_renewed(|| made_here.renew(), placing).await {
        match one {
            Ok((one, how)) => {
                placed.push(one);
                moved.push(how);
            }
            Err(one) => unplaced.push(*one),
        }
    }
    let ended = end(content, actor, (running, &made_here), (placed, moved)).await;
    let given_up = give_up(content, &made_here, (unplaced, stop)).await;
    let (done, waits) = ended?;
    let failed = given_up?;
    stepped.done += done;
    stepped.waits.extend(waits);
    let replaced = replacing::replace(content, actor, running, onto).await?;
    Ok(stepped.and(failed).and(replaced))
}

/// Makes the rows, which nobody sees yet. Also returns those of which the files replace others, with these.
async fn begin(
    content: &Content,
    actor: &Arc<Actor>,
    running: &Running,
    items: Vec<Item>,
) -> Result<(Vec<Begun>, Vec<(Item, NodeId)>, Stepped)> {
    let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
    let running = running.clone();
    let begun = security::write(&content.db, actor, move |tx, access| {
        let (mut begun, mut onto, mut stepped) = (Vec::new(), Vec::new(), Stepped::default());
        let mut into = HashMap::new();
        for item in items {
            let source = match item::source(tx, access, &item) {
                Ok(source) => source,
                Err(error) => {
                    stepped.note_source(tx, access, &item, error)?;
                    continue;
                }
            };
            let name = source.name.clone();
            match begin_one(tx, access, &running, (item, source, &mut into), (&owner, now)) {
                Ok(One::New(one)) => begun.push(*one),
                Ok(One::Onto(file)) => onto.push((item, file)),
                Err(error) => stepped.note(tx, &item, (&name, error))?,
            }
        }
        Ok::<_, Error>((begun, onto, stepped))
    });
    begun.await
}

/// How a file is copied.
enum One {
    New(Box<Begun>),
    /// As the new content of this file.
    Onto(NodeId),
}

fn begin_one(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    running: &Running,
    (item, source, into): (Item, Node, &mut Permits),
    (owner, now): (&Owner, Seconds),
) -> Result<One> {
    let permit = permit(tx, access, into, item.into)?;
    item::refuse_place(tx, &item, (&source, permit.tenant()))?;
    if let Some(file) = replacing::to_replace(tx, access, running, (&item, &source, permit.tenant()))? {
        return Ok(One::Onto(file));
    }
    let hash = source.facts.hash.clone().ok_or(storage::Error::BytesMissing)?;
    let bytes = integrity::look(tx, source.repository, &source)?;
    let name = item::claim_name(tx, access, running.naming, (&item, &source), (permit.tenant(), permit.node()))?;
    let new = NewNode { kind: NodeKind::File, name: &name, state: NodeState::Staging, size: source.size, now };
    let node = nodes::insert(tx, permit, &new)?;
    made_here::begin(tx, (node, permit.actor()), source.size, (owner, now))?;
    store::note_begun(tx, item.id, node)?;
    let (store, way) = (disk::store(tx, permit.repository())?, NodePath::of(tx, node)?);
    Ok(One::New(Box::new(Begun { item, node, name, source, hash, bytes, store, way })))
}

/// Makes copies visible whose bytes are in place; the bytes of the others are taken away. Returns how many it did, and
/// those that wait.
async fn end(
    content: &Content,
    actor: &Arc<Actor>,
    (running, made_here): (&Running, &MadeHere),
    (placed, moved): (Vec<Placed>, Vec<Moved>),
) -> Result<(i64, Vec<CopyId>)> {
    if placed.is_empty() {
        return Ok((0, Vec::new()));
    }
    let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
    let running = running.clone();
    let committed = security::write(&content.db, actor, move |tx, access| {
        placed::commit(tx, access, (&running, placed), (&owner, now))
    });
    let done = match committed.await {
        Ok(done) => done,
        // PostgreSQL may have committed although its answer was lost: these files end as uploads that were dropped.
        Err(error) if error.may_have_committed() && content.db.engine() == Engine::Postgres => return Err(error),
        Err(error) => {
            for one in moved {
                take_away(made_here, one).await;
            }
            return Err(error);
        }
    };
    let mut waits = Vec::new();
    for one in moved {
        if !done.contains(&one.node) {
            waits.push(one.item);
            take_away(made_here, one).await;
        }
    }
    Ok((i64::try_from(done.len()).unwrap_or(i64::MAX), waits))
}

/// Takes the bytes of a file away that did not become visible. If that fails, it ends as an upload that was dropped.
async fn take_away(made_here: &MadeHere, Moved { node, store, applied, .. }: Moved) {
    let is_ours = made_here.is_ours(node).await;
    let taken = match is_ours {
        Ok(false) => return,
        // A database that cannot be written takes nothing over.
        Ok(true) | Err(_) => match undo(&store, applied).await {
            Ok(()) => made_here.abandon(&store, node).await,
            Err(error) => Err(error.into()),
        },
    };
    if let Err(error) = taken {
        tracing::warn!("The unfinished copy {node} is taken away later: {error}");
    }
}

/// Ends those whose bytes could not be put into place, and notes them, if trying again does not help.
async fn give_up(
    content: &Content,
    made_here: &MadeHere,
    (unplaced, stop): (Vec<Unplaced>, &CancellationToken),
) -> Result<Stepped> {
    let (mut stepped, mut failed, mut broken) = (Stepped::default(), Vec::new(), None);
    for Unplaced { item, node, name, store, error } in unplaced {
        if let Err(error) = made_here.abandon(&store, node).await {
            tracing::warn!("The unfinished copy {node} is taken away later: {error}");
        }
        if error.is_moving() || stop.is_cancelled() {
            stepped.waits.push(item.id);
        } else if item::is_of_one_file(&error) {
            tracing::warn!("{} could not be copied: {error}", item.source);
            failed.push((item.id, name, Problem::from(error).code()));
        } else {
            broken = Some(error);
        }
    }
    stepped.failed = i64::try_from(failed.len()).unwrap_or(i64::MAX);
    let noted = content.db.write(move |tx| {
        let note = |(item, name, reason): &(CopyId, EntryName, &str)| failed::note(tx, *item, (name.as_str(), *reason));
        failed.iter().try_for_each(note)
    });
    noted.await?;
    broken.map_or(Ok(stepped), Err)
}
