//! One SQL text and its values, as each engine takes them.

use postgres::types::ToSql;

use crate::{Engine, Error, Result, Value};

/// SQL that joins `table` under `name` by a seek with `on` for each row before it. PostgreSQL does not know how many rows
/// a recursion or a list of ids has, and would rather read all of a table that is not large.
pub fn seek(engine: Engine, table: &str, name: &str, on: &str) -> String {
    match engine {
        Engine::Sqlite => format!("CROSS JOIN {table} {name} ON {on}"),
        Engine::Postgres => {
            format!("CROSS JOIN LATERAL (SELECT {name}.* FROM {table} {name} WHERE {on} OFFSET 0) {name}")
        }
    }
}

/// `$3, $4, $5` for `placeholders(3, 3)`: the inside of an `IN (…)`.
pub fn placeholders(first: usize, count: usize) -> String {
    let mut list = String::with_capacity(count * 6);
    for place in first..first + count {
        if place > first {
            list.push_str(", ");
        }
        list.push('$');
        list.push_str(&place.to_string());
    }
    list
}

/// `$3` as SQLite's `?3`, the third parameter. SQLite takes `$3` for a name and would compare it with all names of the
/// statement.
pub(crate) fn in_places(sql: &str) -> String {
    sql.replace('$', "?")
}

pub(crate) fn bind(statement: &mut rusqlite::CachedStatement<'_>, params: &[Value<'_>]) -> Result<()> {
    storable(params)?;
    let places = statement.parameter_count();
    for (place, value) in (1..=places).zip(params) {
        statement.raw_bind_parameter(place, value)?;
    }
    Ok(())
}

pub(crate) fn as_sql<'p>(params: &'p [Value<'p>]) -> Result<Vec<&'p (dyn ToSql + Sync)>> {
    storable(params)?;
    Ok(params.iter().map(|value| value as &(dyn ToSql + Sync)).collect())
}

/// PostgreSQL refuses a zero byte in a text. SQLite stores it, but reads some texts only up to it.
pub(crate) fn storable(params: &[Value<'_>]) -> Result<()> {
    let holds_zero = |value: &Value<'_>| matches!(value, Value::Text(text) if text.as_bytes().contains(&0));
    if params.iter().any(holds_zero) { Err(Error::ZeroByte) } else { Ok(()) }
}

/// One statement without parameters or rows, which is prepared once.
pub(crate) fn execute(connection: &rusqlite::Connection, sql: &str) -> Result<()> {
    connection.prepare_cached(sql)?.raw_execute()?;
    Ok(())
}
