//! Whether an entry that has the name of another one may get its content as its next version.

use authz::Denied;
use db::Conn;
use nodes::Node;
use primitives::{NodeId, NodeKind, Seconds};
use rest::Problem;
use security::Access;
use serde::Serialize;

use super::selection::is_refusal;
use crate::{Error, Result, copies};

/// What a page shows of the two entries with one name.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
pub struct TakenContents {
    /// Of a file: its bytes, and when its content arrived or was last changed.
    #[schema(required)]
    bytes: Option<i64>,
    #[schema(required)]
    modified_at: Option<Seconds>,
    /// Of the entry that has the name there, if it is a file.
    #[schema(required)]
    existing_bytes: Option<i64>,
    #[schema(required)]
    existing_modified_at: Option<Seconds>,
    /// The asker may give the one that is there this content, and it keeps what it was as an earlier version.
    may_replace: bool,
    /// Why not: the code of a problem.
    #[schema(required)]
    why_not: Option<String>,
    /// They are files of different types.
    is_other_type: bool,
}

impl TakenContents {
    /// `is_first`: the other one is in the folder already, and no entry before this one is to replace it.
    pub(super) fn of(
        conn: &mut Conn<'_>,
        access: &mut Access<'_>,
        (node, existing): (NodeId, NodeId),
        (folder, is_first): (NodeId, bool),
    ) -> Result<Self> {
        let (Some(source), Some(other)) = (nodes::find(conn, node)?, nodes::find(conn, existing)?) else {
            return Ok(Self::default());
        };
        let refused = refusal(conn, access, (&source, &other), (folder, is_first))?;
        let why_not = refused.map(|error| Problem::from(error).code().to_owned());
        let of_file = |node: &Node| (node.kind == NodeKind::File).then_some((node.size, node.modified_at));
        let (new, old) = (of_file(&source), of_file(&other));
        Ok(Self {
            bytes: new.map(|of| of.0),
            modified_at: new.map(|of| of.1),
            existing_bytes: old.map(|of| of.0),
            existing_modified_at: old.map(|of| of.1),
            may_replace: why_not.is_none(),
            why_not,
            is_other_type: new.is_some() && old.is_some() && source.entry_type != other.entry_type,
        })
    }
}

fn refusal(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (source, other): (&Node, &Node),
    (folder, is_first): (NodeId, bool),
) -> Result<Option<Error>> {
    if source.kind != NodeKind::File || other.kind != NodeKind::File {
        return Ok(Some(Denied::WrongKind.into()));
    }
    if !is_first {
        return Ok(Some(Error::NameTaken(source.name.clone())));
    }
    match copies::authorize_onto(conn, access, source, (other.id, folder)) {
        Ok(_) => Ok(None),
        Err(error) if is_refusal(&error) => Ok(Some(error)),
        Err(error) => Err(error),
    }
}
