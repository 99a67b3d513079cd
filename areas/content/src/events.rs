//! What happens to entries, for the rooms that listen. Pages that show the folder are notified, too.

use ::events::{Event, Listener};
use db::Tx;
use primitives::{NodeId, Seconds, TenantId};
use security::AccessChanged;
use serde_json::json;

macro_rules! entry_events {
    ($($(#[$doc:meta])* $event:ident $name:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $event {
            pub tenant: TenantId,
            pub folder: Option<NodeId>,
            pub node: NodeId,
            pub at: Seconds,
        }

        impl Event for $event {
            const NAME: &'static str = $name;
        }
    )+};
}

entry_events! {
    /// A folder was made, or an upload is complete.
    EntryCreated "content.entry_created";
    EntryRenamed "content.entry_renamed";
    /// It lies in the bin.
    EntryRemoved "content.entry_removed";
    /// It is back from the bin.
    EntryRestored "content.entry_restored";
}

macro_rules! content_events {
    ($($(#[$doc:meta])* $event:ident $name:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $event {
            pub tenant: TenantId,
            pub node: NodeId,
            /// BLAKE3, hexadecimal.
            pub hash: String,
            pub mime: String,
            pub at: Seconds,
        }

        impl Event for $event {
            const NAME: &'static str = $name;
        }
    )+};
}

content_events! {
    /// A file's bytes are in place.
    ContentStored "content.content_stored";
    /// A file has its right bytes again, after they were missing or damaged.
    ContentRepaired "content.content_repaired";
}

/// Notifies the pages that show a folder.
pub fn listeners() -> Vec<Listener> {
    vec![
        Listener::to(|tx, EntryCreated { folder, node, .. }: &_| tell(tx, *folder, *node, "created")),
        Listener::to(|tx, EntryRenamed { folder, node, .. }: &_| tell(tx, *folder, *node, "updated")),
        Listener::to(|tx, EntryRemoved { folder, node, .. }: &_| tell(tx, *folder, *node, "removed")),
        Listener::to(|tx, EntryRestored { folder, node, .. }: &_| tell(tx, *folder, *node, "restored")),
        Listener::to(access_changed),
    ]
}

/// Pages that show the node, or its folder.
fn access_changed(tx: &mut Tx<'_>, &AccessChanged { node, parent }: &AccessChanged) -> db::Result<()> {
    let body = json!({ "type": "access", "node_id": node, "parent_id": parent, "status": "updated" });
    std::iter::once(node).chain(parent).try_for_each(|shown| activity::tell_node(tx, shown, &body))
}

fn tell(tx: &mut Tx<'_>, folder: Option<NodeId>, node: NodeId, status: &str) -> db::Result<()> {
    let Some(folder) = folder else { return Ok(()) };
    let body = json!({ "type": "entry", "node_id": node, "parent_id": folder, "status": status });
    activity::tell_node(tx, folder, &body)
}
