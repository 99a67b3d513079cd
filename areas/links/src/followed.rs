//! Links that follow a collection: they show what is in it, in its order (decision 81).
//!
//! Their entries are those of the collection at any time, but for what somebody put there who does not manage it. What
//! the maker of the link may share is asked with each visit, as of every link.
//!
//! Who writes here holds the collection first: what it has does not change meanwhile.

use authz::Actor;
use collections::{CollectionChange, CollectionChanged, CollectionId, hold, holds_all, is_editor, is_member};
use db::{Conn, Tx, Value, params};
use nodes::in_list;
use primitives::{AppInstanceId, NodeId, Seconds, UserId};

use crate::store::LinkRow;
use crate::{Error, LinkId, Result, shown};

/// So many open links follow one collection: each change of it is written for all of them.
const MOST_OPEN: i64 = 20;
/// So many follow it with those that have ended, which can be opened again: what is taken out is taken from them, too.
const MOST: i64 = 200;

/// SQL for the links that follow the collection `$1` and were not revoked.
const FOLLOWERS: &str = "SELECT f.link_id
    FROM links_followed f
    JOIN links_link l ON l.link_id = f.link_id
    WHERE f.collection_id = $1 AND l.revoked_at IS NULL";

/// From now on the link, which has these entries of it, follows the collection.
pub(crate) fn follow(
    tx: &mut Tx<'_>,
    maker: &Actor,
    (link, instance): (LinkId, AppInstanceId),
    (collection, nodes): (CollectionId, &[NodeId]),
    now: Seconds,
) -> Result<()> {
    hold(tx, collection)?;
    if !is_editor(tx, maker, instance, collection)? {
        let is_viewer = is_member(tx, maker, instance, collection)?;
        return Err(if is_viewer { Error::NotEditor } else { Error::NoCollection });
    }
    if !holds_all(tx, collection, nodes)? {
        return Err(Error::NoCollection);
    }
    refuse_too_many(tx, collection, link, now)?;
    let sql = "INSERT INTO links_followed (link_id, collection_id) VALUES ($1, $2)";
    tx.run(sql, params![link, collection])?;
    Ok(order(tx, collection, &[link])?)
}

