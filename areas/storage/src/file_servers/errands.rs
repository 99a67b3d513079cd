//! What a transaction about file servers and repositories needs from their disks. It may not wait for them: the disk is
//! asked outside, and then the transaction begins again and finds the outcome.

use std::collections::HashMap;
use std::future::Future;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use blobs::{Tree, real};
use primitives::EntryName;
use rest::Rule;

use super::allowed_roots::{CandidatePath, look_at_folder};
use crate::blocking::{blocking, ended, in_time};
use crate::{Error, Result};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Errand {
    /// A path without links.
    Real(PathBuf),
    /// Whether a folder may become a file server's.
    Look(CandidatePath),
    /// The folder of a file server is made.
    Make(CandidatePath),
    /// Whether a folder of a file server may become a repository's.
    LookInside(PathBuf, EntryName),
    /// The folder of a repository is made.
    MakeRepository(PathBuf),
}

#[derive(Clone, Debug)]
enum Outcome {
    Path(PathBuf),
    Looked(Result<(), Rule>),
    Made,
}

/// The outcomes so far, and the errands that the transaction lacked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Errands(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    done: HashMap<Errand, Outcome>,
    wanted: Vec<Errand>,
}

/// No transaction needs more than one errand for each file server, and a few.
const MOST: usize = 10_000;

impl Errands {
    /// Runs `attempt` until it lacks no errand. What it writes before it lacks one is rolled back.
    pub async fn run<T, E: From<Error>, F>(mut attempt: impl FnMut(Self) -> F) -> Result<T, E>
    where
        F: Future<Output = Result<T, E>>,
    {
        let errands = Self::default();
        for _ in 0..MOST {
            let tried = attempt(errands.clone()).await;
            let wanted = std::mem::take(&mut errands.state().wanted);
            if wanted.is_empty() {
                return tried;
            }
            // All at once, so that several disks that do not answer take no longer than one.
            let asked: Vec<_> =
                wanted.into_iter().map(|errand| (errand.clone(), tokio::spawn(outcome_of(errand)))).collect();
            for (errand, outcome) in asked {
                let outcome = ended(outcome).await?;
                errands.state().done.insert(errand, outcome);
            }
        }
        Err(Error::Moving.into())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn outcome(&self, errand: Errand) -> Result<Outcome> {
        let mut state = self.state();
        if let Some(outcome) = state.done.get(&errand) {
            return Ok(outcome.clone());
        }
        state.wanted.push(errand);
        Err(Error::Moving)
    }

    pub fn real(&self, path: PathBuf) -> Result<PathBuf> {
        match self.outcome(Errand::Real(path.clone()))? {
            Outcome::Path(real) => Ok(real),
            Outcome::Looked(_) | Outcome::Made => Ok(path),
        }
    }

    /// The rule that a folder breaks, if it breaks one.
    pub fn look(&self, errand: Errand) -> Result<Result<(), Rule>> {
        match self.outcome(errand)? {
            Outcome::Looked(looked) => Ok(looked),
            Outcome::Path(_) | Outcome::Made => Ok(Ok(())),
        }
    }

    /// Call it after all checks: it changes the disk before the transaction is committed.
    pub fn make(&self, errand: Errand) -> Result<()> {
        self.outcome(errand).map(drop)
    }
}

/// A disk has as long to answer as a request waits.
async fn outcome_of(errand: Errand) -> Result<Outcome> {
    let asked = errand.clone();
    match (in_time(blocking(move || perform(&asked))).await, errand) {
        // It may be another file server's, which does not hold this one: its links are not followed.
        (Err(Error::Disk(blobs::Error::Slow)), Errand::Real(path)) => {
            tracing::warn!("The disk of {} does not answer; its path is taken as it is written", path.display());
            Ok(Outcome::Path(path))
        }
        (outcome, _) => outcome,
    }
}

fn perform(errand: &Errand) -> Result<Outcome> {
    Ok(match errand {
        Errand::Real(path) => Outcome::Path(real(path)),
        Errand::Look(candidate) => Outcome::Looked(candidate.look()),
        Errand::Make(candidate) => {
            candidate.make()?;
            Outcome::Made
        }
        Errand::LookInside(file_server, name) => Outcome::Looked(look_at_folder(file_server, name)),
        Errand::MakeRepository(folder) => {
            Tree::create(folder)?;
            Outcome::Made
        }
    })
}
