//! A condition that must hold whenever a request writes. It is checked at the beginning of each of its transactions, so
//! that rights that end while the body arrives or the request waits are not used any more.

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

/// Runs what the server itself records about a request, such as its refusal. It is written whatever rights the sender
/// still has.
pub async fn without_precondition<F: Future>(work: F) -> F::Output {
    CURRENT.scope(Arc::new(|_| Ok(())), work).await
}

/// The precondition of this task, to hand to a task that works for it.
pub fn precondition() -> Option<Precondition> {
    CURRENT.try_with(Arc::clone).ok()
}
