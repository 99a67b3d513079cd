//! The rows of comments.

use std::collections::{BTreeSet, HashMap};

use db::{Conn, Tx, params};
use nodes::{NO_NODE, in_list};
use primitives::{NodeId, Seconds, UserId};

use crate::model::{CommentId, Pin};
use crate::text::CommentText;

/// A comment, as who changes it needs to know it.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub id: CommentId,
    pub node: NodeId,
    /// The thread that it answers; none of the first one.
    pub answers: Option<CommentId>,
    pub author: UserId,
    pub text: String,
    pub removed: bool,
}

impl Found {
    /// The thread that it is in.
    pub fn thread(&self) -> CommentId {
        self.answers.unwrap_or(self.id)
    }
}

/// The entry that a comment is about. A missing comment is asked about like one on an entry that nobody sees.
pub(crate) fn node_of(found: Option<&Found>) -> NodeId {
    found.map_or(NO_NODE, |found| found.node)
}

pub(crate) fn find(conn: &mut Conn<'_>, id: CommentId) -> db::Result<Option<Found>> {
    let sql = "SELECT c.comment_id, c.node_id, c.thread_id, c.users_id, c.text, c.removed_at IS NOT NULL
               FROM comments_comment c
               WHERE c.comment_id = $1";
    conn.find(sql, params![id], |row| {
        Ok(Found {
            id: row.get(0)?,
            node: row.get(1)?,
            answers: row.get(2)?,
            author: row.get(3)?,
            text: row.get(4)?,
            removed: row.get(5)?,
        })
    })
}

/// Who writes, where, and when.
pub(crate) struct New {
    pub node: NodeId,
    pub answers: Option<CommentId>,
    pub author: UserId,
    pub pin: Option<Pin>,
    pub at: Seconds,
}

pub(crate) fn insert(tx: &mut Tx<'_>, new: &New, text: &CommentText) -> db::Result<CommentId> {
    let (x, y) = (new.pin.map(|pin| pin.x), new.pin.map(|pin| pin.y));
    let id = tx.get(
        "INSERT INTO comments_comment (node_id, thread_id, users_id, text, made_at, pin_x, pin_y, pin_page)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         RETURNING comment_id",
        params![new.node, new.answers, new.author, &text.text, new.at, x, y, new.pin.and_then(|pin| pin.page)],
        |row| row.get(0),
    )?;
    mention(tx, id, &text.mentioned)?;
    Ok(id)
}

/// Notes who is mentioned, by the names of now.
pub(crate) fn mention(tx: &mut Tx<'_>, comment: CommentId, users: &BTreeSet<UserId>) -> db::Result<()> {
    for user in users {
        tx.run(
            "INSERT INTO comments_mention (comment_id, users_id, name)
             SELECT $1, u.users_id, u.name FROM identity_user u WHERE u.users_id = $2",
            params![comment, *user],
        )?;
    }
    Ok(())
}

pub(crate) fn mentioned_in(conn: &mut Conn<'_>, comment: CommentId) -> db::Result<BTreeSet<UserId>> {
    let sql = "SELECT m.users_id FROM comments_mention m WHERE m.comment_id = $1";
    Ok(conn.rows(sql, params![comment], |row| row.get(0))?.into_iter().collect())
}

/// The names of who is mentioned in these comments, as they were then; of somebody with several the last one.
pub(crate) fn mentioned_names(conn: &mut Conn<'_>, comments: &[CommentId]) -> db::Result<HashMap<UserId, String>> {
    let (list, values) = in_list(1, comments);
    let sql = format!(
        "SELECT m.users_id, m.name FROM comments_mention m
         WHERE m.comment_id IN ({list})
         ORDER BY m.comment_id"
    );
    Ok(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect())
}

/// Resolves a thread, or opens it again; false if it is so already.
pub(crate) fn resolve(tx: &mut Tx<'_>, thread: CommentId, by: Option<(UserId, Seconds)>) -> db::Result<bool> {
    let changed = match by {
        Some((user, at)) => tx.run(
            "UPDATE comments_comment SET resolved_at = $2, resolved_by = $3
             WHERE comment_id = $1 AND thread_id IS NULL AND resolved_at IS NULL",
            params![thread, at, user],
        ),
        None => tx.run(
            "UPDATE comments_comment SET resolved_at = NULL, resolved_by = NULL
             WHERE comment_id = $1 AND thread_id IS NULL AND resolved_at IS NOT NULL",
            params![thread],
        ),
    };
    Ok(changed? == 1)
}

/// Holds a thread until the end of the transaction: nobody answers it, or takes it away, meanwhile. False if there is
/// none.
pub(crate) fn hold(tx: &mut Tx<'_>, thread: CommentId) -> db::Result<bool> {
    let sql = "UPDATE comments_comment SET made_at = made_at WHERE comment_id = $1 AND thread_id IS NULL";
    Ok(tx.run(sql, params![thread])? == 1)
}

/// The id that comments of a thread from now on are not below.
pub(crate) fn after_latest(conn: &mut Conn<'_>, thread: CommentId) -> db::Result<CommentId> {
    let sql = "SELECT MAX(comment_id) + 1 FROM comments_comment WHERE comment_id = $1 OR thread_id = $1";
    conn.get(sql, params![thread], |row| row.get(0))
}

pub(crate) fn count_answers(conn: &mut Conn<'_>, thread: CommentId) -> db::Result<i64> {
    conn.get("SELECT COUNT(*) FROM comments_comment WHERE thread_id = $1", params![thread], |row| row.get(0))
}

/// Whether anything is said about an entry.
pub(crate) fn has_threads(conn: &mut Conn<'_>, node: NodeId) -> db::Result<bool> {
    conn.exists("SELECT 1 FROM comments_comment WHERE node_id = $1 LIMIT 1", params![node])
}

/// How many threads of an entry are open.
pub(crate) fn count_open(conn: &mut Conn<'_>, node: NodeId) -> db::Result<i64> {
    let sql = "SELECT COUNT(*) FROM comments_comment
               WHERE node_id = $1 AND thread_id IS NULL AND resolved_at IS NULL";
    conn.get(sql, params![node], |row| row.get(0))
}
