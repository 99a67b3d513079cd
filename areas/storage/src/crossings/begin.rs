//! How a crossing begins, how far it is, and how it is given up.

use db::{Conn, Tx, params};
use jobs::NewJob;
use primitives::{NodeId, RepositoryId, Seconds, TenantId};

use super::clear::{CLEAR, carried};
use super::rows::{self, Crossing, CrossingId, State};
use super::subtree;
use crate::{ChangeError, Error, Result};

/// An entry that is about to move into another repository.
#[derive(Clone, Copy, Debug)]
pub struct NewCrossing<'n> {
    pub node: NodeId,
    pub tenant: TenantId,
    pub source: RepositoryId,
    pub target: RepositoryId,
    /// The background action that asks for it.
    pub asked_by: &'n str,
}

/// Returns the crossing of an entry, and begins it first if there is none. The caller has checked the right to move the
/// entry there. An entry above or below it that is moving into another repository is an error. Only if it begins,
/// `tells_size` is asked: whether who asks may know how much there is.
pub fn begin<E: ChangeError>(
    tx: &mut Tx<'_>,
    new: &NewCrossing<'_>,
    tells_size: impl FnOnce(&mut Tx<'_>) -> Result<bool, E>,
    now: Seconds,
) -> Result<Crossing, E> {
    if let Some(found) = find_own(tx, new)? {
        return Ok(found);
    }
    let tells_size = tells_size(tx)?;
    Ok(insert(tx, new, tells_size, now)?)
}

/// The one that the act has begun. One of another act that it would meet is an error.
fn find_own(tx: &mut Tx<'_>, new: &NewCrossing<'_>) -> Result<Option<Crossing>> {
    nodes::hold_tree(tx, new.tenant)?;
    let NewCrossing { node, source, target, .. } = *new;
    if let Some(found) = rows::of_node(tx, node)? {
        let is_this = (found.source, found.target, found.asked_by.as_str()) == (source, target, new.asked_by);
        return if is_this { Ok(Some(found)) } else { Err(Error::MovingNearby(node)) };
    }
    refuse_overlapping(tx, new)?;
    Ok(None)
}

fn insert(tx: &mut Tx<'_>, new: &NewCrossing<'_>, tells_size: bool, now: Seconds) -> Result<Crossing> {
    let NewCrossing { node, source, target, .. } = *new;
    let moves = (subtree::moves_of(tx, source)?, subtree::moves_of(tx, target)?);
    let mut of = Crossing {
        id: CrossingId(0),
        node,
        tenant: new.tenant,
        source,
        target,
        at: target,
        asked_by: new.asked_by.to_owned(),
        state: State::Copying,
        moves,
        ready_at: None,
    };
    let bytes = if tells_size { subtree::bytes_below(tx, &[node])? } else { 0 };
    of.id = rows::insert(tx, &of, bytes, now)?;
    Ok(of)
}

/// Two of them would copy the same files.
fn refuse_overlapping(tx: &mut Tx<'_>, new: &NewCrossing<'_>) -> Result<()> {
    let sql = "SELECT node_id FROM storage_crossing WHERE tenant_id = $1 AND state = 'copying'";
    let others = tx.rows(sql, params![new.tenant], |row| row.get::<NodeId>(0))?;
    if others.is_empty() {
        return Ok(());
    }
    let above = nodes::ancestors(tx, new.node)?;
    for other in others {
        let is_above = above.iter().any(|step| step.id == other);
        if is_above || nodes::ancestors(tx, other)?.iter().any(|step| step.id == new.node) {
            return Err(Error::MovingNearby(other));
        }
    }
    Ok(())
}

/// How many bytes the crossings of an act have copied, and how many there were at their beginning; without those that do
/// not tell it.
pub fn progress(conn: &mut Conn<'_>, asked_by: &str) -> db::Result<(i64, i64)> {
    let sql = "SELECT CAST(COALESCE(SUM(copied), 0) AS BIGINT), CAST(COALESCE(SUM(bytes), 0) AS BIGINT)
               FROM storage_crossing WHERE asked_by = $1 AND state = 'copying' AND bytes > 0";
    conn.get(sql, params![asked_by], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Gives up what an act has not brought to its end: what was copied is deleted.
pub fn drop_all(tx: &mut Tx<'_>, asked_by: &str, now: Seconds) -> db::Result<()> {
    drop_some(tx, (asked_by, None), now)
}

/// Gives up an entry of an act, which goes on with others: it holds up nobody any more, and takes no room.
pub fn drop_one(tx: &mut Tx<'_>, (asked_by, node): (&str, NodeId), now: Seconds) -> db::Result<()> {
    drop_some(tx, (asked_by, Some(node)), now)
}

fn drop_some(tx: &mut Tx<'_>, (asked_by, node): (&str, Option<NodeId>), now: Seconds) -> db::Result<()> {
    for (id, tenant) in rows::drop_of(tx, asked_by, node)? {
        jobs::enqueue(tx, &NewJob::due(CLEAR, &carried(id), now).of(tenant))?;
    }
    Ok(())
}
