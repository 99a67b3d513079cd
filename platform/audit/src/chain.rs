//! The chain: every entry carries a hash over itself and the hash of the entry before it in its tenant.
//!
//! Entries are appended at the very end of a transaction, tenant by tenant in a fixed order. So the lock on the end of
//! a tenant's chain is held only for one insert and the commit, tenants never wait for each other, and a writer that
//! holds the lock waits for nothing else.

use db::{Engine, Row, Tx, params};
use primitives::{Seconds, TenantId};
use serde::Serialize;
use serde_json::Value;

use crate::act::{Act, Author};
use crate::scrub::scrub;

/// The chain of acts on the installation itself, which belong to no tenant.
const INSTALLATION: i64 = 0;

/// Records `act` if the transaction of `tx` commits. `now` is the clock of the operation.
pub fn record(tx: &mut Tx<'_>, author: impl Into<Author>, act: Act, now: Seconds) {
    let (author, chain) = (author.into(), act.tenant.map_or(INSTALLATION, |TenantId(id)| id));
    tx.at_end(chain, move |tx| append(tx, author, act, chain, now));
}

/// An entry as it is stored; its serialisation, in this order, is hashed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Entry {
    pub chain: i64,
    pub position: i64,
    pub at: Seconds,
    pub users_id: Option<i64>,
    pub session_id: Option<i64>,
    pub origin: String,
    pub what: String,
    pub object_kind: String,
    pub object_id: i64,
    pub object_title: String,
    pub marks: Option<String>,
    pub before: Option<String>,
    pub after: Option<String>,
}

impl Entry {
    pub const COLUMNS: &'static str = "chain_id, position, at, users_id, session_id, origin, what, object_kind, \
        object_id, object_title, marks, before_json, after_json";

    pub fn read(row: &Row<'_>) -> db::Result<Self> {
        Ok(Self {
            chain: row.get(0)?,
            position: row.get(1)?,
            at: row.get(2)?,
            users_id: row.get(3)?,
            session_id: row.get(4)?,
            origin: row.get(5)?,
            what: row.get(6)?,
            object_kind: row.get(7)?,
            object_id: row.get(8)?,
            object_title: row.get(9)?,
            marks: row.get(10)?,
            before: row.get(11)?,
            after: row.get(12)?,
        })
    }

    /// BLAKE3 over the previous hash, a line feed, and the entry as JSON; hexadecimal.
    pub fn hash(&self, before: &str) -> db::Result<String> {
        let canonical = serde_json::to_vec(self).map_err(|error| db::Error::Broken(error.to_string()))?;
        let mut hasher = blake3::Hasher::new();
        hasher.update(before.as_bytes()).update(b"\n").update(&canonical);
        Ok(hasher.finalize().to_hex().to_string())
    }
}

fn append(tx: &mut Tx<'_>, author: Author, act: Act, chain: i64, now: Seconds) -> db::Result<()> {
    let (length, before) = end_of(tx, chain)?;
    let entry = Entry {
        chain,
        position: length + 1,
        at: now,
        users_id: author.user.map(|user| user.0),
        session_id: author.session.map(|session| session.0),
        origin: author.origin.to_string(),
        what: act.what.to_owned(),
        object_kind: act.object.kind.to_owned(),
        object_id: act.object.id,
        object_title: act.object.title,
        marks: act.marks,
        before: act.before.map(told),
        after: act.after.map(told),
    };
    let hash = entry.hash(&before)?;
    let sql = "INSERT INTO audit_entry (chain_id, position, at, users_id, session_id, origin, what, object_kind,
           object_id, object_title, marks, before_json, after_json, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
    tx.run(
        sql,
        params![
            entry.chain,
            entry.position,
            entry.at,
            entry.users_id,
            entry.session_id,
            &entry.origin,
            &entry.what,
            &entry.object_kind,
            entry.object_id,
            &entry.object_title,
            entry.marks.as_ref(),
            entry.before.as_ref(),
            entry.after.as_ref(),
            &hash
        ],
    )?;
    let sql = "UPDATE audit_chain SET length = $2, hash = $3 WHERE chain_id = $1";
    tx.run(sql, params![chain, entry.position, &hash]).map(|_| ())
}

fn told(mut fields: Value) -> String {
    scrub(&mut fields);
    fields.to_string()
}

/// Length and last hash of the chain, locked until the transaction ends.
fn end_of(tx: &mut Tx<'_>, chain: i64) -> db::Result<(i64, String)> {
    let sql = match tx.engine() {
        Engine::Sqlite => "SELECT length, hash FROM audit_chain WHERE chain_id = $1",
        Engine::Postgres => "SELECT length, hash FROM audit_chain WHERE chain_id = $1 FOR UPDATE",
    };
    let end = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    if let Some(found) = tx.find(sql, params![chain], end)? {
        return Ok(found);
    }
    let begin = "INSERT INTO audit_chain (chain_id, length, hash) VALUES ($1, 0, '') ON CONFLICT DO NOTHING";
    tx.run(begin, params![chain])?;
    tx.get(sql, params![chain], end)
}
