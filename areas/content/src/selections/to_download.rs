//! The selected entries that are downloaded together.

use std::collections::HashSet;

use authz::Action as _;
use db::Conn;
use primitives::{NodeId, Seconds};
use rest::Problem;
use security::Access;

use super::in_folder;
use super::selected::{Place, Selected};
use super::selection::{Selection, is_invisible, is_refusal};
use crate::{Download, Error, Result};

/// Entries that were selected to be downloaded.
#[derive(Clone, Debug)]
pub struct ToDownload(Selected);

impl ToDownload {
    /// What is in the bin cannot be downloaded.
    pub fn parse(selection: Selection, now: Seconds) -> Result<Self, Problem> {
        selection.refuse_bin()?;
        selection.parse(now).map(Self)
    }

    /// Those that the asker may download, each once. If some are selected and the asker may have none of them, it is refused as
    /// for one.
    pub fn ids(&self, conn: &mut Conn<'_>, access: &mut Access<'_>) -> Result<Vec<NodeId>> {
        let named = match &self.0.place {
            Place::Named(named) => named,
            Place::Folder(folder) => {
                let found = in_folder::ids(conn, access, *folder, &self.0, Download::RULE)?;
                return Ok(found.into_iter().map(|(_, node)| node).collect());
            }
            Place::Bin(_) => return Ok(Vec::new()),
        };
        let (mut found, mut refusal, mut asked) = (Vec::new(), None, HashSet::new());
        for node in named.iter().copied().filter(|node| !self.0.except.contains(node) && asked.insert(*node)) {
            match access.authorize::<Download>(conn, node).map_err(Error::from) {
                Ok(_) => found.push(node),
                // What the asker does not see is not selected.
                Err(error) if is_invisible(&error) => {}
                Err(error) if is_refusal(&error) => refusal = Some(error),
                Err(error) => return Err(error),
            }
        }
        match refusal {
            Some(error) if found.is_empty() => Err(error),
            _ => Ok(found),
        }
    }
}
