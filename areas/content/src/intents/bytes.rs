//! Where the bytes of an entry may be after a crash, and moving them to where its row says.

use blobs::{Area, Change, SharedStore, Store, TreePath};
use db::{Conn, Db, params};
use nodes::{Node, NodeState};
use primitives::{DiskName, EntryName, NodeId};

use super::{Kind, Quiet, quietly};
use crate::blocking::on_store;
use crate::{Error, Result, disk};

/// Where the bytes of an entry are, or may be.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Spot {
    Tree(TreePath),
    Bin,
}

impl Spot {
    fn holds(&self, store: &dyn Store, node: NodeId) -> blobs::Result<bool> {
        let in_bin = TreePath::in_bin(node, &[]);
        let place = match self {
            Self::Tree(place) => Some(place),
            Self::Bin => in_bin.as_ref(),
        };
        place.map_or(Ok(false), |place| Ok(store.look(place)?.is_some()))
    }
}

/// What remains to be done for an entry.
enum Rest {
    /// Its bytes belong in the first spot, and may be in one of the others.
    Move(NodeId, Spot, Vec<Spot>),
    /// A folder that nobody has seen yet.
    RemoveFolder(NodeId, TreePath),
    Nothing,
}

/// Restores on disk what the rows say about the entry of an intent.
pub(crate) async fn settle(db: &Db, store: SharedStore, intent: i64) -> Result<()> {
    let rest = db.read(move |c| rest_of(c, intent)).await?;
    on_store(&store, move |store| finish(store, rest)).await
}

/// As `settle`, for an entry without an intent.
pub(crate) async fn move_home(db: &Db, store: &SharedStore, node: &Node) -> Result<()> {
    match bring_home(db, store, node, None).await {
        // A living process is at it.
        Err(Error::Moving) => Ok(()),
        other => other,
    }
}

/// Moves the bytes of an entry to where its row says. `target`: a name on disk that it may have.
pub(super) async fn bring_home(db: &Db, store: &SharedStore, node: &Node, target: Option<&str>) -> Result<()> {
    let (id, store, target) = (node.id, store.clone(), target.map(str::to_owned));
    quietly(db, Quiet::of(node), async || {
        let rest = db.read(move |c| homes(c, id, target.as_deref())).await?;
        on_store(&store, move |store| finish(store, rest)).await
    })
    .await
}

fn rest_of(conn: &mut Conn<'_>, intent: i64) -> Result<Rest> {
    let sql = "SELECT node_id, act, target FROM content_intent WHERE intent_id = $1";
    let found = conn
        .find(sql, params![intent], |row| Ok((row.get::<NodeId>(0)?, row.get::<String>(1)?, row.get::<String>(2)?)))?;
    match found {
        Some((node, act, target)) if act != Kind::Look.word() => homes(conn, node, Some(&target)),
        _ => Ok(Rest::Nothing),
    }
}

/// `target`: a name that it was about to get.
fn homes(conn: &mut Conn<'_>, id: NodeId, target: Option<&str>) -> Result<Rest> {
    let Some(node) = nodes::find(conn, id)? else { return Ok(Rest::Nothing) };
    let Ok(place) = disk::place(conn, id) else { return Ok(Rest::Nothing) };
    Ok(match node.state {
        NodeState::Staging if node.kind.is_container() => Rest::RemoveFolder(id, place),
        NodeState::Staging => Rest::Nothing,
        NodeState::Ready => {
            let mut others = vec![Spot::Bin];
            if let Some(target) = target.filter(|target| !target.is_empty()) {
                others.extend(places_of(conn, id, &place, target)?);
            }
            Rest::Move(id, Spot::Tree(place), others)
        }
        NodeState::Binned => {
            let mut others = places_of(conn, id, &place, &node.name)?;
            if let Some(target) = target.filter(|target| !target.is_empty()) {
                others.extend(places_of(conn, id, &place, target)?);
            }
            Rest::Move(id, Spot::Bin, others)
        }
    })
}

/// The possible paths of `node` called `name`: with its id, if it was to be a duplicate, and by the name alone, unless
/// that is another entry's, whose bytes must not be moved.
fn places_of(conn: &mut Conn<'_>, node: NodeId, place: &TreePath, name: &str) -> Result<Vec<Spot>> {
    let mut names = vec![DiskName::of(name, node, true)];
    let sql = "SELECT 1 FROM nodes_node n JOIN nodes_node me ON me.node_id = $1 AND n.parent_id = me.parent_id
               WHERE n.name_key = $2 AND n.state < 2 AND NOT n.duplicate AND n.node_id <> $1";
    if !conn.exists(sql, params![node, &EntryName::key_of(name)])? {
        names.push(name.to_owned());
    }
    Ok(names.iter().filter_map(|name| DiskName::parse(name)).map(|name| Spot::Tree(place.beside(&name))).collect())
}

fn finish(store: &dyn Store, rest: Rest) -> Result<()> {
    match rest {
        Rest::Nothing => Ok(()),
        Rest::RemoveFolder(node, place) => match store.commit(node, &Change::RemoveFolder(place)) {
            // It was not made, or people have put something into it.
            Ok(_) | Err(blobs::Error::Missing | blobs::Error::Exists) => Ok(()),
            Err(error) => Err(error.into()),
        },
        Rest::Move(node, home, others) => {
            if home.holds(store, node)? {
                return Ok(());
            }
            for other in others {
                if other.holds(store, node)? {
                    store.commit(node, &between(other, home))?;
                    return Ok(());
                }
            }
            Ok(())
        }
    }
}

fn between(from: Spot, to: Spot) -> Change {
    match (from, to) {
        (Spot::Tree(from), Spot::Tree(to)) => Change::Rename { from, to },
        (Spot::Tree(from), Spot::Bin) => Change::Take { from, area: Area::Bin },
        (Spot::Bin, Spot::Tree(to)) => Change::Put { area: Area::Bin, to },
        (Spot::Bin, Spot::Bin) => Change::Nothing,
    }
}
