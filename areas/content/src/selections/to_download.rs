//! The selected entries with which the asker may do something, for what is done with all of them at once.

use std::collections::HashSet;
use std::marker::PhantomData;

use authz::Action;
use db::Conn;
use primitives::{NodeId, Seconds};
use rest::Problem;
use security::{Access, See};

use super::in_folder;
use super::selected::{Place, Selected};
use super::selection::{Selection, is_invisible, is_refusal};
use crate::filter::Filter;
use crate::{Download, Error, Result};

/// Entries that were selected for an act.
#[derive(Clone, Debug)]
pub struct SelectedFor<A>(Selected, PhantomData<A>);

/// Those that are downloaded together.
pub type ToDownload = SelectedFor<Download>;
/// Those that the asker sees.
pub type ToSee = SelectedFor<See>;

impl<A: Action> SelectedFor<A> {
    /// With what is in the bin nothing is done here.
    pub fn parse(selection: Selection, now: Seconds) -> Result<Self, Problem> {
        selection.refuse_bin()?;
        selection.parse(now).map(|selected| Self(selected, PhantomData))
    }

    /// These entries, of which there may be more than one call names.
    pub fn named(nodes: Vec<NodeId>, now: Seconds) -> Self {
        let (filter, except) = (Filter::default(), HashSet::new());
        Self(Selected { place: Place::Named(nodes), filter, except, as_of: now }, PhantomData)
    }

    /// It names entries one by one, and takes no folder's content.
    pub fn is_named(&self) -> bool {
        matches!(self.0.place, Place::Named(_))
    }

    /// It names entries one by one, and there is none.
    pub fn names_nothing(&self) -> bool {
        matches!(&self.0.place, Place::Named(named) if named.is_empty())
    }

    /// Those with which the asker may do it, each once. If some are selected, and it may be done with none of them, it is
    /// refused as for one.
    pub fn ids(&self, conn: &mut Conn<'_>, access: &mut Access<'_>) -> Result<Vec<NodeId>> {
        let named = match &self.0.place {
            Place::Named(named) => named,
            Place::Folder(folder) => {
                let found = in_folder::ids(conn, access, *folder, &self.0, A::RULE)?;
                return Ok(found.into_iter().map(|(_, node)| node).collect());
            }
            Place::Bin(_) => return Ok(Vec::new()),
        };
        let (mut found, mut refusal, mut asked) = (Vec::new(), None, HashSet::new());
        for node in named.iter().copied().filter(|node| !self.0.except.contains(node) && asked.insert(*node)) {
            match access.authorize::<A>(conn, node).map_err(Error::from) {
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
