//! The objects of a file that gets other bytes. The store itself makes the copies, so that each node keeps its key.

use std::sync::Arc;

use primitives::NodeId;

use super::S3;
use crate::{Applied, Area, Error, Opened, Replacement, Result};

impl S3 {
    pub(super) fn replace(&self, node: NodeId, how: &Replacement) -> Result<Applied> {
        let (store, kept, taken) = (self.clone(), how.kept, how.taken);
        match how.area {
            Area::Bin => {
                self.head(taken)?.ok_or(Error::Missing)?;
                self.copy(node, kept)?;
                self.copy(taken, node)?;
                Ok(Applied::undone_by(move || store.give_back(node, kept)))
            }
            Area::Staging => {
                let file = Arc::new(self.staged.open(taken)?);
                self.copy(node, kept)?;
                self.send(node, file.clone())?;
                self.staged.remove(taken)?;
                Ok(Applied::undone_by(move || {
                    store.staged.give(taken, &mut crate::from_start(&file))?;
                    store.give_back(node, kept)
                }))
            }
        }
    }

    /// What was sent in place of the kept bytes is nowhere else: it goes back to staging first.
    pub(super) fn take_back_replaced(&self, node: NodeId, how: &Replacement) -> Result<Applied> {
        self.abort_parts(node)?;
        self.abort_parts(how.kept)?;
        let Some(kept) = self.head(how.kept)? else { return Ok(Applied::as_it_was()) };
        if how.area == Area::Staging
            && !self.staged.has(how.taken)
            && let Some(sent) = self.head(node)?.filter(|sent| sent.written != kept.written)
        {
            self.staged.give(how.taken, &mut Opened::from(self.remote(node, sent)).bytes())?;
        }
        self.give_back(node, how.kept)?;
        Ok(Applied::as_it_was())
    }

    fn give_back(&self, node: NodeId, kept: NodeId) -> Result<()> {
        self.copy(kept, node)?;
        self.delete(self.key(kept))
    }

    fn copy(&self, from: NodeId, to: NodeId) -> Result<()> {
        self.abort_parts(to)?;
        let head = self.head(from)?.ok_or(Error::Missing)?;
        let source = self.source(self.key(from), head)?;
        Ok(self.copy_object(&source, &self.key(to), Some(to), &|| true)?)
    }
}
