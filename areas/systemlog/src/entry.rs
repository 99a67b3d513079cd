//! An entry of the log as it is shown.

use std::collections::{BTreeMap, BTreeSet};

use db::Row;
use primitives::{Seconds, SessionId, TenantId, UserId};
use serde::Serialize;
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct LogEntry {
    pub audit_id: i64,
    pub at: Seconds,
    /// Who acted; null if the installation itself did.
    #[schema(required)]
    pub users_id: Option<UserId>,
    /// The person's current name.
    #[schema(required)]
    pub name: Option<String>,
    #[schema(required)]
    pub email: Option<String>,
    #[schema(required)]
    pub session_id: Option<SessionId>,
    /// The address of the sender, `job`, or `command line`.
    pub origin: String,
    /// The id of the operation, or the name of the job or command.
    pub what: String,
    /// Null for an act on the installation itself.
    #[schema(required)]
    pub tenant_id: Option<TenantId>,
    #[schema(required)]
    pub tenant_title: Option<String>,
    pub object_kind: String,
    pub object_id: i64,
    /// The object's title at that moment; null if it is hidden.
    #[schema(required)]
    pub object_title: Option<String>,
    /// The changes by field.
    pub changes: Vec<Change>,
    /// Of a move: the folders.
    #[schema(required)]
    pub moved: Option<Moved>,
    /// The entry is about a node that the reader may not see: it only says that something happened.
    pub hidden: bool,
    /// The entry's hash in its tenant's chain.
    pub hash: String,
}

/// The two folders of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct Moved {
    /// Null if the reader may not see the folder, or if it is gone.
    #[schema(required)]
    pub from: Option<String>,
    #[schema(required)]
    pub to: Option<String>,
}

/// A field before and after; null if it had no value, or if it is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct Change {
    pub field: String,
    #[schema(required)]
    pub before: Option<String>,
    #[schema(required)]
    pub after: Option<String>,
}

impl LogEntry {
    pub const COLUMNS: &'static str = "e.audit_id, e.at, e.users_id, u.name, u.email, e.session_id, e.origin, e.what, \
        t.tenant_id, t.tenant_title, e.object_kind, e.object_id, e.object_title, e.before_json, e.after_json, e.hash";

    pub fn read(row: &Row<'_>) -> db::Result<Self> {
        Ok(Self {
            audit_id: row.get(0)?,
            at: row.get(1)?,
            users_id: row.get(2)?,
            name: row.get(3)?,
            email: row.get(4)?,
            session_id: row.get(5)?,
            origin: row.get(6)?,
            what: row.get(7)?,
            tenant_id: row.get(8)?,
            tenant_title: row.get(9)?,
            object_kind: row.get(10)?,
            object_id: row.get(11)?,
            object_title: row.get(12)?,
            changes: changes(row.get(13)?, row.get(14)?),
            moved: None,
            hidden: false,
            hash: row.get(15)?,
        })
    }

    pub fn hide(&mut self) {
        self.hidden = true;
        self.object_title = None;
        self.changes.clear();
        self.moved = None;
    }
}

pub(crate) fn changes(before: Option<String>, after: Option<String>) -> Vec<Change> {
    let (mut before, mut after) = (fields(before), fields(after));
    let names: BTreeSet<_> = before.keys().chain(after.keys()).cloned().collect();
    let change = |field: String| Change { before: before.remove(&field), after: after.remove(&field), field };
    names.into_iter().map(change).collect()
}

/// Text that is not a JSON object, which somebody else may have written, is shown as it is under one name.
fn fields(stored: Option<String>) -> BTreeMap<String, String> {
    let Some(text) = stored else { return BTreeMap::new() };
    let Ok(fields) = serde_json::from_str::<BTreeMap<String, Value>>(&text) else {
        return BTreeMap::from([("value".to_owned(), text)]);
    };
    let told = |value: Value| match value {
        Value::Null => None,
        Value::String(text) => Some(text),
        other => Some(other.to_string()),
    };
    fields.into_iter().filter_map(|(field, value)| Some((field, told(value)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Change, changes};

    #[test]
    fn a_change_is_written_in_one_line_for_every_type_of_value() {
        let (before, after) =
            (r#"{"name":"a","size":1,"gone":"x"}"#, r#"{"name":"b","size":1,"tags":["t"],"none":null}"#);
        let change = |field: &str, before: Option<&str>, after: Option<&str>| Change {
            field: field.into(),
            before: before.map(Into::into),
            after: after.map(Into::into),
        };
        let wanted = [
            change("gone", Some("x"), None),
            change("name", Some("a"), Some("b")),
            change("size", Some("1"), Some("1")),
            change("tags", None, Some(r#"["t"]"#)),
        ];
        assert_eq!(changes(Some(before.into()), Some(after.into())), wanted);
        assert_eq!(changes(None, Some("broken".into())), [change("value", None, Some("broken"))]);
    }
}
