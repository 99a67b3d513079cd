//! Accounts, sign-in and invitations as their clients use them: HTTP requests on a real database of either engine, under
//! a fixed clock. Most stories need all three rooms, so they lie with the highest.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]

extern crate vitrine_invitations as invitations;

mod email;
mod emails;
mod external_companies;
mod forgotten;
mod inviting;
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
