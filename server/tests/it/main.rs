//! The whole server, asked over the network as its people ask it, on both engines and a real disk.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on ends")]

mod administration;
mod audit;
mod audit_people;
mod backup;
mod bin;
mod command_line;
mod content_settings;
mod crash;
mod dice;
mod doctor;
mod document;
mod downloads;
mod endurance;
mod faults;
mod folders;
mod form_rules;
mod harness;
mod hostile;
mod https;
mod listing;
mod notifications;
mod other_servers;
mod page;
mod people;
mod plans;
mod previews;
mod quotas;
mod renaming;
mod revoking;
mod schema;
mod sealed;
mod searching;
mod secret;
mod services;
mod spawned;
mod strict;
mod sweep;
mod system_log;
mod themes;
mod tus;
mod upgrade;
mod uploads;
mod walls;
