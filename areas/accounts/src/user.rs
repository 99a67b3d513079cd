//! A user as the page sees them, and the applications they may open.

mod applications;
mod email;
mod get_user;
mod name;
mod update_user;
mod user_data;

pub(crate) use applications::*;
pub use email::{Email, email_key};
pub(crate) use get_user::*;
pub use name::{InvalidName, PersonName};
pub use update_user::refused_name;
pub(crate) use update_user::*;
