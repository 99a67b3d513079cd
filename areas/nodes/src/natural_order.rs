//! The keys by which lists order names. Whoever writes a name writes its key; names from before keys get theirs here.

use db::{Tx, Value, params};
use primitives::{NodeId, sort_key};

use crate::lists::batches;

/// So many names are read at once.
const STEP: i64 = 4_096;

/// Gives all nodes their keys.
pub(crate) fn fill(tx: &mut Tx<'_>) -> db::Result<()> {
    let mut after = NodeId(0);
    loop {
        let sql = "SELECT node_id, name FROM nodes_node WHERE node_id > $1 ORDER BY node_id LIMIT $2";
        let named = tx.rows(sql, params![after, STEP], |row| Ok((row.get(0)?, row.get::<String>(1)?)))?;
        let Some((last, _)) = named.last() else { return Ok(()) };
        after = *last;
        for some in batches(&named) {
            set_keys(tx, some)?;
        }
    }
}

fn set_keys(tx: &mut Tx<'_>, named: &[(NodeId, String)]) -> db::Result<()> {
    let keys: Vec<String> = named.iter().map(|(_, name)| sort_key(name)).collect();
    let rows = (0..named.len()).map(|at| format!("(CAST(${} AS BIGINT), CAST(${} AS TEXT))", 2 * at + 1, 2 * at + 2));
    let sql = format!(
        "WITH keyed (node_id, sort_key) AS (VALUES {})
         UPDATE nodes_node SET sort_key = keyed.sort_key FROM keyed WHERE nodes_node.node_id = keyed.node_id",
        rows.collect::<Vec<_>>().join(", ")
    );
    let values = named.iter().zip(&keys).flat_map(|((node, _), key)| [Value::from(*node), Value::from(key)]);
    tx.run(&sql, &values.collect::<Vec<_>>()).map(drop)
}
