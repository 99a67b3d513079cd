//! The log's rows, newest first.

use db::{Conn, Value};

use crate::entry::LogEntry;
use crate::filter::{LogFilter, Scope};

/// Up to `limit` entries before the one of the id `before`.
pub(crate) fn newest(
    conn: &mut Conn<'_>,
    filter: &LogFilter,
    scope: &Scope,
    before: i64,
    limit: usize,
) -> db::Result<Vec<LogEntry>> {
    match scope {
        Scope::All => of_chain(conn, filter, None, before, limit),
        Scope::Chains(chains) => {
            // One chain after the other: each is read in the order of its index.
            let mut found = Vec::new();
            for chain in chains {
                found.extend(of_chain(conn, filter, Some(*chain), before, limit)?);
            }
            found.sort_by_key(|entry| std::cmp::Reverse(entry.audit_id));
            found.truncate(limit);
            Ok(found)
        }
    }
}

fn of_chain(
    conn: &mut Conn<'_>,
    filter: &LogFilter,
    chain: Option<i64>,
    before: i64,
    limit: usize,
) -> db::Result<Vec<LogEntry>> {
    let pattern = filter.pattern();
    let (conditions, values) = filter.conditions(pattern.as_ref(), 4);
    let sql = format!(
        "SELECT {}
         FROM audit_entry e
         LEFT JOIN identity_user u ON u.users_id = e.users_id
         LEFT JOIN tenancy_tenant t ON t.tenant_id = e.chain_id
         WHERE e.audit_id < $1 AND {} {conditions}
         ORDER BY e.audit_id DESC
         LIMIT $2",
        LogEntry::COLUMNS,
        if chain.is_some() { "e.chain_id = $3" } else { "$3 = 0" }
    );
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let fixed = [Value::from(before), Value::from(limit), Value::from(chain.unwrap_or(0))];
    let values: Vec<_> = fixed.into_iter().chain(values).collect();
    conn.rows(&sql, &values, LogEntry::read)
}
