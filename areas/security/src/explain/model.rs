//! An explanation in the API.

use primitives::{GroupId, NodeId, NodeKind, NodeRole, UserId};
use serde::Serialize;

use crate::held_grants::GrantId;
use crate::marks::Match;
use crate::{MarkId, SecurityGroupId};

/// What a group or a user may do with a node, and why.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct AccessCheck {
    /// The title of the group, or the name of the user.
    pub name: String,
    /// False: the user cannot sign in, or the company of the group is switched off. They have no access.
    pub active: bool,
    /// Their role at the node; null: they may not open it. A group's is what it alone gives to its members.
    #[schema(required)]
    pub role: Option<NodeRole>,
    /// The role that they would have without the marks of the node; null: nobody has given them access.
    #[schema(required)]
    pub role_without_marks: Option<NodeRole>,
    /// They may not open it, but see its name, because something in it is open to them. Told only of what the asker sees.
    pub passes: bool,
    /// They have the role as an admin of the tenant.
    pub by_office: bool,
    /// The grants that give the role, those of the nearest node first; none without a role.
    pub by: Vec<DecidingGrant>,
    /// The marks that they are not cleared for. Of marks with the match type `or` one clearance would be enough.
    pub kept_out_by: Vec<CheckedMark>,
    /// The marks that they are cleared for.
    pub cleared: Vec<CheckedMark>,
}

/// A grant that gives somebody their role.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct DecidingGrant {
    pub grant_id: GrantId,
    /// The group that has the grant; null: the user has it. One of this and `users_id` is set.
    #[schema(required)]
    pub user_group_id: Option<GroupId>,
    #[schema(required)]
    pub users_id: Option<UserId>,
    /// The title of the group, or the name of the user.
    pub name: String,
    pub role: NodeRole,
    #[serde(flatten)]
    pub set_on: ReasonNode,
}

/// A mark in effect at the node.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CheckedMark {
    pub security_mark_id: MarkId,
    pub security_mark_key: String,
    pub security_group_id: SecurityGroupId,
    pub match_type: Match,
    /// The groups that clear them for the mark.
    pub cleared_by: Vec<ClearingGroup>,
    #[serde(flatten)]
    pub set_on: ReasonNode,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ClearingGroup {
    pub user_group_id: GroupId,
    pub group_title: String,
}

/// The node on which a grant or a mark is set.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ReasonNode {
    pub node_id: NodeId,
    /// Null if the asker may not know it.
    #[schema(required)]
    pub node_name: Option<String>,
    pub node_type: NodeKind,
    /// The asker may open that node.
    pub open: bool,
    /// It is a node above the one in question.
    pub inherited: bool,
}
