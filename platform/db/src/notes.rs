//! Notes: numbers that one connection keeps beside the database for its own statements to look up. They are not written
//! to the database, and no other connection sees them.

use crate::{Conn, Result, Value, placeholders};

/// A temporary table, which SQLite and PostgreSQL keep for one connection only.
const TABLE: &str = "CREATE TEMPORARY TABLE IF NOT EXISTS db_note (
      topic BIGINT NOT NULL,
      list BIGINT NOT NULL,
      item BIGINT NOT NULL,
      value BIGINT NOT NULL,
      PRIMARY KEY (topic, list, item)
    )";

impl Conn<'_> {
    /// Starts with no notes, in a table `db_note (topic, list, item, value)`. On PostgreSQL it is called before the
    /// transaction, which may be read-only, and the notes end with the transaction.
    pub fn open_notes(&mut self) -> Result<()> {
        match self {
            Self::Sqlite(connection, _) => {
                connection.execute_batch(&format!("{TABLE} WITHOUT ROWID; DELETE FROM db_note"))?;
            }
            Self::Postgres(client, _) => {
                if !client.has_notes {
                    client.client.batch_execute(&format!("{TABLE} ON COMMIT DELETE ROWS"))?;
                    client.has_notes = true;
                }
            }
        }
        Ok(())
    }

    /// Adds items with their values to a list, each once.
    pub fn note(&mut self, topic: i64, list: i64, items: &[(i64, i64)]) -> Result<()> {
        let mut rest = items;
        // A few fixed lengths, so that few statements are prepared.
        while let Some(length) = [128, 16, 1].into_iter().find(|length| *length <= rest.len()) {
            let (some, more) = rest.split_at(length);
            rest = more;
            let rows: Vec<_> = (0..length).map(|at| format!("($1, $2, {})", placeholders(at * 2 + 3, 2))).collect();
            let mut values = vec![Value::from(topic), Value::from(list)];
            values.extend(some.iter().flat_map(|(item, value)| [Value::from(*item), Value::from(*value)]));
            let sql = format!("INSERT INTO db_note (topic, list, item, value) VALUES {}", rows.join(", "));
            self.exists(&sql, &values)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::TestDb;
    use crate::{Engine, params};

    #[tokio::test]
    async fn notes_are_visible_within_their_own_read_alone() {
        for engine in [Engine::Sqlite, Engine::Postgres] {
            let test = TestDb::without_tables(engine).await;
            for _ in 0..2 {
                let noted = test.db.read_long(|c| {
                    c.open_notes()?;
                    let is_postgres = c.engine() == Engine::Postgres;
                    if is_postgres {
                        c.exists("BEGIN READ ONLY", &[])?;
                    }
                    let items: Vec<_> = (0..300).map(|item| (item, item * 2)).collect();
                    c.note(1, -7, &items)?;
                    c.note(2, -7, &[(5, 1)])?;
                    let sum = "SELECT CAST(COUNT(*) AS BIGINT), CAST(SUM(value) AS BIGINT) FROM db_note
                        WHERE topic = $1 AND list = $2";
                    let found = c.get(sum, params![1_i64, -7_i64], |row| Ok((row.get(0)?, row.get(1)?)));
                    if is_postgres {
                        c.exists("COMMIT", &[])?;
                    }
                    found
                });
                let noted: Result<(i64, i64), crate::Error> = noted.await;
                assert_eq!(noted.unwrap(), (300, 89_700), "{engine:?}");
            }
        }
    }
}
