//! What a room has in its folder and what it says of itself agree, kept by tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::rooms::{acts, register_sentences, rooms};

fn areas() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../areas");
    fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let inside = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    fs::read_dir(folder).unwrap().flat_map(|entry| inside(entry.unwrap().path())).collect()
}

fn folders_with(name: &str) -> BTreeSet<String> {
    let named = |folder: PathBuf| folder.file_name().unwrap().to_string_lossy().into_owned();
    areas().into_iter().filter(|folder| folder.join(name).exists()).map(named).collect()
}

/// What stands between the first quotation marks.
fn quoted(text: &str) -> Option<&str> {
    text.split('"').nth(1)
}

#[test]
fn every_act_that_a_room_declares_is_offered() {
    let texts = areas().into_iter().filter_map(|folder| fs::read_to_string(folder.join("src/acts.rs")).ok());
    let declared: BTreeSet<String> = texts
        .flat_map(|text| text.split("= Rule::new(").skip(1).filter_map(quoted).map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let offered: BTreeSet<String> = acts(&rooms()).0.iter().map(|rule| rule.name.to_owned()).collect();
    assert_eq!(offered, declared);
}

#[test]
fn a_room_with_locales_gives_its_sentences() {
    let giving = rooms().into_iter().filter(|room| room.sentences.is_some());
    assert_eq!(giving.map(|room| room.name.to_owned()).collect::<BTreeSet<_>>(), folders_with("locales"));
}

#[test]
fn a_room_with_migrations_describes_them_itself() {
    let describing = rooms().into_iter().filter(|room| room.floor > 0 && has_own_migrations(room));
    assert_eq!(describing.map(|room| room.name.to_owned()).collect::<BTreeSet<_>>(), folders_with("migrations"));
}

fn has_own_migrations(room: &room::Room) -> bool {
    room.migrations.iter().any(|step| step.room == room.name)
}

/// Their errors name the field: `{name} may have at most {max} characters`.
#[test]
fn a_field_with_a_rule_of_length_has_a_sentence() {
    register_sentences().unwrap();
    let mut found = 0;
    for path in areas().iter().flat_map(|folder| sources(&folder.join("src"))) {
        for field in fields_with_length(&fs::read_to_string(&path).unwrap()) {
            assert!(rest::has_sentence(&format!("field.{field}")), "field.{field} of {}", path.display());
            found += 1;
        }
    }
    assert!(found > 30, "only {found} were found");
}

/// The fields that a source adds such an error to, or reads by a function that may give one. Ids and links have no length.
fn fields_with_length(source: &str) -> Vec<String> {
    let exempt = |field: &str| field.ends_with("_id") || ["url", "link"].contains(&field);
    let read = ["errors.take(", "errors.take_if_given("].into_iter().flat_map(|call| source.split(call).skip(1));
    let read = read.filter(|rest| rest.trim_start().starts_with('"')).filter_map(quoted);
    let added =
        source.split("errors.add(").skip(1).filter(|rest| is_length(rest.split(';').next().unwrap_or_default()));
    let alone = source
        .split("Length(")
        .skip(1)
        .filter_map(|rest| rest.split_once(").of(").filter(|(bound, _)| bound.len() < 12));
    let alone = alone.filter_map(|(_, rest)| quoted(rest));
    read.filter(|field| !exempt(field)).chain(added.filter_map(quoted)).chain(alone).map(str::to_owned).collect()
}

fn is_length(call: &str) -> bool {
    call.contains("Rule::MinLength") || call.contains("Rule::MaxLength")
}

/// The names in a text, `{name}`, in alphabetical order.
fn names(text: &str) -> Vec<&str> {
    let mut names: Vec<_> = text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
    names.sort_unstable();
    names
}

#[test]
fn every_email_says_the_same_in_both_languages() {
    let folders = areas().into_iter().map(|area| area.join("emails")).filter(|folder| folder.exists());
    let texts: Vec<_> = folders.flat_map(|folder| sources(&folder)).collect();
    let (english, others): (Vec<_>, Vec<_>) =
        texts.iter().partition(|path| path.to_string_lossy().ends_with(".en.txt"));
    assert_eq!(english.len(), others.len());
    assert!(english.len() > 12, "{english:?}");
    for path in english {
        let read = |path: &Path| fs::read_to_string(path).unwrap();
        let (en, pt) = (read(path), read(Path::new(&path.to_string_lossy().replace(".en.txt", ".pt.txt"))));
        assert_ne!(en, pt, "{}", path.display());
        assert_eq!(names(&en), names(&pt), "{}", path.display());
        assert_eq!(en.split("\n\n").count(), pt.split("\n\n").count(), "{}", path.display());
    }
}
