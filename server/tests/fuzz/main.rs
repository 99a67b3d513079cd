//! Made-up input: the targets of `fuzz/`, each with a bounded number of inputs that are grown from its committed
//! corpus. `docs/guides/fuzz.md` says how to run longer. `PROVE_INPUTS` and `PROVE_SEED` make it longer or different.

#![expect(clippy::unwrap_used, reason = "an input that breaks a rule ends the run, and is shown")]

mod credentials;
mod cursors;
mod forms;
mod grow;
mod kinds;
mod names;
mod parts;
mod pictures;
mod prints;
mod queries;
mod ranges;
#[path = "../it/seeded_rng.rs"]
mod seeded_rng;
mod test_server;

use std::path::{Path, PathBuf};

use seeded_rng::SeededRng;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn try_out(name: &str, inputs: u64, check: impl Fn(&[u8])) {
    let seeds = files(&format!("fuzz/corpus/{name}")).iter().map(|path| std::fs::read(path).unwrap()).collect();
    try_out_from(seeds, name, inputs, check);
}

/// Every seed as it is, then `inputs` that are grown from them.
fn try_out_from(mut seeds: Vec<Vec<u8>>, name: &str, inputs: u64, check: impl Fn(&[u8])) {
    assert!(!seeds.is_empty(), "a target begins with a corpus");
    seeds.iter().for_each(|seed| check(seed));
    let seed = number("PROVE_SEED").unwrap_or(1);
    let mut rng = SeededRng::new(seed);
    for at in 0..number("PROVE_INPUTS").unwrap_or(inputs) {
        let input = grow::grow(&mut seeds, &mut rng);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&input)));
        if let Err(broken) = outcome {
            let found = std::env::temp_dir().join(format!("vitrine-{name}-{seed}-{at}"));
            std::fs::write(&found, &input).unwrap();
            eprintln!(
                "{name}: input {at} with seed {seed} is kept at {}: {:?}",
                found.display(),
                input.escape_ascii().to_string()
            );
            std::panic::resume_unwind(broken);
        }
    }
}

#[test]
fn names() {
    try_out("names", 20_000, names::check);
}

#[test]
fn cursors() {
    try_out("cursors", 20_000, cursors::check);
}

#[test]
fn kinds() {
    try_out("kinds", 20_000, kinds::check);
}

#[test]
fn ranges() {
    try_out("ranges", 1500, ranges::check);
}

#[test]
fn queries() {
    try_out("queries", 1500, queries::check);
}

#[test]
fn parts() {
    try_out("parts", 600, parts::check);
}

#[test]
fn forms() {
    try_out("forms", 600, forms::check);
}

#[test]
fn credentials() {
    try_out("credentials", 1500, credentials::check);
}

#[test]
fn pictures() {
    try_out("pictures", 60, pictures::check);
}

#[test]
fn prints() {
    let seeds = [files("fuzz/corpus/prints"), files("platform/previews/tests/it/files")].concat();
    try_out_from(prints::seeds(seeds), "prints", 200, prints::check);
}

#[test]
fn each_target_of_libfuzzer_names_files_that_are_here() {
    let targets = files("fuzz/fuzz_targets");
    for target in &targets {
        let text = std::fs::read_to_string(target).unwrap();
        let name_in = |line: &str| Some(line.strip_prefix("#[path = \"")?.strip_suffix("\"]")?.to_owned());
        let named: Vec<String> = text.lines().filter_map(name_in).collect();
        assert!(!named.is_empty(), "{} checks nothing", target.display());
        for file in named {
            let there = target.with_file_name(&file);
            assert!(there.is_file(), "{} names {file}, which is not there", target.display());
        }
    }
    assert!(!targets.is_empty());
}
