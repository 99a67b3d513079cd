//! Every test goes through the real door: a file, a child process, two WebP files or a failure.

mod formats;
mod hostile;
mod limits;
mod orientation;
mod samples;
mod studio;
