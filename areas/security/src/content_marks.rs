//! A content that becomes that of another file is protected there as it was.

use db::Conn;
use primitives::{NodeId, TenantId};

use crate::acls::{marks_of, resolve_at};
use crate::marks::widens;
use crate::scheme::Scheme;
use crate::{MarkId, Result};

/// The marks that keep people from the content of `source`, and would not keep them from it as the content of `file`, so
/// that somebody new could pass. Its own and the inherited ones count alike.
pub fn lost_by_replacing(
    conn: &mut Conn<'_>,
    tenant: TenantId,
    (source, file): (NodeId, NodeId),
) -> Result<Vec<MarkId>> {
    let (before, after) = (resolve_at(conn, source)?.effective, resolve_at(conn, file)?.effective);
    let marks = marks_of(conn, &[before, after].into())?;
    let of_acl = |acl| marks.get(&acl).cloned().unwrap_or_default();
    let (before, after) = (of_acl(before), of_acl(after));
    if before == after {
        return Ok(Vec::new());
    }
    let scheme = Scheme::load(conn, tenant)?;
    let mut lost = Vec::new();
    for group in scheme.groups_of(&before) {
        let Some((kind, _)) = scheme.groups.get(&group) else { continue };
        let (old, new) = (scheme.of_group(&before, group), scheme.of_group(&after, group));
        if widens(*kind, &old, &new, &scheme.parents) {
            lost.extend(old);
        }
    }
    Ok(lost)
}
