//! Where the bytes of an entry may be after a crash, and moving them to where its row says.

use blobs::{Applied, Area, Change, SharedStore, Store, TreePath};
use db::{Conn, Db, params};
use nodes::{Node, NodeState};
use primitives::{DiskName, EntryName, NodeId};

use super::Kind;
use super::subtree_lock::{SubtreeLock, while_locked};
use crate::blocking::on_store;
use crate::{Error, Result, disk};

/// Where the bytes of an entry are, or may be.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Location {
    Tree(TreePath),
    Bin,
}

impl Location {
    fn holds(&self, store: &dyn Store, node: NodeId) -> blobs::Result<bool> {
        let in_bin = TreePath::in_bin(node, &[]);
        let place = match self {
            Self::Tree(place) => Some(place),
            Self::Bin => in_bin.as_ref(),
        };
        place.map_or(Ok(false), |place| Ok(store.stat(place)?.is_some()))
    }
}

/// What remains to be done for an entry.
enum Rest {
    /// Its bytes belong in the first location, and may be in one of the others.
    Move(NodeId, Location, Vec<Location>),
    /// A folder that nobody has seen yet.
    RemoveFolder(NodeId, TreePath),
    Nothing,
}

/// Restores on disk what the rows say about the entry of an intent.
pub(crate) async fn reconcile_intent(db: &Db, store: SharedStore, intent: i64) -> Result<Applied> {
    let rest = db.read(move |c| rest_of(c, intent)).await?;
    on_store(&store, move |store| finish(store, rest)).await
}

/// As `reconcile_intent`, for an entry without an intent.
pub(crate) async fn reconcile_entry(db: &Db, store: &SharedStore, node: &Node) -> Result<()> {
    match move_to_expected_place(db, store, node, &[]).await {
        // A living process is at it.
        Err(Error::Moving) => Ok(()),
        other => other,
    }
}

/// Moves the bytes of an entry to where its row says. `names`: those on disk that it may have.
pub(super) async fn move_to_expected_place(db: &Db, store: &SharedStore, node: &Node, names: &[&str]) -> Result<()> {
    let (id, store) = (node.id, store.clone());
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    while_locked(db, SubtreeLock::of(node), async || {
        let rest = db.read(move |c| expected_places(c, id, &names)).await?;
        on_store(&store, move |store| finish(store, rest).map(drop)).await
    })
    .await
}

fn rest_of(conn: &mut Conn<'_>, intent: i64) -> Result<Rest> {
    let sql = "SELECT node_id, act, target FROM content_intent WHERE intent_id = $1";
    let found = conn
        .find(sql, params![intent], |row| Ok((row.get::<NodeId>(0)?, row.get::<String>(1)?, row.get::<String>(2)?)))?;
    match found {
        Some((node, act, target)) if act != Kind::Look.word() => expected_places(conn, node, &[target]),
        _ => Ok(Rest::Nothing),
    }
}

/// `names`: others that it may have, or was about to get.
fn expected_places(conn: &mut Conn<'_>, id: NodeId, names: &[String]) -> Result<Rest> {
    let Some(node) = nodes::find(conn, id)? else { return Ok(Rest::Nothing) };
    // A binned entry comes back to its folder, which may be binned, too.
    let place = match node.state {
        NodeState::Binned => disk::place(conn, id).ok(),
        _ => disk::place_anywhere(conn, id)?,
    };
    let Some(place) = place else { return Ok(Rest::Nothing) };
    Ok(match node.state {
        NodeState::Staging if node.kind.is_container() => Rest::RemoveFolder(id, place),
        NodeState::Staging => Rest::Nothing,
        NodeState::Ready => {
            let mut others = vec![Location::Bin];
            for name in names.iter().filter(|name| !name.is_empty()) {
                others.extend(places_of(conn, id, &place, name)?);
            }
            Rest::Move(id, Location::Tree(place), others)
        }
        NodeState::Binned => {
            let mut others = places_of(conn, id, &place, &node.name)?;
            for name in names.iter().filter(|name| !name.is_empty()) {
                others.extend(places_of(conn, id, &place, name)?);
            }
            Rest::Move(id, Location::Bin, others)
        }
    })
}

/// The possible paths of `node` called `name`: with its id, if it was to be a duplicate, and by the name alone, unless
/// that is another entry's, whose bytes must not be moved.
fn places_of(conn: &mut Conn<'_>, node: NodeId, place: &TreePath, name: &str) -> Result<Vec<Location>> {
    let mut names = vec![DiskName::of(name, node, true)];
    let sql = concat!(
        "SELECT 1 FROM nodes_node n JOIN nodes_node me ON me.node_id = $1 AND n.parent_id = me.parent_id
               WHERE n.name_key = $2 AND n.state < ",
        nodes::state!(Binned),
        " AND NOT n.duplicate AND n.node_id <> $1"
    );
    if !conn.exists(sql, params![node, &EntryName::key_of(name)])? {
        names.push(name.to_owned());
    }
    Ok(names.iter().filter_map(|name| DiskName::parse(name)).map(|name| Location::Tree(place.beside(&name))).collect())
}

fn finish(store: &dyn Store, rest: Rest) -> Result<Applied> {
    match rest {
        Rest::Nothing => Ok(Applied::as_it_was()),
        Rest::RemoveFolder(node, place) => match store.commit(node, &Change::RemoveFolder(place)) {
            // It was not made, or people have put something into it.
            Ok(_) | Err(blobs::Error::Missing | blobs::Error::Exists) => Ok(Applied::as_it_was()),
            Err(error) => Err(error.into()),
        },
        // A name that is the node's own is right wherever the entry is.
        Rest::Move(..) if store.names_by_node() => Ok(Applied::as_it_was()),
        Rest::Move(node, home, others) => {
            if home.holds(store, node)? {
                return Ok(Applied::as_it_was());
            }
            for other in others {
                if other.holds(store, node)? {
                    return Ok(store.commit(node, &between(other, home))?);
                }
            }
            Ok(Applied::as_it_was())
        }
    }
}

fn between(from: Location, to: Location) -> Change {
    match (from, to) {
        (Location::Tree(from), Location::Tree(to)) => Change::Rename { from, to },
        (Location::Tree(from), Location::Bin) => Change::MoveOut { from, area: Area::Bin },
        (Location::Bin, Location::Tree(to)) => Change::MoveIn { area: Area::Bin, to },
        (Location::Bin, Location::Bin) => Change::Nothing,
    }
}
