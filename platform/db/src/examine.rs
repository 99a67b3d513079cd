//! Checks the database itself: its pages, its indexes, and the references between its tables.

use std::path::Path;

use rusqlite::OpenFlags;

use crate::client::Client;
use crate::connection::Conn;
use crate::pool::Backend;
use crate::{Db, Error, Result};

pub(crate) const SQLITE: &str = "vitrine.db";

/// Findings that are listed for one table; the rest is counted.
const MOST: usize = 20;

impl Db {
    /// Describes the damage of the database; empty if there is none. It reads everything.
    pub async fn examine(&self) -> Result<Vec<String>> {
        match &*self.backend {
            // Damage may also break the connection that found it.
            Backend::Sqlite { .. } => self.read_long(sqlite).await.or_else(|error| match error {
                Error::Sqlite(said) => Ok(vec![said.to_string()]),
                other => Err(other),
            }),
            Backend::Postgres { .. } => self.on_postgres(|client, _| postgres(client)).await,
        }
    }
}

/// Describes the damage of a database that `Db::copy_to` wrote to `folder`. The tables of a PostgreSQL copy are
/// compared when they are copied and when they are restored.
pub fn examine_copy(folder: &Path) -> Result<Vec<String>> {
    let copy = folder.join(SQLITE);
    if !copy.exists() {
        return Ok(Vec::new());
    }
    let copy = rusqlite::Connection::open_with_flags(&copy, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    sqlite(&mut Conn::from(&copy))
}

fn sqlite(conn: &mut Conn<'_>) -> Result<Vec<String>> {
    let pages = conn.rows("SELECT integrity_check FROM pragma_integrity_check", &[], |row| row.get::<String>(0));
    // A page may be so damaged that the check itself fails.
    let mut found: Vec<String> = match pages {
        Ok(said) => said.into_iter().filter(|line| line != "ok").collect(),
        Err(error) => return Ok(vec![error.to_string()]),
    };
    let sql = "SELECT \"table\", \"parent\", COUNT(*) FROM pragma_foreign_key_check GROUP BY 1, 2";
    let told = |row: &crate::Row<'_>| {
        let (table, parent, rows) = (row.get::<String>(0)?, row.get::<String>(1)?, row.get::<i64>(2)?);
        Ok(format!("{table}: {rows} rows point to what {parent} does not have"))
    };
    found.extend(conn.rows(sql, &[], told).unwrap_or_else(|error| vec![error.to_string()]));
    Ok(found)
}

/// Reads every row of every table, and checks the indexes where the database offers that.
fn postgres(client: &mut Client) -> Result<Vec<String>> {
    let tables = Conn::from(&mut *client).rows(
        "SELECT table_name::text FROM information_schema.tables
         WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1",
        &[],
        |row| row.get::<String>(0),
    )?;
    let mut found = Vec::new();
    for table in tables {
        let sql = format!("SELECT SUM(LENGTH(t::text)) FROM \"{table}\" t");
        if let Err(error) = client.client.query(&sql, &[]) {
            found.push(format!("{table}: {}", Error::from(error)));
        }
    }
    let sql = "SELECT indexrelid::regclass::text FROM pg_index
               JOIN pg_class c ON c.oid = indrelid
               WHERE NOT indisvalid AND c.relnamespace = current_schema()::regnamespace";
    let broken = Conn::from(&mut *client).rows(sql, &[], |row| row.get::<String>(0))?;
    found.extend(broken.into_iter().map(|index| format!("the index {index} is not valid")));
    for key in unkept_references(client)? {
        found.push(key);
    }
    found.truncate(MOST);
    Ok(found)
}

