//! Archives of pictures for the visitors of a share link, made in the name of its maker. Visitors have no background
//! actions: they ask how far it is. Who wants the same of a link shares what was made.

use std::sync::Arc;

use content::{FileToMake, Result, Substitutes, files_to_make};
use db::{Conn, Tx, params};
use primitives::{AppInstanceId, NodeId, Seconds, TenantId, UserId, random_hex};
use rest::{Problem, current_language};
use security::Access;

use super::begin::require;
use super::instead::{Ready, Wish};
use super::job::{self, PREPARE_FOR_VISITORS, Preparing};
use super::store::{self, NewPrepared, Prepared, PreparedId, PreparedLook, Progress, Visitors};
use crate::Media;
use crate::how::{How, WantedSize};
use crate::look::Look;

/// So many archives of one link are made at once, and of one tenant.
const UNFINISHED: i64 = 2;
const UNFINISHED_OF_TENANT: i64 = 10;
/// So many of one link are kept; the oldest goes.
const MOST: i64 = 20;

/// What visitors want of a link.
#[derive(Clone, Debug)]
pub struct PicturesOfVisitors {
    pub link: i64,
    pub tenant: TenantId,
    /// In whose name they are made, and the instance that they must still have.
    pub maker: UserId,
    pub instance: AppInstanceId,
    /// Of the archive, without its suffix.
    pub title: String,
    /// What is at its top.
    pub roots: Vec<NodeId>,
    pub size: WantedSize,
    /// Files that are no pictures are in it as they are.
    pub keeps_others: bool,
}

/// The same with the pictures that are to be made.
#[derive(Clone, Debug)]
pub struct PicturesOrder {
    wanted: PicturesOfVisitors,
    look: PreparedLook,
    files: Vec<FileToMake>,
}

/// How far an archive is.
#[derive(Clone, Debug)]
pub struct PicturesMade {
    /// By which it is asked for.
    pub key: String,
    /// Contents of which a picture is made.
    pub total: i64,
    pub made: i64,
    pub failed: i64,
    pub is_ready: bool,
}

/// Finds the pictures, with the rights of the actor and bound by terms of use. None: there is no such preset.
pub fn order(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    wanted: PicturesOfVisitors,
) -> Result<Option<PicturesOrder>> {
    let Some(look) = wanted.size.0.look(conn, wanted.tenant)? else { return Ok(None) };
    let look = PreparedLook { format: look.format, conversion: look.conversion(true), preset: wanted.size.preset() };
    let wish = Wish { keeps_others: wanted.keeps_others };
    let (files, _) = files_to_make(conn, access, &wanted.roots, &wish)?;
    Ok(Some(PicturesOrder { wanted, look, files }))
}

/// Has them made, unless somebody wants the same. Two calls for one link must not go on at once.
pub fn have_made(tx: &mut Tx<'_>, order: &PicturesOrder, now: Seconds) -> Result<PicturesMade, Problem> {
    require(order.files.len())?;
    let PicturesOrder { wanted, look, files } = order;
    let wish = order.hash()?;
    if let Some((id, key, is_ready)) = wished(tx, wanted.link, &wish)? {
        return Ok(PicturesMade::of(key, is_ready, store::progress(tx, id)?));
    }
    let Kept { unfinished, all, unfinished_of_tenant } = kept(tx, wanted.link, wanted.tenant)?;
    if unfinished >= UNFINISHED || unfinished_of_tenant >= UNFINISHED_OF_TENANT {
        return Err(Problem::too_many(10));
    }
    if all >= MOST {
        forget_oldest(tx, wanted.link)?;
    }
    let key = random_hex(16);
    let new = NewPrepared {
        tenant: wanted.tenant,
        user: wanted.maker,
        instance: wanted.instance,
        key: &key,
        visitors: Some(Visitors { link: wanted.link, wish: &wish }),
        name: &wanted.title,
        roots: &wanted.roots,
        look,
        keeps_others: wanted.keeps_others,
    };
    let id = store::insert(tx, &new, now)?;
    store::add_pictures(tx, id, files)?;
    let carried = Preparing { prepared: id, bg_action_id: None, language: current_language() };
    job::enqueue(tx, &carried, (PREPARE_FOR_VISITORS, wanted.tenant, wanted.maker), now)?;
    Ok(PicturesMade::of(key, false, store::progress(tx, id)?))
}

/// How far an archive of this link is; None if there is none, or no longer.
pub fn find(conn: &mut Conn<'_>, link: i64, key: &str) -> db::Result<Option<PicturesMade>> {
    let Some(prepared) = of_link(conn, link, key)? else { return Ok(None) };
    let progress = store::progress(conn, prepared.id)?;
    Ok(Some(PicturesMade::of(key.to_owned(), prepared.is_ready, progress)))
}

