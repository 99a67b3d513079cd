//! An entry in the API.

use std::collections::BTreeMap;

use nodes::{Listed, PropertyValue};
use primitives::{NodeId, NodeKind, NodeRole, RepositoryId, Seconds, TenantId, UserId};
use security::MarkId;
use serde::{Deserialize, Serialize};

use super::additions::Fields;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) fn is_false(value: &bool) -> bool {
    !value
}

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
    /// Somebody has locked it: others can only remove it.
    pub locked: bool,
    /// Of what is locked: the asker has done so, and may go on with it.
    #[serde(skip_serializing_if = "is_false")]
    #[schema(required = false)]
    pub is_locked_by_me: bool,
    /// Of what is locked: who has done so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locked_by_name: Option<String>,
    /// Of what is locked: since when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locked_at: Option<Seconds>,
    /// The asker's role; null: only the name is shown, so that the tree can be traversed.
    #[schema(required)]
    pub role: Option<NodeRole>,
    /// The marks in effect.
    pub marks: Vec<MarkChip>,
    /// For folders: how many entries the asker sees in it.
    #[schema(required)]
    pub item_count: Option<i64>,
    /// The asker sees more than `item_count`: of entries whose access differs from their folder's, 1000 are counted.
    #[serde(skip_serializing_if = "is_false")]
    #[schema(required = false)]
    pub item_count_at_least: bool,
    /// Of the entries of lists: who made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_by_name: Option<String>,
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
        item_count: Option<Count>,
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
            is_locked_by_me: false,
            locked_by_name: None,
            locked_at: node.locked_at.filter(|_| open),
            role,
            marks: if open { marks } else { Vec::new() },
            item_count: item_count.filter(|_| open).map(|count| count.entries),
            created_by_name: None,
            item_count_at_least: open && item_count.is_some_and(|count| count.at_least),
            added,
        }
    }

    /// With who has locked it, if the asker may know that it is locked.
    pub(crate) fn with_holder(self, is_me: bool, name: Option<String>) -> Self {
        let locked = self.locked;
        Self { is_locked_by_me: locked && is_me, locked_by_name: name.filter(|_| locked), ..self }
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

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
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
    /// On a page of `before`, and of `after`: send it as `before` to get the page before this one. Absent at the beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// On the first page: how many entries the asker sees.
    #[schema(required)]
    pub total: Option<i64>,
    /// The asker sees more than `total`: of entries whose access differs from their folder's, 1000 are counted.
    #[serde(skip_serializing_if = "is_false")]
    #[schema(required = false)]
    pub total_at_least: bool,
}

/// How many entries of a folder the asker sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub entries: i64,
    /// There are more: not all were counted.
    pub at_least: bool,
}

impl Count {
    /// Adds a number that was counted up to `most`.
    pub fn add(&mut self, counted: i64, most: i64) {
        self.entries += counted;
        self.at_least |= counted >= most;
    }
}

/// How a list is sorted; folders always come first. Names are in natural order: `photo 2` before `photo 10`, accents and
/// case last. By `taken_at`, files
/// without such a date come last in both directions, by their `modified_at`.
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
    #[serde(rename = "taken_at")]
    Taken,
    #[serde(rename = "-taken_at")]
    TakenDescending,
    #[serde(rename = "size")]
    Size,
    #[serde(rename = "-size")]
    SizeDescending,
}
