//! A page of the users that match words.
//!
//! An entry of the word index contains the order of names, so the first of many matches are picked without reading
//! users. If most users have a word, the first users of the whole list are tried before, which soon fills the page.

use db::{Conn, Page, Value, placeholders};
use primitives::{Listing, UserId};

use super::model::UserRecord;
use super::store::{self, Of};
use crate::store::word_index;

/// Words with more matches than this are soon found in the list of all users.
const MANY: i64 = 1_000;

/// How many users of the whole list are tried for common words.
const ASKED: i64 = 300;

/// A page of a list: of all its users, or of those that match its words.
pub(crate) fn page(conn: &mut Conn<'_>, of: &Of<'_>, listing: &Listing) -> db::Result<Page<UserRecord>> {
    if listing.words.is_empty() {
        return store::page_of_all(conn, of, listing);
    }
    let mut words = Vec::new();
    for word in &listing.words {
        // A single word needs no comparison with others.
        let frequency = if listing.words.len() > 1 { word_index::frequency(conn, word)? } else { 0 };
        words.push((frequency, word_index::bounds(word)));
    }
    words.sort_by_key(|(frequency, _)| *frequency);
    let words: Vec<_> = words.iter().map(|(_, (low, high))| (low.as_str(), high.as_str())).collect();
    let mut by_word = ByWord::of(of, listing, &words);
    let total = by_word.count(conn, listing.most_counted())?;
    let first = if total >= MANY { among_the_first(conn, of, listing, &words)? } else { None };
    let users = match first {
        Some(users) => users,
        None => by_word.page(conn, listing)?,
    };
    Ok(Page { items: store::rows(conn, &users, listing)?, total })
}

/// The users' words, starting with the rarest of the search.
struct ByWord<'v> {
    from: String,
    order: &'static str,
    values: Vec<Value<'v>>,
}

impl<'v> ByWord<'v> {
    fn of(of: &'v Of<'v>, listing: &Listing, words: &[(&'v str, &'v str)]) -> Self {
        let (conditions, mut values) = of.beyond_tenants();
        let order = store::order(listing);
        let reads_users = !values.is_empty() || of.master.is_some() || order != "u.folded";
        let mut from = "identity_word w".to_owned();
        if reads_users {
            from += " JOIN identity_user u ON u.users_id = w.users_id";
        }
        let tenants = match of.tenants {
            // Users without a tenant have their words in tenant 0.
            None => "SELECT 0 UNION ALL SELECT tenant_id FROM tenancy_tenant".to_owned(),
            Some([]) => "SELECT 0 WHERE 1 = 0".to_owned(),
            Some(tenants) => {
                let list = placeholders(values.len() + 1, tenants.len());
                values.extend(tenants.iter().copied().map(Value::from));
                list
            }
        };
        from += &format!(" WHERE w.tenant_id IN ({tenants})");
        for (at, (low, high)) in words.iter().enumerate() {
            let next = values.len() + 1;
            values.extend([Value::Text(low), Value::Text(high)]);
            from += &match at {
                0 => format!(" AND w.word >= ${next} AND w.word < ${}", next + 1),
                _ => format!(" AND {}", has_word("w", next)),
            };
        }
        if reads_users {
            from += &format!(" AND {conditions}");
        }
        Self { from, order: if reads_users { order } else { "w.folded" }, values }
    }

    /// The number of users, or `most`. A user appears once for each of their words that match, as for a page: some rows
    /// are read and deduplicated here, because PostgreSQL reads all rows of a common word before it deduplicates. Most
    /// users have a common word once, so at first no more rows are read than are needed.
    fn count(&mut self, conn: &mut Conn<'_>, most: i64) -> db::Result<i64> {
        let next = self.values.len() + 1;
        let sql = format!(
            "SELECT COUNT(*), COUNT(DISTINCT few.users_id) FROM (SELECT w.users_id FROM {} LIMIT ${next}) few",
            self.from
        );
        let mut read = most;
        loop {
            self.values.push(Value::Int(read));
            let counted: db::Result<(i64, i64)> = conn.get(&sql, &self.values, |row| Ok((row.get(0)?, row.get(1)?)));
            self.values.pop();
            let (rows, users) = counted?;
            if rows < read || users >= most {
                return Ok(users.min(most));
            }
            read *= 2;
        }
    }

    fn page(mut self, conn: &mut Conn<'_>, listing: &Listing) -> db::Result<Vec<UserId>> {
        let (order, direction, next) = (self.order, listing.direction(), self.values.len() + 1);
        let sql = format!(
            "SELECT w.users_id FROM {} ORDER BY {order} {direction}, w.users_id {direction} LIMIT ${next}",
            self.from
        );
        let [offset, limit] = [listing.offset, listing.limit].map(|rows| usize::try_from(rows).unwrap_or(0));
        // A user with several of the words appears several times in a row: reading a few more rows is cheaper than
        // deduplicating all of them in the database.
        let mut most = 2 * (listing.offset + listing.limit);
        loop {
            self.values.push(Value::Int(most));
            let mut users: Vec<UserId> = conn.rows(&sql, &self.values, |row| row.get(0))?;
            self.values.pop();
            let all = i64::try_from(users.len()).unwrap_or(i64::MAX) < most;
            users.dedup();
            if all || users.len() >= offset + limit {
                return Ok(users.into_iter().skip(offset).take(limit).collect());
            }
            most *= 2;
        }
    }
}

/// The page, if the first users of the whole list are enough to fill it.
fn among_the_first(
    conn: &mut Conn<'_>,
    of: &Of<'_>,
    listing: &Listing,
    words: &[(&str, &str)],
) -> db::Result<Option<Vec<UserId>>> {
    let (users, mut values) = of.in_order(conn.engine(), listing, ASKED);
    let direction = listing.direction();
    let mut having = Vec::new();
    for (low, high) in words {
        having.push(has_word("u", values.len() + 1));
        values.extend([Value::Text(low), Value::Text(high)]);
    }
    let (having, next) = (having.join(" AND "), values.len() + 1);
    let sql = format!(
        "SELECT u.users_id FROM ({users} LIMIT {ASKED}) u WHERE {having}
         ORDER BY u.sorted {direction}, u.users_id {direction} LIMIT ${next} OFFSET ${}",
        next + 1
    );
    values.extend([Value::Int(listing.limit), Value::Int(listing.offset)]);
    let users: Vec<UserId> = conn.rows(&sql, &values, |row| row.get(0))?;
    let wanted = usize::try_from(listing.limit).unwrap_or(usize::MAX);
    Ok(Some(users).filter(|users| users.len() == wanted))
}

/// A condition that the user of `alias` has a word between the parameters `$at` and `$at + 1`. It is not an `EXISTS`,
/// which PostgreSQL turns into a join: its generic plan would read everybody who has the word.
fn has_word(alias: &str, at: usize) -> String {
    format!(
        "(SELECT 1 FROM identity_word o
          WHERE o.users_id = {alias}.users_id AND o.word >= ${at} AND o.word < ${} LIMIT 1) = 1",
        at + 1
    )
}
