//! What SQLite's indexes are asked for. They know names by their n-grams of one, two and three letters. Of a longer term
//! the rarest n-grams are asked for: their lists are short, and few names have all of them without having the term. Where
//! many do, all n-grams are asked for.

use db::{Conn, params};
use primitives::{TenantId, ngrams_of_term};

/// Of a long term so many n-grams are looked at.
const LOOKED_AT: usize = 8;
/// And so many asked for at first. Each more reads another list, which may be that of half of all names.
pub const ENOUGH: usize = 3;
/// The older the name is that has an n-gram as one of so many newest, the rarer is the n-gram.
const NEWEST: i64 = 64;

/// N-grams that whatever has the term has too, the rarest first. None: no name has them.
pub fn ask(conn: &mut Conn<'_>, tenant: TenantId, term: &str) -> db::Result<Option<Vec<String>>> {
    let ngrams = ngrams_of_term(tenant, term);
    if let [only] = ngrams.as_slice() {
        return Ok(Some(vec![only.clone()]));
    }
    let sql = "SELECT COUNT(*), MIN(node) FROM (
                 SELECT rowid AS node FROM content_search_by_age WHERE content_search_by_age MATCH $1
                 ORDER BY rowid DESC LIMIT $2) newest";
    let mut ages = Vec::new();
    // What is particular about a name is mostly at its end.
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
