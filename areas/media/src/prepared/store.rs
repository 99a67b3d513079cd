//! The rows of prepared pictures.

use std::collections::{HashMap, HashSet};

use content::FileToMake;
use db::{Conn, Row, Tx, params};
use previews::Conversion;
use primitives::{AppInstanceId, NodeId, Seconds, TenantId, UserId};
use serde::{Deserialize, Serialize};

use crate::look::PictureFormat;
use crate::presets::PresetId;

db::id!(PreparedId);

/// How pictures are made, as a row has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PreparedLook {
    pub format: PictureFormat,
    pub conversion: Conversion,
    /// Visitors wanted it as this preset says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<PresetId>,
}

pub(super) struct NewPrepared<'n> {
    pub tenant: TenantId,
    pub user: UserId,
    pub instance: AppInstanceId,
    /// The id of the background action; for visitors, a random one.
    pub key: &'n str,
    pub visitors: Option<Visitors<'n>>,
    pub name: &'n str,
    pub roots: &'n [NodeId],
    pub look: &'n PreparedLook,
    pub keeps_others: bool,
}

/// Pictures are made for the visitors of a share link, in the name of its maker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visitors<'n> {
    pub link: i64,
    /// A hash of all that they want: who wants the same shares it.
    pub wish: &'n str,
}

#[derive(Clone, Debug)]
pub(super) struct Prepared {
    pub id: PreparedId,
    pub tenant: TenantId,
    pub is_for_visitors: bool,
    pub user: UserId,
    pub instance: AppInstanceId,
    pub name: String,
    pub roots: Vec<NodeId>,
    pub look: PreparedLook,
    pub keeps_others: bool,
    pub begun_at: Seconds,
    pub is_ready: bool,
}

/// A content of which a picture is to be made.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub hash: String,
    pub node: NodeId,
}

/// What became of the contents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Progress {
    pub waiting: i64,
    pub made: i64,
    pub failed: i64,
    pub bytes: i64,
}

pub(super) fn insert(tx: &mut Tx<'_>, new: &NewPrepared<'_>, now: Seconds) -> db::Result<PreparedId> {
    let roots: Vec<i64> = new.roots.iter().map(|root| root.0).collect();
    tx.get(
        "INSERT INTO media_prepared
           (tenant_id, users_id, application_instance_id, bg_action_id, name, node_ids, look, keeps_others, begun_at,
            bytes, link_id, wish)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11)
         RETURNING prepared_id",
        params![
            new.tenant,
            new.user,
            new.instance,
            new.key,
            new.name,
            &written(&roots)?,
            &written(new.look)?,
            new.keeps_others,
            now,
            new.visitors.map(|visitors| visitors.link),
            new.visitors.map(|visitors| visitors.wish)
        ],
        |row| row.get(0),
    )
}

pub(super) fn add_picture(tx: &mut Tx<'_>, id: PreparedId, hash: &str, node: NodeId) -> db::Result<()> {
    let sql = "INSERT INTO media_prepared_picture (prepared_id, content_hash, node_id, state, bytes)
               VALUES ($1, $2, $3, 'waiting', 0)
               ON CONFLICT (prepared_id, content_hash) DO NOTHING";
    tx.run(sql, params![id, hash, node]).map(drop)
}

/// The contents of these files, each once.
pub(super) fn add_pictures(tx: &mut Tx<'_>, id: PreparedId, files: &[FileToMake]) -> db::Result<()> {
    let mut known = HashSet::new();
    let mut each = files.iter().filter(|file| known.insert(&file.key));
    each.try_for_each(|file| add_picture(tx, id, &file.key, file.node))
}

/// Of one person: how many are being made.
pub(super) fn unfinished(conn: &mut Conn<'_>, user: UserId) -> db::Result<i64> {
    let sql = "SELECT COUNT(*) FROM media_prepared WHERE users_id = $1 AND ready_at IS NULL AND link_id IS NULL";
    conn.get(sql, params![user], |row| row.get(0))
}

const COLUMNS: &str = "prepared_id, users_id, application_instance_id, name, node_ids, look, keeps_others, begun_at, \
    ready_at, link_id, tenant_id";

fn prepared(row: &Row<'_>) -> db::Result<Prepared> {
    let roots: Vec<i64> = read(row.text(4)?)?;
    Ok(Prepared {
        id: row.get(0)?,
        tenant: row.get(10)?,
        is_for_visitors: row.get::<Option<i64>>(9)?.is_some(),
        user: row.get(1)?,
        instance: row.get(2)?,
        name: row.get(3)?,
        roots: roots.into_iter().map(NodeId).collect(),
        look: read(row.text(5)?)?,
        keeps_others: row.get(6)?,
        begun_at: row.get(7)?,
        is_ready: row.get::<Option<Seconds>>(8)?.is_some(),
    })
}

pub(super) fn find(conn: &mut Conn<'_>, id: PreparedId) -> db::Result<Option<Prepared>> {
    let sql = format!("SELECT {COLUMNS} FROM media_prepared WHERE prepared_id = $1");
    conn.find(&sql, params![id], prepared)
}

