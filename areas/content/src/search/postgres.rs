//! Search on PostgreSQL: an index of the n-grams of names and of buckets, which are ranges of entry numbers. The
//! buckets that have the n-grams of the term are read from the newest on, as long as some of the hits are visible;
//! after that, hits are looked for where access is open to the set.

use std::collections::VecDeque;

use db::{Conn, Value, params};
use primitives::NodeId;
use security::{Access, Open};

use super::hits::{FEW, LOOKED_AT, MOST, SELDOM, Search, Source};
use super::places::folders_below;
use crate::Result;

/// The last n-grams of a long term are considered: the end of a name is usually its most specific part.
const LETTERS: usize = 10;
/// How many of the rarest n-grams are used.
const ENOUGH: usize = 3;
/// At most this many buckets are read at once.
const AT_ONCE: usize = 64;
/// So many buckets are fetched, to be read some at a time.
const FETCHED: i64 = 1024;

/// The index's numbers for the rarest n-grams of a term.
type Ngrams = [i64; ENOUGH];

impl Search<'_> {
    pub fn on_postgres(&mut self, conn: &mut Conn<'_>, access: &mut Access<'_>) -> Result<()> {
        let below = self.wanted.below;
        let open = access.what_is_open(conn, self.scope, "$1")?;
        if let Some(below) = below
            && let Some(few) = folders_below(conn, below, FEW)?
        {
            return self.in_folders(conn, open.as_ref(), Some(&few), self.wanted.before);
        }
        let Some(ngrams) = ngrams(conn, self.scope.tenant.0, self.wanted.term)? else { return Ok(()) };
        let Some(rest) = self.by_bucket(conn, &ngrams, open.is_none())? else { return Ok(()) };
        let folders = below.map(|below| folders_below(conn, below, MOST)).transpose()?.flatten();
        self.in_folders(conn, open.as_ref(), folders.as_deref(), rest)
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
        // Separate from the sorting, so that the index of n-grams is always used.
        let sql = "SELECT hit.node_id
                   FROM (SELECT s.node_id
                         FROM content_search s
                         WHERE content_words(s.tenant_id, s.node_id, s.folded) @> ARRAY[$1::BIGINT, $2::BIGINT, $3::BIGINT]
                           AND content_words(s.tenant_id, s.node_id, s.folded) && string_to_array($4, ',')::BIGINT[]
                           AND s.node_id < $5 AND s.folded LIKE $6 ESCAPE '\\'
                         OFFSET 0) hit
                   ORDER BY hit.node_id DESC
                   LIMIT $7";
        let [first, second, third] = *ngrams;
        let buckets = listed(buckets.iter().map(|bucket| bucket.number));
        let most = i64::try_from(LOOKED_AT).unwrap_or(i64::MAX);
        let pattern = self.pattern.as_str();
        conn.rows(sql, params![first, second, third, buckets.as_str(), before, pattern, most], |row| row.get(0))
    }

    /// Finds hits older than `before` in `folders` or anywhere, among the entries that are open to the set. If those
    /// are not known, all entries of `folders` are read.
    fn in_folders(
        &mut self,
        conn: &mut Conn<'_>,
        open: Option<&Open>,
        folders: Option<&[NodeId]>,
        mut before: i64,
    ) -> Result<()> {
        let among = folders.map(|folders| listed(folders.iter().map(|folder| folder.0)));
        let (mut values, mut of_some, mut of_those) = (Vec::new(), "", "");
        if let Some(among) = &among {
            values.push(Value::from(among.as_str()));
            of_some = "WHERE f.node_id = ANY (string_to_array($5, ',')::BIGINT[])";
            of_those = "AND s.folder_id = ANY (string_to_array($5, ',')::BIGINT[])";
        }
        let matches = "s.node_id < $2 AND s.folded LIKE $3 ESCAPE '\\'";
        let in_folder = format!(
            "SELECT s.node_id FROM content_search s
             WHERE s.folder_id = f.node_id AND {matches} ORDER BY s.node_id DESC LIMIT $4"
        );
        let found = match open {
            Some(open) => format!(
                "SELECT s.node_id FROM ({}) f CROSS JOIN LATERAL ({in_folder}) s {of_some}
                 UNION
                 SELECT s.node_id FROM ({}) o JOIN content_search s ON s.node_id = o.node_id WHERE {matches} {of_those}",
                open.folders, open.nodes
            ),
            None => format!(
                "SELECT s.node_id FROM unnest(string_to_array($5, ',')::BIGINT[]) f (node_id)
                 CROSS JOIN LATERAL ({in_folder}) s"
            ),
        };
        let sql = format!("SELECT hit.node_id FROM ({found}) hit ORDER BY hit.node_id DESC LIMIT $4");
        loop {
            let most = i64::try_from(LOOKED_AT).unwrap_or(i64::MAX);
            let pattern = self.pattern.as_str();
            let asked = [Value::from(self.scope.set), before.into(), pattern.into(), most.into()];
            let asked: Vec<_> = asked.iter().chain(&values).copied().collect();
            let hits: Vec<NodeId> = conn.rows_planned(&sql, &asked, |row| row.get(0))?;
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
        let hits = listed(hits.iter().map(|hit| hit.0));
        let source = Source {
            from: "unnest(string_to_array($4, ',')::BIGINT[]) hit (node_id) JOIN nodes_node n ON n.node_id = hit.node_id",
            matches: "TRUE",
            order: "n.node_id DESC",
            values: vec![Value::from(hits.as_str())],
        };
        let some = self.seen(conn, &source, LOOKED_AT)?;
        self.keep(conn, some)
    }
}

