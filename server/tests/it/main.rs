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
mod locks;
mod manners;
mod metrics;
mod names;
mod notifications;
mod operators;
mod other_servers;
#[cfg(feature = "otlp")]
mod otlp;
mod page;
mod people;
mod plans;
mod previews;
mod purges;
mod quotas;
mod renaming;
mod revoking;
mod roles;
mod schema;
mod sealed;
mod searching;
mod secret;
mod services;
mod spawned;
mod stays_up;
mod strict;
mod sweep;
mod system_log;
mod themes;
mod tus;
mod tus_creation;
mod upgrade;
mod uploads;
mod walls;
