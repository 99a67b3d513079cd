//! The hits of one tenant that a set sees, newest first.
//!
//! Access is checked in the query: entries that the set may not see are never returned. The newest hits are read as
//! long as some of them are visible; after that, hits are looked for in the places that are open to the set: access
//! first, then names. So the cost does not grow with hidden entries.

use db::{Conn, Engine, Row, Value, params};
use nodes::{Listed, READY};
use primitives::{NodeId, NodeRole};
use security::{Access, AclId, PrincipalScope};

use super::ngrams;
use super::places::{Places, folders_below};
use crate::Result;
use crate::entries::store::Child;

/// The number of newest hits that are read in one step.
pub(super) const LOOKED_AT: usize = 256;
/// If fewer than one in this many names with the n-grams has the term, more n-grams are used.
const TELLING: usize = 8;
/// If fewer than one in this many is visible, the rest is found by folder.
pub(super) const SELDOM: usize = 32;
/// A search below a folder with at most this many folders looks into each of them.
pub(super) const FEW: usize = 64;
/// At most this many folders are passed to a statement.
pub(super) const MOST: usize = 1024;

/// What a search looks for.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub term: &'a str,
    /// Only entries below this folder.
    pub below: Option<NodeId>,
    /// Only entries older than this one.
    pub before: i64,
    pub limit: usize,
}

/// A source of hits; `values` are those from `$4` on.
pub(super) struct Source<'s> {
    pub from: &'static str,
    pub matches: &'static str,
    pub order: &'static str,
    pub values: Vec<Value<'s>>,
}

/// Up to `limit` hits.
pub(super) fn hits(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    wanted: Wanted<'_>,
) -> Result<Vec<Child>> {
    let tenant = scope.tenant;
    let places = Places::new(wanted.below, access.walks(conn, tenant)?);
    let acl = access.acl_sql(conn, tenant)?;
    let pattern = format!("%{}%", wanted.term.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
    let mut search = Search {
        scope,
        wanted,
        acl,
        pattern,
        ngrams: Vec::new(),
        asked_for: ngrams::ENOUGH,
        places,
        found: Vec::new(),
    };
    match conn.engine() {
        Engine::Postgres => search.on_postgres(conn, access)?,
        Engine::Sqlite => {
            let Some(ngrams) = ngrams::ask(conn, tenant, wanted.term)? else { return Ok(Vec::new()) };
            search.ngrams = ngrams;
            search.by_age_or_folder(conn, access)?;
        }
    }
    search.prune();
    Ok(search.found)
}

pub(super) struct Search<'a> {
    pub scope: PrincipalScope,
    pub wanted: Wanted<'a>,
    /// SQL for the ACL of an entry.
    acl: &'static str,
    /// For `LIKE`.
    pub pattern: String,
    /// The n-grams for SQLite's indexes, the rarest first.
    ngrams: Vec<String>,
    /// How many of these are used.
    asked_for: usize,
    pub places: Places,
    pub found: Vec<Child>,
}

