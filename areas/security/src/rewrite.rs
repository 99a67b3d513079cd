//! Rewriting: the job that hands flow guards down a fenced subtree and takes the fence down.
//!
//! It may be cut off anywhere and begun again: a step copies what a folder's parent hands down, top-down, and does
//! nothing where that is there already.

use db::{Conn, Db, Tx, params};
use jobs::{Kind, Outcome};
use nodes::in_list;
use primitives::{NodeId, TenantId};

/// The job that rewrites a fenced subtree and takes the fence down. Payload: the fence's id.
pub const REWRITE: &str = "security.rewrite_guards";

/// Folders of one transaction of the rewriting.
const BATCH: usize = 512;

/// `REWRITE` as a kind for a worker.
pub fn rewriting(db: &Db) -> Kind {
    let db = db.clone();
    let work = move |context: jobs::JobContext| {
        let db = db.clone();
        async move {
            let Some(mut rewriting) = Rewriting::begin(&db, context.payload()?).await? else {
                return Ok(Outcome::Done);
            };
            while rewriting.step(&db, BATCH).await? {
                if context.shutdown.is_cancelled() {
                    return Ok(Outcome::Again(0));
                }
            }
            Ok(Outcome::Done)
        }
    };
    // A fence that nobody takes down costs every reader a walk, so it is never given up.
    Kind::new(REWRITE, work).attempts(i64::MAX)
}

/// Rewrites the fenced subtree in short transactions, and takes the fence down.
pub async fn rewrite(db: &Db, fence: i64) -> db::Result<()> {
    let Some(mut rewriting) = Rewriting::begin(db, fence).await? else { return Ok(()) };
    while rewriting.step(db, BATCH).await? {}
    Ok(())
}

/// A rewriting under way: the folders whose turn it is, everything above them done.
pub struct Rewriting {
    fence: i64,
    tenant: TenantId,
    open: Vec<NodeId>,
}

impl Rewriting {
    /// None where the fence is down already.
    pub async fn begin(db: &Db, fence: i64) -> db::Result<Option<Self>> {
        db.read_long(move |c| {
            let sql = "SELECT tenant_id, root_node_id FROM security_fence WHERE fence_id = $1";
            let at = c.find(sql, params![fence], |row| Ok((row.get::<TenantId>(0)?, row.get::<NodeId>(1)?)))?;
            let Some((tenant, root)) = at else { return Ok(None) };
            Ok(Some(Self { fence, tenant, open: folders_in(c, &[root])? }))
        })
        .await
    }

    /// Rewrites up to `batch` folders. False once nothing is left and the fence is down.
    pub async fn step(&mut self, db: &Db, batch: usize) -> db::Result<bool> {
        let (fence, tenant) = (self.fence, self.tenant);
        if self.open.is_empty() {
            let take_down = move |tx: &mut Tx<'_>| -> db::Result<_> {
                nodes::hold_tree(tx, tenant)?;
                tx.run("DELETE FROM security_fence WHERE fence_id = $1", params![fence])
            };
            db.write(take_down).await?;
            return Ok(false);
        }
        let some: Vec<_> = self.open.split_off(self.open.len().saturating_sub(batch.max(1)));
        let again = some.clone();
        match db.write(move |tx| hand_down(tx, tenant, &some)).await {
            Ok(within) => self.open.extend(within),
            Err(error) => {
                self.open.extend(again);
                return Err(error);
            }
        }
        Ok(true)
    }
}

/// Gives `folders`, which have no guard of their own, what their parents hand down, and returns the folders in them.
fn hand_down(tx: &mut Tx<'_>, tenant: TenantId, folders: &[NodeId]) -> db::Result<Vec<NodeId>> {
    nodes::hold_tree(tx, tenant)?;
    for some in folders.chunks(256) {
        let (list, values) = in_list(1, some);
        tx.run(
            &format!(
                "UPDATE security_guarded SET self_guard_id = above.flow_guard_id, flow_guard_id = above.flow_guard_id
                 FROM nodes_node n
                 JOIN security_guarded above ON above.node_id = n.parent_id
                 WHERE security_guarded.node_id IN ({list}) AND n.node_id = security_guarded.node_id AND NOT n.own_guard
                   AND (security_guarded.flow_guard_id <> above.flow_guard_id
                     OR security_guarded.self_guard_id <> above.flow_guard_id)"
            ),
            &values,
        )?;
    }
    folders_in(tx, folders)
}

/// The folders directly in `parents` that take over what those hand down.
fn folders_in(conn: &mut Conn<'_>, parents: &[NodeId]) -> db::Result<Vec<NodeId>> {
    let mut found = Vec::new();
    for some in parents.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!(
            "SELECT node_id FROM nodes_node
             WHERE parent_id IN ({list}) AND state IN (0, 1, 2) AND kind = 1 AND NOT own_guard
             ORDER BY node_id"
        );
        found.extend(conn.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
    }
    Ok(found)
}
