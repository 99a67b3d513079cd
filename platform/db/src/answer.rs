//! What the closure of a caller returns, without its type. The pool and the writer carry hundreds of kinds of closures;
//! they are compiled once, and only the thin ends of a read or write know a caller's types.

use std::any::Any;

use crate::{Error, Result};

/// A caller's `Result<T, E>`.
pub(crate) struct Answer {
    is_ok: bool,
    value: Box<dyn Any + Send>,
}

impl Answer {
    pub fn of<T: Send + 'static, E: Send + 'static>(value: Result<T, E>) -> Self {
        Self { is_ok: value.is_ok(), value: Box::new(value) }
    }

    /// Whether the caller's closure succeeded, so that what it wrote is kept.
    pub fn is_ok(&self) -> bool {
        self.is_ok
    }

    pub fn into_result<T: 'static, E: From<Error> + 'static>(self) -> Result<T, E> {
        let Ok(value) = self.value.downcast::<Result<T, E>>() else {
            return Err(Error::Broken("an answer has the type of another closure".into()).into());
        };
        *value
    }
}

/// Runs `work` where it may block.
pub(crate) async fn blocking(work: Box<dyn FnOnce() -> Result<Answer> + Send>) -> Result<Answer> {
    let ended = tokio::task::spawn_blocking(work).await;
    ended.map_err(|error| Error::Broken(format!("a database task did not finish: {error}")))?
}
