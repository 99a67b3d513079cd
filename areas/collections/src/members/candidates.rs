//! `GET collection/{collection_id}/candidate`: whom a collection could be shared with.

use std::collections::HashSet;

use axum::extract::State;
use db::{Conn, Table, Value};
use nodes::in_list;
use primitives::{AppInstanceId, GroupId, Listing, TenantId, UserId, fold};
use rest::{CurrentUser, Json, ListQuery, Path, Problem, Query};
use security::Access;
use serde::{Deserialize, Serialize};

use super::principal::knows_all;
use crate::asker::Asker;
use crate::found::find;
use crate::model::{CollectionId, CollectionRole, Person};
use crate::{Collections, Error, Result};

/// So many of each kind are offered; more words find others.
const OFFERED: usize = 8;
/// People that are looked at.
const LOOKED_AT: u32 = 200;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CandidatesQuery {
    /// Words of the name of a person, or of the title of a group.
    #[param(max_length = 200)]
    q: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CollectionCandidates {
    /// By title; at most eight.
    groups: Vec<CandidateGroup>,
    /// By name; at most eight.
    people: Vec<Person>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = CollectionCandidateGroup)]
pub(crate) struct CandidateGroup {
    user_group_id: GroupId,
    name: String,
}

/// People and groups that a collection of the asker could be shared with. Guests find those of their own groups.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/collection/{collection_id}/candidate",
    tag = "collection", operation_id = "collection_candidates",
    params(("application_instance_id" = i64, Path), ("collection_id" = i64, Path), CandidatesQuery),
    responses((status = OK, body = CollectionCandidates, description = "Some of each")))]
pub(crate) async fn list(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, CollectionId)>,
    Query(query): Query<CandidatesQuery>,
) -> Result<Json<CollectionCandidates>, Problem> {
    let asked = ListQuery { q: query.q, limit: Some(LOOKED_AT), ..ListQuery::default() };
    let listing = asked.listing(&["name"])?;
    let found = security::read_long(&collections.db, &actor, move |c, access| {
        let asker = Asker::of(c, access.actor(), instance)?;
        let tenant = find(c, &asker, id, CollectionRole::Owner)?.tenant;
        Ok::<_, Error>(CollectionCandidates {
            groups: groups(c, access, tenant, &listing)?,
            people: people(c, access, tenant, &listing)?,
        })
    });
    Ok(Json(found.await?))
}

fn groups(
    conn: &mut Conn<'_>,
    access: &Access<'_>,
    tenant: TenantId,
    listing: &Listing,
) -> Result<Vec<CandidateGroup>> {
    let own: Vec<GroupId> = access.actor().groups_in(tenant).collect();
    let mut values = vec![Value::from(tenant)];
    let mut filter = "g.tenant_id = $1 AND g.active".to_owned();
    if !knows_all(access.actor(), tenant) {
        let (list, groups) = in_list(2, &own);
        values.extend(groups);
        filter += &format!(" AND g.user_group_id IN ({list})");
    }
    let table = Table {
        columns: "g.user_group_id, g.group_title",
        from: "tenancy_usergroup g",
        filter,
        values,
        searched: "g.folded",
        order: "g.folded",
        id: "g.user_group_id",
    };
    let few = Listing { limit: i64::try_from(OFFERED).unwrap_or(i64::MAX), ..listing.clone() };
    let found = conn.page(&table, &few, |row| Ok(CandidateGroup { user_group_id: row.get(0)?, name: row.get(1)? }));
    Ok(found?.items)
}

/// People of the tenant and its guests whom the asker may know, without the asker.
fn people(conn: &mut Conn<'_>, access: &Access<'_>, tenant: TenantId, listing: &Listing) -> Result<Vec<Person>> {
    let asker = access.actor();
    let mut found = accounts::people_of(conn, tenant, listing)?;
    let own: Vec<GroupId> = asker.groups_in(tenant).collect();
    let of_groups = if knows_all(asker, tenant) { None } else { Some(own.as_slice()) };
    found.extend(accounts::guests_of(conn, tenant, of_groups, listing)?);
    let ids: Vec<UserId> = found.iter().map(|one| one.user).filter(|user| *user != asker.user).collect();
    let known = accounts::contacts_among(conn, asker, &ids)?;
    let known: HashSet<UserId> = known.into_iter().map(|contact| contact.user).collect();
    // The e-mail address is not asked about: what it has, nobody is told here.
    let has_words = |name: &str| listing.words.iter().all(|word| fold(name).contains(word.as_str()));
    let people = found.into_iter().filter(|one| known.contains(&one.user) && has_words(&one.name));
    let people = people.map(|one| Person { users_id: one.user, name: one.name, avatar_url: one.avatar_url });
    Ok(people.take(OFFERED).collect())
}
