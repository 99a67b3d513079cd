//! The house's first rule, kept by a test: a room imports only lower floors and the platform, the platform no room.

use std::fs;
use std::path::Path;

use crate::rooms::rooms;

fn floor(name: &str) -> Option<u8> {
    rooms().iter().find(|room| room.name == name && room.floor > 0).map(|room| room.floor)
}

/// The crates of the workspace that a manifest's `[dependencies]` name.
fn imports(manifest: &Path) -> Vec<String> {
    let text = fs::read_to_string(manifest).unwrap();
    let wanted = text.split("[dependencies]").nth(1).unwrap_or("").split("\n[").next().unwrap_or("");
    let names = wanted.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn crates(folder: &str) -> Vec<(String, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let folders = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    folders
        .filter(|path| path.join("Cargo.toml").exists())
        .map(|path| (named(&path), imports(&path.join("Cargo.toml"))))
        .collect()
}

#[test]
fn a_room_imports_only_lower_floors() {
    for (room, imports) in crates("areas") {
        let own = floor(&room).unwrap_or_else(|| panic!("areas/{room} is not in server/src/rooms.rs"));
        for import in &imports {
            if let Some(below) = floor(import) {
                assert!(below < own, "{room} (floor {own}) imports {import} (floor {below})");
            }
        }
    }
}

#[test]
fn the_platform_knows_no_room() {
    for (part, imports) in crates("platform") {
        let rooms: Vec<_> = imports.iter().filter(|import| floor(import).is_some()).collect();
        assert!(rooms.is_empty(), "platform/{part} imports {rooms:?}");
    }
}

#[test]
fn nothing_is_called_common_or_utils() {
    let forbidden = ["common", "utils", "util", "helpers", "helper", "core"];
    for (name, _) in crates("areas").into_iter().chain(crates("platform")) {
        assert!(!forbidden.contains(&name.as_str()), "{name}");
    }
}

#[test]
fn the_list_has_lower_floors_first() {
    let floors: Vec<_> = rooms().iter().map(|room| room.floor).collect();
    assert!(floors.is_sorted(), "{floors:?}");
}
