//! The rows of entries that move into other repositories.

use db::{Conn, Row, Tx, params};
use primitives::{NodeId, RepositoryId, Seconds, TenantId};

db::id!(CrossingId);

/// What a crossing is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Files are copied into the target. The entry is where it was.
    Copying,
    /// The entry is in the target. What it has left is deleted in a while.
    Left,
    /// It was given up. What was copied is deleted.
    Dropped,
}

impl State {
    const ALL: [Self; 3] = [Self::Copying, Self::Left, Self::Dropped];

    pub fn word(self) -> &'static str {
        match self {
            Self::Copying => "copying",
            Self::Left => "left",
            Self::Dropped => "dropped",
        }
    }

    fn from_code(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}
db::word!(State);

/// An entry that moves into another repository.
#[derive(Clone, Debug)]
pub struct Crossing {
    pub id: CrossingId,
    pub node: NodeId,
    pub tenant: TenantId,
    pub source: RepositoryId,
    pub target: RepositoryId,
    /// The repository in which the bytes of its rows lie.
    pub(crate) at: RepositoryId,
    pub(crate) asked_by: String,
    pub(crate) state: State,
    pub(crate) moves: (i64, i64),
    pub(crate) ready_at: Option<Seconds>,
}

const COLUMNS: &str = "x.crossing_id, x.node_id, x.tenant_id, x.source_id, x.target_id, x.at_id, x.asked_by, x.state,
    x.source_moves, x.target_moves, x.ready_at";

fn read(row: &Row<'_>) -> db::Result<Crossing> {
    Ok(Crossing {
        id: row.get(0)?,
        node: row.get(1)?,
        tenant: row.get(2)?,
        source: row.get(3)?,
        target: row.get(4)?,
        at: row.get(5)?,
        asked_by: row.get(6)?,
        state: row.get(7)?,
        moves: (row.get(8)?, row.get(9)?),
        ready_at: row.get(10)?,
    })
}

pub(crate) fn find(conn: &mut Conn<'_>, id: CrossingId) -> db::Result<Option<Crossing>> {
    conn.find(&format!("SELECT {COLUMNS} FROM storage_crossing x WHERE x.crossing_id = $1"), params![id], read)
}

/// The one that copies an entry now.
pub(super) fn of_node(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Option<Crossing>> {
    let sql = format!("SELECT {COLUMNS} FROM storage_crossing x WHERE x.node_id = $1 AND x.state = 'copying'");
    conn.find(&sql, params![node], read)
}

pub(super) fn insert(tx: &mut Tx<'_>, new: &Crossing, bytes: i64, now: Seconds) -> db::Result<CrossingId> {
    let sql = "INSERT INTO storage_crossing (node_id, tenant_id, asked_by, state, source_id, target_id, at_id,
                 source_moves, target_moves, bytes, begun_at)
               VALUES ($1, $2, $3, 'copying', $4, $5, $5, $6, $7, $8, $9)
               RETURNING crossing_id";
    let values =
        params![new.node, new.tenant, &new.asked_by, new.source, new.target, new.moves.0, new.moves.1, bytes, now];
    tx.get(sql, values, |row| row.get(0))
}

/// One that was given up, for some of the files of another one.
pub(super) fn insert_dropped(tx: &mut Tx<'_>, of: CrossingId, now: Seconds) -> db::Result<CrossingId> {
    let sql = "INSERT INTO storage_crossing (node_id, tenant_id, asked_by, state, source_id, target_id, at_id,
                 source_moves, target_moves, bytes, begun_at)
               SELECT node_id, tenant_id, '', 'dropped', source_id, target_id, at_id, source_moves, target_moves, 0,
                 CAST($2 AS BIGINT)
               FROM storage_crossing WHERE crossing_id = $1
               RETURNING crossing_id";
    tx.get(sql, params![of, now], |row| row.get(0))
}

pub(super) fn note_copied(tx: &mut Tx<'_>, id: CrossingId, bytes: i64) -> db::Result<()> {
    tx.run("UPDATE storage_crossing SET copied = copied + $2 WHERE crossing_id = $1", params![id, bytes]).map(drop)
}

pub(super) fn note_ready(tx: &mut Tx<'_>, id: CrossingId, now: Seconds) -> db::Result<()> {
    let sql = "UPDATE storage_crossing SET ready_at = $2 WHERE crossing_id = $1 AND ready_at IS NULL";
    tx.run(sql, params![id, now]).map(drop)
}

/// Something kept it from coming to its end. Returns how often by now.
pub fn note_try(tx: &mut Tx<'_>, id: CrossingId) -> db::Result<i64> {
    let sql = "UPDATE storage_crossing SET tries = tries + 1 WHERE crossing_id = $1 RETURNING tries";
    Ok(tx.find(sql, params![id], |row| row.get(0))?.unwrap_or(i64::MAX))
}

/// The entry is in the target: what its files have in the source is left there.
pub(super) fn note_left(tx: &mut Tx<'_>, id: CrossingId) -> db::Result<bool> {
    let sql = "UPDATE storage_crossing SET state = 'left', at_id = source_id
               WHERE crossing_id = $1 AND state = 'copying'";
    Ok(tx.run(sql, params![id])? > 0)
}

/// Gives up those of an act that copy, or the one of them that copies this entry. Returns them.
pub(super) fn drop_of(
    tx: &mut Tx<'_>,
    asked_by: &str,
    node: Option<NodeId>,
) -> db::Result<Vec<(CrossingId, TenantId)>> {
    let sql = "UPDATE storage_crossing SET state = 'dropped'
               WHERE asked_by = $1 AND state = 'copying' AND node_id = COALESCE(CAST($2 AS BIGINT), node_id)
               RETURNING crossing_id, tenant_id";
    tx.rows(sql, params![asked_by, node], |row| Ok((row.get(0)?, row.get(1)?)))
}

pub(super) fn delete(tx: &mut Tx<'_>, id: CrossingId) -> db::Result<()> {
    tx.run("DELETE FROM storage_crossing WHERE crossing_id = $1", params![id]).map(drop)
}

/// For a restored database: what was copied elsewhere is not this installation's.
pub(crate) fn forget_all(tx: &mut Tx<'_>) -> db::Result<()> {
    tx.run("DELETE FROM storage_crossing", &[]).map(drop)
}
