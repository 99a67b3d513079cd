//! A copy that becomes the content of a file that is there already. What the file had is kept as an earlier version.
//!
//! The bytes are staged below the file, as those of an upload that replaces it, and change places with its own. What the
//! act does beside that happens in the same two transactions: all of it is done, or nothing.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Instant;

use audit::{Act, Object};
use authz::{Actor, Permit};
use blobs::{Opened, SharedStore, Written};
use db::{Conn, Engine, Tx};
use nodes::{Arrived, Node};
use primitives::{EntryName, NodeId, Seconds, TenantId};
use security::Access;
use serde_json::json;
use storage::blocking::on_store;
use storage::integrity::{self, Bytes};
use storage::intents::{self, Declared};
use storage::lease::while_renewed;
use storage::{ChangeError as _, Owner, disk};
use tokio_util::sync::CancellationToken;

use crate::uploads::{MadeHere, made_here, set_apart};
use crate::versions::{self, Exchange, LeftBytes, NewContent, NewVersion, Replaced};
use crate::{Content, Error, Replace, Result};

/// What an act does beside a replacement.
pub(crate) trait Alongside: Clone + Send + Sync + 'static {
    /// The source file. Fails if the asker may not read it any more.
    fn source(&self, tx: &mut Tx<'_>, access: &mut Access<'_>) -> Result<Node>;

    /// Notes what else changes on disk.
    fn declare(&self, tx: &mut Tx<'_>, access: &mut Access<'_>, by: (&Owner, Seconds)) -> Result<Vec<Declared>>;

    /// Notes that it is done. False if the act was stopped, or taken back, before: then nothing is.
    fn settle(&self, tx: &mut Tx<'_>) -> Result<bool>;

    /// The file has its new content. The intents are by their nodes.
    fn commit(
        &self,
        tx: &mut Tx<'_>,
        access: &mut Access<'_>,
        done: (&Replaced, &HashMap<NodeId, i64>),
        by: (&Owner, Seconds),
    ) -> Result<()>;
}

/// A file that is replaced, and where.
#[derive(Clone, Copy, Debug)]
struct Place {
    file: NodeId,
    folder: NodeId,
    /// The row below the file, which nobody sees. What the file has is kept as its content.
    kept: NodeId,
}

/// A file that is about to get a copy of the content of another one.
pub(crate) struct Onto {
    source: Node,
    hash: String,
    bytes: Bytes,
    store: SharedStore,
    place: Place,
    noted: Instant,
}

impl Onto {
    /// The row that its bytes are staged for.
    pub fn staged(&self) -> NodeId {
        self.place.kept
    }
}

/// The permit to give `file` the content of `source`. `folder`: where it has the name of the source.
pub(crate) fn authorize(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    source: &Node,
    (file, folder): (NodeId, NodeId),
) -> Result<Permit<Replace>> {
    let permit = access.authorize::<Replace>(conn, file)?;
    let found = nodes::find(conn, file)?.ok_or(db::Error::Missing)?;
    // Then something else has the name there, or nothing: it is found out anew.
    if permit.parent() != Some(folder) || EntryName::key_of(&found.name) != EntryName::key_of(&source.name) {
        return Err(storage::Error::Moving.into());
    }
    if source.tenant != permit.tenant() {
        return Err(Error::OtherTenant);
    }
    if !security::lost_by_replacing(conn, permit.tenant(), (source.id, file))?.is_empty() {
        return Err(Error::LosesMarks);
    }
    let (brought, there) = (access.terms_at(conn, source)?, access.terms_at(conn, &found)?);
    if brought.are_kept_by(there) { Ok(permit) } else { Err(Error::LosesTerms) }
}

/// Makes the row that the bytes are staged for.
pub(crate) fn begin(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (source, file, folder): (Node, NodeId, NodeId),
    (owner, now): (&Owner, Seconds),
) -> Result<Onto> {
    let noted = Instant::now();
    let permit = authorize(tx, access, &source, (file, folder))?;
    let hash = source.facts.hash.clone().ok_or(storage::Error::BytesMissing)?;
    let bytes = integrity::look(tx, source.repository, &source)?;
    let kept = nodes::insert_version(tx, &permit, source.size, now)?;
    made_here::begin(tx, (kept, permit.actor()), source.size, (owner, now))?;
    let store = disk::store(tx, permit.repository())?;
    Ok(Onto { source, hash, bytes, store, place: Place { file, folder, kept }, noted })
}

/// Gives the file the content. False if the act was stopped before; then, and with an error, the file is as it was.
pub(crate) async fn carry_out<A: Alongside>(
    content: &Content,
    actor: &Arc<Actor>,
    onto: Onto,
    (act, stop): (&A, &CancellationToken),
) -> Result<bool> {
    let Onto { source, hash, bytes, store, place, noted } = onto;
    let owner = content.storage.config.owner.clone();
    let made_here = MadeHere::new((content.db.clone(), content.clock.clone()), owner, vec![place.kept], noted);
    let work = async {
        let opened = integrity::right(&content.db, &source, bytes, content.clock.now()).await?;
        let modified_ns = stage(&store, (place.kept, &hash), opened, stop.clone()).await?;
        if made_here.may_be_over() {
            return Err(storage::Error::Moving.into());
        }
        let ready = Arc::new(Ready { hash, place, modified_ns });
        intents::with_retries(|| exchange(content, actor, &ready, act)).await
    };
    let done = while_renewed(|| made_here.renew(), work).await;
    match done {
        Ok(Some(left)) => {
            versions::discard_left(&content.db, left).await;
            Ok(true)
        }
        // PostgreSQL may have committed although its answer was lost: it ends as an upload that was dropped.
        Err(error) if error.may_have_committed() && content.db.engine() == Engine::Postgres => Err(error),
        not_done => {
            give_up(content, (&made_here, &store), (source.tenant, place)).await;
            not_done.map(|_| false)
        }
    }
}