/// The rarest n-grams of a term. None: no name has it.
fn ngrams(conn: &mut Conn<'_>, tenant: i64, term: &str) -> db::Result<Option<Ngrams>> {
    let letters = term.chars().count();
    let end: String = term.chars().skip(letters.saturating_sub(LETTERS)).collect();
    let sql = "SELECT p.piece, (SELECT COUNT(*) FROM (SELECT 1 FROM content_search_bucket b
                                                      WHERE b.piece = p.piece LIMIT 64) known) AS buckets
               FROM unnest(content_pieces($1, $2, $3)) p (piece)
               ORDER BY buckets";
    let shortest = i64::try_from(letters.min(3)).unwrap_or(3);
    let read = |row: &db::Row<'_>| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?));
    let rarest = conn.rows(sql, params![tenant, end.as_str(), shortest], read)?;
    let Some((_, 1..)) = rarest.first() else { return Ok(None) };
    let mut ngrams = rarest.iter().map(|(ngram, _)| *ngram).cycle();
    Ok(Some(std::array::from_fn(|_| ngrams.next().unwrap_or_default())))
}

struct Bucket {
    number: i64,
    /// The lowest number of an entry in it.
    begin: i64,
}

/// The newest buckets that have all n-grams.
fn newest_buckets(conn: &mut Conn<'_>, ngrams: &Ngrams, before: i64) -> db::Result<VecDeque<Bucket>> {
    let sql = "SELECT DISTINCT b.bucket, b.bucket << 11
               FROM content_search_bucket b
               WHERE b.piece = $1 AND b.bucket <= content_bucket($4::BIGINT - 1)
                 AND EXISTS (SELECT 1 FROM content_search_bucket o WHERE o.piece = $2 AND o.bucket = b.bucket)
                 AND EXISTS (SELECT 1 FROM content_search_bucket o WHERE o.piece = $3 AND o.bucket = b.bucket)
               ORDER BY b.bucket DESC
               LIMIT $5";
    let [first, second, third] = *ngrams;
    let read = |row: &db::Row<'_>| Ok(Bucket { number: row.get(0)?, begin: row.get(1)? });
    Ok(conn.rows(sql, params![first, second, third, before, FETCHED], read)?.into())
}

fn listed(numbers: impl Iterator<Item = i64>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}
