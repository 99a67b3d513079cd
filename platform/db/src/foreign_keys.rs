//! Removes PostgreSQL's foreign keys while tables are filled in any order, and restores them, which compares every row.

use crate::Result;
use crate::tx::Tx;

/// A key that points from one table to another.
pub struct ForeignKey {
    pub table: String,
    pub name: String,
    pub definition: String,
}

pub fn of_schema(tx: &mut Tx<'_>) -> Result<Vec<ForeignKey>> {
    tx.rows(
        "SELECT conrelid::regclass::text, conname::text, pg_get_constraintdef(oid)
         FROM pg_constraint
         WHERE contype = 'f' AND connamespace = current_schema()::regnamespace",
        &[],
        |row| Ok(ForeignKey { table: row.get(0)?, name: row.get(1)?, definition: row.get(2)? }),
    )
}

pub fn drop(tx: &mut Tx<'_>, keys: &[ForeignKey]) -> Result<()> {
    for ForeignKey { table, name, .. } in keys {
        tx.batch(&format!("ALTER TABLE {table} DROP CONSTRAINT \"{name}\""))?;
    }
    Ok(())
}

pub fn add(tx: &mut Tx<'_>, keys: &[ForeignKey]) -> Result<()> {
    for ForeignKey { table, name, definition } in keys {
        tx.batch(&format!("ALTER TABLE {table} ADD CONSTRAINT \"{name}\" {definition}"))?;
    }
    Ok(())
}
