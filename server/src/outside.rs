//! The rule that no transaction waits for a disk or another server, kept by tests. `primitives::assert_may_wait` finds
//! it out where a test runs; this finds what no test runs.

use std::fs;
use std::path::{Path, PathBuf};

/// The files of rooms that use the file system without `blobs`. Each says in its place that it may wait.
const USERS: [&str; 11] = [
    "content/src/uploads/complete.rs",
    "content/src/uploads/ending.rs",
    "content/src/uploads/form.rs",
    "content/src/uploads/partial.rs",
    "content/src/uploads/sink.rs",
    "content/src/uploads/staged.rs",
    "content/src/uploads/synthetic.rs",
    "storage/src/backup.rs",
    "storage/src/file_servers/allowed_roots.rs",
    "storage/src/owner.rs",
    "storage/src/places.rs",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

#[test]
fn only_known_files_of_content_and_storage_use_the_file_system() {
    let areas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../areas");
    let mut all = Vec::new();
    ["content/src", "storage/src"].iter().for_each(|folder| sources(&areas.join(folder), &mut all));
    let mut users = Vec::new();
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        if ["std::fs", "tokio::fs", ".is_dir()", "canonicalize(", "read_dir("].iter().any(|word| code.contains(word)) {
            users.push(path.strip_prefix(&areas).unwrap().display().to_string());
        }
    }
    users.sort();
    assert_eq!(users, USERS, "ask blobs, which finds out whether this waits within a transaction");
}
