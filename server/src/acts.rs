//! What can be done to a node, gathered from the rooms.

use authz::Rule;

/// The acts of all rooms, in the order menus show them.
pub fn all() -> Vec<Rule> {
    let mut acts = [security::ACTS, content::ACTS, media::ACTS].concat();
    acts.sort_by_key(|rule| rule.order);
    acts
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::all;

    #[test]
    fn no_two_rooms_offer_an_act_of_the_same_name_or_place() {
        let acts = all();
        let names: BTreeSet<_> = acts.iter().map(|rule| rule.name).collect();
        let orders: BTreeSet<_> = acts.iter().map(|rule| rule.order).collect();
        assert_eq!((names.len(), orders.len()), (acts.len(), acts.len()), "{acts:?}");
    }
}
