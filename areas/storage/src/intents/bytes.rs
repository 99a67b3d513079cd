//! Where the bytes of an entry may be after a crash, and moving them to where its row says.

use blobs::{Applied, Area, Change, Replacement, SharedStore, Store, TreePath};
use db::{Conn, Db, params};
use nodes::{Node, NodeState};
use primitives::{DiskName, EntryName, NodeId};

use super::crossing::reconcile_crossing;
use super::subtree_lock::{SubtreeLock, while_locked};
use super::{Kind, REPLACE};
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

/// Where else the bytes of an entry may be: under these names on disk, in its folder and in these.
#[derive(Clone, Debug, Default)]
pub(super) struct Elsewhere {
    names: Vec<String>,
    folders: Vec<NodeId>,
}

impl Elsewhere {
    pub fn named(names: &[&str]) -> Self {
        let names = names.iter().filter(|name| !name.is_empty()).map(|name| (*name).to_owned()).collect();
        Self { names, folders: Vec::new() }
    }

    pub fn or_in(self, folders: &[NodeId]) -> Self {
        Self { folders: folders.to_vec(), ..self }
    }
}

/// What remains to be done for an entry.
enum Rest {
    /// Its bytes belong in the first location, and may be in one of the others.
    Move(NodeId, Location, Vec<Location>),
    /// A folder that nobody has seen yet.
    RemoveFolder(NodeId, TreePath),
    /// A file's bytes were being replaced, and its row does not say so.
    TakeBack(NodeId, Replacement),
    Nothing,
}

/// Restores on disk what the rows say about the entry of an intent.
pub(crate) async fn reconcile_intent(db: &Db, store: SharedStore, intent: i64) -> Result<Applied> {
    if let Some(applied) = reconcile_crossing(db, &store, intent).await? {
        return Ok(applied);
    }
    let rest = db.read(move |c| rest_of(c, intent)).await?;
    on_store(&store, move |store| finish(store, rest)).await
}

/// As `reconcile_intent`, for an entry without an intent.
pub(crate) async fn reconcile_entry(db: &Db, store: &SharedStore, node: &Node) -> Result<()> {
    match move_to_expected_place(db, store, node, Elsewhere::default()).await {
        // A living process is at it.
        Err(Error::Moving) => Ok(()),
        other => other,
    }
}

/// Moves the bytes of an entry to where its row says.
pub(super) async fn move_to_expected_place(
    db: &Db,
    store: &SharedStore,
    node: &Node,
    elsewhere: Elsewhere,
) -> Result<()> {
    let (id, store) = (node.id, store.clone());
    while_locked(db, SubtreeLock::of(node), async || {
        let rest = db.read(move |c| expected_places(c, id, &elsewhere)).await?;
        on_store(&store, move |store| finish(store, rest).map(drop)).await
    })
    .await
}

/// Gives a file back what it had, unless its row says that its bytes were replaced.
pub(super) async fn take_back_unless_kept(db: &Db, store: &SharedStore, file: &Node, how: &Replacement) -> Result<()> {
    let (id, taken, kept, store) = (file.id, how.taken, how.kept, store.clone());
    while_locked(db, SubtreeLock::of(file), async || {
        let rest = db.read(move |c| {
            let is_kept = nodes::find(c, kept)?.is_some_and(|kept| kept.state == NodeState::Binned);
            if is_kept {
                return Ok(Rest::Nothing);
            }
            Ok::<_, Error>(Rest::TakeBack(id, replacement(c, id, taken, kept)?))
        });
        let rest = rest.await?;
        on_store(&store, move |store| finish(store, rest).map(drop)).await
    })
    .await
}

