//! `GET quota/entry/{quota_id}/tenant/{tenant_id}`: the ledger, newest first.

use axum::extract::State;
use db::{Conn, params};
use primitives::{Cursor, PageLimit, Seconds, TenantId, UserId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use serde::{Deserialize, Serialize};

use super::current;
use crate::Ledger;
use crate::model::{Kind, QuotaId};

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct EntryQuery {
    /// 1 to 200; 60 if not given.
    #[param(maximum = 4_294_967_295_u32)]
    limit: Option<u32>,
    /// `next` of the page before.
    #[param(format = "cursor")]
    after: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct LedgerPage {
    items: Vec<LedgerEntry>,
    #[schema(required)]
    next: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct LedgerEntry {
    entry_id: i64,
    kind: Kind,
    amount: i64,
    balance_after: i64,
    at: Seconds,
    /// Who deposited or used it; null for the entries of a new month.
    #[schema(required)]
    users_id: Option<UserId>,
    /// The note of a deposit, or the purpose of a use.
    #[schema(required)]
    note: Option<String>,
}

/// Lists the entries of a quota's ledger, newest first.
#[utoipa::path(
    get,
    path = "/api/core/quota/entry/{quota_id}/tenant/{tenant_id}",
    operation_id = "quota_entries",
    tag = "core",
    params(("quota_id" = i64, Path), ("tenant_id" = i64, Path), EntryQuery),
    responses((status = 200, description = "One page", body = LedgerPage))
)]
pub(crate) async fn entries(
    State(state): State<Ledger>,
    CurrentUser(actor): CurrentUser,
    Path((id, tenant)): Path<(QuotaId, TenantId)>,
    Query(query): Query<EntryQuery>,
) -> Result<Json<LedgerPage>, Problem> {
    let before = rest::cursor("after", query.after.as_deref())?.map_or(i64::MAX, |cursor| cursor.id);
    current(&state, &actor, id, tenant).await?;
    let limit = PageLimit::clamp(query.limit).rows();
    let mut items = state.db.read(move |c| newest(c, id, before, limit + 1)).await?;
    let more = items.len() > limit;
    items.truncate(limit);
    let next = items
        .last()
        .filter(|_| more)
        .map(|last| Cursor { kind: 0, text: String::new(), number: last.at, id: last.entry_id }.encode());
    Ok(Json(LedgerPage { items, next }))
}

fn newest(conn: &mut Conn<'_>, quota: QuotaId, before: i64, limit: usize) -> db::Result<Vec<LedgerEntry>> {
    conn.rows(
        "SELECT e.entry_id, e.kind, e.amount, e.balance_after, e.at, e.users_id, COALESCE(e.note, r.purpose)
         FROM billing_entry e
         LEFT JOIN billing_reservation r ON r.reservation_id = e.reservation_id
         WHERE e.quota_id = $1 AND e.entry_id < $2
         ORDER BY e.entry_id DESC
         LIMIT $3",
        params![quota, before, i64::try_from(limit).unwrap_or(i64::MAX)],
        |row| {
            Ok(LedgerEntry {
                entry_id: row.get(0)?,
                kind: row.get(1)?,
                amount: row.get(2)?,
                balance_after: row.get(3)?,
                at: row.get(4)?,
                users_id: row.get(5)?,
                note: row.get(6)?,
            })
        },
    )
}
