//! Brings the schema up to date. `db_migration` notes which migrations were made, and from which text.

use std::time::Duration;

use crate::connection::Conn;
use crate::engine::Engine;
use crate::migrations::{Earlier, Migration, Migrations};
use crate::tx::Tx;
use crate::wait_budget::with_wait_budget;
use crate::{Db, Error, Result, params};

/// How long another process that brings the same database up to date is waited for.
const TIMEOUT: Duration = Duration::from_secs(600);

impl Db {
    /// Brings the schema up to date and says how many steps that took. Steps already made are skipped;
    /// several processes may start at once. A database of a newer version is left alone: `Error::Newer`.
    pub async fn migrate(&self, all: &Migrations) -> Result<usize> {
        self.migrate_with(all.clone(), all.clone()).await
    }

    /// Whether there is an installation's database, of whatever version.
    pub async fn is_made(&self) -> Result<bool> {
        self.read(has_table).await
    }

    /// How many steps `migrate` would make.
    pub async fn outdated_by(&self, all: &Migrations) -> Result<usize> {
        let all = all.clone();
        self.read(move |conn| {
            let made = if has_table(conn)? { names_of(conn)? } else { Vec::new() };
            all.check(&made)?;
            Ok(all.iter().filter(|step| !made.iter().any(|name| name == step.name)).count())
        })
        .await
    }

    /// The steps of those names, which an earlier or this version has made elsewhere.
    pub(crate) async fn migrate_as(&self, all: &Migrations, names: &[String]) -> Result<usize> {
        all.check(names)?;
        self.migrate_with(all.clone(), all.made(names)).await
    }

    async fn migrate_with(&self, all: Migrations, wanted: Migrations) -> Result<usize> {
        let migrated = self.write(move |tx| {
            tx.lock(i64::from_be_bytes(*b"vitrine1"))?;
            tx.batch("CREATE TABLE IF NOT EXISTS db_migration (name TEXT NOT NULL PRIMARY KEY, checksum TEXT)")?;
            let done = names_of(tx)?;
            all.check(&done)?;
            let earlier = all.earlier_of(&done);
            if let Some(earlier) = earlier {
                take_over(tx, earlier, &all)?;
            }
            let done = names_of(tx)?;
            let open: Vec<_> = wanted.iter().filter(|step| !done.iter().any(|name| name == step.name)).collect();
            for step in &open {
                apply(tx, step)?;
            }
            compare(tx, &all)?;
            Ok(open.len() + usize::from(earlier.is_some()))
        });
        with_wait_budget(TIMEOUT, migrated).await
    }
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

/// What the earlier migrations have made is noted as what the baselines make.
fn take_over(tx: &mut Tx<'_>, earlier: &Earlier, all: &Migrations) -> Result<()> {
    for name in earlier.names {
        tx.run("DELETE FROM db_migration WHERE name = $1", params![*name])?;
    }
    for step in all.iter().filter(|step| step.is_baseline()) {
        note(tx, step)?;
    }
    if tx.engine() == Engine::Postgres {
        tx.batch(earlier.postgres)?;
    }
    tracing::info!("The database was made by the migrations of an earlier version; it goes on with each room's own");
    Ok(())
}

fn apply(tx: &mut Tx<'_>, step: &Migration) -> Result<()> {
    let name = step.name;
    let made = tx.batch(step.text(tx.engine()));
    let filled = made.and_then(|()| step.fill.map_or(Ok(()), |fill| fill(tx)));
    filled.map_err(|error| Error::Migration { name: name.into(), reason: error.to_string() })?;
    note(tx, step)?;
    tracing::info!(migration = name, "Applied migration {name}");
    Ok(())
}

fn note(tx: &mut Tx<'_>, step: &Migration) -> Result<()> {
    let checksum = step.checksum(tx.engine());
    let sql = "INSERT INTO db_migration (name, checksum) VALUES ($1, $2)";
    tx.run(sql, params![step.name, &checksum]).map(drop)
}

/// Steps that were made from another text than ours are told.
fn compare(tx: &mut Tx<'_>, all: &Migrations) -> Result<()> {
    let engine = tx.engine();
    let kept = tx.rows("SELECT name, checksum FROM db_migration ORDER BY name", &[], |row| {
        Ok((row.get::<String>(0)?, row.get::<Option<String>>(1)?))
    })?;
    for (name, checksum) in kept {
        if all.find(&name).is_some_and(|step| checksum.as_deref() != Some(step.checksum(engine).as_str())) {
            tracing::warn!(
                migration = name,
                "Migration {name} is not what this database was made with: one of the two was changed afterwards"
            );
        }
    }
    Ok(())
}

#[cfg(all(test, feature = "testing"))]
mod tests {
    use crate::testing::TestDb;
    use crate::{Engine, Error, Migration, Migrations, Result, Tx};

