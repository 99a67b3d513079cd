//! A waiting file becomes an entry of its folder: a new one, or the content of the file that has its name.

use std::collections::HashSet;
use std::sync::Arc;

use ::events::{Header, publish};
use authz::{Actor, Denied, Permit};
use blobs::{Area, Change, TreePath};
use db::Tx;
use nodes::{Arrived, Node};
use primitives::{EntryName, NodeId, Seconds};
use security::Access;
use storage::blocking::run_detached;
use storage::intents::{self, Declared, Kind, Plan};
use storage::{Owner, disk, integrity};

use crate::entries::rename::disk_name;
use crate::events::EntryCreated;
use crate::versions::{self, Exchange, LeftBytes, NewContent, NewVersion, delete_apart, discard_left};
use crate::{Content, Error, Replace, Result, Upload, names, purges, search_index};

/// What happens where an entry of the folder has the name of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnNameTaken {
    /// The file gets a number: `photo (2).jpg`.
    KeepBoth,
    /// It becomes the content of that file. Beside a folder it gets a number.
    Replace,
}

/// What a waiting file has become.
#[derive(Clone, Debug)]
pub struct TakenIn {
    /// As which it waited.
    pub waited: NodeId,
    /// The entry that has its content now.
    pub entry: NodeId,
    pub name: String,
    /// The entry had another content before.
    pub has_replaced: bool,
}

