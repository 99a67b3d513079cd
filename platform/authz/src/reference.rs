//! What each node role may do, written as a page.

use primitives::NodeRole;

use crate::{OnLock, Rule};

/// `docs/reference/permissions.md`: role × act × state, written from the rules themselves.
pub fn reference(acts: &[Rule]) -> String {
    let mut page = String::from(
        "# Permissions\n\nWhat each node role may do. Written by `make generate` from the `acts.rs` of each room; do not edit.\n\n\
         yes: allowed · unlocked: allowed unless somebody else holds a lock · own: allowed if nobody else holds a lock, \
         or to its holder with any role · no: answered 403, or 404 to whom the node is invisible.\n\n\
         | act | on | none | reader | writer | manager |\n|---|---|---|---|---|---|\n",
    );
    for rule in acts {
        let kinds: Vec<_> = match rule.types {
            [] => rule.kinds.iter().map(|kind| format!("{kind:?}").to_lowercase()).collect(),
            types => types.iter().map(|entry_type| format!("`{entry_type}`")).collect(),
        };
        let cell = |role: NodeRole| match (role >= rule.role, rule.on_lock) {
            (true, OnLock::Passes) => "yes",
            (true, OnLock::Stops | OnLock::Begins) => "unlocked",
            (_, OnLock::Ends) if role == NodeRole::Manager => "yes",
            (_, OnLock::Ends) => "own",
            (false, _) => "no",
        };
        let cells: Vec<_> = NodeRole::ALL.into_iter().map(cell).collect();
        page += &format!("| {} | {} | no | {} |\n", rule.name, kinds.join(", "), cells.join(" | "));
    }
    page += "\nWho creates a folder or uploads needs the role for what lies in the folder too: a grant that is not recursive does \
             not give it.\n";
    let giving: Vec<_> = acts.iter().filter(|rule| rule.gives_bytes).map(|rule| rule.name).collect();
    page += &format!("\nThese give bytes away, and terms of use may keep readers from them: {}.\n", giving.join(", "));
    page += "\nA tenant's admins are managers of its nodes. Masters get no node by being masters. Marks only take away, \
             from admins too.\n";
    page
}
