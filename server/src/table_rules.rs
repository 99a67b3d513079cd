//! Every table is of one room, which alone writes it; rooms above may read it. Kept by tests that read the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use db::Engine;

use crate::rooms::{migrations, rooms};

/// Which room a table is of.
pub struct Owners {
    declared: BTreeMap<&'static str, &'static str>,
    named: BTreeSet<String>,
}

impl Owners {
    pub fn of_the_program() -> Self {
        let declared = rooms().iter().flat_map(|room| room.tables.iter().map(|table| (*table, room.name))).collect();
        Self { declared, named: crates().into_iter().map(|(name, _)| name).collect() }
    }

    /// The room that declares the table, or else the one whose name it bears.
    pub fn room_of(&self, table: &str) -> Option<String> {
        let declared = self.declared.get(table).map(|room| (*room).to_owned());
        let bears = |room: &&String| table.strip_prefix(room.as_str()).is_some_and(|rest| rest.starts_with('_'));
        declared.or_else(|| self.named.iter().find(bears).cloned())
    }
}

/// The floor of a room; 0 of a part of the platform.
pub fn floor_of(room: &str) -> u8 {
    rooms().iter().find(|one| one.name == room).map_or(0, |one| one.floor)
}

/// The crates of the workspace and their folders.
fn crates() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["areas", "platform"].into_iter().flat_map(|part| fs::read_dir(root.join(part)).unwrap());
    let paths = folders.map(|entry| entry.unwrap().path()).filter(|path| path.join("Cargo.toml").exists());
    paths.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path)).collect()
}

/// The sources below a folder, without tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let inside = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    entries.filter(|path| path.file_stem().is_some_and(|name| name != "tests")).flat_map(inside).collect()
}

/// A source without its tests and comments.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let code = ["#[cfg(test)]\nmod", "#[cfg(all(test"]
        .iter()
        .fold(text.as_str(), |code, start| code.split(start).next().unwrap_or_default());
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The tables after these words.
fn tables<'c>(code: &'c str, words: &[&str]) -> BTreeSet<&'c str> {
    let after = |word: &str| code.split(word).skip(1).collect::<Vec<_>>();
    let found = words.iter().flat_map(|word| after(word)).map(|rest| {
        let rest = rest.trim_start();
        let end = rest.find(|letter: char| !letter.is_ascii_lowercase() && letter != '_').unwrap_or(rest.len());
        &rest[..end]
    });
    found.filter(|name| name.contains('_')).collect()
}

fn tables_of_the_database() -> BTreeSet<String> {
    let made = |engine: Engine| migrations().iter().map(move |step| step.text(engine)).collect::<Vec<_>>();
    let texts = [Engine::Sqlite, Engine::Postgres].into_iter().flat_map(made);
    texts.flat_map(|text| tables(text, &["CREATE TABLE ", "CREATE VIRTUAL TABLE "])).map(str::to_owned).collect()
}

#[test]
fn every_table_is_of_one_room() {
    let owners = Owners::of_the_program();
    let tables = tables_of_the_database();
    let unowned: Vec<_> = tables.iter().filter(|table| owners.room_of(table).is_none()).collect();
    assert!(unowned.is_empty(), "{unowned:?}");
    let declared: Vec<_> = rooms().iter().flat_map(|room| room.tables).copied().collect();
    assert_eq!(declared.len(), owners.declared.len(), "two rooms declare one table: {declared:?}");
    assert!(declared.iter().all(|table| tables.contains(*table)), "{declared:?}");
}

#[test]
fn a_room_writes_only_its_own_tables_and_reads_only_those_of_lower_floors() {
    let (owners, known) = (Owners::of_the_program(), tables_of_the_database());
    let mut seen = 0;
    for (room, folder) in crates() {
        for path in sources(&folder.join("src")) {
            let code = code(&path);
            let owner = |table: &str| owners.room_of(table).filter(|_| known.contains(table));
            for table in tables(&code, &["INSERT INTO ", "DELETE FROM ", "UPDATE "]) {
                seen += usize::from(known.contains(table));
                assert!(owner(table).is_none_or(|owner| owner == room), "{} writes {table}", path.display());
            }
            for table in tables(&code, &["FROM ", "JOIN "]) {
                let is_below = |owner: String| owner == room || floor_of(&owner) < floor_of(&room);
                assert!(owner(table).is_none_or(is_below), "{} reads {table}", path.display());
            }
        }
    }
    assert!(seen > 100, "only {seen} writes were found");
}