/// What else is done in the transaction that takes it in.
pub type OnTakingIn = Arc<dyn Fn(&mut Tx<'_>, &Permit<Upload>, &TakenIn) -> db::Result<()> + Send + Sync>;

/// Takes in a file that waits below `folder`, for somebody who may upload there.
pub async fn take_in(
    content: &Content,
    actor: &Arc<Actor>,
    (folder, node): (NodeId, NodeId),
    how: OnNameTaken,
    also: OnTakingIn,
) -> Result<TakenIn> {
    let (content, actor) = (content.clone(), actor.clone());
    let taking = async move {
        intents::with_retries(|| carry_out(&content, &actor, Asked { folder, node, how }, also.clone())).await
    };
    run_detached(taking).await
}

#[derive(Clone, Copy, Debug)]
struct Asked {
    folder: NodeId,
    node: NodeId,
    how: OnNameTaken,
}

/// Where the bytes go.
#[derive(Clone, Debug)]
enum Target {
    New(EntryName, TreePath),
    /// Into this file; what it had is kept as that of the node.
    Replaced(NodeId, NodeId),
}

async fn carry_out(content: &Content, actor: &Arc<Actor>, asked: Asked, also: OnTakingIn) -> Result<TakenIn> {
    let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
    let declared = security::write(&content.db, actor, move |tx, access| declare(tx, access, asked, (&owner, now)));
    let (declared, target) = declared.await?;
    let (owner, intent) = (content.storage.config.owner.clone(), declared.intent);
    let commit = security::write(&content.db, actor, move |tx, access| {
        let (permit, file) = waiting(tx, access, asked)?;
        match target {
            Target::New(name, place) => {
                intents::complete(tx, intent, &owner)?;
                let taken = become_entry(tx, access, (&permit, &file), (&name, &place), now)?;
                also(tx, &permit, &taken)?;
                Ok((taken, [None, None]))
            }
            Target::Replaced(replaced, kept) => {
                let (taken, left) = replace(tx, access, (&file, replaced), (intent, kept), (&owner, now))?;
                also(tx, &permit, &taken)?;
                let emptied = delete_apart(tx, &[file.id], now)?;
                Ok::<_, Error>((taken, [left, Some(emptied)]))
            }
        }
    });
    let (taken, left) = intents::carry_out(&content.storage, declared, commit).await?;
    for one in left {
        discard_left(&content.db, one).await;
    }
    Ok(taken)
}

/// The waiting file. The tenant's tree is held from here on.
fn waiting(tx: &mut Tx<'_>, access: &mut Access<'_>, asked: Asked) -> Result<(Permit<Upload>, Node)> {
    let permit = access.authorize::<Upload>(tx, asked.folder)?;
    nodes::hold_tree(tx, permit.tenant())?;
    let found = nodes::find(tx, asked.node)?.filter(|file| file.is_apart() && file.parent == Some(asked.folder));
    let file = found.ok_or(Denied::Invisible)?;
    if purges::is_marked(tx, file.id)? { Err(Denied::Invisible.into()) } else { Ok((permit, file)) }
}

/// Notes the intent to move its bytes out of where the bin lies.
fn declare(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    asked: Asked,
    (owner, now): (&Owner, Seconds),
) -> Result<(Declared, Target)> {
    let (permit, file) = waiting(tx, access, asked)?;
    let (place, name) = ((permit.tenant(), permit.node()), EntryName::kept(&file.name)?);
    if asked.how == OnNameTaken::Replace {
        let namesake = names::taken(tx, access, place, &[name.key()], None)?.remove(&name.key());
        if let Some(namesake) = namesake.filter(|namesake| namesake.bytes.is_some()) {
            let permit = access.authorize::<Replace>(tx, namesake.node)?;
            let kept = nodes::insert_version(tx, &permit, 0, now)?;
            let exchange = Exchange { taken: file.id, kept };
            let declared = versions::declare(tx, &permit, exchange, (owner, now))?;
            return Ok((declared, Target::Replaced(namesake.node, kept)));
        }
    }
    let name = names::free(tx, access, place, &name, &HashSet::new())?;
    names::claim(tx, access, place, &name, Some(file.id))?;
    let to = disk::place(tx, file.id)?.beside(&disk_name(tx, permit.node(), file.id, &name)?);
    let plan = Plan {
        kind: Kind::Restore,
        node: file.id,
        tenant: permit.tenant(),
        repository: permit.repository(),
        source: &file.name,
        target: Some((permit.node(), name.as_str())),
        disk_name: to.name(),
    };
    let intent = intents::declare(tx, &plan, owner, now)?;
    let change = Change::MoveIn { area: Area::Bin, to: to.clone() };
    let declared = Declared::new(intent, file.id, disk::store(tx, permit.repository())?, change);
    Ok((declared, Target::New(name, to)))
}

/// The file's bytes are at `place`: others see it now.
fn become_entry(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (permit, file): (&Permit<Upload>, &Node),
    (name, place): (&EntryName, &TreePath),
    now: Seconds,
) -> Result<TakenIn> {
    names::claim(tx, access, (permit.tenant(), permit.node()), name, Some(file.id))?;
    nodes::take_in(tx, permit, file.id, name, now)?;
    search_index::index(tx, file.id, name.as_str())?;
    let header = Header::by(access.actor(), permit.tenant(), now);
    publish(tx, &EntryCreated { header, folder: Some(permit.node()), node: file.id })?;
    // A hidden entry of that name may have come or gone: then the name on disk is another one.
    if disk::place(tx, file.id)? != *place {
        return Err(storage::Error::Moving.into());
    }
    Ok(TakenIn { waited: file.id, entry: file.id, name: name.as_str().to_owned(), has_replaced: false })
}

/// The bytes have changed places.
fn replace(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (file, replaced): (&Node, NodeId),
    (intent, kept): (i64, NodeId),
    (owner, now): (&Owner, Seconds),
) -> Result<(TakenIn, Option<LeftBytes>)> {
    let permit = access.authorize::<Replace>(tx, replaced)?;
    let name = nodes::find(tx, replaced)?.ok_or(db::Error::Missing)?.name;
    let (hash, mime) = (file.facts.hash.as_deref().unwrap_or(""), file.facts.mime.as_deref().unwrap_or(""));
    let new = NewContent {
        arrived: Arrived { name: &name, size: file.size, hash, mime, now },
        modified_ns: integrity::known_time(tx, file.id)?,
        version: NewVersion { by: permit.actor(), label: "", restored_from: None },
    };
    let (_, left) = versions::commit(tx, access, (&permit, intent, kept), &new, (owner, now))?;
    Ok((TakenIn { waited: file.id, entry: replaced, name, has_replaced: true }, left))
}
