//! Chooses the n-grams for a query of SQLite's indexes, which contain the n-grams of one, two and three letters of
//! names. For a longer term the rarest n-grams are used: their lists are short, and few names have all of them without
//! having the term. If many do, all n-grams are used.

use db::{Conn, params};
use primitives::{TenantId, ngrams_of_term};

/// About this many n-grams are considered.
const LOOKED_AT: usize = 8;
/// This many are used at first. Each further one reads another list, which may contain half of all names.
pub const ENOUGH: usize = 3;
/// An n-gram is the rarer, the older the oldest of its newest names is; this many are read.
const NEWEST: i64 = 64;

/// N-grams that every name with all `parts` has too, the rarest first. None: no name has them.
pub fn ask(conn: &mut Conn<'_>, tenant: TenantId, parts: &[String]) -> db::Result<Option<Vec<String>>> {
    let of_parts: Vec<Vec<String>> = parts.iter().map(|part| ngrams_of_term(tenant, part)).collect();
    if let [only] = of_parts.as_slice()
        && only.len() == 1
    {
        return Ok(Some(only.clone()));
    }
    let sql = "SELECT COUNT(*), MIN(node) FROM (
                 SELECT rowid AS node FROM content_search_by_age WHERE content_search_by_age MATCH $1
                 ORDER BY rowid DESC LIMIT $2) newest";
    let mut ages = Vec::new();
    // The end of a word is usually its most specific part.
    let each = LOOKED_AT.div_ceil(parts.len().max(1)).max(2);
    for ngram in of_parts.iter().flat_map(|ngrams| ngrams.iter().rev().take(each)) {
        match conn.get(sql, params![ngram, NEWEST], |row| Ok((row.get::<i64>(0)?, row.get::<Option<i64>>(1)?)))? {
            (0, _) => return Ok(None),
            (NEWEST, oldest) => ages.push((oldest.unwrap_or(0), ngram)),
            (found, _) => ages.push((found - NEWEST, ngram)),
        }
    }
    ages.sort_unstable();
    ages.dedup();
    Ok(Some(ages.into_iter().map(|(_, ngram)| ngram.clone()).collect()))
}
