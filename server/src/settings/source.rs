//! The sources of settings: a file, then the environment. An unknown key of the file is refused, with its line and a
//! suggestion. An unknown variable is only a warning, because others set variables too: Kubernetes makes
//! `VITRINE_SERVICE_HOST` and `VITRINE_PORT` for a service of that name. A renamed setting is also read by its old
//! name, with a warning.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, bail};
use config::{Config, Environment, File, FileFormat, Map, Source, Value};
use serde::de::value::Error as NoValue;
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;

use super::Settings;

const PREFIX: &str = "VITRINE_";
/// Variables that are read elsewhere.
const ELSEWHERE: [&str; 2] = ["VITRINE_SEED_PASSWORD", "VITRINE_TEST_POSTGRES"];
/// Settings that are comma-separated in variables.
const LISTS: [&str; 5] = ["trusted_hosts", "allowed_origins", "byte_origins", "previous_secret_keys", "file_roots"];

/// Old and new names.
const RENAMED: [(&str, &str); 7] = [
    ("bin_days", "bin_retention_days"),
    ("former_secret_keys", "previous_secret_keys"),
    ("https", "secure_cookies"),
    ("largest_file", "max_file_bytes"),
    ("near_hosts", "trusted_hosts"),
    ("outbound_authority", "outbound_ca_file"),
    ("smtp_authority", "smtp_ca_file"),
];

/// Reads the file, if one is named, and then the environment: `VITRINE_LISTEN` is `listen`.
pub(super) fn read(file: Option<&Path>) -> anyhow::Result<Settings> {
    let names = names();
    let mut sources = Config::builder();
    let mut warnings = Vec::new();
    if let Some(file) = file {
        for (key, value) in read_file(file, names, &mut warnings)? {
            sources = sources.set_default(key, value)?;
        }
    }
    let ours = variables(names, &mut warnings);
    let mut environment =
        Environment::with_prefix("VITRINE").prefix_separator("_").try_parsing(true).list_separator(",");
    for list in LISTS {
        environment = environment.with_list_parse_key(list);
    }
    let read = sources.add_source(environment.source(Some(ours))).build()?;
    let settings: Settings = read.try_deserialize().map_err(|error| named(&error))?;
    Ok(Settings { warnings, ..settings })
}

fn read_file(file: &Path, names: &[&str], warnings: &mut Vec<String>) -> anyhow::Result<Map<String, Value>> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("the settings file {shown} cannot be read"))?;
    let mut values = match File::from_str(&text, FileFormat::Toml).collect() {
        Ok(values) => values,
        Err(error) => bail!("the settings file {shown}: {error}"),
    };
    for (old, new) in RENAMED {
        if let Some(value) = values.remove(old) {
            warnings.push(format!("The setting {old} of {shown} is called {new} now"));
            values.entry(new.to_owned()).or_insert(value);
        }
    }
    let mut unknown: Vec<_> = values.keys().filter(|key| !names.contains(&key.as_str())).collect();
    unknown.sort_unstable();
    let told: Vec<String> = unknown
        .into_iter()
        .map(|key| {
            let line = text.lines().position(|line| begins_with(line, key)).map_or(0, |line| line + 1);
            format!("line {line}: there is no setting {key:?}{}", meant(key, names, str::to_owned))
        })
        .collect();
    if !told.is_empty() {
        bail!("the settings file {shown}, {}", told.join("; "));
    }
    Ok(values)
}

fn begins_with(line: &str, key: &str) -> bool {
    let rest = line.trim_start().trim_start_matches(['[', '"', '\'']).strip_prefix(key);
    rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
}

