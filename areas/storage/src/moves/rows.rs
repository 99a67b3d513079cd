//! The rows of moves, and of the files that are at the other file server.

use db::{Conn, Row, Tx, params};
use jobs::JobId;
use primitives::{AppInstanceId, NodeId, RepositoryId, Seconds, TenantId, UserId};

use crate::FileServerId;
use crate::repositories::RepositoryMoveObstacle;

db::id!(MoveId);

/// What a move is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Files are copied while people work.
    Copying,
    /// The rest is copied while nothing changes.
    Closed,
    /// Some files could not be copied: it waits until somebody tries again, or gives it up.
    Failed,
    /// It was given up: what is at the new place is being deleted.
    Undoing,
    /// The repository is at its new place: what it has left at the old one is being deleted.
    Clearing,
}

impl State {
    const ALL: [Self; 5] = [Self::Copying, Self::Closed, Self::Failed, Self::Undoing, Self::Clearing];

    pub fn word(self) -> &'static str {
        match self {
            Self::Copying => "copying",
            Self::Closed => "closed",
            Self::Failed => "failed",
            Self::Undoing => "undoing",
            Self::Clearing => "clearing",
        }
    }

    fn from_code(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}
db::word!(State);

#[derive(Clone, Debug)]
pub(super) struct Move {
    pub id: MoveId,
    pub repository: RepositoryId,
    pub tenant: TenantId,
    pub user: UserId,
    pub instance: AppInstanceId,
    pub bg_action_id: String,
    pub job: Option<JobId>,
    pub state: State,
    /// The other file server: the new one, and once the repository is there, the old one.
    pub file_server: FileServerId,
    pub folder: String,
    /// At its beginning.
    pub files: i64,
    pub bytes: i64,
    /// Bytes that were copied by now.
    pub copied: i64,
    /// This round has looked at the files up to this one.
    pub seen: NodeId,
    /// How many of them it had to copy.
    pub found: i64,
    pub ready_at: Option<Seconds>,
    /// What keeps it from going on.
    pub waits_for: Option<RepositoryMoveObstacle>,
}

const COLUMNS: &str =
    "m.move_id, m.repository_id, m.tenant_id, m.users_id, m.instance_id, m.bg_action_id, m.job_id, m.state,
    m.file_server_id, m.folder_name, m.files, m.bytes, m.copied,
    m.seen_id, m.found, m.ready_at, m.waits_for";

fn read(row: &Row<'_>) -> db::Result<Move> {
    Ok(Move {
        id: row.get(0)?,
        repository: row.get(1)?,
        tenant: row.get(2)?,
        user: row.get(3)?,
        instance: row.get(4)?,
        bg_action_id: row.get(5)?,
        job: row.get(6)?,
        state: row.get(7)?,
        file_server: row.get(8)?,
        folder: row.get(9)?,
        files: row.get(10)?,
        bytes: row.get(11)?,
        copied: row.get(12)?,
        seen: row.get(13)?,
        found: row.get(14)?,
        ready_at: row.get(15)?,
        waits_for: RepositoryMoveObstacle::in_row(row, 16)?,
    })
}

pub(super) fn find(conn: &mut Conn<'_>, id: MoveId) -> db::Result<Option<Move>> {
    conn.find(&format!("SELECT {COLUMNS} FROM storage_move m WHERE m.move_id = $1"), params![id], read)
}

pub(super) fn of_repository(conn: &mut Conn<'_>, repository: RepositoryId) -> db::Result<Option<Move>> {
    let sql = format!("SELECT {COLUMNS} FROM storage_move m WHERE m.repository_id = $1");
    conn.find(&sql, params![repository], read)
}

/// A move that begins.
pub(super) struct NewMove<'m> {
    pub repository: RepositoryId,
    pub tenant: TenantId,
    pub user: UserId,
    pub instance: AppInstanceId,
    pub bg_action_id: &'m str,
    pub file_server: FileServerId,
    pub folder: &'m str,
    pub size: Size,
}

