//! Whom somebody can name at a node, as rooms above offer it while they type: to mention them there, or to ask them.

use std::sync::Arc;

use accounts::Found;
use authz::{Action, Actor};
use db::Db;
use primitives::{NodeId, UserId};
use rest::{ListQuery, Problem};
use serde::{Deserialize, Serialize};

use crate::known_people::{KnownThere, find_who_see};

/// So many are offered; more words find others.
const OFFERED: usize = 8;

#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PeopleQuery {
    /// Words of the name, or their beginnings.
    #[param(max_length = 200)]
    q: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OfferedPeople {
    /// By name; at most eight.
    items: Vec<OfferedPerson>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OfferedPerson {
    users_id: UserId,
    name: String,
    #[schema(required)]
    #[serde(serialize_with = "rest::whole_address")]
    avatar_url: Option<String>,
}

/// People who see a node, for who may do `A` there and may know them. Each room limits how often it is asked.
pub async fn offer_people<A: Action + 'static>(
    db: &Db,
    asker: &Arc<Actor>,
    node: NodeId,
    query: PeopleQuery,
    there: KnownThere,
) -> Result<OfferedPeople, Problem> {
    let names = ListQuery { q: query.q, ..ListQuery::default() }.listing(&["name"])?;
    let found = find_who_see::<A>(db, asker, node, (&names, OFFERED), there).await?;
    let person = |one: Found| OfferedPerson { users_id: one.user, name: one.name, avatar_url: one.avatar_url };
    Ok(OfferedPeople { items: found.into_iter().map(person).collect() })
}
