//! What holds for the migrations of all rooms, kept by tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use db::{Engine, Migration};

use crate::rooms::{migrations, rooms};
use crate::table_rules::{Owners, floor_of};

/// The one foreign key that points to a higher room: who has invited a company. PostgreSQL adds it when there are users.
const UPWARD: (&str, &str) = ("accounts", "tenancy_external_company");

/// What rooms that have become several made before: the lowest of them has it, for the tables of all of them, and
/// databases note it with the name that the room had.
const OF_SEVERAL: [&str; 3] = ["identity/0001_baseline", "content/0001_baseline", "content/0205_moves_outside"];

fn folder_of(room: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    ["areas", "platform"].map(|part| root.join(part).join(room)).into_iter().find(|folder| folder.exists()).unwrap()
}

/// The migrations in the folders of the workspace: room and file.
fn files(engine: &str) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates = ["areas", "platform"].into_iter().flat_map(|part| fs::read_dir(root.join(part)).unwrap());
    let folders = crates.map(|entry| entry.unwrap().path()).filter(|folder| folder.join("migrations").exists());
    let names = folders.flat_map(|folder| {
        let room = folder.file_name().unwrap().to_string_lossy().into_owned();
        let files = fs::read_dir(folder.join("migrations").join(engine)).unwrap();
        files
            .map(move |file| format!("{room}/{}", file.unwrap().file_name().to_string_lossy().trim_end_matches(".sql")))
    });
    names.collect()
}

/// The tables that a text makes, changes or fills.
fn tables(sql: &str) -> Vec<String> {
    let code: Vec<_> = sql.lines().map(|line| line.split("--").next().unwrap_or_default()).collect();
    let code = code.join(" ").replace(['(', ';', '"'], " ");
    let words: Vec<_> = code.split_whitespace().collect();
    let told = |at: usize| match (words[at], words.get(at + 1).copied().unwrap_or_default()) {
        ("CREATE" | "ALTER" | "DROP", "TABLE" | "INDEX" | "TRIGGER" | "FUNCTION" | "SEQUENCE") => Some(2),
        ("CREATE", "UNIQUE" | "VIRTUAL") => Some(3),
        ("INSERT", "INTO") | ("DELETE", "FROM") => Some(2),
        ("UPDATE", next) if next.contains('_') => Some(1),
        _ => None,
    };
    let named = (0..words.len()).filter_map(|at| words.get(at + told(at)?));
    named.map(|name| (*name).to_owned()).collect()
}

/// The tables to which a text's foreign keys point.
fn referenced(sql: &str) -> Vec<String> {
    let after = |part: &str| part.split_whitespace().next().unwrap_or_default().to_owned();
    sql.split("REFERENCES ").skip(1).map(after).collect()
}

#[test]
fn every_file_is_a_migration_of_its_room_for_both_engines() {
    let place = |step: &Migration| format!("{}/{}", step.room, step.name.rsplit('/').next().unwrap());
    let listed: BTreeSet<String> = migrations().iter().map(place).collect();
    for engine in ["sqlite", "postgres"] {
        assert_eq!(files(engine), listed, "{engine}");
    }
}

#[test]
fn a_migration_bears_its_room_and_a_number_that_no_other_has() {
    let floors: BTreeMap<_, _> = rooms().iter().map(|room| (room.name, room.floor)).collect();
    let mut numbers = BTreeSet::new();
    for step in migrations().iter() {
        assert!(OF_SEVERAL.contains(&step.name) || step.name.starts_with(&format!("{}/", step.room)), "{step:?}");
        assert!(folder_of(step.room).join("Cargo.toml").exists(), "{step:?}");
        assert_eq!(step.floor, floors.get(step.room).copied().unwrap_or_default(), "{step:?}");
        let number = step.number();
        assert!(number.len() == 4 && number.bytes().all(|digit| digit.is_ascii_digit()), "{step:?}");
        // Of two that are made later than the baselines, the later one has the higher number.
        assert!(number == "0001" || numbers.insert(number), "{step:?} has a number that another one has");
    }
}

#[test]
fn the_first_number_is_of_the_baselines_that_earlier_databases_are_taken_over_with() {
    let all = migrations();
    let baselines: Vec<_> = all.iter().filter(|step| step.number() == "0001").map(|step| step.room).collect();
    let rooms = [
        "audit", "jobs", "mail", "tenancy", "accounts", "nodes", "activity", "billing", "security", "storage", "media",
    ];
    assert_eq!(baselines, rooms);
}

/// What is noted otherwise would be made once more, and fail.
#[test]
fn databases_note_what_a_room_made_before_it_became_several_as_they_did_then() {
    let all = migrations();
    for (room, before) in [
        ("accounts", &["identity/0001_baseline"][..]),
        ("storage", &["content/0001_baseline", "content/0205_moves_outside"]),
        ("content", &["content/0216_one_call_uploads", "content/0217_words_without_a_search_path"]),
    ] {
        let of_room: Vec<_> = all.iter().filter(|step| step.room == room).map(|step| step.name).collect();
        assert!(of_room.starts_with(before), "{of_room:?}");
    }
}

#[test]
fn a_room_makes_only_tables_of_its_own_and_points_only_downward() {
    let all = migrations();
    let owners = Owners::of_the_program();
    let owner = |table: &str| owners.room_of(table).unwrap_or_else(|| panic!("{table} is no room's"));
    for step in all.iter() {
        for engine in [Engine::Sqlite, Engine::Postgres] {
            let text = step.text(engine);
            let is_own = |name: &String| {
                let noted = step.name.split('/').next().unwrap_or_default();
                let is_of = |room: &str| name.strip_prefix(room).is_some_and(|rest| rest.starts_with('_'));
                let is_its_own = owners.room_of(name).as_deref() == Some(step.room);
                is_its_own || (OF_SEVERAL.contains(&step.name) && is_of(noted))
            };
            let foreign: Vec<_> = tables(text).into_iter().filter(|name| !is_own(name)).collect();
            let allowed = engine == Engine::Postgres && step.room == UPWARD.0;
            assert!(foreign.iter().all(|name| allowed && name == UPWARD.1), "{step:?} makes {foreign:?}");
            let mut upward = referenced(text);
            upward.retain(|table| floor_of(&owner(table)) > step.floor);
            let is_known = match step.name {
                "tenancy/0001_baseline" => upward.iter().all(|table| table == "identity_user"),
                "identity/0001_baseline" => upward.iter().all(|table| table == "identity_invitation"),
                "content/0001_baseline" => upward.iter().all(|table| table == "content_purge"),
                _ => upward.is_empty(),
            };
            assert!(is_known, "{step:?} points to {upward:?}");
        }
    }
}

#[test]
fn migrations_are_made_by_number_then_by_floor_then_by_room() {
    let all = migrations();
    let order: Vec<_> = all.iter().map(|step: &Migration| (step.number(), step.floor, step.room)).collect();
    assert!(order.is_sorted(), "{order:?}");
}
