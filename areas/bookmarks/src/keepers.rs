//! `GET bookmark`: who keeps bookmarks, and how many. What of is theirs alone.

use axum::extract::State;
use db::{Conn, Page, Table};
use primitives::{Listing, TenantId, UserId};
use rest::{CurrentUser, Json, ListQuery, Problem, Query};
use serde::Serialize;

use crate::Bookmarks;

const KEPT: &str = "(SELECT COUNT(*) FROM bookmarks_bookmark b WHERE b.users_id = u.users_id)";

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Keeper {
    users_id: UserId,
    name: String,
    /// The number of their bookmarks.
    bookmarks: i64,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct KeeperList {
    items: Vec<Keeper>,
    /// The total, counted up to 1000 rows beyond the page: `offset` + `limit` + 1000 means that many or more.
    total: i64,
}

/// Lists the people of the tenants that the asker administers who keep bookmarks, ordered by `name` or `bookmarks`.
#[utoipa::path(get, path = "/api/core/bookmark", tag = "core", operation_id = "bookmark_keeper_list",
    params(ListQuery,
        ("order" = Option<String>, Query, pattern = "^-?(name|bookmarks)$", description = "With `-` before it: descending")),
    responses((status = OK, body = KeeperList, description = "One page of people")))]
pub(crate) async fn list(
    State(bookmarks): State<Bookmarks>,
    CurrentUser(actor): CurrentUser,
    Query(query): Query<ListQuery>,
) -> Result<Json<KeeperList>, Problem> {
    let listing = query.listing(&["name", "bookmarks"])?;
    let page = bookmarks.db.read(move |c| page(c, actor.administered(), &listing)).await?;
    Ok(Json(KeeperList { items: page.items, total: page.total }))
}

/// `of`: the tenants; all, if there is none.
fn page(conn: &mut Conn<'_>, of: Option<&[TenantId]>, listing: &Listing) -> db::Result<Page<Keeper>> {
    let columns = format!("u.users_id, u.name, {KEPT}");
    let table = Table {
        columns: &columns,
        from: "identity_user u",
        filter: "EXISTS (SELECT 1 FROM bookmarks_bookmark b WHERE b.users_id = u.users_id)".to_owned(),
        values: Vec::new(),
        searched: "u.folded",
        order: if listing.column == "bookmarks" { KEPT } else { "u.folded" },
        id: "u.users_id",
    };
    let table = match of {
        Some(tenants) => table.only("u.tenant_id", tenants.iter().copied().map(Into::into)),
        None => table,
    };
    conn.page(&table, listing, |row| Ok(Keeper { users_id: row.get(0)?, name: row.get(1)?, bookmarks: row.get(2)? }))
}