/// The variables that are settings, with their new names. A variable that only looks like a setting is a warning.
fn variables(names: &[&str], warnings: &mut Vec<String>) -> HashMap<String, String> {
    let (mut ours, mut renamed, mut strangers) = (HashMap::new(), Vec::new(), Vec::new());
    let variable = |setting: &str| format!("{PREFIX}{}", setting.to_uppercase());
    for (name, value) in std::env::vars_os() {
        let Some(name) = name.to_str().filter(|name| name.starts_with(PREFIX) && !ELSEWHERE.contains(name)) else {
            continue;
        };
        let setting = name[PREFIX.len()..].to_lowercase();
        let Some(value) = value.to_str() else {
            strangers.push(format!("The variable {name} is no readable text and is ignored"));
            continue;
        };
        if names.contains(&setting.as_str()) {
            ours.insert(name.to_owned(), value.to_owned());
        } else if let Some((_, new)) = RENAMED.iter().find(|(old, _)| *old == setting) {
            strangers.push(format!("The variable {name} is called {} now", variable(new)));
            renamed.push((variable(new), value.to_owned()));
        } else {
            let meant = meant(&setting, names, variable);
            strangers.push(format!("The variable {name} is no setting and is ignored{meant}"));
        }
    }
    for (name, value) in renamed {
        ours.entry(name).or_insert(value);
    }
    strangers.sort();
    warnings.extend(strangers);
    ours
}

/// Names the setting with an invalid value, and its source. Values are not repeated: one may be a password in the wrong
/// place.
fn named(error: &config::ConfigError) -> anyhow::Error {
    let name = |origin: &Option<String>, key: &Option<String>| {
        let key = key.as_deref().unwrap_or("?");
        match origin {
            Some(origin) if origin.contains("environment") => format!("the variable {PREFIX}{}", key.to_uppercase()),
            _ => format!("the setting {key}"),
        }
    };
    match error {
        config::ConfigError::Type { origin, expected, key, .. } => {
            anyhow::anyhow!("{} cannot be read: {expected} is expected", name(origin, key))
        }
        config::ConfigError::At { error, origin, key } => {
            anyhow::anyhow!("{} cannot be read: {error}", name(origin, key))
        }
        other => anyhow::anyhow!("the settings: {other}"),
    }
}

/// `; did you mean …?`, if a name is similar enough.
fn meant(written: &str, names: &[&str], said: impl Fn(&str) -> String) -> String {
    let written = written.to_lowercase().replace('-', "_");
    let nearest = names.iter().map(|name| (distance(&written, name), name)).min();
    match nearest {
        Some((steps, name)) if steps <= 2.max(written.len() / 3) => format!("; did you mean {}?", said(name)),
        _ => String::new(),
    }
}

/// How many letters must be added, removed or exchanged to turn one word into the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in one.chars().enumerate() {
        let mut here = vec![row + 1];
        for (column, wanted) in other.iter().enumerate() {
            let exchanged = above[column] + usize::from(letter != *wanted);
            here.push(exchanged.min(above[column + 1] + 1).min(here[column] + 1));
        }
        above = here;
    }
    above[other.len()]
}

/// The names of all settings, as the structure itself has them.
pub(super) fn names() -> &'static [&'static str] {
    struct Fields(&'static [&'static str]);

    impl<'de> Deserializer<'de> for &mut Fields {
        type Error = NoValue;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, NoValue> {
            Err(NoValue::custom("only names are asked for"))
        }

        fn deserialize_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            fields: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, NoValue> {
            self.0 = fields;
            self.deserialize_any(visitor)
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map enum identifier ignored_any
        }
    }

    let mut fields = Fields(&[]);
    // It fails by design, once the names are collected.
    drop(Settings::deserialize(&mut fields));
    fields.0
}

#[cfg(test)]
mod tests {
    use super::{distance, meant, names};

    #[test]
    fn the_names_are_those_of_the_structure_and_of_the_sample() {
        let sample = include_str!("../../../config/vitrine.sample.toml");
        for name in names() {
            assert!(sample.contains(&format!("{name} = ")), "{name} is not in the sample");
        }
        assert!(names().contains(&"listen") && !names().contains(&"warnings"));
    }

    #[test]
    fn an_unknown_setting_suggests_only_a_similar_name() {
        assert_eq!((distance("lisen", "listen"), distance("", "data"), distance("data", "data")), (1, 4, 0));
        assert_eq!(meant("public-url", names(), str::to_owned), "; did you mean public_url?");
        assert_eq!(meant("service_host", names(), str::to_owned), "");
    }
}
