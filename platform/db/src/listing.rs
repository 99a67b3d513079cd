//! A page of a table that people search and order: the three clauses that every list of the settings shares.

use primitives::Listing;

use crate::connection::Conn;
use crate::{Result, Row, Value, placeholders};

/// The parts of a listing's query. The program writes the names and clauses; user input only travels in `values`.
#[derive(Clone, Debug)]
pub struct Table<'t> {
    /// The selected columns.
    pub columns: &'t str,
    /// Tables and joins.
    pub from: &'t str,
    /// A condition over `$1`, `$2`, …
    pub filter: String,
    pub values: Vec<Value<'t>>,
    /// The column of folded text in which words are searched.
    pub searched: &'t str,
    /// The SQL name of the column to order by.
    pub order: &'t str,
    /// The column that orders rows that are otherwise equal.
    pub id: &'t str,
}

/// The rows, and the total, counted up to `Listing::most_counted`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub total: i64,
}

impl Conn<'_> {
    pub fn page<T>(
        &mut self,
        table: &Table<'_>,
        listing: &Listing,
        map: impl FnMut(&Row<'_>) -> Result<T>,
    ) -> Result<Page<T>> {
        let patterns: Vec<String> = listing.words.iter().map(|word| pattern(word)).collect();
        let mut filter = table.filter.clone();
        let mut values = table.values.clone();
        for text in &patterns {
            values.push(Value::Text(text));
            filter += &format!(" AND {} LIKE ${} ESCAPE '!'", table.searched, values.len());
        }
        let (from, order, direction) = (table.from, table.order, listing.direction());
        let counted = values.len();
        let sql = format!("SELECT COUNT(*) FROM (SELECT 1 FROM {from} WHERE {filter} LIMIT ${}) few", counted + 1);
        let mut counting = values.clone();
        counting.push(Value::Int(listing.most_counted()));
        let total = self.get(&sql, &counting, |row| row.get(0))?;
        let (id, limit, offset) = (table.id, counted + 1, counted + 2);
        let sorted = format!("ORDER BY {order} {direction}, {id} {direction}");
        // The ids are found first, from an index if there is one; only those rows are then read and joined.
        let sql = format!(
            "SELECT {} FROM {from} WHERE {filter} AND {id} IN
               (SELECT {id} FROM {from} WHERE {filter} {sorted} LIMIT ${limit} OFFSET ${offset})
             {sorted}",
            table.columns
        );
        values.extend([Value::Int(listing.limit), Value::Int(listing.offset)]);
        Ok(Page { items: self.rows(&sql, &values, map)?, total })
    }
}

/// `column IN ($3, $4)`, with the values appended; a condition that is always false if there are none.
pub(crate) fn one_of<'v>(
    column: &str,
    ids: impl IntoIterator<Item = Value<'v>>,
    values: &mut Vec<Value<'v>>,
) -> String {
    let first = values.len() + 1;
    values.extend(ids);
    match values.len() + 1 - first {
        0 => "1 = 0".into(),
        count => format!("{column} IN ({})", placeholders(first, count)),
    }
}

impl<'t> Table<'t> {
    /// Adds the condition that `column` is one of `ids`.
    pub fn only(mut self, column: &str, ids: impl IntoIterator<Item = Value<'t>>) -> Self {
        let condition = one_of(column, ids, &mut self.values);
        self.filter = format!("{} AND {condition}", self.filter);
        self
    }
}

/// A LIKE pattern for a part of a text, wherever it occurs; wildcards in `word` are escaped.
fn pattern(word: &str) -> String {
    let mut pattern = String::from("%");
    for letter in word.chars() {
        if matches!(letter, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::pattern;

    #[test]
    fn wildcards_in_a_search_term_are_escaped() {
        assert_eq!(pattern("50%_off!"), "%50!%!_off!!%");
    }
}
