//! `GET home/new`: the newest files in the folders of the asker: those they visited, and those they were given.
//!
//! Only so many folders are looked into, each only so deep, by the index of its newest files: the cost grows neither with
//! the tenant nor with what is in the folders.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use axum::extract::State;
use content::{Entry, Reach};
use db::{Conn, params};
use nodes::Listed;
use primitives::{AppInstanceId, NodeId, Seconds, UserId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::{Deserialize, Serialize};

use crate::Home;
use crate::error::Result;
use crate::people::{self, Person};

/// How many visited folders, and how many given ones, are looked into.
const FOLDERS: usize = 16;
/// The most files of one answer, and how many there are if nothing is said.
const MOST: usize = 60;
const USUAL: usize = 24;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub struct NewQuery {
    /// 1 to 60; 24 if not given.
    limit: Option<usize>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = HomeNewFiles)]
pub struct NewFiles {
    /// The newest first.
    items: Vec<NewFile>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = HomeNewFile)]
pub struct NewFile {
    #[serde(flatten)]
    entry: Entry,
    /// Who put it there.
    #[schema(required)]
    made_by: Option<Person>,
    /// The name of the folder it is in; null if the asker may not know it.
    #[schema(required)]
    folder_name: Option<String>,
}

/// The newest files in the folders that the asker visited lately or was given access to, and below these.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/home/new", tag = "home",
    operation_id = "home_new", params(("application_instance_id" = i64, Path), NewQuery),
    responses((status = OK, body = NewFiles, description = "Files that the asker may open")))]
pub async fn list(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Query(query): Query<NewQuery>,
) -> Result<Json<NewFiles>, Problem> {
    let limit = query.limit.unwrap_or(USUAL).clamp(1, MOST);
    let items = security::read_long(&home.db, &actor, move |c, access| newest(c, access, limit));
    Ok(Json(NewFiles { items: items.await? }))
}

/// What the asker put there is no news to them, unless there is nothing else.
fn newest(conn: &mut Conn<'_>, access: &mut Access<'_>, limit: usize) -> Result<Vec<NewFile>> {
    let actor = access.actor();
    let mut folders: BTreeSet<NodeId> = visited_folders(conn, actor.user)?.into_iter().collect();
    let given = security::granted_nodes(conn, actor, FOLDERS)?;
    // Who sees without having been given anything, as admins do, has the whole library.
    let given = if given.is_empty() { content::tops(conn, access)? } else { given };
    folders.extend(given);
    let every = |_: &mut Conn<'_>, files: &[&Listed]| Ok(vec![Some(()); files.len()]);
    let found = content::newest_files(conn, access, &folders, (MOST, Reach::Far), &every)?;
    let found: Vec<_> = found.into_iter().flat_map(|(_, files)| files).collect();
    let user = actor.user;
    let is_news = found.iter().any(|new| new.file.created_by != Some(user));
    let mut files: Vec<Newest> = found
        .iter()
        .filter(|new| !is_news || new.file.created_by != Some(user))
        .map(|new| (Reverse((new.file.modified_at, new.file.id)), new.file.parent))
        .collect();
    files.sort_unstable();
    files.dedup();
    let nodes: Vec<NodeId> = spread(files, limit).into_iter().map(|(Reverse((_, node)), _)| node).collect();
    let entries = content::entries_of(conn, access, &nodes)?;
    let mut makers = people::makers(conn, &nodes)?;
    let names = names_of(conn, access, entries.iter().filter_map(|entry| entry.parent_id).collect())?;
    let told = entries.into_iter().map(|entry| NewFile {
        made_by: makers.remove(&entry.node_id),
        folder_name: entry.parent_id.and_then(|folder| names.get(&folder).cloned()),
        entry,
    });
    Ok(told.collect())
}

/// When a file came and its id, the newest first; and its folder.
type Newest = (Reverse<(Seconds, NodeId)>, Option<NodeId>);

/// The newest `limit`, but no more than a third of them of one folder while there are others: an upload of many files
/// does not hide what else is new.
fn spread(files: Vec<Newest>, limit: usize) -> Vec<Newest> {
    let mut of_folder: HashMap<Option<NodeId>, usize> = HashMap::new();
    let (mut chosen, others): (Vec<_>, Vec<_>) = files.into_iter().partition(|(_, folder)| {
        let count = of_folder.entry(*folder).or_default();
        *count += 1;
        *count <= limit.div_ceil(3)
    });
    chosen.truncate(limit);
    let missing = limit - chosen.len();
    chosen.extend(others.into_iter().take(missing));
    chosen.sort_unstable();
    chosen
}

/// The folders that the person visited last.
fn visited_folders(conn: &mut Conn<'_>, user: UserId) -> db::Result<Vec<NodeId>> {
    let sql = "SELECT v.node_id
               FROM home_visit v
               JOIN nodes_node n ON n.node_id = v.node_id
               WHERE v.users_id = $1 AND n.kind < 2
               ORDER BY v.visited_at DESC, v.node_id DESC
               LIMIT $2";
    conn.rows(sql, params![user, i64::try_from(FOLDERS).unwrap_or(i64::MAX)], |row| row.get(0))
}

/// The names of those of `folders` that the asker sees.
fn names_of(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    folders: BTreeSet<NodeId>,
) -> Result<HashMap<NodeId, String>> {
    let mut names = HashMap::new();
    for folder in folders {
        match access.find_visible(conn, folder) {
            Ok(seen) => drop(names.insert(folder, seen.node.name)),
            Err(security::Error::Denied(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(names)
}
