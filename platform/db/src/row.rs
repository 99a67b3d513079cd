//! A row of either engine, read by position.

use crate::Result;

pub enum Row<'r> {
    Sqlite(&'r rusqlite::Row<'r>),
    Postgres(&'r postgres::Row),
}

impl Row<'_> {
    /// The value at `index`, counted from 0.
    pub fn get<T: Column>(&self, index: usize) -> Result<T> {
        T::read(self, index)
    }

    /// The text at `index`, as it stands in the row.
    pub fn text(&self, index: usize) -> Result<&str> {
        match self {
            Self::Sqlite(row) => Ok(row.get_ref(index)?.as_str().map_err(rusqlite::Error::from)?),
            Self::Postgres(row) => Ok(row.try_get(index)?),
        }
    }
}

/// What can be read from a column.
pub trait Column: Sized {
    fn read(row: &Row<'_>, index: usize) -> Result<Self>;
}

macro_rules! columns {
    ($($rust:ty),+) => {$(
        impl Column for $rust {
            fn read(row: &Row<'_>, index: usize) -> Result<Self> {
                match row {
                    Row::Sqlite(row) => Ok(row.get(index)?),
                    Row::Postgres(row) => Ok(row.try_get(index)?),
                }
            }
        }
        impl Column for Option<$rust> {
            fn read(row: &Row<'_>, index: usize) -> Result<Self> {
                match row {
                    Row::Sqlite(row) => Ok(row.get(index)?),
                    Row::Postgres(row) => Ok(row.try_get(index)?),
                }
            }
        }
    )+};
}
columns!(i64, bool, String, Vec<u8>);
