//! `GET collection`: the collections of the asker.

use axum::extract::State;
use primitives::{AppInstanceId, Cursor, PageLimit};
use rest::{CurrentUser, Json, ListQuery, Path, Problem, Query};
use serde::{Deserialize, Serialize};

use crate::asker::Asker;
use crate::found::{self, Before, Found, Wanted};
use crate::model::{Collection, CollectionId, CollectionRole};
use crate::shown::shown;
use crate::{Collections, Error};

/// Collections of one page, and how many there are if nothing is said.
const MOST: usize = 60;
const USUAL: u32 = 30;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CollectionsQuery {
    /// Words of the title, or parts of them.
    #[param(max_length = 200)]
    q: Option<String>,
    /// Only those to which the asker may add entries.
    editable: Option<bool>,
    /// 1 to 60; 30 if not given.
    limit: Option<u32>,
    /// `next` of the page before.
    after: Option<String>,
}

impl CollectionsQuery {
    fn wanted(&self) -> Result<(Wanted, Before), Problem> {
        let words = ListQuery { q: self.q.clone(), ..ListQuery::default() }.listing(&["title"])?.words;
        let least = if self.editable.unwrap_or(false) { CollectionRole::Editor } else { CollectionRole::Viewer };
        let cursor = rest::cursor("after", self.after.as_deref())?;
        let before = cursor.map_or(Before::FIRST, |one| Before { changed_at: one.number, id: CollectionId(one.id) });
        Ok((Wanted { titled: words.iter().map(|word| pattern(word)).collect(), least }, before))
    }
}

/// What a title with the word is like; wildcards in it are escaped.
fn pattern(word: &str) -> String {
    let escaped = word.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{escaped}%")
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CollectionPage {
    items: Vec<Collection>,
    /// Send it as `after` to get the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// Lists the collections that the asker owns or is a member of, those that changed last first.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/collection", tag = "collection",
    operation_id = "collection_list", params(("application_instance_id" = i64, Path), CollectionsQuery),
    responses((status = OK, body = CollectionPage, description = "One page")))]
pub(crate) async fn list(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path(instance): Path<AppInstanceId>,
    Query(query): Query<CollectionsQuery>,
) -> Result<Json<CollectionPage>, Problem> {
    let (wanted, before) = query.wanted()?;
    let limit = PageLimit::clamp(query.limit.or(Some(USUAL))).rows().min(MOST);
    let page = security::read_long(&collections.db, &actor, move |c, access| {
        let asker = Asker::of(c, access.actor(), instance)?;
        let mut found = found::page(c, &asker, &wanted, before, limit + 1)?;
        let more = found.len() > limit;
        found.truncate(limit);
        let next = found.last().filter(|_| more).map(cursor);
        Ok::<_, Error>(CollectionPage { items: shown(c, access, found)?, next })
    });
    Ok(Json(page.await?))
}

fn cursor(last: &Found) -> String {
    Cursor { kind: 0, text: String::new(), number: last.changed_at, id: last.id.0 }.encode()
}

#[cfg(test)]
mod tests {
    use super::pattern;

    #[test]
    fn wildcards_in_a_word_are_escaped() {
        assert_eq!(pattern("50%_off!"), "%50!%!_off!!%");
    }
}