    const fn step(room: &'static str, floor: u8, name: &'static str, sql: &'static str) -> Migration {
        Migration { room, floor, name, sqlite: sql, postgres: sql, fill: None }
    }

    const KEYS: Migration =
        step("key", 1, "key/0001_baseline", "CREATE TABLE key_key (key_id BIGINT NOT NULL PRIMARY KEY)");
    /// Its name comes first, its floor does not.
    const DOORS: Migration = step(
        "door",
        2,
        "door/0001_baseline",
        "CREATE TABLE door_door (key_id BIGINT NOT NULL REFERENCES key_key (key_id))",
    );
    /// Of the lower room, but made later.
    const LOCKS: Migration =
        step("key", 1, "key/0002_rows_for_doors", "INSERT INTO key_key SELECT key_id + 1 FROM door_door");
    const DOUBLES: Migration =
        step("key", 1, "key/0003_doubles", "ALTER TABLE key_key ADD COLUMN doubled BIGINT NOT NULL DEFAULT 0");

    fn double(tx: &mut Tx<'_>) -> Result<()> {
        tx.run("UPDATE key_key SET doubled = doubled + 2 * key_id", &[]).map(drop)
    }

    #[test]
    fn migrations_are_put_in_order_and_each_is_there_once() {
        let doors = Migrations::of([DOORS]).and(Migrations::of([LOCKS, KEYS]));
        let all: Migrations = [doors.clone(), Migrations::of([KEYS]), doors].into_iter().collect();
        let names: Vec<_> = all.iter().map(|step| step.name).collect();
        assert_eq!(names, ["key/0001_baseline", "door/0001_baseline", "key/0002_rows_for_doors"]);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_migration_that_comes_later_finds_what_was_made_before() {
        for engine in [Engine::Sqlite, Engine::Postgres] {
            let before = Migrations::of([DOORS, KEYS]);
            let test = TestDb::new(engine, &before).await;
            test.run("INSERT INTO key_key VALUES (1); INSERT INTO door_door VALUES (1)".into()).await;
            let all = before.clone().and(Migrations::of([LOCKS]));
            assert_eq!(test.db.outdated_by(&all).await.unwrap(), 1);
            assert_eq!(test.db.migrate(&all).await.unwrap(), 1);
            assert_eq!(test.db.migrate(&all).await.unwrap(), 0);
            let keys = test.db.read(|c| c.get("SELECT COUNT(*) FROM key_key", &[], |row| row.get::<i64>(0)));
            assert_eq!(keys.await.unwrap(), 2);
            let older = test.db.migrate(&before).await;
            assert!(matches!(older, Err(Error::Newer(names)) if names == [LOCKS.name]));
            // A PostgreSQL client must not be dropped in asynchronous code.
            tokio::task::spawn_blocking(move || drop(test)).await.unwrap();
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn rows_of_before_are_filled_once() {
        for engine in [Engine::Sqlite, Engine::Postgres] {
            let test = TestDb::new(engine, &Migrations::of([KEYS])).await;
            test.run("INSERT INTO key_key VALUES (21)".into()).await;
            let all = Migrations::of([KEYS, DOUBLES]);
            let broken = all.clone().filling(DOUBLES.name, |_| Err(Error::Missing));
            let refused = test.db.migrate(&broken).await.unwrap_err();
            assert!(matches!(&refused, Error::Migration { name, .. } if name == DOUBLES.name), "{refused}");
            let all = all.filling(DOUBLES.name, double);
            assert_eq!(test.db.migrate(&all).await.unwrap(), 1, "what was not filled was not made");
            assert_eq!(test.db.migrate(&all).await.unwrap(), 0);
            let doubled = test.db.read(|c| c.get("SELECT doubled FROM key_key", &[], |row| row.get::<i64>(0)));
            assert_eq!(doubled.await.unwrap(), 42);
            tokio::task::spawn_blocking(move || drop(test)).await.unwrap();
        }
    }
}
