//! An entry in the API.

use std::collections::BTreeMap;

use nodes::{Listed, PropertyValue};
use primitives::{NodeId, NodeKind, NodeRole, RepositoryId, Seconds, TenantId, UserId};
use security::MarkId;
use serde::{Deserialize, Serialize};

use super::additions::Fields;

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Entry {
    pub node_id: NodeId,
    #[schema(required)]
    pub parent_id: Option<NodeId>,
    pub node_type: NodeKind,
    /// What the entry is to people: `repository`, `folder`, `image`, `pdf`, …, and `file` for all others. Null where only
    /// the name is shown.
    #[schema(required)]
    pub entry_type: Option<String>,
    pub name: String,
    /// Bytes; files only.
    #[schema(required)]
    pub size: Option<i64>,
    #[schema(required)]
    pub mime_type: Option<String>,
    /// Seconds since 1970.
    pub modified_at: Seconds,
    pub locked: bool,
    /// The asker's role; null: only the name is shown, so that the tree can be traversed.
    #[schema(required)]
    pub role: Option<NodeRole>,
    /// The marks in effect.
    pub marks: Vec<MarkChip>,
    /// For folders: how many entries the asker sees in it; 1001 means more than 1000.
    #[schema(required)]
    pub item_count: Option<i64>,
    /// What rooms above add.
    #[serde(flatten)]
    #[schema(ignore)]
    pub added: Fields,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct MarkChip {
    pub security_mark_id: MarkId,
    pub security_mark_key: String,
}

impl Entry {
    pub fn node(&self) -> NodeId {
        self.node_id
    }
}

impl Entry {
    /// The entry of a node for an asker with `role`. Without a role, only the name is included.
    pub(crate) fn of(
        node: Listed,
        role: Option<NodeRole>,
        marks: Vec<MarkChip>,
        item_count: Option<i64>,
        added: Fields,
    ) -> Self {
        let open = role.is_some();
        let file = node.kind == NodeKind::File;
        Self {
            node_id: node.id,
            parent_id: node.parent,
            node_type: node.kind,
            entry_type: Some(node.entry_type).filter(|_| open || !file),
            name: node.name,
            size: file.then_some(node.size),
            mime_type: node.mime.filter(|_| open),
            modified_at: if open { node.modified_at } else { 0 },
            locked: open && node.locked_by.is_some(),
            role,
            marks: if open { marks } else { Vec::new() },
            item_count: item_count.filter(|_| open),
            added,
        }
    }
}

/// An entry with the further data of its information page.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EntryDetail {
    #[serde(flatten)]
    pub entry: Entry,
    pub created_at: Seconds,
    #[schema(required)]
    pub created_by: Option<Person>,
    /// BLAKE3 of the bytes, hexadecimal.
    #[schema(required)]
    pub hash: Option<String>,
    pub repository_id: RepositoryId,
    pub tenant_id: TenantId,
    /// What is known of its content, by the keys of properties: `width`, `pages`, `taken_at`, …
    pub properties: BTreeMap<String, PropertyValue>,
    /// What rooms above add.
    #[serde(flatten)]
    #[schema(ignore)]
    pub added: Fields,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Person {
    pub users_id: UserId,
    pub name: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EntryPage {
    pub items: Vec<Entry>,
    /// Send it as `after` to get the next page; null on the last page.
    #[schema(required)]
    pub next: Option<String>,
    /// On the first page: how many entries the asker sees; 1001 means more than 1000.
    #[schema(required)]
    pub total: Option<i64>,
}

/// How a list is sorted; folders always come first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
pub enum Order {
    #[default]
    #[serde(rename = "name")]
    Name,
    #[serde(rename = "-name")]
    NameDescending,
    #[serde(rename = "modified_at")]
    Modified,
    #[serde(rename = "-modified_at")]
    ModifiedDescending,
    #[serde(rename = "size")]
    Size,
    #[serde(rename = "-size")]
    SizeDescending,
}
