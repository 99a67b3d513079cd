//! CSV that a spreadsheet opens without running anything in it.

use jiff::Timestamp;
use rest::csv_cell;

use crate::entry::{Change, LogEntry};

const NAMES: [&str; 14] = [
    "audit_id",
    "at",
    "users_id",
    "name",
    "email",
    "session_id",
    "origin",
    "what",
    "tenant_id",
    "tenant_title",
    "object_kind",
    "object_id",
    "object_title",
    "changes",
];

/// The first line; the byte order mark before it tells spreadsheets that the file is UTF-8.
pub(crate) fn head() -> String {
    format!("\u{feff}{}\r\n", NAMES.join(","))
}

/// Adds the line of `entry` to `text`. Times are ISO 8601 in UTC.
pub(crate) fn line(entry: &LogEntry, text: &mut String) {
    let number = |id: Option<i64>| id.map(|id| id.to_string()).unwrap_or_default();
    let words = |words: &Option<String>| words.clone().unwrap_or_default();
    let cells: [String; NAMES.len()] = [
        entry.audit_id.to_string(),
        Timestamp::from_second(entry.at).map(|at| at.to_string()).unwrap_or_default(),
        number(entry.users_id.map(|user| user.0)),
        words(&entry.name),
        words(&entry.email),
        number(entry.session_id.map(|session| session.0)),
        entry.origin.clone(),
        entry.what.clone(),
        number(entry.tenant_id.map(|tenant| tenant.0)),
        words(&entry.tenant_title),
        entry.object_kind.clone(),
        entry.object_id.to_string(),
        words(&entry.object_title),
        entry.changes.iter().map(change).collect::<Vec<_>>().join("; "),
    ];
    let cells: Vec<_> = cells.iter().map(|value| csv_cell(value)).collect();
    *text += &cells.join(",");
    *text += "\r\n";
}

fn change(change: &Change) -> String {
    let (before, after) = (change.before.as_deref().unwrap_or(""), change.after.as_deref().unwrap_or(""));
    format!("{}: {before} → {after}", change.field)
}
