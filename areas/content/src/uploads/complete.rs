//! The end of an upload: when it is complete, hashed and durable, it is put into place, and only then others see it.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use ::events::{Header, publish};
use audit::{Act, Author, Object};
use authz::Actor;
use db::Tx;
use nodes::Arrived;
use primitives::{EntryName, NodeId, Seconds};
use security::Access;
use serde_json::json;
use storage::blocking::on_store;
use storage::disk::NodePath;
use storage::integrity;

use super::begin::begin_with;
use super::ending::{Inspected, end_ticket, hashed, inspect, set_apart, tell_end};
use super::lease::{self, Lease};
use super::pending::{self, ONE_CALL, Pending, UploadSource};
use super::placing;
use super::replacing;
use super::stage::Wanted;
use super::stored::Stored;
use super::waiting;
use crate::events::{ContentStored, EntryCreated};
use crate::{Content, Error, Result, Upload, search_index};

/// Puts the staged `file` of `upload` into place. Access is checked again: a sender who lost the right meanwhile stores
/// nothing. `bytes`: as many were received.
pub(crate) async fn complete(
    content: &Content,
    upload: Pending,
    lease: &Lease,
    file: File,
    hash: Option<blake3::Hasher>,
    bytes: Option<u64>,
) -> Result<Stored> {
    let (file, hash) = match hash {
        Some(hash) => (file, hash),
        None => lease.during(on_store(&upload.store, move |_| hashed(file))).await?,
    };
    let now = content.clock.now();
    let (actor, way) = sender(content, &upload, now).await?;
    let upload = Arc::new(upload);
    let name = upload.node.name.clone();
    if let Some(replaced) = upload.replaces {
        let node = upload.node.id;
        let replacing = replacing::replace(content, &actor, (upload.clone(), replaced), lease, move || {
            set_apart(&file, node)?;
            inspect(file, &name, &hash, bytes)
        });
        return counted(replacing.await);
    }
    if upload.waits {
        let node = upload.node.id;
        let inspect = move || {
            // It may replace a file later.
            set_apart(&file, node)?;
            inspect(file, &name, &hash, bytes)
        };
        return counted(keep_waiting(content, &actor, (upload, way), (lease, now), inspect).await);
    }
    let placed = placing::place(
        content,
        &upload,
        lease,
        way,
        move || inspect(file, &name, &hash, bytes),
        |facts, way| security::write(&content.db, &actor, end(upload.clone(), facts.clone(), way, lease, now)),
    );
    counted(placed.await.map(|(_, stored)| stored))
}

/// Puts the bytes of an upload that waits where those of the bin lie.
async fn keep_waiting(
    content: &Content,
    actor: &Arc<Actor>,
    (upload, way): (Arc<Pending>, NodePath),
    (lease, now): (&Lease, Seconds),
    inspect: impl FnOnce() -> Result<Inspected> + Send + 'static,
) -> Result<Stored> {
    let end = |facts: &Inspected, way: NodePath| {
        security::write(&content.db, actor, waiting::end(upload.clone(), facts.clone(), way, lease, now))
    };
    placing::place(content, &upload, lease, way, inspect, end).await.map(|(_, stored)| stored)
}

fn counted(placed: Result<Stored>) -> Result<Stored> {
    let result = if placed.is_ok() { "placed" } else { "refused" };
    metrics::counter!("uploads_ended_total", "result" => result).increment(1);
    placed
}

/// The transaction that makes the file visible.
fn end(
    upload: Arc<Pending>,
    facts: Inspected,
    way: NodePath,
    lease: &Lease,
    now: Seconds,
) -> impl FnOnce(&mut Tx<'_>, &mut Access<'_>) -> Result<Stored> + Send + 'static {
    let lease = lease.clone();
    move |tx, access| {
        let (node, user) = (upload.node.id, upload.user);
        let (name, size, hash) = (upload.node.name.clone(), facts.size, facts.hash.clone());
        let stored = Stored { node_id: node, name, size, hash, unchanged: false };
        let parent = upload.node.parent.ok_or(Error::UploadEnded)?;
        let permit = access.authorize::<Upload>(tx, parent)?;
        end_ticket(tx, &upload, &lease)?;
        // Bytes that are named by their node are in place wherever the file is.
        storage::refuse_elsewhere(tx, upload.node.repository, (&way, &upload.store))?;
        let size = i64::try_from(facts.size).unwrap_or(i64::MAX);
        let arrived = Arrived { name: &upload.node.name, size, hash: &facts.hash, mime: facts.mime, now };
        nodes::place(tx, &permit, node, &arrived)?;
        integrity::note_right(tx, node, facts.modified_ns, now)?;
        search_index::index(tx, node, &upload.node.name)?;
        let tenant = permit.tenant();
        let UploadSource { what, origin, .. } = upload.upload_source;
        let header = Header::by(Author::user(user, origin), tenant, now);
        publish(tx, &EntryCreated { header, folder: Some(parent), node })?;
        publish(tx, &ContentStored { header, node, hash: facts.hash.clone(), mime: facts.mime.to_owned() })?;
        let act = Act::new(what, tenant, Object::new("node", node.0, &upload.node.name))
            .after(json!({ "parent_id": parent, "size": facts.size, "hash": facts.hash }));
        audit::record(tx, Author::user(user, origin), act, now);
        tell_end(tx, &upload, &stored, now)?;
        Ok(stored)
    }
}

/// The sender with their current rights, and the file's path. A sender who signed out or was locked out meanwhile stores
/// nothing.
async fn sender(content: &Content, upload: &Pending, now: Seconds) -> Result<(Arc<Actor>, NodePath)> {
    let (UploadSource { user, session, .. }, node, waits) = (upload.upload_source, upload.node.id, upload.waits);
    let found = content.db.read(move |c| {
        let lives = match session {
            Some(session) => signin::session_lives(c, session, now)?,
            None => true,
        };
        let actor = accounts::find_actor(c, user)?;
        Ok::<_, db::Error>((actor.filter(|_| lives), pending::destination(c, node, waits)?))
    });
    let (actor, way) = found.await?;
    Ok((Arc::new(actor.ok_or(Error::SessionEnded)?), way))
}

/// Stores one file for `actor` without the network: prepare, stage and complete in one call, without a background
/// action.
pub async fn store_file(
    content: &Content,
    actor: &Arc<Actor>,
    folder: NodeId,
    name: &EntryName,
    mut bytes: impl Read + Send + 'static,
) -> Result<Stored> {
    let wanted = Wanted::new(folder, name.clone());
    let store = async |upload: Pending| {
        let _lock = content.uploads.try_lock(upload.key())?;
        let (staged, lease) = (upload.staged(), lease::take(content, &upload.held).await?);
        let copied = staged.with(move |staged| {
            let mut file = staged.open()?;
            std::io::copy(&mut bytes, &mut file)?;
            Ok(file)
        });
        let file = lease.during(copied).await?;
        complete(content, upload, &lease, file, None, None).await
    };
    let (begun, stored) = begin_with(content, actor, wanted, (ONE_CALL, true), store).await?;
    let action = begun.bg_action_id;
    content.db.write(move |tx| activity::forget(tx, &action)).await?;
    Ok(stored)
}
