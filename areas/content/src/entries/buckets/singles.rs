//! The entries of a folder that have an access of their own: they are looked at one by one.

use db::{Conn, params};
use nodes::READY;
use primitives::{NodeId, NodeKind};
use security::PrincipalScope;

use super::stretch::Place;
use crate::entries::model::Order;
use crate::entries::store::{self, Folder, WITH_ACL};

/// In a folder that one may only pass through, so many entries are put into buckets, and no more.
const MOST_IN_CLOSED: i64 = 5_000;

/// An entry with an access of its own, and where it stands.
pub(super) struct Single {
    pub kind: NodeKind,
    pub place: Place,
    pub id: NodeId,
}

/// Of the entries with an access of their own: in an open folder those that the asker does not see, in a closed one
/// those that they do; None if the latter are too many. The number of those that they do not see must not be told, so
/// nothing depends on it.
pub(super) fn with_acl(
    conn: &mut Conn<'_>,
    scope: PrincipalScope,
    folder: Folder,
    order: Order,
) -> db::Result<Option<Vec<Single>>> {
    let (by, seen) = (order.by_of_each_kind(), store::seen(scope));
    let (from, wanted) = if folder.role.is_some() {
        (store::with_own_acl(conn.engine(), "n"), format!("n.has_own_acl AND NOT {seen}"))
    } else {
        (store::picked_in_closed(conn.engine(), scope, "$1"), seen)
    };
    let sql = format!(
        "SELECT n.kind, n.node_id, {by} FROM {from} {WITH_ACL}
         WHERE n.parent_id = $1 AND n.state = {READY} AND {wanted}
         LIMIT $3"
    );
    let (by_name, most) = (order.by_text(), if folder.role.is_some() { i64::MAX } else { MOST_IN_CLOSED + 1 });
    let found = conn.rows(&sql, params![folder.id, scope.set, most], |row| {
        let place = if by_name { Place::Name(row.get(2)?) } else { Place::Time(row.get(2)?) };
        Ok(Single { kind: row.get(0)?, id: row.get(1)?, place })
    })?;
    let are_few = i64::try_from(found.len()).is_ok_and(|count| count <= MOST_IN_CLOSED);
    Ok((folder.role.is_some() || are_few).then_some(found))
}
