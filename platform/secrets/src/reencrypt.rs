//! At every start, secrets that a previous key encrypted, and plain ones of earlier versions, are encrypted with the
//! current key.

use db::{Tx, params};

use crate::{Column, Secrets};

impl Secrets {
    /// Returns how many secrets no known key decrypts; they stay unchanged.
    pub(crate) fn reencrypt(&self, tx: &mut Tx<'_>, columns: &[Column]) -> db::Result<usize> {
        let mut unreadable = 0;
        for column in columns {
            unreadable += self.reencrypt_column(tx, *column)?;
        }
        Ok(unreadable)
    }

    fn reencrypt_column(&self, tx: &mut Tx<'_>, at: Column) -> db::Result<usize> {
        let Column { table, column, row } = at;
        let select = format!("SELECT {row}, {column} FROM {table}");
        let update = format!("UPDATE {table} SET {column} = $2 WHERE {row} = $1");
        let rows = tx.rows(&select, &[], |row| Ok((row.get::<i64>(0)?, row.get::<String>(1)?)))?;
        let mut unreadable = 0;
        for (id, stored) in rows.iter().filter(|(_, stored)| !stored.starts_with(&self.current.prefix)) {
            match self.decrypt_with_previous(&at.at(id), stored) {
                Some(secret) => {
                    let encrypted = self.encrypt(&at.at(id), &secret)?;
                    tx.run(&update, params![*id, &encrypted])?;
                    self.note_replaced();
                }
                None => unreadable += 1,
            }
        }
        Ok(unreadable)
    }
}
