//! Names in a folder: the entries that have a name, and the duplicates.

use std::hash::{DefaultHasher, Hash, Hasher};

use db::{Conn, Tx, Value, params};
use primitives::{EntryName, NodeId, Seconds};

use crate::Error;
use crate::lists::in_list;
use crate::node_states::{BINNED, READY, STAGING};

/// An entry of a folder with a requested name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Namesake {
    pub node: NodeId,
    pub key: String,
    pub has_own_acl: bool,
    /// Of a file whose bytes have arrived.
    pub bytes: Option<i64>,
    pub modified_at: Seconds,
}

/// The entries of `folder` that have one of these keys, except those in the bin.
pub fn namesakes(conn: &mut Conn<'_>, folder: NodeId, keys: &[String]) -> db::Result<Vec<Namesake>> {
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let mut found = Vec::new();
    for some in keys.chunks(256) {
        let (list, names) = in_list(2, some);
        let sql = format!(
            "SELECT node_id, name_key, has_own_acl, CASE WHEN kind = 2 AND state = {READY} THEN size_bytes END, modified_at
             FROM nodes_node
             WHERE parent_id = $1 AND state IN ({STAGING}, {READY}) AND kind IN (1, 2) AND name_key IN ({list})"
        );
        let values: Vec<_> = std::iter::once(Value::from(folder)).chain(names).collect();
        found.extend(conn.rows(&sql, &values, |row| {
            Ok(Namesake {
                node: row.get(0)?,
                key: row.get(1)?,
                has_own_acl: row.get(2)?,
                bytes: row.get(3)?,
                modified_at: row.get(4)?,
            })
        })?);
    }
    Ok(found)
}

/// The error of a statement that gives an entry this name.
pub(crate) fn name_taken(error: db::Error, name: &EntryName) -> Error {
    if error.is_unique() { Error::NameTaken(name.as_str().to_owned()) } else { Error::Db(error) }
}

/// SQL for whether an entry with this key in this folder would be a duplicate. `node` is not counted.
pub(crate) fn is_duplicate(folder: &str, key: &str, node: &str) -> String {
    format!(
        "EXISTS (SELECT 1 FROM nodes_node o
           WHERE o.parent_id = {folder} AND o.name_key = {key} AND o.state < {BINNED} AND NOT o.duplicate AND o.node_id <> {node})"
    )
}

/// Whether `node` would be a duplicate if it were called `name` in `folder` now.
pub fn is_duplicate_in(conn: &mut Conn<'_>, folder: NodeId, name: &EntryName, node: NodeId) -> db::Result<bool> {
    let sql = format!("SELECT 1 WHERE {}", is_duplicate("$1", "$2", "$3"));
    conn.exists(&sql, params![folder, &name.key(), node])
}

/// Transactions that take the same name in a folder run one after the other (PostgreSQL), so that each sees which entry
/// has taken it.
pub fn hold_name(tx: &mut Tx<'_>, folder: NodeId, name: &EntryName) -> db::Result<()> {
    let mut hasher = DefaultHasher::new();
    (folder.0, name.key()).hash(&mut hasher);
    tx.lock(i64::from_ne_bytes(hasher.finish().to_ne_bytes()) | i64::MIN)
}
