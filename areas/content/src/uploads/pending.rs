//! Unfinished uploads, by their ticket.

use std::hash::{DefaultHasher, Hash, Hasher};

use activity::Status;
use authz::{Actor, Origin};
use blobs::SharedStore;
use db::{Conn, Tx, Value, params};
use nodes::{Node, NodeState, in_list};
use primitives::{NodeId, Seconds, SessionId, UserId};
use storage::disk::{self, NodePath};

use super::lease::Held;
use super::locks::UploadKey;
use super::staged::Staged;
use super::ticket::ticket_hash;
use crate::{Error, Result};

/// An upload whose ticket was sent by the person who prepared it.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub node: Node,
    pub store: SharedStore,
    pub user: UserId,
    /// The expected number of bytes, if the sender announced it.
    pub expected: Option<u64>,
    /// Its background action, if it has one of its own: a group has one for all.
    pub action: Option<String>,
    pub group: Option<String>,
    /// The action already says that bytes arrive.
    pub under_way: bool,
    /// When bytes were last received, to within `SEEN_EVERY`.
    pub seen_at: Seconds,
    pub ticket_hash: String,
    /// The process that puts the bytes into place.
    pub held: Held,
    /// The `Upload-Concat` header of a file that is made of partial uploads.
    pub concat: Option<String>,
    /// These partial uploads.
    pub partials: Vec<i64>,
    /// The file that gets the bytes, in place of a new one.
    pub replaces: Option<NodeId>,
    /// At its end it waits below its folder, until somebody takes it in.
    pub waits: bool,
    pub upload_source: UploadSource,
}

impl Pending {
    pub fn key(&self) -> UploadKey {
        UploadKey::File(self.node.id)
    }

    pub fn staged(&self) -> Staged {
        Staged::File(self.store.clone(), self.node.id)
    }
}

/// The operation that prepares and sends in one call.
pub(super) const ONE_CALL: &str = "file_create";

/// Who sends the bytes and how, for the log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UploadSource {
    /// The operation that may complete the file.
    pub what: &'static str,
    pub origin: Origin,
    pub user: UserId,
    pub session: Option<SessionId>,
}

impl UploadSource {
    pub fn of(what: &'static str, actor: &Actor) -> Self {
        Self { what, origin: actor.origin, user: actor.user, session: actor.session }
    }
}

/// How exactly the last receipt of bytes is known, so that a part seldom writes.
const SEEN_EVERY: Seconds = 30;

/// The staging upload of `ticket`, for the person who prepared it. Unknown, used and foreign tickets get the same
/// error.
pub(crate) fn find(conn: &mut Conn<'_>, node: NodeId, ticket: &str, upload_source: UploadSource) -> Result<Pending> {
    let ticket_hash = ticket_hash(ticket);
    let upload = conn.find(
        "SELECT u.expected_bytes, u.bg_action_id,
           EXISTS (SELECT 1 FROM activity_action a WHERE a.bg_action_id = u.bg_action_id AND a.status = $4),
           CASE WHEN u.seen_at > u.created_at THEN u.seen_at ELSE u.created_at END,
           u.owner, u.lease_until, u.bg_group_id, u.waits
         FROM content_upload u
         WHERE u.node_id = $1 AND u.ticket_hash = $2 AND u.users_id = $3",
        params![node, &ticket_hash, upload_source.user, Status::InProgress.word()],
        |row| {
            Ok((
                row.get::<Option<i64>>(0)?,
                row.get::<String>(1)?,
                row.get(2)?,
                row.get(3)?,
                (row.get(4)?, row.get(5)?, row.get::<Option<String>>(6)?, row.get(7)?),
            ))
        },
    )?;
    let (expected, action, under_way, seen_at, (owner, until, group, waits)) = upload.ok_or(Error::Ticket)?;
    let node = nodes::find(conn, node)?.filter(|node| node.state == NodeState::Staging).ok_or(Error::Ticket)?;
    let store = disk::store(conn, node.repository)?;
    let expected = expected.and_then(|bytes| u64::try_from(bytes).ok());
    let (user, replaces) = (upload_source.user, file_to_replace(conn, &node)?);
    let held = Held { key: UploadKey::File(node.id), owner, until, is_ours_alone: false };
    Ok(Pending {
        node,
        store,
        user,
        expected,
        action: Some(action).filter(|action| group.is_none() && !action.is_empty()),
        group,
        under_way,
        seen_at,
        ticket_hash,
        held,
        concat: None,
        partials: Vec::new(),
        replaces,
        waits,
        upload_source,
    })
}

