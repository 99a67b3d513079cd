//! The number of an entry in SQLite's index by folder: its folder's id and its own, the newest first. There is room for
//! ids below 2³¹.

use primitives::NodeId;

/// The number of the entry `n`.
pub(crate) const NUMBER: &str = "n.parent_id * 2147483648 + 2147483647 - n.node_id";
/// How many numbers a folder has.
pub(crate) const IN_FOLDER: i64 = 1 << 31;

/// The folder of a number.
pub(crate) fn folder(number: i64) -> NodeId {
    NodeId(number / IN_FOLDER)
}

/// The first number of a folder.
pub(crate) fn first(folder: NodeId) -> i64 {
    folder.0 * IN_FOLDER
}

/// The number of an entry of a folder; also of an id that is too high for any entry.
pub(crate) fn number(folder: NodeId, node: i64) -> i64 {
    first(folder) + IN_FOLDER - 1 - node.min(IN_FOLDER - 1)
}

/// The entry of a folder with this number.
pub(crate) fn node(folder: NodeId, number: i64) -> i64 {
    first(folder) + IN_FOLDER - 1 - number
}

#[cfg(test)]
mod tests {
    use primitives::NodeId;

    use super::{IN_FOLDER, folder, node, number};

    #[test]
    fn a_number_gives_the_folder_and_the_entry_back() {
        for id in [1, 7, IN_FOLDER - 1] {
            let made = number(NodeId(5), id);
            assert_eq!((folder(made), node(NodeId(5), made)), (NodeId(5), id));
        }
        assert_eq!(number(NodeId(5), i64::MAX), number(NodeId(5), IN_FOLDER - 1));
        assert!(number(NodeId(5), 8) < number(NodeId(5), 7), "the newest is first");
    }
}
