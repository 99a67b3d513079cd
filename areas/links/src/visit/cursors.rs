//! Where a page of a link's entries ends. Visitors get it encrypted: a cursor contains the name of the last entry that was
//! read, and the visitor may not see that entry.

use primitives::Cursor;
use rest::Problem;
use secrets::{Column, Secrets};

use crate::{LinkId, Result};

/// What a cursor is encrypted for; nothing of it is stored.
const ENDS: Column = Column { table: "links_link", column: "cursor", row: "link_id" };

/// The cursor as a page's address contains it.
pub(super) fn encrypt(secrets: &Secrets, link: LinkId, end: &Cursor) -> Result<String> {
    Ok(secrets.encrypt(&ENDS.at(link), &end.encode())?.replace('+', "-").replace('/', "_"))
}

/// The cursor that this link gave.
pub(super) fn decrypt(secrets: &Secrets, link: LinkId, cursor: &str) -> Result<Cursor, Problem> {
    let encrypted = cursor.replace('-', "+").replace('_', "/");
    let text = secrets.decrypt(&ENDS.at(link), &encrypted).ok();
    text.and_then(|text| Cursor::decode(&text)).ok_or_else(|| Problem::invalid("cursor", "invalid"))
}
