//! The whole server, asked over the network as its people ask it, on both engines and a real disk.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on ends")]

mod administration;
mod audit;
mod backup;
mod bin;
mod crash;
mod doctor;
mod downloads;
mod faults;
mod folders;
mod harness;
mod listing;
mod people;
mod previews;
mod quotas;
mod renaming;
mod schema;
mod searching;
mod services;
mod spawned;
mod sweep;
mod system_log;
mod themes;
mod tus;
mod upgrade;
mod uploads;
mod walls;
