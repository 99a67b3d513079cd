//! The rows of reviews, and the content of the files that they are about.

use db::{Conn, Row, Tx, Value, params};
use nodes::{NO_NODE, in_list};
use primitives::{NodeId, Seconds, TenantId, UserId};

use crate::day::Day;
use crate::model::ReviewId;
use crate::outcome::{Needs, ReviewState};

/// Reviews of a file that have ended and are kept.
pub(crate) const ENDED: i64 = 10;

/// A review, as who changes it needs to know it.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub id: ReviewId,
    pub node: NodeId,
    pub asked_by: Option<UserId>,
    pub needs: Needs,
    pub due: Option<Day>,
    pub state: ReviewState,
}

const COLUMNS: &str = "r.review_id, r.node_id, r.asked_by, r.one_is_enough, r.due_on, r.state";

fn found(row: &Row<'_>) -> db::Result<Found> {
    Ok(Found {
        id: row.get(0)?,
        node: row.get(1)?,
        asked_by: row.get(2)?,
        needs: Needs::of(row.get(3)?),
        due: row.get::<Option<i64>>(4)?.map(Day),
        state: row.get(5)?,
    })
}

pub(crate) fn find(conn: &mut Conn<'_>, id: ReviewId) -> db::Result<Option<Found>> {
    let sql = format!("SELECT {COLUMNS} FROM reviews_review r WHERE r.review_id = $1");
    conn.find(&sql, params![id], found)
}

/// The review of a file that goes on.
pub(crate) fn open_of(conn: &mut Conn<'_>, node: NodeId) -> db::Result<Option<Found>> {
    let sql = format!("SELECT {COLUMNS} FROM reviews_review r WHERE r.node_id = $1 AND r.ended_at IS NULL");
    conn.find(&sql, params![node], found)
}

/// The file of a review. A missing review is asked about like one of a file that nobody sees.
pub(crate) fn node_of(found: Option<&Found>) -> NodeId {
    found.map_or(NO_NODE, |found| found.node)
}

/// Holds the review of a file until the end of the transaction: nobody answers, changes or ends it meanwhile. None if
/// none goes on.
pub(crate) fn hold_open(tx: &mut Tx<'_>, node: NodeId) -> db::Result<Option<Found>> {
    tx.run("UPDATE reviews_review SET asked_at = asked_at WHERE node_id = $1 AND ended_at IS NULL", params![node])?;
    open_of(tx, node)
}

/// What a file has now.
#[derive(Clone, Debug)]
pub(crate) struct FileNow {
    pub name: String,
    pub parent: Option<NodeId>,
    pub tenant: TenantId,
    pub content: Content,
}

/// A content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    /// BLAKE3, hexadecimal; empty if it is not known.
    pub hash: String,
    /// Counted from 1.
    pub version: i64,
}

pub(crate) fn file_now(conn: &mut Conn<'_>, node: NodeId) -> db::Result<FileNow> {
    let sql = "SELECT n.name, n.parent_id, n.tenant_id, COALESCE(n.content_hash, ''),
                 COALESCE((SELECT MAX(v.number) FROM content_version v WHERE v.file_id = n.node_id), 1)
               FROM nodes_node n
               WHERE n.node_id = $1";
    conn.get(sql, params![node], |row| {
        let content = Content { hash: row.get(3)?, version: row.get(4)? };
        Ok(FileNow { name: row.get(0)?, parent: row.get(1)?, tenant: row.get(2)?, content })
    })
}

/// What somebody asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    pub message: String,
    pub one_is_enough: bool,
    pub due: Option<Day>,
}

/// Begins a review; None if one goes on already.
pub(crate) fn insert(
    tx: &mut Tx<'_>,
    (node, asker): (NodeId, UserId),
    terms: &Terms,
    now: Seconds,
) -> db::Result<Option<ReviewId>> {
    let sql = "INSERT INTO reviews_review (node_id, asked_by, message, one_is_enough, due_on, asked_at, state)
               VALUES ($1, $2, $3, $4, $5, $6, $7)
               ON CONFLICT (node_id) WHERE ended_at IS NULL DO NOTHING
               RETURNING review_id";
    let due = terms.due.map(|day| day.0);
    let state = ReviewState::Waiting.code();
    tx.find(sql, params![node, asker, &terms.message, terms.one_is_enough, due, now, state], |row| row.get(0))
}

