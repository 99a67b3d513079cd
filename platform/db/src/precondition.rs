//! What has to hold whenever a request writes. It is asked at the beginning of each of its transactions, so that nothing is
//! written with rights that ended after the request came: while its body was on the way, or while it waited.

use std::future::Future;
use std::sync::Arc;

use crate::{Result, Tx};

/// `Error::Refused` ends the transaction.
pub type Precondition = Arc<dyn Fn(&mut Tx<'_>) -> Result<()> + Send + Sync>;

tokio::task_local! {
    static CURRENT: Precondition;
}

/// Runs `work`. Every write in it asks `precondition` first.
pub async fn with_precondition<F: Future>(precondition: Precondition, work: F) -> F::Output {
    CURRENT.scope(precondition, work).await
}

/// Runs what the server notes of a request, as that it came to nothing: that is done whatever its sender may still do.
pub async fn without_precondition<F: Future>(work: F) -> F::Output {
    CURRENT.scope(Arc::new(|_| Ok(())), work).await
}

/// The precondition of the task, for work that another task does for it.
pub fn precondition() -> Option<Precondition> {
    CURRENT.try_with(Arc::clone).ok()
}
