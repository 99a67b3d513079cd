use std::io::Write;

use primitives::NodeId;

use crate::{Area, Change, Error, Store, Tree, TreePath, Within};

fn place(names: &[&str]) -> TreePath {
    TreePath::of(names).unwrap()
}

fn put(area: Area, names: &[&str]) -> Change {
    Change::MoveIn { area, to: place(names) }
}

fn make_folder(tree: &Tree, names: &[&str]) {
    tree.commit(NodeId(99), &Change::MakeFolder(place(names))).unwrap();
}

fn nodes_in(tree: &Tree, area: Area) -> Vec<NodeId> {
    tree.walk(Within::Area(area)).unwrap().iter().filter_map(crate::Found::node).collect()
}

#[test]
fn a_file_goes_from_staging_to_its_place_and_through_the_bin_back() {
    let folder = tempfile::tempdir().unwrap();
    let tree = Tree::create(folder.path().join("repo")).unwrap();
    make_folder(&tree, &["Summer"]);
    tree.stage(NodeId(7)).unwrap().write_all(b"bytes").unwrap();
    tree.commit(NodeId(7), &put(Area::Staging, &["Summer", "a.txt"])).unwrap();
    assert_eq!(std::fs::read(folder.path().join("repo/Summer/a.txt")).unwrap(), b"bytes");
    let out = Change::MoveOut { from: place(&["Summer", "a.txt"]), area: Area::Bin };
    tree.commit(NodeId(7), &out).unwrap();
    assert_eq!(nodes_in(&tree, Area::Bin), [NodeId(7)]);
    assert_eq!(tree.stat(&place(&["Summer", "a.txt"])).unwrap(), None);
    tree.commit(NodeId(7), &put(Area::Bin, &["Summer", "b.txt"])).unwrap();
    assert!(tree.stat(&place(&["Summer", "b.txt"])).unwrap().is_some());
}

#[test]
fn a_rename_onto_an_existing_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let tree = Tree::create(folder.path()).unwrap();
    for (node, name) in [(1, "a"), (2, "b")] {
        tree.stage(NodeId(node)).unwrap();
        tree.commit(NodeId(node), &put(Area::Staging, &[name])).unwrap();
    }
    let rename = Change::Rename { from: place(&["a"]), to: place(&["b"]) };
    assert!(matches!(tree.commit(NodeId(1), &rename), Err(Error::Exists)));
}

#[test]
fn an_empty_folder_left_by_a_crash_is_replaced_by_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let tree = Tree::create(folder.path()).unwrap();
    make_folder(&tree, &["left"]);
    tree.stage(NodeId(1)).unwrap();
    tree.commit(NodeId(1), &put(Area::Staging, &["left"])).unwrap();
    assert!(folder.path().join("left").is_file());
}

#[test]
fn a_folder_is_removed_only_if_it_is_empty() {
    let folder = tempfile::tempdir().unwrap();
    let tree = Tree::create(folder.path()).unwrap();
    make_folder(&tree, &["one"]);
    make_folder(&tree, &["one", "two"]);
    let remove = |names: &[&str]| tree.commit(NodeId(99), &Change::RemoveFolder(place(names)));
    assert!(matches!(remove(&["one"]), Err(Error::Exists)));
    remove(&["one", "two"]).unwrap();
    remove(&["one"]).unwrap();
    assert!(matches!(remove(&["one"]), Err(Error::Missing)));
}

#[test]
fn a_change_is_undone_where_its_folder_is_by_now() {
    let folder = tempfile::tempdir().unwrap();
    let tree = Tree::create(folder.path()).unwrap();
    make_folder(&tree, &["one"]);
    tree.stage(NodeId(7)).unwrap();
    let put = tree.commit(NodeId(7), &put(Area::Staging, &["one", "a.txt"])).unwrap();
    let made = tree.commit(NodeId(8), &Change::MakeFolder(place(&["one", "inner"]))).unwrap();
    let kept = tree.commit(NodeId(8), &Change::MakeFolder(place(&["one"]))).unwrap();
    tree.commit(NodeId(8), &Change::Rename { from: place(&["one"]), to: place(&["two"]) }).unwrap();
    for applied in [put, made, kept] {
        applied.undo().unwrap();
    }
    assert_eq!(nodes_in(&tree, Area::Staging), [NodeId(7)]);
    assert_eq!(tree.walk(Within::Folder(&place(&["two"]))).unwrap(), []);
}

#[test]
fn a_planted_link_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let tree = Tree::create(folder.path().join("repo")).unwrap();
    std::os::unix::fs::symlink("/etc", folder.path().join("repo/door")).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", folder.path().join("repo/file")).unwrap();
    assert!(matches!(tree.open(&place(&["door", "hostname"])), Err(Error::Missing)));
    assert!(matches!(tree.open(&place(&["file"])), Err(Error::Missing)));
    let make = Change::MakeFolder(place(&["door"]));
    assert!(matches!(tree.commit(NodeId(1), &make), Err(Error::Exists)));
}

#[test]
fn a_pipe_in_a_file_s_place_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let tree = Tree::create(folder.path()).unwrap();
    let pipe = folder.path().join("pipe");
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    assert!(matches!(tree.open(&place(&["pipe"])), Err(Error::Missing)));
}

#[test]
fn a_disk_that_is_not_mounted_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let tree = Tree::at(folder.path().join("gone"));
    assert!(matches!(tree.walk(Within::Area(Area::Bin)), Err(Error::NotMounted)));
    assert!(matches!(tree.open(&place(&["a"])), Err(Error::NotMounted)));
    // The place where it is mounted is an empty folder.
    std::fs::create_dir(folder.path().join("gone")).unwrap();
    assert!(matches!(tree.open(&place(&["a"])), Err(Error::NotMounted)));
}

#[test]
fn a_copy_has_the_bytes_of_its_source_and_replaces_what_was_staged() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) =
        (Tree::create(folder.path().join("one")).unwrap(), Tree::create(folder.path().join("two")).unwrap());
    let bytes = vec![7; 700_000];
    one.stage(NodeId(7)).unwrap().write_all(&bytes).unwrap();
    one.commit(NodeId(7), &put(Area::Staging, &["a.bin"])).unwrap();
    let source = one.open(&place(&["a.bin"])).unwrap();
    two.stage(NodeId(8)).unwrap().write_all(b"left by a crash").unwrap();
    for store in [&one, &two] {
        let copied = store.stage_copy(NodeId(8), &source, &|| true).unwrap();
        assert_eq!(copied.hash, source.hash().unwrap());
        assert_eq!(copied.written.size, 700_000);
        store.commit(NodeId(8), &put(Area::Staging, &["b.bin"])).unwrap();
        assert_eq!(store.open(&place(&["b.bin"])).unwrap().hash().unwrap(), copied.hash);
    }
    assert!(two.stage_copy(NodeId(9), &source, &|| false).is_err(), "it was cancelled");
}
