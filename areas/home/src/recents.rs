//! `GET home/recent`: what the asker opened, the latest first.

use axum::extract::State;
use content::Entry;
use db::{Conn, params};
use primitives::{AppInstanceId, NodeId, NodeKind, Seconds, UserId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::Serialize;

use crate::error::Result;
use crate::latest::{self, PageQuery, Place, Remembered};
use crate::{Home, people};

/// New files of a folder are counted up to this number.
const COUNTED: usize = 100;

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = HomeRecentPage)]
pub struct RecentPage {
    items: Vec<Recent>,
    /// Send it as `after` to get the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = HomeRecent)]
pub struct Recent {
    #[serde(flatten)]
    entry: Entry,
    visited_at: Seconds,
    /// How far the asker came: the page of a document.
    #[schema(required)]
    position: Option<i64>,
    /// Of a folder: how many files others have put there since; 100 means 100 or more.
    new_items: usize,
}

#[derive(Clone, Copy, Debug)]
struct Visited {
    at: Seconds,
    position: Option<i64>,
}

/// Lists what the asker opened, the latest first: only what they may see now.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/home/recent", tag = "home",
    operation_id = "home_recent", params(("application_instance_id" = i64, Path), PageQuery),
    responses((status = OK, body = RecentPage, description = "One page")))]
pub async fn list(
    State(home): State<Home>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<RecentPage>, Problem> {
    let (place, limit) = (query.place()?, query.limit());
    let page = security::read_long(&home.db, &actor, move |c, access| page(c, access, place, limit));
    Ok(Json(page.await?))
}

fn page(conn: &mut Conn<'_>, access: &mut Access<'_>, place: Place, limit: usize) -> Result<RecentPage> {
    let user = access.actor().user;
    let page = latest::page(conn, access, (place, limit), |c, place, limit| visited(c, user, place, limit))?;
    let mut items = Vec::with_capacity(page.items.len());
    for (entry, Visited { at, position }) in page.items {
        let new_items = if entry.node_type == NodeKind::File { 0 } else { count_new(conn, access, entry.node_id, at)? };
        items.push(Recent { entry, visited_at: at, position, new_items });
    }
    Ok(RecentPage { items, next: page.next })
}

fn visited(conn: &mut Conn<'_>, user: UserId, after: Place, limit: usize) -> db::Result<Vec<Remembered<Visited>>> {
    let sql = "SELECT v.node_id, v.visited_at, v.position
               FROM home_visit v
               WHERE v.users_id = $1 AND (v.visited_at, v.node_id) < ($2, $3)
               ORDER BY v.visited_at DESC, v.node_id DESC
               LIMIT $4";
    let most = i64::try_from(limit).unwrap_or(i64::MAX);
    conn.rows(sql, params![user, after.at, after.id, most], |row| {
        let (node, at): (NodeId, Seconds) = (row.get(0)?, row.get(1)?);
        let known = Visited { at, position: row.get(2)? };
        Ok(Remembered { node, place: Place { at, id: node.0 }, known })
    })
}

/// The files that other people put into the folder after `since`.
fn count_new(conn: &mut Conn<'_>, access: &mut Access<'_>, folder: NodeId, since: Seconds) -> Result<usize> {
    let files = content::files_since(conn, access, folder, since, COUNTED)?;
    let makers = people::makers(conn, &files)?;
    let user = access.actor().user;
    Ok(files.iter().filter(|file| makers.get(file).is_none_or(|maker| maker.users_id != user)).count())
}
