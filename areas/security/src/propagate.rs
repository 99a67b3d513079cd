//! Propagation: the job that gives the folders of a subtree the ACLs they inherit, and then ends the pending state.
//!
//! It may be interrupted anywhere and restarted: a step copies what a folder inherits from its parent, top-down, and
//! changes nothing that is already right.

use db::{Conn, Db, Tx, params};
use jobs::{Kind, Outcome};
use nodes::{BINNED, READY, STAGING, in_list};
use primitives::{NodeId, TenantId};

/// The job that propagates ACLs in a subtree. Payload: the id of the pending propagation.
pub(crate) const PROPAGATE_ACL: &str = "security.propagate_acl";

/// Folders of one transaction.
const BATCH: usize = 512;

/// `PROPAGATE_ACL` as a kind for a worker.
pub fn propagations(db: &Db) -> Kind {
    let db = db.clone();
    let work = move |context: jobs::JobContext| {
        let db = db.clone();
        async move {
            let Some(mut propagation) = AclPropagation::begin(&db, context.payload()?).await? else {
                return Ok(Outcome::Done);
            };
            while propagation.step(&db, BATCH).await? {
                if context.shutdown.is_cancelled() {
                    return Ok(Outcome::Again(0));
                }
            }
            Ok(Outcome::Done)
        }
    };
    // A pending propagation makes every reader walk the tree, so the job is never given up.
    Kind::new(PROPAGATE_ACL, work).attempts(i64::MAX)
}

/// Propagates ACLs in the subtree in short transactions, and ends the pending state.
pub async fn propagate(db: &Db, propagation: i64) -> db::Result<()> {
    let Some(mut propagation) = AclPropagation::begin(db, propagation).await? else { return Ok(()) };
    while propagation.step(db, BATCH).await? {}
    Ok(())
}

/// A running propagation: the next folders, with everything above them done.
pub struct AclPropagation {
    propagation: i64,
    tenant: TenantId,
    open: Vec<NodeId>,
}

impl AclPropagation {
    /// None where it is no longer pending.
    pub async fn begin(db: &Db, propagation: i64) -> db::Result<Option<Self>> {
        db.read_long(move |c| {
            let sql = "SELECT tenant_id, root_node_id FROM security_propagation WHERE propagation_id = $1";
            let at = c.find(sql, params![propagation], |row| Ok((row.get::<TenantId>(0)?, row.get::<NodeId>(1)?)))?;
            let Some((tenant, root)) = at else { return Ok(None) };
            Ok(Some(Self { propagation, tenant, open: folders_in(c, &[root])? }))
        })
        .await
    }

    /// Up to `batch` folders. False once it is finished.
    pub async fn step(&mut self, db: &Db, batch: usize) -> db::Result<bool> {
        let (propagation, tenant) = (self.propagation, self.tenant);
        if self.open.is_empty() {
            let end = move |tx: &mut Tx<'_>| -> db::Result<_> {
                nodes::hold_tree(tx, tenant)?;
                tx.run("DELETE FROM security_propagation WHERE propagation_id = $1", params![propagation])
            };
            db.write(end).await?;
            return Ok(false);
        }
        let some: Vec<_> = self.open.split_off(self.open.len().saturating_sub(batch.max(1)));
        let again = some.clone();
        match db.write(move |tx| inherit(tx, tenant, &some)).await {
            Ok(within) => self.open.extend(within),
            Err(error) => {
                self.open.extend(again);
                return Err(error);
            }
        }
        Ok(true)
    }
}

/// Gives `folders`, which have no ACL of their own, the ACLs of their parents, and returns the folders in them.
fn inherit(tx: &mut Tx<'_>, tenant: TenantId, folders: &[NodeId]) -> db::Result<Vec<NodeId>> {
    nodes::hold_tree(tx, tenant)?;
    for some in folders.chunks(256) {
        let (list, values) = in_list(1, some);
        tx.run(
            &format!(
                "UPDATE security_node_acl SET effective_acl_id = above.inheritable_acl_id, inheritable_acl_id = above.inheritable_acl_id
                 FROM nodes_node n
                 JOIN security_node_acl above ON above.node_id = n.parent_id
                 WHERE security_node_acl.node_id IN ({list}) AND n.node_id = security_node_acl.node_id AND NOT n.has_own_acl
                   AND (security_node_acl.inheritable_acl_id <> above.inheritable_acl_id
                     OR security_node_acl.effective_acl_id <> above.inheritable_acl_id)"
            ),
            &values,
        )?;
    }
    folders_in(tx, folders)
}

/// The folders directly in `parents` that inherit from those.
fn folders_in(conn: &mut Conn<'_>, parents: &[NodeId]) -> db::Result<Vec<NodeId>> {
    let mut found = Vec::new();
    for some in parents.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!(
            "SELECT node_id FROM nodes_node
             WHERE parent_id IN ({list}) AND state IN ({STAGING}, {READY}, {BINNED}) AND kind = 1 AND NOT has_own_acl
             ORDER BY node_id"
        );
        found.extend(conn.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
    }
    Ok(found)
}
