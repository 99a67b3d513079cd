//! Signing in: sessions, second factors, identity providers, forgotten passwords, changed addresses, and links that work
//! once.
//!
//! `SignIn` is this room's state and the server's `Authenticate`: it turns a token into an `Actor`.

mod attempts;
mod caller_of_request;
mod change_email;
mod config;
mod emails;
mod end_everything;
mod error;
mod limits;
pub mod link;
mod listeners;
mod log;
mod provider;
mod recheck;
mod recover;
mod refusals;
mod room;
mod second_factor;
mod session;
mod state;
mod sweep;

use authz::{Gate, Role};
use rest::{Routes, routes};

pub use self::room::{migrations, room};
pub use config::Config;
pub use end_everything::end_everything;
pub use error::{Error, Result};
pub use limits::Caller;
pub use second_factor::forget_second_factor;
pub use session::{Device, SignedIn, TokenAnswer, begin_session, session_lives};
pub use state::SignIn;
pub use sweep::sweep;

/// What a user needs while a password reset is due stands behind `Gate::Session`.
pub fn routes(sign_in: &SignIn) -> Routes {
    Routes::default()
        .route(Gate::Public, routes!(session::login))
        .route(Gate::Public, routes!(session::renew_token))
        .route(Gate::Session, routes!(session::reset_password))
        .route(Gate::Session, routes!(session::logout))
        .route(Gate::Session, routes!(session::byte_cookie_set, session::byte_cookie_remove))
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
        .with_state(sign_in.clone())
}

/// What the workers do for this room.
pub fn jobs(sign_in: &SignIn) -> Vec<jobs::Kind> {
    vec![recover::kind(sign_in), refusals::kind(sign_in)]
}