/// One that was wanted as a preset said goes with that: nobody gets a size of before by its name.
fn of_link(conn: &mut Conn<'_>, link: i64, key: &str) -> db::Result<Option<Prepared>> {
    let Some(prepared) = store::of_link(conn, link, key)? else { return Ok(None) };
    let Some(preset) = prepared.look.preset else { return Ok(Some(prepared)) };
    let look = How::Preset(preset).look(conn, prepared.tenant)?;
    let is_same = |look: Look| look.format == prepared.look.format && look.conversion(true) == prepared.look.conversion;
    Ok(if look.is_some_and(is_same) { Some(prepared) } else { None })
}

/// An archive of which all is made.
pub struct ReadyPictures {
    pub title: String,
    pub roots: Vec<NodeId>,
    pub made_at: Seconds,
    /// What is in the place of files.
    pub substitutes: Arc<dyn Substitutes>,
}

/// An archive of this link, once it is ready.
pub fn of_visitors(media: &Media, conn: &mut Conn<'_>, link: i64, key: &str) -> db::Result<Option<ReadyPictures>> {
    let Some(prepared) = of_link(conn, link, key)?.filter(|prepared| prepared.is_ready) else { return Ok(None) };
    let pictures = store::pictures(conn, prepared.id)?;
    let substitutes = Arc::new(Ready::of(&prepared, pictures, media.prepared.clone()));
    let Prepared { name, roots, begun_at, .. } = prepared;
    Ok(Some(ReadyPictures { title: name, roots, made_at: begun_at, substitutes }))
}

/// Nothing is made for the visitors of a link any more, and what was made is not given away. The files are deleted with
/// the next tidying.
pub fn forget(tx: &mut Tx<'_>, link: i64) -> db::Result<()> {
    tx.run("DELETE FROM media_prepared WHERE link_id = $1", params![link]).map(drop)
}

/// Deletes the oldest ready archive of the link, so that there is a place for another one.
fn forget_oldest(tx: &mut Tx<'_>, link: i64) -> db::Result<()> {
    let sql = "DELETE FROM media_prepared
               WHERE prepared_id = (
                 SELECT MIN(prepared_id) FROM media_prepared WHERE link_id = $1 AND ready_at IS NOT NULL
               )";
    tx.run(sql, params![link]).map(drop)
}

impl PicturesMade {
    fn of(key: String, is_ready: bool, progress: Progress) -> Self {
        let Progress { waiting, made, failed, .. } = progress;
        Self { key, total: waiting + made + failed, made, failed, is_ready }
    }
}

impl PicturesOrder {
    /// Of all that is in it, and how. Where a file has come or changed since, it is another one.
    fn hash(&self) -> Result<String, Problem> {
        let PicturesOfVisitors { title, roots, keeps_others, .. } = &self.wanted;
        let files: Vec<(i64, &str)> = self.files.iter().map(|file| (file.node.0, file.key.as_str())).collect();
        let roots: Vec<i64> = roots.iter().map(|root| root.0).collect();
        let all = serde_json::to_vec(&(title, roots, keeps_others, &self.look, files));
        let all = all.map_err(|error| Problem::from(db::Error::Broken(error.to_string())))?;
        Ok(blake3::hash(&all).to_hex().to_string())
    }
}

fn wished(conn: &mut Conn<'_>, link: i64, wish: &str) -> db::Result<Option<(PreparedId, String, bool)>> {
    let sql = "SELECT prepared_id, bg_action_id, ready_at IS NOT NULL
               FROM media_prepared
               WHERE link_id = $1 AND wish = $2
               ORDER BY prepared_id DESC
               LIMIT 1";
    conn.find(sql, params![link, wish], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

/// How many archives of visitors there are.
struct Kept {
    unfinished: i64,
    all: i64,
    unfinished_of_tenant: i64,
}

fn kept(conn: &mut Conn<'_>, link: i64, tenant: TenantId) -> db::Result<Kept> {
    let sql = "SELECT COUNT(CASE WHEN link_id = $1 AND ready_at IS NULL THEN 1 END),
                 COUNT(CASE WHEN link_id = $1 THEN 1 END), COUNT(CASE WHEN ready_at IS NULL THEN 1 END)
               FROM media_prepared
               WHERE tenant_id = $2 AND link_id IS NOT NULL";
    conn.get(sql, params![link, tenant], |row| {
        Ok(Kept { unfinished: row.get(0)?, all: row.get(1)?, unfinished_of_tenant: row.get(2)? })
    })
}
