//! What can be done with an entry here.

use authz::Rule;
use primitives::NodeKind;
use primitives::NodeRole::Manager;

authz::acts! {
    /// Be told how what is in it is used, and what takes space.
    SeeInsights = Rule::new("see_insights", 26, Manager, &[NodeKind::Repository]).in_menu();
    /// Be told how often it was used.
    SeeUses = Rule::new("see_uses", 27, Manager, Rule::ANY);
}
