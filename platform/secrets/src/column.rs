//! Where secrets are. A room names the columns of its own tables that hold some: `Room::with_each(SECRETS)`.

use std::fmt::Display;

/// A column with secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    pub table: &'static str,
    pub column: &'static str,
    /// The column of numbers that names the row.
    pub row: &'static str,
}

/// The column and row of a secret. They are authenticated with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place(pub(crate) String);

impl Column {
    /// The place in the row of this number, or name.
    pub fn at(self, row: impl Display) -> Place {
        Place(format!("{}.{}/{row}", self.table, self.column))
    }
}
