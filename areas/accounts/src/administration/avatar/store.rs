//! The rows of pictures.

use db::{Conn, Tx, Value, params};
use primitives::UserId;

pub(super) struct Picture {
    pub media_type: String,
    pub bytes: Vec<u8>,
    pub hash: String,
}

pub(super) fn find(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<Picture>> {
    conn.find("SELECT media_type, picture, hash FROM identity_avatar WHERE users_id = $1", params![user], |row| {
        Ok(Picture { media_type: row.get(0)?, bytes: row.get(1)?, hash: row.get(2)? })
    })
}

pub(super) fn put(tx: &mut Tx<'_>, user: UserId, media_type: &str, bytes: &[u8], hash: &str) -> db::Result<()> {
    tx.run(
        "INSERT INTO identity_avatar (users_id, media_type, picture, hash)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (users_id) DO UPDATE
         SET media_type = excluded.media_type, picture = excluded.picture, hash = excluded.hash",
        params![user, media_type, Value::Blob(bytes), hash],
    )?;
    point(tx, user, Some(&super::address(user, hash)))
}

pub(super) fn remove(tx: &mut Tx<'_>, user: UserId) -> db::Result<()> {
    tx.run("DELETE FROM identity_avatar WHERE users_id = $1", params![user])?;
    point(tx, user, None)
}

fn point(tx: &mut Tx<'_>, user: UserId, address: Option<&str>) -> db::Result<()> {
    tx.run("UPDATE identity_user SET avatar_url = $2 WHERE users_id = $1", params![user, address]).map(|_| ())
}
