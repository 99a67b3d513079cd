//! Threads as somebody reads them, with their answers and mentions.

use std::collections::HashMap;

use authz::{Permit, decide};
use db::{Conn, Row, Value, params};
use nodes::in_list;
use primitives::{NodeId, Seconds, UserId};

use crate::acts::{Comment as CommentAct, ModerateComments};
use crate::error::{Error, Result};
use crate::model::{Comment, CommentId, CommentMention, CommentThread, Person, Pin, Resolution};

/// Which threads of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    All,
    Open,
    Resolved,
}

/// Who reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader {
    user: UserId,
    moderates: bool,
}

impl Reader {
    pub fn of(permit: &Permit<CommentAct>) -> Self {
        let moderates = decide::<ModerateComments>(permit.facts().clone()).is_ok();
        Self { user: permit.actor(), moderates }
    }
}

/// So many answers of each thread come with it.
const LATEST: i64 = 10;

const COLUMNS: &str = "c.comment_id, c.text, u.users_id, u.name, u.avatar_url, c.made_at, c.edited_at,
    c.removed_at IS NOT NULL";

/// Up to `limit` threads of `node` that began before `before`, the latest first.
pub(crate) fn threads(
    conn: &mut Conn<'_>,
    reader: Reader,
    (node, which): (NodeId, Which),
    before: CommentId,
    limit: usize,
) -> db::Result<Vec<CommentThread>> {
    let state = match which {
        Which::All => "",
        Which::Open => "AND c.resolved_at IS NULL",
        Which::Resolved => "AND c.resolved_at IS NOT NULL",
    };
    let filter = format!("c.node_id = $1 AND c.comment_id < $2 {state} ORDER BY c.comment_id DESC LIMIT $3");
    let most = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut found = first_ones(conn, reader, &filter, params![node, before, most])?;
    add_answers(conn, reader, &mut found)?;
    Ok(found)
}

/// One thread.
pub(crate) fn thread(conn: &mut Conn<'_>, reader: Reader, id: CommentId) -> Result<CommentThread> {
    let mut found = first_ones(conn, reader, "c.comment_id = $1", params![id])?;
    add_answers(conn, reader, &mut found)?;
    found.pop().ok_or(Error::Missing)
}

/// One comment.
pub(crate) fn comment(conn: &mut Conn<'_>, reader: Reader, id: CommentId) -> Result<Comment> {
    let sql = format!(
        "SELECT {COLUMNS} FROM comments_comment c
         JOIN identity_user u ON u.users_id = c.users_id
         WHERE c.comment_id = $1"
    );
    let mut found = conn.find(&sql, params![id], |row| read(row, reader))?.ok_or(Error::Missing)?;
    add_mentions(conn, vec![&mut found])?;
    Ok(found)
}

