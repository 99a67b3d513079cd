//! What of a link somebody wants as one archive.

use content::Download;
use db::Conn;
use primitives::{NodeId, whole_number};
use rest::Problem;
use security::Access;

use crate::shared::Roots;
use crate::{Error, Result};

/// So many entries may be named one by one.
const NAMED: usize = 500;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    All,
    Folder(NodeId),
    Named(Vec<NodeId>),
}

impl Part {
    /// `named`: ids, separated by commas.
    pub fn parse(folder: Option<NodeId>, named: Option<&str>) -> Result<Self, Problem> {
        let ids = |named: &str| named.split(',').map(|id| whole_number(id).map(NodeId)).collect::<Option<Vec<_>>>();
        let named = named.map(|named| ids(named).ok_or_else(refused)).transpose()?;
        Self::of_ids(folder, named)
    }

    pub fn of_ids(folder: Option<NodeId>, named: Option<Vec<NodeId>>) -> Result<Self, Problem> {
        match (folder, named) {
            (None, None) => Ok(Self::All),
            (Some(folder), None) => Ok(Self::Folder(folder)),
            (None, Some(ids)) if ids.len() <= NAMED => Ok(Self::Named(ids)),
            (None | Some(_), Some(_)) => Err(refused()),
        }
    }

    /// The entries at the top of the archive, each once, and the name of a folder that is wanted alone.
    pub fn of(
        &self,
        conn: &mut Conn<'_>,
        access: &mut Access<'_>,
        roots: &mut Roots,
    ) -> Result<(Vec<NodeId>, Option<String>)> {
        match self {
            Self::All => {
                let all: Vec<NodeId> = roots.all(conn, access)?.iter().map(|root| root.node.id).collect();
                if all.is_empty() { Err(Error::NoLink) } else { Ok((all, None)) }
            }
            Self::Folder(folder) => {
                let seen = roots.within(conn, access, *folder)?.seen;
                Ok((vec![*folder], Some(seen.node.name)))
            }
            Self::Named(named) => {
                let mut found = Vec::with_capacity(named.len());
                for node in named {
                    match roots.within(conn, access, *node) {
                        Ok(within) if within.seen.permit::<Download>().is_ok() => found.push(*node),
                        // What is not there is not wanted.
                        Ok(_) | Err(Error::NoLink) => {}
                        Err(error) => return Err(error),
                    }
                }
                found.sort_unstable();
                found.dedup();
                if found.is_empty() { Err(Error::NoLink) } else { Ok((found, None)) }
            }
        }
    }
}

fn refused() -> Problem {
    Problem::invalid("node_ids", "invalid")
}

#[cfg(test)]
mod tests {
    use primitives::NodeId;

    use super::Part;

    #[test]
    fn a_part_is_a_folder_or_named_entries() {
        let parsed = |folder: Option<i64>, named: Option<&str>| Part::parse(folder.map(NodeId), named).ok();
        assert_eq!(parsed(None, None), Some(Part::All));
        assert_eq!(parsed(Some(4), None), Some(Part::Folder(NodeId(4))));
        assert_eq!(parsed(None, Some("4,7")), Some(Part::Named(vec![NodeId(4), NodeId(7)])));
        let many = vec!["1"; 501].join(",");
        for (folder, named) in [(Some(4), Some("7")), (None, Some("4,")), (None, Some("x")), (None, Some(&many))] {
            assert_eq!(parsed(folder, named), None, "{named:?}");
        }
    }
}
