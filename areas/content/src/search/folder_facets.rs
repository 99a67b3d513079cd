//! `GET entry/facets/{node_id}`: by what the list of a folder can be narrowed, with how many entries each choice has.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use axum::extract::State;
use db::{Conn, Value};
use primitives::{AppInstanceId, NodeId, UserId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::Serialize;

use super::asked::TIMEOUT;
use super::facets::{PersonFacet, TypeFacet, named_people};
use crate::entries::list::folder_of;
use crate::entries::store::InFolder;
use crate::filter::{Filter, FilterQuery};
use crate::{Content, Result};

/// So many entries are counted: the cost does not grow with the folder.
const COUNTED: i64 = 5_000;
/// So many people are offered.
const OFFERED: usize = 12;

/// Each count follows all choices but those of its own kind. Entries of which the asker only sees the name have none.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EntryFacets {
    /// Whether everything is counted. If not, the counts are of 5,000 entries.
    complete: bool,
    /// Folders are a type, too. The most frequent ones come first.
    types: Vec<TypeFacet>,
    /// Who brought most of them comes first.
    people: Vec<PersonFacet>,
}

/// Counts the entries of a folder by what its list can be narrowed by.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/entry/facets/{node_id}", tag = "content",
    operation_id = "entry_facets",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), FilterQuery),
    responses((status = OK, body = EntryFacets, description = "The counts")))]
pub async fn facets(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(filter): Query<FilterQuery>,
) -> Result<Json<EntryFacets>, Problem> {
    let filter = filter.parse()?;
    let ask = move |c: &mut Conn<'_>, access: &mut Access<'_>| c.within(TIMEOUT, |c| counted(c, access, node, &filter));
    Ok(Json(security::read_long(&content.db, &actor, ask).await?))
}

/// Entries of one type that one person brought.
struct Alike {
    entry_type: String,
    maker: Option<UserId>,
    count: usize,
}

fn counted(conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId, filter: &Filter) -> Result<EntryFacets> {
    let (all, complete) = sample(conn, access, node, filter)?;
    let (mut types, mut people) = (BTreeMap::<&str, usize>::new(), BTreeMap::<i64, usize>::new());
    for one in &all {
        let by_wanted = filter.people.is_empty() || one.maker.is_some_and(|maker| filter.people.contains(&maker));
        if by_wanted {
            *types.entry(&one.entry_type).or_default() += one.count;
        }
        let of_wanted = filter.types.is_empty() || filter.types.contains(&one.entry_type);
        if let Some(maker) = one.maker.filter(|_| of_wanted) {
            *people.entry(maker.0).or_default() += one.count;
        }
    }
    let mut types: Vec<_> =
        types.into_iter().map(|(key, count)| TypeFacet { entry_type: key.to_owned(), count }).collect();
    types.sort_by_key(|one| Reverse(one.count));
    let mut people: Vec<_> = people.into_iter().collect();
    people.sort_by_key(|(_, count)| Reverse(*count));
    people.truncate(OFFERED);
    Ok(EntryFacets { complete, types, people: named_people(conn, people)? })
}

/// The entries of a folder that have what is chosen beside types and people, and whether these are all.
fn sample(conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId, filter: &Filter) -> Result<(Vec<Alike>, bool)> {
    let seen = access.find_visible(conn, node)?;
    let folder = folder_of(conn, access, &seen)?;
    let InFolder { from, seen: is_seen, role } = InFolder::of(conn.engine(), seen.scope, folder);
    let others = Filter { types: Vec::new(), people: Vec::new(), ..filter.clone() };
    let sql = format!(
        "SELECT entry_type, created_by, COUNT(role), COUNT(*)
         FROM (
           SELECT n.entry_type, n.created_by, {role} AS role FROM {from} WHERE {is_seen} AND {} LIMIT $3
         ) found
         GROUP BY entry_type, created_by",
        others.condition(4)
    );
    let mut values = vec![Value::from(node), Value::from(seen.scope.set), Value::from(COUNTED + 1)];
    values.extend(others.values());
    let mut read = 0;
    let all = conn.rows(&sql, &values, |row| {
        read += row.get::<i64>(3)?;
        let count = usize::try_from(row.get::<i64>(2)?).unwrap_or_default();
        Ok(Alike { entry_type: row.get(0)?, maker: row.get(1)?, count })
    })?;
    Ok((all.into_iter().filter(|one| one.count > 0).collect(), read <= COUNTED))
}
