//! Uploads of several files: one background action for all, with what has arrived and what has failed.
//!
//! A group lasts until all of its files are there, and its owner has answered each failure: by sending the file again, or
//! by leaving it out. Every page of its owner hears of each change.

pub(crate) mod answer;
pub(crate) mod create;
pub(crate) mod dismiss;
pub(crate) mod end;
pub(crate) mod fail;
mod failed_file;
pub(crate) mod list;
mod quiet;
mod store;

use activity::{Change, Status, tell_user};
use db::{Error, Result, Tx, params};
use nodes::Node;
use primitives::{AppInstanceId, NodeId, Seconds, UserId};
use serde::{Deserialize, Serialize};
use serde_json::json;

use self::failed_file::FailedFile;
pub(crate) use self::quiet::held_by_quiet;

db::id!(UploadFailureId);
db::word!(FailureReason);

/// An upload of several files.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct UploadGroup {
    pub bg_group_id: String,
    pub bg_action_id: String,
    pub application_instance_id: AppInstanceId,
    /// Of the folder that was dropped, or that the files go to.
    pub title: String,
    /// Where it was begun.
    pub folder_id: NodeId,
    /// How many files belong to it.
    pub files: i64,
    /// How many of them have arrived.
    pub done: i64,
    /// How many of them have failed, including those that are not listed.
    pub failed: i64,
    pub created_at: Seconds,
    /// When something last happened to it; bytes that come are noted every half minute.
    pub seen_at: Seconds,
    /// Nothing of it has come for a minute, although it has not ended: its page is gone, or without a connection.
    pub quiet: bool,
    /// Nothing of it is being sent.
    pub ended: bool,
    /// At most 200 of the files that failed, in the order in which they did.
    #[schema(max_items = 200)]
    pub failures: Vec<UploadFailure>,
}

/// A file that did not arrive.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct UploadFailure {
    pub upload_failure_id: UploadFailureId,
    /// The folder it was sent to.
    pub folder_id: NodeId,
    /// As it was sent; no entry may be able to have this name.
    pub name: String,
    /// Bytes.
    pub size: i64,
    pub reason: FailureReason,
    pub failed_at: Seconds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FailureReason {
    /// No entry can have its name.
    Name,
    /// An entry of its folder got its name meanwhile.
    Taken,
    TooLarge,
    /// The disk, or the quota, has no space for it.
    NoSpace,
    /// Its sender may not add files to the folder, or the folder is gone.
    Forbidden,
    /// Its sender stopped before all of it was there.
    Interrupted,
    Other,
}

impl FailureReason {
    const ALL: [Self; 7] =
        [Self::Name, Self::Taken, Self::TooLarge, Self::NoSpace, Self::Forbidden, Self::Interrupted, Self::Other];

    pub fn code(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Taken => "taken",
            Self::TooLarge => "too_large",
            Self::NoSpace => "no_space",
            Self::Forbidden => "forbidden",
            Self::Interrupted => "interrupted",
            Self::Other => "other",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.code() == code)
    }
}

/// A group that an upload of `user` may belong to.
pub(super) fn begun(tx: &mut Tx<'_>, user: UserId, group: &str) -> Result<Option<UploadGroup>> {
    if is_id(group) { store::find(tx, user, group) } else { Ok(None) }
}

/// Ids are made of letters and digits; a page may name other groups of background actions than these.
fn is_id(group: &str) -> bool {
    !group.is_empty() && group.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter))
}

/// What a change is about, for the pages of the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum News {
    /// Pages keep the failures that they know.
    Numbers,
    Failures,
}

/// One more of its files has arrived.
pub(super) fn count_done(tx: &mut Tx<'_>, group: &str, now: Seconds) -> Result<()> {
    tx.run("UPDATE content_upload_group SET done = done + 1 WHERE bg_group_id = $1", params![group])?;
    changed(tx, group, now, News::Numbers).map(drop)
}

/// The file `found` will not be completed: its sender is gone. After the end of the group, its page has said so.
pub(super) fn interrupted(tx: &mut Tx<'_>, group: &str, found: &Node, now: Seconds) -> Result<()> {
    let sql = "SELECT g.ended_at, (SELECT COUNT(*) FROM content_upload_failure f WHERE f.bg_group_id = g.bg_group_id)
               FROM content_upload_group g WHERE g.bg_group_id = $1";
    let known = tx.find(sql, params![group], |row| Ok((row.get::<Option<Seconds>>(0)?, row.get::<i64>(1)?)))?;
    let (Some((None, kept)), Some(folder)) = (known, found.parent) else { return Ok(()) };
    if kept >= store::MOST_FAILURES {
        return changed(tx, group, now, News::Numbers).map(drop);
    }
    let size = u64::try_from(found.size).unwrap_or(0);
    let file = FailedFile { folder_id: folder, name: found.name.clone(), size, reason: FailureReason::Interrupted };
    store::insert_failure(tx, group, &file, now)?;
    changed(tx, group, now, News::Failures).map(drop)
}

