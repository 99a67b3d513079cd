//! Waits for the network on a thread that may block.

use std::sync::{LazyLock, mpsc};

use tokio::runtime::{Builder, Runtime};

/// Connections belong to the runtime that made them. This one lives as long as the program.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let built = Builder::new_multi_thread().worker_threads(2).thread_name("s3").enable_all().build();
    built.expect("a machine that runs this program can run two more threads")
});

/// The result of `work`, which runs elsewhere.
pub(crate) fn wait<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> T {
    primitives::assert_may_wait();
    let (done, waiting) = mpsc::sync_channel(1);
    RUNTIME.spawn(async move { drop(done.send(work.await)) });
    waiting.recv().expect("no request panics")
}
