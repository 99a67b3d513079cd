//! The few threads that hash passwords and do nothing else.
//!
//! A hash takes 19 MiB for a moment, and the allocator keeps freed memory near the thread. On the runtime's many
//! blocking threads it would keep those 19 MiB dozens of times.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;

type Work = Box<dyn FnOnce() + Send>;

/// The threads end when this is dropped.
pub(super) struct HashPool(Sender<Work>);

impl HashPool {
    pub fn start(count: usize) -> std::io::Result<Self> {
        let (work, waiting) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 0..count {
            let waiting = waiting.clone();
            std::thread::Builder::new().name(format!("password-{number}")).spawn(move || serve(&waiting))?;
        }
        Ok(Self(work))
    }

    /// Returns the result of `work`, or None if it panicked.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (answer, answered) = oneshot::channel();
        let work: Work = Box::new(move || {
            if let Ok(outcome) = catch_unwind(AssertUnwindSafe(work)) {
                // The caller may be gone.
                drop(answer.send(outcome));
            }
        });
        self.0.send(work).ok()?;
        answered.await.ok()
    }
}

fn serve(waiting: &Mutex<Receiver<Work>>) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        work();
    }
}

#[cfg(test)]
mod tests {
    use super::HashPool;

    #[tokio::test]
    async fn a_panic_gives_no_answer_and_costs_no_thread() {
        let pool = HashPool::start(1).unwrap();
        assert_eq!(pool.run(|| -> u8 { panic!("a broken invariant") }).await, None);
        assert_eq!(
            pool.run(|| std::thread::current().name().map(str::to_owned)).await,
            Some(Some("password-0".into()))
        );
    }
}
