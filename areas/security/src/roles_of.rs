//! What a person or a group may do under some ACLs.

use std::collections::HashMap;

use db::Conn;
use primitives::{NodeRole, TenantId};

use crate::evaluated::EvaluatedAcls;
use crate::principal::Principal;
use crate::principal_key::PrincipalKey;
use crate::{AclId, Result};

/// The roles of a person, or of somebody who is in this group alone, under these ACLs of a tenant; those without one are
/// left out. The caller tells them only to who may give access there.
pub fn roles_of(
    conn: &mut Conn<'_>,
    tenant: TenantId,
    principal: Principal,
    acls: &[AclId],
) -> Result<HashMap<AclId, NodeRole>> {
    let key = match principal {
        Principal::Group(group) => PrincipalKey::of_group(group),
        Principal::User(user) => {
            let found = accounts::find_actor(conn, user)?.filter(|actor| actor.belongs_to(tenant));
            let Some(actor) = found else { return Ok(HashMap::new()) };
            PrincipalKey::of(conn, &actor, tenant)?
        }
    };
    let evaluated = EvaluatedAcls::some(conn, tenant, &key, acls)?;
    Ok(acls.iter().filter_map(|acl| Some((*acl, evaluated.role(*acl)?))).collect())
}
