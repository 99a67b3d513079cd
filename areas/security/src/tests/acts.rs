//! Acts of rooms above, as far as access is asked about them here.

use authz::Rule;
use primitives::NodeRole::{Manager, Reader, Writer};

authz::acts! {
    Download = Rule::new("download", 0, Reader, Rule::FILES);
    CreateChild = Rule::new("create_folder", 0, Writer, Rule::CONTAINERS).inside();
    Upload = Rule::new("upload", 0, Writer, Rule::CONTAINERS).inside();
    Rename = Rule::new("rename", 0, Writer, Rule::ENTRIES);
    Remove = Rule::new("remove", 0, Writer, Rule::ENTRIES).while_locked();
    Restore = Rule::new("restore", 0, Writer, Rule::ENTRIES).while_locked();
    Purge = Rule::new("purge", 0, Manager, Rule::ENTRIES).while_locked();
}

impl nodes::Placing for CreateChild {}
impl nodes::Placing for Upload {}
impl nodes::Renaming for Rename {}
impl nodes::Moving for Rename {}
impl nodes::Binning for Remove {}
impl nodes::Restoring for Restore {}
impl nodes::Deleting for Purge {}
