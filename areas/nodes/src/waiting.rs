//! Files that wait to be taken into their folder. Each is a node below the folder that nobody sees, and no name is taken
//! by it. Its bytes lie where those of the bin lie, and it has no time of removal, because nobody has removed it.

use authz::Permit;
use db::{Tx, params};
use primitives::{EntryName, NodeId, NodeKind, Seconds, sort_key};

use crate::child_count::{self, Place};
use crate::model::{Arrived, NewNode, Placing};
use crate::names::{is_duplicate, name_taken};
use crate::node_states::{BINNED, READY, STAGING};
use crate::tree::refuse_too_deep;
use crate::{Result, entry_type};

/// A file that is about to come to the folder of the permit, and will wait there. Its key is that of no name: whoever looks
/// for namesakes in the folder does not find it.
pub fn insert_waiting<A: Placing>(tx: &mut Tx<'_>, into: &Permit<A>, new: &NewNode<'_>) -> Result<NodeId> {
    refuse_too_deep(tx, into.node())?;
    let sql = format!(
        "INSERT INTO nodes_node (tenant_id, repository_id, parent_id, kind, name, name_key, state, size_bytes,
           created_by, created_at, modified_at, entry_type, sort_key, duplicate)
         VALUES ($1, $2, $3, $4, $5, $6, {STAGING}, $7, $8, $9, $9, $10, $11, TRUE)
         RETURNING node_id"
    );
    let name = new.name.as_str();
    let entry_type = entry_type::of_entry(tx, NodeKind::File, name, None);
    let id = tx.get(
        &sql,
        params![
            into.tenant(),
            into.repository(),
            into.node(),
            NodeKind::File.code(),
            name,
            &format!("/{}", new.name.key()),
            new.size,
            into.actor(),
            new.now,
            entry_type,
            &sort_key(name)
        ],
        |row| row.get(0),
    );
    Ok(id?)
}

/// All of it has come, and it waits.
pub fn keep_waiting<A: Placing>(
    tx: &mut Tx<'_>,
    into: &Permit<A>,
    file: NodeId,
    arrived: &Arrived<'_>,
) -> db::Result<()> {
    let sql = format!(
        "UPDATE nodes_node
         SET state = {BINNED}, size_bytes = $3, content_hash = $4, mime = $5, modified_at = $6, entry_type = $7
         WHERE node_id = $1 AND parent_id = $2 AND state = {STAGING}"
    );
    let Arrived { name, size, hash, mime, now } = *arrived;
    let entry_type = entry_type::of_entry(tx, NodeKind::File, name, Some(mime));
    let kept = tx.run(&sql, params![file, into.node(), size, hash, mime, now, entry_type])?;
    if kept == 0 { Err(db::Error::Missing) } else { Ok(()) }
}

/// A waiting file becomes an entry of its folder, called `name`. To people it is as old as that.
pub fn take_in<A: Placing>(
    tx: &mut Tx<'_>,
    into: &Permit<A>,
    file: NodeId,
    name: &EntryName,
    now: Seconds,
) -> Result<()> {
    let sql = format!(
        "UPDATE nodes_node
         SET state = {READY}, name = $3, name_key = $4, sort_key = $5, created_at = $6, modified_at = $6,
           moves = moves + 1, duplicate = {}
         WHERE node_id = $1 AND parent_id = $2 AND state = {BINNED} AND binned_at IS NULL
         RETURNING {}",
        is_duplicate("nodes_node.parent_id", "$4", "$1"),
        Place::COLUMNS
    );
    let (key, sort_key) = (name.key(), sort_key(name.as_str()));
    let values = params![file, into.node(), name.as_str(), &key, &sort_key, now];
    let taken = tx.find(&sql, values, Place::from_row).map_err(|error| name_taken(error, name))?;
    match taken {
        None => Err(db::Error::Missing.into()),
        Some(place) => Ok(place.counted_in().map_or(Ok(()), |folder| child_count::add(tx, folder, 1))?),
    }
}
