//! What of a link its maker may share now.

use authz::Actor;
use content::Download;
use db::Conn;
use nodes::Ancestor;
use primitives::{Application, NodeId, TenantId};
use security::{Access, VisibleNode};

use crate::acts::ShareLink;
use crate::store::LinkRow;
use crate::{Error, Result};

/// Whether the maker still has the instance in which they made it.
pub(crate) fn has_instance(maker: &Actor, link: &LinkRow) -> bool {
    maker.has_instance(link.instance, Application::Content)
}

/// Those of its entries that the maker, as whom `access` asks, may share and download.
pub(crate) fn shared(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    entries: &[NodeId],
) -> Result<Vec<VisibleNode>> {
    let mut found = Vec::with_capacity(entries.len());
    for entry in entries {
        match access.find_visible(conn, *entry) {
            Ok(seen) if seen.node.tenant == tenant && is_given(&seen) => found.push(seen),
            Ok(_) | Err(security::Error::Denied(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(found)
}

fn is_given(seen: &VisibleNode) -> bool {
    seen.permit::<ShareLink>().is_ok() && seen.permit::<Download>().is_ok()
}

/// An entry of the link, or something in one, with the folders from the link's entry down to it, itself last.
pub(crate) struct Within {
    pub seen: VisibleNode,
    pub way: Vec<Ancestor>,
}

/// A node that is shown by one of `roots`. What lies elsewhere is not there, and neither is what can be reached only
/// through a folder that the maker does not see.
pub(crate) fn within(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    roots: &[VisibleNode],
    node: NodeId,
) -> Result<Within> {
    let mut way = nodes::ancestors(conn, node)?;
    let is_root = |step: &Ancestor| roots.iter().any(|root| root.node.id == step.id);
    let top = way.iter().rposition(is_root).ok_or(Error::NoLink)?;
    let seen = access.find_visible(conn, node).map_err(|error| Error::from(error).for_visitor())?;
    way.truncate(top + 1);
    let above: Vec<NodeId> = way.iter().skip(1).map(|step| step.id).collect();
    if !above.is_empty() {
        let visible = access.visible_folders(conn, seen.scope, &above)?;
        // An entry of the link may lie below another one of which it is cut off.
        let nearest = way.iter().position(is_root).unwrap_or(top);
        let seen_up_to = |top: usize| above.iter().take(top).all(|folder| visible.contains(folder));
        let top = [top, nearest].into_iter().find(|top| seen_up_to(*top)).ok_or(Error::NoLink)?;
        way.truncate(top + 1);
    }
    way.reverse();
    Ok(Within { seen, way })
}
