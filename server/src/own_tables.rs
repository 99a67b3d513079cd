//! A room writes only its own tables. What others write, they say by a function or an event.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use db::Engine;

use crate::import_circles::files;
use crate::rooms::migrations;

/// What comes before the table in a statement that writes.
const WRITES: [&str; 6] =
    ["INSERT INTO ", "INSERT OR IGNORE INTO ", "INSERT OR REPLACE INTO ", "DELETE FROM ", "UPDATE ", "TRUNCATE TABLE "];

/// The rooms by name, each with its source files.
fn rooms_and_sources() -> Vec<(String, Vec<PathBuf>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["areas", "platform"].into_iter().flat_map(|part| fs::read_dir(root.join(part)).unwrap());
    let sources = folders.map(|folder| {
        let folder = folder.unwrap().path();
        let is_product = |path: &PathBuf| !path.iter().any(|part| part == "tests");
        let files = files(&folder.join("src")).into_iter().filter(is_product);
        (folder.file_name().unwrap().to_string_lossy().into_owned(), files.collect())
    });
    sources.collect()
}

/// All tables of the program.
fn tables() -> BTreeSet<String> {
    let all = migrations();
    let texts = all.iter().flat_map(|step| [Engine::Sqlite, Engine::Postgres].map(|engine| step.text(engine)));
    let named = texts.flat_map(|text| {
        let made = ["CREATE TABLE ", "CREATE VIRTUAL TABLE "];
        made.into_iter().flat_map(move |words| text.split(words).skip(1)).map(first_word)
    });
    named.map(str::to_owned).collect()
}

fn first_word(text: &str) -> &str {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default()
}

/// The tables that a source file writes; the quoted ones where a statement takes the name from elsewhere.
fn written<'a>(source: &'a str, tables: &'a BTreeSet<String>) -> BTreeSet<&'a str> {
    let after = WRITES.into_iter().flat_map(|words| source.split(words).skip(1));
    let (named, taken): (Vec<_>, Vec<_>) = after.partition(|text| !text.starts_with('{'));
    let named = named.into_iter().map(first_word).filter(|word| tables.contains(*word));
    let quoted = tables.iter().map(String::as_str).filter(|name| source.contains(&format!("\"{name}\"")));
    named.chain(quoted.filter(|_| !taken.is_empty())).collect()
}

#[test]
fn a_room_writes_only_its_own_tables() {
    let tables = tables();
    let (mut writes, mut foreign) = (0, Vec::new());
    for (room, sources) in rooms_and_sources() {
        for path in sources {
            let source = fs::read_to_string(&path).unwrap();
            let source = source.split_whitespace().collect::<Vec<_>>().join(" ");
            for table in written(&source, &tables) {
                writes += 1;
                if !table.starts_with(&format!("{room}_")) {
                    foreign.push(format!("{} writes {table}", path.display()));
                }
            }
        }
    }
    assert!(writes > 100, "the statements are found");
    assert_eq!(foreign, [""; 0]);
}
