//! A user as the page sees them, and the applications they may open.

mod applications;
mod get_user;
mod update_user;
mod user_data;

pub(crate) use applications::*;
pub(crate) use get_user::*;
pub use update_user::refused_name;
pub(crate) use update_user::*;
