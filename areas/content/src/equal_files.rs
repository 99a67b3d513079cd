//! Files with the same content, as far as the asker sees them: of one file, of files that have just come, and of a whole
//! repository.
//!
//! Lists and counts have only files that the asker sees. Empty files are left out.

pub(crate) mod group;
pub(crate) mod groups;
pub(crate) mod of_arrived;
pub(crate) mod of_file;
mod seen;
mod store;
