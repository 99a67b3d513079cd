//! What the bell tells people about comments, and what of it they are shown.

use std::collections::{BTreeSet, HashMap};

use authz::Permit;
use db::{Conn, Tx, Value};
use nodes::in_list;
use notices::{Notice, NoticeAbout, NoticeKind};
use primitives::{NodeKind, Seconds, UserId};
use security::Access;

use crate::acts::Comment;
use crate::model::CommentId;
use crate::store::{self, Found};
use crate::text::with_names;

/// Somebody is mentioned; its subject is the comment.
pub(crate) const MENTION: &str = "comment_mention";
/// A thread that they take part in is answered; its subject is the thread.
pub(crate) const ANSWER: &str = "comment_answer";
/// A thread about a file that they uploaded begins; its subject is the file.
pub(crate) const FILE: &str = "comment_file";
/// A thread that they take part in is resolved; its subject is the thread.
pub(crate) const RESOLVED: &str = "comment_resolved";

/// What the comments room tells of the subjects of its notices.
pub(crate) fn kinds() -> [NoticeKind; 4] {
    [
        NoticeKind::new(MENTION, mentions),
        NoticeKind::new(ANSWER, answers),
        NoticeKind::new(FILE, about_files),
        NoticeKind::new(RESOLVED, resolved_threads),
    ]
}

/// Tells `people` of something about the entry.
fn tell<'p>(
    tx: &mut Tx<'_>,
    permit: &Permit<Comment>,
    (kind, subject): (&'static str, i64),
    people: impl IntoIterator<Item = &'p UserId>,
    now: Seconds,
) -> db::Result<()> {
    let (tenant, from, node) = (permit.tenant(), Some(permit.actor()), Some(permit.node()));
    let detail = serde_json::json!({});
    let mut notice = Notice { tenant, to: permit.actor(), kind, from, node, subject, detail };
    for person in people {
        notice.to = *person;
        notices::notify(tx, &notice, now)?;
    }
    Ok(())
}

/// A comment mentions people who were not mentioned in it before.
pub(crate) fn mentioned(
    tx: &mut Tx<'_>,
    permit: &Permit<Comment>,
    comment: CommentId,
    people: &BTreeSet<UserId>,
    now: Seconds,
) -> db::Result<()> {
    tell(tx, permit, (MENTION, comment.0), people, now)
}

/// A thread begins. Who uploaded the file hears of it, too.
pub(crate) fn began(
    tx: &mut Tx<'_>,
    permit: &Permit<Comment>,
    thread: CommentId,
    people: &BTreeSet<UserId>,
    now: Seconds,
) -> db::Result<()> {
    mentioned(tx, permit, thread, people, now)?;
    if permit.kind() != NodeKind::File {
        return Ok(());
    }
    let maker = nodes::find(tx, permit.node())?.and_then(|node| node.created_by);
    let maker = maker.filter(|maker| !people.contains(maker));
    tell(tx, permit, (FILE, permit.node().0), maker.as_ref(), now)
}

/// A thread is answered, and by that open again. Who is mentioned in the answer hears of that alone.
pub(crate) fn answered(
    tx: &mut Tx<'_>,
    permit: &Permit<Comment>,
    (thread, answer): (CommentId, CommentId),
    (concerned, people): (&BTreeSet<UserId>, &BTreeSet<UserId>),
    now: Seconds,
) -> db::Result<()> {
    notices::withdraw(tx, RESOLVED, thread.0)?;
    mentioned(tx, permit, answer, people, now)?;
    tell(tx, permit, (ANSWER, thread.0), concerned.difference(people), now)
}

/// A thread is resolved, or open again.
pub(crate) fn resolved(
    tx: &mut Tx<'_>,
    permit: &Permit<Comment>,
    (thread, is_resolved): (CommentId, bool),
    concerned: &BTreeSet<UserId>,
    now: Seconds,
) -> db::Result<()> {
    if is_resolved {
        tell(tx, permit, (RESOLVED, thread.0), concerned, now)
    } else {
        notices::withdraw(tx, RESOLVED, thread.0)
    }
}

