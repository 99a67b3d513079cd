//! The deletion itself: a bounded number of rows in each transaction, so that others can write in between; then the
//! bytes.

use std::collections::{HashMap, HashSet};

use ::events::{Header, publish};
use audit::Author;
use authz::{Facts, Permit, Release, decide};
use blobs::SharedStore;
use db::{Conn, Db, Tx, params};
use nodes::{Node, READY, in_list};
use primitives::{NodeId, NodeKind, NodeRole, RepositoryId, Seconds, TenantId, UserId};
use storage::blocking::discard_bytes;
use storage::{disk, while_it_answers};

use super::marks::PurgeId;
use crate::events::EntryPurged;
use crate::{Purge, Result, search_index};

/// Rows deleted in one transaction.
pub(crate) const BATCH: usize = 500;

/// The work after one transaction, and the progress of the purge.
#[derive(Debug, Default)]
pub(crate) struct Gone {
    /// Nodes whose bytes must be removed, with their stores.
    bytes: Vec<(NodeId, SharedStore)>,
    /// No marked entries were left.
    is_all: bool,
    progress: (i64, Option<i64>),
}

/// Who has a purge carried out, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carrier {
    pub author: Author,
    pub now: Seconds,
}

/// One step of a purge: some rows, and then their bytes.
#[derive(Debug)]
pub(crate) struct Step {
    /// Nodes whose marks are no longer needed; pass them to the next step.
    pub discarded: Vec<NodeId>,
    /// Deleted so far, and the total once it is counted.
    pub progress: (i64, Option<i64>),
}

/// Runs the next step; None if only the purge's own row is left, which `end` deletes.
pub(crate) async fn step(db: &Db, purge: PurgeId, discarded: Vec<NodeId>, carrier: Carrier) -> Result<Option<Step>> {
    let gone = db.write(move |tx| delete_some(tx, purge, &discarded, carrier)).await?;
    if gone.is_all {
        return Ok(None);
    }
    let progress = gone.progress;
    Ok(Some(Step { discarded: discard(gone).await?, progress }))
}

/// Takes all steps, one after the other.
pub(crate) async fn carry_out(db: &Db, purge: PurgeId, carrier: Carrier) -> Result<()> {
    let mut discarded = Vec::new();
    while let Some(step) = step(db, purge, discarded, carrier).await? {
        discarded = step.discarded;
    }
    Ok(db.write(move |tx| end(tx, purge, &[])).await?)
}

/// Removes the bytes of deleted nodes, and returns which. A store that does not answer ends it: the marks stay.
pub(crate) async fn discard(gone: Gone) -> Result<Vec<NodeId>> {
    let mut discarded = Vec::new();
    for (node, store) in gone.bytes {
        // An upload into a folder has its bytes in staging, and an entry binned earlier has its own in the bin.
        while_it_answers(&store, discard_bytes(&store, node)).await?;
        discarded.push(node);
    }
    Ok(discarded)
}

/// Deletes the row of a finished purge; `discarded` are the nodes of its last bytes.
pub(crate) fn end(tx: &mut Tx<'_>, purge: PurgeId, discarded: &[NodeId]) -> db::Result<()> {
    unmark(tx, discarded)?;
    tx.run("DELETE FROM content_purge WHERE purge_id = $1", params![purge]).map(|_| ())
}

/// Deletes the rows of one transaction, and the marks of `discarded`.
pub(crate) fn delete_some(tx: &mut Tx<'_>, purge: PurgeId, discarded: &[NodeId], carrier: Carrier) -> Result<Gone> {
    unmark(tx, discarded)?;
    let sql = "SELECT tenant_id FROM content_purging WHERE purge_id = $1 ORDER BY node_id LIMIT 1";
    let Some(tenant) = tx.find(sql, params![purge], |row| row.get::<TenantId>(0))? else {
        return Ok(Gone { is_all: true, ..Gone::default() });
    };
    nodes::hold_tree(tx, tenant)?;
    let roots = marked(tx, purge)?;
    let repositories: HashSet<RepositoryId> = roots.iter().map(|(_, repository, _)| *repository).collect();
    for repository in repositories {
        storage::require_open(tx, repository)?;
    }
    // Everything in a folder comes before the folder.
    let (mut some, mut known, mut facts) = (Vec::new(), HashSet::new(), None);
    for root in roots.iter().filter_map(|(_, _, node)| node.as_ref()) {
        if root.tenant != tenant || some.len() >= BATCH {
            break;
        }
        let room = i64::try_from(BATCH - some.len()).unwrap_or(0);
        let below = nodes::subtree_batch(tx, root.id, room)?;
        some.extend(below.into_iter().filter(|node| known.insert(*node)));
        facts.get_or_insert_with(|| as_manager(root));
    }
    let mut stores = Stores::default();
    let mut bytes = Vec::new();
    for (node, repository, row) in &roots {
        if row.is_none() || known.contains(node) {
            bytes.push((*node, stores.of(tx, *repository)?));
        }
    }
    if let Some(facts) = facts {
        for (node, repository) in with_own_bytes(tx, &some, &mut stores)? {
            if !roots.iter().any(|(root, ..)| *root == node) {
                tx.run(
                    "INSERT INTO content_purging (node_id, purge_id, tenant_id, repository_id) VALUES ($1, $2, $3, $4)
                     ON CONFLICT (node_id) DO NOTHING",
                    params![node, purge, facts.tenant, repository],
                )?;
                bytes.push((node, stores.of(tx, repository)?));
            }
        }
        delete(tx, &decide::<Purge>(facts)?, &some, carrier)?;
    }
    let progress = advance(tx, purge, some.len())?;
    Ok(Gone { bytes, is_all: false, progress })
}

