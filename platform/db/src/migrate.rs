//! Migrations: numbered SQL files, one folder per engine, each run once and in order.

use crate::connection::{Engine, Tx};
use crate::{Db, Error, Result};

/// One step: its name without the engine, and its text for each engine.
struct Migration {
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

macro_rules! migrations {
    ($($name:literal),+ $(,)?) => {
        &[$(Migration {
            name: $name,
            sqlite: include_str!(concat!("../../../migrations/sqlite/", $name, ".sql")),
            postgres: include_str!(concat!("../../../migrations/postgres/", $name, ".sql")),
        }),+]
    };
}

/// Every migration, oldest first. A new one is a file in each folder and a line here.
const MIGRATIONS: &[Migration] = migrations![
    "0001_jobs",
    "0002_tenancy",
    "0003_identity",
    "0004_nodes",
    "0005_activity",
    "0006_security",
    "0007_content",
    "0008_media",
    "0009_counted_by_index",
    "0010_audit",
    "0011_billing",
    "0012_themes",
    "0013_topics",
    "0014_tally",
    "0015_pieces_of_names",
    "0020_settings_lists",
    "0021_external_companies",
    "0022_user_lists",
    "0023_users_without_words",
    "0030_mail",
    "0031_identity_links",
    "0032_identity_session_origin",
    "0033_identity_second_factor",
    "0034_identity_provider",
    "0040_content_settings",
    "0041_security_closed",
    "0060_user_words",
    "0061_guarded_by_node",
    "0070_confirmed_addresses",
    "0071_session_limits",
    "0110_jobs_in_turn",
];

impl Db {
    /// Brings the schema up to date and says how many steps that took. Steps already made are skipped;
    /// several processes may start at once.
    pub async fn migrate(&self) -> Result<usize> {
        self.migrate_with(MIGRATIONS.iter().collect()).await
    }

    /// As an earlier version would have left it, whose last migration was `last`.
    #[cfg(feature = "testing")]
    pub async fn migrate_to(&self, last: &str) -> Result<usize> {
        let end = MIGRATIONS.iter().position(|step| step.name == last).ok_or(Error::Missing)?;
        self.migrate_with(MIGRATIONS[..=end].iter().collect()).await
    }

    /// The steps of those names, which an earlier or this version has made elsewhere.
    pub(crate) async fn migrate_as(&self, names: Vec<String>) -> Result<usize> {
        let steps: Vec<_> = MIGRATIONS.iter().filter(|step| names.iter().any(|name| name == step.name)).collect();
        if steps.len() != names.len() {
            return Err(Error::Broken("the copy was made by a newer version".into()));
        }
        self.migrate_with(steps).await
    }

    async fn migrate_with(&self, steps: Vec<&'static Migration>) -> Result<usize> {
        self.write(move |tx| {
            tx.lock(i64::from_be_bytes(*b"vitrine1"))?;
            tx.batch("CREATE TABLE IF NOT EXISTS db_migration (name TEXT NOT NULL PRIMARY KEY)")?;
            let done = tx.rows("SELECT name FROM db_migration", &[], |row| row.get::<String>(0))?;
            let open: Vec<_> = steps.iter().filter(|step| !done.iter().any(|name| name == step.name)).collect();
            for step in &open {
                apply(tx, step)?;
            }
            Ok(open.len())
        })
        .await
    }
}

fn apply(tx: &mut Tx<'_>, step: &Migration) -> Result<()> {
    let text = match tx.engine() {
        Engine::Sqlite => step.sqlite,
        Engine::Postgres => step.postgres,
    };
    let name = step.name;
    tx.batch(text).map_err(|error| Error::Migration { name: name.into(), reason: error.to_string() })?;
    tx.run("INSERT INTO db_migration (name) VALUES ($1)", crate::params![name])?;
    tracing::info!(migration = name, "Applied migration {name}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::MIGRATIONS;

    #[test]
    fn every_file_is_listed_and_both_engines_have_it() {
        for engine in ["sqlite", "postgres"] {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations/").to_owned() + engine;
            let mut files: Vec<String> = std::fs::read_dir(folder)
                .unwrap()
                .map(|file| file.unwrap().file_name().to_string_lossy().trim_end_matches(".sql").to_owned())
                .collect();
            files.sort();
            let listed: Vec<_> = MIGRATIONS.iter().map(|step| step.name.to_owned()).collect();
            assert_eq!(files, listed, "{engine}");
        }
    }
}
