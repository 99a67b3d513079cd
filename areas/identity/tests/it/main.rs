//! The room as its clients use it: HTTP requests on a real database of either engine, under a fixed clock.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]

extern crate vitrine_identity as identity;

mod email;
mod emails;
mod external_companies;
mod forgotten;
mod invitations;
mod limits;
mod makers;
mod members;
mod pending;
mod provider;
mod provider_server;
mod refusals;
mod reset;
mod roles;
mod second_factor;
mod session_list;
mod sessions;
mod sign_in;
mod takeover;
mod test_server;
mod test_users;
mod theme;
mod unused;
