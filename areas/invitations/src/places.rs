//! The places that the signed-in user may invite to, for the form's list.

use authz::Actor;
use axum::extract::State;
use db::{Conn, Value};
use primitives::{CompanyId, GroupId, TenantId, fold};
use rest::{CurrentUser, Json, Problem, Query};
use serde::{Deserialize, Serialize};

use crate::Invitations;
use crate::store::{containing, within};

/// At most this many are listed; others are found by name.
const SHOWN: i64 = 50;

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PlaceQuery {
    /// Words of a company's or group's name.
    q: Option<String>,
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct InvitationPlaces {
    /// The first 50, companies before groups.
    items: Vec<InvitationPlace>,
    total: usize,
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct InvitationPlace {
    company_id: CompanyId,
    company_name: String,
    tenant_title: String,
    /// Null for the company itself.
    #[schema(required)]
    user_group_id: Option<GroupId>,
    #[schema(required)]
    group_title: Option<String>,
    /// The asker may make the invited an admin of the tenant.
    may_make_admin: bool,
}

/// Lists the companies and groups that the signed-in user may invite to.
#[utoipa::path(
    get,
    path = "/api/core/invitation/place",
    operation_id = "invitation_places",
    tag = "core",
    params(PlaceQuery),
    responses((status = 200, description = "The places", body = InvitationPlaces))
)]
pub(crate) async fn invitation_places(
    State(invitations): State<Invitations>,
    CurrentUser(actor): CurrentUser,
    Query(query): Query<PlaceQuery>,
) -> Result<Json<InvitationPlaces>, Problem> {
    let items = invitations.db.read(move |conn| found(conn, &actor, query.q.as_deref().unwrap_or(""))).await?;
    Ok(Json(InvitationPlaces { total: items.len(), items }))
}

fn found(conn: &mut Conn<'_>, actor: &Actor, q: &str) -> db::Result<Vec<InvitationPlace>> {
    let patterns: Vec<String> = fold(q).split_whitespace().take(8).map(containing).collect();
    let mut values = vec![Value::from(actor.master)];
    let mut bound = |value| {
        values.push(value);
        format!("${}", values.len())
    };
    let tenants: Vec<_> = actor.admin_of.iter().map(|tenant| bound(Value::from(*tenant))).collect();
    let groups: Vec<_> = actor.managed_at_home().map(|group| bound(Value::from(group))).collect();
    let words: Vec<_> = patterns.iter().map(|pattern| bound(Value::from(pattern))).collect();
    let having = |column: &str| -> String {
        words.iter().map(|word| format!(" AND {column} LIKE {word} ESCAPE '\\'")).collect()
    };
    let sql = format!(
        "SELECT c.company_id, c.company_name, t.tenant_title, g.user_group_id, g.group_title, t.tenant_id
         FROM (
           SELECT c.company_id, NULL AS user_group_id, CAST(0 AS BIGINT) AS rank, c.folded
           FROM tenancy_company c
           WHERE c.active AND ($1 OR {}){}
           UNION ALL
           SELECT g.company_id, g.user_group_id, CAST(1 AS BIGINT), g.folded
           FROM tenancy_usergroup g
           WHERE g.active AND ({} OR {}){}
         ) p
         JOIN tenancy_company c ON c.company_id = p.company_id AND c.active
         JOIN tenancy_tenant t ON t.tenant_id = c.tenant_id AND t.active
         LEFT JOIN tenancy_usergroup g ON g.user_group_id = p.user_group_id
         ORDER BY p.rank, p.folded, c.company_id, g.user_group_id
         LIMIT {SHOWN}",
        within("c.tenant_id", &tenants),
        having("c.folded"),
        within("g.tenant_id", &tenants),
        within("g.user_group_id", &groups),
        having("g.folded"),
    );
    conn.rows(&sql, &values, |row| {
        let group: Option<GroupId> = row.get(3)?;
        let tenant: TenantId = row.get(5)?;
        Ok(InvitationPlace {
            company_id: row.get(0)?,
            company_name: row.get(1)?,
            tenant_title: row.get(2)?,
            user_group_id: group,
            group_title: row.get(4)?,
            may_make_admin: actor.is_admin_of(tenant) || (actor.master && group.is_none()),
        })
    })
}
