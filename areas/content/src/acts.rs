//! What can be done to an entry, and the role that each act asks for (docs/access-control.md).

use authz::Rule;
use primitives::NodeKind;
use primitives::NodeRole::{Manager, Reader, Writer};

authz::acts! {
    /// Be told everything about it.
    Inform = Rule::new("information", 20, Reader, Rule::ANY).in_menu();
    /// Find the files in it that have the same content.
    FindEqual = Rule::new("find_equal", 24, Manager, &[NodeKind::Repository]).in_menu();
    /// Fetch its bytes; those of a folder as an archive.
    Download = Rule::new("download", 40, Reader, Rule::ANY).gives_bytes().in_menu();
    /// Make a folder in it.
    CreateChild = Rule::new("create_folder", 50, Writer, Rule::CONTAINERS).inside().in_menu();
    /// Put a file into it.
    Upload = Rule::new("upload", 60, Writer, Rule::CONTAINERS).inside().in_menu();
    /// Give a file another content; the one that it had is kept as an earlier version.
    Replace = Rule::new("replace_file", 65, Writer, Rule::FILES).in_menu();
    Rename = Rule::new("rename", 70, Writer, Rule::ENTRIES).in_menu();
    /// Take it to another folder, with everything in it.
    Move = Rule::new("move", 72, Writer, Rule::ENTRIES).in_menu();
    /// Make a copy of it somewhere else, with everything in it that they see.
    MakeCopy = Rule::new("copy", 74, Reader, Rule::ENTRIES).gives_bytes().in_menu();
    /// Keep everybody else from doing anything with it but removing it.
    Lock = Rule::new("lock", 76, Writer, Rule::ENTRIES).locks().in_menu();
    /// End a lock: one's own, or anybody's as a manager.
    Unlock = Rule::new("unlock", 77, Writer, Rule::ENTRIES).unlocks().in_menu();
    /// Put it into the bin; a lock does not keep it from that.
    Remove = Rule::new("remove", 80, Writer, Rule::ENTRIES).while_locked().in_menu();
    /// Take it out of the bin.
    Restore = Rule::new("restore", 90, Writer, Rule::ENTRIES).while_locked();
    /// Delete it from the bin for good.
    Purge = Rule::new("purge", 100, Manager, Rule::ENTRIES).while_locked();
}

impl nodes::Placing for CreateChild {}
impl nodes::Placing for Upload {}
impl nodes::Replacing for Replace {}
impl nodes::Renaming for Rename {}
impl nodes::Moving for Move {}
impl nodes::Locking for Lock {}
impl nodes::Unlocking for Unlock {}
impl nodes::Binning for Remove {}
impl nodes::Restoring for Restore {}
impl nodes::Deleting for Purge {}
