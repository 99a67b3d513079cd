//! The rows of e-mails.

use db::{Conn, Tx, params};
use primitives::Seconds;

use crate::message::Message;
use crate::posted::Posted;

/// An e-mail that has yet to be sent.
pub struct Queued {
    pub message: Message,
    /// Without the domain.
    pub message_id: String,
    pub created_at: Seconds,
}

pub struct Counts {
    pub queued: i64,
    pub failed: i64,
    pub oldest_queued_at: Option<Seconds>,
    pub last_sent_at: Option<Seconds>,
}

pub fn insert(tx: &mut Tx<'_>, message: &Message, message_id: &str, now: Seconds) -> db::Result<i64> {
    tx.get(
        "INSERT INTO mail_message (message_id, recipient, recipient_name, reply_to, subject, plain, html, state, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'queued', $8)
         RETURNING mail_id",
        params![
            message_id,
            &message.to,
            message.to_name.as_deref(),
            message.reply_to.as_deref(),
            &message.subject,
            &message.plain,
            &message.html,
            now
        ],
        |row| row.get(0),
    )
}

pub fn queued(conn: &mut Conn<'_>, message: i64) -> db::Result<Option<Queued>> {
    conn.find(
        "SELECT recipient, recipient_name, reply_to, subject, plain, html, message_id, created_at
         FROM mail_message
         WHERE mail_id = $1 AND state = 'queued'",
        params![message],
        |row| {
            let message = Message {
                to: row.get(0)?,
                to_name: row.get(1)?,
                reply_to: row.get(2)?,
                subject: row.get(3)?,
                plain: row.get(4)?,
                html: row.get(5)?,
            };
            Ok(Queued { message, message_id: row.get(6)?, created_at: row.get(7)? })
        },
    )
}

/// Ends the e-mail as `sent` or `failed`, and deletes its text.
pub fn end(tx: &mut Tx<'_>, message: i64, state: &str, error: Option<&str>, now: Seconds) -> db::Result<()> {
    tx.run(
        "UPDATE mail_message
         SET state = $2, error = $3, ended_at = $4, plain = '', html = ''
         WHERE mail_id = $1 AND state = 'queued'",
        params![message, state, error, now],
    )
    .map(|_| ())
}

/// Records the error of an e-mail that is tried again.
pub fn note(tx: &mut Tx<'_>, message: i64, error: &str) -> db::Result<()> {
    let sql = "UPDATE mail_message SET error = $2 WHERE mail_id = $1 AND state = 'queued'";
    tx.run(sql, params![message, error]).map(|_| ())
}

pub fn counts(conn: &mut Conn<'_>, since: Seconds) -> db::Result<Counts> {
    let (queued, oldest_queued_at) =
        conn.get("SELECT COUNT(*), MIN(created_at) FROM mail_message WHERE state = 'queued'", &[], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    let (failed, last_sent_at) = conn.get(
        "SELECT COUNT(*) FILTER (WHERE state = 'failed' AND ended_at >= $1),
           MAX(CASE WHEN state = 'sent' THEN ended_at END)
         FROM mail_message
         WHERE ended_at IS NOT NULL",
        params![since],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    Ok(Counts { queued, failed, oldest_queued_at, last_sent_at })
}

/// The last error of an e-mail that failed or is still tried.
pub fn last_error(conn: &mut Conn<'_>, since: Seconds) -> db::Result<Option<String>> {
    conn.find(
        "SELECT error
         FROM mail_message
         WHERE error IS NOT NULL AND (ended_at IS NULL OR ended_at >= $1)
         ORDER BY mail_id DESC
         LIMIT 1",
        params![since],
        |row| row.get(0),
    )
}

pub fn prune(tx: &mut Tx<'_>, before: Seconds) -> db::Result<u64> {
    tx.run("DELETE FROM mail_message WHERE ended_at < $1", params![before])
}

pub fn newest(conn: &mut Conn<'_>) -> db::Result<Vec<Posted>> {
    conn.rows(
        "SELECT mail_id, recipient, subject, state, error, created_at, ended_at
         FROM mail_message
         ORDER BY mail_id DESC
         LIMIT 200",
        &[],
        |row| {
            Ok(Posted {
                mail_id: row.get(0)?,
                recipient: row.get(1)?,
                subject: row.get(2)?,
                state: row.get(3)?,
                error: row.get(4)?,
                created_at: row.get(5)?,
                ended_at: row.get(6)?,
                has_file: false,
            })
        },
    )
}

/// The name that an e-mail's file has in the folder.
pub fn file_name(conn: &mut Conn<'_>, message: i64) -> db::Result<Option<String>> {
    let sql = "SELECT created_at, message_id FROM mail_message WHERE mail_id = $1 AND state = 'sent'";
    conn.find(sql, params![message], |row| Ok(named(row.get(0)?, &row.get::<String>(1)?)))
}

pub fn named(created_at: Seconds, message_id: &str) -> String {
    format!("{created_at}-{message_id}.eml")
}