/// A copy whose bytes are staged.
struct Ready {
    hash: String,
    place: Place,
    modified_ns: i64,
}

async fn stage(
    store: &SharedStore,
    (node, hash): (NodeId, &str),
    from: Arc<Opened>,
    stop: CancellationToken,
) -> Result<i64> {
    let wanted = hash.to_owned();
    on_store(store, move |store| {
        if store.stage_copy(node, &from, &|| !stop.is_cancelled())?.hash != wanted {
            return Err(Error::from(storage::Error::Damaged));
        }
        let file = store.stage(node)?;
        set_apart(&file, node)?;
        file.sync_all()?;
        Ok(Written::of(&file)?.modified_ns)
    })
    .await
}

/// None if the act was stopped before.
async fn exchange<A: Alongside>(
    content: &Content,
    actor: &Arc<Actor>,
    ready: &Arc<Ready>,
    act: &A,
) -> Result<Option<Option<LeftBytes>>> {
    let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
    let (place, also) = (ready.place, act.clone());
    let declared = security::write(&content.db, actor, move |tx, access| {
        let source = also.source(tx, access)?;
        let permit = authorize(tx, access, &source, (place.file, place.folder))?;
        let exchange = Exchange { taken: place.kept, kept: place.kept };
        let mut declared = vec![versions::declare(tx, &permit, exchange, (&owner, now))?];
        declared.extend(also.declare(tx, access, (&owner, now))?);
        Ok::<_, Error>(declared)
    });
    let declared = declared.await?;
    let intents: HashMap<NodeId, i64> = declared.iter().map(|one| (one.node, one.intent)).collect();
    let mut left = None;
    let told = &mut left;
    let commit = |moved: Vec<NodeId>| async move {
        if moved.len() < intents.len() {
            return Ok(HashSet::new());
        }
        let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
        let (ready, act) = (ready.clone(), act.clone());
        let done = security::write(&content.db, actor, move |tx, access| {
            commit(tx, access, (&ready, &act, &intents), (&owner, now))
        });
        *told = done.await?;
        Ok::<_, Error>(if told.is_some() { moved.into_iter().collect() } else { HashSet::new() })
    };
    let (_, refused) = intents::carry_out_many(&content.storage, declared, commit).await?;
    match refused.into_iter().next() {
        Some((_, error)) => Err(error.into()),
        None => Ok(left),
    }
}

/// The file has the bytes.
fn commit<A: Alongside>(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (ready, act, intents): (&Ready, &A, &HashMap<NodeId, i64>),
    (owner, now): (&Owner, Seconds),
) -> Result<Option<Option<LeftBytes>>> {
    if !act.settle(tx)? {
        return Ok(None);
    }
    let (source, Place { file, folder, kept }) = (act.source(tx, access)?, ready.place);
    let permit = authorize(tx, access, &source, (file, folder))?;
    // Its content may be another one by now.
    if source.facts.hash.as_ref() != Some(&ready.hash) || !made_here::complete(tx, kept, owner)? {
        return Err(storage::Error::Moving.into());
    }
    let before = nodes::find(tx, file)?.ok_or(db::Error::Missing)?;
    let mime = source.facts.mime.as_deref().unwrap_or("application/octet-stream");
    let arrived = Arrived { name: &before.name, size: source.size, hash: &ready.hash, mime, now };
    let version = NewVersion { by: permit.actor(), label: "", restored_from: None };
    let new = NewContent { arrived, modified_ns: ready.modified_ns, version };
    let intent = *intents.get(&file).ok_or(db::Error::Missing)?;
    let (number, left) = versions::commit(tx, access, (&permit, intent, kept), &new, (owner, now))?;
    let told = Act::new("file_replace", permit.tenant(), Object::new("node", file.0, &before.name))
        .before(json!({ "size": before.size, "hash": before.facts.hash }))
        .after(json!({ "version": number, "size": source.size, "hash": ready.hash, "source_id": source.id }));
    audit::record(tx, access.actor(), told, now);
    act.commit(tx, access, (&Replaced { file, kept, number }, intents), (owner, now))?;
    Ok(Some(left))
}

/// Takes away what was staged, unless the disk is still being changed back: then it ends as an upload that was dropped.
async fn give_up(content: &Content, (made_here, store): (&MadeHere, &SharedStore), (tenant, place): (TenantId, Place)) {
    let moves = content.db.read(move |c| intents::moving(c, tenant)).await;
    let given_up = match moves {
        Ok(moving) if moving.contains(&place.file) => return,
        Ok(_) => made_here.abandon(store, place.kept).await,
        Err(error) => Err(error.into()),
    };
    if let Err(error) = given_up {
        tracing::warn!("The unfinished copy {} is taken away later: {error}", place.kept);
    }
}
