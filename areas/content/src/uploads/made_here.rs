//! Files that the server makes itself. While one is made, its row is that of an upload in one call, which belongs to this
//! process: so whatever a crash leaves of it is removed as what is left of an upload.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use blobs::{Area, SharedStore};
use db::{Db, Tx, Value, params};
use nodes::in_list;
use primitives::{Clock, NodeId, Seconds, UserId, random_hex};
use storage::Owner;
use storage::blocking::on_store;
use storage::lease::LEASE;

use super::ticket::ticket_hash;
use crate::Result;

/// After this time without a renewal, another process may soon take the files.
const TOO_LATE: Duration = Duration::from_secs(40);

/// Notes that this process makes the file `node`, which is in staging.
pub(crate) fn begin(
    tx: &mut Tx<'_>,
    (node, user): (NodeId, UserId),
    bytes: i64,
    (owner, now): (&Owner, Seconds),
) -> db::Result<()> {
    // Nobody has the ticket, and the background action is that of the whole act.
    let sql =
        "INSERT INTO content_upload (node_id, users_id, ticket_hash, expected_bytes, bg_action_id, created_at, seen_at,
                 owner, lease_until, one_call)
               VALUES ($1, $2, $3, $4, '', $5, $5, $6, $7, TRUE)";
    let ticket = ticket_hash(&random_hex(24));
    tx.run(sql, params![node, user, &ticket, bytes, now, owner.as_str(), now + LEASE]).map(drop)
}

/// The file is complete. False if another process has taken it.
pub(crate) fn complete(tx: &mut Tx<'_>, node: NodeId, owner: &Owner) -> db::Result<bool> {
    let sql = "DELETE FROM content_upload WHERE node_id = $1 AND owner = $2";
    Ok(tx.run(sql, params![node, owner.as_str()])? > 0)
}

/// Files that this process makes.
pub(crate) struct MadeHere {
    db: Db,
    clock: Clock,
    owner: Owner,
    nodes: Vec<NodeId>,
    renewed: Mutex<Instant>,
}

impl MadeHere {
    /// `nodes`: whose rows have just been noted, after `begun`.
    pub fn new((db, clock): (Db, Clock), owner: Owner, nodes: Vec<NodeId>, begun: Instant) -> Self {
        Self { db, clock, owner, nodes, renewed: Mutex::new(begun) }
    }

    /// Whether another process may take them soon, or has done so: this one was suspended.
    pub fn may_be_over(&self) -> bool {
        self.renewed.lock().unwrap_or_else(PoisonError::into_inner).elapsed() >= TOO_LATE
    }

    /// Goes on holding them. True if this process still has all of them.
    pub async fn renew(&self) -> db::Result<bool> {
        let asked = Instant::now();
        let held = self.renew_some(self.nodes.clone()).await?;
        *self.renewed.lock().unwrap_or_else(PoisonError::into_inner) = asked;
        Ok(held == self.nodes.len())
    }

    /// Whether this process still has the file `node`.
    pub async fn is_ours(&self, node: NodeId) -> db::Result<bool> {
        Ok(self.renew_some(vec![node]).await? > 0)
    }

    async fn renew_some(&self, nodes: Vec<NodeId>) -> db::Result<usize> {
        let (owner, until) = (self.owner.clone(), self.clock.now() + LEASE);
        let renewed = self.db.write(move |tx| {
            let mut held = 0;
            for some in nodes.chunks(256) {
                let (list, ids) = in_list(3, some);
                let sql =
                    format!("UPDATE content_upload SET lease_until = $2 WHERE owner = $1 AND node_id IN ({list})");
                let values: Vec<_> = [Value::from(owner.as_str()), Value::from(until)].into_iter().chain(ids).collect();
                held += tx.run(&sql, &values)?;
            }
            Ok::<_, db::Error>(held)
        });
        let held = db::without_precondition(renewed).await?;
        Ok(usize::try_from(held).unwrap_or(usize::MAX))
    }

    /// Removes a file that is not made after all: its row, and what is staged of it.
    pub async fn abandon(&self, store: &SharedStore, node: NodeId) -> Result<()> {
        let owner = self.owner.clone();
        let removed = self.db.write(move |tx| {
            let is_ours = complete(tx, node, &owner)?;
            if is_ours {
                nodes::delete_staging(tx, node)?;
            }
            Ok::<_, db::Error>(is_ours)
        });
        if db::without_precondition(removed).await? {
            on_store(store, move |store| store.discard(Area::Staging, node)).await?;
        }
        Ok(())
    }
}
