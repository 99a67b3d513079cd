//! Whole addresses of bytes: at this server, or at the access address of their file server.

use authz::Actor;
use db::Conn;
use primitives::{NodeId, Seconds};
use storage::{elsewhere_of, signed_path};

/// A whole address, and whether its host is another than this server's. Then it opens by itself, as long as the session
/// lives and with the rights of the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ByteAddress {
    pub link: String,
    pub elsewhere: bool,
}

impl ByteAddress {
    /// Of `path`, which may have a query, at the one access address of all these nodes; else at `here`.
    pub fn of(
        conn: &mut Conn<'_>,
        actor: &Actor,
        (here, path): (&str, &str),
        nodes: &[NodeId],
        now: Seconds,
    ) -> db::Result<Self> {
        let ours = Self { link: format!("{here}{path}"), elsewhere: false };
        let (Some(session), Some(base)) = (actor.session, access_address(conn, nodes)?) else { return Ok(ours) };
        let (bare, query) = path.split_at(path.find('?').unwrap_or(path.len()));
        let signed = signed_path(conn, session, bare, now)?;
        Ok(signed.map_or(ours, |signed| Self { link: format!("{base}{signed}{query}"), elsewhere: true }))
    }
}

/// The access address that all of them have.
fn access_address(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<Option<String>> {
    let known = elsewhere_of(conn, nodes)?;
    let Some(base) = nodes.first().and_then(|node| known.get(node)?.access.clone()) else { return Ok(None) };
    let is_same = |node: &NodeId| known.get(node).is_some_and(|one| one.access.as_ref() == Some(&base));
    Ok(nodes.iter().all(is_same).then_some(base))
}
