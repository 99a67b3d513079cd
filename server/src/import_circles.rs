//! Neither files nor folders of one crate import each other in a circle: what two of them need lies in a third. Imports
//! between a file and the files of its own folder are not counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a crate by their path of modules, each with the modules that it imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// The files of a crate by their path of modules, each with the paths that its `use` lines give a name.
type Names = BTreeMap<String, BTreeMap<String, String>>;

/// The files of the crate, without those of tests.
fn files(folder: &Path) -> Vec<PathBuf> {
    let inside = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    let found = fs::read_dir(folder).unwrap().flat_map(|entry| inside(entry.unwrap().path()));
    let is_code = |path: &PathBuf| path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs");
    found.filter(is_code).collect()
}

fn texts(source: &Path) -> BTreeMap<String, String> {
    let read = |path: PathBuf| {
        let name = path.strip_prefix(source).unwrap().with_extension("");
        let parts: Vec<_> = name.iter().map(|part| part.to_str().unwrap()).filter(|part| *part != "lib").collect();
        (parts.join("::"), code(&fs::read_to_string(path).unwrap()))
    };
    files(source).into_iter().map(read).collect()
}

/// The text without comments and tests. Tests in a file of their own take nothing away from what stands behind them.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn imports(texts: &BTreeMap<String, String>) -> Imports {
    let names: Names = texts.iter().map(|(module, code)| (module.clone(), named_by_use(code))).collect();
    let of = |(module, code): (&String, &String)| {
        let found = paths(code).into_iter().map(|(_, path)| resolve(&names, module, &path, 0));
        (module.clone(), found.filter(|found| found != module && !found.is_empty()).collect())
    };
    texts.iter().map(of).collect()
}

/// The file that has what `path` names in `module`. A name that a file on the way imports leads further, but
/// not for ever: a function and its file may have one name.
fn resolve(names: &Names, module: &str, path: &str, depth: usize) -> String {
    let mut at = module.to_owned();
    let mut steps = path.split("::");
    while let Some(step) = steps.next() {
        let below = join(&at, step);
        at = match step {
            "crate" => String::new(),
            "super" => at.rsplit_once("::").map_or(String::new(), |(above, _)| above.to_owned()),
            "self" => at,
            _ if names.contains_key(&below) => below,
            _ => {
                let imported = names.get(&at).and_then(|names| names.get(step)).filter(|_| depth < 8);
                let further = |path: &String| steps.fold(path.clone(), |path, step| join(&path, step));
                return imported.map_or(at.clone(), |path| resolve(names, &at, &further(path), depth + 1));
            }
        };
    }
    at
}

fn join(path: &str, step: &str) -> String {
    if path.is_empty() { step.to_owned() } else { format!("{path}::{step}") }
}

/// The names that the `use` lines of a file give, with the paths that they stand for.
fn named_by_use(code: &str) -> BTreeMap<String, String> {
    let lines = code.split_inclusive(';').filter_map(|statement| statement.rsplit_once("use "));
    let is_use = |before: &str| {
        before.ends_with('\n') || before.is_empty() || before.ends_with("pub ") || before.ends_with(") ")
    };
    let mut found = Vec::new();
    for (_, tree) in lines.filter(|(before, _)| is_use(before)) {
        spread("", tree, &mut found);
    }
    found.into_iter().collect()
}

/// What `code` names by a path of its crate.
fn paths(code: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let goes_on = |before: char| before.is_alphanumeric() || before == '_' || before == ':';
            if !code[..at].ends_with(goes_on) {
                spread("", &code[at..], &mut found);
            }
        }
    }
    found
}

/// Adds the names and paths of one import, which may be `a::{b, c::d as e}`. Returns its length.
fn spread(base: &str, rest: &str, found: &mut Vec<(String, String)>) -> usize {
    let word =
        |at: usize| rest[at..].split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or("");
    let (mut at, mut path, mut name) = (0, base.to_owned(), "");
    loop {
        if !word(at).is_empty() {
            // `a::{self}` is `a`.
            name = if word(at) == "self" { base.rsplit("::").next().unwrap_or("") } else { word(at) };
            path = join(&path, word(at));
            at += word(at).len();
        } else if rest[at..].starts_with("::") {
            at += 2;
        } else if rest[at..].starts_with('{') {
            at += 1;
            at += blank(&rest[at..]);
            while !rest[at..].starts_with('}') && at < rest.len() {
                at += spread(&path, &rest[at..], found);
                at += blank(&rest[at..]);
            }
            return at + 1;
        } else {
            break;
        }
    }
    if rest[at..].starts_with(" as ") {
        at += " as ".len();
        name = word(at);
        at += name.len();
    }
    found.push((name.to_owned(), path));
    // A letter that no path has is passed over, so that the search ends.
    at.max(1)
}

fn blank(rest: &str) -> usize {
    rest.find(|letter: char| letter != ',' && !letter.is_whitespace()).unwrap_or(rest.len())
}

