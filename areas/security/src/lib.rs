//! Who may see what: grants give, marks take away, and a guard remembers the sum of both at its place in the tree.
//!
//! Rooms above ask `access` for a `Permit` (`access.open::<Rename>(c, node)`) inside the same closure that uses it,
//! so that a change of rights holds for the very next request. The semantics are in `docs/access-control.md`.

mod access;
mod classification;
mod closing;
mod content;
mod deletion_blocker;
mod doors;
mod epoch;
mod error;
mod examine;
mod fence;
mod folders;
mod grants;
mod guards;
mod judged;
mod kept;
mod many;
mod marks;
mod patch;
mod principal;
mod rewrite;
mod scheme;
mod settle;
mod sight;
mod state;
mod sums;
#[cfg(test)]
mod tests;
mod verdicts;

use authz::Gate;
use rest::Routes;
use utoipa_axum::routes;

pub use access::{Access, Seen};
pub use classification::{classify, clears, effective_marks, marks_at};
pub use closing::{close, not_cleared_for, reopen};
pub use content::Principal;
pub use deletion_blocker::DELETION_BLOCKER;
pub use doors::{AsAccess, read, read_long, write};
pub use error::{Error, Result};
pub use examine::broken_rules;
pub use folders::Open;
pub use grants::{grant, revoke};
pub use guards::{JOINED, adopt, forget, found, found_repository};
pub use many::{Asker, Looking, visible_to};
pub use marks::{Match, Shown, passes, shown, widens};
pub use rewrite::{REWRITE, Rewriting, rewrite, rewriting};
pub use scheme::{NewGroup, Propagation, create_category, create_group, create_mark, give_clearance, take_clearance};
pub use settle::{binned, moved, restored};
pub use sight::Sight;
pub use state::Security;

/// Who may is decided by the walls of the node, not by the gate.
pub fn routes(security: Security) -> Routes {
    Routes::default()
        .route(Gate::SignedIn, routes!(grants::list::list_grants))
        .route(Gate::SignedIn, routes!(grants::candidates::list_candidates))
        .route(Gate::SignedIn, routes!(grants::parents::list_parents))
        .route(Gate::SignedIn, routes!(grants::create::create_grant))
        .route(Gate::SignedIn, routes!(grants::remove::remove_grant))
        .with_state(security)
}