/// The file that a staged node replaces: it is staged below that file.
pub(crate) fn file_to_replace(conn: &mut Conn<'_>, node: &Node) -> db::Result<Option<NodeId>> {
    let sql = "SELECT node_id FROM nodes_node WHERE node_id = $1 AND kind = 2";
    node.parent.map_or(Ok(None), |above| conn.find(sql, params![above], |row| row.get(0)))
}

/// The path that the bytes of an upload get; of one that `waits` it is that of what lies in the bin.
pub(crate) fn destination(conn: &mut Conn<'_>, node: NodeId, waits: bool) -> db::Result<NodePath> {
    if waits { NodePath::in_bin(conn, node) } else { NodePath::of(conn, node) }
}

/// Whether an upload waits at its end.
pub(crate) fn waits(conn: &mut Conn<'_>, node: NodeId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM content_upload WHERE node_id = $1 AND waits", params![node])
}

pub(crate) fn set_expected(tx: &mut Tx<'_>, key: UploadKey, bytes: u64) -> db::Result<()> {
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
    match key {
        UploadKey::File(node) => {
            tx.run("UPDATE content_upload SET expected_bytes = $2 WHERE node_id = $1", params![node, bytes])
        }
        UploadKey::Partial(partial) => tx.run(
            "UPDATE content_partial_upload SET expected_bytes = $2 WHERE partial_id = $1",
            params![partial, bytes],
        ),
    }?;
    Ok(())
}

/// Whether the time of bytes received at `now` must be written, because `seen_at` is long ago.
pub(crate) fn is_stale(seen_at: Seconds, now: Seconds) -> bool {
    seen_at + SEEN_EVERY <= now
}

pub(crate) fn touch(tx: &mut Tx<'_>, key: UploadKey, now: Seconds) -> db::Result<()> {
    match key {
        UploadKey::File(node) => {
            tx.run("UPDATE content_upload SET seen_at = $2 WHERE node_id = $1", params![node, now])
        }
        UploadKey::Partial(partial) => {
            tx.run("UPDATE content_partial_upload SET seen_at = $2 WHERE partial_id = $1", params![partial, now])
        }
    }?;
    Ok(())
}

/// After the last bytes, more may come for so long.
const PAUSE: Seconds = 120;

/// Whether bytes of some of these files come now, or have come so lately that more may follow. The rows know the time of
/// the last ones to within `SEEN_EVERY`.
pub(crate) fn still_come(conn: &mut Conn<'_>, files: &[NodeId], now: Seconds) -> db::Result<bool> {
    for some in files.chunks(256) {
        let (list, values) = in_list(3, some);
        let sql = format!(
            "SELECT 1 FROM content_upload
             WHERE node_id IN ({list}) AND (one_call OR lease_until > $1 OR seen_at > $2)
             LIMIT 1"
        );
        let times = [Value::from(now), Value::from(now - SEEN_EVERY - PAUSE)];
        if conn.exists(&sql, &times.into_iter().chain(values).collect::<Vec<_>>())? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses another upload if the person has `most` open ones besides the `parts` that it is made of. From here on
/// uploads of one person run one after the other (PostgreSQL), so that each is counted.
pub(crate) fn leave_room(tx: &mut Tx<'_>, user: UserId, most: i64, parts: usize) -> Result<()> {
    let mut hasher = DefaultHasher::new();
    ("uploads", user.0).hash(&mut hasher);
    tx.lock(i64::from_ne_bytes(hasher.finish().to_ne_bytes()) | i64::MIN)?;
    // Of what others send in their name, the room that lets them send keeps count.
    let sql = "SELECT (SELECT COUNT(*) FROM content_upload WHERE users_id = $1 AND NOT waits)
                 + (SELECT COUNT(*) FROM content_partial_upload WHERE users_id = $1)";
    let open = tx.get(sql, params![user], |row| row.get::<i64>(0))?;
    let parts = i64::try_from(parts).unwrap_or(0);
    if open - parts >= most { Err(Error::TooManyUploads) } else { Ok(()) }
}
