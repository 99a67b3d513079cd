//! Writes a row of SQLite as a line of PostgreSQL's `COPY`, exactly as PostgreSQL would write it.

use std::fmt::Write;

use rusqlite::types::ValueRef;

use crate::{Error, Result};

/// The types that our columns have on PostgreSQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Int,
    Bool,
    Text,
    Bytes,
}

impl Kind {
    pub fn parse(sql: &str) -> Result<Self> {
        match sql {
            "bigint" | "integer" => Ok(Self::Int),
            "boolean" => Ok(Self::Bool),
            "text" => Ok(Self::Text),
            "bytea" => Ok(Self::Bytes),
            other => Err(Error::Broken(format!("columns of type {other} cannot be moved"))),
        }
    }
}

/// Appends one row, with its line feed.
pub fn push(line: &mut String, row: &rusqlite::Row<'_>, kinds: &[Kind]) -> Result<()> {
    for (place, kind) in kinds.iter().enumerate() {
        if place > 0 {
            line.push('\t');
        }
        field(line, row.get_ref(place)?, *kind)?;
    }
    line.push('\n');
    Ok(())
}

fn field(line: &mut String, value: ValueRef<'_>, kind: Kind) -> Result<()> {
    match (kind, value) {
        (_, ValueRef::Null) => line.push_str("\\N"),
        (Kind::Bool, ValueRef::Integer(number)) => line.push(if number == 0 { 'f' } else { 't' }),
        (Kind::Int, ValueRef::Integer(number)) => {
            write!(line, "{number}").map_err(|error| Error::Broken(error.to_string()))?
        }
        (Kind::Text, ValueRef::Text(text)) => escape(line, std::str::from_utf8(text).map_err(not_text)?)?,
        (Kind::Bytes, ValueRef::Blob(bytes)) => {
            line.push_str("\\\\x");
            for byte in bytes {
                write!(line, "{byte:02x}").map_err(|error| Error::Broken(error.to_string()))?;
            }
        }
        (kind, other) => {
            return Err(Error::Broken(format!("{:?} does not fit a column of {kind:?}", other.data_type())));
        }
    }
    Ok(())
}

fn not_text(error: std::str::Utf8Error) -> Error {
    Error::Broken(format!("a text that is none: {error}"))
}

fn escape(line: &mut String, text: &str) -> Result<()> {
    for letter in text.chars() {
        match letter {
            '\\' => line.push_str("\\\\"),
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            '\t' => line.push_str("\\t"),
            '\u{8}' => line.push_str("\\b"),
            '\u{b}' => line.push_str("\\v"),
            '\u{c}' => line.push_str("\\f"),
            '\0' => return Err(Error::ZeroByte),
            other => line.push(other),
        }
    }
    Ok(())
}

/// A digest of a table that does not depend on the order of its rows: their number, and the sum of their hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    pub rows: u64,
    sum: u128,
}

impl Digest {
    /// `line` without its line feed.
    pub fn add(&mut self, line: &str) {
        let mut first = [0; 16];
        first.copy_from_slice(&blake3::hash(line.as_bytes()).as_bytes()[..16]);
        self.rows += 1;
        self.sum = self.sum.wrapping_add(u128::from_le_bytes(first));
    }
}

#[cfg(test)]
mod tests {
    use super::{Digest, escape};

    #[test]
    fn letters_that_mean_something_to_copy_are_written_as_postgresql_writes_them() {
        let mut line = String::new();
        escape(&mut line, "a\\b\tc\nd\re\u{b}ç").unwrap();
        assert_eq!(line, "a\\\\b\\tc\\nd\\re\\vç");
        assert!(escape(&mut line, "a\0").is_err());
    }

    #[test]
    fn a_digest_knows_no_order_and_every_row() {
        let digest = |lines: &[&str]| {
            let mut digest = Digest::default();
            lines.iter().for_each(|line| digest.add(line));
            digest
        };
        assert_eq!(digest(&["1\ta", "2\tb"]), digest(&["2\tb", "1\ta"]));
        assert_ne!(digest(&["1\ta", "2\tb"]), digest(&["1\ta", "2\ta"]));
        assert_ne!(digest(&["1\ta"]), digest(&["1\ta", "1\ta"]));
    }
}
