//! A page of a table that people search and order: the same three clauses for every list of the settings.

use primitives::Listing;

use crate::connection::Conn;
use crate::{Result, Row, Value, placeholders};

/// What a listing is drawn from. Names and clauses are the program's own; what people type travels in `values`.
#[derive(Clone, Debug)]
pub struct Table<'t> {
    /// The selected columns.
    pub columns: &'t str,
    /// Tables and joins.
    pub from: &'t str,
    /// A condition over `$1`, `$2`, …
    pub filter: String,
    pub values: Vec<Value<'t>>,
    /// A column of folded text that holds the searched words.
    pub searched: &'t str,
    /// What orders, by its SQL name.
    pub order: &'t str,
    /// Orders what is otherwise equal.
    pub id: &'t str,
}

/// Rows, and how many there are in all, as far as `Listing::most_counted` counts.
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
        // Which rows is found first, from an index where there is one; only these are then read and joined.
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

/// `column IN ($3, $4)`, with the values appended; a condition that nothing fulfils where there are none.
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

/// A part of a text, wherever it stands in it; what LIKE would read as a wildcard is taken by its letter.
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
    fn wildcards_that_somebody_typed_are_letters() {
        assert_eq!(pattern("50%_off!"), "%50!%!_off!!%");
    }
}