fn rest_of(conn: &mut Conn<'_>, intent: i64) -> Result<Rest> {
    let sql = "SELECT node_id, act, target, folder_id, taken_id, kept_id FROM content_intent WHERE intent_id = $1";
    let found = conn.find(sql, params![intent], |row| {
        let words = (row.get::<String>(1)?, row.get::<String>(2)?);
        Ok((row.get::<NodeId>(0)?, words, row.get::<NodeId>(3)?, (row.get::<NodeId>(4)?, row.get::<NodeId>(5)?)))
    })?;
    match found {
        Some((node, (act, _), _, (taken, kept))) if act == REPLACE => {
            Ok(Rest::TakeBack(node, replacement(conn, node, taken, kept)?))
        }
        Some((node, (act, target), folder, _)) if act != Kind::Look.word() => {
            let into: &[NodeId] = if act == Kind::Move.word() { &[folder] } else { &[] };
            expected_places(conn, node, &Elsewhere::named(&[&target]).or_in(into))
        }
        _ => Ok(Rest::Nothing),
    }
}

/// How the bytes of `file` are replaced by those of `taken`: what an upload brings is in staging.
pub fn replacement(conn: &mut Conn<'_>, file: NodeId, taken: NodeId, kept: NodeId) -> Result<Replacement> {
    let area = if taken == kept { Area::Staging } else { Area::Bin };
    Ok(Replacement { at: disk::place(conn, file)?, area, taken, kept })
}

fn expected_places(conn: &mut Conn<'_>, id: NodeId, elsewhere: &Elsewhere) -> Result<Rest> {
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
            others.extend(places_elsewhere(conn, &node, elsewhere)?);
            Rest::Move(id, Location::Tree(place), others)
        }
        NodeState::Binned => {
            let mut others = match node.parent {
                Some(folder) => places_of(conn, id, folder, &node.name)?,
                None => Vec::new(),
            };
            others.extend(places_elsewhere(conn, &node, elsewhere)?);
            Rest::Move(id, Location::Bin, others)
        }
    })
}

fn places_elsewhere(conn: &mut Conn<'_>, node: &Node, elsewhere: &Elsewhere) -> Result<Vec<Location>> {
    let others = elsewhere.folders.iter().copied().filter(|folder| Some(*folder) != node.parent);
    let mut places = Vec::new();
    for folder in node.parent.into_iter().chain(others) {
        for name in &elsewhere.names {
            places.extend(places_of(conn, node.id, folder, name)?);
        }
    }
    Ok(places)
}

/// The possible paths of `node` under `name` in `folder`. A duplicate has its id in its name. The plain name is left out
/// if another entry has it. A folder that is gone gives no path.
fn places_of(conn: &mut Conn<'_>, node: NodeId, folder: NodeId, name: &str) -> Result<Vec<Location>> {
    let mut names = vec![DiskName::of(name, node, true)];
    let sql = concat!(
        "SELECT 1 FROM nodes_node
               WHERE parent_id = $2 AND name_key = $3 AND state < ",
        nodes::state!(Binned),
        " AND NOT duplicate AND node_id <> $1"
    );
    if !conn.exists(sql, params![node, folder, &EntryName::key_of(name)])? {
        names.push(name.to_owned());
    }
    let names = names.iter().filter_map(|name| DiskName::parse(name));
    let places = names.map(|name| disk::place_in(conn, folder, &name)).collect::<db::Result<Vec<_>>>()?;
    Ok(places.into_iter().flatten().map(|place| Location::Tree(place.of_node(node))).collect())
}

fn finish(store: &dyn Store, rest: Rest) -> Result<Applied> {
    match rest {
        Rest::Nothing => Ok(Applied::as_it_was()),
        Rest::RemoveFolder(node, place) => match store.commit(node, &Change::RemoveFolder(place)) {
            // It was not made, or people have put something into it.
            Ok(_) | Err(blobs::Error::Missing | blobs::Error::Exists) => Ok(Applied::as_it_was()),
            Err(error) => Err(error.into()),
        },
        Rest::TakeBack(node, how) => Ok(store.commit(node, &Change::TakeBack(how))?),
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
