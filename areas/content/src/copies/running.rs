//! The act of copying that a step belongs to.

use db::Conn;
use jobs::JobContext;

use super::item::Naming;
use super::store::{self, CopyingId};

#[derive(Clone, Debug)]
pub(super) struct Running {
    pub copying: CopyingId,
    pub naming: Naming,
    pub context: JobContext,
}

impl Running {
    /// Whether it was cancelled, or taken back, by now. Then a step makes nothing more visible.
    pub fn is_stopped(&self, conn: &mut Conn<'_>) -> db::Result<bool> {
        Ok(self.context.is_cancelled(conn)? || !store::goes_on(conn, self.copying)?)
    }
}
