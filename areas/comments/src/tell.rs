//! Who hears of a comment: open pages at once, people by e-mail soon, and the log.

use std::collections::BTreeSet;

use activity::About;
use audit::{Act, Object};
use authz::Permit;
use db::{Conn, Tx, params};
use primitives::{NodeId, Seconds, UserId};
use serde_json::json;

use crate::acts::Comment;
use crate::emails;
use crate::error::{Error, Result};
use crate::model::CommentId;

/// Pages that show the entry read its comments again; only people who see it hear of them.
pub(crate) fn pages(tx: &mut Tx<'_>, node: NodeId) -> db::Result<()> {
    let body = json!({ "type": "comment", "node_id": node, "status": "updated" });
    activity::tell_node(tx, node, About::Node(node), &body)
}

/// The log's entry stands at the node. It has no texts: what was removed is gone.
pub(crate) fn act(conn: &mut Conn<'_>, what: &'static str, permit: &Permit<Comment>) -> Result<Act> {
    let node = nodes::find(conn, permit.node())?.ok_or(Error::Missing)?;
    Ok(Act::new(what, permit.tenant(), Object::new("node", node.id.0, node.name.as_str())))
}

/// Who wrote in a thread, or is mentioned in it.
pub(crate) fn participants(conn: &mut Conn<'_>, thread: CommentId) -> db::Result<BTreeSet<UserId>> {
    let sql = "SELECT c.users_id FROM comments_comment c
               WHERE (c.comment_id = $1 OR c.thread_id = $1) AND c.removed_at IS NULL
               UNION
               SELECT m.users_id
               FROM comments_comment c
               JOIN comments_mention m ON m.comment_id = c.comment_id
               WHERE c.comment_id = $1 OR c.thread_id = $1";
    Ok(conn.rows(sql, params![thread], |row| row.get(0))?.into_iter().collect())
}

/// Notes an e-mail about a thread, which begins with `comment`, for each of `concerned` other than the author. Who
/// waits for one already gets that one.
pub(crate) fn people(
    tx: &mut Tx<'_>,
    permit: &Permit<Comment>,
    (thread, comment): (CommentId, CommentId),
    concerned: &BTreeSet<UserId>,
    now: Seconds,
) -> db::Result<()> {
    for user in concerned.iter().filter(|user| **user != permit.actor()) {
        let noted = tx.run(
            "INSERT INTO comments_waiting (thread_id, users_id, since) VALUES ($1, $2, $3)
             ON CONFLICT (thread_id, users_id) DO NOTHING",
            params![thread, *user, comment],
        )?;
        if noted > 0 {
            emails::enqueue(tx, permit.tenant(), thread, *user, now)?;
        }
    }
    Ok(())
}