fn first_ones(
    conn: &mut Conn<'_>,
    reader: Reader,
    filter: &str,
    values: &[Value<'_>],
) -> db::Result<Vec<CommentThread>> {
    let sql = format!(
        "SELECT {COLUMNS}, c.node_id, c.pin_x, c.pin_y, c.pin_page, c.resolved_at, r.name,
           CASE WHEN c.pin_x IS NOT NULL THEN (
             SELECT COUNT(*) FROM comments_comment p
             WHERE p.node_id = c.node_id AND p.pin_x IS NOT NULL AND p.comment_id <= c.comment_id
           ) END
         FROM comments_comment c
         JOIN identity_user u ON u.users_id = c.users_id
         LEFT JOIN identity_user r ON r.users_id = c.resolved_by
         WHERE c.thread_id IS NULL AND {filter}"
    );
    conn.rows(&sql, values, |row| {
        let (x, y): (Option<i64>, Option<i64>) = (row.get(9)?, row.get(10)?);
        let (page, resolved_at, by) = (row.get(11)?, row.get::<Option<Seconds>>(12)?, row.get(13)?);
        Ok(CommentThread {
            first: read(row, reader)?,
            node_id: row.get(8)?,
            pin: x.zip(y).map(|(x, y)| Pin { x, y, page }),
            resolved: resolved_at.map(|at| Resolution { at, by }),
            pin_number: row.get(14)?,
            answers: Vec::new(),
            answer_count: 0,
        })
    })
}

fn read(row: &Row<'_>, reader: Reader) -> db::Result<Comment> {
    let (author, removed): (UserId, bool) = (row.get(2)?, row.get(7)?);
    let own = author == reader.user && !removed;
    Ok(Comment {
        comment_id: row.get(0)?,
        text: row.get(1)?,
        mentions: Vec::new(),
        made_by: Person { users_id: author, name: row.get(3)?, avatar_url: row.get(4)? },
        made_at: row.get(5)?,
        edited_at: row.get(6)?,
        removed,
        may_edit: own,
        may_remove: own || (reader.moderates && !removed),
    })
}

/// Gives the threads their latest answers, and all comments their mentions.
fn add_answers(conn: &mut Conn<'_>, reader: Reader, threads: &mut [CommentThread]) -> db::Result<()> {
    let ids: Vec<CommentId> = threads.iter().map(|thread| thread.first.comment_id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let (list, values) = in_list(2, &ids);
    let values: Vec<_> = std::iter::once(Value::from(LATEST)).chain(values).collect();
    let sql = format!(
        "SELECT {COLUMNS}, a.thread_id, a.answer_count
         FROM (
           SELECT n.comment_id, n.thread_id, COUNT(*) OVER (PARTITION BY n.thread_id) AS answer_count,
             ROW_NUMBER() OVER (PARTITION BY n.thread_id ORDER BY n.comment_id DESC) AS place
           FROM comments_comment n
           WHERE n.thread_id IN ({list})
         ) a
         JOIN comments_comment c ON c.comment_id = a.comment_id
         JOIN identity_user u ON u.users_id = c.users_id
         WHERE a.place <= $1
         ORDER BY c.comment_id"
    );
    let answers = conn.rows(&sql, &values, |row| Ok((row.get::<CommentId>(8)?, row.get(9)?, read(row, reader)?)))?;
    let mut of_thread: HashMap<CommentId, Vec<Comment>> = HashMap::new();
    let mut counts: HashMap<CommentId, i64> = HashMap::new();
    for (thread, count, answer) in answers {
        of_thread.entry(thread).or_default().push(answer);
        counts.insert(thread, count);
    }
    for thread in threads.iter_mut() {
        let id = thread.first.comment_id;
        thread.answers = of_thread.remove(&id).unwrap_or_default();
        thread.answer_count = counts.remove(&id).unwrap_or_default();
    }
    let all = threads.iter_mut().flat_map(|thread| std::iter::once(&mut thread.first).chain(&mut thread.answers));
    add_mentions(conn, all.collect())
}

/// All answers of a thread; `answer.rs` bounds their number.
pub(crate) fn answers(conn: &mut Conn<'_>, reader: Reader, thread: CommentId) -> db::Result<Vec<Comment>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM comments_comment c
         JOIN identity_user u ON u.users_id = c.users_id
         WHERE c.thread_id = $1
         ORDER BY c.comment_id"
    );
    let mut found = conn.rows(&sql, params![thread], |row| read(row, reader))?;
    add_mentions(conn, found.iter_mut().collect())?;
    Ok(found)
}

fn add_mentions(conn: &mut Conn<'_>, comments: Vec<&mut Comment>) -> db::Result<()> {
    let ids: Vec<CommentId> = comments.iter().map(|comment| comment.comment_id).collect();
    let mut mentions = mentions(conn, &ids)?;
    for comment in comments {
        comment.mentions = mentions.remove(&comment.comment_id).unwrap_or_default();
    }
    Ok(())
}

fn mentions(conn: &mut Conn<'_>, comments: &[CommentId]) -> db::Result<HashMap<CommentId, Vec<CommentMention>>> {
    let mut found: HashMap<CommentId, Vec<CommentMention>> = HashMap::new();
    for some in comments.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!(
            "SELECT m.comment_id, m.users_id, m.name FROM comments_mention m
             WHERE m.comment_id IN ({list})
             ORDER BY m.comment_id, m.users_id"
        );
        let read = |row: &Row<'_>| Ok((row.get(0)?, CommentMention { users_id: row.get(1)?, name: row.get(2)? }));
        for (comment, mention) in conn.rows(&sql, &values, read)? {
            found.entry(comment).or_default().push(mention);
        }
    }
    Ok(found)
}
