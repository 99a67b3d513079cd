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

/// So many take part in a thread: those of whom something was heard last.
const MOST: i64 = 200;

/// Who wrote in a thread, or is mentioned in it.
pub(crate) fn participants(conn: &mut Conn<'_>, thread: CommentId) -> db::Result<BTreeSet<UserId>> {
    let sql = "SELECT p.users_id
               FROM (
                 SELECT c.users_id, c.comment_id FROM comments_comment c
                 WHERE (c.comment_id = $1 OR c.thread_id = $1) AND c.removed_at IS NULL
                 UNION ALL
                 SELECT m.users_id, c.comment_id
                 FROM comments_comment c
                 JOIN comments_mention m ON m.comment_id = c.comment_id
                 WHERE c.comment_id = $1 OR c.thread_id = $1
               ) p
               GROUP BY p.users_id
               ORDER BY MAX(p.comment_id) DESC, p.users_id
               LIMIT $2";
    Ok(conn.rows(sql, params![thread, MOST], |row| row.get(0))?.into_iter().collect())
}

/// Notes an e-mail about a thread for each of `concerned` other than the author: about what is said from the comment
/// `since` on, and about older comments that mention them from now on. Who waits for one already gets that one.
pub(crate) fn people(
    tx: &mut Tx<'_>,
    permit: &Permit<Comment>,
    (thread, since): (CommentId, CommentId),
    concerned: &BTreeSet<UserId>,
    now: Seconds,
) -> db::Result<()> {
    for user in concerned.iter().filter(|user| **user != permit.actor()) {
        // An e-mail that is being written meanwhile waits, and tells this, too.
        let hold = "UPDATE comments_waiting SET since = since WHERE thread_id = $1 AND users_id = $2";
        if tx.run(hold, params![thread, *user])? > 0 {
            continue;
        }
        tx.run(
            "INSERT INTO comments_waiting (thread_id, users_id, since) VALUES ($1, $2, $3)
             ON CONFLICT (thread_id, users_id) DO UPDATE SET since = comments_waiting.since",
            params![thread, *user, since],
        )?;
        emails::enqueue(tx, permit.tenant(), thread, *user, now)?;
    }
    Ok(())
}
