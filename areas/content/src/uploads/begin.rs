//! The common beginning of all uploads: the size is allowed, the disk has space, the person has not too many open
//! uploads, access allows the folder, and the name is free.

use std::sync::Arc;

use activity::Status;
use authz::{Actor, Denied, Permit};
use db::{Engine, Tx};
use primitives::NodeId;
use security::Access;
use storage::{disk, intents};

use super::abandon::abandon;
use super::partial;
use super::pending::{self, ONE_CALL, Pending, UploadSource, leave_room};
use super::stage::{Prepared, Sender, Staging, Wanted, stage};
use crate::{Content, Error, Replace, Result, Upload};

/// Makes the staging node, its ticket and its background action.
pub(crate) async fn begin(content: &Content, actor: &Arc<Actor>, wanted: Wanted, sender: Sender) -> Result<Prepared> {
    may_come(content, wanted.size)?;
    let (now, most) = (content.clock.now(), content.config.most_open);
    let wanted = Arc::new(wanted);
    intents::with_retries(|| {
        let (wanted, sender) = (wanted.clone(), sender.clone());
        security::write(&content.db, actor, move |tx, access| {
            leave_room(tx, access.actor().user, most, wanted.parts)?;
            let staging = match wanted.replaces {
                Some(file) => {
                    let permit = authorize_replacing(tx, access, file, wanted.folder)?;
                    storage::require_open(tx, permit.repository())?;
                    Staging::of_file(tx, &permit, &wanted, now)?
                }
                None => {
                    let permit = access.authorize::<Upload>(tx, wanted.folder)?;
                    storage::require_open(tx, permit.repository())?;
                    Staging::new(tx, access, &permit, &wanted, now)?
                }
            };
            stage(tx, &staging, &wanted, &sender, now)
        })
    })
    .await
}

/// The permit to replace a file, which is where its sender believes it to be.
fn authorize_replacing(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    file: NodeId,
    folder: NodeId,
) -> Result<Permit<Replace>> {
    let permit = access.authorize::<Replace>(tx, file)?;
    if permit.parent() == Some(folder) { Ok(permit) } else { Err(Denied::Invisible.into()) }
}

/// Begins an upload and lets `fill` complete it or send its first bytes, before anybody knows its ticket: if that
/// fails, nobody could continue it, so it is removed. This process has the lease from the beginning if `fill` `needs_lease`.
pub(crate) async fn begin_with<T, F>(
    content: &Content,
    actor: &Arc<Actor>,
    wanted: Wanted,
    (what, needs_lease): (&'static str, bool),
    fill: impl FnOnce(Pending) -> F,
) -> Result<(Prepared, T)>
where
    F: Future<Output = Result<T>>,
{
    let owner = content.storage.config.owner.clone();
    let sender = match (what, content.db.engine()) {
        (ONE_CALL, _) => Sender::OneCall(owner),
        (_, Engine::Postgres) if needs_lease => Sender::Process(owner),
        _ => Sender::Anybody,
    };
    let begun = begin(content, actor, wanted, sender).await?;
    let (node, ticket, upload_source) = (begun.node_id, begun.callback.clone(), UploadSource::of(what, actor));
    let filled = match content.db.read(move |c| pending::find(c, node, &ticket, upload_source)).await {
        Ok(mut upload) => {
            upload.held.is_ours_alone = true;
            fill(upload).await
        }
        Err(error) => Err(error),
    };
    match filled {
        Ok(filled) => Ok((begun, filled)),
        Err(error) => {
            // Also when the sender may write nothing any more: nobody else can remove it.
            db::without_precondition(abandon(content, node, &Status::Error)).await?;
            Err(error)
        }
    }
}

/// A new partial upload of a file, and its ticket. It has no folder yet: only `final` names one. So the sender needs the
/// right to upload into some folder.
pub(crate) async fn begin_partial(content: &Content, actor: &Arc<Actor>, size: Option<u64>) -> Result<(i64, String)> {
    may_come(content, size)?;
    let (user, now, most) = (actor.user, content.clock.now(), content.config.most_open);
    security::write(&content.db, actor, move |tx, access| {
        access.require_somewhere::<Upload>(tx)?;
        leave_room(tx, user, most, 0)?;
        Ok(partial::create(tx, user, size, now)?)
    })
    .await
}

/// Refuses a file that is too large, and any file if the remaining space is reserved for deletions.
pub(crate) fn may_come(content: &Content, size: Option<u64>) -> Result<()> {
    size.map_or(Ok(()), |size| refuse_too_large(content, size))?;
    Ok(disk::refuse_without_room(&content.db)?)
}

pub(crate) fn refuse_too_large(content: &Content, size: u64) -> Result<()> {
    if size > content.config.max_file_bytes { Err(Error::TooLarge) } else { Ok(()) }
}
