//! `GET quota/reservation/{quota_id}/tenant/{tenant_id}`: the open reservations.

use axum::extract::State;
use db::params;
use primitives::{Seconds, TenantId, UserId};
use rest::{CurrentUser, Json, Path, Problem};
use serde::Serialize;

use super::current;
use crate::Ledger;
use crate::model::{QuotaId, ReservationId};

/// At most 200, oldest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Reservations {
    items: Vec<Reservation>,
    /// The total, including those that are not listed.
    total: i64,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Reservation {
    reservation_id: ReservationId,
    cost: i64,
    purpose: String,
    #[schema(required)]
    users_id: Option<UserId>,
    created_at: Seconds,
}

/// Lists the open reservations of a quota.
#[utoipa::path(
    get,
    path = "/api/core/quota/reservation/{quota_id}/tenant/{tenant_id}",
    operation_id = "quota_reservations",
    tag = "core",
    params(("quota_id" = i64, Path), ("tenant_id" = i64, Path)),
    responses((status = 200, description = "At most 200, oldest first", body = Reservations))
)]
pub(crate) async fn reservations(
    State(state): State<Ledger>,
    CurrentUser(actor): CurrentUser,
    Path((id, tenant)): Path<(QuotaId, TenantId)>,
) -> Result<Json<Reservations>, Problem> {
    current(&state, &actor, id, tenant).await?;
    let read = state.db.read(move |c| {
        let items = c.rows(
            "SELECT reservation_id, cost, purpose, users_id, created_at
             FROM billing_reservation
             WHERE quota_id = $1 AND state = 'open'
             ORDER BY reservation_id
             LIMIT 200",
            params![id],
            |row| {
                Ok(Reservation {
                    reservation_id: row.get(0)?,
                    cost: row.get(1)?,
                    purpose: row.get(2)?,
                    users_id: row.get(3)?,
                    created_at: row.get(4)?,
                })
            },
        )?;
        let sql = "SELECT COUNT(*) FROM billing_reservation WHERE quota_id = $1 AND state = 'open'";
        Ok::<_, db::Error>(Reservations { total: c.get(sql, params![id], |row| row.get(0))?, items })
    });
    Ok(Json(read.await?))
}
