//! `GET home/shared`: what others gave the asker access to, the latest first.

use axum::extract::State;
use content::Entry;
use db::Conn;
use primitives::{AppInstanceId, Seconds, UserId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::Serialize;

use crate::Home;
use crate::error::Result;
use crate::latest::{self, PageQuery, Place, Remembered};
use crate::people::{self, Person};

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = HomeSharedPage)]
pub struct SharedPage {
    items: Vec<Shared>,
    /// Send it as `after` to get the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// An entry that somebody gave the asker access to, directly or through a group. Its role is the one that they have now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = HomeShared)]
pub struct Shared {
    #[serde(flatten)]
    entry: Entry,
    given_at: Seconds,
    #[schema(required)]
    given_by: Option<Person>,
}

/// Lists what others gave the asker access to, the latest first: only what they may see now.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/home/shared", tag = "home",
    operation_id = "home_shared", params(("application_instance_id" = i64, Path), PageQuery),
    responses((status = OK, body = SharedPage, description = "One page")))]
pub async fn list(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<SharedPage>, Problem> {
    let (place, limit) = (query.place()?, query.limit());
    let page = security::read_long(&home.db, &actor, move |c, access| page(c, access, place, limit));
    Ok(Json(page.await?))
}

fn page(conn: &mut Conn<'_>, access: &mut Access<'_>, place: Place, limit: usize) -> Result<SharedPage> {
    let actor = access.actor();
    let page = latest::page(conn, access, (place, limit), |c, place, limit| {
        let given = security::given_by_others(c, actor, place.id, limit)?;
        let remembered = given.into_iter().map(|given| Remembered {
            node: given.node,
            place: Place { at: given.at, id: given.grant },
            known: (given.by, given.at),
        });
        Ok(remembered.collect())
    })?;
    let mut items = Vec::with_capacity(page.items.len());
    for (entry, (by, given_at)) in page.items {
        items.push(Shared { entry, given_at, given_by: giver(conn, &items, by)? });
    }
    Ok(SharedPage { items, next: page.next })
}

/// The person, read once of each page.
fn giver(conn: &mut Conn<'_>, before: &[Shared], user: UserId) -> db::Result<Option<Person>> {
    let known = before.iter().filter_map(|shared| shared.given_by.as_ref()).find(|person| person.users_id == user);
    match known {
        Some(person) => Ok(Some(person.clone())),
        None => people::person(conn, user),
    }
}
