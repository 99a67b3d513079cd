//! Every test goes through the real worker: a file, a child process, two WebP files or a failure.

#![expect(clippy::unwrap_used, reason = "a builder that fails is a failed test")]

mod annotations;
mod conversions;
mod corpus;
mod files;
mod formats;
mod hostile;
mod limits;
mod orientation;
mod prints;
mod samples;
mod studio;
mod tiffs;