/// PostgreSQL enforces references itself. This finds rows that were written while that was switched off.
pub(crate) fn unkept_references(client: &mut Client) -> Result<Vec<String>> {
    let keys = Conn::from(&mut *client).rows(
        "SELECT k.conrelid::regclass::text, k.confrelid::regclass::text,
                string_agg('t.' || quote_ident(a.attname) || ' = f.' || quote_ident(b.attname), ' AND ' ORDER BY p.place),
                string_agg('t.' || quote_ident(a.attname) || ' IS NOT NULL', ' AND ' ORDER BY p.place)
         FROM pg_constraint k
         CROSS JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY AS p (here, there, place)
         JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = p.here
         JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = p.there
         WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace
         GROUP BY k.oid, k.conrelid, k.confrelid",
        &[],
        |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<String>(2)?, row.get::<String>(3)?)),
    )?;
    let mut found = Vec::new();
    for (table, parent, same, given) in keys {
        let sql = format!(
            "SELECT COUNT(*) FROM {table} t WHERE {given} AND NOT EXISTS (SELECT 1 FROM {parent} f WHERE {same})"
        );
        let rows: i64 = client.client.query_one(&sql, &[])?.get(0);
        if rows > 0 {
            found.push(format!("{table}: {rows} rows point to what {parent} does not have"));
        }
    }
    Ok(found)
}

#[cfg(all(test, feature = "testing"))]
mod tests {
    use std::os::unix::fs::FileExt;

    use crate::testing::TestDb;
    use crate::{DbUrl, Engine, Migrations};

    const TABLES: &str = "CREATE TABLE test_key (key_id BIGINT NOT NULL PRIMARY KEY);
        CREATE TABLE test_door (door_id BIGINT NOT NULL PRIMARY KEY);
        CREATE TABLE test_opens (
          key_id BIGINT NOT NULL REFERENCES test_key (key_id), door_id BIGINT NOT NULL REFERENCES test_door (door_id))";
    const ORPHAN: &str = "INSERT INTO test_opens (key_id, door_id) VALUES (7, 8)";

    async fn with_tables(engine: Engine) -> TestDb {
        let test = TestDb::new(engine, &Migrations::default()).await;
        test.run(TABLES.into()).await;
        test
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_reference_to_nothing_is_found_on_both_engines() {
        for engine in [Engine::Sqlite, Engine::Postgres] {
            let test = with_tables(engine).await;
            assert_eq!(test.db.examine().await.unwrap(), [] as [String; 0]);
            match &test.url {
                DbUrl::Sqlite(path) => {
                    let own = rusqlite::Connection::open(path).unwrap();
                    own.execute_batch(&format!("PRAGMA foreign_keys = OFF; {ORPHAN}")).unwrap();
                }
                DbUrl::Postgres(_) => {
                    let off = "SET session_replication_role = replica";
                    test.run(format!("{off}; {ORPHAN}; SET session_replication_role = DEFAULT")).await;
                }
            }
            let mut found = test.db.examine().await.unwrap();
            found.sort();
            let wanted = ["test_door", "test_key"]
                .map(|parent| format!("test_opens: 1 rows point to what {parent} does not have"));
            assert_eq!(found, wanted);
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_page_that_was_overwritten_is_found() {
        let test = with_tables(Engine::Sqlite).await;
        let DbUrl::Sqlite(path) = &test.url else { unreachable!("it is SQLite") };
        assert_eq!(test.db.examine().await.unwrap(), [] as [String; 0]);
        let own = rusqlite::Connection::open(path).unwrap();
        own.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
        let (page, size): (u32, u32) = own
            .query_row(
                "SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_master WHERE name = 'test_key'",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .unwrap();
        let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
        file.write_all_at(&vec![0xA5; size as usize], u64::from(page - 1) * u64::from(size)).unwrap();
        // Earlier connections may have the page in memory.
        let again = crate::Db::open(&test.url).unwrap();
        assert!(!again.examine().await.unwrap().is_empty());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_copy_is_examined_by_itself() {
        let test = with_tables(Engine::Sqlite).await;
        let folder = test.folder().join("copy");
        test.db.copy_to(folder.clone(), &Migrations::default(), |_| Ok::<_, crate::Error>(())).await.unwrap();
        assert_eq!(crate::examine_copy(&folder).unwrap(), [] as [String; 0]);
        let file = std::fs::OpenOptions::new().write(true).open(folder.join("vitrine.db")).unwrap();
        let middle = file.metadata().unwrap().len() / 2;
        file.write_all_at(&[0xA5; 8192], middle).unwrap();
        assert_ne!(crate::examine_copy(&folder).unwrap(), [] as [String; 0]);
    }
}
