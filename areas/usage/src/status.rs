//! What entries say of their terms of use: in lists until when a file may be used, and with it alone also whether its
//! readers ask first.

use content::EntryAddition;
use db::Conn;
use nodes::Listed;
use primitives::Seconds;
use serde::Serialize;
use utoipa::ToSchema;

use crate::terms;

pub(crate) fn addition() -> EntryAddition {
    EntryAddition::new(in_lists, in_detail)
}

#[derive(Debug, Default, Serialize, ToSchema)]
struct InLists {
    /// Of a file: from then on its readers do not get it; absent if it has no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    usable_until: Option<Seconds>,
}

#[derive(Debug, Default, Serialize, ToSchema)]
struct InDetail {
    /// Its readers ask before they download it.
    asks_first: bool,
}

fn in_lists(conn: &mut Conn<'_>, files: &[&Listed]) -> db::Result<Vec<InLists>> {
    let nodes: Vec<_> = files.iter().map(|file| (file.id, file.parent)).collect();
    let ends = terms::usable_until(conn, &nodes)?;
    Ok(ends.into_iter().map(|usable_until| InLists { usable_until }).collect())
}

fn in_detail(conn: &mut Conn<'_>, file: &Listed) -> db::Result<InDetail> {
    Ok(InDetail { asks_first: terms::nearest(conn, file.id)?.asks_at.is_some() })
}
