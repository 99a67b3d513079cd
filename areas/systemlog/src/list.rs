//! `GET /api/core/system_log`: one page, newest first.

use axum::extract::State;
use db::Db;
use primitives::{Cursor, PageLimit, Seconds};
use rest::{CurrentUser, Json, Problem, Query};
use serde::{Deserialize, Serialize};

use crate::entry::LogEntry;
use crate::filter::LogFilter;
use crate::{redact, store};

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct Page {
    /// 1 to 200; 60 if not given.
    #[param(maximum = 4_294_967_295_u32)]
    pub limit: Option<u32>,
    /// `next` of the page before.
    #[param(format = "cursor")]
    after: Option<String>,
}

impl Page {
    /// The id that all entries of the page are below.
    pub fn before(&self) -> Result<i64, Problem> {
        Ok(rest::cursor("after", self.after.as_deref())?.map_or(i64::MAX, |cursor| cursor.id))
    }
}

/// The end of a page.
pub(crate) fn cursor_of(at: Seconds, audit_id: i64) -> String {
    Cursor { kind: 0, text: String::new(), number: at, id: audit_id }.encode()
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct LogPage {
    items: Vec<LogEntry>,
    /// The cursor of the next page, if there is one.
    #[schema(required)]
    next: Option<String>,
}

/// Lists the system log.
///
/// Masters read the log of every tenant, admins that of their own. An entry about a node that the reader may not see
/// only says that something happened.
#[utoipa::path(
    get,
    path = "/api/core/system_log",
    operation_id = "list_system_log",
    tag = "core",
    params(LogFilter, Page),
    responses((status = 200, description = "One page, newest first", body = LogPage))
)]
pub(crate) async fn list(
    State(db): State<Db>,
    CurrentUser(actor): CurrentUser,
    Query(filter): Query<LogFilter>,
    Query(page): Query<Page>,
) -> Result<Json<LogPage>, Problem> {
    let scope = filter.scope(&actor)?;
    let before = page.before()?;
    let limit = PageLimit::clamp(page.limit).rows();
    let read = security::read(&db, &actor, move |c, access| {
        let mut items = store::newest(c, &filter, &scope, before, limit + 1)?;
        let more = items.len() > limit;
        items.truncate(limit);
        redact::redact(c, access, &mut redact::Seen::new(), &mut items)?;
        let next = items.last().filter(|_| more).map(|last| cursor_of(last.at, last.audit_id));
        Ok::<_, security::Error>(LogPage { items, next })
    });
    Ok(Json(read.await?))
}
