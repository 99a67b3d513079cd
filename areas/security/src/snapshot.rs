//! Reads of one moment.

use db::{Conn, Engine};

/// A permit, a list and its count must belong to one moment, or the answer could show what was never visible at any one
/// moment. SQLite's reads always do.
pub(crate) fn in_one_snapshot<T, E: From<db::Error>>(
    conn: &mut Conn<'_>,
    ask: impl FnOnce(&mut Conn<'_>) -> Result<T, E>,
) -> Result<T, E> {
    if conn.engine() == Engine::Sqlite {
        return ask(conn);
    }
    conn.exists("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", &[])?;
    let answer = ask(conn);
    conn.exists("COMMIT", &[])?;
    answer
}
