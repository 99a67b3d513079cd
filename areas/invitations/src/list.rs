//! The invitations that a user manages.

use axum::extract::State;
use primitives::{CompanyId, GroupId, Seconds, TenantId};
use rest::{CurrentUser, Json, ListQuery, Problem, Query};
use serde::Serialize;

use crate::Invitations;
use crate::store::{self, Found};

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Invitation {
    invitation_id: i64,
    name: String,
    email: String,
    tenant_id: TenantId,
    tenant_title: String,
    company_id: CompanyId,
    company_name: String,
    #[schema(required)]
    user_group_id: Option<GroupId>,
    #[schema(required)]
    group_title: Option<String>,
    manager: bool,
    admin: bool,
    status: Status,
    /// The name of the inviter.
    invited_by: String,
    created_at: Seconds,
    sent_at: Seconds,
    expires_at: Seconds,
    /// When it was accepted or withdrawn.
    #[schema(required)]
    ended_at: Option<Seconds>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = InvitationStatus)]
pub(crate) enum Status {
    Open,
    Expired,
    Accepted,
    Revoked,
}

impl Status {
    fn of(found: &Found, now: Seconds) -> Self {
        match (found.ended_at, found.user) {
            (_, Some(_)) => Self::Accepted,
            (Some(ended_at), None) if ended_at < found.expires_at => Self::Revoked,
            (Some(_), None) => Self::Expired,
            (None, None) if found.expires_at <= now => Self::Expired,
            (None, None) => Self::Open,
        }
    }
}

impl Invitation {
    pub fn new(found: Found, now: Seconds) -> Self {
        Self {
            status: Status::of(&found, now),
            invitation_id: found.id,
            name: found.name,
            email: found.email,
            tenant_id: found.place.tenant,
            tenant_title: found.tenant_title,
            company_id: found.place.company,
            company_name: found.company_name,
            user_group_id: found.place.group,
            group_title: found.group_title,
            manager: found.place.manager,
            admin: found.place.admin,
            invited_by: found.invited_by,
            created_at: found.created_at,
            sent_at: found.sent_at,
            expires_at: found.expires_at,
            ended_at: found.ended_at,
        }
    }
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct InvitationList {
    items: Vec<Invitation>,
    total: i64,
}

/// The columns to order by.
const COLUMNS: [&str; 4] = ["sent_at", "name", "email", "expires_at"];

/// Lists invitations, the newest first by default: a master's are those into companies, an admin's those of the
/// tenants, a manager's those of the groups.
#[utoipa::path(
    get,
    path = "/api/core/invitation",
    operation_id = "invitation_list",
    tag = "core",
    params(ListQuery,
        ("order" = Option<String>, Query, pattern = "^-?(sent_at|name|email|expires_at)$", description = "With `-` before it: descending")),
    responses((status = 200, description = "The invitations", body = InvitationList))
)]
pub(crate) async fn invitation_list(
    State(invitations): State<Invitations>,
    CurrentUser(actor): CurrentUser,
    Query(query): Query<ListQuery>,
) -> Result<Json<InvitationList>, Problem> {
    let newest_first = query.order.clone().or_else(|| Some("-sent_at".to_owned()));
    let wanted = ListQuery { order: newest_first, ..query }.listing(&COLUMNS)?;
    let (found, total) = invitations.db.read(move |conn| store::list(conn, &actor, &wanted)).await?;
    let now = invitations.clock.now();
    Ok(Json(InvitationList { items: found.into_iter().map(|found| Invitation::new(found, now)).collect(), total }))
}
