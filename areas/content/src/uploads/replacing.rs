//! The end of an upload that replaces a file: its bytes and those of the file change places, unless these are the same.

use std::sync::Arc;

use audit::{Act, Author, Object};
use authz::Actor;
use db::{Conn, Tx};
use nodes::Arrived;
use primitives::{NodeId, Seconds};
use security::Access;
use serde_json::json;
use storage::blocking::{discard_bytes, on_store};
use storage::intents::{self, Declared};
use storage::{Owner, integrity};

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
    let tries = || try_replace(content, actor, (upload.clone(), file), (lease, facts.clone()));
    let (stored, left) = lease.during(intents::with_retries(tries)).await?;
    versions::discard_left(&content.db, left).await;
    Ok(stored)
}

async fn try_replace(
    content: &Content,
    actor: &Arc<Actor>,
    (upload, file): (Arc<Pending>, NodeId),
    (lease, facts): (&Lease, Inspected),
) -> Result<(Stored, Option<LeftBytes>)> {
    lease.check().await?;
    let now = content.clock.now();
    let declared = match begin(content, actor, (upload.clone(), file), (lease, &facts, now)).await? {
        Begun::Declared(declared) => *declared,
        Begun::Unchanged(stored) => {
            discard_staged(&upload).await;
            return Ok((stored, None));
        }
    };
    let (owner, intent, lease) = (content.storage.config.owner.clone(), declared.intent, lease.clone());
    let commit = security::write(&content.db, actor, move |tx, access| {
        end_ticket(tx, &upload, &lease)?;
        commit(tx, access, (&upload, file, intent), &facts, (&owner, now))
    });
    intents::carry_out(&content.storage, declared, commit).await
}

/// What the first transaction has done.
enum Begun {
    Declared(Box<Declared>),
    /// The file has these bytes already: the upload has ended, without a version.
    Unchanged(Stored),
}

/// Asks whether the file has these bytes already in the transaction that notes the intent. From then on nobody else
/// replaces the file, so that the answer stays true: of two uploads of the same bytes the later one finds them there.
async fn begin(
    content: &Content,
    actor: &Arc<Actor>,
    (upload, file): (Arc<Pending>, NodeId),
    (lease, facts, now): (&Lease, &Inspected, Seconds),
) -> Result<Begun> {
    let (owner, lease) = (content.storage.config.owner.clone(), lease.clone());
    let (size, hash) = (facts.size, facts.hash.clone());
    let begun = security::write(&content.db, actor, move |tx, access| {
        let permit = access.authorize::<Replace>(tx, file)?;
        nodes::hold_tree(tx, permit.tenant())?;
        let staged = upload.node.id;
        let Some(name) = same_name(tx, file, &hash)? else {
            let declared = versions::declare(tx, &permit, Exchange { taken: staged, kept: staged }, (&owner, now))?;
            return Ok(Begun::Declared(Box::new(declared)));
        };
        end_ticket(tx, &upload, &lease)?;
        let stored = Stored { node_id: file, name, size, hash, unchanged: true };
        tell_end(tx, &upload, &stored, now)?;
        nodes::delete_staging(tx, staged)?;
        Ok::<_, Error>(Begun::Unchanged(stored))
    });
    begun.await
}

/// The bytes of an upload that has ended without a version.
async fn discard_staged(upload: &Pending) {
    if let Err(error) = discard_bytes(&upload.store, upload.node.id).await {
        tracing::warn!("Bytes of an upload that has ended stay in staging until a server starts: {error}");
    }
}

/// The name of the file if it has this content. Bytes that are known to be damaged or missing are replaced.
fn same_name(conn: &mut Conn<'_>, file: NodeId, hash: &str) -> Result<Option<String>> {
    let found = nodes::find(conn, file)?.filter(|found| found.facts.hash.as_deref() == Some(hash));
    let has_flaw = found.is_some() && integrity::has_flaw(conn, file)?;
    Ok(found.filter(|_| !has_flaw).map(|found| found.name))
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
