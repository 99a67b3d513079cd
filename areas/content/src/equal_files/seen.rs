//! The files with one content that an asker sees.

use db::Conn;
use primitives::{Cursor, NodeId, RepositoryId, TenantId};
use security::Access;
use serde::Serialize;

use super::store::{self, Place, SeenBy};
use crate::Result;
use crate::entries::store::Child;
use crate::search::{Places, SearchHit, shown};

/// So many are read at once.
const AT_ONCE: usize = 256;
const FROM_THE_FIRST: Place = (RepositoryId(0), NodeId(0));

/// Whose content is looked for.
pub(super) struct Wanted<'w> {
    pub tenant: TenantId,
    pub hash: &'w str,
    /// Only in this repository.
    pub within: Option<RepositoryId>,
    /// Not this one itself.
    pub but: Option<NodeId>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EqualFiles {
    /// With the folders that they are in.
    pub items: Vec<SearchHit>,
    /// Send it as `after` to get the next page; null on the last page.
    #[schema(required)]
    pub next: Option<String>,
}

/// How the asker sees the files of a tenant, and which folders hide what is in them.
pub(super) fn seen_by(conn: &mut Conn<'_>, access: &mut Access<'_>, tenant: TenantId) -> Result<(SeenBy, Places)> {
    let scope = access.scope(conn, tenant)?;
    let acl = access.acl_sql(conn, tenant)?;
    Ok((SeenBy { scope, acl }, Places::new(None, access.walks(conn, tenant)?)))
}

/// One page of them.
pub(super) fn page(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    wanted: &Wanted<'_>,
    (after, limit): (Option<&Cursor>, usize),
) -> Result<EqualFiles> {
    let begin = after.map_or(FROM_THE_FIRST, |cursor| (RepositoryId(cursor.number), NodeId(cursor.id)));
    // One more tells whether there is another page.
    let (by, mut found) = seen(conn, access, wanted, (begin, limit + 1))?;
    let is_last = found.len() <= limit;
    found.truncate(limit);
    let cursor =
        |(repository, node): Place| Cursor { kind: 0, text: String::new(), number: repository.0, id: node.0 }.encode();
    let next = found.last().filter(|_| !is_last).map(|(place, _)| cursor(*place));
    let children = found.into_iter().map(|(_, child)| child).collect();
    Ok(EqualFiles { items: shown(conn, access, by.scope, children)?, next })
}

/// Up to `limit` of them behind a place.
fn seen(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    wanted: &Wanted<'_>,
    (after, limit): (Place, usize),
) -> Result<(SeenBy, Vec<(Place, Child)>)> {
    let (by, mut places) = seen_by(conn, access, wanted.tenant)?;
    let (mut after, mut found) = (after, Vec::new());
    loop {
        let some = store::with_content(conn, by, (wanted.hash, wanted.within), (after, AT_ONCE))?;
        let (is_last, end) = (some.len() < AT_ONCE, some.last().map(|(place, _)| *place));
        places.learn(conn, some.iter().filter_map(|(_, child)| child.node.parent))?;
        let is_shown = |child: &Child| child.node.parent.is_some_and(|folder| places.admit(folder));
        found.extend(some.into_iter().filter(|(_, child)| Some(child.node.id) != wanted.but && is_shown(child)));
        match end {
            Some(end) if !is_last && found.len() < limit => after = end,
            _ => break,
        }
    }
    found.truncate(limit);
    Ok((by, found))
}
