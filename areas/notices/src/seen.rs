//! `PUT notice/seen` and `notice/seen_about`: the asker has seen notices, or what they are about.

use axum::extract::State;
use axum::http::StatusCode;
use db::{Tx, Value, params};
use nodes::in_list;
use primitives::{NodeId, Seconds, UserId};
use rest::{CurrentUser, Json, Problem};
use serde::Deserialize;

use crate::Notices;
use crate::model::NoticeId;
use crate::notify::tell;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = NoticeSeen)]
pub(crate) struct Seen {
    notice_id: NoticeId,
    /// The earlier ones, too.
    #[serde(default)]
    and_earlier: bool,
}

/// Marks a notice of the asker as seen, or all up to it. What is told of the same thing later is a notice of its own.
#[utoipa::path(put, path = "/api/core/notice/seen", tag = "notices", operation_id = "notice_see", request_body = Seen,
    responses((status = NO_CONTENT, description = "They are seen")))]
pub(crate) async fn see(
    State(notices): State<Notices>,
    CurrentUser(actor): CurrentUser,
    Json(seen): Json<Seen>,
) -> Result<StatusCode, Problem> {
    let (person, now) = (actor.user, notices.clock.now());
    notices.db.write(move |tx| mark(tx, person, &seen, now)).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn mark(tx: &mut Tx<'_>, person: UserId, seen: &Seen, now: Seconds) -> db::Result<()> {
    let which = if seen.and_earlier { "notice_id <= $2" } else { "notice_id = $2" };
    let sql = format!("UPDATE notices_notice SET seen_at = $3 WHERE users_id = $1 AND {which} AND seen_at IS NULL");
    if tx.run(&sql, params![person, seen.notice_id, now])? > 0 { tell(tx, person) } else { Ok(()) }
}

/// So many kinds of notices are named at once.
const MOST_KINDS: usize = 20;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct NoticesAbout {
    node_id: NodeId,
    /// At most 20.
    #[schema(max_items = 20)]
    kinds: Vec<String>,
}

/// Marks the notices of the asker about an entry as seen, of these kinds: the asker looks at what they tell.
#[utoipa::path(put, path = "/api/core/notice/seen_about", tag = "notices", operation_id = "notice_see_about",
    request_body = NoticesAbout,
    responses((status = NO_CONTENT, description = "They are seen")))]
pub(crate) async fn see_about(
    State(notices): State<Notices>,
    CurrentUser(actor): CurrentUser,
    Json(about): Json<NoticesAbout>,
) -> Result<StatusCode, Problem> {
    if about.kinds.len() > MOST_KINDS {
        return Err(Problem::invalid("kinds", "invalid"));
    }
    let (person, now) = (actor.user, notices.clock.now());
    notices.db.write(move |tx| mark_about(tx, person, &about, now)).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn mark_about(tx: &mut Tx<'_>, person: UserId, about: &NoticesAbout, now: Seconds) -> db::Result<()> {
    let kinds: Vec<&str> = about.kinds.iter().map(String::as_str).collect();
    let (list, of_kinds) = in_list(4, &kinds);
    let values: Vec<Value<'_>> =
        [Value::from(person), Value::from(about.node_id), Value::from(now)].into_iter().chain(of_kinds).collect();
    let sql = format!(
        "UPDATE notices_notice SET seen_at = $3
         WHERE users_id = $1 AND node_id = $2 AND kind IN ({list}) AND seen_at IS NULL"
    );
    if tx.run(&sql, &values)? > 0 { tell(tx, person) } else { Ok(()) }
}
