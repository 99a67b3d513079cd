//! How a run of a job ends.

use primitives::Seconds;

/// How a job's run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// One batch is done; go on at this time. It does not count as an attempt.
    Again(Seconds),
    /// The job honoured the cancellation and restored the earlier state.
    Cancelled,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobError {
    /// It may succeed later: the job is tried again after a pause.
    #[error("{0}")]
    Retry(String),
    /// It will never succeed: the job fails at once.
    #[error("{0}")]
    Fatal(String),
}

impl From<db::Error> for JobError {
    fn from(error: db::Error) -> Self {
        Self::Retry(error.to_string())
    }
}
