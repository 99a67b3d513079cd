//! Finds hits folder by folder, in SQLite's index that keeps the entries of one folder together, the newest first.

use db::{Conn, Value, params};
use nodes::in_list;
use primitives::NodeId;
use security::Access;

use super::hits::{FOLDED, Search, Source};
use crate::Result;
use crate::search_index::number::{self, IN_FOLDER};

impl Search<'_> {
    /// Finds hits older than `before` in `folders`, or in all folders if these are not known.
    pub fn by_folder(
        &mut self,
        conn: &mut Conn<'_>,
        access: &mut Access<'_>,
        folders: Option<Vec<NodeId>>,
        before: i64,
    ) -> Result<()> {
        let words = self.asked_ngrams().join(" AND ");
        let mut newer_than = 0;
        if let Some(folders) = folders {
            for (folder, newest) in by_newest(conn, folders)? {
                // Once the page is full, only hits newer than its last one can still enter it.
                if newest <= newer_than {
                    break;
                }
                newer_than = self.look_into(conn, access, folder, &words, (newer_than, before))?;
            }
            return Ok(());
        }
        let mut last = None;
        while let Some(folder) = next_with_hits(conn, &words, last)? {
            newer_than = self.look_into(conn, access, folder, &words, (newer_than, before))?;
            last = Some(folder);
        }
        Ok(())
    }

    /// Adds the hits of a folder that are `between` two entries; returns the entry that further hits must be newer
    /// than.
    fn look_into(
        &mut self,
        conn: &mut Conn<'_>,
        access: &mut Access<'_>,
        folder: NodeId,
        words: &str,
        between: (i64, i64),
    ) -> Result<i64> {
        self.places.learn(conn, std::iter::once(folder))?;
        if !self.places.admit(folder) {
            return Ok(between.0);
        }
        let source = if access.sees_into(conn, self.scope, folder)? {
            open(words, folder, between)
        } else {
            closed(folder, between)
        };
        let some = self.seen(conn, &source, self.wanted.limit)?;
        self.found.extend(some);
        if !self.is_full() {
            return Ok(between.0);
        }
        self.prune();
        Ok(self.found.last().map_or(0, |child| child.node.id.0))
    }

    /// The folders in which the set sees anything and whose names have, or had, the n-grams of the term. None while a
    /// propagation is pending.
    pub fn folders_with_hits(&self, conn: &mut Conn<'_>, access: &mut Access<'_>) -> Result<Option<Vec<NodeId>>> {
        let scope = self.scope;
        let Some(folders) = access.folders_to_see_into(conn, scope, "$1")? else { return Ok(None) };
        let has = |place| {
            let of_folder = "SELECT 1 FROM content_search_folder p WHERE p.folder_id = f.node_id";
            format!("EXISTS ({of_folder} AND p.piece = ${place})")
        };
        let has: Vec<_> = (2..self.asked_ngrams().len() + 2).map(has).collect();
        let has = if has.is_empty() { "1 = 1".to_owned() } else { has.join(" AND ") };
        let sql = format!("SELECT f.node_id FROM ({folders}) f WHERE {has}");
        let mut values = vec![Value::from(scope.set)];
        values.extend(self.asked_ngrams().iter().map(|ngram| Value::from(ngram.as_str())));
        Ok(Some(conn.rows(&sql, &values, |row| row.get(0))?))
    }

    /// Those of `folders` whose names have, or had, the rarest n-gram.
    pub fn with_hits(&self, conn: &mut Conn<'_>, folders: &[NodeId]) -> Result<Vec<NodeId>> {
        let Some(rarest) = self.asked_ngrams().first() else { return Ok(folders.to_vec()) };
        let mut found = Vec::new();
        for some in folders.chunks(256) {
            let (list, mut values) = in_list(2, some);
            values.insert(0, Value::from(rarest.as_str()));
            let sql = format!("SELECT folder_id FROM content_search_folder WHERE piece = $1 AND folder_id IN ({list})");
            found.extend(conn.rows(&sql, &values, |row| row.get::<NodeId>(0))?);
        }
        Ok(found)
    }
}

/// Folders and their newest entries, newest first.
fn by_newest(conn: &mut Conn<'_>, mut folders: Vec<NodeId>) -> db::Result<Vec<(NodeId, i64)>> {
    folders.sort_unstable();
    folders.dedup();
    let numbers: Vec<_> = folders.iter().map(|folder| folder.0.to_string()).collect();
    let listed = format!("[{}]", numbers.join(","));
    let sql = "SELECT f.value, (SELECT s.rowid FROM content_search_by_folder s
                                WHERE s.rowid >= f.value * $2 AND s.rowid < (f.value + 1) * $2 ORDER BY s.rowid LIMIT 1)
               FROM json_each($1) f";
    let mut found = conn.rows(sql, params![listed.as_str(), IN_FOLDER], |row| {
        let (folder, newest): (NodeId, Option<i64>) = (row.get(0)?, row.get(1)?);
        Ok((folder, newest.map_or(0, |newest| number::node(folder, newest))))
    })?;
    found.sort_unstable_by_key(|(_, newest)| std::cmp::Reverse(*newest));
    Ok(found)
}

/// The next folder after `last` that probably has a hit; without words, the next one.
fn next_with_hits(conn: &mut Conn<'_>, words: &str, last: Option<NodeId>) -> db::Result<Option<NodeId>> {
    let from = number::first(NodeId(last.map_or(0, |last| last.0) + 1));
    let folder = |row: &db::Row<'_>| Ok(number::folder(row.get(0)?));
    if words.is_empty() {
        let sql = "SELECT rowid FROM content_search_by_folder WHERE rowid >= $1 ORDER BY rowid LIMIT 1";
        return conn.find(sql, params![from], folder);
    }
    let sql = "SELECT rowid FROM content_search_by_folder
               WHERE content_search_by_folder MATCH $1 AND rowid >= $2 ORDER BY rowid LIMIT 1";
    conn.find(sql, params![words, from], folder)
}

/// The hits of a folder whose entries are open, except those with an ACL of their own.
fn open<'s>(words: &'s str, folder: NodeId, (newer_than, before): (i64, i64)) -> Source<'s> {
    let number = |node| Value::from(number::number(folder, node));
    let (mut matches, mut values) = (String::new(), vec![number(before), number(newer_than)]);
    if !words.is_empty() {
        matches += "content_search_by_folder MATCH $6 AND ";
        values.push(Value::from(words));
    }
    matches += "s.rowid > $4 AND s.rowid < $5 AND n.node_id = 2147483647 - (s.rowid & 2147483647)";
    let from = "content_search_by_folder s CROSS JOIN nodes_node n";
    Source { from, matches, order: "s.rowid", values, folded: Some(FOLDED) }
}

/// In a closed folder, only entries with an ACL of their own.
fn closed<'s>(folder: NodeId, (newer_than, before): (i64, i64)) -> Source<'s> {
    Source {
        // Without this hint, SQLite reads the whole folder.
        from: "nodes_node n INDEXED BY nodes_node_with_acl",
        matches: "n.parent_id = $4 AND n.has_own_acl AND n.node_id < $5 AND n.node_id > $6".to_owned(),
        order: "n.node_id DESC",
        values: vec![Value::from(folder), before.into(), newer_than.into()],
        folded: Some(FOLDED),
    }
}
