//! Waiting files go: somebody turns them down, or nobody has decided in time.

use std::sync::Arc;

use authz::{Actor, Permit};
use db::Tx;
use nodes::Node;
use primitives::{NodeId, Seconds, TenantId};
use rest::Problem;
use storage::{disk, intents};

use crate::versions::{LeftBytes, delete_apart, discard_left};
use crate::{Content, Error, Result, Upload, purges};

/// What else is done in the transaction that deletes these files, before it does.
pub type OnTurningDown = Arc<dyn Fn(&mut Tx<'_>, &Permit<Upload>, &[Node]) -> db::Result<()> + Send + Sync>;

/// Deletes waiting files of a folder for good, for somebody who may upload into it. Those that do not wait there any more
/// are passed over; the others are returned.
pub async fn turn_down(
    content: &Content,
    actor: &Arc<Actor>,
    (folder, nodes): (NodeId, Vec<NodeId>),
    also: OnTurningDown,
) -> Result<Vec<NodeId>, Problem> {
    let delete = || async {
        let now = content.clock.now();
        let mark = || {
            let (nodes, also) = (nodes.clone(), also.clone());
            security::write(&content.db, actor, move |tx, access| {
                let permit = access.authorize::<Upload>(tx, folder)?;
                nodes::hold_tree(tx, permit.tenant())?;
                let found = waiting(tx, &permit, &nodes)?;
                also(tx, &permit, &found)?;
                let gone: Vec<NodeId> = found.iter().map(|file| file.id).collect();
                let left = if gone.is_empty() { None } else { Some(delete_apart(tx, &gone, now)?) };
                Ok::<_, Error>((gone, left))
            })
        };
        Ok(intents::with_retries(mark).await?)
    };
    let (gone, left) = disk::even_when_full(&content.db, delete).await?;
    discard_left(&content.db, left).await;
    Ok(gone)
}

/// Those that wait in the folder. The caller holds the tenant's tree.
fn waiting(tx: &mut Tx<'_>, into: &Permit<Upload>, nodes: &[NodeId]) -> Result<Vec<Node>> {
    let moving = intents::moving(tx, into.tenant())?;
    let mut found = Vec::with_capacity(nodes.len());
    for node in nodes {
        let Some(file) = nodes::find(tx, *node)?.filter(|file| file.is_apart() && file.parent == Some(into.node()))
        else {
            continue;
        };
        // Somebody may just take it in.
        if moving.contains(node) {
            return Err(storage::Error::Moving.into());
        }
        if !purges::is_marked(tx, *node)? {
            found.push(file);
        }
    }
    Ok(found)
}

/// Deletes waiting files of a tenant that nobody has decided about. Those that somebody is just taking in stay.
pub async fn forget_waiting(content: &Content, tenant: TenantId, nodes: Vec<NodeId>, now: Seconds) -> Result<()> {
    let deleted = content.db.write(move |tx| {
        nodes::hold_tree(tx, tenant)?;
        let moving = intents::moving(tx, tenant)?;
        let still: Vec<NodeId> = nodes.into_iter().filter(|node| !moving.contains(node)).collect();
        delete_apart(tx, &still, now)
    });
    let left: LeftBytes = deleted.await?;
    discard_left(&content.db, Some(left)).await;
    Ok(())
}
