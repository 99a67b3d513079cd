//! Who signs in: users, their sessions, and what their roles and memberships make of them.
//!
//! `Identity` is this room's state and the server's `Authenticate`: it turns a token into an `Actor`.

mod account_scope;
mod administration;
mod change_email;
mod config;
mod credentials;
mod email_limits;
mod emails;
mod end_everything;
mod error;
mod events;
mod identity;
mod limits;
pub mod link;
mod listeners;
mod log;
pub mod maker;
mod people;
mod place;
mod provider;
mod recover;
mod refusals;
mod room;
mod second_factor;
mod session;
mod store;
mod sweep;
mod user;
mod ways_in;

use authz::{Gate, Role};
use rest::Routes;
use utoipa_axum::routes;

pub use self::room::{migrations, room};
pub use account_scope::can_join;
pub use administration::deletion_blocker::DELETION_BLOCKERS;
pub use administration::members::{Found, people_of};
pub use config::Config;
pub use email_limits::EmailLimits;
pub use end_everything::end_everything;
pub use error::refused_password;
pub use error::{Error, Result};
pub use events::{CredentialsChanged, RightsLost};
pub use identity::Identity;
pub use limits::Caller;
pub use people::{
    Address, Belonging, Contact, NewUser, add_member, contacts, contacts_among, create_account, create_master,
    create_user, find_user_by_email, has_master, home_and_name, make_admin, masters, name_of, set_password,
    set_user_active,
};
pub use place::{Place, may_invite};
pub use second_factor::forget_second_factor;
pub use session::session_lives;
pub use session::{Device, SignedIn, TokenAnswer, begin_session};
pub use store::actors::{find as find_actor, switched_on as find_switched_on};
pub use store::addresses;
pub use store::people::{Profile, choose_language, profile, rename, words_about};
pub use sweep::sweep;
pub use user::{Email, InvalidEmail, InvalidName, PersonName, email_key, refused_name};

const ADMINS: Gate = Gate::Roles(&[Role::Master, Role::Admin]);
const GROUPS: Gate = Gate::Roles(&[Role::Admin, Role::Manager]);

/// What a user needs while a password reset is due stands behind `Gate::Session`: the page loads the user, the
/// applications and the theme before it can show the form.
pub fn routes(identity: &Identity) -> Routes {
    Routes::default()
        .route(Gate::Public, routes!(session::login))
        .route(Gate::Public, routes!(session::renew_token))
        .route(Gate::Session, routes!(session::reset_password))
        .route(Gate::Session, routes!(session::logout))
        .route(Gate::Session, routes!(session::byte_cookie_set, session::byte_cookie_remove))
        .route(Gate::Session, routes!(user::get_user))
        .route(Gate::SignedIn, routes!(user::update_user))
        .route(Gate::Session, routes!(user::list_applications))
        .route(Gate::SignedIn, routes!(change_email::change_email))
        .route(Gate::Ticket, routes!(change_email::confirm_email))
        .route(Gate::Public, routes!(recover::forgotten_password))
        .route(Gate::Ticket, routes!(recover::new_password))
        .route(Gate::SignedIn, routes!(session::session_list, session::session_end_others))
        .route(Gate::SignedIn, routes!(session::session_end))
        .route(Gate::SignedIn, routes!(second_factor::second_factor_show, second_factor::second_factor_begin))
        .route(Gate::SignedIn, routes!(second_factor::second_factor_confirm))
        .route(Gate::SignedIn, routes!(second_factor::recovery_codes_renew))
        .route(Gate::SignedIn, routes!(second_factor::second_factor_remove))
        .route(Gate::Public, routes!(provider::provider_find, provider::provider_begin))
        .route(Gate::Ticket, routes!(provider::provider_finish))
        .route(
            Gate::Roles(&[Role::Master, Role::Admin]),
            routes!(provider::provider_show, provider::provider_put, provider::provider_remove),
        )
        .with_state(identity.clone())
        .merge(administration_routes(identity))
}

fn administration_routes(identity: &Identity) -> Routes {
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
        .with_state(identity.clone())
}

/// What the workers do for this room.
pub fn jobs(identity: &Identity) -> Vec<jobs::Kind> {
    vec![recover::kind(identity), refusals::kind(identity)]
}
