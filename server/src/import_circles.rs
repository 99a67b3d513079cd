//! Files of one crate do not import each other in a circle: what two files need lies in a third. Imports between a file
//! and the files of its own folder are not counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a crate by their path of modules, each with the modules that it imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

fn files(folder: &Path) -> Vec<PathBuf> {
    let inside = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    let found = fs::read_dir(folder).unwrap().flat_map(|entry| inside(entry.unwrap().path()));
    found.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

fn imports(source: &Path) -> Imports {
    let read = |path: PathBuf| {
        let name = path.strip_prefix(source).unwrap().with_extension("");
        let parts: Vec<_> = name.iter().map(|part| part.to_str().unwrap()).filter(|part| *part != "lib").collect();
        (parts.join("::"), fs::read_to_string(path).unwrap())
    };
    let texts: BTreeMap<String, String> = files(source).into_iter().map(read).collect();
    let names: BTreeSet<&str> = texts.keys().map(String::as_str).collect();
    let of = |name: &String, text: &String| {
        let mut found = BTreeSet::new();
        for path in paths(name, text) {
            let module = prefixes(&path).find(|prefix| names.contains(prefix));
            found.extend(module.filter(|module| module != name && !module.is_empty()).map(str::to_owned));
        }
        (name.clone(), found)
    };
    texts.iter().map(|(name, text)| of(name, text)).collect()
}

/// `a::b::c`, then `a::b`, then `a`.
fn prefixes(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| path.rsplit_once("::").map(|(before, _)| before))
}

/// The paths from the crate's top that `text` names, its tests left out.
fn paths(name: &str, text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code = lines.collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for (start, base) in [("crate::", Some("")), ("super::", name.rsplit_once("::").map(|(above, _)| above))] {
        let Some(base) = base else { continue };
        for (at, _) in code.match_indices(start) {
            let is_word =
                code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == ':');
            if !is_word {
                named(base, &code[at + start.len()..], &mut found);
            }
        }
    }
    found
}

/// Adds the paths of one import, which may be `a::{b, c::d}`.
fn named(base: &str, rest: &str, found: &mut Vec<String>) -> usize {
    let join = |base: &str, name: &str| if base.is_empty() { name.to_owned() } else { format!("{base}::{name}") };
    let mut at = 0;
    let mut path = base.to_owned();
    while let Some(letter) = rest[at..].chars().next() {
        let word: String = rest[at..].chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
        if !word.is_empty() {
            path = join(&path, &word);
            at += word.len();
        } else if rest[at..].starts_with("::") {
            at += 2;
        } else if letter == '{' {
            at += 1;
            while !rest[at..].starts_with('}') && at < rest.len() {
                at += named(&path, &rest[at..], found);
                at += rest[at..].chars().take_while(|letter| *letter == ',' || letter.is_whitespace()).count();
            }
            return at + 1;
        } else {
            break;
        }
    }
    found.push(path);
    // A letter that no path has is passed over, so that the search ends.
    at.max(1)
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

#[test]
fn no_files_of_a_crate_import_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates = ["areas", "platform"].into_iter().flat_map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let mut sources: Vec<_> = crates.map(|entry| entry.unwrap().path().join("src")).collect();
    sources.push(root.join("server/src"));
    let mut seen = 0;
    for source in sources.iter().filter(|source| source.is_dir()) {
        let imports = imports(source);
        seen += imports.values().map(BTreeSet::len).sum::<usize>();
        assert_eq!(in_circles(&imports), Vec::<&str>::new(), "{}", source.display());
    }
    assert!(seen > 1_000, "only {seen} imports were found");
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
    let mut found = Vec::new();
    named("", "a::{self, b::{c, D}, e}, f", &mut found);
    assert_eq!(found, ["a::self", "a::b::c", "a::b::D", "a::e"]);
}
