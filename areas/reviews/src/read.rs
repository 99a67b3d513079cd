//! Reviews of a file as somebody reads them, with the people who are asked and what they answered.

use std::collections::HashMap;

use authz::{Permit, decide};
use db::{Conn, Row, params};
use nodes::in_list;
use primitives::{NodeId, Seconds, UserId};

use crate::acts::{AskForReview, ManageReviews, Review as ReviewAct};
use crate::day::Day;
use crate::model::{EndOfReview, Person, Review, ReviewAnswer, ReviewId, ReviewOfFile, Reviewer};
use crate::outcome::ReviewState;
use crate::store::{self, ENDED};

/// Earlier answers of one reviewer that are shown.
pub(crate) const EARLIER: i64 = 5;

/// Who reads.
struct Reader {
    user: UserId,
    manages: bool,
}

/// Whether the holder of the permit may change a review that this person has asked for.
pub(crate) fn may_manage(permit: &Permit<ReviewAct>, asked_by: Option<UserId>) -> bool {
    asked_by == Some(permit.actor()) || decide::<ManageReviews>(permit.facts().clone()).is_ok()
}

/// Whether the reviewers see the file is not asked here.
pub(crate) fn of_file(conn: &mut Conn<'_>, permit: &Permit<ReviewAct>) -> db::Result<ReviewOfFile> {
    let node = permit.node();
    let content = store::file_now(conn, node)?.content;
    let reader = Reader { user: permit.actor(), manages: decide::<ManageReviews>(permit.facts().clone()).is_ok() };
    let mut reviews = reviews(conn, &reader, node)?;
    add_reviewers(conn, &reader, &mut reviews, &content.hash)?;
    let (mut open, mut earlier): (Vec<_>, Vec<_>) = reviews.into_iter().partition(|one| one.ended.is_none());
    let review = open.pop();
    earlier.truncate(usize::try_from(ENDED).unwrap_or(usize::MAX));
    let is_free = review.as_ref().is_none_or(|review| review.state != ReviewState::Waiting);
    let may_ask = is_free && decide::<AskForReview>(permit.facts().clone()).is_ok();
    Ok(ReviewOfFile { node_id: node, version: content.version, review, earlier, may_ask })
}

/// The latest first.
fn reviews(conn: &mut Conn<'_>, reader: &Reader, node: NodeId) -> db::Result<Vec<Review>> {
    let sql = "SELECT r.review_id, r.state, a.users_id, a.name, a.avatar_url, r.asked_at, r.message, r.one_is_enough,
                 r.due_on, r.ended_at, e.name
               FROM reviews_review r
               LEFT JOIN identity_user a ON a.users_id = r.asked_by
               LEFT JOIN identity_user e ON e.users_id = r.ended_by
               WHERE r.node_id = $1
               ORDER BY r.review_id DESC
               LIMIT $2";
    conn.rows(sql, params![node, ENDED + 1], |row| {
        let asked_by = match row.get::<Option<UserId>>(2)? {
            Some(users_id) => Some(Person { users_id, name: row.get(3)?, avatar_url: row.get(4)? }),
            None => None,
        };
        let (ended_at, by) = (row.get::<Option<Seconds>>(9)?, row.get(10)?);
        let is_mine = asked_by.as_ref().is_some_and(|asker| asker.users_id == reader.user);
        Ok(Review {
            review_id: row.get(0)?,
            state: row.get(1)?,
            asked_by,
            asked_at: row.get(5)?,
            message: row.get(6)?,
            one_is_enough: row.get(7)?,
            due_on: row.get::<Option<i64>>(8)?.map(|day| Day(day).written()),
            reviewers: Vec::new(),
            may_answer: false,
            may_manage: ended_at.is_none() && (is_mine || reader.manages),
            ended: ended_at.map(|at| EndOfReview { at, by }),
        })
    })
}

/// Gives the reviews the people who are asked.
fn add_reviewers(conn: &mut Conn<'_>, reader: &Reader, reviews: &mut [Review], hash: &str) -> db::Result<()> {
    let ids: Vec<ReviewId> = reviews.iter().map(|review| review.review_id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let mut earlier = earlier_answers(conn, &ids)?;
    let (list, values) = in_list(1, &ids);
    let sql = format!(
        "SELECT p.review_id, p.users_id, u.name, u.avatar_url, p.waits, p.approves, p.words, p.version, p.hash,
           p.answered_at
         FROM reviews_reviewer p
         JOIN identity_user u ON u.users_id = p.users_id
         WHERE p.review_id IN ({list})
         ORDER BY p.review_id, u.folded, u.users_id"
    );
    let mut asked: HashMap<ReviewId, Vec<Reviewer>> = HashMap::new();
    for (review, mut reviewer) in conn.rows(&sql, &values, |row| reviewer(row, hash))? {
        reviewer.earlier = earlier.remove(&(review, reviewer.person.users_id)).unwrap_or_default();
        asked.entry(review).or_default().push(reviewer);
    }
    for review in reviews {
        review.reviewers = asked.remove(&review.review_id).unwrap_or_default();
        let is_asked = review.reviewers.iter().any(|one| one.person.users_id == reader.user);
        review.may_answer = is_asked && review.ended.is_none();
    }
    Ok(())
}

fn reviewer(row: &Row<'_>, hash: &str) -> db::Result<(ReviewId, Reviewer)> {
    let answer = match row.get::<Option<bool>>(5)? {
        Some(approves) => Some(ReviewAnswer {
            approves,
            words: row.get(6)?,
            version: row.get(7)?,
            is_current: row.get::<String>(8)? == hash,
            answered_at: row.get(9)?,
        }),
        None => None,
    };
    let person = Person { users_id: row.get(1)?, name: row.get(2)?, avatar_url: row.get(3)? };
    Ok((row.get(0)?, Reviewer { person, waits: row.get(4)?, sees: false, answer, earlier: Vec::new() }))
}

type Earlier = HashMap<(ReviewId, UserId), Vec<ReviewAnswer>>;

/// What reviewers answered about contents before that of their last answer, the latest first.
fn earlier_answers(conn: &mut Conn<'_>, reviews: &[ReviewId]) -> db::Result<Earlier> {
    let (list, values) = in_list(1, reviews);
    let sql = format!(
        "SELECT a.review_id, a.users_id, a.approves, a.words, a.version, a.answered_at
         FROM reviews_earlier_answer a
         WHERE a.review_id IN ({list})
         ORDER BY a.review_id, a.users_id, a.version DESC"
    );
    let mut found = Earlier::new();
    for (key, answer) in conn.rows(&sql, &values, |row| {
        let (approves, words, version) = (row.get(2)?, row.get(3)?, row.get(4)?);
        let answer = ReviewAnswer { approves, words, version, is_current: false, answered_at: row.get(5)? };
        Ok(((row.get(0)?, row.get(1)?), answer))
    })? {
        found.entry(key).or_default().push(answer);
    }
    Ok(found)
}
