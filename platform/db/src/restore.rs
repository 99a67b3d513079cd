//! A database made from a copy that `Db::copy_to` left.
//!
//! From its first moment the new database names the restore that makes it, in a table of its own (`db_restore`), until
//! after the restore has ended. So a restore that was cut off knows its own database from another one at the same
//! address, and a database that is only half made is refused.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::OpenFlags;

use crate::backup::{TABLES, Table};
use crate::connection::Conn;
use crate::engine::Engine;
use crate::examine::SQLITE;
use crate::migrate::names_of;
use crate::pool::CONNECTIONS;
use crate::tx::Tx;
use crate::{Db, DbUrl, Error, Migrations, Precondition, Result, Row, foreign_keys, params};

/// The restore that makes the database.
const NOTE: &str = "DROP TABLE IF EXISTS db_restore;
CREATE TABLE db_restore (restore_id TEXT NOT NULL PRIMARY KEY, has_ended BOOLEAN NOT NULL)";
/// Notes a restore that has begun.
const BEGIN: &str = "INSERT INTO db_restore (restore_id, has_ended) VALUES ($1, FALSE)";

/// What a restore finds at the address of its database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestoreTarget {
    Empty,
    /// This restore has made it, and not ended.
    Ours,
    /// This restore has ended, but may not have removed its traces.
    Ended,
    /// A database that is whole, or one that another restore makes.
    Foreign,
}

impl RestoreTarget {
    fn of(noted: Option<Noted>, restore: &str) -> Self {
        match noted {
            Some(noted) if noted.restore == restore => {
                if noted.has_ended {
                    Self::Ended
                } else {
                    Self::Ours
                }
            }
            _ => Self::Foreign,
        }
    }
}

impl Db {
    /// Refuses a place at which there is a database already.
    pub async fn refuse_occupied(url: &DbUrl) -> Result<()> {
        match (Self::restore_target(url, "").await?, url) {
            (RestoreTarget::Empty, _) => Ok(()),
            (_, DbUrl::Sqlite(path)) => Err(Error::Broken(format!("{} is there already", path.display()))),
            (_, DbUrl::Postgres(_)) => Err(Error::Broken("the database has tables already".into())),
        }
    }

    /// What the restore of this id finds at `url`.
    pub async fn restore_target(url: &DbUrl, restore: &str) -> Result<RestoreTarget> {
        match url {
            DbUrl::Sqlite(path) if path.exists() => {
                let opened = rusqlite::Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
                // What cannot be read is somebody's all the same.
                let read = opened.map_err(Error::from).and_then(|file| noted(&mut Conn::from(&file)));
                Ok(RestoreTarget::of(read.unwrap_or_default(), restore))
            }
            DbUrl::Sqlite(path) => {
                let journal = beside(path, "-wal");
                // It would be played into the next database of this name.
                if journal.exists() { Err(Error::Broken(left_behind(&journal))) } else { Ok(RestoreTarget::Empty) }
            }
            DbUrl::Postgres(_) => {
                let id = restore.to_owned();
                Self::open(url)?.read(move |conn| in_schema(conn, &id)).await
            }
        }
    }

    /// Whether a restore into this database has begun and not ended.
    pub async fn is_restore_target(&self) -> Result<bool> {
        self.read(|conn| Ok(noted(conn)?.is_some_and(|noted| !noted.has_ended))).await
    }

