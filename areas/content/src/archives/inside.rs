//! What is in a folder of an archive, as its list shows it to the asker.

use db::{Conn, Row, Value};
use nodes::Listed;
use primitives::{NodeId, NodeRole};
use security::{Access, PrincipalScope, Terms};

use crate::Result;
use crate::entries::store::{Folder, InFolder};

/// A child of a folder.
pub(super) struct Child {
    pub node: Listed,
    pub role: Option<NodeRole>,
    pub has_flaw: bool,
    pub terms: Terms,
}

/// A folder to look into.
pub(super) struct Inside {
    pub folder: Folder,
    pub scope: PrincipalScope,
    /// With a slash at its end.
    pub path: String,
    pub terms: Terms,
}

/// What a folder's list shows to the asker, in its order.
pub(super) fn children(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    inside: &Inside,
    most: usize,
) -> Result<Vec<Child>> {
    let InFolder { from, seen, role } = InFolder::of(conn.engine(), inside.scope, inside.folder);
    let sql = format!(
        "SELECT {}, {role}, k.flaw IS NOT NULL
         FROM {from}
         LEFT JOIN content_check k ON k.node_id = n.node_id
         WHERE {seen}
         ORDER BY n.kind, n.sort_key, n.node_id
         LIMIT $3",
        Listed::COLUMNS
    );
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let values = [Value::from(inside.folder.id), Value::from(inside.scope.set), Value::from(most)];
    let child = |row: &Row<'_>| {
        let role = row.get::<Option<i64>>(Listed::END)?.and_then(NodeRole::from_code);
        Ok(Child { node: Listed::from_row(row)?, role, has_flaw: row.get(Listed::END + 1)?, terms: inside.terms })
    };
    let mut children = conn.rows(&sql, &values, child)?;
    let ids: Vec<NodeId> = children.iter().map(|child| child.node.id).collect();
    let own = access.own_terms(conn, inside.scope.tenant, &ids)?;
    for child in &mut children {
        child.terms = child.terms.with(own.get(&child.node.id).copied().unwrap_or_default());
    }
    Ok(children)
}

pub(super) fn has_flaw(conn: &mut Conn<'_>, node: NodeId) -> Result<bool> {
    let sql = "SELECT 1 FROM content_check WHERE node_id = $1 AND flaw IS NOT NULL";
    Ok(conn.exists(sql, &[Value::from(node)])?)
}
