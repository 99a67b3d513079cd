//! A forgotten password: a link is sent to the account's own address, and the asker learns nothing.

mod forgotten;
mod new_password;

pub(crate) use forgotten::*;
pub(crate) use new_password::*;
