//! A copy of the whole database while others write to it, and a database made from such a copy.
//!
//! SQLite copies itself into one file. Of PostgreSQL each table is written as `COPY` gives it, all in one snapshot; the
//! copy is read by the same migrations that made its tables, so neither needs tools of the database's own.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::OpenFlags;

use crate::connection::{Client, Conn, Tx};
use crate::examine::{examine_copy, unkept_references};
use crate::migrate::{names_of, refuse_newer};
use crate::pool::{Backend, open_sqlite};
use crate::{Db, DbUrl, Error, Result, Row, foreign_keys};

pub(crate) const SQLITE: &str = "vitrine.db";
/// How long a writer is waited for that is in the way.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// A line for every table: its name and its columns.
const TABLES: &str = "tables.txt";

impl Db {
    /// Copies everything into `folder`, which is made, and runs `ask` over exactly what was copied. A database that is
    /// damaged is not copied as if it were whole.
    pub async fn copy_to<T, E, F>(&self, folder: PathBuf, ask: F) -> Result<T, E>
    where
        F: FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        fs::create_dir_all(&folder).map_err(Error::from)?;
        match &*self.backend {
            Backend::Sqlite { path, .. } => {
                let path = path.clone();
                let copied = tokio::task::spawn_blocking(move || {
                    let copy = folder.join(SQLITE);
                    let name = copy.to_str().ok_or_else(|| Error::Broken("a folder without a name".into()))?;
                    let source = open_sqlite(&path)?;
                    source.busy_timeout(LONGEST_WAIT).map_err(Error::from)?;
                    refuse_newer(names_of(&mut Conn::Sqlite(&source, None))?.iter().map(String::as_str))?;
                    source.execute("VACUUM INTO ?1", [name]).map_err(Error::from)?;
                    refuse_damaged(&examine_copy(&folder)?)?;
                    let copied = rusqlite::Connection::open(&copy).map_err(Error::from)?;
                    ask(&mut Conn::Sqlite(&copied, None))
                });
                copied.await.map_err(|error| Error::Broken(error.to_string()))?
            }
            Backend::Postgres { .. } => {
                self.on_postgres(move |client, _| {
                    let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                    client.client.batch_execute(begin).map_err(Error::from)?;
                    let answer = copy_tables(client, &folder)
                        .and_then(|()| refuse_damaged(&unkept_references(client)?))
                        .map_err(E::from)
                        .and_then(|()| ask(&mut Conn::Postgres(client, None)));
                    client.client.batch_execute("COMMIT").map_err(Error::from)?;
                    answer
                })
                .await
            }
        }
    }

    /// Refuses a place at which there is a database already.
    pub async fn refuse_occupied(url: &DbUrl) -> Result<()> {
        match url {
            DbUrl::Sqlite(path) if path.exists() => Err(Error::Broken(format!("{} is there already", path.display()))),
            DbUrl::Sqlite(_) => Ok(()),
            DbUrl::Postgres(_) => {
                let occupied = Self::open(url)?.read(|conn| conn.exists(OWN_TABLES, &[])).await?;
                if occupied { Err(Error::Broken("the database has tables already".into())) } else { Ok(()) }
            }
        }
    }

    /// A database at `url`, as `copy_to` left it in `folder`. On PostgreSQL tables that a copy which was cut off has
    /// left are emptied.
    pub async fn from_copy(url: &DbUrl, folder: &Path) -> Result<Self> {
        match url {
            DbUrl::Sqlite(path) => {
                Self::refuse_occupied(url).await?;
                let copy = folder.join(SQLITE);
                let looked_at = rusqlite::Connection::open_with_flags(&copy, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
                refuse_newer(names_of(&mut Conn::Sqlite(&looked_at, None))?.iter().map(String::as_str))?;
                drop(looked_at);
                fs::copy(&copy, path)?;
                Self::open(url)
            }
            DbUrl::Postgres(_) => {
                let tables = tables_of(folder)?;
                let db = Self::open(url)?;
                db.migrate_as(names_in(&folder.join("db_migration.copy"))?).await?;
                let folder = folder.to_owned();
                db.write(move |tx| fill(tx, &tables, &folder)).await?;
                Ok(db)
            }
        }
    }
}

fn refuse_damaged(found: &[String]) -> Result<()> {
    let Some(first) = found.first() else { return Ok(()) };
    let told =
        format!("the database is damaged, `vitrine doctor` tells more ({} findings, the first: {first})", found.len());
    Err(Error::Broken(told))
}

const OWN_TABLES: &str = "SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() LIMIT 1";

