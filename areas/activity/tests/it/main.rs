//! Background actions and the live socket, through their public doors and on both engines.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]

mod actions;
mod live;
mod page;
mod test_users;
