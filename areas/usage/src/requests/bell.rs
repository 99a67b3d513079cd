//! What the bell tells about requests.

use std::collections::HashMap;

use db::{Conn, Value};
use nodes::in_list;
use notices::{Notice, NoticeAbout, NoticeKind};
use primitives::{NodeId, Seconds, TenantId, UserId};
use security::{Access, GrantAccess};
use serde_json::json;

use super::model::UsageRequestId;
use crate::folders::open_folder;

/// Somebody asks; its entry is the folder that is asked.
const ASKED: &str = "download_asked";
/// They have an answer, which is for all of the folder; its entry is what was open when they asked.
const ANSWERED: &str = "download_answered";

pub(crate) fn notice_kinds() -> [NoticeKind; 2] {
    [NoticeKind::new(ASKED, asked_tells), NoticeKind::new(ANSWERED, answered_tells)]
}

/// Of requests that wait, those at folders that the reader manages, with their reasons.
fn asked_tells(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    requests: &[i64],
) -> security::Result<HashMap<i64, NoticeAbout>> {
    let (list, values) = in_list(1, requests);
    let sql = format!(
        "SELECT request_id, folder_id, reason FROM usage_request WHERE request_id IN ({list}) AND answered_at IS NULL"
    );
    let waiting: Vec<(i64, NodeId, String)> =
        conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let mut manages: HashMap<NodeId, bool> = HashMap::new();
    let mut told = HashMap::new();
    for (request, folder, reason) in waiting {
        let known = manages.get(&folder).copied();
        let is_theirs = match known {
            Some(known) => known,
            None => is_manager(conn, access, folder)?,
        };
        manages.insert(folder, is_theirs);
        if is_theirs {
            told.insert(request, NoticeAbout { text: Some(reason), ..NoticeAbout::default() });
        }
    }
    Ok(told)
}

fn is_manager(conn: &mut Conn<'_>, access: &mut Access<'_>, folder: NodeId) -> security::Result<bool> {
    match access.authorize::<GrantAccess>(conn, folder) {
        Ok(_) => Ok(true),
        Err(security::Error::Denied(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Those of these requests that the reader has made, with the name of the folder that an answer is for, if it is open to
/// them. A page of notices has few.
fn answered_tells(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    requests: &[i64],
) -> security::Result<HashMap<i64, NoticeAbout>> {
    let (list, ids) = in_list(2, requests);
    let sql = format!("SELECT request_id, folder_id FROM usage_request WHERE users_id = $1 AND request_id IN ({list})");
    let values: Vec<Value<'_>> = std::iter::once(access.actor().user.into()).chain(ids).collect();
    let found: Vec<(i64, NodeId)> = conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut names: HashMap<NodeId, Option<String>> = HashMap::new();
    let mut told = HashMap::new();
    for (request, folder) in found {
        let title = match names.get(&folder) {
            Some(known) => known.clone(),
            None => open_folder(conn, access, Some(folder))?.map(|open| open.name),
        };
        names.insert(folder, title.clone());
        told.insert(request, NoticeAbout { title, ..NoticeAbout::default() });
    }
    Ok(told)
}

/// Tells the managers of the folder that somebody asks.
pub(super) fn asked(
    tx: &mut db::Tx<'_>,
    (tenant, folder, from): (TenantId, NodeId, UserId),
    (request, managers): (UsageRequestId, &[UserId]),
    now: Seconds,
) -> db::Result<()> {
    managers.iter().try_for_each(|to| {
        let notice = Notice {
            tenant,
            to: *to,
            kind: ASKED,
            from: Some(from),
            node: Some(folder),
            subject: request.0,
            detail: json!({}),
        };
        notices::notify(tx, &notice, now)
    })
}

/// What is answered to a request.
#[derive(Clone, Copy)]
pub(super) struct Answer {
    pub request: UsageRequestId,
    pub days: Option<i64>,
    /// It is for a file that wants to be asked for by itself, and not for a folder.
    pub is_file: bool,
}

/// Tells who has asked, and takes the question back from all who were told of it.
pub(super) fn answered(
    tx: &mut db::Tx<'_>,
    (tenant, node): (TenantId, NodeId),
    (from, to): (UserId, UserId),
    Answer { request, days, is_file }: Answer,
    now: Seconds,
) -> db::Result<()> {
    notices::withdraw(tx, ASKED, request.0)?;
    let notice = Notice {
        tenant,
        to,
        kind: ANSWERED,
        from: Some(from),
        node: Some(node),
        subject: request.0,
        detail: json!({ "days": days, "is_file": is_file }),
    };
    notices::notify(tx, &notice, now)
}
