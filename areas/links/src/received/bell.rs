//! What the bell tells the maker of a link about files that came by it.

use std::collections::HashMap;

use db::{Conn, Tx, Value};
use nodes::in_list;
use notices::{NoticeAbout, NoticeKind};
use security::Access;

use crate::LinkId;
use crate::requests;

/// Files have come; its subject is the link, and its entry the folder.
pub(super) const KIND: &str = "files_received";

pub(crate) fn notice_kind() -> NoticeKind {
    NoticeKind::new(KIND, tells)
}

/// Of links of the asker, what they call them.
fn tells(conn: &mut Conn<'_>, access: &mut Access<'_>, links: &[i64]) -> security::Result<HashMap<i64, NoticeAbout>> {
    if links.is_empty() {
        return Ok(HashMap::new());
    }
    let (list, ids) = in_list(2, links);
    let sql = format!("SELECT link_id, label FROM links_link WHERE users_id = $1 AND link_id IN ({list})");
    let values: Vec<Value<'_>> = std::iter::once(access.actor().user.into()).chain(ids).collect();
    let about = |title| NoticeAbout { title, ..NoticeAbout::default() };
    let found = conn.rows(&sql, &values, |row| Ok((row.get(0)?, about(row.get(1)?))))?;
    Ok(found.into_iter().collect())
}

/// Takes the notices back of links by which nothing waits any more.
pub(super) fn decided(tx: &mut Tx<'_>, links: impl IntoIterator<Item = LinkId>) -> db::Result<()> {
    let mut links: Vec<LinkId> = links.into_iter().collect();
    links.sort_unstable();
    links.dedup();
    let waiting = requests::waiting_of(tx, &links)?;
    let done = links.into_iter().filter(|link| !waiting.contains_key(link));
    done.into_iter().try_for_each(|link| notices::withdraw(tx, KIND, link.0))
}
