//! Files with the same content, as far as the asker sees them: of one file, of files that have just come, and of a whole
//! repository.
//!
//! Whoever does not see a file learns nothing of it: it is in no list and in no count. Empty files are left out.

pub(crate) mod group;
pub(crate) mod groups;
pub(crate) mod of_arrived;
pub(crate) mod of_file;
mod seen;
mod store;
