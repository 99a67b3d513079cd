//! The context of a running job.

use db::{Result, Tx};
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

    /// Ends the job in the same transaction as the rows it wrote. If another worker has taken the job over, this is an
    /// error, and the rows are not written. Return `Outcome::Done` afterwards.
    pub fn complete(&self, tx: &mut Tx<'_>) -> Result<()> {
        if store::finish(tx, self.claim, self.clock.now())? {
            return Ok(());
        }
        Err(db::Error::Broken(format!("job {} is no longer this worker's", self.job)))
    }
}
