//! The rows of links.

use collections::CollectionId;
use db::{Conn, Row, Tx, params};
use passwords::PasswordHash;
use primitives::{AppInstanceId, NodeId, Seconds, TenantId, UserId};

use crate::LinkId;
use crate::addresses::Allowed;
use crate::offers::{Offer, Sizes};
use crate::requests::{Received, Request};
use crate::shown::MOST_ENTRIES;
use crate::terms::Terms;
use crate::watermarks::Watermark;

/// So long an ended link is listed.
pub(crate) const LISTED: Seconds = 30 * 86_400;

/// What is not written yet of one link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub visits: i64,
    pub downloads: i64,
    pub last_used_at: Seconds,
}

#[derive(Clone, Debug)]
pub(crate) struct LinkRow {
    pub id: LinkId,
    pub tenant: TenantId,
    pub tenant_title: String,
    pub maker: UserId,
    pub instance: AppInstanceId,
    /// Encrypted.
    pub token: String,
    pub terms: Terms,
    pub made_at: Seconds,
    pub visits: i64,
    pub downloads: i64,
    pub last_used_at: Option<Seconds>,
    pub revoked_at: Option<Seconds>,
    /// What has come of the files that it asks for.
    pub received: Received,
    /// The collection that it follows.
    pub follows: Option<CollectionId>,
}

impl LinkRow {
    /// Its downloads were all taken, or it has all files that it takes.
    pub fn is_used_up(&self) -> bool {
        match &self.terms.request {
            Some(request) => self.received.files >= request.file_limit || self.received.bytes >= request.byte_limit,
            None => self.terms.download_limit.is_some_and(|limit| self.downloads >= limit),
        }
    }

    /// What is drawn over its pictures now.
    pub fn mark(&self, now: Seconds) -> Option<String> {
        self.terms.watermark.as_ref().map(|watermark| watermark.drawn(&self.tenant_title, now))
    }

    /// Files are given away as they are.
    pub fn gives_originals(&self) -> bool {
        self.terms.may_download && self.terms.offer.originals
    }

    /// In which sizes and formats pictures are given away.
    pub fn sizes(&self) -> Sizes {
        if self.terms.may_download { self.terms.offer.sizes } else { Sizes::None }
    }

    pub fn downloads_left(&self) -> Option<i64> {
        self.terms.download_limit.map(|limit| (limit - self.downloads).max(0))
    }
}

const COLUMNS: &str = "l.link_id, l.tenant_id, l.users_id, l.application_instance_id, l.token, l.label, l.expires_at, \
    l.password_hash, l.download_limit, l.allowed_addresses, l.may_download, l.made_at, l.visits, l.downloads, \
    l.last_used_at, l.revoked_at, l.watermark, l.watermark_dated, t.tenant_title, l.originals, l.sizes, \
    q.message, q.file_limit, q.byte_limit, q.extensions, q.received_files, q.received_bytes, f.collection_id";
const TABLES: &str = "links_link l JOIN tenancy_tenant t ON t.tenant_id = l.tenant_id \
    LEFT JOIN links_request q ON q.link_id = l.link_id LEFT JOIN links_followed f ON f.link_id = l.link_id";
/// Of the columns of a watermark, the first one; the tenant's title stands behind them.
const OF_WATERMARK: usize = 16;
/// Of the columns of an offer, the first one.
const OF_OFFER: usize = OF_WATERMARK + Watermark::WIDTH + 1;
/// Of the columns of a request, the first one.
const OF_REQUEST: usize = OF_OFFER + Offer::WIDTH;

fn link(row: &Row<'_>) -> db::Result<LinkRow> {
    Ok(LinkRow {
        id: row.get(0)?,
        tenant: row.get(1)?,
        tenant_title: row.get(OF_WATERMARK + Watermark::WIDTH)?,
        maker: row.get(2)?,
        instance: row.get(3)?,
        token: row.get(4)?,
        terms: Terms {
            label: row.get(5)?,
            expires_at: row.get(6)?,
            password: row.get::<Option<String>>(7)?.map(PasswordHash::from_stored),
            download_limit: row.get(8)?,
            allowed: Allowed::from_stored(row.text(9)?),
            may_download: row.get(10)?,
            offer: Offer::from_row(row, OF_OFFER)?,
            watermark: Watermark::from_row(row, OF_WATERMARK)?,
            request: Request::from_row(row, OF_REQUEST)?,
        },
        made_at: row.get(11)?,
        visits: row.get(12)?,
        downloads: row.get(13)?,
        last_used_at: row.get(14)?,
        revoked_at: row.get(15)?,
        received: Received::from_row(row, OF_REQUEST + Request::WIDTH)?,
        follows: row.get(OF_REQUEST + Request::WIDTH + 2)?,
    })
}

/// Only a hash of the token finds a link.
pub(crate) fn hash_of(token: &str) -> String {
    blake3::hash(token.as_bytes()).to_hex().to_string()
}

/// A link that was not revoked, and had not ended at that moment.
pub(crate) fn find_live(conn: &mut Conn<'_>, token: &str, at: Seconds) -> db::Result<Option<LinkRow>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM {TABLES} WHERE l.token_hash = $1 AND l.expires_at > $2 AND l.revoked_at IS NULL"
    );
    conn.find(&sql, params![&hash_of(token), at], link)
}

