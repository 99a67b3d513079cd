//! An entry in the API.

use nodes::{Listed, PreviewFault};
use primitives::{NodeId, NodeKind, NodeRole, RepositoryId, Seconds, TenantId, UserId};
use security::MarkId;
use serde::{Deserialize, Serialize};

use crate::preview_status::PreviewStatus;

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Entry {
    pub node_id: NodeId,
    #[schema(required)]
    pub parent_id: Option<NodeId>,
    pub node_type: NodeKind,
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
    pub preview: Preview,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct MarkChip {
    pub security_mark_id: MarkId,
    pub security_mark_key: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Preview {
    pub status: PreviewStatus,
    /// A thumbhash, base64, to paint before the picture is loaded.
    #[schema(required)]
    pub placeholder: Option<String>,
    /// Pixels of the source, upright.
    #[schema(required)]
    pub width: Option<i64>,
    #[schema(required)]
    pub height: Option<i64>,
    /// Changes with the picture and is part of its address, so that caches can keep it for good.
    #[schema(required)]
    pub version: Option<String>,
}

impl Entry {
    pub fn node(&self) -> NodeId {
        self.node_id
    }
}

impl Preview {
    pub fn of(node: Listed) -> Self {
        Self {
            status: node.preview.into(),
            placeholder: node.placeholder,
            width: node.width,
            height: node.height,
            version: node.hash.map(|hash| hash.chars().take(12).collect()),
        }
    }
}

impl Entry {
    /// The entry of a node for an asker with `role`. Without a role, only the name is included.
    pub(crate) fn of(mut node: Listed, role: Option<NodeRole>, marks: Vec<MarkChip>, item_count: Option<i64>) -> Self {
        let open = role.is_some();
        let file = node.kind == NodeKind::File;
        let blank =
            Preview { status: PreviewStatus::None, placeholder: None, width: None, height: None, version: None };
        Self {
            node_id: node.id,
            parent_id: node.parent,
            node_type: node.kind,
            name: std::mem::take(&mut node.name),
            size: file.then_some(node.size),
            mime_type: node.mime.take().filter(|_| open),
            modified_at: if open { node.modified_at } else { 0 },
            locked: open && node.locked_by.is_some(),
            role,
            marks: if open { marks } else { Vec::new() },
            item_count: item_count.filter(|_| open),
            preview: if open && file { Preview::of(node) } else { blank },
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
    #[schema(required)]
    pub pages: Option<i64>,
    /// Why there is no picture, if its status is `error` or `unavailable`.
    #[schema(required)]
    pub preview_reason: Option<PreviewFault>,
    pub repository_id: RepositoryId,
    pub tenant_id: TenantId,
    /// When the photograph was taken, according to its metadata.
    #[schema(required)]
    pub taken_at: Option<Seconds>,
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
