//! What can be done to a node, and what access itself asks about: to be shown it, and to give it to others.

use authz::Rule;
use primitives::NodeRole::{Manager, Reader};

authz::acts! {
    /// Be shown it in a list, and what is in it.
    See = Rule::new("list", 10, Reader, Rule::ANY).while_locked();
    /// Give others access, and mark.
    GrantAccess = Rule::new("grant_access", 110, Manager, Rule::ANY).in_menu();
}
