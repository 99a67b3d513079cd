//! What this room tells rooms above.

use ::events::{Event, Header, publish};
use authz::Denied;
use db::Tx;
use primitives::{NodeId, Seconds};
use security::{Access, GrantAccess};

use crate::Result;
use crate::found::Found;
use crate::model::CollectionId;

/// Of entries that are added together, so many may be told.
const LOOKED_AT: usize = 200;

/// What is in a collection has changed.
#[derive(Clone, Debug)]
pub struct CollectionChanged {
    pub header: Header,
    pub collection: CollectionId,
    pub change: CollectionChange,
}

#[derive(Clone, Debug)]
pub enum CollectionChange {
    /// Entries were added. These are the ones that who added them manages: for the others they cannot answer.
    Added {
        managed: Vec<NodeId>,
    },
    Removed(Vec<NodeId>),
    Ordered,
    /// It is about to be deleted.
    Deleted,
}

impl Event for CollectionChanged {}

pub(crate) fn tell(
    tx: &mut Tx<'_>,
    access: &Access<'_>,
    collection: &Found,
    change: CollectionChange,
    now: Seconds,
) -> db::Result<()> {
    let header = Header::by(access.actor(), collection.tenant, now);
    publish(tx, &CollectionChanged { header, collection: collection.id, change })
}

/// As `tell`, of entries that were not there before. Only the first of many are looked at: rooms above show no more.
pub(crate) fn tell_added(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (collection, nodes): (&Found, &[NodeId]),
    now: Seconds,
) -> Result<()> {
    let mut managed = Vec::new();
    for node in nodes.iter().take(LOOKED_AT) {
        match access.authorize::<GrantAccess>(tx, *node) {
            Ok(_) => managed.push(*node),
            Err(security::Error::Denied(Denied::Invisible | Denied::NeedsRole(_) | Denied::Locked)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(tell(tx, access, collection, CollectionChange::Added { managed }, now)?)
}
