//! The acts of all rooms.

use std::sync::Arc;

use authz::Rule;

/// In the order in which menus and the reference show them.
#[derive(Clone, Debug, Default)]
pub struct Acts(pub Arc<[Rule]>);

impl Acts {
    pub fn new(mut rules: Vec<Rule>) -> Self {
        rules.sort_by_key(|rule| rule.order);
        Self(rules.into())
    }
}
