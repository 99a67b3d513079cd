//! Hits folder by folder, in SQLite's index that has what one folder holds side by side, the newest first.

use db::{Conn, params};
use primitives::NodeId;
use security::Access;

use super::hits::{Search, Source};
use crate::Result;

/// The numbers that one folder's entries have in the index.
const FOLDER: i64 = 1 << 31;

/// The folders that have a hit, in the order of their numbers, perhaps with some more.
struct Walk<'w> {
    words: &'w str,
    /// Only some of these, where they are known.
    among: Option<Vec<NodeId>>,
    from: i64,
}

impl Walk<'_> {
    fn next(&mut self, conn: &mut Conn<'_>) -> db::Result<Option<NodeId>> {
        let sql = "SELECT rowid FROM content_search_by_folder
                   WHERE content_search_by_folder MATCH $1 AND rowid >= $2 ORDER BY rowid LIMIT 1";
        loop {
            let wanted = match &self.among {
                None => None,
                Some(among) => {
                    let at = among.partition_point(|folder| folder.0 * FOLDER < self.from);
                    let Some(folder) = among.get(at) else { return Ok(None) };
                    self.from = folder.0 * FOLDER;
                    Some(*folder)
                }
            };
            let found = conn.find(sql, params![self.words, self.from], |row| row.get::<i64>(0))?;
            let Some(folder) = found.map(|number| NodeId(number / FOLDER)) else { return Ok(None) };
            if wanted.is_none_or(|wanted| wanted == folder) {
                self.from = (folder.0 + 1) * FOLDER;
                return Ok(Some(folder));
            }
            self.from = folder.0 * FOLDER;
        }
    }
}

impl Search<'_> {
    /// Finds what is older than `before` in all folders, or in those of `among`.
    pub fn by_folder(
        &mut self,
        conn: &mut Conn<'_>,
        access: &mut Access<'_>,
        among: Option<Vec<NodeId>>,
        before: i64,
    ) -> Result<()> {
        let words = self.words.clone();
        let mut walk = Walk { words: &words, among, from: 0 };
        let mut newer_than = 0;
        while let Some(folder) = walk.next(conn)? {
            self.places.learn(conn, std::iter::once(folder))?;
            if !self.places.admit(folder) {
                continue;
            }
            let source = if access.sees_into(conn, self.asked.sight, folder)? {
                open(folder, before, newer_than)
            } else {
                closed(folder, newer_than)
            };
            let some = self.seen(conn, &source, before, self.asked.limit)?;
            self.found.extend(some);
            if self.is_full() {
                self.settle();
                newer_than = self.found.last().map_or(0, |child| child.node.id.0);
            }
        }
        Ok(())
    }
}

/// The hits of a folder whose entries are open, but for those with a guard of their own.
fn open(folder: NodeId, before: i64, newer_than: i64) -> Source {
    let end = folder.0 * FOLDER + FOLDER - 1;
    Source {
        from: "content_search_by_folder s CROSS JOIN nodes_node n",
        matches: "content_search_by_folder MATCH $6 AND s.rowid > $7 AND s.rowid < $8
                  AND n.node_id = 2147483647 - (s.rowid & 2147483647) AND n.node_id < $3
                  AND fold(n.name) LIKE $5 ESCAPE '\\'",
        order: "s.rowid",
        bounds: (end - before.min(FOLDER - 1), end - newer_than),
    }
}

/// What a folder holds is closed, but for what has a guard of its own.
fn closed(folder: NodeId, newer_than: i64) -> Source {
    Source {
        // Left to itself, SQLite reads the whole folder.
        from: "nodes_node n INDEXED BY nodes_node_guarded",
        matches: "n.parent_id = $7 AND n.own_guard AND n.node_id < $3 AND n.node_id > $8
                  AND fold(n.name) LIKE $5 ESCAPE '\\'",
        order: "n.node_id DESC",
        bounds: (folder.0, newer_than),
    }
}
