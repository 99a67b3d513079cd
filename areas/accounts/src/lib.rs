//! Users: who they are, what they are in and administer, and what actor follows from that. Nobody signs in here.

mod account_scope;
mod administration;
mod config;
mod contacts;
mod credentials;
mod email;
mod email_limits;
mod emails;
mod error;
mod events;
mod find_actor;
pub mod maker;
mod people;
mod person_name;
mod place;
mod room;
mod state;
mod store;
mod user;
mod ways_in;

use authz::{Gate, Role};
use rest::{Routes, routes};

pub use self::room::{migrations, room};
pub use account_scope::{can_join, reaches_beyond};
pub use administration::members::{Found, guests_of, people_of};
pub use config::Config;
pub use contacts::{Contact, contacts, contacts_among, masters};
pub use credentials::credentials_changed;
pub use email::{Email, email_key};
pub use emails::announce_new_email;
pub use error::{Error, Result, refused_password};
pub use events::{CredentialsChanged, RightsLost};
pub use find_actor::{find_actor, find_actors};
pub use people::{
    Address, add_member, create_account, create_master, create_user, find_user_by_email, has_master, home_and_name,
    make_admin, name_of, names_of, set_password, set_user_active,
};
pub use person_name::{InvalidName, PersonName};
pub use place::{Place, may_invite};
pub use state::Accounts;
pub use store::actors::switched_on as find_switched_on;
pub use store::addresses;
pub use store::people::{
    Belonging, NewUser, Profile, change_email, change_password, choose_language, hold_with_password, profile, rename,
    words_about,
};
pub use user::refused_name;
pub use ways_in::{Link, WaysIn};

const ADMINS: Gate = Gate::Roles(&[Role::Master, Role::Admin]);
const GROUPS: Gate = Gate::Roles(&[Role::Admin, Role::Manager]);

/// The page loads the user and the applications before it can show the form of a password reset that is due: these stand
/// behind `Gate::Session`.
pub fn routes(accounts: &Accounts) -> Routes {
    Routes::default()
        .route(Gate::Session, routes!(user::get_user))
        .route(Gate::SignedIn, routes!(user::update_user))
        .route(Gate::Session, routes!(user::list_applications))
        .with_state(accounts.clone())
        .merge(administration_routes(accounts))
}

fn administration_routes(accounts: &Accounts) -> Routes {
    use administration::{admins, avatar, external, external_account, members, users};
    Routes::default()
        .route(ADMINS, routes!(users::list::list_users))
        .route(ADMINS, routes!(users::create::create_with_admin))
        .route(ADMINS, routes!(users::batch::create_batch))
        .route(ADMINS, routes!(admins::list::list_admins, admins::add::add_admin))
        .route(ADMINS, routes!(admins::remove::remove_admin))
        .route(GROUPS, routes!(members::list::list_members))
        .route(GROUPS, routes!(members::candidates::list_candidates))
        .route(GROUPS, routes!(members::put::put_member, members::remove::remove_member))
        .route(GROUPS, routes!(external::list::list_external, external::invite::invite_company))
        .route(ADMINS, routes!(external::waiting::list_waiting))
        .route(GROUPS, routes!(external::accept::accept_invitation, external::remove::remove_company))
        .route(Gate::SignedIn, routes!(external_account::put_external_account))
        .route(Gate::SignedIn, routes!(avatar::change::put_avatar, avatar::change::remove_avatar))
        .route(Gate::Bytes, routes!(avatar::show::get_avatar))
        .with_state(accounts.clone())
}