pub(crate) fn find(conn: &mut Conn<'_>, id: LinkId) -> db::Result<Option<LinkRow>> {
    conn.find(&format!("SELECT {COLUMNS} FROM {TABLES} WHERE l.link_id = $1"), params![id], link)
}

/// Whose links a list has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Whose {
    Of(UserId),
    Everybody,
}

/// Links by their ids, the newest first, those before `before`: all, or those that show one entry.
pub(crate) fn list(
    conn: &mut Conn<'_>,
    whose: Whose,
    node: Option<NodeId>,
    (before, now): (LinkId, Seconds),
    most: usize,
) -> db::Result<Vec<LinkRow>> {
    let user = match whose {
        Whose::Of(user) => Some(user),
        Whose::Everybody => None,
    };
    let mut values = params![before, now - LISTED, i64::try_from(most).unwrap_or(i64::MAX)].to_vec();
    let mut narrow = String::new();
    if let Some(user) = user {
        values.push(user.into());
        narrow += &format!(" AND l.users_id = ${}", values.len());
    }
    if let Some(node) = node {
        values.push(node.into());
        narrow += &format!(
            " AND l.link_id IN (
                SELECT e.link_id
                FROM links_entry e
                WHERE e.node_id = ${} AND (
                  SELECT COUNT(*)
                  FROM links_entry o
                  WHERE o.link_id = e.link_id AND (o.place, o.node_id) < (e.place, e.node_id)
                ) < {MOST_ENTRIES}
              )",
            values.len()
        );
    }
    let sql = format!(
        "SELECT {COLUMNS}
         FROM {TABLES}
         WHERE l.link_id < $1 AND COALESCE(l.revoked_at, l.expires_at) > $2{narrow}
         ORDER BY l.link_id DESC
         LIMIT $3"
    );
    conn.rows(&sql, &values, link)
}

/// How many links somebody has that have neither ended nor been revoked.
pub(crate) fn count_of(conn: &mut Conn<'_>, user: UserId, now: Seconds) -> db::Result<i64> {
    let sql = "SELECT COUNT(*) FROM links_link WHERE users_id = $1 AND revoked_at IS NULL AND expires_at > $2";
    conn.get(sql, params![user, now], |row| row.get(0))
}

/// Holds a link until the end of the transaction: nobody else changes or revokes it meanwhile.
pub(crate) fn hold(tx: &mut Tx<'_>, link: LinkId) -> db::Result<()> {
    tx.run("UPDATE links_link SET made_at = made_at WHERE link_id = $1", params![link]).map(drop)
}

/// A new link, as yet without the token that is read again.
pub(crate) struct NewLink<'l> {
    pub tenant: TenantId,
    pub maker: UserId,
    pub instance: AppInstanceId,
    pub token: &'l str,
    pub terms: &'l Terms,
    pub now: Seconds,
}

pub(crate) fn insert(tx: &mut Tx<'_>, new: &NewLink<'_>) -> db::Result<LinkId> {
    let NewLink { tenant, maker, instance, token, terms, now } = new;
    tx.get(
        "INSERT INTO links_link
           (tenant_id, users_id, application_instance_id, token_hash, token, label, made_at, expires_at, password_hash,
            download_limit, allowed_addresses, may_download, visits, downloads)
         VALUES ($1, $2, $3, $4, '', $5, $6, $7, $8, $9, $10, $11, 0, 0)
         RETURNING link_id",
        params![
            *tenant,
            *maker,
            *instance,
            &hash_of(token),
            terms.label.as_deref(),
            *now,
            terms.expires_at,
            terms.password.as_ref().map(PasswordHash::as_str),
            terms.download_limit,
            &terms.allowed.to_stored(),
            terms.may_download
        ],
        |row| row.get(0),
    )
}

pub(crate) fn set_token(tx: &mut Tx<'_>, link: LinkId, encrypted: &str) -> db::Result<()> {
    tx.run("UPDATE links_link SET token = $2 WHERE link_id = $1", params![link, encrypted]).map(drop)
}

pub(crate) fn set_terms(tx: &mut Tx<'_>, link: LinkId, terms: &Terms) -> db::Result<()> {
    let changed = tx.run(
        "UPDATE links_link
         SET label = $2, expires_at = $3, password_hash = $4, download_limit = $5, allowed_addresses = $6,
           may_download = $7
         WHERE link_id = $1",
        params![
            link,
            terms.label.as_deref(),
            terms.expires_at,
            terms.password.as_ref().map(PasswordHash::as_str),
            terms.download_limit,
            &terms.allowed.to_stored(),
            terms.may_download
        ],
    );
    changed.map(drop)
}

/// Whether it was not revoked before.
pub(crate) fn revoke(tx: &mut Tx<'_>, link: LinkId, now: Seconds) -> db::Result<bool> {
    let sql = "UPDATE links_link SET revoked_at = $2 WHERE link_id = $1 AND revoked_at IS NULL";
    Ok(tx.run(sql, params![link, now])? > 0)
}

pub(crate) fn add_count(tx: &mut Tx<'_>, link: LinkId, count: Count) -> db::Result<()> {
    let added = tx.run(
        "UPDATE links_link
         SET visits = visits + $2, downloads = downloads + $3,
           last_used_at = CASE WHEN last_used_at > $4 THEN last_used_at ELSE $4 END
         WHERE link_id = $1",
        params![link, count.visits, count.downloads, count.last_used_at],
    );
    added.map(drop)
}
