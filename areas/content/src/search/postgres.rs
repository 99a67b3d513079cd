//! Search on PostgreSQL: an index of the n-grams of names and of buckets, which are ranges of entry numbers. The
//! buckets that have the n-grams of the term are read from the newest on, as long as some of the hits are visible;
//! after that, hits are looked for where access is open to the set.

use std::collections::VecDeque;

use db::{Conn, Value, params};
use nodes::{READY, comma_separated};
use primitives::NodeId;
use security::Access;

use super::buckets::{Bucket, Ngrams, newest_buckets, ngrams};
use super::column::Column;
use super::hits::{FEW, LOOKED_AT, MOST, SELDOM, Search, Source};
use super::places::folders_below;
use crate::Result;

/// At most this many buckets are read at once.
const AT_ONCE: usize = 64;

impl Search<'_> {
    pub fn on_postgres(&mut self, conn: &mut Conn<'_>, access: &mut Access<'_>) -> Result<()> {
        let below = self.wanted.below;
        if let Some(below) = below
            && let Some(few) = folders_below(conn, below, FEW)?
        {
            return self.in_folders(conn, access, &few, self.wanted.before);
        }
        let open = access.open_folders(conn, self.scope, "$3")?;
        let rest = if self.wanted.names.parts.is_empty() {
            self.by_id(conn, open.is_none())?
        } else {
            let Some(ngrams) = ngrams(conn, self.scope.tenant.0, &self.wanted.names.parts)? else { return Ok(()) };
            self.by_bucket(conn, &ngrams, open.is_none())?
        };
        let Some(rest) = rest else { return Ok(()) };
        match (below.map(|below| folders_below(conn, below, MOST)).transpose()?.flatten(), open) {
            (Some(folders), _) => self.in_folders(conn, access, &folders, rest),
            (None, Some(open)) => self.anywhere(conn, access, &open, rest),
            (None, None) => Ok(()),
        }
    }

    /// As `by_bucket`, without words: all entries, or those with a value that the filter asks for.
    fn by_id(&mut self, conn: &mut Conn<'_>, to_the_end: bool) -> Result<Option<i64>> {
        let (mut before, mut all_matched, mut all_kept) = (self.wanted.before, 0, 0);
        let column = Column::of(self.wanted.filter);
        loop {
            let (wanted, wanted_values) = self.wanted_values(None, 4);
            let mut values = vec![
                Value::from(self.scope.tenant),
                before.into(),
                i64::try_from(LOOKED_AT).unwrap_or(i64::MAX).into(),
            ];
            values.extend(wanted_values);
            let mut with_value = String::new();
            if let Some(column) = &column {
                values.push(column.value());
                with_value = format!("AND n.{} = ${}", column.name(), values.len());
            }
            let sql = format!(
                "SELECT n.node_id FROM nodes_node n
                 WHERE n.tenant_id = $1 AND n.state = {READY} AND n.kind > 0 AND n.node_id < $2 AND {wanted} {with_value}
                 ORDER BY n.node_id DESC
                 LIMIT $3"
            );
            let hits: Vec<NodeId> = conn.rows_planned(&sql, &values, |row| row.get(0))?;
            drop(values);
            all_matched += hits.len();
            all_kept += self.keep_seen(conn, &hits)?;
            match hits.last() {
                Some(last) if hits.len() == LOOKED_AT && !self.is_full() => before = last.0,
                _ => return Ok(None),
            }
            if !to_the_end && all_kept * SELDOM < all_matched {
                return Ok(Some(before));
            }
        }
    }

    /// Reads hits from the newest on; returns the point from which reading the open entries is better, if there is one.
    fn by_bucket(&mut self, conn: &mut Conn<'_>, ngrams: &Ngrams, to_the_end: bool) -> Result<Option<i64>> {
        let (mut before, mut at_once, mut all_matched, mut all_kept) = (self.wanted.before, 1, 0, 0);
        let mut buckets = VecDeque::new();
        loop {
            if buckets.is_empty() {
                buckets = newest_buckets(conn, ngrams, before)?;
            }
            let some: Vec<&Bucket> = buckets.iter().take(at_once).collect();
            let Some(oldest) = some.last().map(|bucket| bucket.begin) else { return Ok(None) };
            let hits = self.hits_in(conn, ngrams, &some, before)?;
            before = match hits.last() {
                Some(last) if hits.len() == LOOKED_AT => last.0,
                _ => oldest,
            };
            all_matched += hits.len();
            all_kept += self.keep_seen(conn, &hits)?;
            if self.is_full() {
                return Ok(None);
            }
            if !to_the_end && all_matched >= SELDOM && all_kept * SELDOM < all_matched {
                return Ok(Some(before));
            }
            buckets.retain(|bucket| bucket.begin < before);
            at_once = (at_once * 4).min(AT_ONCE);
        }
    }

    /// The newest hits in some buckets, visible or not.
    fn hits_in(
        &self,
        conn: &mut Conn<'_>,
        ngrams: &Ngrams,
        buckets: &[&Bucket],
        before: i64,
    ) -> db::Result<Vec<NodeId>> {
        let (wanted, wanted_values) = self.wanted_in_index(7);
        let and_node = self.and_node();
        // Separate from the sorting, so that the index of n-grams is always used.
        let sql = format!(
            "SELECT hit.node_id
             FROM (SELECT s.node_id
                   FROM content_search s {and_node}
                   WHERE content_words(s.tenant_id, s.node_id, s.folded) @> ARRAY[$1::BIGINT, $2::BIGINT, $3::BIGINT]
                     AND content_words(s.tenant_id, s.node_id, s.folded) && string_to_array($4, ',')::BIGINT[]
                     AND s.node_id < $5 AND {wanted}
                   OFFSET 0) hit
             ORDER BY hit.node_id DESC
             LIMIT $6"
        );
        let [first, second, third] = *ngrams;
        let buckets = comma_separated(&buckets.iter().map(|bucket| bucket.number).collect::<Vec<_>>());
        let most = i64::try_from(LOOKED_AT).unwrap_or(i64::MAX);
        let mut values = params![first, second, third, buckets.as_str(), before, most].to_vec();
        values.extend(wanted_values);
        conn.rows(&sql, &values, |row| row.get(0))
    }

    /// SQL for whether the index's entry `s` is looked for, with its node `n` if there is a filter.
    fn wanted_in_index(&self, first: usize) -> (String, Vec<Value<'_>>) {
        self.wanted_values(Some("s.folded"), first)
    }

    /// The join that a filter needs.
    fn and_node(&self) -> &'static str {
        if self.wanted.filter.is_empty() { "" } else { "JOIN nodes_node n ON n.node_id = s.node_id" }
    }

    /// Finds hits older than `before` in `folders`, among the entries that are open to the set. If those are not known,
    /// all entries of `folders` are read.
    fn in_folders(
        &mut self,
        conn: &mut Conn<'_>,
        access: &mut Access<'_>,
        folders: &[NodeId],
        before: i64,
    ) -> Result<()> {
        let (folders, among) = (access.open_among(conn, self.scope, folders)?, comma_separated(folders));
        // While a propagation is pending, all of them are read.
        let (folders, nodes) = match folders {
            Some(folders) => (comma_separated(&folders), comma_separated(&access.open_in_closed(conn, self.scope)?)),
            None => (among.clone(), String::new()),
        };
        let (matches, and_node) = (format!("s.node_id < $1 AND {}", self.wanted_in_index(6).0), self.and_node());
        let found = format!(
            "SELECT s.node_id FROM unnest(string_to_array($3, ',')::BIGINT[]) f (node_id) CROSS JOIN LATERAL ({}) s
             UNION
             SELECT s.node_id FROM content_search s {and_node}
             WHERE s.node_id = ANY (string_to_array($4, ',')::BIGINT[])
               AND s.folder_id = ANY (string_to_array($5, ',')::BIGINT[]) AND {matches}",
            self.in_folder(&matches)
        );
        self.newest_of(conn, &found, &[&folders, &nodes, &among].map(Value::from), before)
    }

    /// Finds hits older than `before` among all that is open to the set: in `open_folders`, and in closed ones.
    fn anywhere(
        &mut self,
        conn: &mut Conn<'_>,
        access: &mut Access<'_>,
        open_folders: &str,
        before: i64,
    ) -> Result<()> {
        let nodes = comma_separated(&access.open_in_closed(conn, self.scope)?);
        let (matches, and_node) = (format!("s.node_id < $1 AND {}", self.wanted_in_index(5).0), self.and_node());
        let found = format!(
            "SELECT s.node_id FROM ({open_folders}) f CROSS JOIN LATERAL ({}) s
             UNION
             SELECT s.node_id FROM content_search s {and_node}
             WHERE s.node_id = ANY (string_to_array($4, ',')::BIGINT[]) AND {matches}",
            self.in_folder(&matches)
        );
        self.newest_of(conn, &found, &[Value::from(self.scope.set), Value::from(&nodes)], before)
    }

    /// SQL for the newest hits in the folder `f`.
    fn in_folder(&self, matches: &str) -> String {
        format!(
            "SELECT s.node_id FROM content_search s {}
             WHERE s.folder_id = f.node_id AND {matches} ORDER BY s.node_id DESC LIMIT $2",
            self.and_node()
        )
    }

    /// Keeps those that the set sees of the hits that the SQL `found` finds, from the newest on, until the page is full.
    /// Its `$1` is the entry that they are older than, `$2` how many are read at once, and `values` are those from `$3`
    /// on, before those of `wanted_in_index`.
    fn newest_of(&mut self, conn: &mut Conn<'_>, found: &str, values: &[Value<'_>], mut before: i64) -> Result<()> {
        let sql = format!("SELECT hit.node_id FROM ({found}) hit ORDER BY hit.node_id DESC LIMIT $2");
        let most = i64::try_from(LOOKED_AT).unwrap_or(i64::MAX);
        loop {
            let wanted = self.wanted_in_index(3 + values.len()).1;
            let asked: Vec<_> = [Value::from(before), Value::from(most)]
                .into_iter()
                .chain(values.iter().copied())
                .chain(wanted)
                .collect();
            let hits: Vec<NodeId> = conn.rows_planned(&sql, &asked, |row| row.get(0))?;
            drop(asked);
            self.keep_seen(conn, &hits)?;
            match hits.last() {
                Some(last) if hits.len() == LOOKED_AT && !self.is_full() => before = last.0,
                _ => return Ok(()),
            }
        }
    }

    /// Keeps those of `hits` that the set sees, until the page is full; returns how many.
    fn keep_seen(&mut self, conn: &mut Conn<'_>, hits: &[NodeId]) -> Result<usize> {
        // Usually most of them are visible, and a few more than a page are enough.
        let (first, rest) = hits.split_at(hits.len().min(self.wanted.limit + self.wanted.limit / 4));
        let kept = self.keep_all_seen(conn, first)?;
        Ok(if self.is_full() { kept } else { kept + self.keep_all_seen(conn, rest)? })
    }

    fn keep_all_seen(&mut self, conn: &mut Conn<'_>, hits: &[NodeId]) -> Result<usize> {
        if hits.is_empty() {
            return Ok(0);
        }
        let hits = comma_separated(hits);
        let nodes = db::seek(conn.engine(), "nodes_node", "n", "n.node_id = hit.node_id");
        let source = Source {
            from: &format!("unnest(string_to_array($4, ',')::BIGINT[]) hit (node_id) {nodes}"),
            matches: "TRUE".to_owned(),
            order: "n.node_id DESC",
            values: vec![Value::from(hits.as_str())],
            folded: None,
        };
        let some = self.seen(conn, &source, LOOKED_AT)?;
        self.keep(conn, some)
    }
}
