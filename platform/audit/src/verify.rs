//! Checks the chains: every entry is hashed again, and the first wrong one is reported.

use db::{Conn, Db, params};

use crate::chain::Entry;
use crate::head::{Head, heads};

/// Entries read at once.
const STEP: i64 = 2_000;

/// The result for one chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainState {
    /// The tenant's id; 0 for the installation's own chain.
    pub chain: i64,
    /// Its number of entries, according to its end.
    pub length: i64,
    /// The hash of its last entry. Stored elsewhere, it reveals a chain that was rewritten as a whole.
    pub hash: String,
    pub broken: Option<Broken>,
}

/// The first wrong entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// It was changed after it was recorded.
    Changed { audit_id: i64, position: i64 },
    /// The entry of this position is missing.
    Missing { position: i64 },
    /// An entry of a chain that has no end.
    Orphan { audit_id: i64, position: i64 },
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Changed { audit_id, position } => write!(f, "entry {audit_id} at position {position} was changed"),
            Self::Missing { position } => write!(f, "the entry at position {position} is gone"),
            Self::Orphan { audit_id, position } => {
                write!(f, "entry {audit_id} at position {position} belongs to no chain")
            }
        }
    }
}

/// Checks every chain while others go on writing: each is compared up to its end at the beginning of its check.
pub async fn verify(db: &Db) -> db::Result<Vec<ChainState>> {
    let mut states = Vec::new();
    for Head { chain, length, hash } in db.read(heads).await? {
        let broken = walk(db, chain, length, &hash).await?;
        states.push(ChainState { chain, length, hash, broken });
    }
    let lost = db.read_long(orphans).await?;
    states.extend(lost);
    Ok(states)
}

async fn walk(db: &Db, chain: i64, length: i64, end: &str) -> db::Result<Option<Broken>> {
    let (mut last, mut position, mut hash) = (0, 0, String::new());
    loop {
        let step = db.read_long(move |c| some_after(c, chain, last, length)).await?;
        let Some((newest, ..)) = step.last() else { break };
        last = *newest;
        for (audit_id, entry, stored) in step {
            position += 1;
            if entry.position > position {
                return Ok(Some(Broken::Missing { position }));
            }
            if entry.position < position || entry.hash(&hash)? != stored {
                return Ok(Some(Broken::Changed { audit_id, position: entry.position }));
            }
            hash = stored;
        }
    }
    if position < length {
        return Ok(Some(Broken::Missing { position: position + 1 }));
    }
    // Every entry follows from the one before, but the last one is not the recorded end of the chain.
    Ok((hash != end).then_some(Broken::Changed { audit_id: last, position }))
}

type Stored = (i64, Entry, String);

fn some_after(conn: &mut Conn<'_>, chain: i64, last: i64, length: i64) -> db::Result<Vec<Stored>> {
    let sql = format!(
        "SELECT {}, audit_id, hash
         FROM audit_entry
         WHERE chain_id = $1 AND audit_id > $2 AND position <= $3
         ORDER BY audit_id
         LIMIT {STEP}",
        Entry::COLUMNS
    );
    conn.rows(&sql, params![chain, last, length], |row| Ok((row.get(13)?, Entry::read(row)?, row.get(14)?)))
}

/// Chains that have entries but no end: the first entry of each.
fn orphans(conn: &mut Conn<'_>) -> db::Result<Vec<ChainState>> {
    conn.rows(
        "SELECT e.chain_id, e.audit_id, e.position
         FROM audit_entry e
         WHERE e.audit_id IN (
           SELECT MIN(s.audit_id)
           FROM audit_entry s
           WHERE NOT EXISTS (SELECT 1 FROM audit_chain c WHERE c.chain_id = s.chain_id)
           GROUP BY s.chain_id)
         ORDER BY e.chain_id",
        &[],
        |row| {
            let broken = Some(Broken::Orphan { audit_id: row.get(1)?, position: row.get(2)? });
            Ok(ChainState { chain: row.get(0)?, length: 0, hash: String::new(), broken })
        },
    )
}
