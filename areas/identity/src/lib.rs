//! Who signs in: users, their sessions, and what their roles and memberships make of them.
//!
//! `Identity` is this room's state and the server's `Authenticate`: it turns a token into an `Actor`.

mod config;
mod error;
mod identity;
mod limits;
mod password;
mod people;
mod session;
mod store;
mod user;

use authz::Gate;
use rest::Routes;
use utoipa_axum::routes;

pub use config::Config;
pub use error::{Error, Result};
pub use identity::Identity;
pub use password::{Password, PasswordFault, PasswordHash, hash_password};
pub use people::{
    Belonging, NewUser, add_member, create_master, create_user, find_actor, find_user_by_email, has_master,
    home_and_name, make_admin, name_of, set_password, set_user_active,
};
pub use user::{Email, InvalidEmail, InvalidName, PersonName};

/// What a user needs while a password reset is due stands behind `Gate::Session`: the page loads the user, the
/// applications and the theme before it can show the form.
pub fn routes(identity: &Identity) -> Routes {
    Routes::default()
        .route(Gate::Public, routes!(session::login))
        .route(Gate::Public, routes!(session::renew_token))
        .route(Gate::Session, routes!(session::reset_password))
        .route(Gate::Session, routes!(session::logout))
        .route(Gate::Session, routes!(user::get_user))
        .route(Gate::SignedIn, routes!(user::update_user))
        .route(Gate::Session, routes!(user::list_applications))
        .with_state(identity.clone())
}