/// A table and the columns that are its own; what is computed from them is computed again.
struct Table {
    name: String,
    columns: Vec<String>,
}

fn copy_tables(client: &mut Client, folder: &Path) -> Result<()> {
    let mut list = BufWriter::new(File::create(folder.join(TABLES))?);
    refuse_newer(names_of(&mut Conn::Postgres(client, None))?.iter().map(String::as_str))?;
    for Table { name, columns } in tables(&mut Conn::Postgres(client, None))? {
        let quoted: Vec<_> = columns.iter().map(|column| format!("\"{column}\"")).collect();
        let sql = format!("COPY \"{name}\" ({}) TO STDOUT", quoted.join(", "));
        let mut rows = client.client.copy_out(sql.as_str())?;
        let mut file = File::create(folder.join(format!("{name}.copy")))?;
        io::copy(&mut rows, &mut file)?;
        file.sync_all()?;
        writeln!(list, "{name} {}", columns.join(" "))?;
    }
    list.flush()?;
    Ok(())
}

fn tables(conn: &mut Conn<'_>) -> Result<Vec<Table>> {
    let pairs = conn.rows(
        "SELECT c.table_name::text, c.column_name::text
         FROM information_schema.columns c
         JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
         WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
         ORDER BY c.table_name, c.ordinal_position",
        &[],
        |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)),
    )?;
    let mut tables: Vec<Table> = Vec::new();
    for (name, column) in pairs {
        match tables.last_mut().filter(|table| table.name == name) {
            Some(table) => table.columns.push(column),
            None => tables.push(Table { name, columns: vec![column] }),
        }
    }
    Ok(tables)
}

fn tables_of(folder: &Path) -> Result<Vec<Table>> {
    let list = fs::read_to_string(folder.join(TABLES))?;
    let plain = |word: &str| word.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let tables = list.lines().map(|line| {
        let mut words = line.split(' ').map(str::to_owned);
        Table { name: words.next().unwrap_or_default(), columns: words.collect() }
    });
    let tables: Vec<_> = tables.collect();
    let sound = tables.iter().all(|table| plain(&table.name) && table.columns.iter().all(|column| plain(column)));
    if sound { Ok(tables) } else { Err(Error::Broken("the copy's list of tables is damaged".into())) }
}

/// The first column: `tables` lists columns in the order in which they were made.
fn names_in(file: &Path) -> Result<Vec<String>> {
    let name = |line: &str| line.split('\t').next().unwrap_or_default().to_owned();
    Ok(fs::read_to_string(file)?.lines().map(name).collect())
}

/// Fills the tables that the migrations have made. What the migrations, or a restore that was cut off, put into them goes;
/// keys that point from table to table are taken away for as long as not all of them are full.
fn fill(tx: &mut Tx<'_>, tables: &[Table], folder: &Path) -> Result<()> {
    let keys = foreign_keys::of_schema(tx)?;
    foreign_keys::drop(tx, &keys)?;
    for table in tables {
        let name = &table.name;
        if tx.exists(&format!("SELECT 1 FROM \"{name}\" LIMIT 1"), &[])? {
            tx.batch(&emptying(name))?;
        }
        let quoted: Vec<_> = table.columns.iter().map(|column| format!("\"{column}\"")).collect();
        let mut file = File::open(folder.join(format!("{name}.copy")))?;
        tx.copy_in(&format!("COPY \"{name}\" ({}) FROM STDIN", quoted.join(", ")), &mut file)?;
    }
    foreign_keys::add(tx, &keys)?;
    count_on(tx)
}

/// Empties a table of what the migrations, or an earlier try, have put there. Triggers refuse that of the audit log.
pub(crate) fn emptying(table: &str) -> String {
    format!(
        "ALTER TABLE \"{table}\" DISABLE TRIGGER USER;
         DELETE FROM \"{table}\";
         ALTER TABLE \"{table}\" ENABLE TRIGGER USER"
    )
}

/// Rows came with their ids; what gives out the next ones goes on after the last.
pub(crate) fn count_on(tx: &mut Tx<'_>) -> Result<()> {
    let counted = tx.rows(
        "SELECT table_name::text, column_name::text
         FROM information_schema.columns
         WHERE table_schema = current_schema() AND is_identity = 'YES'",
        &[],
        |row: &Row<'_>| Ok((row.get::<String>(0)?, row.get::<String>(1)?)),
    )?;
    for (table, column) in counted {
        tx.batch(&format!(
            "SELECT setval(pg_get_serial_sequence('\"{table}\"', '{column}'), COALESCE(MAX(\"{column}\"), 0) + 1, FALSE)
             FROM \"{table}\""
        ))?;
    }
    Ok(())
}
