//! Threads that must not wait for a disk or another server: those that hold a connection of the database. While they
//! wait, all others wait for them.

use std::cell::Cell;

thread_local! {
    static MAY_WAIT: Cell<bool> = const { Cell::new(true) };
}

/// Sets what the thread may do, until it is dropped.
struct Until(bool);

impl Until {
    fn set(may_wait: bool) -> Self {
        Self(MAY_WAIT.replace(may_wait))
    }
}

impl Drop for Until {
    fn drop(&mut self) {
        MAY_WAIT.set(self.0);
    }
}

/// Runs `work`, in which nothing may wait for a disk or another server.
pub fn without_waiting<T>(work: impl FnOnce() -> T) -> T {
    let _until = Until::set(false);
    work()
}

/// Runs `work`, which may wait although the thread holds a connection: for load tests, which nobody waits for.
pub fn waiting_allowed<T>(work: impl FnOnce() -> T) -> T {
    let _until = Until::set(true);
    work()
}

/// Called by whatever may wait. It panics in debug builds and tests if this thread must not.
#[track_caller]
pub fn assert_may_wait() {
    debug_assert!(MAY_WAIT.get(), "a disk or another server is waited for while a connection of the database is held");
}

#[cfg(test)]
mod tests {
    use super::{assert_may_wait, waiting_allowed, without_waiting};

    #[test]
    fn waiting_where_it_is_forbidden_panics() {
        assert_may_wait();
        without_waiting(|| waiting_allowed(assert_may_wait));
        assert!(std::panic::catch_unwind(|| without_waiting(assert_may_wait)).is_err());
        assert_may_wait();
    }
}
