//! Moves of whole repositories to another file server: a job copies all files while people go on working, then closes the
//! repository for the rest of them, and one transaction names the new place. What is at the old place is deleted later.

pub(crate) mod again;
pub(crate) mod begin;
pub(crate) mod check;
pub(crate) mod clear;
mod copy;
mod ending;
pub(crate) mod files;
pub(crate) mod give_up;
pub(crate) mod job;
mod left_paths;
mod model;
mod obstacle;
pub(crate) mod paths;
mod room_there;
mod rows;
mod settle;
pub(crate) mod show;
mod step;
mod switch;
pub(crate) mod target;

#[cfg(test)]
mod tests;
