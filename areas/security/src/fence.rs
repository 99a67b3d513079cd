//! Fences: a subtree whose recorded guards are being rewritten. While one stands, the tree is asked instead.

use db::{Conn, Db, Tx, params, placeholders};
use jobs::NewJob;
use primitives::{NodeId, NodeKind, Seconds, TenantId};

use crate::guards;

/// The job that rewrites a fenced subtree and takes the fence down. Payload: the fence's id.
pub const REWRITE: &str = "security.rewrite_guards";

/// Folders of one transaction of the rewriting.
const BATCH: usize = 400;

/// Fences the subtree of `root` and asks for its rewriting. One tenant's rewritings follow each other.
pub(crate) fn raise(tx: &mut Tx<'_>, tenant: TenantId, root: NodeId, now: Seconds) -> db::Result<()> {
    let sql = "SELECT 1 FROM nodes_node WHERE parent_id = $1 AND kind = $2 LIMIT 1";
    if !tx.exists(sql, params![root, NodeKind::Folder.code()])? {
        return Ok(());
    }
    let fence: i64 = tx.get(
        "INSERT INTO security_fence (tenant_id, root_node_id) VALUES ($1, $2) RETURNING fence_id",
        params![tenant, root],
        |row| row.get(0),
    )?;
    jobs::enqueue(
        tx,
        &NewJob {
            kind: REWRITE,
            payload: fence.to_string(),
            serial_key: Some(format!("guards:{tenant}")),
            priority: 0,
            run_at: now,
        },
    )?;
    Ok(())
}

pub(crate) fn stands(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM security_fence WHERE tenant_id = $1 LIMIT 1", params![tenant])
}

/// Rewrites the fenced subtree, folder level by folder level in short transactions, and takes the fence down.
pub async fn rewrite(db: &Db, fence: i64) -> db::Result<()> {
    let root = db
        .read(move |c| {
            let sql = "SELECT tenant_id, root_node_id FROM security_fence WHERE fence_id = $1";
            c.find(sql, params![fence], |row| Ok((row.get::<TenantId>(0)?, row.get::<NodeId>(1)?)))
        })
        .await?;
    let Some((tenant, root)) = root else { return Ok(()) };
    let mut open = vec![root];
    while !open.is_empty() {
        let some: Vec<_> = open.split_off(open.len().saturating_sub(BATCH));
        open.extend(db.write(move |tx| pass_on(tx, tenant, &some)).await?);
    }
    db.write(move |tx| {
        tx.run("DELETE FROM security_fence WHERE fence_id = $1", params![fence])?;
        Ok(())
    })
    .await
}

/// Hands the parents' flow guards to their folders that have none of their own, and returns those folders.
fn pass_on(tx: &mut Tx<'_>, tenant: TenantId, parents: &[NodeId]) -> db::Result<Vec<NodeId>> {
    tx.lock(guards::tree_lock(tenant))?;
    let list = placeholders(1, parents.len());
    let values: Vec<_> = parents.iter().map(|id| db::Value::from(*id)).collect();
    tx.run(
        &format!(
            "UPDATE security_guarded SET self_guard_id = above.flow_guard_id, flow_guard_id = above.flow_guard_id
             FROM nodes_node n
             JOIN security_guarded above ON above.node_id = n.parent_id
             WHERE n.parent_id IN ({list}) AND n.kind = 1 AND NOT n.own_guard
               AND security_guarded.node_id = n.node_id
               AND (security_guarded.flow_guard_id <> above.flow_guard_id
                 OR security_guarded.self_guard_id <> above.flow_guard_id)"
        ),
        &values,
    )?;
    tx.rows(
        &format!("SELECT node_id FROM nodes_node WHERE parent_id IN ({list}) AND kind = 1 AND NOT own_guard"),
        &values,
        |row| row.get(0),
    )
}
