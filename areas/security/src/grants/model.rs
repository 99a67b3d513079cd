//! A grant in the API: principal, role, and whether it is inherited.

use primitives::{GroupId, NodeId, NodeKind, NodeRole, UserId};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::held_grants::GrantId;
use crate::principal::Principal;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct Grant {
    pub grant_id: GrantId,
    /// The node on which it was given.
    pub node_id: NodeId,
    /// One of this and `users_id` is set.
    #[schema(required)]
    pub user_group_id: Option<GroupId>,
    #[schema(required)]
    pub users_id: Option<UserId>,
    /// The title of the group, or the name of the user.
    pub name: String,
    /// The key of the group, or the e-mail of the user.
    pub detail: String,
    #[schema(required)]
    #[serde(serialize_with = "rest::whole_address")]
    pub avatar_url: Option<String>,
    /// A group or user that is switched off gets no access by it until switched on again.
    pub active: bool,
    pub role: NodeRole,
    /// It also applies to everything below the node.
    pub recursive: bool,
}

impl Grant {
    /// For the log.
    pub fn told(&self) -> Value {
        json!({
            "user_group_id": self.user_group_id,
            "users_id": self.users_id,
            "name": self.name,
            "role": self.role,
            "recursive": self.recursive,
        })
    }
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct GrantList {
    pub items: Vec<Grant>,
    pub total: usize,
}

/// A grant of a node above.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct GrantAbove {
    #[serde(flatten)]
    pub grant: Grant,
    /// The name of the node that has the grant; null if the asker may not know it.
    #[schema(required)]
    pub node_name: Option<String>,
    pub node_type: NodeKind,
    /// The asker may open that node.
    pub open: bool,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct GrantsAbove {
    /// Those of the nearest node first.
    pub items: Vec<GrantAbove>,
    pub total: usize,
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = NewGrant)]
pub(crate) struct NewGrantForm {
    pub node_id: NodeId,
    /// A group of the node's tenant. One of this and `users_id`.
    pub user_group_id: Option<GroupId>,
    /// A user of the node's tenant. People of invited companies get access through their group.
    pub users_id: Option<UserId>,
    pub role: NodeRole,
    /// It also applies to everything below the node; ignored for a file.
    #[serde(default)]
    pub recursive: bool,
    /// The asker confirms that they will lose the right to give access here.
    #[serde(default)]
    pub confirm_self_removal: bool,
}

impl NewGrantForm {
    pub fn requested(&self) -> Result<RequestedGrant, rest::Problem> {
        let holder = Principal::named(self.user_group_id, self.users_id)?;
        Ok(RequestedGrant::of(holder, self.role, self.recursive, self.confirm_self_removal))
    }
}

/// Who gets which role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewGrant {
    pub principal: Principal,
    pub role: NodeRole,
    /// Also for everything below the node.
    pub recursive: bool,
}

/// The access that a form asks for, and whether the asker gives up their own for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestedGrant {
    pub new: NewGrant,
    pub confirmed: bool,
}

impl RequestedGrant {
    fn of(principal: Principal, role: NodeRole, recursive: bool, confirmed: bool) -> Self {
        Self { new: NewGrant { principal, role, recursive }, confirmed }
    }
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = NewGrants)]
pub(crate) struct NewGrantsForm {
    #[schema(min_items = 1, max_items = 100)]
    pub node_ids: Vec<NodeId>,
    /// A group of the nodes' tenant. One of this and `users_id`.
    user_group_id: Option<GroupId>,
    /// A user of the nodes' tenant.
    users_id: Option<UserId>,
    role: NodeRole,
    /// It also applies to everything below the nodes; ignored for files.
    #[serde(default)]
    recursive: bool,
    /// The asker confirms that they will lose the right to give access to some of them.
    #[serde(default)]
    confirm_self_removal: bool,
}

impl NewGrantsForm {
    pub fn requested(&self) -> Result<RequestedGrant, rest::Problem> {
        let holder = Principal::named(self.user_group_id, self.users_id)?;
        Ok(RequestedGrant::of(holder, self.role, self.recursive, self.confirm_self_removal))
    }
}

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RemovalQuery {
    /// The asker confirms that they will lose the right to give access here.
    #[serde(default)]
    pub confirm_self_removal: bool,
}

/// A group that could be given access.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct GroupCandidate {
    pub user_group_id: GroupId,
    pub group_title: String,
    pub group_key: String,
    pub company_name: String,
}

/// A user who could be given access.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct UserCandidate {
    pub users_id: UserId,
    pub name: String,
    pub email: String,
    #[schema(required)]
    #[serde(serialize_with = "rest::whole_address")]
    pub avatar_url: Option<String>,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct GrantCandidates {
    pub groups: Vec<GroupCandidate>,
    pub users: Vec<UserCandidate>,
    /// People of invited companies in groups of the tenant. They get access through their group, not by themselves.
    pub guests: Vec<UserCandidate>,
}
