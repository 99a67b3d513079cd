//! What happens to entries, for the rooms that listen. Pages that show the folder are notified, too.

use ::events::{Event, Header, Listener};
use activity::About;
use db::Tx;
use primitives::{NodeId, RepositoryId};
use security::AccessChanged;
use serde_json::json;

/// A folder was made, or an upload is complete. `folder` is the entry's folder; only the top of a repository has none.
#[derive(Clone, Debug)]
pub struct EntryCreated {
    pub header: Header,
    pub folder: Option<NodeId>,
    pub node: NodeId,
}

impl Event for EntryCreated {}

#[derive(Clone, Debug)]
pub struct EntryRenamed {
    pub header: Header,
    pub folder: Option<NodeId>,
    pub node: NodeId,
    pub old_name: String,
}

impl Event for EntryRenamed {}

/// A file has another content.
#[derive(Clone, Debug)]
pub struct EntryReplaced {
    pub header: Header,
    pub folder: Option<NodeId>,
    pub node: NodeId,
}

impl Event for EntryReplaced {}

/// Somebody has locked an entry, or ended its lock.
#[derive(Clone, Debug)]
pub struct LockChanged {
    pub header: Header,
    pub folder: Option<NodeId>,
    pub node: NodeId,
}

impl Event for LockChanged {}

/// An entry went to another folder with everything below it. What is below may have another access now.
#[derive(Clone, Debug)]
pub struct EntryMoved {
    pub header: Header,
    pub from: NodeId,
    pub folder: NodeId,
    pub node: NodeId,
}

impl Event for EntryMoved {}

/// An entry that has moved is in another repository now, with everything below it.
#[derive(Clone, Debug)]
pub struct RepositoryChanged {
    pub header: Header,
    pub node: NodeId,
    pub repository: RepositoryId,
}

impl Event for RepositoryChanged {}

/// A file is in another folder, too, as a copy of `source`.
#[derive(Clone, Debug)]
pub struct EntryCopied {
    pub header: Header,
    pub source: NodeId,
    pub folder: NodeId,
    pub node: NodeId,
}

impl Event for EntryCopied {}

/// A folder is in another folder, too, as a copy of `source`. Copies of what is in it follow.
#[derive(Clone, Debug)]
pub struct FolderCopied {
    pub header: Header,
    pub source: NodeId,
    pub node: NodeId,
}

impl Event for FolderCopied {}

/// An entry went to the bin with everything below it. No event tells of the entries below: a room that keeps something
/// about an entry asks for the entry's state when it uses that.
#[derive(Clone, Debug)]
pub struct EntryRemoved {
    pub header: Header,
    pub folder: Option<NodeId>,
    pub node: NodeId,
}

impl Event for EntryRemoved {}

/// It is back from the bin, with everything below it, for which no event comes.
#[derive(Clone, Debug)]
pub struct EntryRestored {
    pub header: Header,
    pub folder: Option<NodeId>,
    pub node: NodeId,
}

impl Event for EntryRestored {}

/// Entries are deleted for good, some at a time: their rows are gone, and their bytes go next.
#[derive(Clone, Debug)]
pub struct EntryPurged {
    pub header: Header,
    pub nodes: Vec<NodeId>,
}

impl Event for EntryPurged {}

/// What somebody without an account has sent is there, and waits to be taken into its folder.
#[derive(Clone, Debug)]
pub struct FileReceived {
    pub header: Header,
    pub folder: NodeId,
    pub node: NodeId,
    pub bytes: i64,
}

impl Event for FileReceived {}

/// A file's bytes are in place.
#[derive(Clone, Debug)]
pub struct ContentStored {
    pub header: Header,
    pub node: NodeId,
    /// BLAKE3, hexadecimal.
    pub hash: String,
    pub mime: String,
}

impl Event for ContentStored {}

/// Notifies the pages that show a folder.
pub fn listeners() -> Vec<Listener> {
    vec![
        Listener::to(|tx, EntryCreated { folder, node, .. }: &_| tell(tx, *folder, About::Node(*node), "created")),
        Listener::to(|tx, EntryRenamed { folder, node, .. }: &_| tell(tx, *folder, About::Node(*node), "updated")),
        Listener::to(|tx, EntryReplaced { folder, node, .. }: &_| tell(tx, *folder, About::Node(*node), "replaced")),
        Listener::to(entry_locked),
        Listener::to(entry_moved),
        Listener::to(|tx, EntryRemoved { folder, node, .. }: &_| tell(tx, *folder, About::Removed(*node), "removed")),
        Listener::to(|tx, EntryRestored { folder, node, .. }: &_| tell(tx, *folder, About::Node(*node), "restored")),
        Listener::to(access_changed),
    ]
}

/// Tells pages of the folder, and pages of a folder that is locked itself.
fn entry_locked(tx: &mut Tx<'_>, LockChanged { folder, node, .. }: &LockChanged) -> db::Result<()> {
    tell(tx, *folder, About::Node(*node), "updated")?;
    tell(tx, Some(*node), About::Node(*node), "updated")
}

/// Tells pages of the old folder, of the new folder, and of the entry itself.
fn entry_moved(tx: &mut Tx<'_>, EntryMoved { from, folder, node, .. }: &EntryMoved) -> db::Result<()> {
    tell(tx, Some(*from), About::Removed(*node), "moved_away")?;
    tell(tx, Some(*folder), About::Node(*node), "created")?;
    tell(tx, Some(*node), About::Node(*node), "moved")
}

/// Pages that show the node, or its folder.
fn access_changed(tx: &mut Tx<'_>, changed: &AccessChanged) -> db::Result<()> {
    let Some(node) = changed.what.node() else { return Ok(()) };
    let parent = nodes::find(tx, node)?.and_then(|found| found.parent);
    let body = json!({ "type": "access", "node_id": node, "parent_id": parent, "status": "updated" });
    std::iter::once(node).chain(parent).try_for_each(|shown| activity::tell_node(tx, shown, About::Node(node), &body))
}

fn tell(tx: &mut Tx<'_>, folder: Option<NodeId>, about: About, status: &str) -> db::Result<()> {
    let Some(folder) = folder else { return Ok(()) };
    let (About::Node(node) | About::Removed(node)) = about;
    let body = json!({ "type": "entry", "node_id": node, "parent_id": folder, "status": status });
    activity::tell_node(tx, folder, about, &body)
}
