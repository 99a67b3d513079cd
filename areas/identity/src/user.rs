//! A user as the page sees them, and the applications they may open.

mod applications;
mod email;
mod get_user;
mod name;
mod update_user;
mod user_data;

pub(crate) use applications::*;
pub(crate) use email::email_key;
pub use email::{Email, InvalidEmail};
pub(crate) use get_user::*;
pub use name::{InvalidName, PersonName};
pub(crate) use update_user::*;
