//! `GET review/waiting`: the files that wait for a review by the asker.

use std::collections::HashMap;

use axum::extract::State;
use content::Entry;
use db::{Conn, params};
use primitives::{AppInstanceId, Cursor, NodeId, PageLimit, Seconds, UserId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::{Deserialize, Serialize};

use crate::day::Day;
use crate::model::{Person, ReviewId};
use crate::{Result, Reviews};

/// A page that skips many hidden files ends after this many rows, and goes on with `next`.
const MOST_READ: usize = 600;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WaitingQuery {
    /// 1 to 200; 60 if not given.
    limit: Option<u32>,
    /// `next` of the page before.
    after: Option<String>,
}

/// The place of a review in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    due: Day,
    review: ReviewId,
}

impl Place {
    const FIRST: Self = Self { due: Day(i64::MIN), review: ReviewId(0) };

    fn encode(self) -> String {
        Cursor { kind: 0, text: String::new(), number: self.due.0, id: self.review.0 }.encode()
    }
}

impl WaitingQuery {
    fn place(&self) -> Result<Place, Problem> {
        let cursor = rest::cursor("after", self.after.as_deref())?;
        Ok(cursor.map_or(Place::FIRST, |one| Place { due: Day(one.number), review: ReviewId(one.id) }))
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct WaitingReviewPage {
    items: Vec<WaitingReview>,
    /// Send it as `after` to get the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// A file that waits for the asker's answer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct WaitingReview {
    #[serde(flatten)]
    entry: Entry,
    review_id: ReviewId,
    /// Null if their account is gone.
    #[schema(required)]
    asked_by: Option<Person>,
    asked_at: Seconds,
    /// May be empty.
    message: String,
    /// The day by which answers are wanted.
    #[schema(required, value_type = Option<String>, format = Date)]
    due_on: Option<String>,
}

/// Lists the files that the asker was asked to review and has not answered about: only what they see now. What is due
/// first comes first, and what is due on no day last.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/review/waiting", tag = "reviews",
    operation_id = "review_waiting", params(("application_instance_id" = i64, Path), WaitingQuery),
    responses((status = OK, body = WaitingReviewPage, description = "One page")))]
pub(crate) async fn list(
    State(reviews): State<Reviews>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Query(query): Query<WaitingQuery>,
) -> Result<Json<WaitingReviewPage>, Problem> {
    let (place, limit) = (query.place()?, PageLimit::clamp(query.limit).rows());
    let page = security::read_long(&reviews.db, &actor, move |c, access| page(c, access, place, limit));
    Ok(Json(page.await?))
}

struct Row {
    node: NodeId,
    place: Place,
    asked_by: Option<Person>,
    asked_at: Seconds,
    message: String,
}

fn page(conn: &mut Conn<'_>, access: &mut Access<'_>, mut place: Place, limit: usize) -> Result<WaitingReviewPage> {
    let (mut items, mut rows_read) = (Vec::new(), 0);
    loop {
        let rows = rows(conn, access.actor().user, place, limit + 1)?;
        let is_end = rows.len() <= limit;
        rows_read += rows.len();
        let nodes: Vec<NodeId> = rows.iter().map(|row| row.node).collect();
        let seen = content::entries_of(conn, access, &nodes)?;
        let mut seen: HashMap<NodeId, Entry> = seen.into_iter().map(|entry| (entry.node_id, entry)).collect();
        for row in rows {
            if items.len() == limit {
                return Ok(WaitingReviewPage { items, next: Some(place.encode()) });
            }
            place = row.place;
            items.extend(seen.remove(&row.node).map(|entry| row.of(entry)));
        }
        if is_end || rows_read >= MOST_READ {
            return Ok(WaitingReviewPage { items, next: (!is_end).then(|| place.encode()) });
        }
    }
}

impl Row {
    fn of(self, entry: Entry) -> WaitingReview {
        let Self { place, asked_by, asked_at, message, .. } = self;
        let due_on = (place.due != Day::NEVER).then(|| place.due.written());
        WaitingReview { entry, review_id: place.review, asked_by, asked_at, message, due_on }
    }
}

fn rows(conn: &mut Conn<'_>, user: UserId, after: Place, limit: usize) -> db::Result<Vec<Row>> {
    let sql = "SELECT r.node_id, p.due_on, p.review_id, a.users_id, a.name, a.avatar_url, r.asked_at, r.message
               FROM reviews_reviewer p
               JOIN reviews_review r ON r.review_id = p.review_id
               LEFT JOIN identity_user a ON a.users_id = r.asked_by
               WHERE p.users_id = $1 AND p.waits AND (p.due_on, p.review_id) > ($2, $3)
               ORDER BY p.due_on, p.review_id
               LIMIT $4";
    let most = i64::try_from(limit).unwrap_or(i64::MAX);
    conn.rows(sql, params![user, after.due.0, after.review, most], |row| {
        let asked_by = match row.get::<Option<UserId>>(3)? {
            Some(users_id) => Some(Person { users_id, name: row.get(4)?, avatar_url: row.get(5)? }),
            None => None,
        };
        Ok(Row {
            node: row.get(0)?,
            place: Place { due: Day(row.get(1)?), review: row.get(2)? },
            asked_by,
            asked_at: row.get(6)?,
            message: row.get(7)?,
        })
    })
}
