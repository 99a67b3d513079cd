//! Describes this room to the program.

use db::Migrations;
use room::Room;

use crate::examine::broken_rules;
use crate::natural_order;

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!(
        "nodes",
        2,
        [
            "0001_baseline",
            "0203_properties",
            "0204_moves",
            "0260_entries_by_type_and_maker",
            "0332_moved_at",
            "0410_locked_at",
            "0430_names_in_natural_order",
            "0431_lists_by_name_and_date",
            "0479_equal_files",
            "0486_undated_files_behind",
            "0513_removed_by"
        ]
    )
    .filling("nodes/0430_names_in_natural_order", natural_order::fill)
    .and(tenancy::migrations())
}

pub fn room() -> Room {
    Room::new("nodes", 2).with_migrations(migrations()).with_check(broken_rules)
}
