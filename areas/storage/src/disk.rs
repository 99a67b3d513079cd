//! From a node to its bytes: its tree, and its path there.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use blobs::{SharedStore, Tree, TreePath};
use db::{Conn, Db, Row, params};
use nodes::{Ancestor, NodeState};
use primitives::{DiskName, NodeId, NodeKind, RepositoryId};
use rest::Problem;

use crate::file_server::FileServerType;
use crate::{Error, FileServerId, Result, S3Access};

/// The path of a node as it was read. It is the same path as long as nothing on it has moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodePath(Vec<Ancestor>);

impl NodePath {
    pub fn of(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Self> {
        Ok(Self(nodes::ancestors(conn, node)?))
    }

    /// As `of`, for a file whose bytes belong where those of the bin lie.
    pub fn in_bin(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Self> {
        let mut way = Self::of(conn, node)?;
        if let Some(own) = way.0.first_mut() {
            own.state = NodeState::Binned;
        }
        Ok(way)
    }

    /// An earlier version of a file lies in the bin.
    pub fn place(&self) -> Result<TreePath> {
        match self.0.first() {
            Some(own) if own.state == NodeState::Binned => {
                TreePath::in_bin(own.id, &[]).ok_or(Error::Disk(blobs::Error::Missing))
            }
            _ => place_of(&self.0),
        }
    }

    /// The node itself and all above it.
    pub(crate) fn steps(&self) -> &[Ancestor] {
        &self.0
    }

    /// Whether nothing on it has moved since it was read, and the node exists.
    pub fn is_still(&self, conn: &mut Conn<'_>) -> db::Result<bool> {
        let Some(node) = self.0.first() else { return Ok(false) };
        let steps = |way: &[Ancestor]| way.iter().map(|step| (step.id, step.moves)).collect::<Vec<_>>();
        Ok(steps(&nodes::ancestors(conn, node.id)?) == steps(&self.0))
    }

    /// Whether its repository has its bytes where it had them when this was read.
    pub(crate) fn is_in_same_store(&self, conn: &mut Conn<'_>) -> db::Result<bool> {
        let Some(top) = self.0.last() else { return Ok(false) };
        conn.exists("SELECT 1 FROM nodes_node WHERE node_id = $1 AND moves = $2", params![top.id, top.moves])
    }
}

/// Refuses new data on a disk whose remaining space is reserved for deletions.
pub fn refuse_without_room(db: &Db) -> Result<()> {
    if db.has_room() { Ok(()) } else { Err(blobs::Error::Full.into()) }
}

/// Runs a deletion; if the disk is full, once more with the reserved space.
pub async fn even_when_full<T, F>(db: &Db, delete: impl Fn() -> F) -> Result<T, Problem>
where
    F: Future<Output = Result<T, Problem>>,
{
    let done = delete().await;
    if done.as_ref().is_err_and(Problem::is_full) && db.give_up_reserve() {
        return delete().await;
    }
    done
}

/// The store of a repository's bytes.
pub fn store(conn: &mut Conn<'_>, repository: RepositoryId) -> db::Result<SharedStore> {
    Address::of(conn, repository)?.store(conn)
}

/// The type of the file server that a repository is on.
pub(crate) fn kind(conn: &mut Conn<'_>, repository: RepositoryId) -> db::Result<FileServerType> {
    Ok(Address::of(conn, repository)?.kind)
}

/// The store of a folder of a file server, whether or not a repository has its bytes there. `staging`: the name of the
/// folder for what is received.
pub(crate) fn store_at(
    conn: &mut Conn<'_>,
    (file_server, folder): (FileServerId, &str),
    staging: &str,
) -> db::Result<SharedStore> {
    let sql = "SELECT type, url FROM content_file_server WHERE file_server_id = $1";
    let (kind, url) = conn.get(sql, params![file_server], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)))?;
    match FileServerType::stored(&kind)? {
        FileServerType::Posix => Ok(blobs::shared(Tree::at(server_folder(conn, &url).join(folder)))),
        FileServerType::S3 => {
            let access = S3Access::of(conn)?;
            let address = access.address(conn, file_server)?;
            Ok(Arc::new(access.at(&address, folder, staging)))
        }
    }
}

/// The tree of a repository, for what only folder trees have; None if it lies elsewhere.
pub(crate) fn tree(conn: &mut Conn<'_>, repository: RepositoryId) -> db::Result<Option<Tree>> {
    Ok(Address::of(conn, repository)?.tree(conn))
}

/// The path of a folder on this host, for load tests: they write its files themselves.
pub fn folder_on_host(conn: &mut Conn<'_>, folder: NodeId) -> Result<PathBuf> {
    let found = nodes::find(conn, folder)?.ok_or(db::Error::Missing)?;
    let tree = tree(conn, found.repository)?.ok_or(blobs::Error::NotMounted)?;
    let mut path = tree.root().to_owned();
    for step in nodes::ancestors(conn, folder)?.iter().rev().filter(|step| step.kind != NodeKind::Repository) {
        path.push(&step.disk_name);
    }
    Ok(path)
}

