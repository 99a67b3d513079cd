//! A forgotten password: a link to the account's own address, and nothing told to whoever asked.

mod forgotten;
mod new_password;

pub(crate) use forgotten::*;
pub(crate) use new_password::*;
