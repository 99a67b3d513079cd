//! What can be done with an entry here.

use authz::Rule;
use primitives::NodeRole::Manager;

authz::acts! {
    /// Make a link by which others see it without an account.
    ShareLink = Rule::new("share_link", 45, Manager, Rule::ENTRIES).in_menu();
}
