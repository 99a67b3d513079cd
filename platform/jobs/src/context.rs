//! The context of a running job.

use db::{Conn, Result, Tx};
use primitives::Clock;
use serde::de::DeserializeOwned;
use tokio_util::sync::CancellationToken;

use crate::store::{self, Claim};
use crate::{JobError, JobId};

#[derive(Clone, Debug)]
pub struct JobContext {
    pub job: JobId,
    /// Counted from 1.
    pub attempt: i64,
    /// The job was cancelled; return `Outcome::Cancelled` soon. After ten seconds the run is aborted.
    pub cancel: CancellationToken,
    /// The server stops; return `Outcome::Again(now)` at the next good point. After ten seconds the run is aborted.
    pub shutdown: CancellationToken,
    pub(crate) claim: Claim,
    pub(crate) payload: String,
    pub(crate) clock: Clock,
}

impl JobContext {
    pub fn payload<T: DeserializeOwned>(&self) -> Result<T, JobError> {
        serde_json::from_str(&self.payload).map_err(|error| JobError::Fatal(format!("payload: {error}")))
    }

    /// Whether the job was cancelled, or taken over, by now: `cancel` says so half a second later.
    pub fn is_cancelled(&self, conn: &mut Conn<'_>) -> Result<bool> {
        Ok(store::watch(conn, self.claim)? != Some(false))
    }

    /// Ends the job in the same transaction as the rows it wrote. If another worker has taken the job over, this is an
    /// error, and the rows are not written. Return `Outcome::Done` afterwards.
    pub fn complete(&self, tx: &mut Tx<'_>) -> Result<()> {
        if store::finish(tx, self.claim, self.clock.now())? {
            return Ok(());
        }
        Err(db::Error::Broken(format!("job {} is no longer this worker's", self.job)))
    }
}
