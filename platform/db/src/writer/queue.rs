//! The jobs that wait for the writer.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::job::Job;

/// The state of the queue, for callers that decide whether to join it.
#[derive(Default)]
pub(super) struct Queue {
    pub length: AtomicUsize,
    /// How long one closure took recently, in nanoseconds.
    pace: AtomicU64,
    /// Since when another process has prevented us from writing.
    held_since: Mutex<Option<Instant>>,
}

impl Queue {
    pub fn hold(&self, held: bool) {
        let mut since = self.held_since.lock().unwrap_or_else(PoisonError::into_inner);
        *since = if held { since.or_else(|| Some(Instant::now())) } else { None };
    }

    /// Why a caller that waits for at most `longest_wait` should not begin to wait.
    pub fn hopeless(&self, longest_wait: Duration) -> Option<&'static str> {
        let since = *self.held_since.lock().unwrap_or_else(PoisonError::into_inner);
        if since.is_some_and(|since| since.elapsed() > longest_wait / 3) {
            return Some("another program has locked it");
        }
        let length = u64::try_from(self.length.load(Ordering::Relaxed)).unwrap_or(u64::MAX);
        let ahead = length.saturating_mul(self.pace.load(Ordering::Relaxed));
        (Duration::from_nanos(ahead) > longest_wait).then_some("too many writes are waiting")
    }

    pub fn took(&self, time: Duration) {
        let (now, taken) = (self.pace.load(Ordering::Relaxed), u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
        self.pace.store(now - now / 16 + taken / 16, Ordering::Relaxed);
    }
}

/// The queued jobs, in order.
pub(super) struct Waiting {
    jobs: Receiver<Job>,
    drained: VecDeque<Job>,
}

impl Waiting {
    pub fn new(jobs: Receiver<Job>) -> Self {
        Self { jobs, drained: VecDeque::new() }
    }

    /// None when all senders are gone.
    pub fn next(&mut self) -> Option<Job> {
        self.drained.pop_front().or_else(|| self.jobs.recv().ok())
    }

    /// Puts a job back to the front.
    pub fn put_back(&mut self, job: Job) {
        self.drained.push_front(job);
    }

    pub fn next_now(&mut self) -> Option<Job> {
        self.drained.pop_front().or_else(|| self.jobs.try_recv().ok())
    }

    /// Drops jobs whose callers have given up; false when all senders are gone.
    pub fn tidy(&mut self, queue: &Queue) -> bool {
        let alive = loop {
            match self.jobs.try_recv() {
                Ok(job) => self.drained.push_back(job),
                Err(TryRecvError::Empty) => break true,
                Err(TryRecvError::Disconnected) => break false,
            }
        };
        let before = self.drained.len();
        self.drained.retain(|job| job.turn.is_waited_for());
        queue.length.fetch_sub(before - self.drained.len(), Ordering::Relaxed);
        alive || !self.drained.is_empty()
    }
}
