//! Paths of files as rows have them: as a tree has them, from its top.

use blobs::TreePath;
use primitives::NodeId;

const BIN: &str = ".vitrine/bin/";

/// The path that `place` is written as; None if it leads nowhere.
pub(super) fn read(place: &str, node: NodeId) -> Option<TreePath> {
    let path = match place.strip_prefix(BIN) {
        Some(binned) => {
            let mut names = binned.split('/');
            let entry = names.next()?.parse().ok().map(NodeId)?;
            TreePath::in_bin(entry, &names.collect::<Vec<_>>())?
        }
        None => TreePath::of(&place.split('/').collect::<Vec<_>>())?,
    };
    Some(path.of_node(node))
}

#[cfg(test)]
mod tests {
    use blobs::TreePath;
    use primitives::NodeId;

    use super::read;

    #[test]
    fn a_path_is_read_as_it_is_written() {
        let node = NodeId(7);
        for path in [
            TreePath::of(&["a", "b c.txt"]),
            TreePath::in_bin(NodeId(12), &[]),
            TreePath::in_bin(NodeId(12), &["a", "b.txt"]),
        ] {
            let path = path.unwrap();
            let again = read(&path.to_string(), node).unwrap();
            assert_eq!((&again, again.node()), (&path, Some(node)));
        }
        assert_eq!(read("../b", node), None);
        assert_eq!(read(".vitrine/staging/7", node), None);
    }
}
