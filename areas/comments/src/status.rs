//! What an entry's own page says of its comments. Lists say nothing of them, so that they cost what they did.

use content::EntryAddition;
use db::Conn;
use nodes::Listed;
use serde::Serialize;
use utoipa::ToSchema;

use crate::store;

pub(crate) fn addition() -> EntryAddition {
    EntryAddition::new(in_lists, in_detail)
}

#[derive(Debug, Default, Serialize, ToSchema)]
struct InLists {}

#[derive(Debug, Default, Serialize, ToSchema)]
struct InDetail {
    /// Threads about the file that are not resolved.
    open_comments: i64,
}

fn in_lists(_conn: &mut Conn<'_>, files: &[&Listed]) -> db::Result<Vec<InLists>> {
    Ok(files.iter().map(|_| InLists {}).collect())
}

fn in_detail(conn: &mut Conn<'_>, file: &Listed) -> db::Result<InDetail> {
    Ok(InDetail { open_comments: store::count_open(conn, file.id)? })
}
