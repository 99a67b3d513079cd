//! Describes the schema in words that both engines share; tests compare the two with it.

use std::collections::BTreeSet;

use crate::connection::Conn;
use crate::engine::Engine;
use crate::{Result, params};

/// `table.column` of every table that migrations made, except the search indexes, which differ.
pub fn columns(conn: &mut Conn<'_>) -> Result<BTreeSet<String>> {
    let shared = |name: &String| !name.starts_with("sqlite_") && !name.starts_with("content_search");
    let tables: Vec<String> = match conn.engine() {
        Engine::Sqlite => conn.rows("SELECT name FROM sqlite_master WHERE type = 'table'", &[], |row| row.get(0))?,
        Engine::Postgres => conn.rows(
            "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()",
            &[],
            |row| row.get(0),
        )?,
    };
    let mut found = BTreeSet::new();
    for table in tables.iter().filter(|name| shared(name)) {
        let sql = match conn.engine() {
            Engine::Sqlite => "SELECT name FROM pragma_table_info($1)",
            Engine::Postgres => {
                "SELECT column_name::text FROM information_schema.columns
                 WHERE table_schema = current_schema() AND table_name = $1"
            }
        };
        let columns = conn.rows(sql, params![table], |row| row.get::<String>(0))?;
        found.extend(columns.iter().map(|column| format!("{table}.{column}")));
    }
    Ok(found)
}
