//! Tickets of archives: what somebody may fetch by a link, for a while.

use authz::Actor;
use db::{Conn, Tx, params};
use primitives::{AppInstanceId, Application, NodeId, Seconds, random_hex};

use crate::{Error, Result};

/// A link may be followed for so long; rights are asked for again each time.
pub(super) const KEPT: Seconds = 6 * 3600;
/// So many links a person has at once; the oldest end.
const MOST: i64 = 50;

/// What a ticket is for.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub instance: AppInstanceId,
    /// Of the archive.
    pub name: String,
    pub roots: Vec<NodeId>,
    pub made_at: Seconds,
}

/// Only a hash of the ticket is kept.
pub(super) fn key_of(ticket: &str) -> String {
    blake3::hash(ticket.as_bytes()).to_hex().to_string()
}

/// A new ticket for the session of `actor`.
pub(super) fn make(tx: &mut Tx<'_>, actor: &Actor, asked: &Asked) -> Result<String> {
    let ticket = random_hex(16);
    let roots: Vec<i64> = asked.roots.iter().map(|root| root.0).collect();
    let roots = serde_json::to_string(&roots).map_err(|error| db::Error::Broken(error.to_string()))?;
    tx.run(
        "INSERT INTO content_archive
           (ticket_hash, users_id, session_id, application_instance_id, name, node_ids, made_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![&key_of(&ticket), actor.user, actor.session, asked.instance, &asked.name, &roots, asked.made_at],
    )?;
    tx.run(
        "DELETE FROM content_archive
         WHERE users_id = $1 AND ticket_hash NOT IN (
           SELECT ticket_hash FROM content_archive WHERE users_id = $1 ORDER BY made_at DESC, ticket_hash LIMIT $2
         )",
        params![actor.user, MOST],
    )?;
    Ok(ticket)
}

/// What `ticket` is for, if it is of this session and still valid.
pub(super) fn find(conn: &mut Conn<'_>, actor: &Actor, ticket: &str, now: Seconds) -> Result<Asked> {
    let sql = "SELECT session_id, application_instance_id, name, node_ids, made_at
               FROM content_archive
               WHERE ticket_hash = $1 AND users_id = $2 AND made_at > $3";
    let found = conn.find(sql, params![&key_of(ticket), actor.user, now - KEPT], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get::<String>(3)?, row.get(4)?))
    })?;
    let (session, instance, name, roots, made_at) = found.ok_or(Error::NoArchive)?;
    if actor.session != session || !actor.has_instance(instance, Application::Content) {
        return Err(Error::NoArchive);
    }
    let roots: Vec<i64> = serde_json::from_str(&roots).map_err(|error| db::Error::Broken(error.to_string()))?;
    Ok(Asked { instance, name, roots: roots.into_iter().map(NodeId).collect(), made_at })
}

pub(super) fn forget_before(tx: &mut Tx<'_>, now: Seconds) -> db::Result<()> {
    tx.run("DELETE FROM content_archive WHERE made_at <= $1", params![now - KEPT]).map(|_| ())
}
