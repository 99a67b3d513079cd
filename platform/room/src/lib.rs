//! A room of the program, as it describes itself: what it adds to the API, the workers, the sweeps and to other rooms
//! (docs/decisions/0045-a-room-is-described-in-one-place.md).
//!
//! `pub fn room() -> Room` is in a room's `room.rs`. What it says is known before a database is opened. `open` makes
//! the room's state, with the states of rooms below it, and says what depends on that.

mod acts;
mod contributions;
mod deletion;
mod deps;
mod schedule;
mod sentences;

use std::any::Any;
use std::fmt::{self, Debug, Formatter};
use std::future::Future;
use std::pin::Pin;

use authz::Rule;
use db::Migrations;
use events::Listener;
use jobs::Kind;
use rest::Routes;

pub use acts::Acts;
pub use contributions::{Contributions, contributed};
pub use deletion::{Blockers, DeletionBlocker, Whose};
pub use deps::Deps;
pub use rest::Sentences;
pub use schedule::Schedule;
pub use sentences::register_sentences;

type Opening<'d> = Pin<Box<dyn Future<Output = anyhow::Result<Opened>> + Send + 'd>>;
type Open = Box<dyn for<'d> Fn(&'d mut Deps) -> Opening<'d> + Send + Sync>;

/// What a room is, before it is opened.
pub struct Room {
    pub name: &'static str,
    /// It imports rooms of lower floors only; 0 is the platform's.
    pub floor: u8,
    /// What makes its tables, and those of the rooms below.
    pub migrations: Migrations,
    /// What it does when something happens in a room below.
    pub listeners: Vec<Listener>,
    /// What of it keeps a tenant or a company from being deleted.
    pub deletion_blockers: Vec<DeletionBlocker>,
    /// What can be done with nodes because of it.
    pub acts: &'static [Rule],
    /// What it says to people, in each language.
    pub sentences: Option<Sentences>,
    contributions: Contributions,
    open: Open,
}

impl Room {
    pub fn new(name: &'static str, floor: u8) -> Self {
        let open: Open = Box::new(|_| Box::pin(async { Ok(Opened::default()) }));
        let (migrations, contributions) = (Migrations::default(), Contributions::default());
        let (listeners, deletion_blockers) = (Vec::new(), Vec::new());
        Self { name, floor, migrations, listeners, deletion_blockers, acts: &[], sentences: None, contributions, open }
    }

    /// `migrations` is `db::migrations!(…)`, and those of the rooms below.
    #[must_use]
    pub fn with_migrations(self, migrations: Migrations) -> Self {
        Self { migrations, ..self }
    }

    #[must_use]
    pub fn with_listeners(self, listeners: impl Into<Vec<Listener>>) -> Self {
        Self { listeners: listeners.into(), ..self }
    }

    #[must_use]
    pub fn with_deletion_blockers(self, blockers: impl Into<Vec<DeletionBlocker>>) -> Self {
        Self { deletion_blockers: blockers.into(), ..self }
    }

    #[must_use]
    pub fn with_acts(self, acts: &'static [Rule]) -> Self {
        Self { acts, ..self }
    }

    /// `sentences` is `room::sentences!()`.
    #[must_use]
    pub fn with_sentences(self, sentences: Sentences) -> Self {
        Self { sentences: Some(sentences), ..self }
    }

    /// Gives something to a room below, which defines its type and asks for all of them by `contributed`.
    #[must_use]
    pub fn with<T: Any + Send + Sync>(mut self, contribution: T) -> Self {
        self.contributions.add(contribution);
        self
    }

    /// As `with`, for several values of one type.
    #[must_use]
    pub fn with_each<T: Any + Send + Sync>(self, contributions: impl IntoIterator<Item = T>) -> Self {
        contributions.into_iter().fold(self, Self::with)
    }

    /// What the rooms give to rooms below, in their order.
    pub fn contributions(rooms: &[Self]) -> Contributions {
        rooms.iter().map(|room| &room.contributions).collect()
    }

    /// Makes the room's state, puts it into `Deps` for rooms above, and says what the room adds.
    #[must_use]
    pub fn opening<F>(self, open: F) -> Self
    where
        F: for<'d> Fn(&'d mut Deps) -> Opening<'d> + Send + Sync + 'static,
    {
        Self { open: Box::new(open), ..self }
    }

    pub async fn open(&self, deps: &mut Deps) -> anyhow::Result<Opened> {
        (self.open)(deps).await
    }
}

impl Debug for Room {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room").field("name", &self.name).field("floor", &self.floor).finish_non_exhaustive()
    }
}

/// What an opened room adds to the program. Clones share its state.
#[derive(Clone, Default)]
pub struct Opened {
    /// What the page and other clients call.
    pub routes: Routes,
    /// What moves bytes; it may run on the host that owns the disk.
    pub file_routes: Routes,
    /// What the workers can do.
    pub jobs: Vec<Kind>,
    /// What the workers do every so often.
    pub schedules: Vec<Schedule>,
}

impl Opened {
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.jobs.extend(other.jobs);
        self.schedules.extend(other.schedules);
        let (routes, file_routes) = (self.routes.merge(other.routes), self.file_routes.merge(other.file_routes));
        Self { routes, file_routes, ..self }
    }
}