impl Search<'_> {
    pub fn is_full(&self) -> bool {
        self.found.len() >= self.wanted.limit
    }

    /// The n-grams that are used, the rarest first.
    pub fn asked_ngrams(&self) -> &[String] {
        &self.ngrams[..self.asked_for.min(self.ngrams.len())]
    }

    /// Keeps the newest of the found hits.
    pub fn prune(&mut self) {
        self.found.sort_unstable_by_key(|child| std::cmp::Reverse(child.node.id));
        self.found.truncate(self.wanted.limit);
    }

    fn by_age_or_folder(&mut self, conn: &mut Conn<'_>, access: &mut Access<'_>) -> Result<()> {
        let below = self.wanted.below;
        if let Some(below) = below
            && let Some(few) = folders_below(conn, below, FEW)?
        {
            let few = self.with_hits(conn, &few)?;
            return self.by_folder(conn, access, Some(few), self.wanted.before);
        }
        let Some(rest) = self.by_age(conn)? else { return Ok(()) };
        let inside = below.map(|below| folders_below(conn, below, MOST)).transpose()?.flatten();
        let folders = match inside {
            Some(folders) => Some(self.with_hits(conn, &folders)?),
            None => self.folders_with_hits(conn, access)?,
        };
        self.by_folder(conn, access, folders, rest)
    }

    /// Reads hits from the newest on; returns the point from which finding them by folder is better, if there is one.
    fn by_age(&mut self, conn: &mut Conn<'_>) -> Result<Option<i64>> {
        let (mut before, mut all_matched, mut all_kept) = (self.wanted.before, 0, 0);
        loop {
            let words = self.asked_ngrams().join(" AND ");
            let (oldest, looked_at, matched) = newest(conn, &words, &self.pattern, before)?;
            if looked_at == 0 {
                return Ok(None);
            }
            let matches = "content_search_by_age MATCH $4 AND s.rowid < $5 AND s.rowid >= $6 AND n.node_id = s.rowid
                           AND fold(n.name) LIKE $7 ESCAPE '\\'";
            // SQLite joins crossed tables in the given order: the found entries first, and then their places.
            let from = "content_search_by_age s CROSS JOIN nodes_node n";
            let pattern = self.pattern.as_str();
            let values = vec![Value::from(words.as_str()), before.into(), oldest.into(), pattern.into()];
            let source = Source { from, matches, order: "s.rowid DESC", values };
            let limit = if self.places.are_all() { self.wanted.limit } else { LOOKED_AT };
            let some = self.seen(conn, &source, limit)?;
            all_kept += self.keep(conn, some)?;
            all_matched += matched;
            if self.is_full() || looked_at < LOOKED_AT {
                return Ok(None);
            }
            before = oldest;
            if matched * TELLING < looked_at {
                self.asked_for = self.ngrams.len();
            }
            // Names that have the n-grams but not the term itself reveal nothing about hidden entries.
            if all_matched >= SELDOM && all_kept * SELDOM < all_matched {
                return Ok(Some(before));
            }
        }
    }

    /// Keeps those of `some` that are in the searched places; returns how many.
    pub fn keep(&mut self, conn: &mut Conn<'_>, some: Vec<Child>) -> Result<usize> {
        self.places.learn(conn, some.iter().filter_map(|child| child.node.parent))?;
        let before = self.found.len();
        let admitted = |child: &Child| child.node.parent.is_some_and(|folder| self.places.admit(folder));
        self.found.extend(some.into_iter().filter(admitted));
        Ok(self.found.len() - before)
    }

    /// The hits of a source that the set sees.
    pub fn seen(&self, conn: &mut Conn<'_>, source: &Source<'_>, limit: usize) -> db::Result<Vec<Child>> {
        let (scope, acl) = (self.scope, self.acl);
        let Source { from, matches, order, values } = source;
        // With a join, SQLite would first read all effective roles of the set, and so would PostgreSQL if it expects
        // few.
        let role = scope.role("$2", &format!("({acl})"));
        let sql = format!(
            "SELECT {}, {role}, {acl}
             FROM {from}
             {}
             WHERE {matches} AND n.tenant_id = $1 AND n.state = {READY} AND n.kind > 0 AND {role} IS NOT NULL
             ORDER BY {order}
             LIMIT $3",
            Listed::COLUMNS,
            security::JOINED
        );
        let asked =
            [Value::from(scope.tenant), Value::from(scope.set), Value::from(i64::try_from(limit).unwrap_or(i64::MAX))];
        let values: Vec<_> = asked.iter().chain(values).copied().collect();
        conn.rows(&sql, &values, |row| {
            let role: NodeRole = row.get(Listed::END)?;
            let acl: AclId = row.get(Listed::END + 1)?;
            Ok(Child { node: Listed::from_row(row)?, role: Some(role), acl })
        })
    }
}

/// Reads the newest entries that have all n-grams of the term, visible or not. Returns the oldest of these, their
/// number, and how many of them have the term itself.
fn newest(conn: &mut Conn<'_>, words: &str, pattern: &str, before: i64) -> db::Result<(i64, usize, usize)> {
    let sql = "SELECT COALESCE(MIN(newest.node), 0), COUNT(*), COALESCE(SUM(fold(n.name) LIKE $4 ESCAPE '\\'), 0)
               FROM (
                 SELECT rowid AS node FROM content_search_by_age
                 WHERE content_search_by_age MATCH $1 AND rowid < $2
                 ORDER BY rowid DESC LIMIT $3) newest
               LEFT JOIN nodes_node n ON n.node_id = newest.node";
    let most = i64::try_from(LOOKED_AT).unwrap_or(i64::MAX);
    let count = |row: &Row<'_>, at| row.get::<i64>(at).map(|count| usize::try_from(count).unwrap_or(0));
    conn.get(sql, params![words, before, most, pattern], |row| Ok((row.get(0)?, count(row, 1)?, count(row, 2)?)))
}
