//! The hits of one tenant that a set sees, newest first.
//!
//! Access is checked in the query: entries that the set may not see are never returned. The newest hits are read as
//! long as some of them are visible; after that, hits are looked for in the places that are open to the set: access
//! first, then names. So the cost does not grow with hidden entries.

use db::{Conn, Engine, Row, Value};
use nodes::{Listed, READY};
use primitives::{NodeId, NodeRole};
use security::{Access, AclId, PrincipalScope};

use super::column::Column;
use super::names::Names;
use super::ngrams;
use super::places::{Places, folders_below};
use crate::Result;
use crate::entries::store::Child;
use crate::filter::Filter;

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
    pub names: &'a Names,
    pub filter: &'a Filter,
    /// Only entries below this folder.
    pub below: Option<NodeId>,
    /// Only entries older than this one.
    pub before: i64,
    pub limit: usize,
}

/// A source of hits; `values` are those from `$4` on.
pub(super) struct Source<'s> {
    pub from: &'s str,
    pub matches: String,
    pub order: &'s str,
    pub values: Vec<Value<'s>>,
    /// SQL for the folded name, if the source has not compared names yet.
    pub folded: Option<&'s str>,
}

/// The folded name of a node `n`, on SQLite.
pub(super) const FOLDED: &str = "fold(n.name)";

/// Up to `limit` hits; none below a folder that the asker does not see: which entries lie in it is not for them.
pub(super) fn hits(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    wanted: Wanted<'_>,
) -> Result<Vec<Child>> {
    let tenant = scope.tenant;
    let places = Places::new(wanted.below, access.walks(conn, tenant)?);
    let acl = access.acl_sql(conn, tenant)?;
    let mut search =
        Search { scope, wanted, acl, ngrams: Vec::new(), asked_for: ngrams::ENOUGH, places, found: Vec::new() };
    match conn.engine() {
        Engine::Postgres => search.on_postgres(conn, access)?,
        Engine::Sqlite => {
            let Some(ngrams) = ngrams::ask(conn, tenant, &wanted.names.parts)? else { return Ok(Vec::new()) };
            search.ngrams = ngrams;
            search.by_age_or_folder(conn, access)?;
        }
    }
    search.prune();
    Ok(search.found)
}

