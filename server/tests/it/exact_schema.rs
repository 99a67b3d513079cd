//! All that a schema says, as a set of lines: two databases that have the same lines have the same tables, columns, types,
//! defaults, keys, checks, indexes, triggers and functions. Only the order of columns is left out.

use std::collections::BTreeSet;

use db::{Conn, Engine, Result};

pub fn exact_schema(conn: &mut Conn<'_>) -> Result<BTreeSet<String>> {
    match conn.engine() {
        Engine::Sqlite => {
            let sql =
                "SELECT type, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
            let made = conn.rows(sql, &[], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)))?;
            Ok(made.iter().flat_map(|(kind, sql)| sqlite_lines(kind, sql)).collect())
        }
        Engine::Postgres => {
            let lines = conn.rows(POSTGRES, &[], |row| row.get::<String>(0))?;
            Ok(lines.into_iter().collect())
        }
    }
}

/// A table is a line for each column and each rule; what else there is, is one line.
fn sqlite_lines(kind: &str, sql: &str) -> Vec<String> {
    let words = words(sql);
    let Some(open) = words.iter().position(|word| word == "(").filter(|_| kind == "table" && words[1] != "VIRTUAL")
    else {
        return vec![words.join(" ")];
    };
    let table = words[..open].join(" ");
    let (mut lines, mut line, mut depth) = (Vec::new(), Vec::new(), 0);
    for word in &words[open..] {
        depth += i32::from(word == "(") - i32::from(word == ")");
        if depth == 1 && word == "," || depth == 0 && word == ")" {
            lines.push(format!("{table}: {}", line.join(" ")));
            line.clear();
        } else {
            line.push(word.as_str());
        }
    }
    lines.push(format!("{table} ends with: {}", line.join(" ")));
    // The bracket that opens the table was taken for the beginning of its first column.
    lines.iter().map(|line| line.replacen(": ( ", ": ", 1)).collect()
}

/// The words and signs of a statement, without its spaces and comments and the quotes of its names.
fn words(sql: &str) -> Vec<String> {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let (mut words, mut rest) = (Vec::new(), sql);
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '-' if rest.starts_with("--") => rest.find('\n').unwrap_or(rest.len()),
            '\'' => rest[1..].find('\'').unwrap() + 2,
            '"' => rest[1..].find('"').unwrap() + 2,
            letter if plain(letter) => rest.find(|letter| !plain(letter)).unwrap_or(rest.len()),
            other => other.len_utf8(),
        };
        let (word, after) = rest.split_at(end);
        if !first.is_whitespace() && !word.starts_with("--") {
            words.push(word.trim_matches('"').to_owned());
        }
        rest = after;
    }
    words
}

const POSTGRES: &str = r"
    SELECT 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || ' null:' || (NOT a.attnotnull) || ' identity:' || a.attidentity::text || ' computed:' || a.attgenerated::text
        || ' default:' || COALESCE(pg_get_expr(d.adbin, d.adrelid), '') || ' order:' || COALESCE(o.collname, '')
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    LEFT JOIN pg_collation o ON o.oid = a.attcollation
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
    UNION ALL
    SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'
    UNION ALL
    SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()
    UNION ALL
    SELECT pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text FROM pg_trigger t WHERE NOT t.tgisinternal
    UNION ALL
    SELECT pg_get_functiondef(p.oid) FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_depend e WHERE e.objid = p.oid AND e.deptype = 'e')
    UNION ALL
    SELECT 'sequence ' || sequencename || ' ' || data_type || ' ' || start_value || ' ' || increment_by || ' ' || cycle
    FROM pg_sequences WHERE schemaname = current_schema()
    UNION ALL
    SELECT 'options ' || relname || ' ' || reloptions::text FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND reloptions IS NOT NULL";

#[test]
fn a_table_is_compared_by_its_columns_and_rules() {
    let one =
        sqlite_lines("table", "CREATE TABLE a (b TEXT DEFAULT ',)', -- a comment, (\n c INTEGER, CHECK (c IN (1, 2)))");
    let other = sqlite_lines("table", "CREATE TABLE \"a\" (c INTEGER, b TEXT DEFAULT ',)', CHECK (c IN (1,2)))");
    assert_eq!(BTreeSet::from_iter(&one), BTreeSet::from_iter(&other));
    let stricter =
        sqlite_lines("table", "CREATE TABLE a (b TEXT DEFAULT ',)', c INTEGER, CHECK (c IN (1))) WITHOUT ROWID");
    assert_eq!(BTreeSet::from_iter(&one).intersection(&BTreeSet::from_iter(&stricter)).count(), 2);
}
