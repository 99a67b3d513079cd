//! Why a principal may open a node, or may not: the grants that give the role, and the marks that let them pass or keep
//! them out. The role itself is computed where it always is.

mod answer;
pub(crate) mod check;
mod clearance;
mod grants;
mod model;
pub(crate) mod place;
mod principals;

use std::collections::BTreeMap;

use db::Conn;
use primitives::{GroupId, NodeId, NodeRole};

use self::clearance::Clearance;
use self::place::Place;
use crate::evaluated::EvaluatedAcls;
use crate::held_grants::HeldGrant;
use crate::marks::Marks;
use crate::principal_key::PrincipalKey;
use crate::{MarkId, Result};

/// Whether the asker sees a node.
pub(crate) type Sees<'s> = dyn FnMut(&mut Conn<'_>, NodeId) -> Result<bool> + 's;

/// What a principal may do with a node, and why.
#[derive(Clone, Debug, Default)]
pub(crate) struct Explanation {
    pub role: Option<NodeRole>,
    /// The role that they would have without the marks of the node.
    pub role_without_marks: Option<NodeRole>,
    /// The node is closed to them, and its name is shown because something in it is open that the asker sees, too.
    pub passes: bool,
    /// They have their role as an admin of the tenant.
    pub by_office: bool,
    /// The grants that give the role, those of the nearest node first.
    pub by: Vec<HeldGrant>,
    /// The marks that they are not cleared for.
    pub kept_out_by: Marks,
    /// The marks that they are cleared for, and the groups that clear them.
    pub cleared: BTreeMap<MarkId, Vec<GroupId>>,
}

/// Explains the access of one principal. The cost depends on the depth of the node and on the number of the principal's
/// groups; only for a closed folder whose marks let them pass, it also depends on how many grants they have in the
/// repository. `sees`: whether the asker sees a node.
pub(crate) fn explain(
    conn: &mut Conn<'_>,
    place: &Place,
    key: &PrincipalKey,
    sees: &mut Sees<'_>,
) -> Result<Explanation> {
    let evaluated = EvaluatedAcls::some(conn, place.tenant, key, &[place.acl])?;
    let acl = evaluated.find(place.acl).ok_or(db::Error::Missing)?;
    let held = grants::in_effect(conn, place, key)?;
    let strongest = held.iter().map(|grant| grant.role).max();
    let Clearance { kept_out_by, cleared } = Clearance::of(conn, place, key)?;
    let may_be_way = acl.role.is_none() && acl.passes && place.is_container;
    Ok(Explanation {
        role: acl.role,
        role_without_marks: if key.admin { Some(NodeRole::Manager) } else { strongest },
        passes: may_be_way && grants::lead_on(conn, place, key, sees)?,
        by_office: key.admin && acl.role.is_some(),
        by: held.into_iter().filter(|grant| Some(grant.role) == acl.role).collect(),
        kept_out_by,
        cleared,
    })
}
