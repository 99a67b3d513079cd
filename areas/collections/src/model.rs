//! Collections in the API.

use content::Entry;
use primitives::{GroupId, Seconds, TenantId, UserId};
use serde::{Deserialize, Serialize};

db::id!(CollectionId, CollectionMemberId);

/// What the asker may do with a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CollectionRole {
    /// Looks at it.
    Viewer,
    /// Adds, removes and orders entries, too.
    Editor,
    /// Gives it a title and members, hands it over and deletes it, too.
    Owner,
}

impl CollectionRole {
    pub const ALL: [Self; 3] = [Self::Viewer, Self::Editor, Self::Owner];

    pub fn code(self) -> i64 {
        self as i64 + 1
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.code() == code)
    }
}

/// What a member may do with a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CollectionMemberRole {
    /// Looks at it.
    Viewer,
    /// Adds, removes and orders entries, too.
    Editor,
}

impl CollectionMemberRole {
    pub fn of(may_edit: bool) -> Self {
        if may_edit { Self::Editor } else { Self::Viewer }
    }

    pub fn may_edit(self) -> bool {
        self == Self::Editor
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = CollectionPerson)]
pub(crate) struct Person {
    pub users_id: UserId,
    pub name: String,
    #[schema(required)]
    #[serde(serialize_with = "rest::whole_address")]
    pub avatar_url: Option<String>,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Collection {
    pub collection_id: CollectionId,
    pub tenant_id: TenantId,
    pub title: String,
    /// Empty if there is none.
    pub description: String,
    pub owner: Person,
    /// What the asker may do with it.
    pub role: CollectionRole,
    /// How many of its entries the asker sees.
    pub item_count: i64,
    /// At most four of its first entries that the asker sees: files, and folders only where there are no files.
    pub covers: Vec<Entry>,
    /// Seconds since 1970.
    pub made_at: Seconds,
    /// When its title, its description or its entries changed last.
    pub changed_at: Seconds,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CollectionDetail {
    #[serde(flatten)]
    pub collection: Collection,
    /// Its owner is not there any more, and the asker, who is an editor, may take their place.
    pub may_take_over: bool,
}

/// A person or a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Principal {
    User(UserId),
    Group(GroupId),
}

/// A person or a group that a collection is shared with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct CollectionMember {
    pub collection_member_id: CollectionMemberId,
    /// Null of a group.
    #[schema(required)]
    pub users_id: Option<UserId>,
    /// Null of a person.
    #[schema(required)]
    pub user_group_id: Option<GroupId>,
    pub name: String,
    #[schema(required)]
    #[serde(serialize_with = "rest::whole_address")]
    pub avatar_url: Option<String>,
    pub role: CollectionMemberRole,
}
