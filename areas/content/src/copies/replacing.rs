//! Copies of selected files that replace files of their names, one after the other.

use std::collections::HashMap;
use std::sync::Arc;

use authz::Actor;
use db::{Conn, Tx};
use nodes::Node;
use primitives::{EntryName, NodeId, NodeKind, Seconds, TenantId};
use rest::Problem;
use security::Access;
use storage::intents::Declared;
use storage::{ChangeError as _, Owner};

use super::item::{self, is_of_one_file, is_refusal};
use super::onto::{self, Alongside, Onto};
use super::running::Running;
use super::step::Stepped;
use super::store::{self, Item};
use super::{failed, replaced};
use crate::versions::Replaced;
use crate::{Content, Error, Result, names};

/// The file that has the name of a selected file in its folder, if it is to be replaced by it.
pub(super) fn to_replace(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    running: &Running,
    (item, source, tenant): (&Item, &Node, TenantId),
) -> Result<Option<NodeId>> {
    let is_beside = source.parent == Some(item.into);
    if !running.naming.replace || !item.is_root() || is_beside {
        return Ok(None);
    }
    let Some(file) = namesake(conn, access, source, (tenant, item.into))? else { return Ok(None) };
    // Of several with one name, the first takes it.
    if replaced::is_of_act(conn, running.copying, file)? {
        return Err(Error::NameTaken(source.name.clone()));
    }
    Ok(Some(file))
}

/// The file of a folder that has the name of the file `source`, as far as the asker sees it.
pub(crate) fn namesake(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    source: &Node,
    (tenant, folder): (TenantId, NodeId),
) -> Result<Option<NodeId>> {
    if source.kind != NodeKind::File {
        return Ok(None);
    }
    let taken = names::taken(conn, access, (tenant, folder), &[EntryName::key_of(&source.name)], Some(source.id))?;
    // What has no bytes is a folder, or not there yet.
    Ok(taken.into_values().find(|namesake| namesake.bytes.is_some()).map(|namesake| namesake.node))
}

/// Each file gets its content, and the act goes on with the next one.
pub(super) async fn replace(
    content: &Content,
    actor: &Arc<Actor>,
    running: &Running,
    items: Vec<(Item, NodeId)>,
) -> Result<Stepped> {
    let mut stepped = Stepped::default();
    for (item, file) in items {
        if running.context.cancel.is_cancelled() {
            break;
        }
        stepped = stepped.and(replace_one(content, actor, running, (item, file)).await?);
    }
    Ok(stepped)
}

async fn replace_one(
    content: &Content,
    actor: &Arc<Actor>,
    running: &Running,
    (item, file): (Item, NodeId),
) -> Result<Stepped> {
    let (begun, noted) = begin(content, actor, running, (item, file)).await?;
    let Some((onto, name)) = begun else { return Ok(noted) };
    let (copy, stop) = (OneCopy { running: running.clone(), item }, &running.context.cancel);
    let error = match onto::carry_out(content, actor, onto, (&copy, stop)).await {
        Ok(done) => return Ok(Stepped { done: i64::from(done), ..noted }),
        Err(error) => error,
    };
    if error.is_moving() || stop.is_cancelled() {
        return Ok(Stepped { waits: vec![item.id], ..noted });
    }
    if !is_refusal(&error) && !is_of_one_file(&error) {
        return Err(error);
    }
    let reason = Problem::from(error).code();
    content.db.write(move |tx| failed::note(tx, item.id, (&name, reason))).await?;
    Ok(Stepped { failed: 1, ..noted })
}

/// Makes the row that the bytes are staged for, unless it is refused. With the name of the source.
async fn begin(
    content: &Content,
    actor: &Arc<Actor>,
    running: &Running,
    (item, file): (Item, NodeId),
) -> Result<(Option<(Onto, String)>, Stepped)> {
    let (owner, now) = (content.storage.config.owner.clone(), content.clock.now());
    let running = running.clone();
    let begun = security::write(&content.db, actor, move |tx, access| {
        let mut stepped = Stepped::default();
        let source = match item::source(tx, access, &item) {
            Ok(source) => source,
            Err(error) => {
                stepped.note_source(tx, access, &item, error)?;
                return Ok((None, stepped));
            }
        };
        let name = source.name.clone();
        match begin_one(tx, access, (&running, &item, source, file), (&owner, now)) {
            Ok(onto) => Ok((Some((onto, name)), stepped)),
            Err(error) => {
                stepped.note(tx, &item, (&name, error))?;
                Ok::<_, Error>((None, stepped))
            }
        }
    });
    begun.await
}

fn begin_one(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (running, item, source, file): (&Running, &Item, Node, NodeId),
    by: (&Owner, Seconds),
) -> Result<Onto> {
    // Another one of this step may have replaced it.
    if replaced::is_of_act(tx, running.copying, file)? {
        return Err(Error::NameTaken(source.name));
    }
    let onto = onto::begin(tx, access, (source, file, item.into), by)?;
    store::note_begun(tx, item.id, onto.staged())?;
    Ok(onto)
}

/// The copy of one selected file. Nothing else changes on disk.
#[derive(Clone)]
struct OneCopy {
    running: Running,
    item: Item,
}

impl Alongside for OneCopy {
    fn source(&self, tx: &mut Tx<'_>, access: &mut Access<'_>) -> Result<Node> {
        item::source(tx, access, &self.item)
    }

    fn declare(&self, _: &mut Tx<'_>, _: &mut Access<'_>, _: (&Owner, Seconds)) -> Result<Vec<Declared>> {
        Ok(Vec::new())
    }

    fn settle(&self, tx: &mut Tx<'_>) -> Result<bool> {
        if self.running.context.is_cancelled(tx)? || !replaced::hold(tx, self.running.copying)? {
            return Ok(false);
        }
        Ok(replaced::note_done(tx, self.item.id)?)
    }

    fn commit(
        &self,
        tx: &mut Tx<'_>,
        _: &mut Access<'_>,
        (done, _): (&Replaced, &HashMap<NodeId, i64>),
        _: (&Owner, Seconds),
    ) -> Result<()> {
        Ok(replaced::note(tx, self.item.id, done)?)
    }
}
