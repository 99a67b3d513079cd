//! Migrations: numbered SQL files, one folder per engine, each run once and in order.

use std::time::Duration;

use crate::connection::{Conn, Engine, Tx};
use crate::wait_budget::with_wait_budget;
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
    "0080_twins",
    "0081_pieces_by_folder",
    "0090_changes_of_rights",
    "0100_content_intent_owner",
    "0110_jobs_in_turn",
    "0111_preview_fault",
    "0120_pieces_of_folders",
    "0130_uploads_that_end",
    "0131_purges",
    "0140_ledgers_of_closed_tenants",
    "0150_content_check",
    "0160_pieces_of_names",
    "0170_makers",
    "0171_external_ids_per_tenant",
    "0180_names_of_access",
    "0181_names_of_mail",
    "0190_made_by",
    "0191_provider_stamp",
    "0200_media_draws",
    "0201_keys_of_propagations",
    "0203_moves_outside",
];

impl Db {
    /// Brings the schema up to date and says how many steps that took. Steps already made are skipped;
    /// several processes may start at once. A database of a newer version is left alone: `Error::Newer`.
    pub async fn migrate(&self) -> Result<usize> {
        with_wait_budget(TIMEOUT, self.migrate_with(MIGRATIONS.iter().collect())).await
    }

    /// Whether there is an installation's database, of whatever version.
    pub async fn is_made(&self) -> Result<bool> {
        self.read(has_table).await
    }

    /// How many steps `migrate` would make.
    pub async fn outdated_by(&self) -> Result<usize> {
        self.read(|conn| {
            let made = if has_table(conn)? { names_of(conn)? } else { Vec::new() };
            refuse_newer(made.iter().map(String::as_str))?;
            Ok(MIGRATIONS.len() - made.len())
        })
        .await
    }

    /// As an earlier version would have left it, whose last migration was `last`.
    #[cfg(feature = "testing")]
    pub async fn migrate_to(&self, last: &str) -> Result<usize> {
        let end = MIGRATIONS.iter().position(|step| step.name == last).ok_or(Error::Missing)?;
        self.migrate_with(MIGRATIONS[..=end].iter().collect()).await
    }

    /// The steps of those names, which an earlier or this version has made elsewhere.
    pub(crate) async fn migrate_as(&self, names: Vec<String>) -> Result<usize> {
        refuse_newer(names.iter().map(String::as_str))?;
        let steps: Vec<_> = MIGRATIONS.iter().filter(|step| names.iter().any(|name| name == step.name)).collect();
        with_wait_budget(TIMEOUT, self.migrate_with(steps)).await
    }

    async fn migrate_with(&self, steps: Vec<&'static Migration>) -> Result<usize> {
        self.write(move |tx| {
            tx.lock(i64::from_be_bytes(*b"vitrine1"))?;
            tx.batch("CREATE TABLE IF NOT EXISTS db_migration (name TEXT NOT NULL PRIMARY KEY)")?;
            let done = names_of(tx)?;
            refuse_newer(done.iter().map(String::as_str))?;
            add_checksums(tx)?;
            let open: Vec<_> = steps.iter().filter(|step| !done.iter().any(|name| name == step.name)).collect();
            for step in &open {
                apply(tx, step)?;
            }
            compare(tx)?;
            Ok(open.len())
        })
        .await
    }
}

/// How long another process that brings the same database up to date is waited for.
const TIMEOUT: Duration = Duration::from_secs(600);

impl Migration {
    fn text(&self, engine: Engine) -> &'static str {
        match engine {
            Engine::Sqlite => self.sqlite,
            Engine::Postgres => self.postgres,
        }
    }

    /// Of the text that `engine` is given.
    fn checksum(&self, engine: Engine) -> String {
        blake3::hash(self.text(engine).as_bytes()).to_hex().to_string()
    }
}

/// None of `names` is unknown to this version.
pub(crate) fn refuse_newer<'n>(names: impl Iterator<Item = &'n str>) -> Result<()> {
    let is_known = |name: &str| MIGRATIONS.iter().any(|step| step.name == name);
    let unknown: Vec<String> = names.filter(|name| !is_known(name)).map(str::to_owned).collect();
    if unknown.is_empty() { Ok(()) } else { Err(Error::Newer(unknown)) }
}

/// The steps that were made, in their order.
pub(crate) fn names_of(conn: &mut Conn<'_>) -> Result<Vec<String>> {
    conn.rows("SELECT name FROM db_migration ORDER BY name", &[], |row| row.get(0))
}

fn has_table(conn: &mut Conn<'_>) -> Result<bool> {
    match conn.engine() {
        Engine::Sqlite => conn.exists("SELECT 1 FROM sqlite_master WHERE name = 'db_migration'", &[]),
        Engine::Postgres => conn.exists("SELECT 1 WHERE to_regclass('db_migration') IS NOT NULL", &[]),
    }
}

/// The column of checksums, which the first versions did not write.
fn add_checksums(tx: &mut Tx<'_>) -> Result<()> {
    let column = match tx.engine() {
        Engine::Sqlite => "SELECT 1 FROM pragma_table_info('db_migration') WHERE name = 'checksum'",
        Engine::Postgres => {
            "SELECT 1 FROM information_schema.columns
             WHERE table_schema = current_schema() AND table_name = 'db_migration' AND column_name = 'checksum'"
        }
    };
    if tx.exists(column, &[])? { Ok(()) } else { tx.batch("ALTER TABLE db_migration ADD COLUMN checksum TEXT") }
}

fn apply(tx: &mut Tx<'_>, step: &Migration) -> Result<()> {
    let engine = tx.engine();
    let name = step.name;
    tx.batch(step.text(engine)).map_err(|error| Error::Migration { name: name.into(), reason: error.to_string() })?;
    let sql = "INSERT INTO db_migration (name, checksum) VALUES ($1, $2)";
    tx.run(sql, crate::params![name, &step.checksum(engine)])?;
    tracing::info!(migration = name, "Applied migration {name}");
    Ok(())
}

/// Steps that were made from another text than ours are told. A step of before checksums were kept gets ours.
fn compare(tx: &mut Tx<'_>) -> Result<()> {
    let engine = tx.engine();
    let kept = tx.rows("SELECT name, checksum FROM db_migration ORDER BY name", &[], |row| {
        Ok((row.get::<String>(0)?, row.get::<Option<String>>(1)?))
    })?;
    for (name, checksum) in kept {
        let Some(step) = MIGRATIONS.iter().find(|step| step.name == name) else { continue };
        let ours = step.checksum(engine);
        match checksum {
            Some(checksum) if checksum == ours => {}
            Some(_) => tracing::warn!(
                migration = name,
                "Migration {name} is not what this database was made with: one of the two was changed afterwards"
            ),
            None => {
                tx.run("UPDATE db_migration SET checksum = $2 WHERE name = $1", crate::params![&name, &ours])?;
            }
        }
    }
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
