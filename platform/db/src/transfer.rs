//! Copies a SQLite database into a PostgreSQL one, table by table, and compares the rows.
//!
//! Each table is one transaction, so an interrupted transfer continues with the tables that are missing. Foreign keys
//! are removed meanwhile; restoring them checks every reference again.

mod lines;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use crate::client::Client;
use crate::connection::Conn;
use crate::foreign_keys::{self, ForeignKey};
use crate::pool::Backend;
use crate::restore::{count_on, emptying};
use crate::sqlite::open_sqlite;
use crate::tx::Tx;
use crate::{Db, Error, Result, params};
use lines::{Digest, Kind};

/// Bytes that are sent to PostgreSQL at once.
const PIECE_BYTES: usize = 1 << 20;

/// Marks that a transfer into this database has begun, and keeps the foreign keys that it removed.
const NOTES: &str = "CREATE TABLE IF NOT EXISTS db_transfer (
  table_name TEXT NOT NULL, key_name TEXT NOT NULL, definition TEXT NOT NULL, PRIMARY KEY (table_name, key_name))";

/// The totals of a finished transfer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transferred {
    pub tables: usize,
    pub rows: u64,
}

/// A table that both engines have.
struct Table {
    name: String,
    columns: Vec<(String, Kind)>,
}

impl Db {
    /// Copies every table of this SQLite database into `target`, a PostgreSQL one in which `begin_transfer` was called.
    /// Both have the same migrations. Search indexes are not copied: their rooms rebuild them.
    pub async fn transfer_to(&self, target: &Db) -> Result<Transferred> {
        let Backend::Sqlite { path, .. } = &*self.backend else {
            return Err(Error::Broken("only a SQLite database is moved".into()));
        };
        let path = path.clone();
        target.write(take_keys_away).await?;
        let tables = target.read(tables).await?;
        let mut moved = Transferred::default();
        for table in tables {
            let path = path.clone();
            moved.rows += target.on_postgres(move |client, _| transfer(&path, client, &table)).await?;
            moved.tables += 1;
        }
        Ok(moved)
    }

    /// Checks every reference and turns this database into an ordinary one.
    pub async fn end_transfer(&self) -> Result<()> {
        self.write(put_keys_back).await
    }

    /// Whether a transfer into this database has begun and not ended.
    pub async fn is_transfer_target(&self) -> Result<bool> {
        let sql = "SELECT 1 FROM information_schema.tables
                   WHERE table_schema = current_schema() AND table_name = 'db_transfer'";
        self.read(move |conn| conn.exists(sql, &[])).await
    }

    /// Marks an empty database as the target of a transfer, before anything is created in it.
    pub async fn begin_transfer(&self) -> Result<()> {
        self.write(|tx| tx.batch(NOTES)).await
    }
}

fn take_keys_away(tx: &mut Tx<'_>) -> Result<()> {
    tx.batch(NOTES)?;
    let keys = foreign_keys::of_schema(tx)?;
    for ForeignKey { table, name, definition } in &keys {
        let sql =
            "INSERT INTO db_transfer (table_name, key_name, definition) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        tx.run(sql, params![table, name, definition])?;
    }
    foreign_keys::drop(tx, &keys)
}

fn put_keys_back(tx: &mut Tx<'_>) -> Result<()> {
    let sql = "SELECT table_name, key_name, definition FROM db_transfer ORDER BY table_name, key_name";
    let keys =
        tx.rows(sql, &[], |row| Ok(ForeignKey { table: row.get(0)?, name: row.get(1)?, definition: row.get(2)? }))?;
    foreign_keys::add(tx, &keys)?;
    tx.batch("DROP TABLE db_transfer")?;
    count_on(tx)
}

/// The tables that migrations make on both engines. Tables that only one engine has begin with `content_search`.
fn tables(conn: &mut Conn<'_>) -> Result<Vec<Table>> {
    let found = conn.rows(
        "SELECT c.table_name::text, c.column_name::text, c.data_type::text
         FROM information_schema.columns c
         JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
         WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
           AND c.table_name NOT IN ('db_migration', 'db_restore', 'db_transfer') AND c.table_name NOT LIKE 'content\\_search%'
         ORDER BY c.table_name, c.ordinal_position",
        &[],
        |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<String>(2)?)),
    )?;
    let mut tables: Vec<Table> = Vec::new();
    for (name, column, kind) in found {
        let column = (column, Kind::parse(&kind)?);
        match tables.last_mut().filter(|table| table.name == name) {
            Some(table) => table.columns.push(column),
            None => tables.push(Table { name, columns: vec![column] }),
        }
    }
    Ok(tables)
}

/// Copies one table, unless it is there already; returns its number of rows.
fn transfer(path: &Path, client: &mut Client, table: &Table) -> Result<u64> {
    let source = open_sqlite(path)?;
    let wanted = read(&source, table, |_| Ok(()))?;
    if there(client, table)? == wanted {
        return Ok(wanted.rows);
    }
    client.client.batch_execute("BEGIN")?;
    let copied = copy(&source, client, table).and_then(|copied| {
        let there = there(client, table)?;
        let same = copied == wanted && there == wanted;
        if same { Ok(()) } else { Err(Error::Broken(format!("{} did not arrive as it was sent", table.name))) }
    });
    client.client.batch_execute(if copied.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
    copied.map(|()| wanted.rows)
}

/// Replaces the rows that migrations inserted.
fn copy(source: &rusqlite::Connection, client: &mut Client, table: &Table) -> Result<Digest> {
    let name = &table.name;
    if !client.client.query(&format!("SELECT 1 FROM \"{name}\" LIMIT 1"), &[])?.is_empty() {
        // An earlier try may have copied the table before rows were added.
        client.client.batch_execute(&emptying(name))?;
    }
    let mut writer = client.client.copy_in(&format!("COPY \"{name}\" ({}) FROM STDIN", columns(table)))?;
    let mut piece = String::new();
    let copied = read(source, table, |line| {
        piece.push_str(line);
        if piece.len() >= PIECE_BYTES {
            writer.write_all(piece.as_bytes())?;
            piece.clear();
        }
        Ok(())
    })?;
    writer.write_all(piece.as_bytes())?;
    writer.finish()?;
    Ok(copied)
}

/// Reads a table of SQLite, line by line.
fn read(source: &rusqlite::Connection, table: &Table, mut each: impl FnMut(&str) -> Result<()>) -> Result<Digest> {
    let kinds: Vec<Kind> = table.columns.iter().map(|(_, kind)| *kind).collect();
    let mut statement = source.prepare(&format!("SELECT {} FROM \"{}\"", columns(table), table.name))?;
    let mut rows = statement.raw_query();
    let (mut line, mut digest) = (String::new(), Digest::default());
    while let Some(row) = rows.next()? {
        line.clear();
        lines::push(&mut line, row, &kinds)?;
        digest.add(line.trim_end_matches('\n'));
        each(&line)?;
    }
    Ok(digest)
}

/// Reads back the rows that PostgreSQL has of a table.
fn there(client: &mut Client, table: &Table) -> Result<Digest> {
    let sql = format!("COPY \"{}\" ({}) TO STDOUT", table.name, columns(table));
    let mut digest = Digest::default();
    for line in BufReader::new(client.client.copy_out(&sql)?).lines() {
        digest.add(&line?);
    }
    Ok(digest)
}

fn columns(table: &Table) -> String {
    let quoted: Vec<_> = table.columns.iter().map(|(column, _)| format!("\"{column}\"")).collect();
    quoted.join(", ")
}
