//! What notices tell of the reviews that they are about.

use std::collections::HashMap;

use db::{Conn, Value};
use nodes::in_list;
use notices::{NoticeAbout, NoticeKind};
use security::Access;

use crate::told::ASKED;

/// Letters of a message that a notice begins with.
const BEGINNING: usize = 200;

pub(crate) const KINDS: [NoticeKind; 1] = [NoticeKind::new(ASKED, asked)];

/// Who is asked is told what the asker wrote.
fn asked(conn: &mut Conn<'_>, access: &mut Access<'_>, reviews: &[i64]) -> security::Result<HashMap<i64, NoticeAbout>> {
    let (list, ids) = in_list(2, reviews);
    let values: Vec<_> = std::iter::once(Value::from(access.actor().user)).chain(ids).collect();
    let sql = format!(
        "SELECT r.review_id, r.message
         FROM reviews_reviewer p
         JOIN reviews_review r ON r.review_id = p.review_id
         WHERE p.users_id = $1 AND p.review_id IN ({list})"
    );
    let about = |message: String| {
        let text: String = message.chars().take(BEGINNING).collect();
        NoticeAbout { text: Some(text).filter(|text| !text.is_empty()), ..NoticeAbout::default() }
    };
    let told = conn.rows(&sql, &values, |row| Ok((row.get(0)?, about(row.get(1)?))))?;
    Ok(told.into_iter().collect())
}
