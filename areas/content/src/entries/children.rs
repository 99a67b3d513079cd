//! What is in a folder, for rooms that show it in a form of their own.

use db::Conn;
use nodes::Listed;
use primitives::{Cursor, NodeId, NodeRole};
use security::Access;

use super::list::folder_of;
use super::model::Order;
use super::store::{self, KINDS, Part, Wanted};
use crate::Result;

/// A page of a folder's entries by their names, folders first, each with the asker's role; without one, only the name is
/// shown. `next` is where the next page begins.
#[derive(Debug)]
pub struct Children {
    pub items: Vec<(Listed, Option<NodeRole>)>,
    pub next: Option<Cursor>,
}

/// The entries of a folder that the asker sees or may traverse, those after `after`.
pub fn children_of(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    folder: NodeId,
    after: Option<&Cursor>,
    most: usize,
) -> Result<Children> {
    let seen = access.find_visible(conn, folder)?;
    let folder = folder_of(conn, access, &seen)?;
    let part = after.map_or(Part::First, Part::After);
    let wanted = Wanted { kinds: &KINDS, filter: None, order: Order::Name, part, skip: 0, limit: most + 1 };
    let mut children = store::children(conn, seen.scope, folder, wanted)?;
    let has_more = children.len() > most;
    children.truncate(most);
    let next = children.last().filter(|_| has_more).map(|child| child.cursor(Order::Name));
    Ok(Children { items: children.into_iter().map(|child| (child.node, child.role)).collect(), next })
}
