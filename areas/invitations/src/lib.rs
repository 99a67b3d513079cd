//! Invitations: a person is invited by e-mail, follows a link that works once, and joins.

mod accept;
mod create;
mod end;
mod entitled;
mod error;
mod join;
mod list;
mod places;
mod room;
mod state;
mod store;

use authz::{Gate, Role};
use rest::{Routes, routes};

pub use self::room::room;
pub use error::{Error, Result};
pub use state::Invitations;

const INVITERS: Gate = Gate::Roles(&[Role::Master, Role::Admin, Role::Manager]);

pub fn routes(invitations: &Invitations) -> Routes {
    Routes::default()
        .route(INVITERS, routes!(list::invitation_list, create::invitation_create))
        .route(INVITERS, routes!(places::invitation_places))
        .route(INVITERS, routes!(create::invitation_resend))
        .route(INVITERS, routes!(end::invitation_revoke))
        .route(Gate::Ticket, routes!(accept::invitation_show))
        .route(Gate::Ticket, routes!(accept::invitation_accept))
        .route(Gate::SignedIn, routes!(join::invitation_join))
        .with_state(invitations.clone())
}
