//! `DELETE notice`: the asker puts notices away.

use axum::extract::State;
use axum::http::StatusCode;
use db::{Tx, params};
use primitives::UserId;
use rest::{CurrentUser, Path, Problem, Query};
use serde::Deserialize;

use crate::Notices;
use crate::model::NoticeId;
use crate::notify::tell;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ClearQuery {
    /// The latest that is removed: what came after it stays.
    #[param(value_type = i64)]
    up_to: NoticeId,
}

/// Removes one notice of the asker.
#[utoipa::path(delete, path = "/api/core/notice/{notice_id}", tag = "notices", operation_id = "notice_remove",
    params(("notice_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It is gone")))]
pub(crate) async fn remove(
    State(notices): State<Notices>,
    CurrentUser(actor): CurrentUser,
    Path(notice): Path<NoticeId>,
) -> Result<StatusCode, Problem> {
    let person = actor.user;
    let sql = "DELETE FROM notices_notice WHERE users_id = $1 AND notice_id = $2";
    let removed = notices.db.write(move |tx| delete(tx, sql, person, notice));
    if removed.await? { Ok(StatusCode::NO_CONTENT) } else { Err(Problem::not_found()) }
}

/// Removes all notices of the asker up to one.
#[utoipa::path(delete, path = "/api/core/notice", tag = "notices", operation_id = "notice_clear", params(ClearQuery),
    responses((status = NO_CONTENT, description = "They are gone")))]
pub(crate) async fn clear(
    State(notices): State<Notices>,
    CurrentUser(actor): CurrentUser,
    Query(query): Query<ClearQuery>,
) -> Result<StatusCode, Problem> {
    let person = actor.user;
    let sql = "DELETE FROM notices_notice WHERE users_id = $1 AND notice_id <= $2";
    notices.db.write(move |tx| delete(tx, sql, person, query.up_to)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whether there was something to remove.
fn delete(tx: &mut Tx<'_>, sql: &str, person: UserId, notice: NoticeId) -> db::Result<bool> {
    let removed = tx.run(sql, params![person, notice])? > 0;
    if removed {
        tell(tx, person)?;
    }
    Ok(removed)
}
