//! What one entry needs to be copied: that the asker sees it, a place for it, and a name there.

use std::collections::HashSet;

use authz::Denied;
use db::{Conn, Tx};
use nodes::Node;
use primitives::{EntryName, InvalidName, Language, NodeId, TenantId};
use security::{Access, AsAccess};

use super::store::Item;
use crate::{Error, MakeCopy, Result, names};

/// How names are given to the copies of selected entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Naming {
    /// In which a copy beside its source is called a copy.
    pub language: Language,
    /// A copy gets a number if its name is taken.
    pub keep_both: bool,
    /// A file that has the name of a selected file gets its content.
    pub replace: bool,
}

/// The entry, if the asker sees it and may copy it. A lock of something in a folder keeps nobody from copying the folder.
pub(super) fn source(conn: &mut Conn<'_>, access: &mut Access<'_>, item: &Item) -> Result<Node> {
    let seen = access.find_visible_with_terms(conn, item.source)?;
    if item.is_root() {
        seen.permit::<MakeCopy>()?;
    } else if seen.facts.role.is_none() {
        return Err(Denied::Invisible.into());
    } else if item.is_file {
        // A copy gives its bytes away. What a folder withholds, something in it may release.
        seen.require_release()?;
    }
    Ok(seen.node)
}

/// Whether the asker still sees the selected entry that others lie in.
pub(super) fn is_root_seen(conn: &mut Conn<'_>, access: &mut Access<'_>, root: NodeId) -> Result<bool> {
    match access.find_visible(conn, root).map_err(Error::from) {
        Ok(seen) => Ok(seen.facts.role.is_some()),
        Err(error) if is_invisible(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Refuses another tenant, and a folder's own content as its target.
pub(super) fn refuse_place(conn: &mut Conn<'_>, item: &Item, (source, tenant): (&Node, TenantId)) -> Result<()> {
    if source.tenant != tenant {
        return Err(Error::OtherTenant);
    }
    let is_inside = |above: Vec<nodes::Ancestor>| above.iter().any(|step| step.id == item.source);
    if item.is_root() && !item.is_file && is_inside(nodes::ancestors(conn, item.into)?) {
        return Err(Error::CopyIntoItself);
    }
    Ok(())
}

/// Takes the name of the copy in its folder. Beside its source it is called a copy; elsewhere it keeps its name. In a
/// folder that is itself a copy, a name that is taken gets a number.
pub(super) fn claim_name(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    naming: Naming,
    (item, source): (&Item, &Node),
    place: (TenantId, NodeId),
) -> Result<EntryName> {
    let own = EntryName::kept(&source.name)?;
    let is_beside = item.is_root() && source.parent == Some(place.1);
    let name = if is_beside { copy_of(naming.language, &own)? } else { own };
    match names::claim(tx, access, place, &name, None) {
        Ok(()) => Ok(name),
        Err(Error::NameTaken(_)) if is_beside || !item.is_root() || naming.keep_both => {
            let free = names::free(tx, access, place, &name, &HashSet::new())?;
            names::claim(tx, access, place, &free, None)?;
            Ok(free)
        }
        Err(error) => Err(error),
    }
}

/// `Copy of photo.jpg`, in the language of the person.
fn copy_of(language: Language, name: &EntryName) -> Result<EntryName> {
    let prefix = rest::text(language, "copy_of", &[("name", String::new())]);
    Ok(name.prefixed(&prefix).ok_or(InvalidName::TooLong)?)
}

/// Whether the error says something about one entry, and the others go on.
pub(super) fn is_refusal(error: &Error) -> bool {
    let is_of_access = match error.as_access() {
        Some(security::Error::Denied(_)) => true,
        Some(security::Error::Nodes(error)) => matches!(error, nodes::Error::NameTaken(_) | nodes::Error::TooDeep),
        _ => false,
    };
    is_of_access
        || matches!(
            error,
            Error::NameTaken(_)
                | Error::LosesMarks
                | Error::LosesTerms
                | Error::OtherTenant
                | Error::CopyIntoItself
                | Error::Storage(
                    storage::Error::InvalidName(_) | storage::Error::BytesMissing | storage::Error::Damaged
                )
        )
}

/// Whether the asker does not see the entry, or it is gone.
pub(super) fn is_invisible(error: &Error) -> bool {
    matches!(error.as_access(), Some(security::Error::Denied(Denied::Invisible)))
}

/// Whether only this file cannot be read or put there; otherwise the disk has failed, and all of them wait.
pub(super) fn is_of_one_file(error: &Error) -> bool {
    use blobs::Error as Disk;
    use storage::Error as At;
    matches!(
        error,
        Error::Storage(At::Damaged | At::BytesMissing | At::Disk(Disk::Missing | Disk::Exists | Disk::Io(_)))
    )
}
