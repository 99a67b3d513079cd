//! Where a small picture is cached: at the CDN domain of its file server, by an address that everybody who may see it gets.

use db::Conn;
use primitives::{Clock, NodeId, Seconds};
use serde::Serialize;
use storage::sign_small_picture;
use utoipa::ToSchema;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CachedPicture {
    /// A whole address; with a slash and a size behind it, 96, 320 or 640, it is that of a picture.
    pub address: String,
    /// Until then it opens without a token or cookie, for anybody who knows it.
    pub until: Seconds,
}

impl CachedPicture {
    /// The picture of a file, in this version, below the address `base`.
    pub(crate) fn at(conn: &mut Conn<'_>, base: &str, node: NodeId, version: &str) -> db::Result<Option<Self>> {
        let now = conn.carried::<Clock>().cloned().unwrap_or_else(Clock::system).now();
        let signed = sign_small_picture(conn, node, version, now)?;
        Ok(signed.map(|(picture, ticket)| {
            let address = format!("{base}/api/file/picture/{ticket}");
            Self { address, until: picture.until }
        }))
    }
}
