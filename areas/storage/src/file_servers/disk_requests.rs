//! What a transaction about file servers and repositories needs from their disks. It may not wait for them: the disk is
//! asked outside, and then the transaction begins again and finds the outcome.

use std::collections::HashMap;
use std::future::Future;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use blobs::{S3, SharedStore, real};
use primitives::EntryName;
use rest::Rule;

use super::allowed_roots::{CandidatePath, NOT_THERE, check_free_folder, check_repository_folder};
use crate::blocking::{blocking, ended, in_time};
use crate::{Error, Result};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum DiskRequest {
    /// A path without links.
    RealPath(PathBuf),
    /// Whether a folder may become a file server's.
    CheckFolder(CandidatePath),
    /// The folder of a file server is made.
    MakeFolder(CandidatePath),
    /// Whether a folder of a file server may become a repository's.
    CheckRepositoryFolder(PathBuf, EntryName),
    /// Whether nothing lies in a folder of a file server, so that a repository may move there.
    CheckFreeFolder(PathBuf, EntryName),
    /// Whether a folder of keys may become a repository's.
    CheckObjects(S3),
    /// What a repository needs in its store is made.
    PrepareStore(NamedStore),
}

/// A store as what it is called.
#[derive(Clone, Debug)]
pub(crate) struct NamedStore(SharedStore);

impl From<SharedStore> for NamedStore {
    fn from(store: SharedStore) -> Self {
        Self(store)
    }
}

impl PartialEq for NamedStore {
    fn eq(&self, other: &Self) -> bool {
        self.0.name() == other.0.name()
    }
}

impl Eq for NamedStore {}

impl Hash for NamedStore {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name().hash(state);
    }
}

#[derive(Clone, Debug)]
enum Outcome {
    Path(PathBuf),
    Checked(Result<(), Rule>),
    Made,
}

/// The outcomes so far, and the requests that the transaction lacked.
#[derive(Clone, Debug, Default)]
pub(crate) struct DiskRequests(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    done: HashMap<DiskRequest, Outcome>,
    wanted: Vec<DiskRequest>,
}

/// No transaction needs more than one request for each file server, and a few.
const MOST: usize = 10_000;

impl DiskRequests {
    /// Runs `attempt` until it lacks no request. What it writes before it lacks one is rolled back.
    pub async fn run<T, E: From<Error>, F>(mut attempt: impl FnMut(Self) -> F) -> Result<T, E>
    where
        F: Future<Output = Result<T, E>>,
    {
        let requests = Self::default();
        for _ in 0..MOST {
            let tried = attempt(requests.clone()).await;
            let wanted = std::mem::take(&mut requests.state().wanted);
            if wanted.is_empty() {
                return tried;
            }
            // All at once, so that several disks that do not answer take no longer than one.
            let asked: Vec<_> =
                wanted.into_iter().map(|request| (request.clone(), tokio::spawn(outcome_of(request)))).collect();
            for (request, outcome) in asked {
                let outcome = ended(outcome).await?;
                requests.state().done.insert(request, outcome);
            }
        }
        Err(Error::Moving.into())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn outcome(&self, request: DiskRequest) -> Result<Outcome> {
        let mut state = self.state();
        if let Some(outcome) = state.done.get(&request) {
            return Ok(outcome.clone());
        }
        state.wanted.push(request);
        Err(Error::Moving)
    }

    pub fn real(&self, path: PathBuf) -> Result<PathBuf> {
        match self.outcome(DiskRequest::RealPath(path.clone()))? {
            Outcome::Path(real) => Ok(real),
            Outcome::Checked(_) | Outcome::Made => Ok(path),
        }
    }

    /// The rule that a folder breaks, if it breaks one.
    pub fn check(&self, request: DiskRequest) -> Result<Result<(), Rule>> {
        match self.outcome(request)? {
            Outcome::Checked(checked) => Ok(checked),
            Outcome::Path(_) | Outcome::Made => Ok(Ok(())),
        }
    }

    /// Call it after all checks: it changes the disk before the transaction is committed.
    pub fn make(&self, request: DiskRequest) -> Result<()> {
        self.outcome(request).map(drop)
    }
}

/// A disk has as long to answer as a request waits.
async fn outcome_of(request: DiskRequest) -> Result<Outcome> {
    let asked = request.clone();
    match (in_time(blocking(move || answer(&asked))).await, request) {
        // It may be another file server's, which does not hold this one: its links are not followed.
        (Err(Error::Disk(blobs::Error::Slow)), DiskRequest::RealPath(path)) => {
            tracing::warn!("The disk of {} does not answer; its path is taken as it is written", path.display());
            Ok(Outcome::Path(path))
        }
        (outcome, _) => outcome,
    }
}

fn answer(request: &DiskRequest) -> Result<Outcome> {
    Ok(match request {
        DiskRequest::RealPath(path) => Outcome::Path(real(path)),
        DiskRequest::CheckFolder(candidate) => Outcome::Checked(candidate.check()),
        DiskRequest::MakeFolder(candidate) => {
            candidate.make()?;
            Outcome::Made
        }
        DiskRequest::CheckRepositoryFolder(file_server, name) => {
            Outcome::Checked(check_repository_folder(file_server, name))
        }
        DiskRequest::CheckFreeFolder(file_server, name) => Outcome::Checked(check_free_folder(file_server, name)),
        DiskRequest::CheckObjects(objects) => Outcome::Checked(match objects.is_used() {
            Ok(is_used) => {
                if is_used {
                    Err(Rule::Taken)
                } else {
                    Ok(())
                }
            }
            Err(blobs::Error::NotMounted) => Err(NOT_THERE),
            Err(error) => return Err(error.into()),
        }),
        DiskRequest::PrepareStore(NamedStore(store)) => {
            store.prepare()?;
            Outcome::Made
        }
    })
}
