//! Moves what a copy has left unfinished to the bin: it was cancelled or taken back, or it failed. Nobody finds half a folder
//! in its place, and what others have put into it meanwhile can be restored. Of a copy that was taken back, what a step has
//! finished meanwhile goes there, too.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use authz::Actor;
use db::{Conn, params};
use jobs::{JobContext, JobError, Kind, Outcome};
use primitives::NodeId;
use storage::{ChangeError as _, intents};

use super::asked::Copying;
use super::changed::refuse_changed;
use super::item::is_refusal;
use super::store::{self, CopyingId, Roots};
use super::{failed, forget};
use crate::entries::remove;
use crate::{Content, Error, Result};

pub(super) const TAKE_AWAY: &str = "copy_take_away";

/// Folders that go in one step.
const STEP: usize = 100;

pub(super) fn kind(content: Content) -> Kind {
    Kind::new(TAKE_AWAY, move |context| {
        let content = content.clone();
        async move { run(&content, context).await }
    })
}

async fn run(content: &Content, context: JobContext) -> Result<Outcome, JobError> {
    let asked: Copying = context.payload()?;
    let Copying { copying, users_id, .. } = asked;
    let left = content.db.read(move |c| left(c, copying)).await?;
    let found = content.db.read(move |c| accounts::find_actor(c, users_id)).await;
    // What a person who was removed has begun to copy, others decide about.
    if let Some(actor) = found.map_err(|error| JobError::Retry(error.to_string()))?.map(Arc::new) {
        for some in left.chunks(STEP) {
            let is_done = remove_some(content, &actor, copying, some.to_vec()).await;
            if !is_done.map_err(|error| JobError::Retry(error.to_string()))? {
                return Err(JobError::Retry("something else moves there".to_owned()));
            }
        }
    }
    content.db.write(move |tx| store::note_taken_away(tx, copying)).await?;
    forget::waiting(&content.db, copying).await?;
    let ended = content.db.write(move |tx| {
        // Their names are free now.
        failed::offer_again(tx, &asked)?;
        context.complete(tx)
    });
    ended.await?;
    Ok(Outcome::Done)
}

/// A copy that goes to the bin.
#[derive(Clone, Copy, Debug)]
struct Left {
    node: NodeId,
    /// A whole one stays if it has changed since.
    is_whole: bool,
}

/// What the batch takes back that was begun for it is left to that.
fn left(conn: &mut Conn<'_>, copying: CopyingId) -> db::Result<Vec<Left>> {
    let unfinished = store::made_roots(conn, copying, Roots::Unfinished)?;
    let mut left: Vec<_> = unfinished.into_iter().map(|node| Left { node, is_whole: false }).collect();
    if store::is_undone(conn, copying)? {
        let sql = "SELECT e.node_id
                   FROM content_batch b
                   JOIN content_batch_entry e ON e.batch_id = b.batch_id
                   WHERE b.copying_id = $1";
        let known: HashSet<NodeId> = conn.rows(sql, params![copying], |row| row.get(0))?.into_iter().collect();
        let whole = store::made_roots(conn, copying, Roots::Whole)?.into_iter();
        left.extend(whole.filter(|node| !known.contains(node)).map(|node| Left { node, is_whole: true }));
    }
    Ok(left)
}

/// What is in the bin by now, or may not be removed any more, is left alone. False if something has to wait.
async fn remove_some(content: &Content, actor: &Arc<Actor>, copying: CopyingId, some: Vec<Left>) -> Result<bool> {
    let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
    let declared = security::write(&content.db, actor, move |tx, access| {
        let (mut declared, mut waits) = (Vec::new(), false);
        for Left { node, is_whole } in some {
            match if is_whole { refuse_changed(tx, copying, node) } else { Ok(()) } {
                Err(Error::ChangedSince) => continue,
                checked => checked?,
            }
            match remove::declare(tx, access, node, (&owner, now)) {
                Ok(one) => declared.push(one),
                Err(error) if error.is_moving() => waits = true,
                Err(error) if is_refusal(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok::<_, Error>((declared, waits))
    });
    let (declared, waits) = declared.await?;
    if declared.is_empty() {
        return Ok(!waits);
    }
    let intents: HashMap<NodeId, i64> = declared.iter().map(|one| (one.node, one.intent)).collect();
    let count = declared.len();
    let commit = |moved: Vec<NodeId>| async move {
        let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
        let removed = security::write(&content.db, actor, move |tx, access| {
            let mut done = HashSet::new();
            for node in moved {
                let Some(intent) = intents.get(&node).copied() else { continue };
                match remove::commit(tx, access, (node, intent), (&owner, now)) {
                    Ok(_) => drop(done.insert(node)),
                    Err(error) if is_refusal(&error) => {}
                    Err(error) => return Err(error),
                }
            }
            Ok::<_, Error>(done)
        });
        removed.await
    };
    let (done, _) = intents::carry_out_many(&content.storage, declared, commit).await?;
    Ok(!waits && done.len() == count)
}