/// Whether one more may follow the collection, beside this one. Links whose makers may not change it any more take no
/// place: nothing is added to them.
fn refuse_too_many(conn: &mut Conn<'_>, collection: CollectionId, beside: LinkId, now: Seconds) -> Result<()> {
    let sql = "SELECT l.users_id, l.application_instance_id, COUNT(*), COUNT(CASE WHEN l.expires_at > $3 THEN 1 END)
               FROM links_followed f
               JOIN links_link l ON l.link_id = f.link_id
               WHERE f.collection_id = $1 AND f.link_id <> $2 AND l.revoked_at IS NULL
               GROUP BY l.users_id, l.application_instance_id";
    let followers: Vec<(UserId, AppInstanceId, i64, i64)> =
        conn.rows(sql, params![collection, beside, now], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?;
    // Who made them is only looked at where they would be too many.
    let all: i64 = followers.iter().map(|(.., all, _)| *all).sum();
    let open: i64 = followers.iter().map(|(.., open)| *open).sum();
    if open < MOST_OPEN && all < MOST {
        return Ok(());
    }
    let makers: Vec<UserId> = followers.iter().map(|(maker, ..)| *maker).collect();
    let makers = accounts::find_actors(conn, &makers)?;
    let (mut all, mut open) = (0, 0);
    for (maker, instance, theirs, open_ones) in followers {
        let Some(maker) = makers.iter().find(|one| one.user == maker) else { continue };
        if is_editor(conn, maker, instance, collection)? {
            all += theirs;
            open += open_ones;
        }
    }
    if open >= MOST_OPEN {
        return Err(Error::TooManyFollow(MOST_OPEN));
    }
    if all >= MOST { Err(Error::TooManyFollow(MOST)) } else { Ok(()) }
}

/// Its maker chooses what a link that follows the collection shows of it.
pub(crate) fn choose(
    tx: &mut Tx<'_>,
    maker: &Actor,
    (link, collection): (&LinkRow, CollectionId),
    nodes: &[NodeId],
) -> Result<()> {
    hold(tx, collection)?;
    let before = shown::entries(tx, link.id)?;
    let has_more = nodes.iter().any(|node| !before.contains(node));
    // What is shown stays, and with it what waits.
    if !has_more && nodes.len() == before.len() {
        return Ok(());
    }
    // Who may not change the collection any more leaves some out, and is told nothing of the others.
    if has_more && !is_editor(tx, maker, link.instance, collection)? || !holds_all(tx, collection, nodes)? {
        return Err(Error::NotInCollection);
    }
    shown::set_entries(tx, link.id, nodes)?;
    Ok(order(tx, collection, &[link.id])?)
}

/// The link is about to end then. If it had ended, it follows its collection again.
pub(crate) fn reopen(
    tx: &mut Tx<'_>,
    maker: &Actor,
    link: &LinkRow,
    (expires_at, now): (Seconds, Seconds),
) -> Result<()> {
    let Some(collection) = link.follows else { return Ok(()) };
    if link.terms.expires_at > now || expires_at <= now {
        return Ok(());
    }
    hold(tx, collection)?;
    if is_editor(tx, maker, link.instance, collection)? {
        refuse_too_many(tx, collection, link.id, now)?;
    }
    Ok(order(tx, collection, &[link.id])?)
}

/// Heard in the transaction in which the collection changes, and is held.
pub(crate) fn changed(tx: &mut Tx<'_>, event: &CollectionChanged) -> db::Result<()> {
    let (collection, now) = (event.collection, event.header.at);
    match &event.change {
        CollectionChange::Added { managed } => added(tx, collection, managed, now),
        CollectionChange::Removed(nodes) => take_out(tx, collection, nodes),
        CollectionChange::Ordered => {
            let links: Vec<LinkId> = open(tx, collection, now)?.into_iter().map(|(link, ..)| link).collect();
            order(tx, collection, &links)
        }
        // They show nothing then: there is no link for their visitors.
        CollectionChange::Deleted => {
            let sql = format!("DELETE FROM links_entry WHERE link_id IN ({FOLLOWERS})");
            tx.run(&sql, params![collection]).map(drop)
        }
    }
}

/// The links that follow it and are open, with their makers.
fn open(
    conn: &mut Conn<'_>,
    collection: CollectionId,
    now: Seconds,
) -> db::Result<Vec<(LinkId, UserId, AppInstanceId)>> {
    let sql = "SELECT l.link_id, l.users_id, l.application_instance_id
               FROM links_followed f
               JOIN links_link l ON l.link_id = f.link_id
               WHERE f.collection_id = $1 AND l.revoked_at IS NULL AND l.expires_at > $2
               ORDER BY l.link_id";
    conn.rows(sql, params![collection, now], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

/// The links of those who may change the collection now have these, too.
fn added(tx: &mut Tx<'_>, collection: CollectionId, managed: &[NodeId], now: Seconds) -> db::Result<()> {
    if managed.is_empty() {
        return Ok(());
    }
    let followers = open(tx, collection, now)?;
    let makers: Vec<UserId> = followers.iter().map(|(_, maker, _)| *maker).collect();
    let makers = accounts::find_actors(tx, &makers)?;
    for (link, maker, instance) in followers {
        let Some(maker) = makers.iter().find(|one| one.user == maker) else { continue };
        if is_editor(tx, maker, instance, collection)? {
            add(tx, (link, collection), managed)?;
        }
    }
    Ok(())
}

/// All of them, also where the link has no room to show them: they wait for it.
fn add(tx: &mut Tx<'_>, (link, collection): (LinkId, CollectionId), nodes: &[NodeId]) -> db::Result<()> {
    for some in nodes::batches(nodes) {
        let (list, ids) = in_list(3, some);
        let sql = format!(
            "INSERT INTO links_entry (link_id, node_id, place)
             SELECT CAST($1 AS BIGINT), e.node_id, e.place
             FROM collections_entry e
             WHERE e.collection_id = $2 AND e.node_id IN ({list})
             ON CONFLICT (link_id, node_id) DO NOTHING"
        );
        let first = [Value::from(link), Value::from(collection)];
        let values: Vec<_> = first.into_iter().chain(ids).collect();
        tx.run(&sql, &values)?;
    }
    Ok(())
}

fn take_out(tx: &mut Tx<'_>, collection: CollectionId, nodes: &[NodeId]) -> db::Result<()> {
    for some in nodes::batches(nodes) {
        let (list, ids) = in_list(2, some);
        let sql = format!("DELETE FROM links_entry WHERE link_id IN ({FOLLOWERS}) AND node_id IN ({list})");
        let values: Vec<_> = std::iter::once(Value::from(collection)).chain(ids).collect();
        tx.run(&sql, &values)?;
    }
    Ok(())
}

/// Gives the entries of these links the places that they have in the collection.
fn order(tx: &mut Tx<'_>, collection: CollectionId, links: &[LinkId]) -> db::Result<()> {
    let (list, ids) = in_list(2, links);
    let held = "SELECT e.place FROM collections_entry e
                WHERE e.collection_id = $1 AND e.node_id = links_entry.node_id";
    let sql = format!(
        "UPDATE links_entry
         SET place = ({held})
         WHERE link_id IN ({list}) AND EXISTS ({held} AND e.place <> links_entry.place)"
    );
    let values: Vec<_> = std::iter::once(Value::from(collection)).chain(ids).collect();
    tx.run(&sql, &values).map(drop)
}
