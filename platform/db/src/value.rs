//! A parameter of a statement, in the four shapes both engines share.

use std::error::Error as StdError;

use postgres::types::private::BytesMut;
use postgres::types::{IsNull, ToSql, Type};
use rusqlite::types::{ToSqlOutput, ValueRef};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    Null,
    Int(i64),
    Bool(bool),
    Text(&'a str),
    Blob(&'a [u8]),
}

impl Value<'_> {
    /// PostgreSQL's type of it.
    pub(crate) fn sql_type(&self) -> Type {
        match self {
            Self::Null => Type::UNKNOWN,
            Self::Int(_) => Type::INT8,
            Self::Bool(_) => Type::BOOL,
            Self::Text(_) => Type::TEXT,
            Self::Blob(_) => Type::BYTEA,
        }
    }
}

/// `params![id, name]`: the parameters `$1`, `$2`, … of a statement.
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => { &[$($crate::Value::from($value)),*] as &[$crate::Value<'_>] };
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<bool> for Value<'_> {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Blob(bytes)
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Int(number) => ValueRef::Integer(*number),
            Self::Bool(truth) => ValueRef::Integer(i64::from(*truth)),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl ToSql for Value<'_> {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Int(number) if *ty == Type::INT4 => i32::try_from(*number)?.to_sql(ty, out),
            Self::Int(number) => number.to_sql(ty, out),
            Self::Bool(truth) => truth.to_sql(ty, out),
            Self::Text(text) => text.to_sql(ty, out),
            Self::Blob(bytes) => bytes.to_sql(ty, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    fn to_sql_checked(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        let fits = match self {
            Self::Null => true,
            Self::Int(_) => *ty == Type::INT8 || *ty == Type::INT4,
            Self::Bool(_) => *ty == Type::BOOL,
            Self::Text(_) => <&str as ToSql>::accepts(ty),
            Self::Blob(_) => *ty == Type::BYTEA,
        };
        if !fits {
            return Err(format!("{self:?} does not fit a parameter of type {ty}").into());
        }
        ToSql::to_sql(self, ty, out)
    }
}
