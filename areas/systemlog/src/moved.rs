//! Where something moved from and to: folders by the names that they have now, for who sees them. And what it was copied
//! from, for who sees that.

use std::collections::HashMap;

use db::Conn;
use primitives::NodeId;
use security::{Access, Error, Result};

use crate::entry::{Change, Moved};

/// The names of nodes, each looked up once for one answer.
#[derive(Default)]
pub(crate) struct FolderNames(HashMap<NodeId, Option<String>>);

impl FolderNames {
    /// None if these are not the changes of a move.
    pub fn of_move(
        &mut self,
        conn: &mut Conn<'_>,
        access: &mut Access<'_>,
        changes: &[Change],
    ) -> Result<Option<Moved>> {
        let Some((from, to)) = folders(changes) else { return Ok(None) };
        Ok(Some(Moved { from: self.name(conn, access, from)?, to: self.name(conn, access, to)? }))
    }

    /// Hides which node a copy was made from, unless the reader sees it.
    pub fn hide_source(
        &mut self,
        conn: &mut Conn<'_>,
        access: &mut Access<'_>,
        changes: &mut Vec<Change>,
    ) -> Result<()> {
        let source = changes.iter().find(|change| change.field == "source_id");
        let Some(source) = source.and_then(|change| change.after.clone()) else { return Ok(()) };
        let is_seen = match source.parse() {
            Ok(node) => self.name(conn, access, NodeId(node))?.is_some(),
            Err(_) => false,
        };
        if !is_seen {
            changes.retain(|change| change.field != "source_id");
        }
        Ok(())
    }

    fn name(&mut self, conn: &mut Conn<'_>, access: &mut Access<'_>, folder: NodeId) -> Result<Option<String>> {
        if let Some(known) = self.0.get(&folder) {
            return Ok(known.clone());
        }
        let name = match access.find_visible(conn, folder) {
            Ok(seen) => Some(seen.node.name),
            Err(Error::Denied(_)) => None,
            Err(error) => return Err(error),
        };
        self.0.insert(folder, name.clone());
        Ok(name)
    }
}

/// The folders before and after, if they are two.
fn folders(changes: &[Change]) -> Option<(NodeId, NodeId)> {
    let change = changes.iter().find(|change| change.field == "parent_id")?;
    let id = |value: &Option<String>| value.as_deref()?.parse().ok().map(NodeId);
    let (from, to) = (id(&change.before)?, id(&change.after)?);
    (from != to).then_some((from, to))
}

#[cfg(test)]
mod tests {
    use primitives::NodeId;

    use super::folders;
    use crate::entry::changes;

    #[test]
    fn only_a_change_from_one_folder_to_another_is_a_move() {
        let read = |before: &str, after: &str| folders(&changes(Some(before.into()), Some(after.into())));
        assert_eq!(read(r#"{"parent_id":4}"#, r#"{"parent_id":9,"name":"b"}"#), Some((NodeId(4), NodeId(9))));
        assert_eq!(read(r#"{"parent_id":4}"#, "{}"), None, "a removal says where it was");
        assert_eq!(read(r#"{"parent_id":4}"#, r#"{"parent_id":4}"#), None);
        assert_eq!(read(r#"{"parent_id":"x"}"#, r#"{"parent_id":9}"#), None);
    }
}