/// Asks these people, but for those who are asked already.
pub(crate) fn add_reviewers(
    tx: &mut Tx<'_>,
    review: ReviewId,
    due: Option<Day>,
    users: &[UserId],
    now: Seconds,
) -> db::Result<()> {
    let (list, ids) = in_list(4, users);
    let sql = format!(
        "INSERT INTO reviews_reviewer (review_id, users_id, waits, due_on, reminded)
         SELECT CAST($1 AS BIGINT), u.users_id, TRUE, CAST($2 AS BIGINT), CAST($3 AS BOOLEAN)
         FROM identity_user u
         WHERE u.users_id IN ({list})
         ON CONFLICT (review_id, users_id) DO NOTHING"
    );
    let day = due.unwrap_or(Day::NEVER);
    let fixed = [Value::from(review), Value::from(day.0), Value::from(is_too_late_to_remind(day, now))];
    let values: Vec<_> = fixed.into_iter().chain(ids).collect();
    tx.run(&sql, &values).map(drop)
}

/// Reminders are sent the day before, from this hour of Greenwich on.
const MORNING: Seconds = 9 * 3_600;

/// What is due up to this day is reminded of now.
pub(crate) fn reminded_until(now: Seconds) -> Day {
    Day::of(now - MORNING).after(1)
}

fn is_too_late_to_remind(day: Day, now: Seconds) -> bool {
    day <= reminded_until(now)
}

/// Another day, or another number of approvals. Who was reminded of the day before is reminded of this one, too.
pub(crate) fn change(
    tx: &mut Tx<'_>,
    review: ReviewId,
    (due, one_is_enough): (Option<Day>, bool),
    now: Seconds,
) -> db::Result<()> {
    let sql = "UPDATE reviews_review SET due_on = $2, one_is_enough = $3 WHERE review_id = $1";
    tx.run(sql, params![review, due.map(|day| day.0), one_is_enough])?;
    let day = due.unwrap_or(Day::NEVER);
    let sql = "UPDATE reviews_reviewer SET due_on = $2, reminded = $3 WHERE review_id = $1 AND due_on <> $2";
    tx.run(sql, params![review, day.0, is_too_late_to_remind(day, now)]).map(drop)
}

/// Nobody answers it any more. The earliest of too many that have ended goes.
pub(crate) fn end(tx: &mut Tx<'_>, review: &Found, by: UserId, now: Seconds) -> db::Result<()> {
    let sql = "UPDATE reviews_review SET ended_at = $2, ended_by = $3 WHERE review_id = $1";
    tx.run(sql, params![review.id, now, by])?;
    tx.run("UPDATE reviews_reviewer SET waits = FALSE WHERE review_id = $1 AND waits", params![review.id])?;
    let sql = "DELETE FROM reviews_review
               WHERE node_id = $1 AND ended_at IS NOT NULL AND review_id NOT IN (
                 SELECT r.review_id FROM reviews_review r
                 WHERE r.node_id = $1 AND r.ended_at IS NOT NULL
                 ORDER BY r.review_id DESC
                 LIMIT $2)";
    tx.run(sql, params![review.node, ENDED]).map(drop)
}

pub(crate) fn reviewers(conn: &mut Conn<'_>, review: ReviewId) -> db::Result<Vec<UserId>> {
    let sql = "SELECT p.users_id FROM reviews_reviewer p WHERE p.review_id = $1 ORDER BY p.users_id";
    conn.rows(sql, params![review], |row| row.get(0))
}

pub(crate) fn is_reviewer(conn: &mut Conn<'_>, review: ReviewId, user: UserId) -> db::Result<bool> {
    let sql = "SELECT 1 FROM reviews_reviewer p WHERE p.review_id = $1 AND p.users_id = $2";
    conn.exists(sql, params![review, user])
}

/// Those for whose answer the review waits.
pub(crate) fn waiting(conn: &mut Conn<'_>, review: ReviewId) -> db::Result<Vec<UserId>> {
    let sql = "SELECT p.users_id FROM reviews_reviewer p WHERE p.review_id = $1 AND p.waits ORDER BY p.users_id";
    conn.rows(sql, params![review], |row| row.get(0))
}

/// Those of `users` who were asked about a file, or asked others.
pub(crate) fn took_part(conn: &mut Conn<'_>, node: NodeId, users: &[UserId]) -> db::Result<Vec<UserId>> {
    let (list, ids) = in_list(2, users);
    let values: Vec<_> = std::iter::once(Value::from(node)).chain(ids).collect();
    let sql = format!(
        "SELECT p.users_id
         FROM reviews_review r
         JOIN reviews_reviewer p ON p.review_id = r.review_id
         WHERE r.node_id = $1 AND p.users_id IN ({list})
         UNION
         SELECT r.asked_by FROM reviews_review r WHERE r.node_id = $1 AND r.asked_by IN ({list})"
    );
    conn.rows(&sql, &values, |row| row.get(0))
}
