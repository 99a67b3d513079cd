//! The staging node of an upload, its ticket and its background action.

use activity::{ActionKind, NewAction, Status};
use authz::Permit;
use db::{Tx, params};
use nodes::{NewNode, NodeState};
use primitives::{EntryName, NodeId, NodeKind, Seconds, TenantId, UserId, random_hex};
use security::Access;
use serde::Serialize;
use storage::lease::LEASE;
use storage::{Owner, elsewhere_of};

use super::groups;
use super::ticket::ticket_hash;
use crate::{Replace, Result, Upload, names};

/// The requested upload.
pub(crate) struct Wanted {
    pub folder: NodeId,
    pub name: EntryName,
    /// Bytes, if known.
    pub size: Option<u64>,
    /// The group of background actions that it belongs to.
    pub group: Option<String>,
    /// Open partial uploads that it is made of; they are deleted at its end.
    pub parts: usize,
    /// The file of the folder that gets the bytes, in place of a new one.
    pub replaces: Option<NodeId>,
}

impl Wanted {
    pub fn new(folder: NodeId, name: EntryName) -> Self {
        Self { folder, name, size: None, group: None, parts: 0, replaces: None }
    }

    fn expected(&self) -> Option<i64> {
        self.size.and_then(|bytes| i64::try_from(bytes).ok())
    }
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Prepared {
    /// The whole address for the bytes: multipart by POST, or tus by HEAD, PATCH and DELETE. It contains the ticket.
    pub url: String,
    /// It begins with the API address of the file server, which is another host than this server's.
    pub elsewhere: bool,
    pub node_id: NodeId,
    /// The final name, in composed form (NFC).
    pub name: String,
    pub parent_external_id: String,
    /// The ticket: valid for this one file, for the person who prepared it, until the file is complete.
    pub callback: String,
    pub bg_action_id: String,
    pub bg_group_id: String,
}

/// Who sends the bytes of a new upload.
#[derive(Clone, Debug)]
pub(crate) enum Sender {
    /// Anybody who has the ticket may send the bytes, to any process.
    Anybody,
    /// This process has them, or gets the first ones before anybody knows the ticket.
    Process(Owner),
    /// As `Process`; nobody ever knows the ticket.
    OneCall(Owner),
}

impl Sender {
    fn owner(&self) -> Option<&Owner> {
        match self {
            Self::Anybody => None,
            Self::Process(owner) | Self::OneCall(owner) => Some(owner),
        }
    }
}

/// A staging node that bytes are coming for.
pub(crate) struct Staging {
    node: NodeId,
    tenant: TenantId,
    sender: UserId,
}

impl Staging {
    /// A new file in a folder.
    pub fn new(
        tx: &mut Tx<'_>,
        access: &mut Access<'_>,
        into: &Permit<Upload>,
        wanted: &Wanted,
        now: Seconds,
    ) -> Result<Self> {
        let name = &wanted.name;
        names::claim(tx, access, (into.tenant(), into.node()), name, None)?;
        let size = wanted.expected().unwrap_or(0);
        let node =
            nodes::insert(tx, into, &NewNode { kind: NodeKind::File, name, state: NodeState::Staging, size, now })?;
        Ok(Self { node, tenant: into.tenant(), sender: into.actor() })
    }

    /// Another content of a file.
    pub fn of_file(tx: &mut Tx<'_>, file: &Permit<Replace>, wanted: &Wanted, now: Seconds) -> Result<Self> {
        let node = nodes::insert_version(tx, file, wanted.expected().unwrap_or(0), now)?;
        Ok(Self { node, tenant: file.tenant(), sender: file.actor() })
    }
}

/// The ticket of a staging node, and its background action.
pub(crate) fn stage(
    tx: &mut Tx<'_>,
    staging: &Staging,
    wanted: &Wanted,
    sender: &Sender,
    now: Seconds,
) -> Result<Prepared> {
    let (name, node, expected) = (&wanted.name, staging.node, wanted.expected());
    let group = wanted.group.as_deref().map(|group| groups::begun(tx, staging.sender, group)).transpose()?.flatten();
    let (action, in_group) = match group {
        Some(group) => ((group.bg_action_id, group.bg_group_id.clone()), Some(group.bg_group_id)),
        None => (begin_action(tx, staging, wanted, now)?, None),
    };
    let ticket = random_hex(24);
    tx.run(
        "INSERT INTO content_upload (node_id, users_id, ticket_hash, expected_bytes, bg_action_id, created_at, seen_at,
           owner, lease_until, one_call, bg_group_id)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10)",
        params![
            node,
            staging.sender,
            &ticket_hash(&ticket),
            expected,
            &action.0,
            now,
            sender.owner().map_or("", Owner::as_str),
            sender.owner().map_or(0, |_| now + LEASE),
            matches!(sender, Sender::OneCall(_)),
            in_group.as_deref()
        ],
    )?;
    let api = elsewhere_of(tx, &[wanted.folder])?.remove(&wanted.folder).and_then(|elsewhere| elsewhere.api);
    Ok(Prepared {
        elsewhere: api.is_some(),
        url: format!("{}/api/file/upload?node_id={node}&callback={ticket}", api.unwrap_or_default()),
        node_id: node,
        name: name.as_str().to_owned(),
        parent_external_id: wanted.folder.to_string(),
        callback: ticket,
        bg_action_id: action.0,
        bg_group_id: action.1,
    })
}

/// The action of an upload that belongs to no group of several files, and its group.
fn begin_action(tx: &mut Tx<'_>, staging: &Staging, wanted: &Wanted, now: Seconds) -> Result<(String, String)> {
    let action = NewAction {
        user: staging.sender,
        tenant: staging.tenant,
        group: wanted.group.clone(),
        title: wanted.name.as_str().to_owned(),
        text: String::new(),
        kind: ActionKind::Upload,
        icon: None,
        status: Status::InProgress,
        node: Some(wanted.replaces.unwrap_or(staging.node)),
        parent: Some(wanted.folder),
        items: None,
        cancellable: true,
        job: None,
    };
    let begun = activity::start(tx, &action, now)?;
    Ok((begun.bg_action_id, begun.bg_group_id))
}
