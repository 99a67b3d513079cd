//! Intents: a change of the tree is declared, made on disk, and then committed.
//!
//! A first transaction checks access, takes the name and notes the intent. The disk is changed outside any transaction.
//! A second one checks access again, changes the row and deletes the intent; if it is refused, the disk is changed back.
//! An intent that a crash leaves behind was not committed: `recovery` undoes it.
//!
//! While an intent exists, nothing else above or below its entry moves, and nobody takes the name that it needs.

mod bytes;
mod carry_out;
mod crossing;
mod declared;
mod retries;
mod subtree_lock;

use blobs::TreePath;
use db::{Conn, Db, Tx, params};
use nodes::{Ancestor, in_list};
use primitives::{EntryName, NodeId, RepositoryId, Seconds, TenantId};

use crate::closed::require_open;
use crate::lease::LEASE;
use crate::{Error, Owner, Result, disk};

pub use bytes::replacement;
pub(crate) use bytes::{reconcile_entry, reconcile_intent};
pub use carry_out::{carry_out, carry_out_many};
pub(crate) use crossing::reconcile_crossing;
pub use declared::Declared;
pub use retries::with_retries;
pub use subtree_lock::{SubtreeLock, while_locked};

/// What an intent announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    CreateFolder,
    Rename,
    /// Into another folder of its repository.
    Move,
    Bin,
    Restore,
    /// A file gets the bytes of `taken`, and those that it had are kept as those of `kept`. Of an upload both are the same.
    Replace {
        taken: NodeId,
        kept: NodeId,
    },
    /// Into another repository, with this number; that of the intent is the one that it enters.
    Cross(i64),
    /// Nothing changes: somebody looks at the disk while nothing moves.
    Look,
}

const REPLACE: &str = "replace";
pub(crate) const CROSS: &str = "cross";
/// What an entry has left in the repository that it came from leaves its path there.
pub(crate) const LEAVE: &str = "leave";

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Self::CreateFolder => "create_folder",
            Self::Rename => "rename",
            Self::Move => "move",
            Self::Bin => "bin",
            Self::Restore => "restore",
            Self::Replace { .. } => REPLACE,
            Self::Cross(_) => CROSS,
            Self::Look => "look",
        }
    }
}

/// An intent before it is noted.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'p> {
    pub kind: Kind,
    pub node: NodeId,
    pub tenant: TenantId,
    pub repository: RepositoryId,
    /// The present name.
    pub source: &'p str,
    /// The folder and the name that it takes there.
    pub target: Option<(NodeId, &'p str)>,
    /// That name on disk.
    pub disk_name: &'p str,
}

/// Deletes an intent whose change did not happen, and the row of what was to be made by it.
pub(crate) fn forget(tx: &mut Tx<'_>, intent: i64, owner: &str) -> db::Result<()> {
    let sql =
        "DELETE FROM content_intent WHERE intent_id = $1 AND owner = $2 RETURNING node_id, act, taken_id, kept_id";
    let gone = tx.find(sql, params![intent, owner], |row| {
        Ok((row.get::<NodeId>(0)?, row.get::<String>(1)?, row.get::<NodeId>(2)?, row.get::<NodeId>(3)?))
    })?;
    match gone {
        Some((node, act, ..)) if act == Kind::CreateFolder.word() => nodes::delete_staging(tx, node),
        // Of an upload it is the upload's row.
        Some((_, act, taken, kept)) if act == REPLACE && taken != kept => nodes::delete_staging(tx, kept),
        _ => Ok(()),
    }
}

/// Renews the lease of an intent; false if it is not its owner's any more.
pub(crate) async fn renew(db: &Db, intent: i64, owner: &str, now: Seconds) -> db::Result<bool> {
    let owner = owner.to_owned();
    let sql = "UPDATE content_intent SET lease_until = $3 WHERE intent_id = $1 AND owner = $2";
    Ok(db.write(move |tx| tx.run(sql, params![intent, &owner, now + LEASE])).await? > 0)
}

/// Notes an intent. `Error::Moving` if another one is above or below it, takes the same name, or moves the folder that
/// this one needs. `Error::BeingMoved` if the repository is closed.
pub fn declare(tx: &mut Tx<'_>, plan: &Plan<'_>, owner: &Owner, now: Seconds) -> Result<i64> {
    // Two that declare at once would not see each other (PostgreSQL).
    nodes::hold_tree(tx, plan.tenant)?;
    if plan.kind != Kind::Look {
        require_open(tx, plan.repository)?;
    }
    let path = id_path(&nodes::ancestors(tx, plan.node)?);
    let into = match plan.target {
        Some((folder, _)) if matches!(plan.kind, Kind::Move | Kind::Cross(_)) => {
            id_path(&nodes::ancestors(tx, folder)?)
        }
        _ => String::new(),
    };
    for other in overlapping(tx, plan.tenant, &path, &into)? {
        if !owner.has_undone(other) {
            return Err(Error::Moving);
        }
        forget(tx, other, owner.as_str())?;
    }
    let target = plan.target.map(|(folder, name)| (folder, name, EntryName::key_of(name)));
    if let Some((folder, _, key)) = &target
        && is_taken(tx, *folder, key, Some(plan.node))?
    {
        return Err(Error::Moving);
    }
    let (taken, kept) = match plan.kind {
        Kind::Replace { taken, kept } => (taken, kept),
        Kind::Cross(number) => (NodeId(number), nodes::NO_NODE),
        _ => (nodes::NO_NODE, nodes::NO_NODE),
    };
    // The columns of an intent without a target are empty.
    let (folder, name, key) =
        target.as_ref().map_or((0, "", ""), |(folder, name, key)| (folder.0, *name, key.as_str()));
    let id = tx.get(
        "INSERT INTO content_intent (node_id, tenant_id, repository_id, act, source, target, detail, folder_id, target_key,
           way, target_way, created_at, owner, lease_until, taken_id, kept_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
         RETURNING intent_id",
        params![
            plan.node,
            plan.tenant,
            plan.repository,
            plan.kind.word(),
            plan.source,
            name,
            plan.disk_name,
            folder,
            key,
            &path,
            &into,
            now,
            owner.as_str(),
            now + LEASE,
            taken,
            kept
        ],
        |row| row.get(0),
    )?;
    Ok(id)
}