/// The state of a room is made of what its folders keep, and they are given it: it belongs to none of them.
const STATE: &str = "state";

/// The imports between the modules at the top of a crate: each stands for all files below it.
fn between_folders(imports: &Imports) -> Imports {
    let mut found = Imports::new();
    for (module, imported) in imports.iter().filter(|(module, _)| top(module) != STATE) {
        let others = imported.iter().map(|next| top(next)).filter(|next| *next != top(module)).map(str::to_owned);
        found.entry(top(module).to_owned()).or_default().extend(others);
    }
    found.remove("");
    found
}

fn top(module: &str) -> &str {
    module.split("::").next().unwrap_or_default()
}

/// Every module that imports itself over others.
fn in_circles(imports: &Imports) -> Vec<&str> {
    let reached = |start: &str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(module) = open.pop() {
            let next = imports.get(module).into_iter().flatten().map(String::as_str);
            open.extend(next.filter(|next| is_counted(module, next) && seen.insert(*next)).collect::<Vec<_>>());
        }
        seen.contains(start)
    };
    imports.keys().map(String::as_str).filter(|module| reached(module)).collect()
}

fn is_counted(module: &str, next: &str) -> bool {
    !next.starts_with(&format!("{module}::")) && !module.starts_with(&format!("{next}::"))
}

/// The imports of each crate, by the folder of its files.
fn crates() -> Vec<(String, Imports)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates = ["areas", "platform"].into_iter().flat_map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let mut sources: Vec<_> = crates.map(|entry| entry.unwrap().path().join("src")).collect();
    sources.push(root.join("server/src"));
    let there = sources.iter().filter(|source| source.is_dir());
    there.map(|source| (source.display().to_string(), imports(&texts(source)))).collect()
}

#[test]
fn no_files_of_a_crate_import_each_other_in_a_circle() {
    let (mut seen, mut circles) = (0, Vec::new());
    for (source, imports) in crates() {
        seen += imports.values().map(BTreeSet::len).sum::<usize>();
        circles.extend(in_circles(&imports).into_iter().map(|module| format!("{source}: {module}")));
    }
    assert!(seen > 1_000, "only {seen} imports were found");
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn no_folders_of_a_crate_import_each_other_in_a_circle() {
    let mut circles = Vec::new();
    for (source, imports) in crates() {
        let folders = between_folders(&imports);
        circles.extend(in_circles(&folders).into_iter().map(|name| format!("{source}: {name} {:?}", folders[name])));
    }
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn a_circle_of_folders_is_found_where_their_files_have_none() {
    let to = |next: &str| BTreeSet::from([next.to_owned()]);
    let imports = Imports::from([
        ("entries::list".to_owned(), to("bin::marks")),
        ("bin::job".to_owned(), to("entries::empty")),
        ("bin::later".to_owned(), to("state")),
        ("state".to_owned(), to("bin::marks")),
        ("names".to_owned(), to("entries::list")),
    ]);
    assert!(in_circles(&imports).is_empty());
    assert_eq!(in_circles(&between_folders(&imports)), ["bin", "entries"]);
}

#[test]
fn what_stands_behind_tests_in_a_file_of_their_own_is_read() {
    let room = code("mod ids; // a comment\n#[cfg(test)]\nmod tests;\npub use ids::AclId;\n");
    assert!(room.contains("pub use ids::AclId;"), "{room}");
    let file = code("use crate::AclId;\n#[cfg(test)]\nmod tests {\n    use crate::Other;\n}\n");
    assert!(file.contains("crate::AclId") && !file.contains("crate::Other"), "{file}");
}

#[test]
fn a_circle_over_three_files_is_found() {
    let to = |next: &str| BTreeSet::from([next.to_owned()]);
    let imports = Imports::from([
        ("a".to_owned(), to("b")),
        ("b".to_owned(), to("c::d")),
        ("c::d".to_owned(), to("a")),
        ("e".to_owned(), to("a")),
        ("c".to_owned(), to("c::d")),
    ]);
    assert_eq!(in_circles(&imports), ["a", "b", "c::d"]);
}

#[test]
fn a_name_is_followed_to_the_file_that_has_it() {
    let files = [
        ("", "pub use self::state::{Config, Content as Room};\npub(crate) use error::{Error, self as fault};"),
        ("error", ""),
        ("state", "use crate::fault::Error;\nuse crate::{\n    jobs::{START, work::{Work, self}},\n};"),
        ("jobs", "pub use start::START;"),
        ("jobs::start", "fn new(room: &crate::Room) -> super::Other {}"),
        ("jobs::work", "use super::super::{Config, Error};"),
    ];
    let texts = files.into_iter().map(|(module, code)| (module.to_owned(), code.to_owned())).collect();
    let found = imports(&texts);
    let of = |module: &str| found[module].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(of("state"), ["error", "jobs::start", "jobs::work"]);
    assert_eq!(of("jobs::start"), ["jobs", "state"]);
    assert_eq!(of("jobs::work"), ["error", "state"]);
}
