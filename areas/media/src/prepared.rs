//! Many pictures in one size and format, downloaded as one archive. A job makes them first (`job`), with its own turns
//! beside those who wait for previews; then the archive is planned and sent as others are (`send`), with the made
//! pictures in the place of their files (`instead`).

pub(crate) mod begin;
mod files;
mod form;
mod instead;
pub(crate) mod job;
mod make_one;
pub(crate) mod send;
pub(crate) mod show;
mod store;
#[cfg(test)]
mod tests;
mod tidy;

pub(crate) use files::PreparedFiles;
pub use tidy::tidy as tidy_prepared;
