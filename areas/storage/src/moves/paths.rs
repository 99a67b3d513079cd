//! Paths of files as rows have them: as a tree has them, from its top.

use blobs::TreePath;
use primitives::NodeId;

const BIN: &str = ".vitrine/bin/";
const MOVING: &str = ".vitrine/moving/";

/// The path that `place` is written as; None if it leads nowhere.
pub(crate) fn read(place: &str, node: NodeId) -> Option<TreePath> {
    let path = if let Some(binned) = place.strip_prefix(BIN) {
        let (entry, names) = item(binned)?;
        TreePath::in_bin(NodeId(entry), &names)?
    } else if let Some(moving) = place.strip_prefix(MOVING) {
        let (number, names) = item(moving)?;
        TreePath::moving(number, &names)?
    } else {
        TreePath::of(&place.split('/').collect::<Vec<_>>())?
    };
    Some(path.of_node(node))
}

/// The number of what lies in one of our own folders, and the names below it.
fn item(path: &str) -> Option<(i64, Vec<&str>)> {
    let mut names = path.split('/');
    Some((names.next()?.parse().ok()?, names.collect()))
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
            TreePath::moving(12, &[]),
            TreePath::moving(12, &["a", "b.txt"]),
        ] {
            let path = path.unwrap();
            let again = read(&path.to_string(), node).unwrap();
            assert_eq!((&again, again.node()), (&path, Some(node)));
        }
        assert_eq!(read("../b", node), None);
        assert_eq!(read(".vitrine/staging/7", node), None);
    }
}
