//! A room of the program, as it describes itself: what it adds to the API, the workers, the sweeps and to other rooms
//! (docs/decisions/0045-a-room-is-described-in-one-place.md).
//!
//! `pub fn room() -> Room` is in a room's `room.rs`. What it says is known before a database is opened. `open` makes
//! the room's state, with the states of rooms below it, and says what depends on that.

mod acts;
mod checks;
mod contributions;
mod deletion;
mod deps;
mod ending;
mod metrics;
mod recovery;
mod schedule;
mod sentences;
mod task;

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
pub use checks::{Check, broken_rules};
pub use contributions::{Contributions, contributed};
pub use deletion::{Blockers, DeletionBlocker, DeletionTarget};
pub use deps::Deps;
pub use ending::Ending;
pub use metrics::{Metric, MetricKind};
pub use recovery::Recovery;
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
    /// Its tables whose names do not begin with its own: the room was part of another one when they were made.
    pub tables: &'static [&'static str],
    /// What it does when something happens in a room below.
    pub listeners: Vec<Listener>,
    /// What of it keeps a tenant or a company from being deleted.
    pub deletion_blockers: Vec<DeletionBlocker>,
    /// What the doctor asks of its rows.
    pub checks: Vec<Check>,
    /// What can be done with nodes because of it.
    pub acts: Vec<Rule>,
    /// What it measures for operators.
    pub metrics: Vec<Metric>,
    /// What it says to people, in each language.
    pub sentences: Option<Sentences>,
    contributions: Contributions,
    open: Option<Open>,
}

/// What is given to a room several times adds up. Only its sentences and its opening are one thing each: a second one
/// is a mistake that ends the program at its start.
impl Room {
    pub fn new(name: &'static str, floor: u8) -> Self {
        Self {
            name,
            floor,
            migrations: Migrations::default(),
            tables: &[],
            listeners: Vec::new(),
            deletion_blockers: Vec::new(),
            checks: Vec::new(),
            acts: Vec::new(),
            metrics: Vec::new(),
            sentences: None,
            contributions: Contributions::default(),
            open: None,
        }
    }

    /// `migrations` is `db::migrations!(…)`, and those of the rooms below.
    #[must_use]
    pub fn with_migrations(self, migrations: Migrations) -> Self {
        Self { migrations: self.migrations.clone().and(migrations), ..self }
    }

    /// Only tables that were made before the room was; others bear its name.
    #[must_use]
    pub fn with_tables(self, tables: &'static [&'static str]) -> Self {
        Self { tables, ..self }
    }

    #[must_use]
    pub fn with_listeners(mut self, listeners: impl IntoIterator<Item = Listener>) -> Self {
        self.listeners.extend(listeners);
        self
    }

    #[must_use]
    pub fn with_deletion_blockers(mut self, blockers: impl IntoIterator<Item = DeletionBlocker>) -> Self {
        self.deletion_blockers.extend(blockers);
        self
    }

    #[must_use]
    pub fn with_check(mut self, check: Check) -> Self {
        self.checks.push(check);
        self
    }

    #[must_use]
    pub fn with_acts(mut self, acts: &[Rule]) -> Self {
        self.acts.extend_from_slice(acts);
        self
    }

    #[must_use]
    pub fn with_metrics(mut self, metrics: impl IntoIterator<Item = Metric>) -> Self {
        self.metrics.extend(metrics);
        self
    }

    /// `sentences` is `room::sentences!()`.
    #[must_use]
    pub fn with_sentences(self, sentences: Sentences) -> Self {
        assert!(self.sentences.is_none(), "the room {} is given sentences twice", self.name);
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
        assert!(self.open.is_none(), "the room {} is opened in two ways", self.name);
        Self { open: Some(Box::new(open)), ..self }
    }

    pub async fn open(&self, deps: &mut Deps) -> anyhow::Result<Opened> {
        match &self.open {
            Some(open) => open(deps).await,
            None => Ok(Opened::default()),
        }
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
    /// What a process that uses the disks does before it serves.
    pub recoveries: Vec<Recovery>,
    /// What a process that uses the disks does every so often.
    pub file_schedules: Vec<Schedule>,
    /// What every process does before it ends.
    pub endings: Vec<Ending>,
}

impl Opened {
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.jobs.extend(other.jobs);
        self.schedules.extend(other.schedules);
        self.recoveries.extend(other.recoveries);
        self.file_schedules.extend(other.file_schedules);
        self.endings.extend(other.endings);
        let (routes, file_routes) = (self.routes.merge(other.routes), self.file_routes.merge(other.file_routes));
        Self { routes, file_routes, ..self }
    }
}

#[cfg(test)]
mod tests {
    use authz::Rule;
    use db::{Conn, Tx};
    use events::{Event, Listener};
    use primitives::NodeRole;

    use super::{DeletionBlocker, DeletionTarget, Room, Sentences};

    struct Painted;

    impl Event for Painted {}

    fn hear(_: &mut Tx<'_>, _: &Painted) -> db::Result<()> {
        Ok(())
    }

    fn none(_: &mut Conn<'_>, _: DeletionTarget) -> db::Result<i64> {
        Ok(0)
    }

    #[test]
    fn repeated_additions_to_a_room_are_combined() {
        let act = |name, order| Rule::new(name, order, NodeRole::Reader, Rule::FILES);
        let room = Room::new("twice", 1)
            .with_listeners([Listener::to(hear)])
            .with_listeners([Listener::to(hear)])
            .with_acts(&[act("first", 1)])
            .with_acts(&[act("second", 2)])
            .with_deletion_blockers([DeletionBlocker { word: "first", count: none }])
            .with_deletion_blockers([DeletionBlocker { word: "second", count: none }]);
        assert_eq!((room.listeners.len(), room.acts.len(), room.deletion_blockers.len()), (2, 2, 2));
    }

    #[test]
    #[should_panic(expected = "the room twice is given sentences twice")]
    fn a_room_has_its_sentences_once() {
        let none = Sentences { en: "{}", pt: "{}" };
        let _ = Room::new("twice", 1).with_sentences(none).with_sentences(none);
    }

    #[test]
    #[should_panic(expected = "the room twice is opened in two ways")]
    fn a_room_is_opened_in_one_way() {
        let room = Room::new("twice", 1).opening(|_| Box::pin(async { Ok(super::Opened::default()) }));
        let _ = room.opening(|_| Box::pin(async { Ok(super::Opened::default()) }));
    }
}