/// Below what the asker does not see nothing is found: its id would be confirmed.
pub(super) fn sees(conn: &mut Conn<'_>, access: &mut Access<'_>, folder: NodeId) -> Result<bool> {
    match access.find_visible(conn, folder) {
        Ok(_) => Ok(true),
        Err(security::Error::Denied(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// What entries are found by from the newest on, on SQLite.
enum Way {
    Words,
    Column(Column),
}

impl Way {
    /// SQL for the newest entries and the value that it asks for as `$1`. `$2` is where they begin, `$3` how many there
    /// are, and `$4` the tenant.
    fn newest<'w>(&'w self, words: &'w str) -> (String, Value<'w>) {
        match self {
            Self::Words => {
                let sql = "SELECT rowid AS node FROM content_search_by_age
                           WHERE content_search_by_age MATCH $1 AND rowid < $2 AND $4 > 0 ORDER BY rowid DESC LIMIT $3";
                (sql.to_owned(), Value::from(words))
            }
            Self::Column(column) => (column.newest(), column.value()),
        }
    }

    /// Where the same entries come from, for `Source`; `$4` is the value.
    fn source(&self) -> (&'static str, String, &'static str) {
        match self {
            // SQLite joins crossed tables in the given order: the found entries first, and then their places.
            Self::Words => (
                "content_search_by_age s CROSS JOIN nodes_node n",
                "content_search_by_age MATCH $4 AND n.node_id = s.rowid AND s.rowid < $5 AND s.rowid >= $6".to_owned(),
                "s.rowid DESC",
            ),
            Self::Column(column) => (
                column.table(),
                format!("n.{} = $4 AND n.node_id < $5 AND n.node_id >= $6", column.name()),
                "n.node_id DESC",
            ),
        }
    }
}

pub(super) struct Search<'a> {
    pub scope: PrincipalScope,
    pub wanted: Wanted<'a>,
    /// SQL for the ACL of an entry.
    acl: &'static str,
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
        let rest = match self.way(conn)? {
            Some(way) => self.by_age(conn, &way)?,
            None => Some(self.wanted.before),
        };
        let Some(rest) = rest else { return Ok(()) };
        let inside = below.map(|below| folders_below(conn, below, MOST)).transpose()?.flatten();
        let folders = match inside {
            Some(folders) => Some(self.with_hits(conn, &folders)?),
            None => self.folders_with_hits(conn, access)?,
        };
        self.by_folder(conn, access, folders, rest)
    }

    /// How to find hits from the newest on; None if there is no index of what they have.
    fn way(&self, conn: &mut Conn<'_>) -> db::Result<Option<Way>> {
        let column = Column::of(self.wanted.filter);
        let by_column = match &column {
            Some(column) => self.ngrams.is_empty() || column.is_rare(conn, self.scope.tenant)?,
            None => false,
        };
        Ok(match column.filter(|_| by_column) {
            Some(column) => Some(Way::Column(column)),
            None if self.ngrams.is_empty() => None,
            None => Some(Way::Words),
        })
    }

    /// Reads hits from the newest on; returns the point from which finding them by folder is better, if there is one.
    fn by_age(&mut self, conn: &mut Conn<'_>, way: &Way) -> Result<Option<i64>> {
        let (mut before, mut all_matched, mut all_kept) = (self.wanted.before, 0, 0);
        loop {
            let words = self.asked_ngrams().join(" AND ");
            let (asked, found) = way.newest(&words);
            let (oldest, looked_at, matched) = self.newest(conn, &asked, found, before)?;
            if looked_at == 0 {
                return Ok(None);
            }
            let (from, matches, order) = way.source();
            let mut values = vec![found];
            values.extend([Value::from(before), Value::from(oldest)]);
            let source = Source { from, matches, order, values, folded: Some(FOLDED) };
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
            // Names that have the n-grams but not the words themselves reveal nothing about hidden entries.
            if all_matched >= SELDOM && all_kept * SELDOM < all_matched {
                return Ok(Some(before));
            }
        }
    }

    /// Reads the newest entries that the index `asked` has for `found`, visible or not. Returns the oldest of these, their
    /// number, and how many of them are looked for.
    fn newest(
        &self,
        conn: &mut Conn<'_>,
        asked: &str,
        found: Value<'_>,
        before: i64,
    ) -> db::Result<(i64, usize, usize)> {
        let (wanted, values) = self.wanted_values(Some(FOLDED), 5);
        let sql = format!(
            "SELECT COALESCE(MIN(newest.node), 0), COUNT(*), COALESCE(SUM({wanted}), 0)
             FROM ({asked}) newest
             LEFT JOIN nodes_node n ON n.node_id = newest.node"
        );
        let most = i64::try_from(LOOKED_AT).unwrap_or(i64::MAX);
        let first = [found, Value::from(before), Value::from(most), Value::from(self.scope.tenant)];
        let values: Vec<_> = first.into_iter().chain(values).collect();
        let count = |row: &Row<'_>, at| row.get::<i64>(at).map(|count| usize::try_from(count).unwrap_or(0));
        conn.get(&sql, &values, |row| Ok((row.get(0)?, count(row, 1)?, count(row, 2)?)))
    }

    /// SQL for whether the node `n` with the folded name is looked for, and its parameters from `$first` on. Without a
    /// name, names are not compared.
    pub fn wanted_values(&self, folded: Option<&str>, first: usize) -> (String, Vec<Value<'_>>) {
        let mut values: Vec<Value<'_>> = Vec::new();
        let mut all = Vec::new();
        if let Some(folded) = folded {
            all.push(self.wanted.names.condition(folded, first));
            values.extend(self.wanted.names.values());
        }
        all.push(self.wanted.filter.condition(first + values.len()));
        values.extend(self.wanted.filter.values());
        (all.join(" AND "), values)
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
        let Source { from, matches, order, values, folded } = source;
        let (wanted, wanted_values) = self.wanted_values(*folded, 4 + values.len());
        // With a join, SQLite would first read all effective roles of the set, and so would PostgreSQL if it expects
        // few.
        let role = scope.role("$2", &format!("({acl})"));
        let sql = format!(
            "SELECT {}, {role}, {acl}
             FROM {from}
             {}
             WHERE {matches} AND {wanted} AND n.tenant_id = $1 AND n.state = {READY} AND n.kind > 0 AND {role} IS NOT NULL
             ORDER BY {order}
             LIMIT $3",
            Listed::COLUMNS,
            security::JOINED
        );
        let asked =
            [Value::from(scope.tenant), Value::from(scope.set), Value::from(i64::try_from(limit).unwrap_or(i64::MAX))];
        let values: Vec<_> = asked.iter().chain(values).copied().chain(wanted_values).collect();
        conn.rows(&sql, &values, |row| {
            let role: NodeRole = row.get(Listed::END)?;
            let acl: AclId = row.get(Listed::END + 1)?;
            Ok(Child { node: Listed::from_row(row)?, role: Some(role), acl })
        })
    }
}
