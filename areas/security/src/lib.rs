//! Who may see what: grants give, marks take away, and an ACL remembers the sum of both at its place in the tree.
//!
//! Rooms above ask `access` for a `Permit` (`access.authorize::<Rename>(c, node)`) inside the same closure that uses it,
//! so that a change of rights holds for the very next request. The semantics are in `docs/access-control.md`.

mod access;
mod acl_sql;
mod acls;
mod acts;
mod catch_up;
mod classification;
mod closing;
mod content_marks;
mod deletion_blocker;
mod effective_roles;
mod epoch;
mod error;
mod evaluated;
mod events;
mod examine;
mod explain;
mod folders;
mod grants;
mod guests;
mod held_grants;
mod ids;
mod kept_marks;
mod known_people;
mod losing;
mod many;
mod marks;
mod offered_people;
mod patch;
mod principal;
mod principal_key;
mod principal_set;
mod propagate;
mod recompute;
mod roles_of;
mod room;
mod scheme;
mod scope;
mod snapshot;
mod state;
mod terms;
#[cfg(test)]
mod tests;
mod tree_changes;
mod widening;
mod with_access;

use authz::Gate;
use rest::{Routes, routes};

pub use self::events::{AccessChange, AccessChanged};
pub use self::room::{migrations, room};
pub use access::{Access, VisibleNode, have_ended};
pub use acl_sql::{JOINED, acl_sql};
pub use acls::has_own_acl;
pub use acts::{ACTS, GrantAccess, See};
pub use classification::{LONGEST_MARK_KEY, classify, clears, effective_marks, keys_of, marks_at};
pub use closing::{close, not_cleared_for, reopen};
pub use content_marks::lost_by_replacing;
pub use deletion_blocker::DELETION_BLOCKER;
pub use error::{Error, Result};
pub use grants::{Given, NewGrant, given_by_others, grant, granted_nodes, revoke};
pub use ids::{AclId, MarkId, SecurityGroupId};
pub use kept_marks::{Copied, keep_marks, mark_copies, return_marks};
pub use known_people::{KnownThere, known_who_see, who_see};
pub use many::{Asker, Looking, visible_to};
pub use marks::{Match, Shown, passes, shown, widens};
pub use offered_people::{OfferedPeople, PeopleQuery, offer_people};
pub use principal::Principal;
pub use propagate::{AclPropagation, propagate, propagations};
pub use roles_of::roles_of;
pub use scheme::{
    NewGroup, PropagationPolicy, create_category, create_group, create_mark, give_clearance, take_clearance,
};
pub use scope::{PrincipalScope, RightsVersion};
pub use state::Security;
pub use terms::{Terms, TermsByNode, TermsSource};
pub use tree_changes::{binned, create_repository_acl, forget, inherit_acl, moved, restored};
pub use widening::{lose_marks, marks_to_lose, some_lose_by_moving};
pub use with_access::{AsAccess, read, read_long, write};

/// Who may is decided by access to the node, not by the gate.
pub fn routes(security: Security) -> Routes {
    Routes::default()
        .route(Gate::SignedIn, routes!(grants::list::list_grants))
        .route(Gate::SignedIn, routes!(grants::candidates::list_candidates))
        .route(Gate::SignedIn, routes!(explain::check::check_access))
        .route(Gate::SignedIn, routes!(grants::parents::list_parents))
        .route(Gate::SignedIn, routes!(grants::change::create_grant))
        .route(Gate::SignedIn, routes!(grants::several::create_grants))
        .route(Gate::SignedIn, routes!(grants::change::remove_grant))
        .as_operations()
        .tagged("node", "Access to nodes of the tree.")
        .with_state(security)
}
