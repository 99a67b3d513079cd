//! `GET comment/people/{node_id}`: who can be mentioned about an entry.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use authz::Actor;
use axum::extract::State;
use primitives::{AppInstanceId, Listing, NodeId, UserId, fold};
use rest::{CurrentUser, Json, ListQuery, Path, Problem, Query};
use serde::{Deserialize, Serialize};

use crate::acts::Comment;
use crate::model::Person;
use crate::{Comments, Error, Result, known_people};

/// So many are offered; more words find others.
const OFFERED: usize = 8;
/// People of the tenant, and as many guests of its groups, that are looked at at once, and how often.
const LOOK: u32 = 40;
const LOOKS: u32 = 4;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PeopleQuery {
    /// Words of the name, or their beginnings.
    #[param(max_length = 200)]
    q: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CommentPeople {
    /// By name; at most eight.
    items: Vec<Person>,
}

/// People who see an entry, for who may comment on it. Guests find those of their own groups, and who has spoken there.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/comment/people/{node_id}", tag = "comments",
    operation_id = "comment_people",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), PeopleQuery),
    responses(
        (status = OK, body = CommentPeople, description = "Some of them"),
        (status = 429, description = "Too many tries")
    ))]
pub(crate) async fn list(
    State(comments): State<Comments>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<PeopleQuery>,
) -> Result<Json<CommentPeople>, Problem> {
    comments.count_offer(actor.user)?;
    let words = query.q.unwrap_or_default();
    let mut found = Found::default();
    for look in 0..LOOKS {
        let asked = ListQuery { q: Some(words.clone()), order: None, limit: Some(LOOK), offset: Some(look * LOOK) };
        let listing = asked.listing(&["name"])?;
        let (people, is_end) = candidates(&comments, &actor, node, listing).await?;
        let ids = people.iter().map(|person| person.users_id).collect();
        let seeing: HashSet<UserId> = known_people::seeing(&comments.db, node, ids).await?.into_iter().collect();
        let people = people.into_iter().filter(|person| seeing.contains(&person.users_id));
        found.extend(people.map(|person| ((fold(&person.name), person.users_id), person)));
        if is_end || found.len() >= OFFERED {
            break;
        }
    }
    Ok(Json(CommentPeople { items: found.into_values().take(OFFERED).collect() }))
}

/// By name.
type Found = BTreeMap<(String, UserId), Person>;

/// People with these words in their names, whom the asker may know; and whether these are the last.
async fn candidates(
    comments: &Comments,
    actor: &Arc<Actor>,
    node: NodeId,
    listing: Listing,
) -> Result<(Vec<Person>, bool)> {
    let found = security::read_long(&comments.db, actor, move |c, access| {
        let tenant = access.authorize::<Comment>(c, node)?.tenant();
        let asker = access.actor();
        let at_home = accounts::people_of(c, tenant, &listing)?;
        let guests = accounts::guests_of(c, tenant, None, &listing)?;
        let is_end = at_home.len().max(guests.len()) < LOOK as usize;
        let person = |one: accounts::Found| Person { users_id: one.user, name: one.name, avatar_url: one.avatar_url };
        let mut people: Vec<Person> = at_home.into_iter().chain(guests).map(person).collect();
        people.retain(|one| one.users_id != asker.user && has_words(&one.name, &listing.words));
        let ids: Vec<UserId> = people.iter().map(|one| one.users_id).collect();
        let known: HashSet<UserId> = known_people::known(c, asker, node, &ids)?.into_iter().collect();
        people.retain(|one| known.contains(&one.users_id));
        Ok::<_, Error>((people, is_end))
    });
    found.await
}

/// The e-mail address is not asked about: what it has, nobody is told here.
fn has_words(name: &str, words: &[String]) -> bool {
    let name = fold(name);
    words.iter().all(|word| {
        let mut parts = name.split(|letter: char| !letter.is_alphanumeric()).chain(name.split_whitespace());
        parts.any(|part| part.starts_with(word.as_str()))
    })
}

#[cfg(test)]
mod tests {
    use super::has_words;

    #[test]
    fn people_are_found_by_the_beginnings_of_their_names() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for (asked, found) in
            [("", true), ("an", true), ("pra an", true), ("ada", false), ("silv", true), ("a x", false)]
        {
            assert_eq!(has_words("Ana Prado-Silva", &words(asked)), found, "{asked}");
        }
    }
}