/// A comment is gone, and perhaps its thread, or the last one about the file.
pub(crate) fn removed(tx: &mut Tx<'_>, gone: &Found) -> db::Result<()> {
    notices::withdraw(tx, MENTION, gone.id.0)?;
    let thread = gone.thread();
    if store::count_answers(tx, thread)? == 0 {
        notices::withdraw(tx, ANSWER, thread.0)?;
    }
    if store::find(tx, thread)?.is_none() {
        notices::withdraw(tx, RESOLVED, thread.0)?;
        if !store::has_threads(tx, gone.node)? {
            notices::withdraw(tx, FILE, gone.node.0)?;
        }
    }
    Ok(())
}

type Told = security::Result<HashMap<i64, NoticeAbout>>;

/// Comments that mention the reader.
fn mentions(conn: &mut Conn<'_>, access: &mut Access<'_>, comments: &[i64]) -> Told {
    told(conn, access, comments, |list| {
        format!(
            "SELECT c.comment_id, COALESCE(c.thread_id, c.comment_id), c.comment_id, c.text
             FROM comments_comment c
             JOIN comments_mention m ON m.comment_id = c.comment_id AND m.users_id = $1
             WHERE c.comment_id IN ({list}) AND c.removed_at IS NULL"
        )
    })
}

/// Of each thread the latest answer of others.
fn answers(conn: &mut Conn<'_>, access: &mut Access<'_>, threads: &[i64]) -> Told {
    told(conn, access, threads, |list| {
        format!(
            "SELECT c.thread_id, c.thread_id, c.comment_id, c.text
             FROM comments_comment c
             WHERE c.comment_id IN (
               SELECT MAX(a.comment_id) FROM comments_comment a
               WHERE a.thread_id IN ({list}) AND a.users_id <> $1
               GROUP BY a.thread_id)"
        )
    })
}

/// Of each file the latest thread that others began.
fn about_files(conn: &mut Conn<'_>, access: &mut Access<'_>, files: &[i64]) -> Told {
    told(conn, access, files, |list| {
        format!(
            "SELECT c.node_id, c.comment_id, c.comment_id, c.text
             FROM comments_comment c
             WHERE c.comment_id IN (
               SELECT MAX(a.comment_id) FROM comments_comment a
               WHERE a.node_id IN ({list}) AND a.thread_id IS NULL AND a.removed_at IS NULL AND a.users_id <> $1
               GROUP BY a.node_id)"
        )
    })
}

/// Threads that others have resolved, with what they began with.
fn resolved_threads(conn: &mut Conn<'_>, access: &mut Access<'_>, threads: &[i64]) -> Told {
    told(conn, access, threads, |list| {
        format!(
            "SELECT c.comment_id, c.comment_id, c.comment_id, c.text
             FROM comments_comment c
             WHERE c.comment_id IN ({list}) AND c.resolved_at IS NOT NULL
               AND (c.resolved_by IS NULL OR c.resolved_by <> $1)"
        )
    })
}

/// The letters of a text that are told.
const SHOWN: usize = 160;

/// A subject, the thread that a press leads to, and a comment with its text.
type Read = (i64, i64, CommentId, String);

/// What `sql` finds of the subjects in its list; `$1` is the reader.
fn told(conn: &mut Conn<'_>, access: &Access<'_>, subjects: &[i64], sql: impl Fn(&str) -> String) -> Told {
    let (list, ids) = in_list(2, subjects);
    let values: Vec<_> = std::iter::once(Value::from(access.actor().user)).chain(ids).collect();
    let found: Vec<Read> =
        conn.rows(&sql(&list), &values, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    let names = store::mentioned_names(conn, &found.iter().map(|(_, _, comment, _)| *comment).collect::<Vec<_>>())?;
    let about = |(subject, thread, _, text): Read| {
        let words = with_names(&text, &names).split_whitespace().collect::<Vec<_>>().join(" ");
        let text = Some(words.chars().take(SHOWN).collect()).filter(|text: &String| !text.is_empty());
        (subject, NoticeAbout { title: None, text, target: Some(thread) })
    };
    Ok(found.into_iter().map(about).collect())
}
