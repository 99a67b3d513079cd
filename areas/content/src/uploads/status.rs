//! The background action of an upload.

use activity::{Change, Status};

use crate::{Content, Result};

/// Sets the state of the upload's own action, even if its sender may not continue.
pub(crate) async fn set_status(content: &Content, action: Option<&str>, status: Status) -> Result<()> {
    let Some(action) = action.map(str::to_owned) else { return Ok(()) };
    let change = Change { status: Some(status), ..Change::default() };
    let written = content.db.write(move |tx| activity::update(tx, &action, &change));
    db::without_precondition(written).await?;
    Ok(())
}
