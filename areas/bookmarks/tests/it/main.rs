//! Bookmarks of people with rights, on both engines.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]

mod bookmarks;
mod people;