/// The first marked entries, with those of their rows that still exist.
fn marked(conn: &mut Conn<'_>, purge: PurgeId) -> db::Result<Vec<(NodeId, RepositoryId, Option<Node>)>> {
    let sql = format!(
        "SELECT p.node_id, p.repository_id, n.node_id IS NULL, {}
         FROM content_purging p
         LEFT JOIN nodes_node n ON n.node_id = p.node_id
         WHERE p.purge_id = $1
         ORDER BY p.node_id
         LIMIT {BATCH}",
        nodes::COLUMNS
    );
    conn.rows(&sql, params![purge], |row| {
        let node = if row.get::<bool>(2)? { None } else { Some(nodes::from_row(row, 3)?) };
        Ok((row.get(0)?, row.get(1)?, node))
    })
}

/// Those of `nodes` whose bytes are not in their folder: uploads, entries binned earlier, and all files of a store that
/// has no folders.
fn with_own_bytes(
    conn: &mut Conn<'_>,
    nodes: &[NodeId],
    stores: &mut Stores,
) -> db::Result<Vec<(NodeId, RepositoryId)>> {
    let mut found = Vec::new();
    for some in nodes.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!(
            "SELECT node_id, repository_id, state <> {READY}, kind = {} FROM nodes_node WHERE node_id IN ({list})",
            NodeKind::File.code()
        );
        let all = conn.rows(&sql, &values, |row| {
            Ok((row.get::<NodeId>(0)?, row.get::<RepositoryId>(1)?, row.get::<bool>(2)?, row.get::<bool>(3)?))
        })?;
        for (node, repository, is_elsewhere, is_file) in all {
            if is_elsewhere || is_file && stores.of(conn, repository)?.names_by_node() {
                found.push((node, repository));
            }
        }
    }
    Ok(found)
}

fn delete(tx: &mut Tx<'_>, permit: &Permit<Purge>, all: &[NodeId], carrier: Carrier) -> Result<()> {
    security::forget(tx, permit.tenant(), all)?;
    search_index::forget_all(tx, all)?;
    for some in all.chunks(256) {
        let (list, values) = in_list(1, some);
        tx.run(&format!("DELETE FROM content_upload WHERE node_id IN ({list})"), &values)?;
    }
    nodes::delete_rows(tx, permit, all)?;
    storage::crossings::delete_copies(tx, all, carrier.now)?;
    let header = Header::by(carrier.author, permit.tenant(), carrier.now);
    Ok(publish(tx, &EntryPurged { header, nodes: all.to_vec() })?)
}

fn advance(tx: &mut Tx<'_>, purge: PurgeId, deleted: usize) -> db::Result<(i64, Option<i64>)> {
    let sql = "UPDATE content_purge SET gone = gone + $2 WHERE purge_id = $1 RETURNING gone, entries";
    let deleted = i64::try_from(deleted).unwrap_or(i64::MAX);
    let found = tx.find(sql, params![purge, deleted], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(found.unwrap_or_default())
}

fn unmark(tx: &mut Tx<'_>, nodes: &[NodeId]) -> db::Result<()> {
    for some in nodes.chunks(256) {
        let (list, values) = in_list(1, some);
        tx.run(&format!("DELETE FROM content_purging WHERE node_id IN ({list})"), &values)?;
    }
    Ok(())
}

/// The right to delete was checked when the entry was marked; the purge is carried out even if the person loses it.
fn as_manager(root: &Node) -> Facts {
    Facts {
        node: root.id,
        tenant: root.tenant,
        repository: root.repository,
        parent: root.parent,
        kind: root.kind,
        entry_type: root.entry_type.clone(),
        locked_by: None,
        role: Some(NodeRole::Manager),
        role_inside: None,
        traversable: false,
        release: Release::Unknown,
        actor: UserId(0),
    }
}

/// The stores of repositories, each looked up once.
#[derive(Default)]
struct Stores(HashMap<RepositoryId, SharedStore>);

impl Stores {
    fn of(&mut self, conn: &mut Conn<'_>, repository: RepositoryId) -> db::Result<SharedStore> {
        if let Some(store) = self.0.get(&repository) {
            return Ok(store.clone());
        }
        let store = disk::store(conn, repository)?;
        self.0.insert(repository, store.clone());
        Ok(store)
    }
}
