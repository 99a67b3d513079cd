//! What users are called.

use std::collections::HashMap;

use db::{Conn, Value, params, placeholders};
use primitives::{TenantId, UserId};

pub(crate) fn name_of(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<String>> {
    conn.find("SELECT name FROM identity_user WHERE users_id = $1", params![user], |row| row.get(0))
}

pub(crate) fn names_of(conn: &mut Conn<'_>, users: &[UserId]) -> db::Result<HashMap<UserId, String>> {
    // Only a few lengths, so that few statements are prepared.
    let Some(last) = users.last() else { return Ok(HashMap::new()) };
    let length = users.len().next_power_of_two();
    let values: Vec<Value<'_>> =
        users.iter().chain(std::iter::repeat(last)).take(length).copied().map(Value::from).collect();
    let sql = format!("SELECT users_id, name FROM identity_user WHERE users_id IN ({})", placeholders(1, length));
    Ok(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect())
}

pub(crate) fn home_and_name(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<(Option<TenantId>, String)>> {
    let sql = "SELECT tenant_id, name FROM identity_user WHERE users_id = $1";
    conn.find(sql, params![user], |row| Ok((row.get(0)?, row.get(1)?)))
}