/// Those of somebody's own action.
pub(super) fn of_action(conn: &mut Conn<'_>, user: UserId, bg_action_id: &str) -> db::Result<Option<Prepared>> {
    let sql =
        format!("SELECT {COLUMNS} FROM media_prepared WHERE bg_action_id = $1 AND users_id = $2 AND link_id IS NULL");
    conn.find(&sql, params![bg_action_id, user], prepared)
}

/// Those of the visitors of a link.
pub(super) fn of_link(conn: &mut Conn<'_>, link: i64, key: &str) -> db::Result<Option<Prepared>> {
    let sql = format!("SELECT {COLUMNS} FROM media_prepared WHERE bg_action_id = $1 AND link_id = $2");
    conn.find(&sql, params![key, link], prepared)
}

pub(super) fn next(conn: &mut Conn<'_>, id: PreparedId) -> db::Result<Option<Waiting>> {
    let sql = "SELECT content_hash, node_id
               FROM media_prepared_picture
               WHERE prepared_id = $1 AND state = 'waiting'
               ORDER BY content_hash
               LIMIT 1";
    conn.find(sql, params![id], |row| Ok(Waiting { hash: row.get(0)?, node: row.get(1)? }))
}

/// Notes what became of a content: the bytes of its picture, or that there is none.
pub(super) fn note(tx: &mut Tx<'_>, id: PreparedId, hash: &str, bytes: Option<u64>) -> db::Result<()> {
    let state = if bytes.is_some() { "made" } else { "failed" };
    let bytes = i64::try_from(bytes.unwrap_or(0)).unwrap_or(i64::MAX);
    let sql = "UPDATE media_prepared_picture SET state = $3, bytes = $4 WHERE prepared_id = $1 AND content_hash = $2";
    tx.run(sql, params![id, hash, state, bytes]).map(drop)
}

pub(super) fn progress(conn: &mut Conn<'_>, id: PreparedId) -> db::Result<Progress> {
    let sql = "SELECT COUNT(CASE WHEN state = 'waiting' THEN 1 END), COUNT(CASE WHEN state = 'made' THEN 1 END),
                 COUNT(CASE WHEN state = 'failed' THEN 1 END), CAST(COALESCE(SUM(bytes), 0) AS BIGINT)
               FROM media_prepared_picture
               WHERE prepared_id = $1";
    conn.get(sql, params![id], |row| {
        Ok(Progress { waiting: row.get(0)?, made: row.get(1)?, failed: row.get(2)?, bytes: row.get(3)? })
    })
}

pub(super) fn set_ready(tx: &mut Tx<'_>, id: PreparedId, bytes: i64, now: Seconds) -> db::Result<()> {
    let sql = "UPDATE media_prepared SET ready_at = $2, bytes = $3 WHERE prepared_id = $1";
    tx.run(sql, params![id, now, bytes]).map(drop)
}

/// The contents by their hashes, with the bytes of their pictures; None where none could be made.
pub(super) fn pictures(conn: &mut Conn<'_>, id: PreparedId) -> db::Result<HashMap<String, Option<u64>>> {
    let sql = "SELECT content_hash, state, bytes FROM media_prepared_picture WHERE prepared_id = $1";
    let pictures = conn.rows(sql, params![id], |row| {
        let bytes = (row.text(1)? == "made").then_some(row.get::<i64>(2)?);
        Ok((row.get::<String>(0)?, bytes.and_then(|bytes| u64::try_from(bytes).ok())))
    });
    Ok(pictures?.into_iter().collect())
}

pub(super) fn delete(tx: &mut Tx<'_>, id: PreparedId) -> db::Result<()> {
    tx.run("DELETE FROM media_prepared WHERE prepared_id = $1", params![id]).map(drop)
}

pub(super) fn delete_before(tx: &mut Tx<'_>, before: Seconds) -> db::Result<()> {
    tx.run("DELETE FROM media_prepared WHERE begun_at < $1", params![before]).map(drop)
}

/// For whom pictures are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    People,
    Visitors,
}

/// The newest ones with their bytes.
pub(super) fn newest(conn: &mut Conn<'_>, of: Audience, most: i64) -> db::Result<Vec<(PreparedId, i64)>> {
    let whose = match of {
        Audience::People => "link_id IS NULL",
        Audience::Visitors => "link_id IS NOT NULL",
    };
    let sql = format!(
        "SELECT prepared_id, bytes FROM media_prepared WHERE {whose} ORDER BY begun_at DESC, prepared_id DESC LIMIT $1"
    );
    conn.rows(&sql, params![most], |row| Ok((row.get(0)?, row.get(1)?)))
}

fn written(value: &impl Serialize) -> db::Result<String> {
    serde_json::to_string(value).map_err(|error| db::Error::Broken(error.to_string()))
}

fn read<T: for<'d> Deserialize<'d>>(text: &str) -> db::Result<T> {
    serde_json::from_str(text).map_err(|error| db::Error::Broken(error.to_string()))
}
