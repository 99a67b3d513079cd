//! `GET notice`: what the asker is told, the latest first.

use axum::extract::State;
use db::Conn;
use primitives::Cursor;
use rest::{CurrentUser, Json, Problem, Query};
use security::{Access, Result};
use serde::{Deserialize, Serialize};

use crate::Notices;
use crate::model::{NoticeId, ShownNotice};
use crate::shown::shown;
use crate::store::{self, Only};

/// Notices of a page, and how many there are if nothing is said.
const LARGEST: usize = 100;
const DEFAULT: usize = 30;
/// A page that passes over many hidden notices ends after this many rows, and goes on with `next`.
const MOST_READ: usize = 400;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct NoticeQuery {
    /// 1 to 100; 30 if not given.
    limit: Option<usize>,
    /// `next` of the page before.
    after: Option<String>,
}

impl NoticeQuery {
    /// Where the page begins.
    fn before(&self) -> Result<NoticeId, Problem> {
        let cursor = rest::cursor("after", self.after.as_deref())?;
        Ok(NoticeId(cursor.map_or(i64::MAX, |cursor| cursor.id)))
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct NoticePage {
    /// The latest first.
    items: Vec<ShownNotice>,
    /// Send it as `after` to get the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// Lists what others did that concerns the asker: only what they may know of now.
#[utoipa::path(get, path = "/api/core/notice", tag = "notices", operation_id = "notice_list", params(NoticeQuery),
    responses((status = OK, body = NoticePage, description = "One page")))]
pub(crate) async fn list(
    State(notices): State<Notices>,
    CurrentUser(actor): CurrentUser,
    Query(query): Query<NoticeQuery>,
) -> Result<Json<NoticePage>, Problem> {
    let before = query.before()?;
    let limit = query.limit.unwrap_or(DEFAULT).clamp(1, LARGEST);
    let page = security::read_long(&notices.db, &actor, move |c, access| page(c, access, before, limit));
    Ok(Json(page.await?))
}

fn page(conn: &mut Conn<'_>, access: &mut Access<'_>, mut before: NoticeId, limit: usize) -> Result<NoticePage> {
    let person = access.actor().user;
    let (mut items, mut rows_read): (Vec<ShownNotice>, _) = (Vec::new(), 0);
    loop {
        let rows = store::latest(conn, person, before, Only::NotRemoved, limit + 1)?;
        let (is_end, last) = (rows.len() <= limit, rows.last().map(|row| row.id));
        rows_read += rows.len();
        for one in shown(conn, access, rows)? {
            if items.len() == limit {
                return Ok(NoticePage { items, next: Some(after(before)) });
            }
            before = one.notice_id;
            items.push(one);
        }
        before = last.unwrap_or(before);
        if is_end || rows_read >= MOST_READ {
            return Ok(NoticePage { items, next: (!is_end).then(|| after(before)) });
        }
    }
}

fn after(notice: NoticeId) -> String {
    Cursor { kind: 0, text: String::new(), number: 0, id: notice.0 }.encode()
}
