//! The whole server, asked over the network as its people ask it, on both engines and a real disk.

mod bin;
mod downloads;
mod folders;
mod harness;
mod listing;
mod people;
mod previews;
mod renaming;
mod schema;
mod searching;
mod tus;
mod uploads;
mod walls;
