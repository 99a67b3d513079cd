//! Chooses the n-grams for a query of SQLite's indexes, which contain the n-grams of one, two and three letters of
//! names. For a longer term the rarest n-grams are used: their lists are short, and few names have all of them without
//! having the term. If many do, all n-grams are used.

use db::{Conn, params};
use primitives::{TenantId, ngrams_of_term};

/// This many n-grams of a long term are considered.
const LOOKED_AT: usize = 8;
/// This many are used at first. Each further one reads another list, which may contain half of all names.
pub const ENOUGH: usize = 3;
/// An n-gram is the rarer, the older the oldest of its newest names is; this many are read.
const NEWEST: i64 = 64;

/// N-grams that every name with the term has too, the rarest first. None: no name has them.
pub fn ask(conn: &mut Conn<'_>, tenant: TenantId, term: &str) -> db::Result<Option<Vec<String>>> {
    let ngrams = ngrams_of_term(tenant, term);
    if let [only] = ngrams.as_slice() {
        return Ok(Some(vec![only.clone()]));
    }
    let sql = "SELECT COUNT(*), MIN(node) FROM (
                 SELECT rowid AS node FROM content_search_by_age WHERE content_search_by_age MATCH $1
                 ORDER BY rowid DESC LIMIT $2) newest";
    let mut ages = Vec::new();
    // The end of a name is usually its most specific part.
    for ngram in ngrams.iter().rev().take(LOOKED_AT) {
        match conn.get(sql, params![ngram, NEWEST], |row| Ok((row.get::<i64>(0)?, row.get::<Option<i64>>(1)?)))? {
            (0, _) => return Ok(None),
            (NEWEST, oldest) => ages.push((oldest.unwrap_or(0), ngram)),
            (found, _) => ages.push((found - NEWEST, ngram)),
        }
    }
    ages.sort_unstable();
    Ok(Some(ages.into_iter().map(|(_, ngram)| ngram.clone()).collect()))
}
