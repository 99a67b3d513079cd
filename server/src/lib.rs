//! The executable's parts: settings, wiring, and what each command does. `main.rs` only reads the command line.

pub mod app;
mod assets;
mod audit_log;
mod background;
pub mod backup;
pub mod base_path;
mod byte_hosts;
mod cli;
pub mod connections;
mod cross_origin;
mod docs;
mod doctor;
pub mod earlier;
mod encoding;
mod first_start;
#[cfg(test)]
mod floors;
mod headers;
mod health;
mod if_there;
#[cfg(test)]
mod import_circles;
mod methods;
#[cfg(test)]
mod migration_rules;
mod move_database;
mod moved;
pub mod occupancy;
#[cfg(test)]
mod outside;
mod page_policy;
mod people;
mod private;
mod reference;
mod refusals;
mod restore_marker;
mod role;
#[cfg(test)]
mod room_rules;
pub mod rooms;
mod say;
pub mod seed;
pub mod serve;
pub mod settings;
mod socket_access;
#[cfg(test)]
mod table_rules;
mod telemetry;
mod up_to_date;
mod well_known;

pub use cli::run;
pub use role::Role;
