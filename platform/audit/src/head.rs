//! The ends of the chains, to be stored where nobody of the installation can change them.
//!
//! A chain that was cut short or rewritten as a whole is consistent. Only an end that was stored elsewhere reveals it.

use db::{Conn, Db, Engine, params};
use serde::{Deserialize, Serialize};

/// The end of a chain at some moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The tenant's id; 0 for the installation's own chain.
    pub chain: i64,
    /// The position of its last entry.
    pub length: i64,
    /// The hash of that entry.
    pub hash: String,
}

/// The end of every chain.
pub fn heads(conn: &mut Conn<'_>) -> db::Result<Vec<Head>> {
    let sql = "SELECT chain_id, length, hash FROM audit_chain ORDER BY chain_id";
    conn.rows(sql, &[], |row| Ok(Head { chain: row.get(0)?, length: row.get(1)?, hash: row.get(2)? }))
}

/// Those of `noted` that the current chains do not contain.
pub async fn left_behind(db: &Db, noted: Vec<Head>) -> db::Result<Vec<Head>> {
    db.read_long(move |c| {
        let mut left = Vec::new();
        for head in noted {
            let sql = "SELECT 1 FROM audit_entry WHERE chain_id = $1 AND position = $2 AND hash = $3";
            let passes = head.length == 0 || c.exists(sql, params![head.chain, head.length, &head.hash])?;
            if !passes {
                left.push(head);
            }
        }
        Ok(left)
    })
    .await
}

/// The triggers that protect the log in the database, and are missing.
pub async fn missing_triggers(db: &Db) -> db::Result<Vec<&'static str>> {
    db.read(|c| {
        let (sql, wanted): (_, &[&'static str]) = match c.engine() {
            Engine::Sqlite => ("SELECT name FROM sqlite_master WHERE type = 'trigger'", SQLITE),
            Engine::Postgres => {
                // Neither disabled nor only for replicas.
                ("SELECT tgname::text FROM pg_trigger WHERE tgenabled IN ('O', 'A') AND NOT tgisinternal", POSTGRES)
            }
        };
        let there = c.rows(sql, &[], |row| row.get::<String>(0))?;
        Ok(wanted.iter().copied().filter(|name| !there.iter().any(|found| found == name)).collect())
    })
    .await
}

const SQLITE: &[&str] =
    &["audit_entry_never_updated", "audit_entry_never_deleted", "audit_chain_only_grows", "audit_chain_never_deleted"];
const POSTGRES: &[&str] = &["audit_entry_append_only", "audit_chain_only_grows", "audit_chain_never_deleted"];
