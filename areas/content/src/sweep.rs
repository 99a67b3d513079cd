//! What has had its time: entries that lay in the bin long enough, uploads that were never finished.

use audit::{Act, Author, Object};
use authz::{Denied, Facts, Origin, Purge, decide};
use blobs::Area;
use db::{Db, params};
use nodes::NodeState;
use primitives::{NodeId, NodeRole, Seconds, UserId};

use crate::{Content, Error, Result, disk, search, uploads};

/// Rows deleted in one transaction.
const BATCH: i64 = 500;

/// Deletes for good what is older than the configuration keeps. Run it now and then.
pub async fn sweep(content: &Content) -> Result<()> {
    let now = content.clock.now();
    let (binned_before, begun_before) = (now - content.config.bin_keeps, now - content.config.staging_keeps);
    let binned = content
        .db
        .read(move |c| {
            let sql = "SELECT node_id FROM nodes_node WHERE state = 2 AND binned_at < $1 ORDER BY binned_at LIMIT 1000";
            c.rows(sql, params![binned_before], |row| row.get::<NodeId>(0))
        })
        .await?;
    for node in binned {
        purge(&content.db, node, Author::nobody(Origin::Job), now).await?;
    }
    let begun = content
        .db
        .read(move |c| {
            let sql = "SELECT n.node_id FROM nodes_node n WHERE n.state = 0 AND n.created_at < $1
                   AND NOT EXISTS (SELECT 1 FROM content_upload u WHERE u.node_id = n.node_id AND u.seen_at >= $1)
                 ORDER BY n.created_at LIMIT 1000";
            c.rows(sql, params![begun_before], |row| row.get::<NodeId>(0))
        })
        .await?;
    for node in begun {
        content.uploads.abandon(content, node, &activity::Status::Error).await?;
    }
    uploads::sweep_pieces(content, begun_before).await?;
    content.db.write(move |tx| uploads::forget_before(tx, begun_before)).await?;
    Ok(())
}

/// Deletes an entry of the bin and all below it: rows first, then bytes, which `recovery` finds if that is cut short.
pub(crate) async fn purge(db: &Db, root: NodeId, author: Author, now: Seconds) -> Result<()> {
    let Some(found) = db.read(move |c| nodes::find(c, root)).await? else { return Ok(()) };
    if found.state != NodeState::Binned {
        return Err(Denied::Invisible.into());
    }
    let tree = db.read(move |c| disk::tree(c, found.repository)).await?;
    loop {
        let name = found.name.clone();
        let deleted = db.write(move |tx| {
            // Somebody may have restored it meanwhile; then it is not ours to delete.
            disk::hold(tx, found.tenant)?;
            let is_binned = nodes::find(tx, root)?.is_some_and(|now| now.state == NodeState::Binned);
            let some = if is_binned { nodes::subtree_batch(tx, root, BATCH)? } else { Vec::new() };
            // The bin's term is the operator's decision; it acts as a manager of what it deletes.
            let facts = Facts {
                node: root,
                tenant: found.tenant,
                repository: found.repository,
                parent: found.parent,
                kind: found.kind,
                locked_by: None,
                role: Some(NodeRole::Manager),
                passable: false,
                actor: UserId(0),
            };
            let permit = decide::<Purge>(facts)?;
            if some.contains(&root) {
                let marks: Vec<_> = security::marks_at(tx, root)?.into_iter().map(|mark| mark.0).collect();
                let act = Act::new("bin_purge", found.tenant, Object::new("node", root.0, &name)).marked(&marks);
                audit::record(tx, author, act, now);
            }
            security::forget(tx, found.tenant, &some)?;
            for node in &some {
                search::forget(tx, *node)?;
                tx.run("DELETE FROM content_upload WHERE node_id = $1", params![*node])?;
            }
            nodes::delete_rows(tx, &permit, &some)?;
            Ok::<_, Error>(some)
        });
        let gone = deleted.await?;
        for node in &gone {
            // An upload on its way into the folder has its bytes in staging, what was binned before has its own in the bin.
            tree.discard(Area::Staging, *node)?;
            tree.discard(Area::Bin, *node)?;
        }
        if (gone.len() as i64) < BATCH {
            break;
        }
    }
    Ok(())
}