    /// A database at `url`, as `copy_to` left it in `folder`, made by the restore of this id. What that restore has left
    /// there when it was cut off is made again; somebody else's database is refused.
    pub async fn from_copy(url: &DbUrl, folder: &Path, restore: &str, known: &Migrations) -> Result<Self> {
        match url {
            DbUrl::Sqlite(path) => {
                match Self::restore_target(url, restore).await? {
                    RestoreTarget::Ours => {}
                    RestoreTarget::Empty => copy_file(&folder.join(SQLITE), path, restore, known)?,
                    RestoreTarget::Ended | RestoreTarget::Foreign => Self::refuse_occupied(url).await?,
                }
                Self::open_existing(url, CONNECTIONS)
            }
            DbUrl::Postgres(_) => {
                let tables = tables_of(folder)?;
                let names = names_in(&folder.join("db_migration.copy"))?;
                known.check(&names)?;
                let db = Self::open(url)?;
                let id = restore.to_owned();
                db.write(move |tx| claim(tx, &id)).await?;
                db.migrate_as(known, &names).await?;
                let folder = folder.to_owned();
                let id = restore.to_owned();
                // Another restore may have come in between.
                let filled = db.write(move |tx| claim(tx, &id).and_then(|()| fill(tx, &tables, &folder)));
                filled.await?;
                Ok(db)
            }
        }
    }
}

/// Holds as long as the database is the one that this restore makes.
pub fn made_by(restore: String) -> Precondition {
    Arc::new(move |tx| match noted(tx)? {
        Some(noted) if noted.restore == restore && !noted.has_ended => Ok(()),
        _ => Err(Error::Broken("another program has replaced the database during the restore".into())),
    })
}

impl Tx<'_> {
    /// From this transaction on the database is one like any other.
    pub fn end_restore(&mut self) -> Result<()> {
        self.batch("UPDATE db_restore SET has_ended = TRUE")
    }

    /// Removes the trace of a restore that has ended.
    pub fn forget_restore(&mut self) -> Result<()> {
        self.batch("DROP TABLE IF EXISTS db_restore")
    }
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

fn left_behind(journal: &Path) -> String {
    format!("{} was left behind by a database that is not there; delete it if nobody needs it", journal.display())
}

/// Whose the tables of a PostgreSQL database are.
fn in_schema(conn: &mut Conn<'_>, restore: &str) -> Result<RestoreTarget> {
    let tables = "SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() LIMIT 1";
    if !conn.exists(tables, &[])? {
        return Ok(RestoreTarget::Empty);
    }
    Ok(RestoreTarget::of(noted(conn)?, restore))
}

struct Noted {
    restore: String,
    has_ended: bool,
}

fn noted(conn: &mut Conn<'_>) -> Result<Option<Noted>> {
    if !has_note(conn)? {
        return Ok(None);
    }
    let sql = "SELECT restore_id, has_ended FROM db_restore";
    conn.find(sql, &[], |row| Ok(Noted { restore: row.get(0)?, has_ended: row.get(1)? }))
}

fn has_note(conn: &mut Conn<'_>) -> Result<bool> {
    match conn.engine() {
        Engine::Sqlite => conn.exists("SELECT 1 FROM sqlite_master WHERE name = 'db_restore'", &[]),
        Engine::Postgres => conn.exists("SELECT 1 WHERE to_regclass('db_restore') IS NOT NULL", &[]),
    }
}

/// Takes an empty database for the restore of this id.
fn claim(tx: &mut Tx<'_>, restore: &str) -> Result<()> {
    tx.lock(i64::from_be_bytes(*b"vitrine1"))?;
    match in_schema(tx, restore)? {
        RestoreTarget::Ours => Ok(()),
        RestoreTarget::Empty => {
            tx.batch(NOTE)?;
            tx.run(BEGIN, params![restore]).map(drop)
        }
        RestoreTarget::Ended | RestoreTarget::Foreign => Err(Error::Broken("the database has tables already".into())),
    }
}

/// Makes the file beside its place: at its place it is whole, and names its restore.
fn copy_file(copy: &Path, path: &Path, restore: &str, known: &Migrations) -> Result<()> {
    let looked_at = rusqlite::Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    known.check(&names_of(&mut Conn::from(&looked_at))?)?;
    drop(looked_at);
    let fresh = beside(path, ".new");
    fs::copy(copy, &fresh)?;
    let noted = rusqlite::Connection::open(&fresh)?;
    noted.execute_batch(NOTE)?;
    noted.execute(BEGIN, [restore])?;
    noted.close().map_err(|(_, error)| error)?;
    File::open(&fresh)?.sync_all()?;
    Ok(fs::rename(fresh, path)?)
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
