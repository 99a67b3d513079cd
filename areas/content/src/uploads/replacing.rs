//! The end of an upload that replaces a file: its bytes and those of the file change places, unless these are the same.

use std::sync::Arc;

use audit::{Act, Author, Object};
use authz::Actor;
use db::{Conn, Tx};
use nodes::Arrived;
use primitives::{NodeId, Seconds};
use security::Access;
use serde_json::json;
use storage::Owner;
use storage::blocking::{discard_bytes, on_store};
use storage::{integrity, intents};

use super::ending::{Inspected, end_ticket, tell_end};
use super::lease::Lease;
use super::pending::Pending;
use super::stored::Stored;
use crate::versions::{self, Exchange, LeftBytes, NewContent, NewVersion};
use crate::{Content, Error, Replace, Result};

/// Gives `file` the staged bytes of `upload`, on which `inspect` runs before. What the file had becomes an earlier version.
/// Bytes that the file has already change nothing.
pub(super) async fn replace(
    content: &Content,
    actor: &Arc<Actor>,
    (upload, file): (Arc<Pending>, NodeId),
    lease: &Lease,
    inspect: impl FnOnce() -> Result<Inspected> + Send + 'static,
) -> Result<Stored> {
    let facts = lease.during(on_store(&upload.store, move |_| inspect())).await?;
    let unchanged = lease.during(end_unchanged(content, actor, (upload.clone(), file), (lease, &facts))).await?;
    if let Some(stored) = unchanged {
        return Ok(stored);
    }
    let tries = || try_replace(content, actor, (upload.clone(), file), (lease, facts.clone()));
    let (stored, left) = lease.during(intents::with_retries(tries)).await?;
    versions::discard_left(&content.db, left).await;
    Ok(stored)
}

/// Ends the upload without a version if the file has its bytes already.
async fn end_unchanged(
    content: &Content,
    actor: &Arc<Actor>,
    (upload, file): (Arc<Pending>, NodeId),
    (lease, facts): (&Lease, &Inspected),
) -> Result<Option<Stored>> {
    let wanted = facts.hash.clone();
    if content.db.read(move |c| same_name(c, file, &wanted)).await?.is_none() {
        return Ok(None);
    }
    lease.check().await?;
    let (store, staged, now) = (upload.store.clone(), upload.node.id, content.clock.now());
    let (lease, size, hash) = (lease.clone(), facts.size, facts.hash.clone());
    let ended = security::write(&content.db, actor, move |tx, access| {
        access.authorize::<Replace>(tx, file)?;
        let Some(name) = same_name(tx, file, &hash)? else { return Ok(None) };
        end_ticket(tx, &upload, &lease)?;
        let stored = Stored { node_id: file, name, size, hash, unchanged: true };
        tell_end(tx, &upload, &stored, now)?;
        nodes::delete_staging(tx, staged)?;
        Ok::<_, Error>(Some(stored))
    });
    let ended = ended.await?;
    if ended.is_some()
        && let Err(error) = discard_bytes(&store, staged).await
    {
        tracing::warn!("Bytes of an upload that has ended stay in staging until a server starts: {error}");
    }
    Ok(ended)
}

/// The name of the file if it has this content. Bytes that are known to be damaged or missing are replaced.
fn same_name(conn: &mut Conn<'_>, file: NodeId, hash: &str) -> Result<Option<String>> {
    let found = nodes::find(conn, file)?.filter(|found| found.facts.hash.as_deref() == Some(hash));
    let has_flaw = found.is_some() && integrity::has_flaw(conn, file)?;
    Ok(found.filter(|_| !has_flaw).map(|found| found.name))
}

async fn try_replace(
    content: &Content,
    actor: &Arc<Actor>,
    (upload, file): (Arc<Pending>, NodeId),
    (lease, facts): (&Lease, Inspected),
) -> Result<(Stored, Option<LeftBytes>)> {
    lease.check().await?;
    let (owner, now, staged) = (content.storage.config.owner.clone(), content.clock.now(), upload.node.id);
    let declared = security::write(&content.db, actor, move |tx, access| {
        let permit = access.authorize::<Replace>(tx, file)?;
        versions::declare(tx, &permit, Exchange { taken: staged, kept: staged }, (&owner, now))
    });
    let declared = declared.await?;
    let (owner, intent, lease) = (content.storage.config.owner.clone(), declared.intent, lease.clone());
    let commit = security::write(&content.db, actor, move |tx, access| {
        end_ticket(tx, &upload, &lease)?;
        commit(tx, access, (&upload, file, intent), &facts, (&owner, now))
    });
    intents::carry_out(&content.storage, declared, commit).await
}

fn commit(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (upload, file, intent): (&Pending, NodeId, i64),
    facts: &Inspected,
    (owner, now): (&Owner, Seconds),
) -> Result<(Stored, Option<LeftBytes>)> {
    let permit = access.authorize::<Replace>(tx, file)?;
    let before = nodes::find(tx, file)?.ok_or(db::Error::Missing)?;
    let size = i64::try_from(facts.size).unwrap_or(i64::MAX);
    let arrived = Arrived { name: &before.name, size, hash: &facts.hash, mime: facts.mime, now };
    let version = NewVersion { by: permit.actor(), label: "", restored_from: None };
    let new = NewContent { arrived, modified_ns: facts.modified_ns, version };
    let (number, left) = versions::commit(tx, access, (&permit, intent, upload.node.id), &new, (owner, now))?;
    let act = Act::new("file_replace", permit.tenant(), Object::new("node", file.0, &before.name))
        .before(json!({ "size": before.size, "hash": before.facts.hash }))
        .after(json!({ "version": number, "size": size, "hash": facts.hash }));
    audit::record(tx, Author::user(upload.user, upload.upload_source.origin), act, now);
    let hash = facts.hash.clone();
    let stored = Stored { node_id: file, name: before.name, size: facts.size, hash, unchanged: false };
    tell_end(tx, upload, &stored, now)?;
    Ok::<_, Error>((stored, left))
}
