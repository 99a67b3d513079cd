//! Background actions and the live socket, over HTTP and the socket, on both engines.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]

mod actions;
mod ends;
mod live;
mod page;
mod test_users;