/// Where the bytes of a repository are, as the rows of it and its file server say. Only here does a row become a store.
pub(crate) struct Address {
    kind: FileServerType,
    url: String,
    folder: String,
    file_server: FileServerId,
    repository: RepositoryId,
}

impl Address {
    /// The columns of `TABLES` that `read` reads first in a row.
    pub const COLUMNS: &str = "s.type, s.url, r.folder_name, s.file_server_id, r.repository_id";
    pub const TABLES: &str = "content_repository r JOIN content_file_server s ON s.file_server_id = r.file_server_id";
    /// The number of these columns.
    pub const END: usize = 5;

    pub fn read(row: &Row<'_>) -> db::Result<Self> {
        let kind = FileServerType::stored(&row.get::<String>(0)?)?;
        Ok(Self { kind, url: row.get(1)?, folder: row.get(2)?, file_server: row.get(3)?, repository: row.get(4)? })
    }

    fn of(conn: &mut Conn<'_>, repository: RepositoryId) -> db::Result<Self> {
        let sql = format!("SELECT {} FROM {} WHERE r.repository_id = $1", Self::COLUMNS, Self::TABLES);
        conn.get(&sql, params![repository], Self::read)
    }

    pub fn store(self, conn: &mut Conn<'_>) -> db::Result<SharedStore> {
        match self.kind {
            FileServerType::Posix => Ok(blobs::shared(self.at_folder(conn))),
            FileServerType::S3 => {
                let access = S3Access::of(conn)?;
                Ok(Arc::new(access.store(conn, (self.file_server, self.folder.as_str()), self.repository)?))
            }
        }
    }

    fn tree(self, conn: &Conn<'_>) -> Option<Tree> {
        match self.kind {
            FileServerType::Posix => Some(self.at_folder(conn)),
            FileServerType::S3 => None,
        }
    }

    fn at_folder(self, conn: &Conn<'_>) -> Tree {
        Tree::at(server_folder(conn, &self.url).join(self.folder))
    }
}

/// The name in a row of our own folder for files.
const HOME: &str = ".";

/// The folder of a file server. A row names folders below our own folder for files relative to it, so that a data
/// folder can be moved or copied.
pub(crate) fn server_folder(conn: &Conn<'_>, url: &str) -> PathBuf {
    match conn.home() {
        Some(home) if url == HOME => home.to_owned(),
        Some(home) => home.join(url),
        None => PathBuf::from(url),
    }
}

/// The name of a folder in a row.
pub(crate) fn kept(conn: &Conn<'_>, folder: &str) -> String {
    let below = conn.home().and_then(|home| Path::new(folder).strip_prefix(home).ok());
    match below.and_then(Path::to_str) {
        Some("") => HOME.to_owned(),
        Some(below) => below.to_owned(),
        None => folder.to_owned(),
    }
}

/// The path of `node` in its repository's tree.
pub fn place(conn: &mut Conn<'_>, node: NodeId) -> Result<TreePath> {
    place_of(&nodes::ancestors(conn, node)?)
}

/// The path of the first of `chain`, which is a node and all its ancestors.
pub(crate) fn place_of(chain: &[Ancestor]) -> Result<TreePath> {
    let names: Vec<&str> = chain
        .iter()
        .rev()
        .filter(|step| step.kind != NodeKind::Repository)
        .map(|step| step.disk_name.as_str())
        .collect();
    let place = TreePath::of(&names).ok_or(Error::Disk(blobs::Error::Missing))?;
    Ok(chain.first().map_or(place.clone(), |node| place.of_node(node.id)))
}

/// The path of something called `name` in `folder`, in the tree or in the bin; None if the folder is gone.
pub fn place_in(conn: &mut Conn<'_>, folder: NodeId, name: &DiskName) -> db::Result<Option<TreePath>> {
    let chain = nodes::ancestors(conn, folder)?;
    Ok(if chain.is_empty() { None } else { anywhere(&chain, Some(name.as_str())) })
}

/// The path of `node`, in the tree or in the bin; None if it is in neither.
pub fn place_anywhere(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Option<TreePath>> {
    let chain = nodes::ancestors(conn, node)?;
    Ok(anywhere(&chain, None).map(|place| place.of_node(node)))
}

/// The path of the first of `chain`, or of something called `name` in it.
fn anywhere(chain: &[Ancestor], name: Option<&str>) -> Option<TreePath> {
    let in_bin = chain.iter().position(|step| step.state == NodeState::Binned);
    let depth = in_bin.unwrap_or(chain.len().saturating_sub(1));
    let names: Vec<&str> = chain[..depth].iter().rev().map(|step| step.disk_name.as_str()).chain(name).collect();
    match in_bin {
        Some(index) => TreePath::in_bin(chain[index].id, &names),
        None => TreePath::of(&names),
    }
}
