//! A copy has the icon of what it is a copy of.

use content::{EntryCopied, FolderCopied};
use db::Tx;

use super::store;

pub(crate) fn file(tx: &mut Tx<'_>, copied: &EntryCopied) -> db::Result<()> {
    store::copy(tx, copied.source, copied.node)
}

pub(crate) fn folder(tx: &mut Tx<'_>, copied: &FolderCopied) -> db::Result<()> {
    store::copy(tx, copied.source, copied.node)
}
