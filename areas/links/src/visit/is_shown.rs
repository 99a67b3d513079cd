//! What visitors see of a folder.

use authz::Action as _;
use content::Download;
use nodes::Listed;
use primitives::{NodeRole, UserId};

/// What the maker may download, and folders that lead to such.
pub(super) fn is_shown(node: &Listed, role: Option<NodeRole>, maker: UserId) -> bool {
    let is_free = node.locked_by.is_none_or(|holder| holder == maker);
    match role {
        Some(role) => is_free && role >= Download::RULE.role,
        None => node.kind.is_container(),
    }
}
