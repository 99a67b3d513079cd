//! The id of this installation, which stays with its database. It is not a secret.

use db::{Db, params};
use primitives::random_hex;

use crate::own::made;

const KEY: &str = "installation";

/// The installation's id; made if there is none.
pub async fn installation_id(db: &Db) -> db::Result<String> {
    let sql = "SELECT secret FROM identity_secret WHERE secret_key = $1";
    let known = db.read(|c| c.find(sql, params![KEY], |row| row.get::<String>(0))).await?;
    match known {
        Some(id) => Ok(id),
        None => db.write(|tx| made(tx, KEY, &random_hex(16))).await,
    }
}