/// The files of a repository, and their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    pub files: i64,
    pub bytes: i64,
}

pub(super) fn insert(tx: &mut Tx<'_>, new: &NewMove<'_>, now: Seconds) -> db::Result<MoveId> {
    let sql = "INSERT INTO storage_move (repository_id, tenant_id, users_id, instance_id, bg_action_id, state,
                 file_server_id, folder_name, files, bytes, begun_at)
               VALUES ($1, $2, $3, $4, $5, 'copying', $6, $7, $8, $9, $10)
               RETURNING move_id";
    let values = params![
        new.repository,
        new.tenant,
        new.user,
        new.instance,
        new.bg_action_id,
        new.file_server,
        new.folder,
        new.size.files,
        new.size.bytes,
        now
    ];
    tx.get(sql, values, |row| row.get(0))
}

/// The job that carries it out, and the action that tells of it.
pub(super) fn set_job(tx: &mut Tx<'_>, id: MoveId, job: JobId, bg_action_id: &str) -> db::Result<()> {
    let sql = "UPDATE storage_move SET job_id = $2, bg_action_id = $3 WHERE move_id = $1";
    tx.run(sql, params![id, job, bg_action_id]).map(drop)
}

/// Who goes on with it, and in which application instance.
pub(super) fn set_owner(tx: &mut Tx<'_>, id: MoveId, (user, instance): (UserId, AppInstanceId)) -> db::Result<()> {
    let sql = "UPDATE storage_move SET users_id = $2, instance_id = $3 WHERE move_id = $1";
    tx.run(sql, params![id, user, instance]).map(drop)
}

/// From one of these states into another; false if it is in none of them. A round begins anew.
pub(super) fn change_state(tx: &mut Tx<'_>, id: MoveId, from: &[State], to: State) -> db::Result<bool> {
    let words: Vec<String> = from.iter().map(|state| format!("'{}'", state.word())).collect();
    let sql = format!(
        "UPDATE storage_move SET state = $2, seen_id = 0, found = 0, ready_at = NULL
         WHERE move_id = $1 AND state IN ({})",
        words.join(", ")
    );
    Ok(tx.run(&sql, params![id, to.word()])? > 0)
}

/// This round has looked at the files up to `seen`; `files` of them were to be copied, and `bytes` were copied.
pub(super) fn note_seen(tx: &mut Tx<'_>, id: MoveId, seen: NodeId, (files, bytes): (i64, i64)) -> db::Result<()> {
    let sql = "UPDATE storage_move
               SET seen_id = $2, found = found + $3, copied = copied + $4, waits_for = NULL, waits_since = NULL
               WHERE move_id = $1";
    tx.run(sql, params![id, seen, files, bytes]).map(drop)
}

/// All files are looked at again.
pub(super) fn begin_round(tx: &mut Tx<'_>, id: MoveId) -> db::Result<()> {
    tx.run("UPDATE storage_move SET seen_id = 0, found = 0 WHERE move_id = $1", params![id]).map(drop)
}

pub(super) fn note_ready(tx: &mut Tx<'_>, id: MoveId, now: Seconds) -> db::Result<()> {
    tx.run("UPDATE storage_move SET ready_at = $2 WHERE move_id = $1 AND ready_at IS NULL", params![id, now]).map(drop)
}

/// The repository is where it moved to; what it has left there is to be deleted.
pub(super) fn note_switched(tx: &mut Tx<'_>, id: MoveId, (old, folder): (FileServerId, &str)) -> db::Result<()> {
    let sql = "UPDATE storage_move
               SET state = 'clearing', file_server_id = $2, folder_name = $3, waits_for = NULL, waits_since = NULL
               WHERE move_id = $1";
    tx.run(sql, params![id, old, folder]).map(drop)
}

pub(super) fn delete(tx: &mut Tx<'_>, id: MoveId) -> db::Result<()> {
    tx.run("DELETE FROM storage_move WHERE move_id = $1", params![id]).map(drop)
}
