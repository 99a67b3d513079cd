//! One page of a table: the search, the order, and the requested rows.

use crate::fold;

/// The most rows of a page, and the default size of a list.
const MOST: u32 = 1_000;

/// This many rows beyond a page are counted: a list reports its exact total, or that it has at least this many.
const COUNTED_BEYOND: i64 = 1_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Folded words, each of which a row must have.
    pub words: Vec<String>,
    /// The API's name of the column to order by.
    pub column: &'static str,
    pub descending: bool,
    pub limit: i64,
    pub offset: i64,
}

/// The requested order names no column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownOrder;

impl Listing {
    /// 1 to 1000 rows, 1000 by default, so that a caller without paging gets the list; `order` is one of `columns`,
    /// with `-` before it for descending; the default is the first.
    pub fn parse(
        q: Option<&str>,
        order: Option<&str>,
        limit: Option<u32>,
        offset: Option<u32>,
        columns: &[&'static str],
    ) -> Result<Self, UnknownOrder> {
        let first = columns.first().copied().ok_or(UnknownOrder)?;
        let wanted = order.unwrap_or(first);
        let (name, descending) = wanted.strip_prefix('-').map_or((wanted, false), |name| (name, true));
        let column = columns.iter().copied().find(|column| *column == name).ok_or(UnknownOrder)?;
        Ok(Self {
            words: fold(q.unwrap_or("")).split_whitespace().take(8).map(str::to_owned).collect(),
            column,
            descending,
            limit: i64::from(limit.unwrap_or(MOST).clamp(1, MOST)),
            offset: i64::from(offset.unwrap_or(0)),
        })
    }

    /// How many rows are counted: a longer list reports this number as its total.
    pub fn most_counted(&self) -> i64 {
        self.offset + self.limit + COUNTED_BEYOND
    }

    pub fn direction(&self) -> &'static str {
        if self.descending { "DESC" } else { "ASC" }
    }
}

#[cfg(test)]
mod tests {
    use super::{Listing, UnknownOrder};

    const COLUMNS: [&str; 2] = ["title", "key"];

    #[test]
    fn a_listing_has_defaults_and_an_upper_limit() {
        let plain = Listing::parse(None, None, None, None, &COLUMNS).unwrap();
        assert_eq!((plain.column, plain.descending, plain.limit, plain.offset), ("title", false, 1_000, 0));
        let much = Listing::parse(Some(" Ação  B "), Some("-key"), Some(9_999), Some(9_999), &COLUMNS).unwrap();
        assert_eq!(much.words, ["acao", "b"]);
        assert_eq!((much.column, much.direction(), much.limit, much.offset), ("key", "DESC", 1_000, 9_999));
        assert_eq!((plain.most_counted(), much.most_counted()), (2_000, 11_999));
    }

    #[test]
    fn an_order_that_no_column_has_is_refused() {
        for order in ["", "-", "password_hash", "title; DROP TABLE"] {
            assert_eq!(Listing::parse(None, Some(order), None, None, &COLUMNS), Err(UnknownOrder), "{order}");
        }
    }
}
