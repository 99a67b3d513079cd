//! `GET notice/unseen`: how many notices the asker has not seen, for the bell.

use axum::extract::State;
use db::Conn;
use rest::{CurrentUser, Json, Problem};
use security::{Access, Result};
use serde::Serialize;

use crate::Notices;
use crate::model::NoticeId;
use crate::shown::shown;
use crate::store::{self, Only};

/// They are counted up to this number.
const COUNTED: usize = 100;
/// So many rows are looked at, at once and at most.
const AT_ONCE: usize = 100;
const MOST_READ: usize = 300;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct NoticeCount {
    /// 100 means 100 or more.
    #[schema(maximum = 100)]
    unseen: usize,
}

/// Counts the notices that the asker has not seen: only what they may know of now.
#[utoipa::path(get, path = "/api/core/notice/unseen", tag = "notices", operation_id = "notice_count",
    responses((status = OK, body = NoticeCount, description = "How many there are")))]
pub(crate) async fn count(
    State(notices): State<Notices>,
    CurrentUser(actor): CurrentUser,
) -> Result<Json<NoticeCount>, Problem> {
    let counted = security::read_long(&notices.db, &actor, unseen).await?;
    Ok(Json(counted))
}

fn unseen(conn: &mut Conn<'_>, access: &mut Access<'_>) -> Result<NoticeCount> {
    let person = access.actor().user;
    let (mut unseen, mut before, mut rows_read) = (0, NoticeId(i64::MAX), 0);
    loop {
        let rows = store::latest(conn, person, before, Only::Unseen, AT_ONCE)?;
        rows_read += rows.len();
        let (is_end, last) = (rows.len() < AT_ONCE, rows.last().map(|row| row.id));
        unseen += shown(conn, access, rows)?.len();
        before = last.unwrap_or(before);
        if is_end || unseen >= COUNTED || rows_read >= MOST_READ {
            return Ok(NoticeCount { unseen: unseen.min(COUNTED) });
        }
    }
}
