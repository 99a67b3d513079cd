//! The background action of an upload.

use activity::{Change, Status};

use crate::{Content, Result};

/// Sets the state of the upload's action, even if its sender may not continue.
pub(crate) async fn set_status(content: &Content, action: &str, status: Status) -> Result<()> {
    let action = action.to_owned();
    let change = Change { status: Some(status), ..Change::default() };
    let written = content.db.write(move |tx| activity::update(tx, &action, &change));
    db::without_precondition(written).await?;
    Ok(())
}
