//! The search index. SQLite has two indexes of the n-grams of names, by age and by folder, and a list of the n-grams in
//! each folder. PostgreSQL has one index of n-grams, the names by folder, and a list of the buckets that have an
//! n-gram. Both have an index of the names of folders alone.

pub(crate) mod number;

use db::{Engine, Tx, params};
use nodes::in_list;
use primitives::{NodeId, fold};

use self::number::NUMBER;

/// Adds a new entry, whose row exists, to the index.
pub(crate) fn index(tx: &mut Tx<'_>, node: NodeId, name: &str) -> db::Result<()> {
    let folded = fold(name);
    if tx.engine() == Engine::Postgres {
        return on_postgres(tx, node, &folded);
    }
    for (table, number) in [("content_search_by_age", "n.node_id"), ("content_search_by_folder", NUMBER)] {
        let sql = format!(
            "INSERT INTO {table} (rowid, pieces)
             SELECT {number}, pieces(n.tenant_id, $2) FROM nodes_node n WHERE n.node_id = $1"
        );
        tx.run(&sql, params![node, &folded])?;
    }
    let sql = "INSERT OR IGNORE INTO content_search_folder (folder_id, piece)
               SELECT n.parent_id, p.value
               FROM nodes_node n
               CROSS JOIN json_each('[\"' || replace(pieces(n.tenant_id, $2), ' ', '\",\"') || '\"]') p
               WHERE n.node_id = $1";
    tx.run(sql, params![node, &folded])?;
    let sql = "INSERT INTO content_search_place (rowid, pieces)
               SELECT n.node_id, pieces(n.tenant_id, $2) FROM nodes_node n WHERE n.node_id = $1 AND n.kind = 1";
    tx.run(sql, params![node, &folded])?;
    Ok(())
}

/// Buckets that already have the n-grams are not written to, so that people who add entries do not wait for each other.
fn on_postgres(tx: &mut Tx<'_>, node: NodeId, folded: &str) -> db::Result<()> {
    let sql = "INSERT INTO content_search (node_id, tenant_id, folder_id, folded)
               SELECT n.node_id, n.tenant_id, n.parent_id, $2 FROM nodes_node n WHERE n.node_id = $1";
    tx.run(sql, params![node, folded])?;
    let sql = "INSERT INTO content_search_place (node_id, tenant_id, folded)
               SELECT n.node_id, n.tenant_id, $2 FROM nodes_node n WHERE n.node_id = $1 AND n.kind = 1";
    tx.run(sql, params![node, folded])?;
    let sql = "INSERT INTO content_search_bucket (piece, bucket)
               SELECT p.piece, content_bucket(n.node_id)
               FROM nodes_node n
               CROSS JOIN LATERAL unnest(content_pieces(n.tenant_id, $2, 1)) p (piece)
               WHERE n.node_id = $1 AND NOT EXISTS (
                 SELECT 1 FROM content_search_bucket b
                 WHERE b.piece = p.piece AND b.bucket = content_bucket(n.node_id)
               )";
    tx.run(sql, params![node, folded])?;
    Ok(())
}

/// Updates the index after a rename.
pub(crate) fn index_again(tx: &mut Tx<'_>, node: NodeId, name: &str) -> db::Result<()> {
    forget_names(tx, &[node])?;
    index(tx, node, name)
}

/// Called before the rows of entries are deleted.
pub(crate) fn forget_all(tx: &mut Tx<'_>, nodes: &[NodeId]) -> db::Result<()> {
    forget_names(tx, nodes)?;
    if tx.engine() == Engine::Sqlite {
        for some in nodes.chunks(256) {
            let (list, values) = in_list(1, some);
            tx.run(&format!("DELETE FROM content_search_folder WHERE folder_id IN ({list})"), &values)?;
        }
    }
    Ok(())
}

/// Called before an entry gets another name or folder.
pub(crate) fn forget_names(tx: &mut Tx<'_>, nodes: &[NodeId]) -> db::Result<()> {
    for some in nodes.chunks(256) {
        let (list, values) = in_list(1, some);
        if tx.engine() == Engine::Postgres {
            tx.run(&format!("DELETE FROM content_search WHERE node_id IN ({list})"), &values)?;
            tx.run(&format!("DELETE FROM content_search_place WHERE node_id IN ({list})"), &values)?;
            continue;
        }
        for table in ["content_search_by_age", "content_search_place"] {
            tx.run(&format!("DELETE FROM {table} WHERE rowid IN ({list})"), &values)?;
        }
        let sql = format!(
            "DELETE FROM content_search_by_folder
             WHERE rowid IN (SELECT {NUMBER} FROM nodes_node n WHERE n.node_id IN ({list}))"
        );
        tx.run(&sql, &values)?;
    }
    Ok(())
}
