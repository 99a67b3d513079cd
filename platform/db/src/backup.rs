//! A copy of the whole database while others write to it.
//!
//! SQLite copies itself into one file. Of PostgreSQL each table is written as `COPY` gives it, all in one snapshot; the
//! copy is read by the same migrations that made its tables (`restore`), so neither needs tools of the database's own.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::client::Client;
use crate::connection::Conn;
use crate::examine::{SQLITE, examine_copy, unkept_references};
use crate::migrate::names_of;
use crate::pool::Backend;
use crate::sqlite::open_sqlite;
use crate::{Db, Error, Migrations, Result};

/// How long a writer is waited for that is in the way.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// A line for every table: its name and its columns.
pub(crate) const TABLES: &str = "tables.txt";

impl Db {
    /// Copies everything into `folder`, which is made, and runs `ask` over exactly what was copied. A database that is
    /// damaged, or of a newer version, is not copied as if it were whole.
    pub async fn copy_to<T, E, F>(&self, folder: PathBuf, known: &Migrations, ask: F) -> Result<T, E>
    where
        F: FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        fs::create_dir_all(&folder).map_err(Error::from)?;
        let known = known.clone();
        match &*self.backend {
            Backend::Sqlite { path, .. } => {
                let path = path.clone();
                let copied = tokio::task::spawn_blocking(move || {
                    let copy = folder.join(SQLITE);
                    let name = copy.to_str().ok_or_else(|| Error::Broken("a folder without a name".into()))?;
                    let source = open_sqlite(&path)?;
                    source.busy_timeout(LONGEST_WAIT).map_err(Error::from)?;
                    known.check(&names_of(&mut Conn::from(&source))?)?;
                    source.execute("VACUUM INTO ?1", [name]).map_err(Error::from)?;
                    refuse_damaged(&examine_copy(&folder)?)?;
                    let copied = rusqlite::Connection::open(&copy).map_err(Error::from)?;
                    ask(&mut Conn::from(&copied))
                });
                copied.await.map_err(|error| Error::Broken(error.to_string()))?
            }
            Backend::Postgres { .. } => {
                self.on_postgres(move |client, _| {
                    let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                    client.client.batch_execute(begin).map_err(Error::from)?;
                    let answer = copy_tables(client, &folder, &known)
                        .and_then(|()| refuse_damaged(&unkept_references(client)?))
                        .map_err(E::from)
                        .and_then(|()| ask(&mut Conn::from(&mut *client)));
                    client.client.batch_execute("COMMIT").map_err(Error::from)?;
                    answer
                })
                .await
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

/// A table and the columns that are its own; what is computed from them is computed again.
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<String>,
}

fn copy_tables(client: &mut Client, folder: &Path, known: &Migrations) -> Result<()> {
    let mut list = BufWriter::new(File::create(folder.join(TABLES))?);
    known.check(&names_of(&mut Conn::from(&mut *client))?)?;
    for Table { name, columns } in tables(&mut Conn::from(&mut *client))? {
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
           AND c.table_name <> 'db_restore'
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
