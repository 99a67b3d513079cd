//! From a node to its bytes: which tree it is in, and at what place.

use std::path::PathBuf;

use blobs::{Place, Tree};
use db::{Conn, Tx, params};
use nodes::Ancestor;
use primitives::{NodeId, NodeKind, RepositoryId, TenantId};

use crate::{Error, Result};

/// Before a transaction moves what is on disk: nobody else moves anything of the tenant's meanwhile, and a crash finds
/// this one move at most half done. Places are worked out after this.
pub(crate) fn hold(tx: &mut Tx<'_>, tenant: TenantId) -> db::Result<()> {
    tx.commit_at_once();
    nodes::hold_tree(tx, tenant)
}

/// As `hold`, beside others who share it: for one new file, which moves nothing that others look for.
pub(crate) fn share(tx: &mut Tx<'_>, tenant: TenantId) -> db::Result<()> {
    tx.commit_at_once();
    tx.lock_shared(nodes::tree_lock(tenant))
}

/// The tree of a repository.
pub(crate) fn tree(conn: &mut Conn<'_>, repository: RepositoryId) -> db::Result<Tree> {
    let root = conn.get(
        "SELECT s.url, r.folder_name
         FROM content_repository r
         JOIN content_file_server s ON s.file_server_id = r.file_server_id
         WHERE r.repository_id = $1",
        params![repository],
        |row| Ok(PathBuf::from(row.get::<String>(0)?).join(row.get::<String>(1)?)),
    )?;
    Ok(Tree::at(root))
}

/// Where `node` belongs in its repository's tree.
pub(crate) fn place(conn: &mut Conn<'_>, node: NodeId) -> Result<Place> {
    place_of(&nodes::ancestors(conn, node)?)
}

/// The place of the first of `chain`, which is a node and all above it.
pub(crate) fn place_of(chain: &[Ancestor]) -> Result<Place> {
    let names: Vec<&str> =
        chain.iter().rev().filter(|step| step.kind != NodeKind::Repository).map(|step| step.name.as_str()).collect();
    Place::of(&names).ok_or(Error::Disk(blobs::Error::Missing))
}

/// A file's bytes, for work that was asked for by its content; None when they are gone.
pub fn open_bytes(conn: &mut Conn<'_>, node: NodeId) -> Result<Option<std::fs::File>> {
    let Some(found) = nodes::find(conn, node)? else { return Ok(None) };
    let tree = tree(conn, found.repository)?;
    let place = place(conn, node)?;
    match tree.open(&place) {
        Ok(file) => Ok(Some(file)),
        Err(blobs::Error::Missing) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
