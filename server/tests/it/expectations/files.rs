//! The files of the rooms, and the rules that keep them and the document together.

use std::collections::BTreeMap;
use std::fmt::{self, Formatter};
use std::fs;
use std::path::{Path, PathBuf};

use reqwest::Method;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use super::{Expectation, Operation};

/// The text of a room's file.
pub struct File {
    pub room: String,
    pub text: String,
}

fn place(room: &str) -> String {
    format!("areas/{room}/tests/expectations.json")
}

fn rooms() -> Vec<(String, PathBuf)> {
    let areas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../areas");
    let mut rooms: Vec<_> = fs::read_dir(areas).unwrap().map(|entry| entry.unwrap().path()).collect();
    rooms.sort();
    rooms.into_iter().map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path)).collect()
}

/// The files of all rooms that have one.
pub fn all() -> Vec<File> {
    let read = |(room, path): (String, PathBuf)| {
        let path = path.join("tests/expectations.json");
        path.exists().then(|| File { room, text: fs::read_to_string(path).unwrap() })
    };
    rooms().into_iter().filter_map(read).collect()
}

/// The rooms of the handlers that name their operation in their source, by operation.
pub fn handlers() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for (room, path) in rooms() {
        let mut open = vec![path.join("src")];
        while let Some(path) = open.pop() {
            if path.is_dir() {
                open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = fs::read_to_string(&path).unwrap();
                let ids = source.split("operation_id = \"").skip(1).filter_map(|rest| rest.split('"').next());
                found.extend(ids.map(|id| (id.to_owned(), room.clone())));
            }
        }
    }
    found
}

/// A file's entries as they stand: an object would silently drop one of two with the same name.
struct Entries(Vec<(String, Expectation)>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reading;
        impl<'de> Visitor<'de> for Reading {
            type Value = Entries;

            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str("expectations by operation id")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Reading)
    }
}

/// The expectations of all operations, or all that is wrong with the files.
pub fn gather(
    files: &[File],
    operations: &[Operation],
    handlers: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, Expectation>, Vec<String>> {
    let mut faults = Vec::new();
    let mut found: BTreeMap<String, (&str, Expectation)> = BTreeMap::new();
    for File { room, text } in files {
        let entries = serde_json::from_str(text).unwrap_or_else(|error| {
            faults.push(format!("{} cannot be read: {error}", place(room)));
            Entries(Vec::new())
        });
        for (id, expectation) in entries.0 {
            if let Some(handled) = handlers.get(&id).filter(|handled| *handled != room) {
                faults.push(format!("{id} is described in {}, and belongs in {}", place(room), place(handled)));
            }
            if let Some((other, _)) = found.insert(id.clone(), (room, expectation)) {
                faults.push(format!("{id} is described twice: in {} and in {}", place(other), place(room)));
            }
        }
    }
    for operation in operations {
        match found.get(&operation.id) {
            Some((room, expectation)) => faults.extend(fault_of_log(operation, expectation, room)),
            None => {
                let room = handlers.get(&operation.id).map_or("<its room>", String::as_str);
                faults.push(format!("{} has no expectation; it belongs in {}", operation.id, place(room)));
            }
        }
    }
    for (id, (room, _)) in &found {
        if !operations.iter().any(|operation| operation.id == *id) {
            faults.push(format!("{id} in {} is no operation of the document", place(room)));
        }
    }
    if faults.is_empty() { Ok(found.into_iter().map(|(id, (_, one))| (id, one)).collect()) } else { Err(faults) }
}

fn fault_of_log(operation: &Operation, expectation: &Expectation, room: &str) -> Option<String> {
    let Operation { id, method, .. } = operation;
    match (*method == Method::GET, &expectation.log) {
        (false, None) => Some(format!("{id} in {} says nothing of the log", place(room))),
        (true, Some(_)) => Some(format!("{id} in {} is a GET: the log has nothing of it", place(room))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(files: &[(&str, &str)], operations: &[(&str, Method)]) -> Vec<String> {
        let file = |(room, text): &(&str, &str)| File { room: (*room).to_owned(), text: (*text).to_owned() };
        let operation = |(id, method): &(&str, Method)| Operation {
            id: (*id).to_owned(),
            method: method.clone(),
            path: "/api".to_owned(),
        };
        let files: Vec<_> = files.iter().map(file).collect();
        let operations: Vec<_> = operations.iter().map(operation).collect();
        let handlers = BTreeMap::from([("song_list".to_owned(), "music".to_owned())]);
        gather(&files, &operations, &handlers).err().unwrap_or_default()
    }

    const OWN: &str = r#"{ "song_list": { "sweep": "own" } }"#;

    #[test]
    fn files_that_agree_with_the_document_have_no_fault() {
        assert_eq!(faults(&[("music", OWN)], &[("song_list", Method::GET)]), [""; 0]);
    }

    #[test]
    fn an_operation_without_an_expectation_is_named_with_its_file() {
        let wanted = ["song_list has no expectation; it belongs in areas/music/tests/expectations.json"];
        assert_eq!(faults(&[("music", "{}")], &[("song_list", Method::GET)]), wanted);
    }

    #[test]
    fn an_expectation_without_an_operation_is_a_fault() {
        let wanted = ["song_list in areas/music/tests/expectations.json is no operation of the document"];
        assert_eq!(faults(&[("music", OWN)], &[]), wanted);
    }

    #[test]
    fn an_operation_is_described_once_and_by_the_room_of_its_handler() {
        let found = faults(&[("dance", OWN), ("music", OWN)], &[("song_list", Method::GET)]);
        let [misplaced, twice] = found.as_slice() else { panic!("{found:?}") };
        assert!(
            misplaced.contains("areas/dance") && misplaced.ends_with("belongs in areas/music/tests/expectations.json")
        );
        assert!(twice.starts_with("song_list is described twice"), "{twice}");
        let doubled = r#"{ "song_list": { "sweep": "own" }, "song_list": { "sweep": "own" } }"#;
        let found = faults(&[("music", doubled)], &[("song_list", Method::GET)]);
        assert!(matches!(found.as_slice(), [twice] if twice.contains("twice")), "{found:?}");
    }

    #[test]
    fn an_expectation_of_a_changing_operation_needs_its_log_entry() {
        assert!(faults(&[("music", OWN)], &[("song_list", Method::PUT)])[0].ends_with("says nothing of the log"));
        let logged = r#"{ "song_list": { "sweep": "own", "log": "in_code" } }"#;
        assert!(faults(&[("music", logged)], &[("song_list", Method::GET)])[0].ends_with("the log has nothing of it"));
    }

    #[test]
    fn a_file_with_an_unknown_word_is_named() {
        let found = faults(&[("music", r#"{ "song_list": { "sweep": "owned" } }"#)], &[]);
        assert!(found[0].starts_with("areas/music/tests/expectations.json cannot be read"), "{found:?}");
    }
}
