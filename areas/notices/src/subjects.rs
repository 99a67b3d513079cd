//! What the rooms of the kinds tell of the subjects of notices.

use std::collections::{BTreeSet, HashMap};

use db::Conn;
use security::{Access, Result};

use crate::kinds::{NoticeAbout, NoticeKind};
use crate::store::Told;

/// What the reader is told of subjects, by their kinds. A kind that is not in here has a room that says nothing more.
pub(crate) type Subjects = HashMap<&'static str, HashMap<i64, NoticeAbout>>;

/// Each kind is asked once about all of its notices.
pub(crate) fn find(conn: &mut Conn<'_>, access: &mut Access<'_>, notices: &[Told]) -> Result<Subjects> {
    let mut found = Subjects::new();
    for NoticeKind { key, tells } in room::contributed(conn).all::<NoticeKind>() {
        let asked: BTreeSet<i64> = notices.iter().filter(|one| one.kind == *key).map(|one| one.subject).collect();
        let asked: Vec<i64> = asked.into_iter().collect();
        let told = if asked.is_empty() { HashMap::new() } else { tells(conn, access, &asked)? };
        found.insert(*key, told);
    }
    Ok(found)
}