/// Its background action was cancelled: nothing of it is left but the files that have arrived.
pub(super) fn cancelled(tx: &mut Tx<'_>, user: UserId, action: &str) -> Result<()> {
    let sql = "SELECT bg_group_id FROM content_upload_group WHERE bg_action_id = $1 AND users_id = $2";
    let found = tx.find(sql, params![action, user], |row| row.get::<String>(0))?;
    found.map_or(Ok(()), |group| remove(tx, user, &group).map(drop))
}

/// Ends groups that nothing has happened to since `before`, and of which nothing is being sent.
pub(crate) fn end_silent(tx: &mut Tx<'_>, before: Seconds, now: Seconds) -> Result<()> {
    for group in store::silent(tx, before)? {
        store::end(tx, &group, now)?;
        changed(tx, &group, now, News::Numbers)?;
    }
    Ok(())
}

/// Removes a group with its failures; false if there is none.
fn remove(tx: &mut Tx<'_>, user: UserId, group: &str) -> Result<bool> {
    let Some(found) = store::find(tx, user, group)? else { return Ok(false) };
    store::delete(tx, group)?;
    tell(tx, user, &UploadGroup { ended: true, failed: 0, failures: Vec::new(), ..found }, News::Failures)?;
    Ok(true)
}

/// Brings the background action of a group up to date after each change, and tells its owner. A group that is over
/// without failures is forgotten.
fn changed(tx: &mut Tx<'_>, group: &str, now: Seconds, news: News) -> Result<Option<UploadGroup>> {
    let Some((user, mut found)) = store::refreshed(tx, group, now)? else { return Ok(None) };
    if news == News::Failures && found.failed > 0 {
        found.failures = store::failures(tx, group)?;
    }
    activity::update(tx, &found.bg_action_id, &shown(&found))?;
    tell(tx, user, &found, news)?;
    if found.ended && found.failed == 0 {
        store::delete(tx, group)?;
    }
    Ok(Some(found))
}

/// How the background action of a group shows it.
fn shown(group: &UploadGroup) -> Change {
    let percent = u8::try_from(group.done * 100 / group.files.max(1)).unwrap_or(100).min(100);
    let status = match (group.ended, group.failed, group.done) {
        (false, ..) => Status::InProgress,
        (true, 0, _) => Status::Success,
        (true, _, 0) => Status::Error,
        (true, ..) => Status::PartialError,
    };
    let progress = if status == Status::Success { 100 } else { percent.min(99) };
    Change {
        status: Some(status),
        progress: Some(progress),
        items: Some(group.files),
        cancellable: Some(!group.ended),
        ..Change::default()
    }
}

fn tell(tx: &mut Tx<'_>, user: UserId, group: &UploadGroup, news: News) -> Result<()> {
    let mut value = serde_json::to_value(group).map_err(|error| Error::Broken(error.to_string()))?;
    if news == News::Numbers
        && let Some(fields) = value.as_object_mut()
    {
        fields.remove("failures");
    }
    tell_user(tx, user, &json!({ "topic": "upload_group", "value": value }))
}

#[cfg(test)]
mod tests {
    use activity::Status;
    use primitives::{AppInstanceId, NodeId};

    use super::{FailureReason, UploadGroup, is_id, shown};

    fn group(done: i64, failed: i64, ended: bool) -> UploadGroup {
        let (bg_group_id, bg_action_id, title) = (String::new(), String::new(), String::new());
        let (application_instance_id, folder_id) = (AppInstanceId(1), NodeId(1));
        let (files, failures, created_at, seen_at) = (220, Vec::new(), 0, 0);
        UploadGroup {
            bg_group_id,
            bg_action_id,
            application_instance_id,
            title,
            folder_id,
            files,
            done,
            failed,
            created_at,
            seen_at,
            quiet: false,
            ended,
            failures,
        }
    }

    #[test]
    fn an_action_says_how_its_group_went() {
        for (done, failed, ended, status, progress) in [
            (0, 0, false, Status::InProgress, 0),
            (110, 2, false, Status::InProgress, 50),
            (220, 0, true, Status::Success, 100),
            (218, 2, true, Status::PartialError, 99),
            (0, 220, true, Status::Error, 0),
        ] {
            let change = shown(&group(done, failed, ended));
            assert_eq!((change.status, change.progress), (Some(status), Some(progress)), "{done} and {failed}");
        }
    }

    #[test]
    fn every_reason_is_read_as_it_was_written() {
        for reason in FailureReason::ALL {
            assert_eq!(FailureReason::from_code(reason.code()), Some(reason));
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.code());
        }
    }

    #[test]
    fn a_group_that_no_server_made_is_not_looked_up() {
        assert!(is_id("4f1c-9_A"));
        assert!(!is_id("") && !is_id("a\0") && !is_id("my group"));
    }
}