/// Ends an intent with the change that it announced. After a delay longer than the lease another process may have undone
/// it.
pub fn complete(tx: &mut Tx<'_>, intent: i64, owner: &Owner) -> Result<()> {
    let sql = "DELETE FROM content_intent WHERE intent_id = $1 AND owner = $2";
    match tx.run(sql, params![intent, owner.as_str()])? {
        0 => Err(db::Error::Unavailable("the change took too long and is undone".to_owned()).into()),
        _ => Ok(()),
    }
}

/// The ids from the top to a node, as `/1/2/3/`.
fn id_path(chain: &[Ancestor]) -> String {
    chain.iter().rev().fold("/".to_owned(), |path, step| format!("{path}{}/", step.id))
}

/// The intents of the tenant at, above or below the end of `path`; those at or above the end of `into`, which is empty or
/// the path of the folder that is moved into; and those that move something into what is at or below the end of `path`.
fn overlapping(conn: &mut Conn<'_>, tenant: TenantId, path: &str, into: &str) -> db::Result<Vec<i64>> {
    let sql = "SELECT intent_id FROM content_intent
               WHERE tenant_id = $1
                 AND (substr(way, 1, length(CAST($2 AS TEXT))) = CAST($2 AS TEXT)
                   OR substr(CAST($2 AS TEXT), 1, length(way)) = way
                   OR substr(CAST($3 AS TEXT), 1, length(way)) = way
                   OR substr(target_way, 1, length(CAST($2 AS TEXT))) = CAST($2 AS TEXT))";
    conn.rows(sql, params![tenant, path, into], |row| row.get(0))
}

/// Whether another entry is about to get this name in `folder`.
pub fn is_taken(conn: &mut Conn<'_>, folder: NodeId, key: &str, but: Option<NodeId>) -> db::Result<bool> {
    let sql = "SELECT 1 FROM content_intent WHERE folder_id = $1 AND target_key = $2 AND node_id IS DISTINCT FROM $3";
    conn.exists(sql, params![folder, key, but])
}

/// The path that the bytes of the first of `chain` have if an intent has already moved them.
pub(crate) fn other_place(conn: &mut Conn<'_>, chain: &[Ancestor]) -> Result<Option<TreePath>> {
    let ids: Vec<NodeId> = chain.iter().map(|step| step.id).collect();
    let (list, values) = in_list(1, &ids);
    let sql = format!("SELECT node_id, act, detail, folder_id, kept_id FROM content_intent WHERE node_id IN ({list})");
    let found = conn.rows(&sql, &values, |row| {
        let words = (row.get::<String>(1)?, row.get::<String>(2)?);
        Ok((row.get::<NodeId>(0)?, words, row.get::<NodeId>(3)?, row.get::<NodeId>(4)?))
    })?;
    for (node, (act, disk_name), folder, kept) in found {
        let Some(at) = chain.iter().position(|step| step.id == node) else { continue };
        if [Kind::Rename.word(), Kind::Move.word()].contains(&act.as_str()) && !disk_name.is_empty() {
            let mut moved = chain.to_vec();
            moved[at].disk_name = disk_name;
            if act == Kind::Move.word() {
                moved.truncate(at + 1);
                moved.extend(nodes::ancestors(conn, folder)?);
            }
            return disk::place_of(&moved).map(Some);
        }
        // What is below a file are its earlier versions, which stay where they are.
        if act == REPLACE && at == 0 {
            return Ok(TreePath::in_bin(kept, &[]));
        }
        if act == Kind::Bin.word() {
            let below: Vec<&str> = chain[..at].iter().rev().map(|step| step.disk_name.as_str()).collect();
            return Ok(TreePath::in_bin(node, &below).map(|place| place.of_node(chain[0].id)));
        }
    }
    Ok(None)
}

/// The nodes that are at or above an entry that is moving, or the folder that it moves into. They are not deleted now.
pub fn moving(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Vec<NodeId>> {
    let sql = "SELECT way || target_way FROM content_intent WHERE tenant_id = $1";
    let paths = conn.rows(sql, params![tenant], |row| row.get::<String>(0))?;
    Ok(paths.iter().flat_map(|path| path.split('/')).filter_map(|id| id.parse().ok().map(NodeId)).collect())
}
