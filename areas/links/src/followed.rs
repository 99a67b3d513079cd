//! Links that follow a collection: they show what is in it, in its order (decision 81).
//!
//! Their entries are those of the collection at any time, but for what somebody put there who does not manage it. What
//! the maker of the link may share is asked with each visit, as of every link.

use authz::Actor;
use collections::{CollectionChange, CollectionChanged, CollectionId, holds_all, is_member};
use db::{Conn, Tx, Value, params};
use nodes::in_list;
use primitives::{AppInstanceId, NodeId, UserId};

use crate::{Error, LinkId, Result};

/// Entries of one link.
pub(crate) const MOST_ENTRIES: usize = 200;

/// From now on the link, which has these entries of it, follows the collection.
pub(crate) fn follow(
    tx: &mut Tx<'_>,
    maker: &Actor,
    (link, instance): (LinkId, AppInstanceId),
    (collection, nodes): (CollectionId, &[NodeId]),
) -> Result<()> {
    if !is_member(tx, maker, instance, collection)? || !holds_all(tx, collection, nodes)? {
        return Err(Error::NoCollection);
    }
    let sql = "INSERT INTO links_followed (link_id, collection_id) VALUES ($1, $2)";
    tx.run(sql, params![link, collection])?;
    Ok(order(tx, link, collection)?)
}

/// Heard in the transaction in which the collection changes.
pub(crate) fn changed(tx: &mut Tx<'_>, event: &CollectionChanged) -> db::Result<()> {
    for (link, maker, instance) in followers(tx, event.collection)? {
        match &event.change {
            CollectionChange::Added { managed } => {
                let Some(maker) = accounts::find_actor(tx, maker)? else { continue };
                if is_member(tx, &maker, instance, event.collection)? {
                    add(tx, (link, event.collection), managed)?;
                    order(tx, link, event.collection)?;
                }
            }
            CollectionChange::Removed(nodes) => take_out(tx, link, nodes)?,
            CollectionChange::Ordered => order(tx, link, event.collection)?,
            // It shows nothing then: there is no link for its visitors.
            CollectionChange::Deleted => {
                tx.run("DELETE FROM links_entry WHERE link_id = $1", params![link])?;
            }
        }
    }
    Ok(())
}

/// The links that follow it and were not revoked.
fn followers(conn: &mut Conn<'_>, collection: CollectionId) -> db::Result<Vec<(LinkId, UserId, AppInstanceId)>> {
    let sql = "SELECT l.link_id, l.users_id, l.application_instance_id
               FROM links_followed f
               JOIN links_link l ON l.link_id = f.link_id
               WHERE f.collection_id = $1 AND l.revoked_at IS NULL
               ORDER BY l.link_id";
    conn.rows(sql, params![collection], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

fn add(tx: &mut Tx<'_>, (link, collection): (LinkId, CollectionId), nodes: &[NodeId]) -> db::Result<()> {
    let count = "SELECT COUNT(*) FROM links_entry WHERE link_id = $1";
    let count: i64 = tx.get(count, params![link], |row| row.get(0))?;
    let room = MOST_ENTRIES.saturating_sub(usize::try_from(count).unwrap_or(usize::MAX));
    for node in nodes.iter().take(room) {
        let sql = "INSERT INTO links_entry (link_id, node_id, place)
                   SELECT CAST($1 AS BIGINT), e.node_id, e.place
                   FROM collections_entry e
                   WHERE e.collection_id = $2 AND e.node_id = $3
                   ON CONFLICT (link_id, node_id) DO NOTHING";
        tx.run(sql, params![link, collection, *node])?;
    }
    Ok(())
}

fn take_out(tx: &mut Tx<'_>, link: LinkId, nodes: &[NodeId]) -> db::Result<()> {
    for some in nodes::batches(nodes) {
        let (list, values) = in_list(2, some);
        let values: Vec<_> = std::iter::once(Value::from(link)).chain(values).collect();
        tx.run(&format!("DELETE FROM links_entry WHERE link_id = $1 AND node_id IN ({list})"), &values)?;
    }
    Ok(())
}

/// Gives the entries of the link the places that they have in the collection.
fn order(tx: &mut Tx<'_>, link: LinkId, collection: CollectionId) -> db::Result<()> {
    let sql = "UPDATE links_entry
               SET place = COALESCE((
                 SELECT e.place FROM collections_entry e
                 WHERE e.collection_id = $2 AND e.node_id = links_entry.node_id
               ), place)
               WHERE link_id = $1";
    tx.run(sql, params![link, collection]).map(drop)
}
